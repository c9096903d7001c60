"""Tables with columns of any names: what is proposed, what is read, and what is said of the rest."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from by_names import by_names
from hypothesis import given
from hypothesis import strategies as st

from jurybox.collection.file import create, open_reading
from jurybox.collection.findings import FoundRun
from jurybox.collection.state import State
from jurybox.errors import Refused, UnknownFormat
from jurybox.formats.column_maps import FIELDS, ColumnMap, parse_columns
from jurybox.formats.imports import PreparedImport, prepare
from jurybox.formats.label_words import parse_words, words_text
from jurybox.formats.recognition import LEFT_OUT, plan
from jurybox.formats.table_samples import proposal, sample_of
from jurybox.session import open_session

WIDTH = "Put cells that contain the separator into quotation marks, or write the cells that are missing."
LONG = "qid,query,system,response,judge,verdict\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    create(tmp_path / "c.jury")
    return tmp_path / "c.jury"


def table(tmp_path: Path, text: str, name: str = "table.csv") -> Path:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / name


def proposed(path: Path) -> dict[str, str]:
    sample = sample_of(path)
    assert sample is not None
    return dict(proposal(sample).columns)


def read(source: Path, columns: str, file: Path | None = None, kind: str = "") -> PreparedImport:
    return prepare([source], into=file, columns=[parse_columns(columns, kind)])


def store(file: Path, prepared: PreparedImport) -> dict[str, list[tuple[object, ...]]]:
    with prepared, closing(open_session(file)) as session:
        assert prepared.report.ok, prepared.report.lines()
        session.store(prepared.store)
    with closing(open_reading(file)) as db:
        return by_names(db)


def errors(prepared: PreparedImport) -> list[str]:
    with prepared:
        return [str(one) for one in prepared.report.findings if one.severity == "error"]


def labels(file: Path) -> dict[tuple[str, str], str | None]:
    """Return what each assessor said of each answer, by its text."""
    with closing(open_reading(file)) as db:
        rows = db.execute(
            "SELECT s.name, a.text, e.label FROM entry e JOIN assessor s ON s.id = e.assessor "
            "JOIN answer a ON a.id = e.answer"
        ).fetchall()
    return {(who, text): label for who, text, label in rows}


@pytest.mark.parametrize(
    ("text", "expected", "kind"),
    [
        (
            "Query ID,System Name,Response\n1,a,Paris\n2,a,Rome\n",
            {"Query ID": "question", "System Name": "run", "Response": "text"},
            "factoid",
        ),
        (
            "question;answer\nWho wrote the book?;Goethe\nWho else wrote it?;Schiller\n",
            {"question": "question-text", "answer": "text"},
            "factoid",
        ),
        ("question\tanswer\nq1\ta1\nq2\ta2\n", {"question": "question", "answer": "answer"}, "factoid"),
        (
            "id\tquestion\tgold\n1\tWhat is this thing?\tParis\n",
            {"id": "question", "question": "question-text"},
            "factoid",
        ),
        (
            "id,question,answer\n1,What is this thing?,Paris\n2,What is this thing?,Rome\n",
            {"question": "question-text", "answer": "text"},
            "factoid",
        ),
        ("qid,system,response\n1.1,blue,1969\n", {"qid": "question", "system": "run", "response": "text"}, "factoid"),
        (
            "qid,docno,run_id,score\nq1,d1,x,3\nq1,d2,x,2\nq2,d1,x,2\n",
            {"qid": "question", "docno": "answer", "run_id": "run", "score": "score"},
            "ranked",
        ),
        (
            "id,answer,gpt verdict,ann\n1,Paris,yes,no\n2,Rome,no,no\n",
            {"id": "question", "answer": "text", "gpt verdict": "label", "ann": "label"},
            "factoid",
        ),
        (
            "qid,response,accepted,confidence\n1,Paris,yes,.5\n2,Rome,no,.7\n",
            {"qid": "question", "response": "text", "accepted": "decision", "confidence": "confidence"},
            "validation",
        ),
        (
            "qid,docid,passage,relevance\n1,d1,Some words of text,3\n1,d2,Other words of text,0\n",
            {"qid": "question", "docid": "answer", "passage": "text", "relevance": "label"},
            "ranked",
        ),
        (
            "質問番号,システム,回答\n1,甲,東京\n2,甲,京都\n",
            {"質問番号": "question", "システム": "run", "回答": "text"},
            "factoid",
        ),
    ],
)
def test_what_columns_are_is_proposed(tmp_path: Path, text: str, expected: dict[str, str], kind: str) -> None:
    path = table(tmp_path, text)
    found = proposed(path)
    assert found == expected
    sample = sample_of(path)
    assert sample is not None
    assert proposal(sample).kind == kind


def test_columns_with_heads_in_any_language_are_proposed_by_their_cells(tmp_path: Path) -> None:
    rows = [
        f"{n},{topic},{text},{run},{run} sagt {n}\n"
        for n, text, topic in ((1, "Wer baute die Brücke?", "Bau"), (2, "日本で一番高い山", "Natur"))
        for run in ("rot", "blau")
    ]
    path = table(tmp_path, "".join(["QuestionNr,Thema,Frage,System,Antwort\n", *rows]))
    assert proposed(path) == {"QuestionNr": "question", "Frage": "question-text", "System": "run", "Antwort": "text"}


def test_a_table_with_heads_is_no_run_whatever_its_rows_look_like(tmp_path: Path) -> None:
    path = tmp_path / "pasted.tsv"
    rows = [f"p{n}\tQuestion {n} of all\tanswer A{n}\tanswer B{n}\n" for n in range(1, 7)]
    path.write_text("".join(["Nr\tQuestion\tchatbot A\tchatbot B\n", *rows]))
    with pytest.raises(UnknownFormat) as refused:
        plan([path], None, {})
    assert list(refused.value.tables) == [path]


def test_a_table_of_labels_with_heads_is_no_qrels(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    rows = [f"{n}\tw{who:03}\t{n % 2}\t1\n" for n in range(266, 280) for who in (1, 2)]
    path.write_text("".join(["item\tworker\tresponse\tgold\n", *rows]))
    with pytest.raises(UnknownFormat, match="a table with the columns item, worker, response, gold"):
        plan([path], None, {})
    path.write_text("".join(rows))
    with pytest.raises(UnknownFormat, match="--as trec-qrels"):
        plan([path], None, {})


def test_json_lines_are_a_table_whose_objects_are_flat(tmp_path: Path, file: Path) -> None:
    records = [
        {"topic": "1", "meta": {"model": "blue"}, "output": "Paris", "ok": True, "n": 1.5},
        {"topic": 2, "meta": {"model": "blue"}, "output": None, "ok": False},
    ]
    path = table(tmp_path, "".join(json.dumps(one) + "\n" for one in records), "x.jsonl")
    assert proposed(path) == {"topic": "question", "output": "text", "ok": "label"}
    store(file, read(path, "topic=question,meta.model=run,output=text", file))
    with closing(State(file)) as state:
        assert [one.name for one in state.catalog.runs] == ["blue"]
        assert state.catalog.answer_count == 1


def test_rows_of_several_assessors_are_one_response_and_their_labels(tmp_path: Path, file: Path) -> None:
    rows = [
        "1,Which city?,blue,Paris,ann,yes",
        "1,Which city?,blue,Paris,bob,No",
        "1,Which city?,red,Paris,ann,yes",
        "1,Which city?,red,Paris,bob,no",
        "2,Which river?,blue,Seine,ann,unsupported",
        "2,Which river?,red,,ann,",
    ]
    source = table(tmp_path, LONG + "\n".join(rows) + "\n")
    columns = "qid=question,query=question-text,system=run,response=text,judge=assessor,verdict=label"
    with read(source, columns, file) as prepared:
        assert prepared.report.runs == (FoundRun("blue", 2, 2, 0, 0), FoundRun("red", 2, 1, 0, 1))
    store(file, read(source, columns, file))
    assert labels(file) == {("ann", "Paris"): "correct", ("bob", "Paris"): "incorrect", ("ann", "Seine"): "unsupported"}
    again = read(source, columns, file)  # nothing is new: all is known by the same names
    with again:
        assert again.report.ok
        assert not any(one.new for one in again.report.counted)


def test_a_wide_table_has_a_run_in_each_column(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "Question,gpt,llama\nWho wrote Faust?,Goethe,\nWho wrote Emma?,Austen,Austen\n")
    store(file, read(source, "Question=question-text,gpt=text,llama=text", file))
    with closing(State(file)) as state:
        assert [one.name for one in state.catalog.runs] == ["gpt", "llama"]
        assert [one.name for one in state.catalog.questions] == ["q1", "q2"]
        assert state.catalog.answer_count == 2
    more = table(tmp_path, "Question,bard\nWho wrote Emma?,Bronte\nWho wrote Ulysses?,Joyce\n", "more.csv")
    store(file, read(more, "Question=question-text,bard=text", file))
    with closing(State(file)) as state:
        assert [one.name for one in state.catalog.questions] == ["q1", "q2", "q3"]


def test_a_wide_table_has_an_assessor_in_each_column_of_labels(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "id,answer,Ann,Bob\n1,Paris,R,W\n2,Rome,1,\n")
    store(file, read(source, "id=question,answer=text,Ann=label,Bob=label", file))
    assert labels(file) == {("Ann", "Paris"): "correct", ("Bob", "Paris"): "incorrect", ("Ann", "Rome"): "correct"}


def test_grades_of_ranked_questions_are_labels_of_their_scale(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "qid,docno,rel\n1,d1,3\n1,d2,0\n2,d1,1\n")
    store(file, read(source, "qid=question,docno=answer,rel=label", file, "ranked"))
    with closing(State(file)) as state:
        assert state.facts.scheme_of("ranked").words == ("3", "2", "1", "0")


def test_scores_order_a_run_without_ranks(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "qid,docno,run,score\n1,low,r,-2\n1,high,r,1e1\n1,middle,r,3\n")
    with read(source, "qid=question,docno=answer,run=run,score=score", file) as prepared:
        (responses,) = (one for one in prepared.first_rows(prepared.files[0]) if one.table == "responses")
        assert [row[3] for row in responses.rows] == ["high", "middle", "low"]


def test_decisions_are_read_in_the_words_of_runs(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "q,a,s,v,c\n1,a1,r,VALIDATED,1\n1,a2,r,rejected,0.5\n2,a1,r,,\n2,a2,r,maybe,\n")
    columns = "q=question,a=answer,s=run,v=decision,c=confidence"
    assert errors(read(source, columns, file)) == [
        "table.csv:5: The decision is 'maybe'. Write yes or no, or leave it empty."
    ]


def test_documents_come_with_their_texts_once(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "q,d,t,a\n1,d1,Some text.,Paris\n2,d1,Some text.,Rome\n3,d1,Other text.,Oslo\n")
    said = errors(read(source, "q=question,d=document,t=document-text,a=text", file))
    assert said == ["table.csv:4: Document 'd1' has another text in line 2. Correct one."]


def test_bad_rows_are_named_by_line_and_can_be_skipped(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, 'qid,run,text\n1,r,"two\nlines"\n,r,x\n2,r,x,y\n3,,x\n4,r,good\n1,r,"again, well"\n')
    columns = parse_columns("qid=question,run=run,text=text")
    assert errors(prepare([source], into=file, columns=[columns])) == [
        "table.csv:4: The question is missing. Write its id or its text.",
        "table.csv:5: This row has 4 cells, the first line 3. " + WIDTH,
        "table.csv:6: The run is missing. Write its name.",
    ]
    with prepare([source], into=file, columns=[columns], skip_bad_lines=True) as prepared:
        assert prepared.report.ok
        assert prepared.report.runs == (FoundRun("r", 2, 3, 0, 0),)


def test_labels_that_are_none_and_labels_of_nothing_are_said(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "q,run,a,l\n1,r,x,great\n2,r,,correct\n3,r,NIL,correct\n")
    with read(source, "q=question,run=run,a=text,l=label", file) as prepared:
        report = "\n".join(prepared.report.lines())
    assert "error: table.csv:2: The label is 'great'. Write one of correct, inexact, unsupported, incorrect." in report
    assert "1 label of an empty answer, which nobody judges: left out." in report
    assert "1 label of a response NIL, which nobody judges: left out." in report


WORDS = """qid,response,relevance
1,u,Relevant
1,v,partially relevant
1,w,not relevant
1,x,maybe
1,y,strange
1,z,n/a
"""


def test_words_that_are_no_labels_are_proposed_and_not_taken(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, WORDS)
    sample = sample_of(source)
    assert sample is not None
    assert proposal(sample).kind == "ranked"
    with read(source, "qid=question,response=text,relevance=label", file, "ranked") as prepared:
        report, found = prepared.report, prepared.report.words
    assert report.errors == 7
    assert found is not None
    assert found.heads == (frozenset(("qid", "response", "relevance")),)
    assert found.counts == dict.fromkeys(
        ("relevant", "partially relevant", "not relevant", "maybe", "strange", "n/a"), 1
    )
    assert found.read_as == {}
    assert found.suggested == {
        "relevant": "A",
        "partially relevant": "B",
        "not relevant": "C",
        "maybe": "cannot-tell",
        "n/a": "",
    }
    assert ("Fully answers", "A") in found.choices
    assert ("Leave out", "") in found.choices
    assert (
        "6 words are not among the labels: 'relevant' (1), 'partially relevant' (1), 'not relevant' (1), "
        "'maybe' (1), 'strange' (1), 'n/a' (1). Say what each is: Labels for words in the window, or --words "
        "'relevant=A,partially relevant=B,not relevant=C,maybe=cannot-tell,strange=LABEL,n/a='"
    ) in report.errors_first()[0], "what to do comes before the lines"


def test_words_that_nobody_matched_can_be_skipped(tmp_path: Path, file: Path) -> None:
    columns = [parse_columns("q=question,a=text,l=label", "factoid")]
    source = table(tmp_path, "q,a,l\n1,x,yes\n1,y,odd\n")
    store(file, prepare([source], into=file, columns=columns, skip_bad_lines=True))
    assert labels(file) == {("table", "x"): "correct"}


def test_words_are_the_labels_that_somebody_says(tmp_path: Path, file: Path) -> None:
    """Whatever the case of their letters, and also against what a word usually is."""
    words = parse_words("RELEVANT=a,partially relevant=A,not relevant=C,maybe=cannot-tell,strange=B,n/a=")
    columns = parse_columns("qid=question,response=text,relevance=label", "ranked", words)
    prepared = prepare([table(tmp_path, WORDS)], into=file, columns=[columns])
    report = "\n".join(prepared.report.lines())
    assert "Labels are read as: 'relevant' = A, 'partially relevant' = A, 'not relevant' = C, " in report
    assert "'n/a' = left out" in report
    assert "1 label left out, as asked." in report
    store(file, prepared)
    assert labels(file) == {
        ("table", "u"): "A",
        ("table", "v"): "A",
        ("table", "w"): "C",
        ("table", "x"): None,
        ("table", "y"): "B",
    }
    with closing(open_reading(file)) as db:
        states = db.execute("SELECT state FROM entry WHERE state IS NOT NULL").fetchall()
    assert states == [("cannot-tell",)]


def test_words_go_before_codes_and_grades(tmp_path: Path, file: Path) -> None:
    columns = parse_columns("q=question,a=text,l=label", "factoid", parse_words("1=incorrect,0=correct"))
    store(file, prepare([table(tmp_path, "q,a,l\n1,x,1\n1,y,0\n")], into=file, columns=[columns]))
    assert labels(file) == {("table", "x"): "incorrect", ("table", "y"): "correct"}


def test_words_that_are_to_be_no_label_are_refused(tmp_path: Path, file: Path) -> None:
    columns = parse_columns("q=question,a=text,l=label", "factoid", parse_words("great=excellent"))
    _, found = errors(prepare([table(tmp_path, "q,a,l\n1,x,great\n")], into=file, columns=[columns]))
    assert found == (
        "table.csv:2: 'great' is mapped to 'excellent', which is not a label. Known labels: correct, "
        "inexact, unsupported, incorrect, skipped, cannot-tell, deferred, junk."
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("great", "'great' is not a word and a label. Write WORD=LABEL, such as yes=correct"),
        ("=correct", "'=correct' is not a word and a label."),
        ("yes=correct,YES=incorrect", "The word 'YES' is named twice."),
        ("", "No word is named."),
    ],
)
def test_words_that_cannot_be_read_are_refused(text: str, told: str) -> None:
    with pytest.raises(Refused) as error:
        parse_words(text)
    assert str(error.value).startswith(told)


@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=("C", "Z")), min_size=1).map(str.casefold),
        st.sampled_from(("correct", "cannot-tell", "")),
        min_size=1,
        max_size=4,
    )
)
def test_words_are_read_back_as_they_are_printed_and_remembered(words: dict[str, str]) -> None:
    pairs = tuple(words.items())
    assert parse_words(words_text(pairs)) == pairs
    made = ColumnMap((("q", "question"), ("l", "label"), ("a", "text")), "factoid", frozenset("qla"), pairs)
    assert ColumnMap.remembered(made.heads, made.as_setting()) == made


def test_labels_by_their_own_names_leave_nothing_to_choose(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "q,a,l\n1,x,Correct\n1,y,incorrect\n")
    with read(source, "q=question,a=text,l=label", file) as prepared:
        assert prepared.report.words is None


def test_an_answer_labeled_twice_keeps_the_first_label(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "q,a,l\n1,x,yes\n1,x,no\n1,x,yes\n")
    with read(source, "q=question,a=text,l=label", file) as prepared:
        assert "table.csv:3: This answer is in line 2 too, labeled yes there and no here: yes is kept." in "\n".join(
            prepared.report.lines()
        )
    store(file, read(source, "q=question,a=text,l=label", file))
    assert labels(file) == {("table", "x"): "correct"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("qid", "'qid' is not a column and a field. Write COLUMN=FIELD, such as qid=question."),
        ("qid=topic", "There is no field 'topic'. Fields are "),
        ("a=question,a=text", "The column 'a' is named twice. Leave one of the two out."),
        ("a=question,b=question", "Two columns are 'Question id'. Leave one of them out."),
        ("a=text", "No column is a question. Choose the column of its id or of its text."),
        ("a=question,b=label", "No column is an answer. Choose the column of its id or of its text."),
        ("a=question,b=text,c=text,d=run", "so no column can name the run."),
        ("a=question,b=answer,c=document-text", "The text of a document needs a column with its id."),
        ("", "No column is named."),
        ('"a', "No column is named."),
    ],
)
def test_what_is_wrong_with_matched_columns_is_said(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_columns(text)
    assert sentence in str(refused.value)


heads = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12).map(str.strip)


@given(st.lists(heads.filter(bool), min_size=1, max_size=6, unique=True))
def test_matched_columns_are_written_as_they_are_read(names: list[str]) -> None:
    fields = ["question", "text", "run", "document", "note", "category"]
    made = ColumnMap(tuple(zip(names, fields, strict=False)), "list", frozenset(names))
    if made.problem:
        return
    assert parse_columns(str(made)).columns == made.columns
    assert ColumnMap.remembered(frozenset(names), made.as_setting()) == made


@pytest.mark.parametrize("said", [[], ["list"], ["none", "a=question"], ["", "a=moon"], ["", "b=question"], [""]])
def test_a_remembered_match_that_cannot_be_is_forgotten(said: list[str]) -> None:
    found = ColumnMap.remembered(frozenset("a"), said)
    assert found is None


cells = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30)


@given(st.lists(st.tuples(cells, cells, cells), max_size=8), st.sampled_from(",;\t|"))
def test_whatever_is_in_the_cells_is_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, rows: Iterable[tuple[str, ...]], separator: str
) -> None:
    path = tmp_path_factory.mktemp("x") / "x.csv"
    held = io.StringIO(newline="")
    writer = csv.writer(held, delimiter=separator)
    writer.writerow(("qid", "response", "label"))
    writer.writerows(rows)
    path.write_bytes(held.getvalue().encode())
    with prepare([path], columns=[parse_columns("qid=question,response=text,label=label")]) as prepared:
        for one in prepared.report.findings:
            assert one.severity != "error" or one.sentence


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"qid,text\n1,caf\xe9\n", "Byte 15 of the file (0xE9) is not UTF-8. Save the file as UTF-8."),
        ("qid,text\n1,x\n".encode("utf-16"), "The file is UTF-16. Save it as UTF-8."),
        (b"\x89PNG\r\n\x1a\n\0\0", "This is a picture, not text."),
        (b"", "It is empty."),
        (b'qid,text\n1,"never closed\n', "Line 2: The quotation mark"),
        (b"qid,text\n", "There is no row below the names of the columns."),
        (b"qid,qid,text\n1,1,x\n", "Line 1: The column 'qid' appears twice."),
        (b"1,2,text\n3,4,other\n", "Line 1: This line does not name the columns."),
        (b"qid,text\n1,x\n2\n3,x,y\n", "Line 3: This row has 1 cells, the first line 2."),
        (b",".join(b"c%d" % n for n in range(300)) + b"\n" + b"1," * 299 + b"1\n", "There are 300 columns."),
        (b'{"id": "1", "text": "x"}\n{"id": "2", "text":\n', "Line 2: This is not JSON"),
    ],
)
def test_bytes_that_are_no_table_are_refused_with_what_to_do(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(data)
    with pytest.raises(UnknownFormat) as refused:
        prepare([path])
    assert sentence in str(refused.value)
    assert not refused.value.tables


def test_a_workbook_under_another_name_is_named_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "book.data"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(UnknownFormat, match=r"It is a workbook\. Give it a name that ends in \.xlsx\."):
        prepare([path])


def test_a_file_that_is_almost_of_a_format_is_named_by_its_first_bad_line(tmp_path: Path) -> None:
    lines = [f"q Q0 d{n} {n} {n} r" if n % 3 else f"a remark {n}" for n in range(1, 21)]
    path = table(tmp_path, "\n".join(lines) + "\n", "mixed.txt")
    with pytest.raises(UnknownFormat) as refused:
        prepare([path])
    assert "It looks like trec-run (" in str(refused.value)
    assert "6 of its 20 lines do not have that shape; the first is line 3: 'a remark 3'." in str(refused.value)


def test_a_table_is_proposed_and_read_once_it_is_matched(tmp_path: Path, file: Path) -> None:
    source = table(tmp_path, "qid,system,response\n1,blue,Paris\n")
    with pytest.raises(UnknownFormat) as refused:
        prepare([source], into=file)
    assert "--columns qid=question,system=run,response=text --kind factoid" in str(refused.value)
    assert refused.value.tables == (source,)
    sample = sample_of(source)
    assert sample is not None
    with prepare([source], into=file, columns=[proposal(sample)]) as prepared:
        assert prepared.report.decided == "Read as columns, by the columns matched."
        assert prepared.report.ok
    other = ColumnMap((("qid", "question"), ("response", "text")), "", frozenset({"qid", "response"}))
    with pytest.raises(UnknownFormat):  # remembered for a table with just two columns
        prepare([source], into=file, columns=[other])


def test_files_are_left_out_or_read_as_said_by_hand(tmp_path: Path, file: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "questions.csv").write_text("question,kind,text\nq1,factoid,Who?\n")
    (folder / "green").write_text("q1 green NYT1 Paris\n")
    (folder / "red").write_text("q1 red NYT1 Rome\n")
    with prepare([folder], into=file, by_hand={folder / "red": LEFT_OUT}) as prepared:
        assert [(one.name, one.format, dict(one.rows)) for one in prepared.files] == [
            ("questions.csv", "tables", {"questions": 1}),
            ("green", "trec-qa-runs", {"responses": 1}),
            ("red", "", {}),
        ]
        assert [one.run for one in prepared.report.runs] == ["green"]
    with pytest.raises(Refused, match="Every file is left out"):
        prepare([folder / "red"], by_hand={folder / "red": LEFT_OUT})
    with pytest.raises(Refused, match="is not a format that can be imported"):
        prepare([folder], by_hand={folder / "red": "nonsense"})


def test_every_field_says_what_it_is() -> None:
    taken = [head for field in FIELDS.values() for head in field.heads.split()]
    assert len(taken) == len({*taken})
    assert len({field.title for field in FIELDS.values()}) == len(FIELDS)


def test_labels_of_responses_that_are_there_add_no_response(tmp_path: Path, file: Path) -> None:
    responses = table(tmp_path, "qid,docno,run,rank\n1,d1,r,1\n1,d2,r,2\n", "run.csv")
    store(file, read(responses, "qid=question,docno=answer,run=run,rank=rank", file, "ranked"))
    judged = table(tmp_path, "qid,docno,run,rel\n1,d2,r,2\n1,d1,r,0\n", "judged.csv")
    with read(judged, "qid=question,docno=answer,run=run,rel=label", file) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert prepared.report.of("responses").found == 0
        assert prepared.report.of("judgments").new == 2


def test_texts_that_cannot_be_stored_are_named_by_line(tmp_path: Path, file: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"q": "1", "a": "\\ud800"}\n{"q": "1", "a": "x\\u0000"}\n{"q": "1", "a": "fine"}\n')
    assert errors(read(path, "q=question,a=text", file)) == [
        "x.jsonl:1: A text contains half a character (a lone surrogate), which cannot be stored. Repair it.",
        "x.jsonl:2: A text contains a NUL character. Remove it.",
    ]


def test_signs_that_only_look_like_digits_and_deep_records_are_texts(tmp_path: Path, file: Path) -> None:
    deep = "[" * 150 + "]" * 150
    path = table(tmp_path, f'{{"q": "1", "a": {deep}, "l": "²"}}\n', "x.jsonl")
    assert errors(read(path, "q=question,a=text,l=label", file))[1:] == [
        "x.jsonl:1: The label is '²'. Write one of correct, inexact, unsupported, incorrect."
    ]


def test_a_kind_that_there_is_not_is_said_once(tmp_path: Path, file: Path) -> None:
    path = table(tmp_path, "q,kind,a,l\n1,poem,x,yes\n")
    (said,) = errors(read(path, "q=question,kind=kind,a=text,l=label", file))
    assert said.startswith("table.csv:2: kind is 'poem'. Write one of factoid, ")


def test_a_format_said_of_all_files_holds_beside_one_said_by_hand(tmp_path: Path, file: Path) -> None:
    for name in ("a", "b"):
        table(tmp_path, f"q Q0 d{name} 1 1 {name}\n", f"{name}.run")
    sources, by_hand = [tmp_path / "a.run", tmp_path / "b.run"], {tmp_path / "b.run": LEFT_OUT}
    with prepare(sources, into=file, as_format="trec-run", by_hand=by_hand) as prepared:
        assert [(one.name, one.format) for one in prepared.files] == [("a.run", "trec-run"), ("b.run", "")]


def test_an_apostrophe_that_guards_a_cell_is_taken_off(tmp_path: Path, file: Path) -> None:
    path = table(tmp_path, "q,a\n1,'=1+1\n")
    with read(path, "q=question,a=text", file) as prepared:
        (responses,) = prepared.first_rows(prepared.files[0])[1:]
        assert "=1+1" in responses.rows[0]
