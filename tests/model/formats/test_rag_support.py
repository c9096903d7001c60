"""Support of citations: what is read, refused and said, and what it scores by hand."""

import csv
import json
import random
import re
from collections.abc import Iterable
from contextlib import closing
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from small import small_collection

from jurybox import frames, results
from jurybox.collection.file import create
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.formats.imports import import_into, prepare
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

NAMES = ("citation-precision", "citation-recall", "citation-precision-strict", "citation-recall-strict")
HEAD = ("run", "qid", "sentence", "text", "docid", "support", "passage")
ROWS = (
    ("alpha", "58", "1", "Nuclear energy emits little.", "d1", "FS", "Plants emit little."),
    ("alpha", "58", "1", "Nuclear energy emits little.", "d2", "NS", "Coal is dirty."),
    ("alpha", "58", "2", "It is cheap.", "d3", "partial_support", "Costs vary."),
    ("alpha", "58", "3", "Waste remains a problem.", "", "no", ""),
    ("beta", "58", "1", "Nuclear energy emits little.", "d1", "2", "Plants emit little."),
    ("beta", "59", "1", "日本では地震が多い。", "d9", "Partial support", ""),
)


def lines(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in records), "utf-8")
    return path


def records(rows: Iterable[tuple[str, ...]] = ROWS) -> list[dict[str, Any]]:
    return [{name: cell for name, cell in zip(HEAD, row, strict=True) if cell} for row in rows]


def told_of(path: Path, source: Path) -> list[str]:
    with prepare([source], into=path) as prepared:
        return [str(finding) for finding in prepared.report.findings]


def collection(path: Path) -> Path:
    create(path)
    return path


@pytest.fixture(params=["jsonl", "csv", "tsv"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"support.{request.param}"
    if request.param == "jsonl":
        return lines(path, records())
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter="," if request.param == "csv" else "\t").writerows([HEAD, *ROWS])
    return path


def test_scores_of_a_file_are_those_by_hand(source: Path, tmp_path: Path) -> None:
    path = collection(tmp_path / "r.jury")
    import_into(path, [source])
    with results.opened(path) as state:
        assert state.facts.scheme_of("validation").words == ("full", "partial", "no")
        wide = results.runs(results.scoreboard(state), NAMES)
        explained = results.scoreboard(state).explain(measure("citation-recall"), 0, 0)
    # alpha: 58 has three citations (1, 0, 1/2) and three sentences (1, 1/2, 0), nothing on 59
    assert wide.loc["alpha"].tolist() == pytest.approx([1.5 / 3 / 2, 1.5 / 3 / 2, 1 / 3 / 2, 1 / 3 / 2])
    assert wide.loc["beta"].tolist() == pytest.approx([0.75, 0.75, 0.5, 0.5])
    assert explained.counts == (("supported", 1), ("partly", 1), ("sentences", 3))
    assert explained.table is not None
    assert [row[1:] for row in explained.table.rows] == [
        (1, "full"), (1, "no"), (2, "partial"), (3, "no citation"),
    ]  # fmt: skip
    labels = frames.labels(path)
    assert sorted(labels.label) == ["full", "no", "partial", "partial"], "equal sentences are judged once"
    assert set(labels.assessor) == {"support"}


def test_what_the_import_says(tmp_path: Path) -> None:
    path = collection(tmp_path / "r.jury")
    said = "\n".join(told_of(path, lines(tmp_path / "x.jsonl", records())))
    assert "citation-precision and citation-recall score them" in said
    assert "Sentences without a document: 1." in said
    for _ in range(2):
        import_into(path, [tmp_path / "x.jsonl"])
    with results.opened(path) as state:
        assert len(state.catalog.responses) == len(ROWS)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"support": "maybe"}, "The support is 'maybe'"),
        ({"run": ""}, "This record has no run."),
        ({"qid": ""}, "This record has no qid."),
        ({"text": " "}, "This record has no text."),
        ({"sentence": "first"}, "The number of the sentence is 'first'"),
        ({"sentence": -1}, "The number of the sentence is '-1'"),
        ({"text": "a\u0000b"}, ""),
    ],
)
def test_bad_lines_are_refused_with_their_place(change: dict[str, Any], told: str, tmp_path: Path) -> None:
    some = records()
    some[2] |= change
    path = collection(tmp_path / "r.jury")
    with pytest.raises(Refused, match=f"x.jsonl:3: .*{re.escape(told)}"):
        import_into(path, [lines(tmp_path / "x.jsonl", some)], as_format="rag-support")


def test_a_file_that_begins_with_a_sentence_that_cites_nothing_is_known(tmp_path: Path) -> None:
    """Its first records lack what does not apply to them: a document and support."""
    path = collection(tmp_path / "r.jury")
    head = {"run": "alpha", "qid": "58", "sentence": 9, "text": "Much is written on it."}
    source = lines(tmp_path / "x.jsonl", [head, head | {"sentence": 10, "text": "More."}, *records()])
    import_into(path, [source])
    with results.opened(path) as state:
        assert len(state.catalog.responses) == len(ROWS) + 2


@pytest.mark.parametrize("said", ["", None, " "])
def test_support_that_is_left_out_is_no_label(said: str | None, tmp_path: Path) -> None:
    path = collection(tmp_path / "r.jury")
    import_into(path, [lines(tmp_path / "x.jsonl", [records()[0] | {"support": said}])], as_format="rag-support")
    assert frames.labels(path).empty
    assert frames.scores(path, NAMES, draws=0).pending.tolist() == [1] * len(NAMES)


def test_two_labels_of_one_sentence_and_document_are_refused(tmp_path: Path) -> None:
    some = [*records(), {**records()[0], "run": "gamma", "support": "no"}]
    with pytest.raises(Refused, match=r"x\.jsonl:7: .* that have full in an earlier line"):
        import_into(collection(tmp_path / "r.jury"), [lines(tmp_path / "x.jsonl", some)])


def test_a_bad_line_behind_the_first_is_named(tmp_path: Path) -> None:
    path = lines(tmp_path / "x.jsonl", records()[:1])
    with path.open("a", encoding="utf-8") as file:
        file.write("no record\n")
    with prepare([path]) as prepared:
        assert prepared.format == "rag-support"
        assert [one.line for one in prepared.report.findings if one.severity == "error"] == [2]


def test_a_question_with_nuggets_keeps_its_id(tmp_path: Path) -> None:
    path = collection(tmp_path / "r.jury")
    nuggets = [{"qid": "58", "nuggets": [{"text": "t", "importance": "vital", "source": "original"}]}]
    import_into(path, [lines(tmp_path / "n.jsonl", nuggets)])
    import_into(path, [lines(tmp_path / "x.jsonl", records())])
    with results.opened(path) as state:
        kinds = {one.name: one.kind for one in state.catalog.questions}
    assert kinds == {"58": "other", "58 citations": "validation", "59": "validation"}


def test_other_labels_of_validation_questions_are_kept(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "v.jury", labels=[(0, 0, "correct")])
    with pytest.raises(Refused, match=r"judged by other labels here \(correct\)"):
        import_into(path, [lines(tmp_path / "x.jsonl", records())])


@pytest.mark.parametrize("seed", range(4))
def test_live_bounds_are_what_completions_reach(seed: int, tmp_path: Path) -> None:
    """Labels given one by one: the score is that of a board made anew, and the bounds are all reached."""
    dice = random.Random(seed)
    path = collection(tmp_path / "r.jury")
    some = [one | {"support": ""} for one in records()]
    import_into(path, [lines(tmp_path / "x.jsonl", some)], as_format="rag-support")
    with closing(open_session(path, assessor="Ana")) as session:
        board = Scoreboard(session.collection, Gold.parse("assessor:Ana"))
        one = measure(NAMES[seed])
        board.track([one])
        given: dict[int, str] = {}
        cited = [0, 1, 2, 4]
        assert session.catalog.answer_count == 5
        for answer in dice.sample(cited, 4):
            check_bounds(board, one, given, cited)
            given[answer] = dice.choice(("full", "partial", "no"))
            board.update(session.execute(Judge((answer,), given[answer])))
            anew = Scoreboard(session.collection, Gold.parse("assessor:Ana"))
            for run in board.runs:
                assert board.score(one, run) == anew.score(one, run) or not anew.score(one, run).defined
        check_bounds(board, one, given, cited)
        assert board.score(one, 0).units == 2


def check_bounds(board: Scoreboard, one: Any, given: dict[int, str], cited: list[int]) -> None:
    worth = {
        "full": Fraction(1),
        "partial": Fraction(0) if one.name.endswith("strict") else Fraction(1, 2),
        "no": Fraction(0),
    }
    responses = {0: [[[0, 1], [2], []], []], 1: [[[0]], [[4]]]}
    open_ones = [answer for answer in cited if answer not in given]
    for run, questions in responses.items():
        reached = []
        for labels in product(worth, repeat=len(open_ones)):
            said = given | dict(zip(open_ones, labels, strict=True))
            scores = []
            for sentences in questions:
                each = [[worth[said[answer]] for answer in sentence] for sentence in sentences]
                flat = [score for some in each for score in some]
                best = [max(some, default=Fraction(0)) for some in each]
                counted = flat if "precision" in one.name else best
                scores.append(sum(counted, Fraction(0)) / len(counted) if counted else Fraction(0))
            reached.append(float(sum(scores, Fraction(0)) / 2))
        bounds = board.bounds(one, run)
        assert bounds.exact
        assert (bounds.low, bounds.high) == pytest.approx((min(reached), max(reached)))


def test_judges_who_differ_make_partial_support(tmp_path: Path) -> None:
    """One says full, one partial, one no: most say at least partial, and most say not full."""
    path = collection(tmp_path / "r.jury")
    (tmp_path / "assessors.csv").write_text("assessor,kind\nAna,person\nBen,person\nCem,person\n", "utf-8")
    import_into(path, [tmp_path / "assessors.csv"])
    first = [{**one, "assessor": "Ana"} for one in records()[:1]]
    said = (("Ben", "PS"), ("Cem", "NS"))
    others = [{**first[0], "assessor": who, "support": label} for who, label in said]
    import_into(path, [lines(tmp_path / "x.jsonl", [*first, *others])])
    for gold, value in (("majority", 0.5), ("assessor:Ana", 1.0), ("assessor:Cem", 0.0)):
        for mapping in ("strict", "lenient"):
            with results.opened(path) as state:
                board = results.scoreboard(state, f"{gold}+{mapping}")
                assert board.score(measure("citation-precision"), 0).value == value
    with results.opened(path) as state:
        disputed = results.scoreboard(state, "adjudicated+strict").score(measure("citation-precision"), 0)
    assert disputed.value != disputed.value
    assert (disputed.units, disputed.waiting + disputed.left_out) == (0, 1)
