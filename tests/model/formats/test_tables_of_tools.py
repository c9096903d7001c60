"""Tables and records as annotation tools and libraries write them: what is proposed, and what is stored by it."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.collection.file import create, open_reading
from jurybox.errors import UnknownFormat
from jurybox.formats.column_maps import ColumnMap, parse_columns
from jurybox.formats.imports import PreparedImport, prepare
from jurybox.formats.recognition import proposed_option
from jurybox.formats.table_samples import proposal, sample_of
from jurybox.session import open_session

Verdicts = set[tuple[str, str, str, str | None]]
WIDE = [("Who wrote it?", "Ana Poe", True, "Ben Roe", False), ("Where is it?", "Bergen", False, "in Oslo", True)]


def written(folder: Path, content: object) -> Path:
    """Write a table as text, records as JSON lines, a dictionary as one object."""
    if isinstance(content, str):
        path, text = folder / ("x.tsv" if "\t" in content else "x.csv"), content
    elif isinstance(content, dict):
        path, text = folder / "x.json", json.dumps(content, separators=(",", ":"))
    else:
        path, text = folder / "x.jsonl", "\n".join(map(json.dumps, content))  # type: ignore[call-overload]
    path.write_text(text, encoding="utf-8")
    return path


def proposed(path: Path) -> ColumnMap:
    sample = sample_of(path)
    assert sample is not None
    return proposal(sample)


def verdicts(file: Path) -> Verdicts:
    """Return who said what of which text to which question."""
    with closing(open_reading(file)) as db:
        return set(
            db.execute(
                "SELECT s.name, coalesce(nullif(q.text, ''), q.name), coalesce(nullif(a.text, ''), a.name), e.label "
                "FROM entry e JOIN assessor s ON s.id = e.assessor JOIN answer a ON a.id = e.answer "
                "JOIN question q ON q.id = a.question WHERE e.label IS NOT NULL"
            )
        )


def stored(file: Path, prepared: PreparedImport) -> Verdicts:
    with prepared, closing(open_session(file)) as session:
        assert prepared.report.ok, prepared.report.lines()
        session.store(prepared.store)
    return verdicts(file)


def wide(*names: str) -> str:
    lines = [",".join(f"{cell}".replace("True", "yes").replace("False", "no") for cell in row) for row in WIDE]
    return "\n".join([",".join(names), *lines]) + "\n"


OF_WIDE: Verdicts = {
    ("x", "Who wrote it?", "Ana Poe", "correct"),
    ("x", "Who wrote it?", "Ben Roe", "incorrect"),
    ("x", "Where is it?", "Bergen", "incorrect"),
    ("x", "Where is it?", "in Oslo", "correct"),
}
POTATO = "user\tinstance_id\tdisplayed_text\tverdict:::correct\tverdict:::incorrect"
OF_MILL: Verdicts = {("ana", "i1", "The mill, 1402.", "correct"), ("ben", "i1", "The mill, 1402.", "incorrect")}


DAY = "qid,text,label,judge"
WHEN = {"question": "question-text", "answer": "text"}
BY_JUDGE = {"label": "label", "judge": "assessor"}


def argilla(*responses: Mapping[str, str]) -> dict[str, Any]:
    fields = {"question": "Which river is it?", "answer": "The Tarn"}
    return {"id": "r1", "status": "completed", "fields": fields, "responses": {"verdict": list(responses)},
            "suggestions": {"verdict": {"value": "correct", "agent": "m1"}}}  # fmt: skip


def prodigy(number: int, accept: Sequence[str], answer: str = "accept") -> dict[str, Any]:
    return {"text": f"The mill {number}", "_input_hash": number - 1234, "_task_hash": number, "accept": accept,
            "answer": answer, "_annotator_id": "ana"}  # fmt: skip


READ: Sequence[tuple[str, object, Verdicts]] = [
    ("answers and verdicts by ending", wide("question", "answer_one", "judge_one", "answer_two", "judge_two"), OF_WIDE),
    ("by a capital letter", wide("Question", "answerA", "labelA", "answerB", "labelB"), OF_WIDE),
    ("by a number", wide("question", "response1", "correct1", "response2", "correct2"), OF_WIDE),
    ("by beginning", wide("question", "gpt_answer", "gpt_correct", "llama_answer", "llama_correct"), OF_WIDE),
    (
        "records, with a right answer beside",
        [
            {"question": q, "gold_answer": "Ana", "answer_one": a, "judge_one": x, "answer_two": b, "judge_two": y}
            for q, a, x, b, y in WIDE
        ],
        OF_WIDE,
    ),
    (
        "ratings of several people in a record",
        [argilla({"value": "correct", "user_id": "ana"}, {"value": "incorrect", "user_id": "ben"})],
        {("ana", "Which river is it?", "The Tarn", "correct"), ("ben", "Which river is it?", "The Tarn", "incorrect")},
    ),
    (
        "ratings and users in lists of their own",
        [
            {"id": "r1", "question": "Which river is it?", "answer": "The Tarn", "verdict.suggestion": "correct",
             "verdict.responses": ["correct", "incorrect"], "verdict.responses.users": ["ana", "ben"],
             "verdict.responses.status": ["submitted", "submitted"]},
        ],
        {("ana", "Which river is it?", "The Tarn", "correct"), ("ben", "Which river is it?", "The Tarn", "incorrect")},
    ),
    (
        "what a crowd said under the names of a platform",
        "INPUT:task,OUTPUT:label,ASSIGNMENT:worker_id\nt1,no,w1\nt1,yes,w2\nt2,yes,w1\n",
        {("w1", "t1", "t1", "incorrect"), ("w2", "t1", "t1", "correct"), ("w1", "t2", "t2", "correct")},
    ),
    (
        "a rating that was discarded",
        [argilla({"value": "correct", "user_id": "ana"}, {"value": "incorrect", "user_id": "b", "status": "draft"})],
        {("ana", "Which river is it?", "The Tarn", "correct")},
    ),
    (
        "lists of one label and of none",
        [
            {"id": 1, "text": "The mill.", "label": ["correct"], "Comments": ["twice"]},
            {"id": 2, "text": "Odo.", "label": [], "Comments": []},
        ],
        {("x", "1", "The mill.", "correct")},
    ),
    (
        "a column for each label",
        f"{POTATO}\ttime\nana\ti1\tThe mill, 1402.\t1\t\t6\nben\ti1\tThe mill, 1402.\t\t1\t9\n",
        OF_MILL,
    ),
    (
        "a column for each label, with the label in it",
        f"{POTATO}\nana\ti1\tThe mill, 1402.\tcorrect\t\nben\ti1\tThe mill, 1402.\t\tincorrect\n",
        OF_MILL,
    ),
    (
        "choices of tasks, some of them ignored",
        [prodigy(1, ["correct"]), prodigy(2, ["incorrect"]), prodigy(3, ["correct"], "ignore"), prodigy(4, [])],
        {("ana", "-1233", "The mill 1", "correct"), ("ana", "-1232", "The mill 2", "incorrect")},
    ),
    (
        "grades of topics and documents",
        {"q_1": {"d_1": 1, "d_2": 0}, "q_2": {"d_3": 2}},
        {("x", "q_1", "d_1", "B"), ("x", "q_1", "d_2", "C"), ("x", "q_2", "d_3", "A")},
    ),
    (
        "what a crowd said of each question",
        "question,worker,answer\n1,w1,0\n1,w2,1\n2,w1,1\n",
        {("w1", "1", "1", "incorrect"), ("w2", "1", "1", "correct"), ("w1", "2", "2", "correct")},
    ),
    (
        "choices beside a decision, without the marks of the tool",
        "text,accept,answer,_annotator_id,_input_hash\nOdo,correct,accept,ana,1\nIda,incorrect,reject,ana,2\n",
        {("ana", "1", "Odo", "correct")},
    ),
    (
        "a label that was accepted, rejected or ignored",
        [
            {"text": f"Odo {n}", "label": label, "answer": answer, "_annotator_id": "ana", "_input_hash": n}
            for n, label, answer in ((1, "correct", "accept"), (2, "incorrect", "accept"), (3, "correct", "reject"))
        ],
        {("ana", "1", "Odo 1", "correct"), ("ana", "2", "Odo 2", "incorrect")},
    ),
    (
        "a question of yes and no that was accepted or rejected",
        [{"text": f"Odo {n}", "answer": answer, "_annotator_id": "ana", "_input_hash": n}
         for n, answer in ((1, "accept"), (2, "reject"))],
        {("ana", "1", "Odo 1", "correct"), ("ana", "2", "Odo 2", "incorrect")},
    ),
    (
        "lists of labels and users in the cells of a table",
        ("id,question,answer,v.responses,v.responses.users,v.responses.status\n"
        '1,Who built it?,Odo,"[""correct"", ""incorrect""]","[""ana"", ""ben""]","[""submitted"", ""submitted""]"\n'
        "2,Who lost it?,Ida,['incorrect'],['ana'],['submitted']\n"),
        {("ana", "Who built it?", "Odo", "correct"), ("ben", "Who built it?", "Odo", "incorrect"),
         ("ana", "Who lost it?", "Ida", "incorrect")},
    ),
    *(
        (
            f"the latest label by {head}: {late}",
            f"{DAY},{head}\nq1,Odo,correct,Ana,{late}\nq1,Odo,incorrect,Ana,{early}\nq2,Ida,correct,Ana,{early}\n",
            {("Ana", "q1", "Odo", "correct"), ("Ana", "q2", "Ida", "correct")},
        )
        for head, early, late in (
            ("timestamp", "1710064800", "1710072000"),
            ("timestamp", "1710064800123", "1710072000456"),
            ("updated_at", "2024-03-10 10:00:00", "2024-03-10 12:00:00"),
            ("submitted", "2024-03-10T10:00:00", "2024-03-10T12:00:00"),
            ("created,updated_at", "2024-03-12,2024-03-10 10:00:00", "2024-03-11,2024-03-10 12:00:00"),
        )
    ),
    (
        "documents that are the answers",
        "qid,docid,label\nq1,d1,2\nq1,d2,0\nq2,d1,1\n",
        {("x", "q1", "d1", "A"), ("x", "q1", "d2", "C"), ("x", "q2", "d1", "B")},
    ),
    (
        "the heads of BEIR between commas",
        "query-id,corpus-id,score\nq1,d1,1\nq1,d2,0\nq2,d9,2\n",
        {("x", "q1", "d1", "B"), ("x", "q1", "d2", "C"), ("x", "q2", "d9", "A")},
    ),
    (
        "people beside what most of them said",
        "qid,response,ana,ben,majority\nq1,Odo,correct,incorrect,correct\nq2,Ida,incorrect,incorrect,incorrect\n",
        {("ana", "q1", "Odo", "correct"), ("ben", "q1", "Odo", "incorrect"), ("ana", "q2", "Ida", "incorrect"),
         ("ben", "q2", "Ida", "incorrect")},
    ),
    (
        "lines above the heads",
        "The mill study\n\n# written by ana, in spring\nqid,response,label\nq1,Odo,correct\nq2,Ida,incorrect\n",
        {("x", "q1", "Odo", "correct"), ("x", "q2", "Ida", "incorrect")},
    ),
    (
        "a first column of row numbers",
        ",qid,response,label\n0,q1,Odo,correct\n1,q2,Ida,incorrect\n",
        {("x", "q1", "Odo", "correct"), ("x", "q2", "Ida", "incorrect")},
    ),
    (
        "labels that are the keys of a record",
        [
            {"id": "i1", "displayed_text": "The mill.", "label_annotations": {"verdict": {"incorrect": "2"}}},
            {"id": "i2", "displayed_text": "Odo.", "label_annotations": {"verdict": {"correct": "1"}}},
        ],
        {("x", "i1", "The mill.", "incorrect"), ("x", "i2", "Odo.", "correct")},
    ),
    (
        "responses of people, each with several values",
        [
            {"id": "r1", "fields": {"prompt": "Which river?", "response": "The Tarn"}, "responses": [
                {"user_id": "ana", "status": "submitted", "values": {"verdict": {"value": "correct"}}},
                {"user_id": "ben", "status": "discarded", "values": {"verdict": {"value": "incorrect"}}},
                {"user_id": "cem", "status": "submitted", "values": None}]},
        ],
        {("ana", "Which river?", "The Tarn", "correct")},
    ),
    (
        "people as sessions, and questions in what is about a record",
        [
            {"text": text, "meta": {"question": "Who was it?"}, "accept": [label], "answer": "accept",
             "_session_id": f"mills-{who}"}
            for text, label, who in (("Odo", "yes", "ana"), ("Ida", "no", "ben"))
        ],
        {("mills-ana", "Who was it?", "Odo", "correct"), ("mills-ben", "Who was it?", "Ida", "incorrect")},
    ),
    (
        "assignments of a crowd that were rejected",
        ("HITId,WorkerId,AssignmentStatus,Input.question,Input.answer,Answer.label\n"
         "h1,w1,Approved,Who was it?,Odo,Correct\nh1,w2,Rejected,Who was it?,Odo,Incorrect\n"),
        {("w1", "Who was it?", "Odo", "correct")},
    ),
    (
        "sentences of documents",
        ("QuestionID\tQuestion\tDocumentID\tDocumentTitle\tSentenceID\tSentence\tLabel\n"
         "q1\twho built it\td1\tMill\td1-0\tIt burned in spring.\t0\n"
         "q1\twho built it\td1\tMill\td1-1\tOdo built it.\t1\n"),
        {("x", "who built it", "It burned in spring.", "incorrect"), ("x", "who built it", "Odo built it.", "correct")},
    ),
    (
        "a form with the name of who filled it in",
        "Zeitstempel,Ihr Name,Frage,Antwort,Bewertung\n2.1.,Ana,Wer?,Odo,correct\n2.1.,Ben,Wer?,Odo,incorrect\n",
        {("Ana", "Wer?", "Odo", "correct"), ("Ben", "Wer?", "Odo", "incorrect")},
    ),
    (
        "a verdict beside an annotator",
        "qid,response,verdict,annotator\nq1,Ana,correct,x\nq2,Ben,incorrect,y\n",
        {("x", "q1", "Ana", "correct"), ("y", "q2", "Ben", "incorrect")},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("content", "said"), [case[1:] for case in READ], ids=[case[0] for case in READ])
def test_what_is_proposed_stores_each_verdict_under_its_text(tmp_path: Path, content: object, said: Verdicts) -> None:
    create(tmp_path / "c.jury")
    path = written(tmp_path, content)
    with pytest.raises(UnknownFormat) as asked:
        prepare([path])
    assert asked.value.tables == (path,)
    columns = proposed(path)
    assert columns.problem == ""
    assert f"{columns}".split(",")[0] in str(asked.value)
    assert stored(tmp_path / "c.jury", prepare([path], into=tmp_path / "c.jury", columns=[columns])) == said


NOT_PROPOSED: Sequence[tuple[str, object, str]] = [
    ("pairs with a winner", "question,run_a,run_b,answer_a,answer_b,winner\nq1,x,y,Oslo,Rome,x\n", "in pairs (winner"),
    ("pairs without", "question,model_a,model_b,answer_a,answer_b,better\nq1,x,y,Oslo,Rome,x\n", "in pairs (model_a"),
    (
        "chosen and rejected",
        [{"prompt": "Who is it?", "chosen": "Ana", "rejected": "Ben"}],
        "in pairs (chosen, rejected",
    ),
    ("one label for two texts", "question,answer_a,answer_b,label\nWho is it?,Ana,Ben,correct\n", "any of them"),
    ("labels of other endings", "question,answer_1,answer_2,judge_x,judge_y\nWho?,Ana,Ben,yes,no\n", "any of them"),
    ("a column for each label", "qid,text,judge_correct,judge_incorrect\nq1,Ana did,1,0\n", "column for each label"),
    (
        "a figure for each label",
        [{"id": "x1", "text": "The mill.", "cats": {"correct": 1.0, "incorrect": 0.0}}],
        "each label",
    ),
    ("ticks under labels", "qid,answer,correct,incorrect\nq1,Odo,x,\nq2,Ida,,x\n", "column for each label"),
    ("yes and no under labels", "qid,answer,correct,incorrect\nq1,Odo,1,0\nq2,Ida,0,1\n", "column for each label"),
    ("ticks under names of labels", "qid,answer,right,partly right,wrong\n1,Odo,X,,\n2,Ida,,,X\n", "for each label"),
    ("ticks in one column", "qid,answer,correct\nq1,Odo,x\nq2,Ida,\n", "too little about correct"),
    ("texts without a word", [{"_id": f"q{n}", "text": f"Who built mill {n}?"} for n in (1, 2)], "about text."),
    ("a whole score of a text", "qid,model,response,score\nq1,m,Odo,5\nq2,m,Ida,2\n", "too little about score"),
    (
        "samples of a harness",
        [
            {
                "doc_id": n,
                "doc": {"question": f"Who built mill {n}?", "answer": "Odo"},
                "target": "Odo",
                "arguments": [["Q: Who?", {"until": []}]],
                "resps": [["It was Odo"]],
                "exact_match": 1.0,
            }
            for n in (1, 2)
        ],
        "too little about doc.answer, arguments, resps",
    ),
    (
        "answers in turns",
        [
            {"question_id": n, "answer_id": f"a{n}", "model_id": "v", "choices": [{"turns": ["Odo", "Ida"]}]}
            for n in (81, 82)
        ],
        "too little about choices",
    ),
    ("questions in turns", [{"question_id": n, "turns": ["Write a text", "Cut it"]} for n in (1, 2)], "about turns."),
    (
        "lists of candidates",
        [
            {"query": {"text": "who built it then", "qid": f"q{n}"}, "candidates": [{"docid": "d1", "score": 1.5}]}
            for n in (1, 2)
        ],
        "too little about candidates",
    ),
    (
        "verdicts before answers",
        'question,"[m] {{q}}"\nWho was it then?,[PASS] Odo\nWho?,[FAIL] Ida\n',
        "begins with a verdict",
    ),
    ("nuggets", "qid,nugget,importance\nq1,the mill was built,vital\nq2,it burned,okay\n", "the name nuggets.csv"),
    ("two criteria", "qid,answer,correctness,relevance\nq1,Odo,1,1\nq2,Ida,0,1\n", "about correctness, relevance."),
    (
        "a log",
        "timestamp,level,message\n2024-01-01,INFO,it has started now\n2024-01-02,WARN,it is full now\n",
        "too little",
    ),
    (
        "right and wrong answers",
        "Type,Question,Best Answer,Incorrect Answers,Source\nA,Who built it?,Odo,Ida,w1\nA,Who lost it?,Ida,Odo,w2\n",
        "too little about Best Answer, Incorrect Answers",
    ),
    *(
        (
            f"a label and {head}, which may be the answer",
            f"qid,{head},label\nq1,{one},correct\nq1,{two},incorrect\n",
            head.rpartition(",")[2],
        )
        for head, one, two in (
            ("what it said", "it was Odo then", "it was Ida then"),
            ("hyp", "Odo", "Ida"),
            ("docid,highlighted", "d1,It was Odo then.", "d1,It was Ida then."),
            ("judge,statement", "ana,the mill is old", "ana,the mill is new"),
        )
    ),
    *(
        (
            "right answers of a data set",
            [{"id": f"q{n}", "question": f"Who built mill {n}?", **gold} for n in (1, 2)],
            told,
        )
        for gold, told in (
            ({"context": "Odo built it.", "answers": {"text": ["Odo"], "answer_start": [n]}}, "about answers.text.")
            for n in (0, 177)
        )
    ),
    *(
        (
            f"right answers as {told}",
            [{"id": f"q{n}", "question": f"Who built mill {n}?", **gold} for n in (1, 2)],
            told,
        )
        for gold, told in (
            ({"answer": ["Odo", "Odo Finch"]}, "about answer."),
            ({"answer": {"value": "Odo", "aliases": ["Odo", "O."]}}, "about answer.aliases"),
            ({"answer": "Odo", "context": [["Mills", ["Odo built it."]]]}, "about answer."),
            ({"A": "Odo", "B": "Ida", "answer": "A"}, "about answer."),
            ({"answer_text": "Odo", "answer_start": 7}, "about answer_text."),
            ({"answer": {"text": "Odo", "spans": [[0, 3]]}}, "about answer.text"),
        )
    ),
    (
        "right answers within samples of a harness",
        [
            {
                "doc_id": n,
                "doc": {"question": f"Who built mill {n}?", "answer": {"value": "Odo"}},
                "target": "Odo",
                "resps": [["It was Odo"]],
                "filtered_resps": ["Odo"],
                "exact_match": 1.0,
            }
            for n in (0, 1)
        ],
        "too little about doc.answer.value, resps",
    ),
    *(
        (f"grades in {head}", f"qid,response,{head}\nq1,Odo,4\nq2,Ida,1\n", f"about {head}.")
        for head in ("human_score", "my rating", "Note sur 5", "score_ana")
    ),
    *(
        (
            f"what a crowd judged by {head}",
            f"question,worker,{head},label\nq1,w1,{one},correct\nq1,w2,{two},incorrect\n",
            f"about {head}.",
        )
        for head, one, two in (("thing", "t1", "t2"), ("image_id", "17", "18"))
    ),
    *(
        (
            f"qualities: {heads}",
            f"question,answer,{heads}\nWho?,Odo,{one}\nWhere?,Ida,{two}\n",
            f"about {heads.replace(',', ', ')}.",
        )
        for heads, one, two in (("helpful,harmless", "yes,yes", "no,yes"), ("fluency,coherence", "3,2", "1,2"))
    ),
    (
        "right answers in German",
        "Frage;Richtige Antwort;Gegebene Antwort;Urteil\nWer?;Odo;Ida;falsch\n",
        "Richtige Antwort,",
    ),
    (
        "claims and evidence",
        [
            {"id": n, "label": x, "claim": f"Mill {n} is old.", "evidence": [[[1, "Mill", 0]]]}
            for n, x in ((1, "T"), (2, "F"))
        ],
        "claim",
    ),
    ("texts for and against", [{"query": "who", "pos": ["Odo was."], "neg": ["Ida was."]}] * 2, "in pairs (pos, neg"),
    ("texts of queries", "query_id\ttext\nq1\twho built it\nq2\twho lost it\n", "about text."),
    ("a score that may be a grade", "query,doc,score\nq1,d1,1\nq1,d2,0\n", "about score."),
    ("grades of people", "qid,docid,Ana,Ben\n1,d1,3,2\n1,d2,0,1\n", "about Ana, Ben."),
    ("what models are told", [{"instruction": "Answer", "input": "who?", "output": "Odo"}] * 2, "about input."),
    ("reviews", [{"review_id": f"r{n}", "stars": n, "text": "It is great."} for n in (1, 5)], "about text."),
    (
        "places in a text as labels",
        [{"id": n, "text": "Odo.", "label": [[0, 3, "PER"]]} for n in (1, 2)],
        "about label.",
    ),
    ("what nobody names", "stuff,worker,label\nthe old mill,w1,good\nthe new mill,w1,bad\n", "about stuff."),
    ("films", "userId,movieId,rating\n1,31,2\n1,10,3\n2,31,4\n", "about movieId."),
    ("grades in words", "Frage;Antwort;Note\nWer war es?;Odo;sehr gut\nWo war es?;Ida;mangelhaft\n", "about Note."),
    (
        "somebody's name or that of a system",
        "name,question,answer,label\nA,Who?,Odo,correct\nB,Who?,Ida,wrong\n",
        "about name.",
    ),
    ("what else is so", "qid,answer,has_context\nq1,Odo,true\nq2,Ida,false\n", "about has_context."),
    (
        "ticks of one label",
        [{"id": n, "text": "Odo.", "v": {x: 2}} for n, x in ((1, "correct"), (2, "odd"))],
        "v.correct",
    ),
    ("a grid of a form", "When,Rate it [Odo],Rate it [Ida]\n1,good,bad\n2,bad,bad\n", "Rate it [Odo], Rate it [Ida]"),
    (
        "a form of questions",
        "When,Is one right?,Is two right?\n1,Yes,No\n2,No,No\n",
        "as forms have, which cannot be read",
    ),
    ("records within records", [{"query": "who", "hits": [{"docid": "d1"}]}] * 2, "In hits are records"),
    ("figures alone", "id,status,acc\n1,done,1.0\n2,open,0.0\n3,done,1.0\n", "too little about id"),
]


@pytest.mark.parametrize(
    ("content", "told"), [case[1:] for case in NOT_PROPOSED], ids=[case[0] for case in NOT_PROPOSED]
)
def test_nothing_is_proposed_where_a_verdict_could_go_wrong(tmp_path: Path, content: object, told: str) -> None:
    path = written(tmp_path, content)
    sample = sample_of(path)
    assert sample is not None
    assert told in proposed_option(sample)
    assert proposal(sample).problem


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            "id,question,license,answer\n1,Who wrote it?,MIT,Ana\n2,Where is it?,CC,Oslo\n",
            {"id": "question", "question": "question-text", "answer": "text"},
        ),
        (
            "question,answer,rating,source\nWho wrote it?,Ana,good,wiki\nWhere is it?,Oslo,bad,wiki\n",
            {"question": "question-text", "answer": "text", "rating": "label"},
        ),
        (
            "item,gold,worker,response\n1,1,w1,0\n1,1,w2,1\n2,0,w1,1\n",
            {"item": "question", "worker": "assessor", "response": "label"},
        ),
        (
            [
                {
                    "question": f"Who wrote {n}?",
                    "answer": "Ana did",
                    "ground_truth": "Ana",
                    "faithfulness": 0.5,
                    "retrieved_contexts": ["Ana wrote it.", "Ben did not."],
                }
                for n in (1, 2)
            ],
            {"question": "question-text", "answer": "text"},
        ),
        (
            "question,answer,judge1,judge2,gold\nWho built it then?,Odo,yes,no,yes\nWho lost it then?,Ida,no,no,no\n",
            {"question": "question-text", "answer": "text", "judge1": "label", "judge2": "label"},
        ),
        (
            "qid,response,label_ana,label_ben,final_label\nq1,Odo,yes,no,yes\nq2,Ida,no,no,no\n",
            {"qid": "question", "response": "text", "label_ana": "label", "label_ben": "label"},
        ),
        (
            "id,question,gold,prediction,em\n1,Who built it then?,Odo,Odo,1\n2,Who lost it then?,Ida,Una,0\n",
            {"id": "question", "question": "question-text", "prediction": "text"},
        ),
        (
            "question,answer,prediction\nWho built it then?,Odo,Odo\nWho lost it then?,Ida,Una\n",
            {"question": "question-text", "prediction": "text"},
        ),
        (
            "question,answer,score,reasoning\nWho built it then?,Odo,1,it says so\nWho lost it?,Ida,0,it does not\n",
            {"question": "question-text", "answer": "text", "score": "label", "reasoning": "note"},
        ),
        (
            "qid,model,response,score\nq1,m,Odo,12.5\nq1,m,Ida,2.25\n",
            {"qid": "question", "model": "run", "response": "text", "score": "score"},
        ),
        ("qid,docid,score\nq1,d1,12.5\nq1,d2,1.5\n", {"qid": "question", "docid": "answer", "score": "score"}),
        (
            "query_id,doc_id,relevance,iteration\nq1,d1,1,0\nq1,d2,0,0\n",
            {"query_id": "question", "doc_id": "answer", "relevance": "label"},
        ),
        (
            "query,passage,label\nwho built the mill,It was Odo then,1\nwho built the mill,It was Ida then,0\n",
            {"query": "question-text", "passage": "text", "label": "label"},
        ),
        (
            "topic,q0,docid,rank,score,tag\nq1,Q0,d1,1,12.5,r\nq1,Q0,d2,2,11.5,r\n",
            {"topic": "question", "docid": "answer", "rank": "rank", "score": "score"},
        ),
        (
            "qid\tpid\tquery\tpassage\nq1\tp1\twho built it\tIt was Odo.\nq1\tp2\twho built it\tIt was Ida.\n",
            {"qid": "question", "pid": "answer", "query": "question-text", "passage": "text"},
        ),
        (
            "inputs.question,outputs.answer,reference.answer,feedback.label\nwho is it,Odo,Odo,1\nwho else,Ida,Una,0\n",
            {"inputs.question": "question-text", "outputs.answer": "text", "feedback.label": "label"},
        ),
        (
            [{"_id": f"d{n}", "title": "Mills", "text": "The mill was built then."} for n in (1, 2)],
            {"_id": "document", "text": "document-text"},
        ),
        (
            "topic,title,description,narrative\n1,old mills,Find mills.,They name one.\n2,new mills,Find.,As above.\n",
            {"topic": "question", "title": "question-text"},
        ),
        (
            "question,gold_answer\nWho built the mill?,Odo Finch\nWho lost the bill?,Ida Wren\n",
            {"question": "question-text"},
        ),
        (
            "Frage;Antwort;Urteil\nWer baute die Mühle?;Odo;richtig\nWer zahlte damals?;Ida;falsch\n",
            {"Frage": "question-text", "Antwort": "text", "Urteil": "label"},
        ),
        *(
            (
                f"question,{answer},gold,correct\nWho built it?,Odo Finch,Odo,yes\nWho lost it?,Una,Ida,no\n",
                {"question": "question-text", answer: "text", "correct": "label"},
            )
            for answer in ("pred", "predicted_text", "model output", "response", "completion", "generated")
        ),
        *(
            (
                f"question,answer,{person},label\nWho built it?,Odo,Ana,good\nWho lost it?,Ida,Ben,bad\n",
                {"question": "question-text", "answer": "text", person: "assessor", "label": "label"},
            )
            for person in ("grader_name", "Respondent ID", "Email Address", "Your name", "reviewer", "Juez", "氏名")
        ),
        *(
            (
                f"{question};{answer};{grade};{note}\n¿Wer war es?;Odo;1,3;gut so\n¿Wo war es?;Ida;4;naja\n",
                {question: "question-text", answer: "text", grade: "label", note: "note"},
            )
            for question, answer, grade, note in (
                ("Frage", "Antwort", "Note", "Kommentar"),
                ("Question", "Réponse", "Note", "Remarque"),
                ("Pregunta", "Respuesta", "Nota", "Comentario"),
                ("質問", "回答", "評点", "備考"),
            )
        ),
        *(
            (f"question,answer,{head}\nWhen was it?,1856,{one}\nWhen else?,1900,{two}\n", expected | WHEN)
            for head, one, two, expected in (
                ("judge", "correct", "incorrect", {"judge": "label"}),
                ("label,judge", "correct,Ana", "incorrect,x", {"label": "label", "judge": "assessor"}),
                ("label,judge,time", "good,A,1710064800", "bad,B,1710064801", {**BY_JUDGE, "time": "judged-at"}),
                ("label,judge,time", "good,A,12.5", "bad,B,3", {**BY_JUDGE, "time": "seconds"}),
                ("label,judge,WorkTimeInSeconds", "good,A,9", "bad,B,3", {**BY_JUDGE, "WorkTimeInSeconds": "seconds"}),
                ("label,judge,confidence", "good,A,4", "bad,B,5", BY_JUDGE),
                ("label,judge,confidence", "good,A,high", "bad,B,low", BY_JUDGE),
                ("label,source", "good,gpt-4", "bad,gpt-4", {"label": "label"}),
                (
                    "label,source",
                    "good,https://a.org/1",
                    "bad,https://a.org/1",
                    {"label": "label", "source": "document"},
                ),
            )
        ),
        (
            "question,worker,AssignmentId,seconds [s],pages [n],label\nq1,w1,a1,12,1,good\nq1,w2,a2,13,2,bad\n",
            {"question": "question", "worker": "assessor", "label": "label"},
        ),
        (
            "question,answer,prediction\nWhich one is it?,0,1\nWhich other is it?,1,1\n",
            {"question": "question-text", "prediction": "text"},
        ),
        (
            "question,reference,pred\nWhen was it?,1856,1900\nWhen did it end?,1900,1901\n",
            {"question": "question-text", "pred": "text"},
        ),
        (
            "Frage;Antwort;Note\nWer war es?;Odo;richtig\nWo war es?;Ida;falsch\n",
            {"Frage": "question-text", "Antwort": "text", "Note": "label"},
        ),
        (
            "Frage;Musterantwort;Systemantwort;Notiz\nWer war es?;Odo;Odo;ja so\nWo war es?;Ida;Una;so nicht\n",
            {"Frage": "question-text", "Systemantwort": "text", "Notiz": "note"},
        ),
        (
            "run,question,rank,answer,text\nr,q1,1,,Odo\nr,q2,1,,Ida\n",
            {"run": "run", "question": "question", "rank": "rank", "answer": "answer", "text": "text"},
        ),
        (
            "question,kind,text,series\nq1,factoid,Who built it?,1\nq2,factoid,Who lost it?,1\n",
            {"question": "question", "kind": "kind", "text": "question-text"},
        ),
        ("qid,answer,comments,page\nq1,Odo,3,1\nq2,Ida,4,1\n", {"qid": "question", "answer": "text"}),
        ({"q1": {"d1": 0.9, "d2": 0.1}}, {"topic": "question", "docno": "answer", "score": "score"}),
    ],
)
def test_what_stands_beside_the_data_is_not_proposed(tmp_path: Path, content: object, expected: dict[str, str]) -> None:
    assert dict(proposed(written(tmp_path, content)).columns) == expected


def test_a_crowd_with_several_answers_to_a_question_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "question,worker,answer\n1,w1,0\n1,w1,1\n")
    with prepare([path], columns=[parse_columns("question=question,worker=assessor,answer=label")]) as prepared:
        (found,) = [one for one in prepared.report.findings if one.severity == "error"]
        assert (found.code, found.line) == ("columns-no-answer", 3)


@pytest.mark.parametrize("first", ["", "sep=;\n", '"sep=;"\n', "SEP=;\r\n"])
def test_tables_of_other_countries_have_a_line_for_the_separator_and_decimal_commas(tmp_path: Path, first: str) -> None:
    path = written(tmp_path, f'{first}qid;system;response;conf\nq1;A;"Odo; Finch";0,75\nq2;A;Ida;,15\n')
    columns = "qid=question,system=run,response=text,conf=confidence"
    with pytest.raises(UnknownFormat, match=f"--columns {columns}"):
        prepare([path])
    with prepare([path], columns=[parse_columns(columns, "factoid")]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        prepared.staging.spread()
        rows = prepared.staging.db.execute(
            "SELECT question, text, confidence FROM in_responses ORDER BY row"
        ).fetchall()
        assert rows == [("q1", "Odo; Finch", 0.75), ("q2", "Ida", 0.15)]


def test_a_list_of_two_labels_is_an_error_and_one_of_notes_is_joined(tmp_path: Path) -> None:
    records = [
        {"qid": "1", "text": "The mill.", "label": ["correct", "incorrect"]},
        {"qid": "2", "text": "Odo.", "label": ["correct"], "note": ["twice", "which?"]},
    ]
    columns = parse_columns("qid=question,text=text,label=label,note=note", "factoid")
    with prepare([written(tmp_path, records)], columns=[columns]) as prepared:
        assert {one.line for one in prepared.report.findings if one.code == "columns-label"} == {1}
        prepared.staging.spread()
        assert prepared.staging.db.execute("SELECT note FROM in_judgments").fetchall() == [("twice\nwhich?",)]


def test_of_two_labels_with_times_the_latest_counts(tmp_path: Path) -> None:
    rows = "q1,Odo,correct,Ana,2024-03-10T12:00:00Z\nq1,Odo,incorrect,Ana,2024-03-10T10:00:00Z\n"
    text = f"qid,text,label,judge,created_at\n{rows}"
    columns = parse_columns("qid=question,text=text,label=label,judge=assessor,created_at=judged-at", "factoid")
    create(tmp_path / "c.jury")
    prepared = prepare([written(tmp_path, text)], into=tmp_path / "c.jury", columns=[columns])
    assert "columns-earlier" in {one.code for one in prepared.report.findings}
    assert stored(tmp_path / "c.jury", prepared) == {("Ana", "q1", "Odo", "correct")}


def test_what_a_map_reads_past_is_counted(tmp_path: Path) -> None:
    text = "# mills\nqid,text,label,answer,majority,lang\n1,Odo,correct,reject,x,en\n2,Ida,correct,accept,x,en\n"
    with prepare([written(tmp_path, text)], columns=[parse_columns("qid=question,text=text,label=label")]) as prepared:
        said = {one.code: one.sentence for one in prepared.report.findings}
        assert said["columns-left-out"] == "3 columns are left out: answer, majority, lang."
        assert said["columns-undecided"].startswith("1 label is left out: it was rejected or ignored")
        assert said["columns-lines-above"] == "1 line above the names of the columns is left out."


@pytest.mark.parametrize("other", ["x", ""])
def test_a_tick_is_no_label_until_somebody_says_which(tmp_path: Path, other: str) -> None:
    path = written(tmp_path, f"qid,answer,correct\nq1,Odo,x\nq2,Ida,{other}\n")
    columns = "qid=question,answer=text,correct=label"
    with prepare([path], columns=[parse_columns(columns)]) as prepared:
        assert "--words x=LABEL" in "\n".join(prepared.report.lines())
        assert not prepared.report.ok
    with prepare([path], columns=[parse_columns(columns, words=(("x", "correct"),))]) as prepared:
        assert prepared.report.ok, prepared.report.lines()


def test_words_of_other_languages_come_with_their_labels(tmp_path: Path) -> None:
    path = written(tmp_path, "Frage;Antwort;Urteil\nWer baute die Mühle?;Odo;richtig\nWer zahlte damals?;Ida;falsch\n")
    with prepare([path], columns=[proposed(path)]) as prepared:
        assert "--words richtig=correct,falsch=incorrect" in "\n".join(prepared.report.lines())


HEADLESS = [
    "Who built the mill?,Odo Finch\nWho paid the bill?,Ida Wren\n",
    "who built the mill,Odo Finch\nwho paid the bill,Ida Wren\nwho lost the till,Una Rook\n",
    "q1,Odo Finch,correct\nq2,Ida Wren,incorrect\nq3,Una Rook,correct\n",
    "ana;q1;Odo Finch;correct\nana;q2;Ida Wren;incorrect\nben;q3;Una Rook;correct\n",
    "1,2,text\n3,4,other\n",
]


@pytest.mark.parametrize("text", HEADLESS)
def test_a_first_row_of_data_is_no_row_of_heads(tmp_path: Path, text: str) -> None:
    with pytest.raises(UnknownFormat) as refused:
        prepare([written(tmp_path, text)])
    assert "Line 1: This line does not name the columns. Write a line above it" in str(refused.value)
    assert "--" not in str(refused.value).partition("Write a line above it")[0]


@pytest.mark.parametrize(
    "heads",
    ["Is it right?,What is it?", "query,doc1,doc2", "answer 1,answer 2,answer 3", "Was the answer of any use?,Email"],
)
def test_heads_that_look_like_data_are_heads(tmp_path: Path, heads: str) -> None:
    row = ",".join(["yes", *["doc5"] * heads.count(",")])
    assert sample_of(written(tmp_path, f"{heads}\n{row}\n{row}\n")) is not None


SETTINGS: Sequence[dict[str, Any]] = [
    {"name": "mill", "version": "1.0", "scripts": {"test": "run"}, "license": "MIT"},
    {"model": "m", "temperature": 0.5, "prompt": "Answer the question", "output": "x.json"},
    {"version": 3, "results": {"stats": {"successes": 1}}},
]


@pytest.mark.parametrize("record", SETTINGS)
def test_one_object_is_no_table(tmp_path: Path, record: dict[str, Any]) -> None:
    with pytest.raises(UnknownFormat, match="It is one object") as refused:
        prepare([written(tmp_path, record)])
    assert "--columns" not in str(refused.value)
    assert not refused.value.tables


def test_one_object_says_where_its_records_are(tmp_path: Path) -> None:
    record = {"version": 3, "results": {"results": [{"vars": {"question": "q"}}], "stats": {"successes": 1}}}
    with pytest.raises(UnknownFormat, match=r"records seem to be under 'results\.results': write that list"):
        prepare([written(tmp_path, record)])
