"""A small campaign on a scale from 0 to 4: agreement, disagreements, decisions and a report by its grades."""

import csv
import io
import json
import random
from contextlib import closing
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from mixed_tables import write_rows
from scipy.stats import f_oneway
from sklearn.metrics import cohen_kappa_score

from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import create, open_writing
from jurybox.collection.log import LogWriter
from jurybox.collection.own_schemes import scale, scheme_as_json
from jurybox.commands import Judge, SetFact
from jurybox.commands.labels import adjudicate
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.results.disagreements import counted_labels
from jurybox.session import open_session

QUESTIONS, ANSWERS, PEOPLE = 12, 4, ("Ana", "Ben", "Cam")
Labels = dict[tuple[str, str], dict[str, int]]


@pytest.fixture
def given() -> Labels:
    """The grade that each assessor gives each answer; some of Cam's are missing."""
    lot = random.Random(8)
    found: Labels = {}
    for question in range(QUESTIONS):
        for answer in range(ANSWERS):
            true = lot.randrange(5)
            grades = {who: min(4, max(0, true + lot.choice((-2, -1, 0, 0, 1)))) for who in PEOPLE}
            if question % 3 == 2:
                del grades["Cam"]
            found[f"q{question:02d}", f"a{answer}"] = grades
    return found


@pytest.fixture
def campaign(run: Any, given: Labels, tmp_path: Path) -> Path:
    """A collection whose ranked answers are judged from 0 to 4, where distances count."""
    path, scheme = tmp_path / "c.jury", tmp_path / "scheme.json"
    create(path)
    scheme.write_text(json.dumps(scheme_as_json(scale(range(5), name="usefulness", measurement="interval"))))
    assert run("labels", path, "--set", "ranked", scheme).status == 0
    lot = random.Random(9)
    names = sorted({question for question, _ in given})
    tables = {
        "questions": [
            {"question": name, "kind": "ranked", "text": f"What is {name}?", "category": "why" if at % 2 else "how"}
            for at, name in enumerate(names)
        ],
        "answers": [{"question": q, "answer": a, "text": f"text {q} {a}"} for q, a in given],
        "responses": [
            {"run": one, "question": name, "answer": f"a{answer}", "rank": str(rank)}
            for one in ("one", "two", "three")
            for name in names
            for rank, answer in enumerate(lot.sample(range(ANSWERS), ANSWERS), start=1)
        ],
        "judgments": [
            {"assessor": who, "question": q, "answer": a, "label": str(grade)}
            for (q, a), grades in given.items()
            for who, grade in grades.items()
        ],
    }
    import_into(path, [write_rows(tmp_path / "tables", tables)])
    return path


def interval_alpha(rows: list[list[int]]) -> float:
    """Krippendorff's alpha by its definition: mean squared differences within things and among all labels."""
    shared = [row for row in rows if len(row) > 1]
    every = [grade for row in shared for grade in row]
    within = sum((Fraction((a - b) ** 2, len(row) - 1) for row in shared for a, b in permutations(row, 2)), Fraction(0))
    among = sum((a - b) ** 2 for a, b in permutations(every, 2))
    return float(1 - within / len(every) / Fraction(among, len(every) * (len(every) - 1)))


def test_agreement_has_the_alpha_of_intervals_and_weighted_kappa(run: Any, campaign: Path, given: Labels) -> None:
    found = run("agreement", campaign, "--format", "json", "--draws", "200").json
    assert found["scheme"] == "usefulness"
    assert found["alpha_interval"] == pytest.approx(
        interval_alpha([list(each.values()) for each in given.values()]), abs=1e-12
    )
    shared = [[*each.values()] for each in given.values() if len(each) > 1]
    ratio, sizes = f_oneway(*shared).statistic, [len(each) for each in shared]
    size = (sum(sizes) - sum(one**2 for one in sizes) / sum(sizes)) / (len(sizes) - 1)
    assert found["icc"] == pytest.approx((ratio - 1) / (ratio + size - 1), abs=1e-9)
    for figure in ("alpha_interval", "icc", "gwet_ac1"):
        between = found["intervals"][figure]
        assert between["low"] < found[figure] < between["high"]
    for category in found["categories"]:
        mine = [
            list(each.values())
            for (question, _), each in given.items()
            if (int(question[1:]) % 2 == 1) == (category["category"] == "why")
        ]
        assert category["alpha_interval"] == pytest.approx(interval_alpha(mine), abs=1e-12)
        assert "alpha_interval" in category["intervals"]
    for pair in found["pairs"]:
        both = [
            (each[pair["a"]], each[pair["b"]]) for each in given.values() if pair["a"] in each and pair["b"] in each
        ]
        for weights in ("linear", "quadratic"):
            expected = cohen_kappa_score(*zip(*both, strict=True), weights=weights)
            assert pair[f"kappa_{weights}"] == pytest.approx(expected, abs=1e-12)
    assert "alpha interval" in run("agreement", campaign, "--by", "category", "--draws", "0").out
    figures = run("agreement", campaign, "--draws", "0").out
    assert "Krippendorff's alpha, interval" in figures
    assert "ICC(1), intraclass correlation" in figures
    pairs = run("agreement", campaign, "--by", "pair", "--draws", "0").out
    assert "kappa quadratic" in pairs
    assert "the distance of two labels is that of their grades" in pairs


def test_an_order_has_weighted_kappa_by_place_and_no_alpha_of_intervals(
    run: Any, campaign: Path, given: Labels
) -> None:
    assert run("labels", campaign, "--set", "ranked", "0..4").status == 0
    found = run("agreement", campaign, "--format", "json", "--draws", "0").json
    assert "alpha_interval" not in found
    assert "icc" not in found
    assert found["gwet_ac1"] is not None
    assert all("alpha_interval" not in one for one in found["categories"])
    both = [(each["Ana"], each["Ben"]) for each in given.values()]
    (pair,) = (one for one in found["pairs"] if (one["a"], one["b"]) == ("Ana", "Ben"))
    expected = cohen_kappa_score(*zip(*both, strict=True), weights="quadratic")
    assert pair["kappa_quadratic"] == pytest.approx(expected, abs=1e-12)
    assert "that of their places" in run("agreement", campaign, "--by", "pair", "--draws", "0").out


def test_judges_as_runs_name_gaw_only_where_it_is_defined(run: Any, campaign: Path) -> None:
    printed = run("agreement", campaign, "--by", "left-out", "--draws", "0", "--format", "csv").out
    head = printed.splitlines()[0].split(",")
    assert head[:5] == ["judge", "measure", "whole panel", "rank", "left out"]
    words = " ".join(run("agreement", campaign, "--by", "left-out", "--draws", "0").out.split())
    assert "labeled A, B or C: GAW is defined by these." in words


def test_disagreements_are_as_large_as_grades_are_apart(run: Any, campaign: Path, given: Labels) -> None:
    words = ("disagreements", campaign, "--by", "answer", "--gold", "median", "--format", "json")
    listed = {(row["question"], row["answer"]): row for row in run(*words).json["answers"]}
    disputed = {about: each for about, each in given.items() if len(set(each.values())) > 1}
    assert set(listed) == set(disputed)
    for about, each in disputed.items():
        pairs = list(combinations(each.values(), 2))
        size = sum(abs(a - b) for a, b in pairs) / len(pairs) / 4
        assert listed[about]["size"] == pytest.approx(size, abs=1e-12)
        assert listed[about]["labels"] == {str(grade): list(each.values()).count(grade) for grade in range(4, -1, -1)}
    sizes = [row["size"] for row in listed.values()]
    assert sizes == sorted(sizes, reverse=True)
    for gold in ("median", "mean"):
        rows = run("disagreements", campaign, "--by", "answer", "--gold", gold, "--flips", "nDCG", "--format",
                   "json").json["answers"]  # fmt: skip
        known = {(row["question"], row["answer"]): row for row in rows}
        assert set(known) == set(disputed)
        for about, row in known.items():
            assert [turn["without"] for turn in row["turns"]] == list(disputed[about])
        assert max(row["effect"] for row in rows) > 0


def test_decisions_take_labels_of_the_scheme_and_move_scores(run: Any, campaign: Path, given: Labels) -> None:
    words = ("disagreements", campaign, "--by", "thing", "--gold", "adjudicated", "--flips", "nDCG")
    before = run(*words, "--format", "json").json["things"]
    assert {turn["to"] for row in before for turn in row["turns"]} <= set("01234")
    with closing(open_session(campaign)) as session:
        answers = [at for at, each in enumerate(given.values()) if len(set(each.values())) > 1]
        with pytest.raises(Refused, match="'A' is not a label for ranked question q00; choose from 4, 3, 2, 1, 0"):
            session.execute(adjudicate((answers[0],), "A"))
        for answer in answers:
            session.execute(adjudicate((answer,), "4"))
    after = run(*words, "--format", "json").json["things"]
    assert {row["settled"] for row in after} == {"4"}
    scores = run("score", campaign, "--gold", "adjudicated", "--format", "json").out
    assert json.loads(scores)
    assert max(row["effect"] for row in after) > 0


def test_a_report_has_the_alpha_of_intervals(run: Any, campaign: Path, given: Labels, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    told = run("report", campaign, "-o", folder, "--measure", "nDCG", "--draws", "100")
    assert told.status == 0, told.err
    with (folder / "tables" / "agreement.csv").open(encoding="utf-8") as lines:
        rows = {row["agreement"]: row for row in csv.DictReader(lines)}
    alpha = rows["Krippendorff's alpha, interval"]
    expected = interval_alpha([list(each.values()) for each in given.values()])
    assert float(alpha["value"]) == pytest.approx(expected, abs=1e-12)
    assert float(alpha["low"]) < expected < float(alpha["high"])
    assert "Krippendorff&#x27;s alpha, interval" in (folder / "report.html").read_text(encoding="utf-8")


def test_labels_that_are_numbers_are_told_from_how_many_gave_them(run: Any, campaign: Path, given: Labels) -> None:
    answers = run("disagreements", campaign, "--by", "answer", "--gold", "median", "--format", "csv").out
    things = run("disagreements", campaign, "--by", "thing", "--gold", "median", "--format", "csv").out
    shown = {(row["question"], row["answer"]): row["labels"] for row in csv.DictReader(io.StringIO(answers))}
    for about, labels in shown.items():
        grades = list(given[about].values())
        counts = sorted({grade: grades.count(grade) for grade in grades}.items(), reverse=True)
        assert labels == " ".join(f"{grade} ({many})" for grade, many in counts)
    said = {(row["question"], row["about"]): row["said"] for row in csv.DictReader(io.StringIO(things))}
    assert {about: sorted(text) for about, text in said.items()} == {
        about: sorted(text) for about, text in shown.items()
    }
    assert counted_labels(("A", "B", "C"), (2, 0, 1)) == "A 2 C 1"
    many = [str(grade) for grade in range(100, -1, -1)]
    assert counted_labels(many, [1] * 101) == "101 labels from 0 to 100"


def test_a_report_has_files_for_schemes_of_any_name(run: Any, campaign: Path, tmp_path: Path) -> None:
    scheme = scale(range(3), name="../good/bad (2)", measurement="interval")
    with closing(open_session(campaign)) as session:
        session.execute(SetFact("scheme:validation", scheme_as_json(scheme)))
    answers = [("v0", "a0"), ("v0", "a1")]
    tables = {
        "questions": [{"question": "v0", "kind": "validation", "text": "Is it?"}],
        "answers": [{"question": q, "answer": a, "text": f"{q} {a}"} for q, a in answers],
        "judgments": [
            {"assessor": who, "question": q, "answer": a, "label": str(number)}
            for who in PEOPLE
            for number, (q, a) in enumerate(answers)
        ],
    }
    import_into(campaign, [write_rows(tmp_path / "more", tables)])
    folder = tmp_path / "report"
    told = run("report", campaign, "-o", folder, "--measure", "nDCG", "--draws", "20")
    assert told.status == 0, told.err
    names = {path.name for path in (folder / "tables").iterdir()}
    assert {"agreement.csv", "agreement-good-bad-2.csv", "assessors-good-bad-2.md"} <= names


def test_a_label_that_a_scheme_set_meanwhile_lacks_is_found_by_check(run: Any, small: Path) -> None:
    with closing(open_writing(small)) as db:  # as a program that does not know of the scheme yet
        db.execute("BEGIN IMMEDIATE")
        LogWriter(db).write(0, "judgment", Subject(3, 11), Content("perhaps"))
        db.execute("COMMIT")
    found = run("check", small)
    assert found.status == 1
    assert "labeled 'perhaps', which is not a label of the scheme 'validation': they count as not" in found.out
    scheme = small.with_name("scheme.json")
    labels = [{"label": "correct", "grade": 2}, {"label": "perhaps", "grade": 1}, {"label": "incorrect"}]
    scheme.write_text(json.dumps({"labels": labels}))
    assert run("labels", small, "--set", "validation", scheme).status == 0
    assert run("check", small).status == 0


def test_labels_that_were_set_are_listed_before_there_are_questions(run: Any, tmp_path: Path) -> None:
    create(tmp_path / "c.jury")
    told = run("labels", tmp_path / "c.jury", "--set", "ranked", "1..3", "--format", "json").json["labels"]
    assert [(row["kind"], row["label"], row["gain"]) for row in told] == [
        ("ranked", "3", 2),
        ("ranked", "2", 1),
        ("ranked", "1", 0),
    ]


def test_under_the_mean_it_is_said_that_gains_of_labels_do_not_count(run: Any, campaign: Path, tmp_path: Path) -> None:
    sentence = "Under mean an answer gains the mean grade of its labels; gains that labels name do not count."
    words = ("score", campaign, "--measure", "nDCG", "--gold")
    plain = run(*words, "mean").out
    assert sentence not in plain
    labels = [{"label": str(grade), "grade": grade, "gain": 2**grade - 1} for grade in range(4, -1, -1)]
    scheme = tmp_path / "gains.json"
    scheme.write_text(json.dumps({"name": "gains", "measurement": "interval", "labels": labels}))
    assert run("labels", campaign, "--set", "ranked", scheme).status == 0
    told = run(*words, "mean").out
    assert sentence in told
    assert told.replace(f"{sentence}\n", "") == plain
    assert sentence not in run(*words, "median").out


def test_labels_without_an_order_have_no_ordinal_alpha(run: Any, small: Path) -> None:
    assert "alpha_ordinal" in run("agreement", small, "--format", "json", "--draws", "0").json
    labels = [
        {"label": "correct", "relevant": "strict"},
        {"label": "joke", "relevant": "no"},
        {"label": "incorrect", "relevant": "no"},
    ]
    scheme = small.with_name("kinds.json")
    scheme.write_text(json.dumps({"name": "kinds", "measurement": "nominal", "labels": labels}))
    assert run("labels", small, "--set", "validation", scheme).status == 0
    found = run("agreement", small, "--format", "json").json
    assert "alpha_nominal" in found
    assert "alpha_ordinal" not in {*found, *found["intervals"], *found["categories"][0]}
    assert "ordinal" not in run("agreement", small).out
    assert "ordinal" not in run("agreement", small, "--by", "category").out


def test_levels_and_explanations_show_the_labels_of_the_scale(run: Any, campaign: Path) -> None:
    found = run("levels", campaign, "--gold", "median").out
    assert "---" not in found
    assert "4 (3)" in found
    assert "(2)" in run("score", campaign, "--gold", "median", "--measure", "nDCG", "--explain", "one", "q00").out


def test_labels_of_files_that_do_not_fit_are_refused_with_what_to_do(run: Any, campaign: Path, tmp_path: Path) -> None:
    qrels = tmp_path / "dee.qrels"
    qrels.write_text("q00 0 a0 3\nq00 0 a1 1\n")
    before = run("log", campaign).out
    for asked, sentence in (
        ("letters", "labeled by 'usefulness' in the collection, so grades cannot become A, B and C"),
        ("0..3", "have other labels here ('0 to 3') than in the collection ('usefulness')"),
    ):
        told = run("import", campaign, qrels, "--assessor", "Dee", "--labels", asked)
        assert told.status == 1
        assert sentence in told.out + told.err
        assert "{" not in told.out + told.err
    assert run("log", campaign).out == before
    assert run("import", campaign, qrels, "--assessor", "Dee").status == 0


def test_a_merge_that_is_refused_says_only_what_helps(run: Any, campaign: Path) -> None:
    other = campaign.with_name("other.jury")
    other.write_bytes(campaign.read_bytes())
    assert run("labels", other, "--set", "ranked", "0..5").status == 0
    with closing(open_session(other, assessor="Ana")) as session:
        session.execute(Judge((0,), "5"))
        session.flush()
    told = run("merge", campaign, other)
    assert told.status == 0  # the scheme comes with its label
    assert run("labels", other, "--set", "ranked", "0..6").status == 0
    with closing(open_session(other, assessor="Ana")) as session:
        session.execute(Judge((0,), "6"))
        session.flush()
    with closing(open_session(campaign)) as session:
        labels = [{"label": str(grade), "grade": grade} for grade in range(5, -1, -1)]
        session.execute(SetFact("scheme:ranked", {"name": "mine", "measurement": "ordinal", "labels": labels}))
        session.flush()
    told = run("merge", campaign, other)
    assert told.status == 2
    assert told.err.endswith("Set the same labels first (jurybox labels). Nothing was merged.\n")
