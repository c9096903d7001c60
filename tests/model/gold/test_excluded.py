"""Assessors who are excluded count in no gold standard, on the panel or not, and everything says so."""

import os
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import worlds
from small import small_collection
from worlds import Book, make_catalog

from jurybox import results
from jurybox.analysis.agreement import leave_one_out, unusual_assessors
from jurybox.campaign.people import changing_kind
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.judges import judges
from jurybox.errors import Refused
from jurybox.gold import UNJUDGED, Gold, Graded, gold_in_words, gold_text, truth_of
from jurybox.gold.dawid_skene import dawid_skene
from jurybox.session import open_session

ROWS = ("cci", "cic", "ici")


def voted(*, panel: tuple[int, ...] = (), excluded: int | None = None) -> tuple[Catalog, Book, Facts]:
    catalog = make_catalog(["validation"], [0, 0, 0], assessors=["person"] * 3)
    if excluded is not None:
        people = list(catalog.assessors)
        people[excluded] = replace(people[excluded], kind="excluded")
        catalog = replace(catalog, assessors=tuple(people))
    book = Book(3, 3)
    for who, row in enumerate(ROWS):
        for answer, letter in enumerate(row):
            book.say(who, answer, {"c": "correct", "i": "incorrect"}[letter])
    return catalog, book, Facts(panel=panel)


@pytest.mark.parametrize("panel", [(), (0, 1, 2)])
@pytest.mark.parametrize("gold", ["majority", "adjudicated", "dawid-skene"])
def test_a_gold_standard_is_that_of_a_collection_without_them(panel: tuple[int, ...], gold: str) -> None:
    catalog, book, facts = voted(panel=panel, excluded=2)
    assert judges(catalog, facts) == (0, 1)
    without = replace(catalog, assessors=catalog.assessors[:2])
    fewer = Book(2, 3)
    for who, row in enumerate(ROWS[:2]):
        for answer, letter in enumerate(row):
            fewer.say(who, answer, {"c": "correct", "i": "incorrect"}[letter])
    expected = truth_of(Collection(without, fewer.ledger, Facts(panel=panel[:2])), Gold.parse(gold))
    found = truth_of(Collection(catalog, book.ledger, facts), Gold.parse(gold))
    assert found.truth.tolist() == expected.truth.tolist()
    everybody = voted(panel=panel)
    all_of_them = truth_of(Collection(everybody[0], book.ledger, everybody[2]), Gold("majority"))
    assert found.truth.tolist() != all_of_them.truth.tolist()


def test_a_gold_standard_of_theirs_alone_stays_and_every_other_one_names_them() -> None:
    catalog, book, facts = voted(excluded=2)
    alone = truth_of(Collection(catalog, book.ledger, facts), Gold.parse("assessor:A2"))
    assert alone.truth.tolist() == [0, 1, 0]
    assert gold_text(Gold("majority"), catalog, facts) == "majority+strict; without A2, excluded"
    assert gold_in_words(Gold("majority"), catalog, facts) == "majority+strict; without A2, excluded"
    assert gold_text(Gold.parse("assessor:A2"), catalog, facts) == "assessor:A2+strict"


SAY = """
import sys
from worlds import make_catalog
from jurybox.collection.facts import Facts
from jurybox.gold import Gold, gold_in_words, gold_text
catalog = make_catalog(["validation"], [0, 0], assessors=["model", "key", "excluded"])
given = Gold("GA"), catalog, Facts(panel=(0, 1))
sys.stdout.buffer.write(f"{gold_text(*given)}|{gold_in_words(*given)}".encode())
"""
IN_SPANISH = (
    "GA; adjudicated+strict para validación; entre los jueces hay modelo A0, clave de respuestas A1; "
    "sin A2, por exclusión"
)
IN_JAPANESE = "GA；検証には adjudicated+strict；判定者に モデル A0、正解キー A1 を含む；A2 を除外"


@pytest.mark.sweep
@pytest.mark.parametrize(("language", "said"), [("es", IN_SPANISH), ("ja", IN_JAPANESE)])
def test_files_keep_the_standard_in_english_and_people_read_it_in_their_language(language: str, said: str) -> None:
    support = str(Path(worlds.__file__).parent)
    environ = {**os.environ, "JURYBOX_LANGUAGE": language, "PYTHONPATH": support}
    done = subprocess.run([sys.executable, "-c", SAY], env=environ, capture_output=True, check=True)
    kept, shown = done.stdout.decode().split("|")
    parts = ("GA", "adjudicated+strict for validation", "judges include model A0, answer key A1")
    assert kept == "; ".join((*parts, "without A2, excluded"))
    assert shown == said


def test_a_panel_whose_people_are_all_excluded_judges_nothing() -> None:
    catalog, book, facts = voted(panel=(2,), excluded=2)
    assert judges(catalog, facts) == ()
    assert (truth_of(Collection(catalog, book.ledger, facts), Gold("majority")).truth == UNJUDGED).all()


def test_a_panel_of_four_with_one_excluded_is_no_panel_of_four() -> None:
    catalog = make_catalog(["ranked"], [0], assessors=["person"] * 4)
    people = (*catalog.assessors[:3], replace(catalog.assessors[3], kind="excluded"))
    shorter = replace(catalog, assessors=people)
    facts = Facts(panel=(0, 1, 2, 3))
    Graded(Collection(catalog, Book(4, 1).ledger, facts), Gold("GA"))
    with pytest.raises(Refused):
        Graded(Collection(shorter, Book(4, 1).ledger, facts), Gold("GA"))


def test_excluding_is_a_step_that_undo_takes_back(tmp_path: Path) -> None:
    labels = [(who, at, "correct" if (at + who) % 3 else "incorrect") for who in range(3) for at in range(12)]
    path = small_collection(tmp_path / "x.jury", assessors=("Ana", "Ben", "Cy"), labels=labels)
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(changing_kind(session, "Cy", "excluded"))
        assert judges(session.catalog, session.facts) == (0, 1)
        found = results.find_agreements(session.collection, "validation", draws=0)
        assert found.report.matrix.assessors == (0, 1)
        assert "Excluded, and not among the judges: Cy." in results.agreement_figures(found).attrs["notes"]
        apart = results.agreement_of_others(found).reset_index()
        assert apart[["assessor", "kind"]].to_numpy().tolist() == [["Cy", "excluded"]]
        session.undo()
        assert judges(session.catalog, session.facts) == (0, 1, 2)


def test_unusual_assessors_are_named_and_others_are_not() -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, size=120)

    def noisy(share: float) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
        return np.where(random.random(120) < share, 1 - truth, truth).astype(np.int8)

    few = np.full(120, -1, dtype=np.int8)
    few[:19] = 1 - truth[:19]
    guesses = random.integers(0, 2, size=120).astype(np.int8)
    constant = np.zeros(120, dtype=np.int8)
    labels = np.stack([noisy(0.05), noisy(0.1), noisy(0.1), noisy(0.08), guesses, constant, few])
    people, things = np.nonzero(labels >= 0)
    sizes = {"assessors": 7, "things": 120, "labels": 2}
    found = dawid_skene(people, things, labels[people, things].astype(np.int64), **sizes)
    reasons = unusual_assessors(labels, leave_one_out(labels, 2), found.posterior, found.confusion)
    assert [bool(one) for one in reasons] == [False, False, False, False, True, True, False]
    assert any(one.startswith("agrees 0.") and "(n=1" in one for one in reasons[4])
    assert "near random (n=120)" in reasons[4]
    assert any(one.startswith("one label only") for one in reasons[5])
