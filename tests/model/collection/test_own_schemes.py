"""Label schemes of a collection's own: how they are written, read, refused, kept and changed."""

import csv
import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from patience import until
from small import small_collection

from jurybox.campaign.merges import merge_files
from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.collection.own_schemes import SCHEME_KINDS, scheme_as_json, scheme_from, scheme_of_text
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.kinds import KINDS
from jurybox.results import label_schemes
from jurybox.session import open_session

FIVE = {
    "name": "how sure",
    "measurement": "ordinal",
    "labels": [
        {"label": "sure", "name": "Surely right", "key": "s", "grade": 2, "relevant": "strict"},
        {"label": "likely", "grade": 1, "relevant": "lenient"},
        {"label": "open", "grade": 0},
        {"label": "unlikely", "grade": -1},
        {"label": "never", "grade": -2},
    ],
}


@pytest.mark.parametrize("kind", SCHEME_KINDS)
def test_the_schemes_of_the_papers_can_be_written_and_read(kind: str) -> None:
    scheme = KINDS[kind].label_scheme
    assert scheme_from(json.loads(json.dumps(scheme_as_json(scheme))), kind) == scheme


def test_a_scale_of_numbers_is_a_scheme() -> None:
    assert scheme_of_text("0..3", "ranked").words == ("3", "2", "1", "0")
    assert scheme_of_text("-2..2", "ranked").grades == (2, 1, 0, -1, -2)
    assert scheme_of_text("-2..2", "ranked").relevant("strict") == ("2", "1")
    assert scheme_of_text("0..1 by 0.25", "ranked").words == ("1", "0.75", "0.5", "0.25", "0")
    long = scheme_of_text("0..100", "ranked")
    assert (len(long.words), long.measurement) == (101, "interval")
    assert [label.worth for label in scheme_of_text("-2..2", "ranked").labels] == [2, 1, 0, 0, 0]
    assert [label.worth for label in scheme_of_text("1..4", "ranked").labels] == [3, 2, 1, 0]
    assert scheme_of_text("-0..2", "ranked").words == ("2", "1", "0")


def test_labels_have_names_keys_grades_and_relevance() -> None:
    scheme = scheme_from(FIVE, "validation")
    first, second, *rest = scheme.labels
    assert (first.word, first.name, first.letter, first.grade) == ("sure", "Surely right", "S", 2)
    assert (second.name, second.relevance, second.worth) == ("likely", "lenient", 1)
    assert {label.relevance for label in rest} == {"no"}
    assert scheme.relevant("lenient") == ("sure", "likely")


def test_a_table_of_labels_is_a_scheme(tmp_path: Path) -> None:
    table = tmp_path / "four words.csv"
    table.write_text(
        "label,name,key,grade,gain,relevant\nperfect,Perfect,Y,3,7,strict\nhigh,Highly,,2,3,strict\n"
        "related,Related,,1,1,no\nnone,Irrelevant,,0,,no\n",
        encoding="utf-8",
    )
    scheme = scheme_of_text(str(table), "ranked")
    assert (scheme.name, scheme.measurement) == ("four words", "ordinal")
    assert [label.worth for label in scheme.labels] == [7, 3, 1, 0]
    as_json = tmp_path / "scheme.json"
    as_json.write_text(json.dumps(scheme_as_json(scheme)), encoding="utf-8")
    assert scheme_of_text(str(as_json), "ranked") == scheme


def changed(**changes: Any) -> dict[str, Any]:
    return FIVE | changes


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (3, "A label scheme has a name, a measurement and a list of labels"),
        (changed(measurement="ratio"), "is nominal, ordinal or interval, not 'ratio'"),
        (changed(labels=FIVE["labels"][:1]), "it has 1 label, and 2 to 101 are possible"),
        (changed(labels=[{"label": "junk"}, {"label": "b"}]), "'junk' cannot be a label"),
        (changed(labels=[{"label": "x" * 41}, {"label": "b"}]), "write 1 to 40 letters"),
        (changed(labels=[{"label": "a", "key": "AB", "grade": 1}, {"label": "b"}]), "one letter from A to Z"),
        (
            changed(labels=[{"label": "a", "grade": 1}, {"label": "A"}]),
            "the label 'a' appears twice, apart from capital letters",
        ),
        (changed(labels=[{"label": "a"}, {"label": "b", "grade": 1}]), "the best label comes first"),
        (
            changed(labels=[{"label": "a", "grade": 1, "gain": 0}, {"label": "b", "grade": 0, "gain": 2}]),
            "'b' is worth more than 'a'",
        ),
        (changed(labels=[{"label": "a", "grade": 0}, {"label": "b", "grade": -1}]), "no label is relevant"),
        (changed(labels=[{"label": "a", "grade": 2}, {"label": "b", "grade": 1}]), "every label is relevant"),
        (changed(labels=[{"label": "a", "grade": "2"}, {"label": "b"}]), "The grade of label 'a' is '2'"),
        (changed(labels=[{"label": "a", "key": "q", "grade": 1}, {"label": "b", "key": "Q"}]), "the key 'Q' appears"),
        (changed(labels=[{"label": "a", "grade": 10**400}, {"label": "b"}]), "not between -1,000,000,000"),
        (changed(labels=[{"label": "a", "gain": float("nan")}, {"label": "b"}]), "The gain of label 'a' is not"),
        (changed(labels=[{"label": "a", "grade": 1e-7}, {"label": "b"}]), "less than 0.000001 apart"),
        (changed(labels=[{"label": "good"}, {"label": "bad"}]), "its labels have no grades"),
        (changed(labels=[{"label": "a\u202e", "grade": 1}, {"label": "b"}]), "a character that cannot be seen"),
        (changed(labels=[{"label": "a", "grade": 1, "name": "\ud800"}, {"label": "b"}]), "the name of 'a' has"),
        (changed(name="two\nlines"), "its name has a line break"),
        (changed(labels=[{"label": "a", "relevant": "maybe"}, {"label": "b"}]), "write strict, lenient or no"),
    ],
)
def test_what_is_no_scheme_is_refused_with_a_sentence(value: object, sentence: str) -> None:
    with pytest.raises(Refused) as caught:
        scheme_from(value, "validation")
    assert sentence in str(caught.value)


def test_kinds_have_needs_of_their_own() -> None:
    with pytest.raises(Refused, match="Questions of kind 'other' take no label scheme"):
        scheme_from(FIVE, "other")
    with pytest.raises(Refused, match="it needs the labels 'correct'"):
        scheme_from(FIVE, "factoid")
    with pytest.raises(Refused, match="ranked answers need labels in an order"):
        scheme_from(FIVE | {"measurement": "nominal"}, "ranked")


@pytest.mark.parametrize("text", ["3..0", "0..1 by 0.3", "0..1000", "0..1 by 0", "nothing.json"])
def test_what_is_no_scale_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"is not a scale|is neither a scale such as"):
        scheme_of_text(text, "ranked")


NAMED = [
    (
        "ranked",
        "Excellent, Good, Fair, Poor, Harmful",
        "Excellent 4 strict|Good 3 strict|Fair 2 strict|Poor 1 strict|Harmful 0 no",
    ),
    ("ranked", "Good，Fair、Poor,", "Good 2 strict|Fair 1 strict|Poor 0 no"),
    ("ranked", "0, 1, 5", "5 5 strict|1 1 strict|0 0 no"),
    ("validation", "Correct, Unsure, Incorrect", "correct 2 strict|Unsure 1 strict|incorrect 0 no"),
    (
        "factoid",
        "correct, Inexact, Outdated, unsupported, Vague, Incorrect",
        "correct 5 strict|inexact 4 lenient|Outdated 3 lenient|unsupported 2 no|Vague 1 no|incorrect 0 no",
    ),
    ("ranked", ", ".join(f"a rather long name {at}" for at in range(30)), ""),
]
"""A kind of question, names as they are typed, and the labels that they are: with grade and relevance."""


@pytest.mark.parametrize(("kind", "text", "labels"), NAMED)
def test_names_separated_by_commas_are_labels(kind: str, text: str, labels: str) -> None:
    scheme = scheme_of_text(text, kind)
    found = [f"{one.word} {one.grade:g} {one.relevance}" for one in scheme.labels]
    assert found == labels.split("|") if labels else len(found) == 30
    assert scheme_from(scheme_as_json(scheme), kind) == scheme


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Good, Bad, good", "the label 'Good' appears twice"),
        ("Good,", "it has 1 label"),
        ("Good", "neither a scale such as 0..3, nor names of labels separated by commas, nor a file. A file is a CSV"),
        ("good,bad.csv", "the columns label, name, short, meaning, guideline, key, grade, gain, relevant"),
    ],
)
def test_what_is_neither_scale_nor_names_nor_file_is_refused_with_the_format(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        scheme_of_text(text, "ranked")
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("word", "relevance"),
    [("strict", "strict"), ("yes", "strict"), ("Yes", "strict"), ("only lenient", "lenient"), ("no", "no")],
)
def test_the_words_of_the_preview_are_read_from_files(tmp_path: Path, word: str, relevance: str) -> None:
    table = tmp_path / "x.csv"
    table.write_text(f"label,grade,relevant\nbest,2,yes\ngood,1,{word}\nbad,0,no\n", encoding="utf-8")
    assert scheme_of_text(str(table), "ranked").labels[1].relevance == relevance


def test_a_bad_line_of_a_table_is_named(tmp_path: Path) -> None:
    table = tmp_path / "x.csv"
    table.write_text("label,grade\ngood,1\nbad,none\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"x.csv, line 3: the grade is 'none'"):
        scheme_of_text(str(table), "ranked")
    table.write_text("label,colour\ngood,red\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"line 1: 'colour' is not a column"):
        scheme_of_text(str(table), "ranked")


OWNED = [
    ("ranked", "EGFPH", 2, "key E of label 'word 0' is the key of “Export list or tables…” on Disagreements"),
    ("ranked", "XG", 3, "key G of label 'word 1' is the key of “Choose the gold standard” on Disagreements"),
    ("ranked", "p", 2, "key P of label 'word 0' is the key of “Only where one assessor differs from others” on"),
    ("ranked", " H", 3, "key H of label 'word 1' is the key of “Previous label of yours” on Judge"),
    ("validation", " D", 3, "key D of label 'word 1' is the key of “Defer: come back to it at the end” on Judge"),
    ("validation", "K", 2, "key K of label 'word 0' is the key of “Cannot tell” on Judge"),
    ("list", "I", 3, "“Add an instance no run returned” on Judge. Choose another letter (B, C, R, U, W, X or Y)"),
    ("list", "S", 3, "key S of label 'word 0' is the key of “Skip: leave it to others” on Judge"),
]
"""A kind of question, keys of labels (a space for none), and the first that an action has: its line, what is said."""


def lettered(kind: str, letters: str) -> list[dict[str, Any]]:
    """Return labels with these keys, a space for none, and those that the kind needs."""
    words = [*(["correct"] if KINDS[kind].nil else []), *(f"word {at}" for at in range(len(letters))), "incorrect"]
    keys = [" ", *letters] if KINDS[kind].nil else letters
    return [
        {"label": word, "key": key.strip(), "grade": len(words) - at, "relevant": "no" if at else "strict"}
        for at, (word, key) in enumerate(zip(words, f"{''.join(keys)} ", strict=True))
    ]


@pytest.mark.parametrize(("kind", "letters", "line", "sentence"), OWNED)
def test_a_letter_that_an_action_has_is_refused_where_labels_are_set_or_imported(
    tmp_path: Path, kind: str, letters: str, line: int, sentence: str
) -> None:
    labels = lettered(kind, letters)
    table, scheme, facts = tmp_path / "scheme.csv", tmp_path / "scheme.json", tmp_path / "collection.csv"
    with table.open("w", newline="") as file:
        csv.DictWriter(file, list(labels[0])).writeheader()
        csv.DictWriter(file, list(labels[0])).writerows(labels)
    scheme.write_text(json.dumps({"labels": labels}))
    with facts.open("w", newline="") as file:
        csv.writer(file).writerows([("key", "value"), (f"scheme:{kind}", json.dumps({"labels": labels}))])
    for source, place in ((table, f"{table}, line {line}: "), (scheme, f"{scheme}: ")):
        with pytest.raises(Refused) as refused:
            scheme_of_text(str(source), kind)
        assert str(refused.value).startswith(place)
        assert sentence in str(refused.value)
    path = small_collection(tmp_path / "c.jury")
    with pytest.raises(Refused, match=f"collection.csv:2: .*{re.escape(sentence)}"):
        import_into(path, [facts])
    with closing(open_session(path, assessor="Ana")) as session:  # as an earlier version did
        session.execute(SetFact(f"scheme:{kind}", scheme_as_json(scheme_from({"labels": labels}, kind))))
        session.flush()
    import_into(path, [write_facts(facts, f"scheme:{kind}", path)])
    with closing(State(path)) as state:
        assert state.facts.schemes[kind].words == tuple(label["label"] for label in labels)
        keys = label_schemes(state.catalog, state.facts).loc[kind]["key"]
        assert set(keys) - {""} <= {"X"}


def write_facts(file: Path, fact: str, path: Path) -> Path:
    """Write a table with a scheme as the collection has it, and return it."""
    with closing(State(path)) as state, file.open("w", newline="") as lines:
        scheme = scheme_as_json(state.facts.schemes[fact.removeprefix("scheme:")])
        csv.writer(lines).writerows([("key", "value"), (fact, json.dumps(scheme))])
    return file


@pytest.mark.parametrize(("kind", "letters"), [("ranked", "ABCIRUWXY"), ("validation", "yx"), ("list", "BCRUWXY")])
def test_letters_that_no_action_has_are_keys(tmp_path: Path, kind: str, letters: str) -> None:
    scheme = tmp_path / "scheme.json"
    scheme.write_text(json.dumps({"labels": lettered(kind, letters)}))
    found = scheme_of_text(str(scheme), kind)
    assert "".join(label.letter for label in found.labels) == letters.upper()


def test_a_collection_is_judged_by_its_scheme_and_keeps_it(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "c.jury")
    scheme = scheme_from(FIVE, "validation")
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(SetFact("scheme:validation", FIVE))
        session.execute(Judge((0,), "unlikely"))
        with pytest.raises(Refused, match="'correct' is not a label for validation question q1; choose from sure"):
            session.execute(Judge((1,), "correct"))
        session.flush()
    with closing(State(path)) as state:
        assert state.facts.scheme_of("validation") == scheme
        assert state.ledger.codes.word(int(state.ledger.labels[0, 0])) == "unlikely"
        assert state.facts.scheme_of("ranked") == KINDS["ranked"].label_scheme


def test_no_label_that_was_given_is_lost_by_another_scheme(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "c.jury", labels=[(0, 0, "correct")])
    with closing(open_session(path, assessor="Ana")) as session:
        with pytest.raises(Refused, match="labeled 'correct', which is not a label of the scheme 'how sure'"):
            session.execute(SetFact("scheme:validation", FIVE))
        session.execute(Judge((0,)))
        session.execute(SetFact("scheme:validation", FIVE))
        session.execute(Judge((0,), "open"))
        with pytest.raises(Refused, match="are labeled 'open'"):
            session.execute(SetFact("scheme:validation", None))
        session.undo()
        session.undo()
        assert not session.facts.schemes


def test_labels_of_another_scheme_are_not_merged(tmp_path: Path) -> None:
    here = small_collection(tmp_path / "here.jury")
    there = tmp_path / "there.jury"
    there.write_bytes(here.read_bytes())
    with closing(open_session(there, assessor="Ana")) as session:
        session.execute(SetFact("scheme:validation", FIVE, session.catalog.assessor_named["Ana"]))
        session.execute(Judge((0,), "likely"))
        session.flush()
    with closing(open_session(here, assessor="Ben")) as session:
        session.execute(Judge((1,), "correct"))
        session.flush()
        with pytest.raises(Refused, match=r"is not a label of the scheme .* Nothing was merged"):
            merge_files(session, [there])
        assert session.content_of(0).label is None
        session.execute(Judge((1,)))
        session.flush()
        merge_files(session, [there])
    with closing(State(here)) as state:
        assert state.ledger.codes.word(int(state.ledger.labels[0, 0])) == "likely"
        assert state.facts.scheme_of("validation").name == "how sure"


def test_no_scheme_or_label_of_an_earlier_time_comes_back_by_undo(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "c.jury")
    with closing(open_session(path, assessor="Ben")) as session:
        session.execute(Judge((2,), "correct"))
        session.execute(Judge((2,)))
        session.flush()
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((5,), None, "skipped"))
        session.execute(SetFact("scheme:validation", FIVE, session.catalog.assessor_named["Ana"]))
        session.execute(Judge((0,), "open", assessor=session.catalog.assessor_named["Ben"]))
        with pytest.raises(Refused, match="are labeled 'open', which is not a label of the scheme"):
            session.undo()
        assert session.facts.scheme_of("validation").name == "how sure"
        assert session.undo() is not None  # the step before, which can be taken back
        session.flush()
    with closing(open_session(path, assessor="Ben")) as session:
        session.undo()
        with pytest.raises(Refused, match="'correct' is not a label for validation question q1"):
            session.undo()
        assert not session.ledger.labels.any()


def test_labels_that_are_hidden_are_not_lost_by_another_scheme(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "c.jury")
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((0,), "correct", kind="repeat"))
        with pytest.raises(Refused, match="labeled 'correct'"):
            session.execute(SetFact("scheme:validation", FIVE))
        session.execute(Judge((0,), kind="repeat"))
        session.flush()
    other = tmp_path / "other.jury"
    other.write_bytes(path.read_bytes())
    for file, label in ((path, "correct"), (other, "incorrect")):
        with closing(open_session(file, assessor="Ana")) as session:
            session.execute(Judge((1,), label))
            session.flush()
    with closing(open_session(path, assessor="Ana")) as session:
        assert merge_files(session, [other]).conflicts == 1
        with pytest.raises(Refused, match="labeled 'correct'"):
            session.execute(SetFact("scheme:validation", FIVE))


def hundred(first: int) -> dict[str, Any]:
    labels = [{"label": f"n{first + at}", "grade": 100 - at} for at in range(101)]
    return {"name": f"from {first}", "measurement": "interval", "labels": labels}


def test_labels_that_another_program_replaced_reach_an_open_collection(tmp_path: Path) -> None:
    """An open collection has codes for 112 labels: it is read again where those of both schemes are more."""
    path = small_collection(tmp_path / "c.jury", questions=4, answers=30)
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(SetFact("scheme:validation", hundred(0)))
        session.flush()
    with closing(open_session(path, assessor="Ben")) as watching:
        with closing(open_session(path, assessor="Ana")) as session:
            session.execute(SetFact("scheme:validation", None))
            session.flush()
        with closing(open_session(path, assessor="Ana")) as session:
            session.execute(SetFact("scheme:validation", hundred(500)))
            for answer in range(20):
                session.execute(Judge((answer,), f"n{580 + answer}"))
            session.flush()
        ana = watching.catalog.assessor_named["Ana"]
        until(lambda: watching.content_of(19, ana).label == "n599", watching)
        given = watching.ledger.labels[ana, :20].tolist()
        assert [watching.ledger.codes.word(code) for code in given] == [f"n{at}" for at in range(580, 600)]
        assert watching.facts.scheme_of("validation").name == "from 500"
        watching.execute(Judge((0,), "n600"))
        watching.flush()
    with closing(open_reading(path)) as db:
        assert check(db) == []


def test_schemes_with_more_labels_than_can_be_held_are_refused(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "c.jury")
    other = tmp_path / "other.jury"
    other.write_bytes(path.read_bytes())
    sentence = "The label schemes of the collection have 202 different labels, and 110 are possible"
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(SetFact("scheme:ranked", hundred(0)))
        with pytest.raises(Refused, match=sentence):
            session.execute(SetFact("scheme:validation", hundred(500)))
        session.execute(SetFact("scheme:validation", hundred(0)))
        session.flush()
    table = tmp_path / "tables"
    table.mkdir()
    (table / "questions.csv").write_text("question,kind,text\nx,factoid,Who?\n")
    with (table / "collection.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("key", "value"))
        rows.writerow(("scheme:ranked", json.dumps(hundred(500))))
    with pytest.raises(Refused, match=sentence):
        import_into(path, [table])
    with closing(open_session(other, assessor="Ben")) as session:
        session.execute(SetFact("scheme:ranked", hundred(500)))
        session.flush()
        who = session.catalog.assessor_named["Ben"]
        session.execute(SetFact("scheme:ranked", None))
        best, worst = {"label": "correct", "grade": 200}, {"label": "incorrect", "grade": 0}
        labels = [best, *hundred(500)["labels"][:90], worst]
        session.execute(SetFact("scheme:list", hundred(500) | {"labels": labels}, who))
        session.flush()
    with (
        closing(open_session(path, assessor="Ana")) as session,
        pytest.raises(Refused, match=r"have 191 different labels.*Nothing was merged"),
    ):
        merge_files(session, [other])


def test_labels_of_schemes_in_force_come_before_those_of_earlier_ones(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "c.jury", questions=4, answers=30)
    every = tuple(range(101))
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(SetFact("scheme:validation", hundred(0)))
        for answer in every:
            session.execute(Judge((answer,), f"n{answer}"))
        session.execute(Judge(every))
        with pytest.raises(Refused, match="Close and open it"):
            session.execute(SetFact("scheme:validation", hundred(500)))
        session.execute(SetFact("scheme:validation", None))
        session.flush()
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(SetFact("scheme:validation", hundred(500)))
        for answer in every:
            session.execute(Judge((answer,), f"n{500 + answer}"))
        session.flush()
    with closing(State(path)) as state:
        words = [state.ledger.codes.word(code) for code in state.ledger.labels[0, :101].tolist()]
        assert words == [f"n{500 + answer}" for answer in every]


def test_labels_are_in_any_script(tmp_path: Path) -> None:
    table = tmp_path / "signs.csv"
    rows = [(3, "\U0001f468\u200d\U0001f469\u200d\U0001f467"), (2, "\u05d8\u05d5\u05d1"), (1, 'a,b;"c"'), (0, "=x")]
    with table.open("w", encoding="utf-8-sig", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(("label", "grade", "guideline"))
        lines.writerows((label, grade, "Two\nlines,\u2028three") for grade, label in rows)
        lines.writerow(("", "", ""))
    scheme = scheme_of_text(str(table), "ranked")
    assert scheme.words == tuple(label for _, label in rows)
    assert {label.explained for label in scheme.labels} == {"Two\nlines,\u2028three"}
    whole = scheme_from({"labels": [{"label": 3, "grade": 3}, {"label": 0}]}, "ranked")
    assert whole.words == ("3", "0")


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("x.csv", "label,grade,label\na,1,b\nc,0,d\n", r"x.csv, line 1: the column 'label' appears twice"),
        ("x.csv", "label,grade\na,1,extra\nb,0\n", "x.csv, line 2: there are more cells than columns"),
        ("x.csv", "label,grade\n,1\nb,0\n", "x.csv, line 2: the label is missing"),
        ("x.csv", 'label,grade\na,"1\nb,0\n', "x.csv is not a table with commas: unexpected end"),
        ("x.csv", "label,grade,measurement\na,1,ordinal\nb,0,interval\n", "measurement is ordinal or interval"),
        ("x.json", '{"labels": [{"label": "a", "gian": 7}, {"label": "b"}]}', "'gian' is not a field of a label"),
        ("x.json", '{"scale": "ordinal", "labels": []}', "'scale' is not a field of a scheme"),
        ("x.json", '{"labels": [{"label": null}, {"label": "b"}]}', "is not a label of a scheme"),
        ("x.json", "[" * 100_000, "x.json is not JSON"),
        ("x.tsv", "label\tgrade\n", "The name of a table ends in .csv"),
    ],
)
def test_nothing_that_a_file_says_is_passed_over(tmp_path: Path, name: str, content: str, sentence: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(Refused, match=sentence):
        scheme_of_text(str(tmp_path / name), "ranked")
