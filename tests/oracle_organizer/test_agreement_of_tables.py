"""The figures of `jurybox agreement` are those of loops over the exported tables, undefined ones included."""

import json
import random
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mixed_tables import Mixed, write_rows
from oracle_organizer import plain_agreement as plain
from oracle_organizer.plain_units import tables_of

from jurybox.cli.commands import Jurybox
from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.kinds import KINDS

STRETCHES = 10
FIGURES = ("raw", "alpha_nominal", "alpha_ordinal", "fleiss_kappa", "gwet_ac1")


def told(path: Path, scheme: str) -> Any:
    """What the command prints."""
    words = ["agreement", str(path), "--of", scheme, "--draws", "0", "--format", "json"]
    done = CliRunner().invoke(Jurybox("jurybox"), words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def same(ours: float | None, theirs: plain.Figure, what: object) -> None:
    """Check that a figure is the same, or undefined in both."""
    if theirs is None or ours is None:
        assert (ours, theirs) == (None, None), what
        return
    assert ours == pytest.approx(float(theirs), rel=1e-10, abs=1e-10), what


def test_the_oracle_of_agreement_in_plain_agreement_knows_every_kind() -> None:
    for kind in KINDS.values():
        assert kind.label_scheme.name in plain.WORDS, f"{kind.label_scheme.name} has no labels in WORDS"
        for scheme in {*kind.schemes} & {*plain.KINDS, kind.label_scheme.name}:
            assert kind.name in plain.KINDS.get(scheme, ()), f"{kind.name} is not in KINDS of {scheme}"


def compare(path: Path, scheme: str) -> Counter[str]:
    """Compare all that is told of a scheme; return how much was defined and how much was not."""
    tables, found = tables_of(path), told(path, scheme)
    labels_of, words = plain.read_labels(tables, scheme), plain.WORDS[scheme]
    several = plain.several(labels_of)
    assert found["items"] == len(several)
    whose = {who for each in labels_of.values() if len(each) > 1 for who in each}
    assert found["assessors"] == len(whose)
    compare_whole(found, labels_of, words, scheme)
    compare_labels(found, labels_of, several, words)
    compare_pairs(found, labels_of, scheme)
    compare_categories(found, labels_of, tables, words)
    compare_each(found, labels_of, tables, scheme)
    defined = [found[name] is not None for name in FIGURES]
    undefined = len(FIGURES) - sum(defined)
    return Counter(defined=sum(defined), undefined=undefined, pairs=len(found["pairs"]))


def compare_whole(found: Any, labels_of: plain.LabelsBySubject, words: tuple[str, ...], scheme: str) -> None:
    same(found["raw"], plain.raw(labels_of), scheme)
    same(found["alpha_nominal"], plain.alpha(labels_of, words, ordinal=False), scheme)
    same(found["alpha_ordinal"], plain.alpha(labels_of, words, ordinal=True), scheme)
    same(found["fleiss_kappa"], plain.fleiss(labels_of), scheme)
    same(found["gwet_ac1"], plain.gwet(labels_of, words), scheme)
    figures = [found[name] for name in FIGURES]
    assert (None in figures) == bool(found["reason"])


def compare_labels(
    found: Any, labels_of: plain.LabelsBySubject, several: list[list[str]], words: tuple[str, ...]
) -> None:
    assert [row["label"] for row in found["labels"]] == list(words)
    for row in found["labels"]:
        assert row["given"] == sum(labels.count(row["label"]) for labels in several)
        same(row["agreement"], plain.label_agreement(labels_of, row["label"]), row)
        same(row["alpha"], plain.label_alpha(labels_of, row["label"]), row)


def compare_pairs(found: Any, labels_of: plain.LabelsBySubject, scheme: str) -> None:
    listed = {(row["a"], row["b"]) for row in found["pairs"]}
    people = list(dict.fromkeys(who for each in labels_of.values() for who in each))
    both = [(a, b) for a in people for b in people if a < b and plain.of_two(labels_of, a, b)]
    assert {frozenset(pair) for pair in listed} == {frozenset(pair) for pair in both}
    for row in found["pairs"]:
        pairs = plain.of_two(labels_of, row["a"], row["b"])
        assert row["items"] == len(pairs)
        same(row["raw"], plain.equal_share(pairs), (scheme, row))
        same(row["kappa"], plain.cohen(pairs), (scheme, row))
        assert (row["kappa"] is None) == ("reason" in row)


def compare_categories(found: Any, labels_of: plain.LabelsBySubject, tables: Any, words: tuple[str, ...]) -> None:
    named = {row["category"]: row for row in found["categories"]}
    for category in ("person", "place"):
        part = {
            subject: each
            for subject, each in labels_of.items()
            if tables.questions[subject[0]].get("category") == category
        }
        if not plain.several(part):
            assert named.get(category, {"items": 0})["items"] == 0
            continue
        row = named[category]
        assert row["items"] == len(plain.several(part))
        same(row["raw"], plain.raw(part), category)
        same(row["alpha_nominal"], plain.alpha(part, words, ordinal=False), category)
        same(row["alpha_ordinal"], plain.alpha(part, words, ordinal=True), category)
        same(row["fleiss_kappa"], plain.fleiss(part), category)
        same(row["gwet_ac1"], plain.gwet(part, words), category)


def compare_each(found: Any, labels_of: plain.LabelsBySubject, tables: Any, scheme: str) -> None:
    for row in found["each"]:
        who = row["assessor"]
        assert row["labels"] == sum(who in each for each in labels_of.values())
        compared = [("others", plain.against_others(labels_of, who))]
        if scheme in plain.KINDS and scheme != "question-quality":
            compared.append(("repeats", plain.again(tables, labels_of, who)))
        for part, pairs in compared:
            assert row[part]["items"] == len(pairs), (scheme, who, part)
            same(row[part]["raw"], plain.equal_share(pairs), (scheme, who, part))
            same(row[part]["kappa"], plain.cohen(pairs), (scheme, who, part))
            assert sum(map(sum, row[part]["confusion"])) == len(pairs)
        timed = row["labels"] - row["untimed"]
        assert sum(part["last"] - part["first"] + 1 for part in row["drift"]) == timed
        if not row["untimed"]:
            assert sum(part["compared"] for part in row["drift"]) == row["others"]["items"]


@pytest.mark.parametrize("scheme", plain.WORDS)
@pytest.mark.sweep
def test_figures_of_random_collections_are_those_of_loops(scheme: str, tmp_path: Path) -> None:
    found = Counter[str]()
    for seed in range(42, 46):
        found += compare(Mixed(seed).file(tmp_path / f"m{seed}.jury"), scheme)
    assert found["defined"] > 3, found
    assert found["pairs"] > 3, found


@pytest.mark.soak
def test_figures_of_many_collections_are_those_of_loops(tmp_path: Path) -> None:
    found = Counter[str]()
    for seed in range(150):
        path = Mixed(seed).file(tmp_path / f"m{seed}.jury")
        for scheme in plain.WORDS:
            found += compare(path, scheme)
    print(found)
    assert min(found["defined"], found["undefined"], found["pairs"]) > 500


def collection(path: Path, labels: list[tuple[str, str, str]], *, timed: bool = False) -> Path:
    """Return a collection of one question with the labels: see `import_labels`."""
    create(path)
    return import_labels(path, labels, timed=timed)


def import_labels(path: Path, labels: list[tuple[str, str, str]], *, timed: bool = False) -> Path:
    """Import an answer for each label's second part, and the labels (assessor, answer, label).

    `timed`: each was given a minute after the one before.
    """
    tables: dict[str, list[dict[str, str]]] = {
        "questions": [{"question": "q", "kind": "ranked", "text": "?", "category": "person"}],
        "answers": [{"question": "q", "answer": a, "text": a} for a in sorted({a for _, a, _ in labels})],
        "judgments": [{"assessor": w, "question": "q", "answer": a, "label": one} for w, a, one in labels],
    }
    for at, row in enumerate(tables["judgments"] if timed else ()):
        row["judged_at"] = f"2026-03-02T{9 + at // 60:02d}:{at % 60:02d}:00Z"
    import_into(path, [write_rows(path.with_name(f"{path.stem}-{labels[0][1]}"), tables)])
    return path


AA, AB = (("Ana", "a", "A"), ("Ben", "a", "A")), (("Ana", "b", "A"), ("Ben", "b", "A"))


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ([("Ana", "a", "A"), ("Ben", "b", "B")], "nothing was labeled by two"),
        ([*AA, *AB], "all labels are the same"),
        ([*AA, *AB, ("Cam", "a", "B")], "the same number of labels for every item"),
    ],
)
def test_what_is_undefined_is_undefined_in_both_and_says_why(
    labels: list[tuple[str, str, str]], reason: str, tmp_path: Path
) -> None:
    path = collection(tmp_path / "u.jury", labels)
    compare(path, "quality")
    assert reason in told(path, "quality")["reason"]


def test_drift_is_that_of_stretches_in_the_order_of_work(tmp_path: Path) -> None:
    labels = [
        (who, f"a{at:02d}", "ABC"[(at * (2 if who == "Cam" and at > 14 else 1)) % 3])
        for who in ("Ana", "Ben", "Cam")
        for at in range(23)
    ]
    path = collection(tmp_path / "d.jury", labels, timed=True)
    labels_of = plain.read_labels(tables_of(path), "quality")
    order = [("q", f"a{at:02d}") for at in range(23)]
    for row in told(path, "quality")["each"]:
        expected = plain.stretches(labels_of, order, row["assessor"], STRETCHES)
        assert len(row["drift"]) == len(expected) == STRETCHES
        assert max(part["labels"] for part in expected) - min(part["labels"] for part in expected) <= 1
        for ours, theirs in zip(row["drift"], expected, strict=True):
            assert ours["compared"] == len(theirs["pairs"])
            same(ours["raw"], plain.equal_share(theirs["pairs"]), row)


def test_labels_imported_together_without_times_have_no_drift(tmp_path: Path) -> None:
    labels = [(who, f"a{at:02d}", "ABC"[at % 3]) for who in ("Ana", "Ben") for at in range(23)]
    for timed in (False, True):
        path = collection(tmp_path / f"{timed}.jury", labels, timed=timed)
        expected = (0, STRETCHES) if timed else (23, 0)
        rows = told(path, "quality")["each"]
        assert [(row["untimed"], len(row["drift"])) for row in rows] == [expected] * 2


@pytest.mark.parametrize("timed", [(False, False), (False, True), (True, False), (True, True)])
def test_each_import_is_with_or_without_times_whatever_came_before(
    timed: tuple[bool, bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = [(who, f"a{at:02d}", "ABC"[at % 3]) for who in ("Ana", "Ben") for at in range(46)]
    hour, path = 3_600_000, tmp_path / "several.jury"
    create(path)
    for number, (is_timed, answers) in enumerate(zip(timed, ("a00", "a23"), strict=True)):
        part = [label for label in labels if answers <= label[1] < f"a{number * 23 + 23:02d}"]
        monkeypatch.setattr("jurybox.collection.log.now", lambda at=number * hour: at)
        import_labels(path, part, timed=is_timed)
    untimed = 23 * timed.count(False)
    for row in told(path, "quality")["each"]:
        assert (row["labels"], row["untimed"]) == (46, untimed)
        assert sum(part["last"] - part["first"] + 1 for part in row["drift"]) == 46 - untimed


def test_an_import_with_and_without_times_has_the_drift_of_what_has_times(tmp_path: Path) -> None:
    """The labels of Ana are in the file in any order; every third of them, and all of Ben, have no time."""
    labels = {f"a{at:02d}": "AB"[at % 7 > 2] for at in range(66)}
    timed = [answer for at, answer in enumerate(labels) if at % 3]
    minutes = dict(zip(random.Random(4).sample(timed, len(timed)), count(), strict=False))
    answers = [{"question": "q", "answer": name, "text": f"text of {name}"} for name in labels]

    def judged(answer: str, at: int | None) -> dict[str, str]:
        moment = "" if at is None else f"2026-03-02T{9 + at // 60:02d}:{at % 60:02d}:00Z"
        return {"assessor": "Ana", "question": "q", "answer": answer, "label": labels[answer], "judged_at": moment}

    def drift(path: Path, given: list[dict[str, str]]) -> dict[str, Any]:
        of_ben = [judged(name, None) | {"assessor": "Ben", "label": "B"} for name in labels]
        tables = {
            "questions": [{"question": "q", "kind": "ranked", "text": "What is it?"}],
            "answers": answers,
            "judgments": [*given, *of_ben],
        }
        create(path)
        import_into(path, [write_rows(path.with_suffix(""), tables)])
        ana, ben = told(path, "quality")["each"]
        assert (ben["untimed"], ben["drift"]) == (66, [])
        return dict(ana)

    some = drift(tmp_path / "some.jury", [judged(name, minutes.get(name)) for name in labels])
    assert (some["labels"], some["untimed"]) == (66, 22)
    timed_only = drift(tmp_path / "timed.jury", [judged(name, at) for name, at in minutes.items()])
    assert (timed_only["labels"], timed_only["untimed"]) == (44, 0)
    assert some["drift"] == timed_only["drift"]
    assert len({stretch["raw"] for stretch in some["drift"]}) > 1, "the order makes a difference"
