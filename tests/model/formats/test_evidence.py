"""What speaks for a format and against it: files are read, asked about or refused, and never stored as another."""

from pathlib import Path

import pytest

from jurybox.collection.file import create
from jurybox.errors import UnknownFormat
from jurybox.formats.column_maps import parse_columns
from jurybox.formats.imports import import_into, prepare

ASKED, REFUSED, ERROR = "asked", "refused", "error"
"""What becomes of a file that is not read: a question with options, a sentence with what is wrong, errors of lines."""


def _rows(*cells: str, count: int = 6) -> str:
    """Return lines of these columns; `{q}` counts every third line, `{n}` each, `{r}` to 3, `{d}` down from 9."""
    lines = (" ".join(cells).format(q=at // 3 + 1, n=at + 1, r=at % 3 + 1, d=9 - at) for at in range(count))
    return "".join(f"{line}\n" for line in lines)


PROPER = {
    "qrels": ("x.qrels", _rows("q{q}", "0", "d{n}", "{r}"), "trec-qrels"),
    "qrels without an ending": ("judged", _rows("{q}", "0", "{n}", "1"), "trec-qrels"),
    "qrels of words": ("qrels.ana.txt", _rows("owls", "0", "barn{n}", "{r}"), "trec-qrels"),
    "qrels with Q0": ("x.txt", _rows("q{q}", "Q0", "d{n}", "1"), "trec-qrels"),
    "qrels in rounds": ("x.txt", _rows("q{q}", "{r}", "d{n}", "1"), "trec-qrels"),
    "qrels by one person": ("x.txt", _rows("q{q}", "ana", "d{n}", "{r}"), "trec-qrels"),
    "one line of qrels": ("x.txt", "q1 0 d1 1\n", "trec-qrels"),
    "percents": ("x.qrels", "1 0 d1 50\n1 0 d2 100\n1 0 d3 0\n", "trec-qrels"),
    "one document for many": ("x.qrels", "001 0 a 1\n002 0 a 1\n", "trec-qrels"),
    "qrels of Terrier": ("x.rel", _rows("{q}", "0", "d{n}", "{r}"), "trec-qrels"),
    "BEIR": ("test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq2\td1\t0\n", "trec-qrels"),
    "a run": ("x.run", _rows("q{q}", "Q0", "d{n}", "{r}", "{d}.5", "me"), "trec-run"),
    "a run of Terrier": ("BM25_0.res", _rows("{q}", "Q0", "d{n}", "{r}", "{d}.5", "me"), "trec-run"),
    "a run upside down": ("x.run", "1 Q0 a 3 1 r\n1 Q0 b 2 2 r\n1 Q0 c 1 3 r\n", "trec-run"),
    "ranks with a point": ("x.run", "1 Q0 b 2.0 1 r\n1 Q0 a 1.0 2 r\n", "trec-run"),
    "one answer for all": ("x.run", "".join(f"{at} Q0 a 1 1 r\n" for at in range(9)), "trec-run"),
    "one answer, ranked over all": ("x.run", "1 Q0 a 1 4 r\n2 Q0 a 2 3 r\n", "trec-run"),
    "one answer each": ("x.run", "1 Q0 a 1 1 r\n2 Q0 a 1 1 r\n", "trec-run"),
    "a run of NTCIR": ("NII-1.run.csv", "1,2,3\n4,5\n", "ntcir-cqa"),
    "ids with points": ("NII-1.run.csv", "Q1,1.2,1.3\nQ2,2.1\n", "ntcir-cqa"),
    "lists of NTCIR": ("0001.res", "d1\nd2\n", "ntcireval"),
    "levels of NTCIR": ("0001.rel", "d1 L2\nd2 L0\n", "ntcireval"),
    "documents under a head": ("collection.tsv", "document\ttext\n0\tThe barn owl.\n1\tThe snowy owl.\n", "tables"),
    "queries of BEIR": ("queries.jsonl", '{"_id": "1", "text": "barn owls", "metadata": {}}', "trec-topics"),
    "topics with a narrative": ("rag.jsonl", '{"id": "1", "title": "owls", "narrative": "Owls."}', "trec-topics"),
    "topics as records": ("x.jsonl", '{"qid": "1", "title": "owls", "description": "Owls?"}', "trec-topics"),
    "an answer with a number sign": ("list.txt", "# 1.3\nQ:Songs?\n#9 Dream\nImagine\n", "list-answers"),
    "LiveQA": ("liveqa.txt", "1 3 Paris\n1 2 Rome\n2 1 Oslo\n", "liveqa"),
    "a first question of a word": ("x.qrels", "owls 0 barn 2\n" + _rows("q{q}", "0", "d{n}", "{r}"), "trec-qrels"),
    "a first person": ("x.qrels", "q1 ana d9 2\n" + _rows("q{q}", "ben", "d{n}", "{r}"), "trec-qrels"),
    "a first answer of a word": (
        "x.run",
        "q0 Q0 barn 1 9 me\n" + _rows("q{q}", "Q0", "d{n}", "{r}", "{d}", "me"),
        "trec-run",
    ),
    "a first high grade": ("x.qrels", "q1 0 d9 10\n" + _rows("q{q}", "0", "d{n}", "{r}"), "trec-qrels"),
    "questions from zero": ("x.qrels", _rows("0", "0", "d{n}", "{r}"), "trec-qrels"),
    "two people on question zero": ("x.qrels", "0 ana d1 1\n0 ben d1 0\n0 ana d2 1\n0 ben d2 0\n", "trec-qrels"),
    "a run on question zero": ("x.run", _rows("0", "Q0", "d{n}", "{r}", "{d}", "me"), "trec-run"),
    "lines by document": ("x.qrels", "".join(f"T-{at % 2} 0 b{at // 2} 1\n" for at in range(8)), "trec-qrels"),
    "long questions and short documents": ("x.qrels", _rows("10485{q}", "0", "{n}", "{r}"), "trec-qrels"),
    "words and numbers": ("x.qrels", _rows("CAR:{q}/x", "0", "{n}", "{r}"), "trec-qrels"),
    "large grades by their name": ("x.qrels", "1 0 d1 17\n1 0 d2 23\n", "trec-qrels"),
    "percents without a name": ("x.txt", "1 0 d1 50\n1 0 d2 100\n1 0 d3 0\n", "trec-qrels"),
}
"""Name, text and format of files of which everything speaks for one format."""

OTHERS = {
    "factoids of one word": (
        "x.judg",
        "1.1 NYT19980619.1 1 1969\n1.1 APW19990101.1 -1 1970\n",
        ERROR,
        "Question '1.1' is",
    ),
    "judgments with confidences": ("x.txt", "1 Q0 d1 3 1 me\n1 Q0 d2 0 .5 me\n", ASKED, "judgments with confidences"),
    "texts with a topic": (
        "topics.jsonl",
        '{"id": 1, "topic": "sports", "text": "The game."}\n{"id": 2, "topic": "news", "text": "It was."}',
        ASKED,
        "--columns",
    ),
    "tags before questions": ("x.run", _rows("me", "Q0", "d{n}", "{r}", "{d}", "{q}"), ASKED, "columns 1 and 6"),
    "grades before questions": ("x.qrels", _rows("1", "0", "d{n}", "30{q}"), ASKED, "columns 1 and 4"),
    "sentences": ("x.txt", "Goethe wrote Faust 1\nSchiller wrote Tell 2\n", ASKED, "--as trec-qrels"),
    "sentences of one": ("x.txt", "Goethe wrote Faust 1\nGoethe wrote Werther 2\n", ASKED, "--as trec-qrels"),
    "an access log": ("x.txt", "2024-01-02 12:00:01 start 1\n2024-01-02 12:00:07 stop 0\n", ASKED, "--as trec-qrels"),
    "a log of jobs": ("a.log", "2024-01-02 12:00 job7 1\n2024-01-02 12:00 job8 0\n", ASKED, "--as trec-qrels"),
    "values of a measure": ("x.txt", "q1 bm25 0.31 1\nq1 bm25 0.29 1\nq2 bm25 0.1 1\n", ASKED, "--as trec-qrels"),
    "numbers": ("x.txt", "1 10 20 1\n2 10 30 1\n3 11 20 2\n", ASKED, "--as trec-qrels"),
    "a matrix": ("x.txt", "3 1 4 1\n5 9 2 6\n5 3 5 8\n9 7 9 3\n", ASKED, "--as trec-qrels"),
    "bits": ("x.txt", "1 1 0 0\n1 0 1 0\n0 1 1 1\n1 0 0 1\n", ASKED, "--as trec-qrels"),
    "zeros": ("x.txt", "0 0 1 0\n1 0 0 1\n0 0 0 0\n1 0 1 1\n", ASKED, "--as trec-qrels"),
    "sensors": ("x.txt", "s1 temp t1 20\ns1 temp t2 21\ns2 temp t1 19\n", ASKED, "--as trec-qrels"),
    "requests": ("x.txt", "10.0.0.1 GET /a1 200\n10.0.0.1 GET /a2 404\n", ASKED, "--as trec-qrels"),
    "ratings of films": ("u.data", "196\t242\t3\t881250949\n186\t302\t3\t891717742\n", ASKED, "columns 3 and 4"),
    "pairs of words": (
        "x.txt",
        "apple noun fruit 3\npear noun fruit 7\napple verb fruit 2\n",
        ASKED,
        "--as trec-qrels",
    ),
    "sentences parsed": ("x.txt", "1 The DET 2\n2 owl NOUN 3\n3 sat VERB 0\n", ASKED, "--as trec-qrels"),
    "a column too early": ("x.qrels", _rows("q{q}", "d{n}", "0", "1"), ASKED, "columns 2 and 3"),
    "grades and groups last": ("x.qrels", _rows("q{q}", "d{n}", "1", "0"), ASKED, "columns 2 and 3"),
    "documents last": ("x.qrels", "q1 1 0 d1\nq1 0 0 d2\n", REFUSED, "Write four columns"),
    "Q0 third": ("x.run", _rows("q{q}", "d{n}", "Q0", "{r}", "{d}", "me"), ASKED, "columns 2 and 3"),
    "Q0 first": ("x.run", _rows("Q0", "q{q}", "d{n}", "{r}", "{d}", "me"), ASKED, "columns 1 and 2"),
    "whole scores under a head of BEIR": (
        "test.tsv",
        "query-id\tcorpus-id\tscore\n" + _rows("q{q}", "d{n}", "{d}0").replace(" ", "\t"),
        ASKED,
        "scores of a run",
    ),
    "a time table": ("x.txt", "Mon 08:00 math1 3\nMon 09:00 art2 4\nTue 08:00 math1 3\n", ASKED, "--as trec-qrels"),
    "words with counts": ("x.txt", "owl noun bird 12\nrun verb move 7\n", ASKED, "--as trec-qrels"),
    "a poem": ("x.txt", "The owl sat in the tree\nThe cat sat under it\n", REFUSED, "jurybox help files"),
    "source code": ("x.txt", "def one(two):\n    return two\n\nprint(one(3))\n", REFUSED, "jurybox help files"),
    "files of a folder": (
        "ls.txt",
        _rows("-rw-r--r--", "1", "ann", "ann", "12{n}", "Nov", "28", "a{n}"),
        ASKED,
        "--as liveqa",
    ),
    "files of a large folder": (
        "ls.txt",
        _rows("-rw-r--r--", "{r}", "ann", "ann", "12{n}", "Nov", "28", "a{n}", count=40),
        ASKED,
        "--as liveqa",
    ),
    "a long log": (
        "x.log",
        _rows("Nov", "2", "host", "job[{n}]:", "it", "was", "done", count=40),
        ASKED,
        "--as liveqa",
    ),
    "a diary": ("x.txt", _rows("May", "{r}", "we", "saw", "{n}", "owls", count=40), ASKED, "--as liveqa"),
    "runs in a park": (
        "runs.txt",
        "2024-01-02 10 easy 1 5.2 sunny\n2024-01-05 12 hard 7 5.4 rainy\n",
        ASKED,
        "--as trec-run",
    ),
    "a log of a server": (
        "x.log",
        '10.0.0.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 12\n' * 3,
        ASKED,
        "--as liveqa",
    ),
    "a matrix of six": ("x.txt", "1 2 3 4 5 6\n6 5 4 3 2 1\n2 3 4 5 6 7\n", ASKED, "--as trec-run"),
    "a head over lists": ("x.run.csv", "question,first,second\n1,2,3\n4,5,6\n", ASKED, "line 1 has"),
    "a question twice": ("x.run.csv", "1,d1,1\n1,d2,2\n2,d3,1\n", ASKED, "--as ntcir-cqa"),
    "scores in lists": ("x.run.csv", "1,d1,9.5\n2,d2,8.25\n", ASKED, "--as ntcir-cqa"),
    "a run with commas": ("x.run.csv", "q1,Q0,d1,1,9.5,r\nq1,Q0,d2,2,8.5,r\n", REFUSED, "Write blanks or tabs"),
    "one of a run with commas": ("x.run.csv", "q1,Q0,d1,1,9.5,r\n", REFUSED, "Write blanks or tabs"),
    "questions in the third": ("x.qrels", _rows("d{n}", "0", "q{q}", "1"), ASKED, "columns 1 and 3"),
    "questions below": ("x.qrels", "# a\n\n" + _rows("d{n}", "0", "q{q}", "1"), ASKED, "line 3 has 'd1' and 'q1'"),
    "odd decimals": ("x.qrels", "1 0 d1 1.2.3\n1 0 d2 .\n", ERROR, "The grade is '1.2.3'"),
    "topics in the third": ("x.qrels", _rows("FT-{n}", "0", "{q}", "1"), ASKED, "columns 1 and 3"),
    "grades in the third": ("x.qrels", _rows("{q}", "0", "{r}", "70670{n}"), ASKED, "columns 3 and 4"),
    "words in the fourth": ("x.qrels", _rows("{q}", "0", "{r}", "d{n}"), REFUSED, "columns 3 and 4"),
    "scores for ranks": ("x.run", _rows("{q}", "Q0", "d{n}", "{d}.5", "{r}", "me"), ASKED, "columns 4 and 5"),
    "large scores for ranks": ("x.run", _rows("{q}", "Q0", "d{n}", "{d}00", "{r}", "me"), ASKED, "columns 4 and 5"),
    "from zero": ("x.run", "1 Q0 a 1e3 0 r\n1 Q0 b 9e2 1 r\n", ASKED, "columns 4 and 5"),
    "questions of a run in the third": ("x.run", _rows("d{n}", "Q0", "q{q}", "1", "1", "r"), ASKED, "columns 1 and 3"),
    "scores under a head of BEIR": (
        "test.tsv",
        "query-id\tcorpus-id\tscore\n" + _rows("q{q}", "d{n}", "{d}{d}.0").replace(" ", "\t"),
        ASKED,
        "scores of a run",
    ),
    "decimals under a head of BEIR": (
        "test.tsv",
        "query-id\tcorpus-id\tscore\n" + _rows("q{q}", "d{n}", "{d}.25").replace(" ", "\t"),
        ASKED,
        "--columns",
    ),
    "a title over a head": (
        "x.csv",
        "Labels of May\nquestion,answer,label\n1,a,good\n",
        ASKED,
        "columns question, answer",
    ),
    "a remark over a head": ("x.csv", "# labels\nquestion,answer,label\n1,a,good\n", ASKED, "columns question, answer"),
    "a remark over topics": (
        "topics.tsv",
        "# topics\nqid\tquery\n1\towls at night\n2\tcats\n",
        ASKED,
        "columns qid, query",
    ),
    "a run in quotation marks": (
        "x.run",
        '"q1" "Q0" "d1" 1 9.5 "r"\n"q1" "Q0" "d2" 2 8.5 "r"\n',
        ASKED,
        "quotation marks",
    ),
    "two columns of qrels": ("x.qrels", "q1 d1\nq1 d2\nq2 d7\n", REFUSED, "Write four columns"),
    "answers of one word": ("x.txt", "q1 4 Paris\nq1 1 Rome\nq2 2 Oslo\n", ASKED, "--as liveqa"),
    "a title": (
        "x.qrels",
        "Relevance judgments of 2024\n" + _rows("{q}", "0", "d{n}", "{r}"),
        ASKED,
        "line 1 is of another",
    ),
    "a title of a scale": (
        "x.qrels",
        "Judgments of spring 2\n" + _rows("owls", "0", "barn", "1"),
        ASKED,
        "begin it with #",
    ),
    "a title over names": (
        "x.qrels",
        "Made by Anna 2024\n" + _rows("{q}", "ben", "d{n}", "{r}"),
        ASKED,
        "line 1 is of another",
    ),
    "a title over one line": ("x.qrels", "All of them 1\n301 0 d1 1\n", ASKED, "line 1 is of another"),
    "a title below": ("x.qrels", _rows("{q}", "0", "d{n}", "{r}") + "These are all 6\n", ASKED, "line 7 is of another"),
    "two titles": (
        "x.qrels",
        "Qrels of May 7\nby Ana herself 1\n" + _rows("{q}", "0", "d{n}", "1"),
        ASKED,
        "line 1 is",
    ),
    "a head": ("x.qrels", "topic iteration docno rel\n" + _rows("{q}", "0", "d{n}", "{r}"), ASKED, "names the columns"),
    "a title of five words": (
        "x.qrels",
        "The qrels of May 2024\n" + _rows("{q}", "0", "d{n}", "{r}"),
        ERROR,
        "x.qrels:1: This line has 5 columns",
    ),
    "a title of a run": (
        "x.run",
        "Our best run of 2024 ever\n" + _rows("{q}", "Q0", "d{n}", "{r}", "{d}", "me"),
        ASKED,
        "line 1 is of another shape than the others: 'Our best run of 2024 ever'",
    ),
    "a head of a run": (
        "x.run",
        "qid Q0 docno rank score tag\n" + _rows("{q}", "Q0", "d{n}", "{r}", "{d}", "me"),
        ASKED,
        "names the columns, remove it, or begin it with #",
    ),
    "documents of the news first": (
        "x.qrels",
        "FBIS-1 0 301 1\nFBIS-2 0 301 0\nFBIS-3 0 302 1\n",
        ASKED,
        "columns 1 and 3",
    ),
    "one of them": ("x.qrels", "NYT19990102.17 0 301 1\nNYT19990102.17 0 302 0\n", ASKED, "columns 1 and 3"),
    "documents twice": ("x.txt", "FT1 0 301 1\nFT1 0 302 0\nFT2 0 301 1\nFT3 0 302 0\n", ASKED, "columns 1 and 3"),
    "documents before ids of any form": ("x.qrels", _rows("FT911-{n}", "0", "T-00{q}", "1"), ASKED, "columns 1 and 3"),
    "documents in the pools of several": (
        "x.qrels",
        "".join(f"b{at % 5} 0 T-{at // 4} 1\n" for at in range(8)),
        ASKED,
        "columns 1 and 3",
    ),
    "other documents first": ("x.qrels", _rows("b{n}", "0", "{q}", "1"), ASKED, "columns 1 and 3"),
    "long numbers first": ("x.qrels", _rows("706710{n}", "0", "{q}", "1"), ASKED, "columns 1 and 3"),
    "ranks of the third column": (
        "x.run",
        "b1 Q0 T-1 1 9 r\nb2 Q0 T-1 2 8 r\nb1 Q0 T-2 1 5 r\n",
        ASKED,
        "columns 1 and 3",
    ),
    "documents of a run first": ("x.run", _rows("FT-{n}", "Q0", "{q}", "{r}", "{d}", "me"), ASKED, "columns 1 and 3"),
    "the group first": ("x.qrels", _rows("0", "30{q}", "FBIS-{n}", "1"), ASKED, "columns 1 and 2"),
    "the group before words": ("x.qrels", "0 owls barn 1\n0 owls snowy 0\n0 cats tom 1\n", ASKED, "columns 1 and 2"),
    "the group of a run first": ("x.run", _rows("0", "{q}", "d{n}", "{r}", "{d}", "me"), ASKED, "columns 1 and 2"),
    "readings": ("x.txt", "1 0 t1 21\n1 0 t2 22\n2 0 t1 19\n2 0 t2 20\n", ASKED, "--as trec-qrels"),
    "other readings": ("x.dat", _rows("s{q}", "0", "h{n}", "101{n}"), ASKED, "scores of a run"),
    "documents under another head": ("passages.tsv", "id\ttext\n0\tThe barn owl.\n1\tThe cat.\n", ASKED, "--columns"),
    "documents of BEIR": ("corpus.jsonl", '{"_id": "1", "title": "a", "text": "b"}', ASKED, "--columns _id=document"),
    "questions of any kind": ("x.jsonl", '{"id": "1", "question": "Who?"}', ASKED, "--columns"),
    "texts with labels": ("queries.jsonl", '{"id": "1", "text": "a", "label": "good"}', ASKED, "--columns"),
    "a broken topic": ("queries.jsonl", '{"qid": "1", "query": "a"}\n{"qid": "2"}\n', ERROR, "queries.jsonl:2: "),
    "decimals": ("x.qrels", "1 0 d1 0.5\n1 0 d2 1.0\n", ERROR, "10 times all of them (5 for this one)"),
    "words of decimals": ("x.qrels", "1 0 d1 0,25\n1 0 d2 1\n", ERROR, "--words '\"0,25=1\"'"),
    "ids alone": ("x.txt", "301 d1\n301 d2\n302 d1\n", REFUSED, "neither a grade nor a score. Write four columns"),
    "three ids": ("x.tsv", "1\td1\td2\n1\td3\td4\n2\td5\td6\n", REFUSED, "six for a run"),
    "a run of three columns": ("x.tsv", _rows("{q}", "70{n}", "{r}"), REFUSED, "the ranks of a run do"),
    "measures by topics": ("x.txt", "map\t301\t0.25\nP_10\t301\t0.4\nmap\tall\t0.2\n", REFUSED, "values of measures"),
    "measures of all": ("x.txt", "runid\tall\tme\nnum_q\tall\t5\nmap\tall\t0.2\n", ASKED, "the run and the qrels"),
    "topics before measures": ("x.txt", "301\tnDCG@10\t0.25\n302\tnDCG@10\t0.4\n", REFUSED, "values of measures"),
    "predictions": (
        "p.json",
        '{"56b": "Denver", "56c": "Oslo"}',
        REFUSED,
        '[{"question": "56b", "text": "Denver"}, ...]',
    ),
    "records inside": ("p.json", '{"v": 3, "a": {"b": [{"question": "q"}]}}', REFUSED, "under 'a.b'"),
    "records under names": (
        "p.json",
        '{"q1": [{"text": "a"}], "q2": [{"text": "b"}]}',
        REFUSED,
        "Write one list of all",
    ),
    "a collection of documents": (
        "collection.tsv",
        "0\tThe barn owl.\n1\tThe snowy owl.\n",
        REFUSED,
        "a line above them",
    ),
    "no number of topics": ("x.txt", "<top>\n<title> owls\n</top>\n", ERROR, "such as <num> Number: 301"),
    "the word question": ("x.txt", "# question 66.7\nQ: Ships?\nTitanic\n", ERROR, "its id alone, such as # 66.7"),
    "the word question later": (
        "x.txt",
        "# 66.7\nQ: Ships?\nTitanic\n# question 67\nQ: Cities?\nRome\n",
        ERROR,
        "'# question 67' is not the id of a question",
    ),
    "nuggets of another word": (
        "x.txt",
        "1 1\timportant\tborn\n1 2\tokay\tlived\n",
        ASKED,
        "--as nuggets --skip-bad-lines",
    ),
    "nuggets as texts": (
        "x.jsonl",
        '{"qid": "1", "nuggets": ["owl"]}',
        ERROR,
        'Write {"text": "...", "importance": "vital"}',
    ),
    "no model": ("x.jsonl", '{"query": "q", "passage": "p", "judgment": 1}', ERROR, "The field model is missing"),
    "no passage": ("x.jsonl", '{"query": "q", "passage": null, "judgment": 1}', ERROR, "The field passage is missing"),
    "two bytes for each letter": (
        "x.run",
        "\ufeff1 Q0 d 1 2 r\n",
        REFUSED,
        "cannot be read. Nothing was stored. The file is UTF-16",
    ),
    "topics behind a colon": ("x.txt", "1: the owls of Oslo\n2: cats at night\n", ASKED, "--as trec-topics"),
}
"""Name and text of files that something speaks against, what becomes of them, and what is said of them."""


def _fate(path: Path, into: Path | None = None) -> tuple[str, str]:
    """Return the format that a file is read as, or what becomes of it, and what is said of it."""
    try:
        with prepare([path], into=into) as prepared:
            told = prepared.report.lines()
            errors = [line for line in told if line.startswith("error: ") and "not in the" not in line]
            return (ERROR if errors else prepared.format), " ".join(errors or told)
    except UnknownFormat as asked:
        return ASKED if asked.asks else REFUSED, str(asked)


@pytest.mark.parametrize("case", PROPER)
def test_a_file_of_which_all_speaks_for_one_format_is_read(case: str, tmp_path: Path) -> None:
    name, text, form = PROPER[case]
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    fate, told = _fate(path)
    assert fate == form, told


@pytest.mark.parametrize("case", OTHERS)
def test_a_file_that_something_speaks_against_is_not_stored(case: str, tmp_path: Path) -> None:
    name, text, expected, cure = OTHERS[case]
    path = tmp_path / name
    path.write_text(text, encoding="utf-16-le" if text.startswith("\ufeff") else "utf-8")
    fate, told = _fate(path)
    assert fate == expected, told
    assert cure in told


def test_columns_are_exchanged_where_the_third_has_the_form_of_the_questions_held(tmp_path: Path) -> None:
    run, qrels, file = tmp_path / "r.run", tmp_path / "x.qrels", tmp_path / "c.jury"
    run.write_text(_rows("T-{q}", "Q0", "d{n}", "{r}", "{d}", "me"), encoding="utf-8")
    qrels.write_text(_rows("b.{n}", "0", "T-9{q}", "1"), encoding="utf-8")
    create(file)
    import_into(file, [run])
    fate, told = _fate(qrels, file)
    assert (fate, "columns 1 and 3" in told) == (ASKED, True), told


QRELS = _rows("d{n}", "0", "{q}", "1", count=3)
"""Qrels whose first and third columns are in each other's place, which only other files tell."""


@pytest.mark.parametrize("at_once", [True, False])
def test_ids_that_the_collection_or_other_files_hold_tell_columns_apart(at_once: bool, tmp_path: Path) -> None:
    run, qrels, file = tmp_path / "r.run", tmp_path / "x.qrels", tmp_path / "c.jury"
    run.write_text(PROPER["a run"][1].replace("q", ""), encoding="utf-8")
    qrels.write_text(QRELS, encoding="utf-8")
    create(file)
    if not at_once:
        import_into(file, [run])
    with pytest.raises(UnknownFormat, match="columns 1 and 3") as asked:
        prepare([qrels, run] if at_once else [qrels], into=file)
    assert asked.value.asks
    with prepare([qrels], into=file, as_format="trec-qrels") as prepared:
        assert prepared.format == "trec-qrels"


def test_words_that_the_collection_holds_as_questions_make_qrels_of_sentences(tmp_path: Path) -> None:
    run, qrels, file = tmp_path / "r.run", tmp_path / "x.txt", tmp_path / "c.jury"
    run.write_text("owls Q0 barn 1 2 r\nowls Q0 snowy 2 1 r\n", encoding="utf-8")
    qrels.write_text("owls ana barn 1\nowls ana snowy 0\n", encoding="utf-8")
    create(file)
    assert _fate(qrels, file)[0] == ASKED
    import_into(file, [run])
    assert _fate(qrels, file)[0] == "trec-qrels"


FOLDERS = {
    "letters": ("mail", ("letter to Ana.txt", "letter to Ben.txt"), ASKED),
    "notes by date": ("mine", ("2024-01-02.txt", "2024-01-03.txt"), ASKED),
    "a folder that says so": ("docs", ("owls.txt", "cats.txt"), "documents"),
    "ids of news": ("mine", ("APW19980601.1.txt", "NYT19990102.17.txt"), "documents"),
    "ids that answers have": ("mine", ("barn.txt", "snowy.txt"), "documents"),
}


@pytest.mark.parametrize("case", FOLDERS)
def test_a_folder_of_texts_is_documents_where_more_says_so(case: str, tmp_path: Path) -> None:
    folder, names, expected = FOLDERS[case]
    (tmp_path / folder).mkdir()
    (tmp_path / "r.run").write_text("owls Q0 barn 1 2 r\n", encoding="utf-8")
    for name in names:
        (tmp_path / folder / name).write_text("Dear friend,\nit is as cold as it was.\n", encoding="utf-8")
    file = tmp_path / "c.jury"
    create(file)
    import_into(file, [tmp_path / "r.run"])
    assert _fate(tmp_path / folder, file)[0] == expected
    with prepare([tmp_path / folder], as_format="documents") as prepared:
        assert prepared.format == "documents"


def test_ids_of_topics_end_before_a_colon(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("1: the owls of Oslo\n2) cats at night\nq3. dogs by day\n", encoding="utf-8")
    with prepare([path], as_format="trec-topics") as prepared:
        found = prepared.staging.db.execute("SELECT question, text FROM in_questions ORDER BY row").fetchall()
    assert found == [("1", "the owls of Oslo"), ("2", "cats at night"), ("q3", "dogs by day")]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x.qrels", "because its name says so, and its lines have the columns of qrels (6 of 6)."),
        ("x.txt", "because its lines have the columns of qrels (6 of 6)."),
    ],
)
def test_the_report_names_the_evidence(name: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(PROPER["qrels"][1], encoding="utf-8")
    with prepare([path]) as prepared:
        assert prepared.report.lines()[0] == f"Read as trec-qrels, {told}"


def test_an_unknown_question_of_a_line_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "judged.txt"
    path.write_text("1394 XIE1999 1 in 1900\n1394 XIE1998 -1 in 1901\n1395 NYT1999 2 Rome\n", encoding="utf-8")
    with prepare([path]) as prepared:
        said = [one.line for one in prepared.report.findings if one.code == "name-unknown"]
    assert said == [1, 2, 3]


NUMBERS = {
    "decimals": (
        '"2,5"',
        '"1,5"',
        "2 numbers are no labels: '2,5' (1), '1,5' (1). Write whole numbers, as grades of ranked",
    ),
    "points": ("2.5", "3.5", "--words 2.5=LABEL,3.5=LABEL"),
    "percents": ("90%", "40%", "2 numbers are no labels"),
    "words": ("so-so", "hm", "2 words are not among the labels"),
}


@pytest.mark.parametrize("case", NUMBERS)
def test_numbers_that_are_no_labels_are_said_to_be_so(case: str, tmp_path: Path) -> None:
    one, other, told = NUMBERS[case]
    path = tmp_path / "x.csv"
    path.write_text(f"question,answer,grade\nq1,Ana,{one}\nq1,Bo,{other}\n", encoding="utf-8")
    with prepare(
        [path], columns=[parse_columns("question=question,answer=text,grade=label", "factoid", ())]
    ) as prepared:
        assert told in " ".join(prepared.report.lines())


def test_a_label_of_tables_that_is_none_can_be_said(tmp_path: Path) -> None:
    for name, text in {
        "questions.csv": "question,kind,text\nq1,ranked,Who?\n",
        "answers.csv": "question,answer,text\nq1,a1,He\n",
        "judgments.csv": "assessor,question,answer,label\nana,q1,a1,very good\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with prepare([tmp_path]) as prepared:
        (told,) = [one.sentence for one in prepared.report.findings if one.severity == "error"]
    assert told.endswith("or say which of these it is: --words 'very good=LABEL'.")
    with prepare([tmp_path], words=(("very good", "A"),)) as prepared:
        assert prepared.report.ok
