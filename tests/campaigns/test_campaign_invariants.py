"""What may never change a number: the order of merging, a night, an export, a key that nobody asked."""

import random
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from campaigns import commands, screens
from campaigns.checking import SCHEMES
from campaigns.figures import Compared, Figures, same
from campaigns.generated import Campaign
from campaigns.organizer import FOUND, Organizer, as_json, jurybox, played
from mixed_tables import KEY, write_rows
from person import Person, come
from sweeps import swept

from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.session import open_session

pytestmark = pytest.mark.usefixtures("quick_pictures")

__all__ = ["come"]

Come = Callable[..., Person]
GOLDS = ("adjudicated+strict", "majority+lenient", "GAW")


def all_figures(path: Path, *, agreement: bool = True) -> Figures:
    """Scores and counts under several gold standards, agreement and disagreements, as commands print them."""
    found: Figures = {}
    for gold in GOLDS:
        found |= {(gold, *key): number for key, number in commands.scores(path, gold).items()}
    for scheme in SCHEMES if agreement else ():
        if as_json("agreement", path, "--of", scheme, "--draws", "0")["items"]:
            found |= {("agreement", *key): number for key, number in commands.agreement(path, scheme).items()}
    shown = commands.disagreements(path, GOLDS[0])
    return found | {("disagreements", *key): number for key, number in shown.items()}


def differing(one: Figures, other: Figures) -> list[str]:
    """Return which numbers two readings do not share."""
    keys = one.keys() | other.keys()
    return [
        f"{key}: {one.get(key, 'missing')}, {other.get(key, 'missing')}"
        for key in sorted(keys)
        if key not in one or key not in other or not same(one[key], other[key])
    ]


@pytest.mark.parametrize("seed", [8, *swept((23,))])
def test_files_merged_in_any_order_give_the_same_numbers(seed: int, tmp_path: Path) -> None:
    organizer = Organizer(Campaign(seed), tmp_path)
    organizer.begin()
    organizer.judge()
    files, lot, found = list(organizer.own.values()), random.Random(seed), []
    assert len(files) > 2
    for turn in range(2):
        path = tmp_path / f"merged{turn}.jury"
        shutil.copyfile(organizer.path, path)
        lot.shuffle(files)
        for own in files if turn else reversed(files):
            jurybox("merge", path, own)
        found.append(all_figures(path))
    assert not differing(*found)
    assert len(found[0]) > 50


@pytest.mark.parametrize("seed", [9, *swept((15,))])
def test_the_next_day_and_an_export_and_import_change_no_number(seed: int, come: Come, tmp_path: Path) -> None:
    organizer = played(Campaign(seed), tmp_path)
    before = all_figures(organizer.path)
    person = come(organizer.path, assessor="organiser")
    for key in ("Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+6"):
        person.press(key)
    person.close()
    with closing(open_session(organizer.path, assessor="Ana")) as session:
        session.flush()
    assert not differing(before, all_figures(organizer.path))
    jurybox("export", organizer.path, "--as", "tables", "-o", tmp_path / "again")
    jurybox("new", tmp_path / "again.jury")
    jurybox("import", tmp_path / "again.jury", tmp_path / "again")
    assert not differing(before, all_figures(tmp_path / "again.jury"))


def official(path: Path, gold: str) -> dict[str, Any]:
    """Every figure of every run but a late one, bounds included, as `score` gives them under a gold standard."""
    runs = as_json("score", path, "--gold", gold, "--bounds")["runs"]
    for one in runs:
        for cell in one["measure"].values():
            cell.pop("coverage", None)
    return {one["run"]: one["measure"] for one in runs if one["run"] != "late"}


def scored(figures: dict[str, Any]) -> dict[tuple[str, str], object]:
    """Each score, on how many units it rests, and on how many not: nothing waits any more under a frozen one."""
    return {
        (run, name): (cell["value"], cell["units"], cell["waiting"] + cell["left_out"])
        for run, measures in figures.items()
        for name, cell in measures.items()
    }


def late_run(path: Path, lot: random.Random) -> list[dict[str, str]]:
    """Return the rows of a run that says NIL, returns what is known, and what nobody has seen."""
    with closing(State(path)) as state:
        catalog, names = state.catalog, answer_names(state.reader)
    rows: list[dict[str, str]] = []
    for at, question in enumerate(catalog.questions):
        known = [names[one] for one in catalog.answers_of(at).tolist() if names[one]]
        said = [(name, "") for name in lot.sample(known, min(2, len(known)))] + [("", f"new for {question.name}")]
        lot.shuffle(said)
        if question.kind in ("factoid", "other"):
            said = [("NIL", "")] if question.kind == "factoid" and lot.random() < 0.3 else said[:1]
        decision = "yes" if question.kind == "validation" else ""
        rows += [
            {
                "run": "late",
                "question": question.name,
                "rank": str(rank),
                "answer": answer,
                "text": text,
                "decision": decision,
            }
            for rank, (answer, text) in enumerate(said, 1)
        ]
    return rows


@pytest.mark.parametrize("seed", [7, 10, *swept((3, 19, 27, 29, 31, 35, 54, 70, 71, 72))])
def test_under_its_name_a_frozen_gold_standard_gives_the_same_numbers_for_ever(seed: int, tmp_path: Path) -> None:
    """Frozen when half is judged; then the rest, decisions, a late run, and an assignment of everything."""
    organizer = Organizer(Campaign(seed), tmp_path)
    organizer.begin()
    organizer.judge()
    files, path, before = list(organizer.own.values()), organizer.path, {}
    for own in files[: len(files) // 2]:
        jurybox("merge", path, own)
    for at, gold in enumerate((*GOLDS, "dawid-skene+strict")):
        shown = scored(official(path, gold))
        jurybox("freeze", path, f"frozen {at}", "--gold", gold, status=(0, FOUND))
        before[f"frozen {at}"] = official(path, f"frozen {at}")
        assert scored(before[f"frozen {at}"]) == shown
    organizer.merge()
    organizer.adjudicate()
    write_rows(tmp_path / "late", {"responses": late_run(path, random.Random(seed))})
    jurybox("import", path, tmp_path / "late")
    jurybox("assign", path, "--to", "Nora", "--to", "Olaf")
    for _ in range(3):
        decide_at_random(path, organizer.lot)
    with closing(State(path)) as state:
        asked = [one.name for one in state.catalog.questions if one.status is None]
    jurybox("drop", path, organizer.lot.choice(asked), "--because", "two readings")
    assert all(official(path, name) == figures for name, figures in before.items())
    assert not [one for one in as_json("freeze", path, status=(0, FOUND))["problems"] if "By name" in one]


def decide_at_random(path: Path, lot: random.Random) -> tuple[str, ...]:
    """Make one of the decisions by which an organizer settles what keeps questions out; return which."""
    with closing(State(path)) as state:
        asked = [question.name for question in state.catalog.questions]
    ways: list[tuple[str, ...]] = [
        ("resolve", "nil", lot.choice(("right", "wrong"))),
        ("resolve", "cannot-tell", "incorrect"),
        ("resolve", "majorities"),
        ("resolve", "first-assessor"),
    ]
    out = [
        one["question"] for one in as_json("left-out", path, status=(0, FOUND))["left_out"] if one["reason"] == "nil"
    ]
    ways += [("resolve", "nil", name, lot.choice(("right", "wrong"))) for name in dict.fromkeys(out)]
    command, *words = lot.choice(ways)
    jurybox(command, path, *words, status=(0, FOUND, 2) if "cannot-tell" in words else (0, FOUND))
    assert asked
    return (command, *words)


@pytest.mark.parametrize("seed", [12, 26, 58, *swept((5, 13, 27, 30, 35, 36, 38, 45, 52, 76, 77))])
def test_decisions_end_inside_the_bounds_that_were_shown_before(seed: int, tmp_path: Path) -> None:
    """Every score for which no label is missing under an adjudicated gold standard, after each decision."""
    organizer = Organizer(Campaign(seed), tmp_path)
    organizer.begin()
    organizer.judge()
    organizer.merge()
    path, lot = organizer.path, random.Random(seed)
    shown, seen = [official(path, GOLDS[0])], 0
    for _ in range(5):
        done = decide_at_random(path, lot)
        now = official(path, GOLDS[0])
        for before in shown:
            for run, cells in now.items():
                for name, cell in cells.items():
                    known = before[run].get(name)
                    if cell["value"] is None or cell["waiting"] or known is None or known["low"] is None:
                        continue
                    seen += 1
                    assert known["low"] - 1e-9 <= cell["value"] <= known["high"] + 1e-9, (run, name, done)
        shown.append(now)
    assert seen


@pytest.mark.parametrize("seed", [5, 11, *swept((14, 18, 24, 32, 40, 61))])
def test_what_is_listed_as_not_scored_and_what_scores_rest_on_are_all_questions(seed: int, tmp_path: Path) -> None:
    organizer = played(Campaign(seed), tmp_path)
    for name in ("MRR", "F-list", "F(3)", "nDCG"):
        words = (organizer.path, "--gold", GOLDS[0])
        found = as_json("left-out", *words, status=(0, FOUND))["left_out"]
        runs = as_json("score", *words, "--measure", name)["runs"]
        with closing(State(organizer.path)) as state:
            kinds = {"MRR": "factoid", "F-list": "list", "F(3)": "other", "nDCG": "ranked"}
            asked = [one.name for one in state.catalog.questions if one.kind == kinds[name]]
        if not asked or not runs:
            continue
        out = {one["question"] for one in found if one["kind"] == kinds[name]}
        for run in runs:
            cell = run["measure"][name]
            assert cell["units"] + cell["waiting"] + cell["left_out"] == len(asked), (name, run["run"])
            assert cell["units"] == len(asked) - len(out), (name, run["run"], sorted(out))


@pytest.mark.parametrize("seed", [2, 3, 4, 5, 6, *swept((*range(7, 11), *range(12, 22), *range(23, 40)))])
def test_scores_count_as_not_scored_what_the_list_names(seed: int, tmp_path: Path) -> None:
    """Before a label, with all that was judged, and after a decision and a dropped question.

    Campaigns 11 and 22 are none of them: GA has no panel of four there, and nothing is left out.
    """
    organizer, path, lot, seen = Organizer(Campaign(seed), tmp_path), tmp_path / "home.jury", random.Random(seed), 0

    def drop() -> None:
        decide_at_random(path, lot)
        out = as_json("left-out", path, status=(0, FOUND))["left_out"]
        names = [one["question"] for one in out if one["reason"] not in {"dropped", "no-decision"}]
        if names:
            jurybox("drop", path, names[0], "--because", "unclear")

    for step in (organizer.begin, organizer.judge, organizer.merge, drop):
        step()
        for gold in GOLDS:
            listed = as_json("left-out", path, "--gold", gold, status=(0, FOUND))
            counted = as_json("score", path, "--gold", gold)
            assert counted.get("not_scored", {}) == listed["reasons"], gold
            seen += bool(listed["reasons"])
    assert seen


def without_key(tables: dict[str, list[dict[str, str]]]) -> dict[str, list[dict[str, str]]]:
    """Return tables of which no row is a key's."""
    return {name: [row for row in rows if row.get("assessor") != KEY] for name, rows in tables.items()}


@pytest.mark.parametrize("seed", [12, *swept((13,))])
def test_a_key_that_nobody_put_on_the_panel_changes_no_number(seed: int, tmp_path: Path) -> None:
    organizer = played(Campaign(seed), tmp_path)
    assert organizer.campaign.with_key
    tables = organizer.tables().rows
    assert any(row["assessor"] == KEY and row["label"] for row in tables["judgments"])
    jurybox("new", tmp_path / "keyless.jury")
    jurybox("import", tmp_path / "keyless.jury", write_rows(tmp_path / "keyless", without_key(tables)))
    assert not differing(all_figures(organizer.path), all_figures(tmp_path / "keyless.jury"))


@pytest.mark.parametrize("seed", [7, *swept((8, 2, 12))])
def test_leaving_questions_out_never_raises_a_count(seed: int, tmp_path: Path) -> None:
    """Of what is used and pending nothing is added; what is left out is excluded, unit by unit."""
    organizer = played(Campaign(seed), tmp_path)
    before = {gold: commands.scores(organizer.path, gold) for gold in GOLDS}
    tables = organizer.tables().rows
    open_ones = [row for row in tables["questions"] if row.get("status") != "unjudged"]
    for row in random.Random(seed).sample(open_ones, max(1, len(open_ones) // 3)):
        row["status"] = "unjudged"
    jurybox("new", tmp_path / "fewer.jury")
    jurybox("import", tmp_path / "fewer.jury", write_rows(tmp_path / "fewer", tables))
    seen = 0
    for gold, known in before.items():
        after = commands.scores(tmp_path / "fewer.jury", gold)
        for (part, name, run), number in known.items():
            if part == "units" and isinstance(number, int):
                fewer = [int(str(after[one, name, run])) for one in ("units", "pending", "excluded")]
                count = [int(str(known[one, name, run])) for one in ("units", "pending", "excluded")]
                assert fewer[0] <= count[0], (gold, name, run)
                assert fewer[0] + fewer[1] <= count[0] + count[1], (gold, name, run)
                assert fewer[2] >= count[2], (gold, name, run)
                assert sum(fewer) == sum(count), (gold, name, run)
                seen += fewer != count
    assert seen


@pytest.mark.parametrize("seed", [6, *swept((20,))])
def test_no_two_places_disagree_on_a_number(seed: int, come: Come, tmp_path: Path) -> None:
    """Commands, report and screens are compared with one another, whatever an oracle would say."""
    organizer = played(Campaign(seed), tmp_path)
    path, compared = organizer.path, Compared()
    gold = as_json("score", path)["gold"].split(";")[0]
    scores = commands.scores(path, gold)
    compared.compare("csv", commands.score_values(path, gold), scores, whole=False)
    report = commands.report_scores(organizer.report())
    ranks = {key: number for key, number in report.items() if key[0] == "rank"}
    known = {key: number for key, number in report.items() if key in scores}
    compared.compare("report", known, scores, whole=False)
    person = come(path, assessor="organiser")
    names = sorted({key[1] for key in scores})
    for shown in screens.scores_desk(person, names):
        some = {key: number for key, number in shown.items() if key in scores or key in ranks}
        compared.compare("Scores", some, scores | ranks, whole=False)
    for shown in screens.spaces_desk(person):
        pictured = {key: number for key, number in shown.items() if key in scores}
        compared.compare("Spaces", pictured, scores, whole=False)
    progress = commands.progress(path)
    both = {key: number for key, number in screens.campaign_desk(person).items() if key in progress}
    compared.compare("Campaign", both, progress, whole=False)
    assert not compared.wrong, compared.wrong[:10]
    assert compared.count["Scores"] > 20
    assert both


def test_labels_of_models_and_keys_take_no_question_from_people(tmp_path: Path) -> None:
    """With imported labels of a model every question still goes to as many people as were asked for."""
    organizer = Organizer(Campaign(35), tmp_path)
    organizer.begin()
    given = organizer.tables().of("assignments")
    assert {row["assessor"] for row in given} <= {*organizer.campaign.people}
    assert len(given) == len(organizer.campaign.asked("ranked")) * organizer.campaign.overlap
