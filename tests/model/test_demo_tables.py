"""The validation demo, read with the csv module alone: what its README promises is there."""

import csv
import subprocess
import sys
import unicodedata
from collections import Counter, defaultdict
from datetime import datetime
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "assets" / "demos" / "validation"

Row = dict[str, str]
Tables = dict[str, list[Row]]
HEADERS = {
    "questions": "question,kind,text,category,lang,guideline",
    "answers": "question,answer,text,document,support",
    "documents": "document,text,title",
    "runs": "run,team,description",
    "responses": "run,question,rank,answer,decision,selected,confidence,score",
    "assessors": "assessor,kind,panel",
    "assignments": "assessor,question,answer",
    "judgments": "assessor,question,answer,label,state,note,seconds_active,judged_at,kind",
    "collection": "key,value",
}


@pytest.fixture(scope="module")
def demo() -> Tables:
    csv.field_size_limit(1_000_000)
    tables: Tables = {}
    for name, header in HEADERS.items():
        with (DEMO / f"{name}.csv").open(encoding="utf-8", newline="") as page:
            reader = csv.DictReader(page)
            tables[name] = list(reader)
            assert reader.fieldnames == header.split(",")
    return tables


@pytest.fixture(scope="module")
def panels(demo: Tables) -> dict[str, set[str]]:
    """The assessors to whom each answer is assigned."""
    of_question: dict[str, list[str]] = defaultdict(list)
    for row in demo["answers"]:
        of_question[row["question"]].append(row["answer"])
    panels: dict[str, set[str]] = defaultdict(set)
    for row in demo["assignments"]:
        for answer in [row["answer"]] if row["answer"] else of_question[row["question"]]:
            assert row["assessor"] not in panels[answer], "assigned twice"
            panels[answer].add(row["assessor"])
    return panels


@pytest.fixture(scope="module")
def labels(demo: Tables) -> dict[str, dict[str, str]]:
    """The labels of each answer, by assessor; adjudications apart."""
    labels: dict[str, dict[str, str]] = defaultdict(dict)
    for row in demo["judgments"]:
        if not row["kind"] and row["label"]:
            labels[row["answer"]][row["assessor"]] = row["label"]
    return labels


@pytest.fixture(scope="module")
def gold(demo: Tables, panels: dict[str, set[str]], labels: dict[str, dict[str, str]]) -> dict[str, str]:
    """`adjudicated+strict` as formulas define it: the adjudication, else the unanimous label."""
    found = {row["answer"]: row["label"] for row in demo["judgments"] if row["kind"] == "adjudication"}
    for answer, panel in panels.items():
        given = {labels[answer].get(name, "") for name in panel}
        if len(given) == 1 and answer not in found:
            found[answer] = given.pop()
    return {answer: label for answer, label in found.items() if label}


@pytest.fixture(scope="module")
def visitors(demo: Tables) -> list[str]:
    return [row["answer"] for row in demo["assignments"] if row["assessor"] == "visitor"]


@pytest.fixture(scope="module")
def truth(demo: Tables, labels: dict[str, dict[str, str]], gold: dict[str, str]) -> dict[str, bool]:
    """What is right in the end: the gold standard, and what the majority says where it is still open."""
    truth = {}
    for row in demo["answers"]:
        votes = Counter(labels[row["answer"]].values())
        label = gold.get(row["answer"]) or max(votes, key=lambda name: votes[name])
        truth[row["answer"]] = label == "correct"
    return truth


def test_counts(demo: Tables) -> None:
    assert len(demo["questions"]) == 160
    assert len(demo["answers"]) == 1022
    assert set(Counter(row["question"] for row in demo["answers"]).values()) == {5, 6, 7, 8}
    assert len(demo["runs"]) == 10
    assert len({row["team"] for row in demo["runs"]}) == 6
    assert Counter(row["lang"] for row in demo["questions"]) == {"en": 146, "ja": 8, "ar": 6}
    categories = {"person", "location", "date", "quantity", "object", "definition"}
    assert {row["category"] for row in demo["questions"]} == categories
    assert {row["kind"] for row in demo["questions"]} == {"validation"}


def test_nothing_is_there_twice(demo: Tables) -> None:
    for table, column in (("questions", "question"), ("documents", "document"), ("runs", "run")):
        names = [row[column] for row in demo[table]]
        assert len(names) == len(set(names))
    assert len({row["answer"] for row in demo["answers"]}) == len(demo["answers"])
    assert len({row["text"] for row in demo["questions"]}) == 160
    pairs = {(row["question"], row["text"], row["support"]) for row in demo["answers"]}
    assert len(pairs) == len(demo["answers"])
    assert len({(row["run"], row["answer"]) for row in demo["responses"]}) == len(demo["responses"])
    said = {(row["assessor"], row["answer"], row["kind"]) for row in demo["judgments"]}
    assert len(said) == len(demo["judgments"])


def test_every_name_is_known(demo: Tables) -> None:
    question_of = {row["answer"]: row["question"] for row in demo["answers"]}
    assert set(question_of.values()) == {row["question"] for row in demo["questions"]}
    assert {row["document"] for row in demo["answers"]} <= {row["document"] for row in demo["documents"]}
    people = {row["assessor"] for row in demo["assessors"]}
    runs = {row["run"] for row in demo["runs"]}
    assert {row["run"] for row in demo["responses"]} == runs
    for table in ("responses", "assignments", "judgments"):
        for row in demo[table]:
            assert not row["answer"] or question_of[row["answer"]] == row["question"]
            assert row["question"] in set(question_of.values())
    for table in ("assignments", "judgments"):
        assert {row["assessor"] for row in demo[table]} <= people


def test_every_answer_stands_in_its_document(demo: Tables) -> None:
    texts = {row["document"]: row["text"] for row in demo["documents"]}
    for row in demo["answers"]:
        assert row["support"]
        assert row["support"] in texts[row["document"]]


def test_about_eight_in_a_hundred_are_correct(truth: dict[str, bool]) -> None:
    assert sum(truth.values()) == 81
    assert 0.075 < sum(truth.values()) / len(truth) < 0.085


def test_half_of_the_questions_have_no_correct_answer(demo: Tables, truth: dict[str, bool]) -> None:
    answered = {row["question"] for row in demo["answers"] if truth[row["answer"]]}
    assert len(answered) == 75


def test_correct_answers_have_a_text_that_names_them(demo: Tables, truth: dict[str, bool]) -> None:
    """Nearly all correct answers stand in their text letter for letter; the others in other words."""

    def plain(text: str) -> str:
        return unicodedata.normalize("NFC", text).casefold()

    correct = [row for row in demo["answers"] if truth[row["answer"]]]
    literal = [row for row in correct if plain(row["text"]) in plain(row["support"])]
    assert len(literal) >= 0.9 * len(correct)


def test_scripts_and_strange_texts_are_there(demo: Tables) -> None:
    supports = {row["support"] for row in demo["answers"]}
    japanese = [text for text in supports if any("\u3040" <= letter <= "\u30ff" for letter in text)]
    arabic = [text for text in supports if any("\u0600" <= letter <= "\u06ff" for letter in text)]
    assert (len(japanese), len(arabic)) == (8, 6)
    assert sum(8000 <= len(text) <= 20_000 for text in supports) == 3
    unbroken = [text for text in supports if not any(letter.isspace() for letter in text) and len(text) > 400]
    assert [len(text) for text in unbroken] == [3000]
    assert sum(any(letter > "\U0001f000" for letter in text) for text in supports) >= 4
    assert any("e\u0301" in text for text in supports)
    assert any("if a<b> then" in text for text in supports)
    assert any('"' in row["text"] for row in demo["answers"])
    assert {"<", ">", "<b>"} <= {row["text"] for row in demo["answers"]}
    assert any("\n\n" in text for text in supports)


def test_no_cell_would_run_in_a_spreadsheet(demo: Tables) -> None:
    for table, rows in demo.items():
        for row in rows:
            for column, cell in row.items():
                assert column == "score" or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), (table, cell)


def test_decisions_confidences_and_scores(demo: Tables) -> None:
    for row in demo["responses"]:
        assert row["decision"] in {"yes", "no", ""}
        assert bool(row["decision"]) == bool(row["confidence"])
        assert not row["confidence"] or 0 <= float(row["confidence"]) <= 1
        assert row["selected"] in {"yes", ""}
        assert not row["selected"] or row["decision"] == "yes"
    selected = Counter((row["run"], row["question"]) for row in demo["responses"] if row["selected"])
    assert set(selected.values()) == {1}
    validated = {(row["run"], row["question"]) for row in demo["responses"] if row["decision"] == "yes"}
    assert set(selected) == validated
    scored = {row["run"] for row in demo["responses"] if row["score"]}
    assert scored == {"tarn-1", "tarn-2", "moss-1", "quill-1"}


def test_scores_are_in_the_answer_being_correct(demo: Tables) -> None:
    """A run with scores says yes to everything above one limit and no to everything below, truth by truth."""
    for run, limit in (("tarn-1", 0.0), ("tarn-2", 0.0), ("moss-1", 50.0), ("quill-1", 50.0)):
        for row in demo["responses"]:
            if row["run"] == run and row["decision"]:
                score = float(row["score"])
                assert score >= limit if row["decision"] == "yes" else score <= limit


def test_three_runs_abstain_and_two_leave_answers_out(demo: Tables) -> None:
    abstained = Counter(row["run"] for row in demo["responses"] if not row["decision"])
    assert dict(abstained) == {"heron-2": 71, "moss-1": 44, "slate-1": 118}
    given = Counter(row["run"] for row in demo["responses"])
    assert {run: 1022 - count for run, count in given.items() if count < 1022} == {"moss-1": 24, "quill-2": 8}


def test_runs_spread_over_roc_space(demo: Tables, truth: dict[str, bool]) -> None:
    counts = confusion(demo, truth)
    right = sum(truth.values())
    points = {run: (tp / right, fp / (len(truth) - right)) for run, (tp, fp) in counts.items()}
    expected = {
        "tarn-1": (0.741, 0.057),
        "tarn-2": (0.667, 0.037),
        "heron-1": (0.864, 0.153),
        "heron-2": (0.617, 0.033),
        "moss-1": (0.531, 0.339),
        "moss-2": (0.716, 0.583),
        "quill-1": (0.852, 0.578),
        "quill-2": (0.938, 0.784),
        "ember-1": (0.519, 0.527),
        "slate-1": (0.012, 0.010),
    }
    assert points == {run: pytest.approx(point, abs=0.0006) for run, point in expected.items()}
    by_recall = sorted(counts, key=lambda run: -counts[run][0])
    by_precision = sorted(counts, key=lambda run: -counts[run][0] / sum(counts[run]))
    assert by_recall != by_precision
    assert by_recall[0] == "quill-2"
    assert by_precision[0] == "heron-2"


def test_panel_and_seats(demo: Tables) -> None:
    assert {row["kind"] for row in demo["assessors"]} == {"person"}
    panel = [row["assessor"] for row in demo["assessors"] if row["panel"] == "yes"]
    assert panel == ["Ana Beltrán", "Karim Haddad", "Chie Nakahara", "visitor"]
    adjudicators = {row["assessor"] for row in demo["judgments"] if row["kind"] == "adjudication"}
    assert adjudicators == {"Ingrid Solheim"}


def test_each_answer_has_its_panel(demo: Tables, panels: dict[str, set[str]]) -> None:
    lang = {row["question"]: row["lang"] for row in demo["questions"]}
    for row in demo["answers"]:
        assert len(panels[row["answer"]]) == (3 if lang[row["question"]] == "en" else 2)
    assert len(panels) == len(demo["answers"])


def test_judgments_are_of_assigned_answers(demo: Tables, panels: dict[str, set[str]]) -> None:
    for row in demo["judgments"]:
        if not row["kind"]:
            assert row["assessor"] in panels[row["answer"]]
        assert (row["label"] in {"correct", "incorrect"}) != bool(row["state"])
    made = {(row["assessor"], row["answer"]) for row in demo["judgments"] if not row["kind"]}
    expected = {(name, answer) for answer, panel in panels.items() for name in panel - {"visitor"}}
    assert made == expected
    states = Counter(row["state"] for row in demo["judgments"] if row["state"])
    assert states == {"cannot-tell": 6, "deferred": 5, "skipped": 4}
    assert sum(bool(row["note"]) for row in demo["judgments"]) > 100


def test_the_panel_is_divided_here_and_there(demo: Tables, labels: dict[str, dict[str, str]]) -> None:
    divided = {answer for answer, given in labels.items() if len(set(given.values())) > 1}
    settled = {row["answer"] for row in demo["judgments"] if row["kind"] == "adjudication"}
    assert (len(divided), len(settled)) == (93, 68)
    assert settled <= divided


def test_times_are_those_of_people_at_work(demo: Tables) -> None:
    sittings: dict[str, list[datetime]] = defaultdict(list)
    for row in demo["judgments"]:
        assert 1 < float(row["seconds_active"]) < 600
        sittings[row["assessor"]].append(datetime.strptime(row["judged_at"], "%Y-%m-%dT%H:%M:%S%z"))
    for times in sittings.values():
        assert times == sorted(times)
        assert len(set(times)) == len(times)
        assert {time.weekday() for time in times} <= {0, 1, 2, 3, 4}
    panel = max(max(times) for name, times in sittings.items() if name != "Ingrid Solheim")
    assert min(sittings["Ingrid Solheim"]) > panel


def test_a_visitors_label_completes_its_answer(
    demo: Tables,
    panels: dict[str, set[str]],
    labels: dict[str, dict[str, str]],
    visitors: list[str],
    gold: dict[str, str],
) -> None:
    assert len(visitors) == len(set(visitors)) == 20
    assert "visitor" not in {row["assessor"] for row in demo["judgments"]}
    for answer in visitors:
        assert len(panels[answer]) == 3
        assert set(labels[answer]) == panels[answer] - {"visitor"}
        assert len(set(labels[answer].values())) == 1
        assert answer not in gold
    question_of = {row["answer"]: row["question"] for row in demo["answers"]}
    english = {row["question"] for row in demo["questions"] if row["lang"] == "en"}
    assert {question_of[answer] for answer in visitors} <= english
    assert len({question_of[answer] for answer in visitors}) == 14


def test_a_visitors_labels_exchange_neighbors(
    demo: Tables, truth: dict[str, bool], visitors: list[str], gold: dict[str, str]
) -> None:
    """Ten are correct; eleven, judged first, each change the ranking by F1; all of them change its top."""
    assert sum(truth[answer] for answer in visitors) == 10
    assert (len(gold), sum(label == "correct" for label in gold.values())) == (962, 67)
    settled = {answer: truth[answer] for answer in gold}
    before = f1(demo, settled)
    assert min(abs(a - b) for a, b in combinations(before.values(), 2)) > 0.001
    moving = [a for a in visitors if ranking(f1(demo, settled | {a: truth[a]})) != ranking(before)]
    assert len(moving) == 11
    after = f1(demo, settled | {answer: truth[answer] for answer in visitors})
    assert ranking(before)[:3] == ["tarn-2", "tarn-1", "heron-2"]
    assert ranking(after)[:3] == ["heron-2", "tarn-1", "tarn-2"]


def confusion(demo: Tables, truth: dict[str, bool]) -> dict[str, tuple[int, int]]:
    """True and false positives of each run over the answers whose truth is given."""
    counts: dict[str, list[int]] = {row["run"]: [0, 0] for row in demo["runs"]}
    for row in demo["responses"]:
        if row["decision"] == "yes" and row["answer"] in truth:
            counts[row["run"]][not truth[row["answer"]]] += 1
    return {run: (tp, fp) for run, (tp, fp) in counts.items()}


def f1(demo: Tables, truth: dict[str, bool]) -> dict[str, float]:
    right = sum(truth.values())
    return {run: 2 * tp / (right + tp + fp) for run, (tp, fp) in confusion(demo, truth).items()}


def ranking(scores: dict[str, float]) -> list[str]:
    return sorted(scores, key=lambda run: -scores[run])


def test_facts_of_the_collection(demo: Tables) -> None:
    facts = {row["key"]: row["value"] for row in demo["collection"]}
    labels = {"guideline:correct", "guideline:incorrect", "guideline:cannot-tell"}
    assert set(facts) == {"name", "description", "mode", "gold", "seat"} | labels
    assert (facts["mode"], facts["gold"], facts["seat"]) == ("open", "adjudicated+strict", "visitor")


def test_the_texts_make_the_same_bytes(tmp_path: Path) -> None:
    script = ROOT / "packaging" / "make_demo_validation.py"
    subprocess.run([sys.executable, str(script), "--to", str(tmp_path)], check=True, capture_output=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(made) == {f"{name}.csv" for name in HEADERS}
    for name, content in made.items():
        assert content == (DEMO / name).read_bytes(), name
