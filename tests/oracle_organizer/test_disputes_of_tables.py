"""Disputed nuggets, matches and question quality are those of the tables; a decision does what is told."""

import copy
from collections import Counter
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from mixed_tables import Mixed
from oracle.naive import Oracle
from oracle.tables import Tables
from oracle_organizer import plain_agreement as plain
from oracle_organizer.judged_tables import Judged
from oracle_organizer.plain_flips import Change, change
from oracle_organizer.plain_units import tables_of
from sweeps import swept

from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.analysis.disagreements.effects import Survey, survey
from jurybox.analysis.frozen import Frozen
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

SCHEME_OF = {"importance": "importance", "match": "match", "quality": "question-quality"}
TABLE_OF = {"importance": "nuggets", "match": "matches"}
WORD_OF = {"importance": "importance", "match": "support"}
MEASURES = ("F(3)", "nugget-recall", "vital", "all", "F1")


def told_of(state: State, gold: str, name: str, kind: str = "") -> Survey:
    """What is told of all questions, or of those of a kind: F(3) is a measure of two kinds."""
    asked = frozenset(at for at, one in enumerate(state.catalog.questions) if one.kind == kind) if kind else None
    frozen = Frozen(state.collection.frozen(), Gold.parse(gold), questions=asked)
    return survey(frozen, measure(name))


def subject_of(state: State, names: list[str], dispute: Dispute) -> tuple[str, ...]:
    """The names of what a dispute is about, as the tables' keys."""
    question = state.catalog.questions[dispute.question].name
    nugget = () if dispute.nugget < 0 else (state.catalog.nuggets[dispute.nugget].name,)
    if dispute.what == "quality":
        return question, ""
    return (question, names[dispute.answer], *nugget) if dispute.answer >= 0 else (question, *nugget)


def disputed(tables: Tables, what: str) -> dict[tuple[str, ...], dict[str, str]]:
    """What people say two things of, of questions that are not left unjudged on purpose."""
    labels_of = plain.read_labels(tables, SCHEME_OF[what])
    return {
        subject: each
        for subject, each in labels_of.items()
        if len(set(each.values())) > 1 and tables.questions[subject[0]].get("status") != "unjudged"
    }


def distance(words: list[str], scheme: tuple[str, ...]) -> float:
    """The mean distance of two words in the order of their scheme, 0 to 1."""
    pairs = [abs(scheme.index(a) - scheme.index(b)) / (len(scheme) - 1) for a, b in combinations(words, 2)]
    return sum(pairs) / len(pairs)


def settled_so(tables: Tables, what: str, subject: tuple[str, ...], word: str) -> Tables:
    """The tables with one decision more, in the place of any that there was."""
    other, table = copy.copy(tables), TABLE_OF[what]
    named = ("question", "nugget") if what == "importance" else ("question", "answer", "nugget")
    rows = [
        row
        for row in tables.of(table)
        if row.get("kind") != "adjudication" or tuple(row[name] for name in named) != subject
    ]
    decision = dict.fromkeys(rows[0], "") | dict(zip(named, subject, strict=True))
    decision |= {"kind": "adjudication", "assessor": "Eve", WORD_OF[what]: word}
    other.rows = tables.rows | {table: [*rows, decision]}
    return other


def scores(tables: Tables, gold: str, name: str) -> dict[str, Any]:
    score = Oracle(tables, gold).scores("other")[name]
    return {run: score(run) for run in tables.runs}


def listed_in(state: State, told: Survey) -> dict[str, dict[tuple[str, ...], Dispute]]:
    """The disputes that are looked at here, by the names of what they are about."""
    names = answer_names(state.reader)
    listed: dict[str, dict[tuple[str, ...], Dispute]] = {what: {} for what in SCHEME_OF}
    for each in (dispute for asked in told.questions.values() for dispute in asked.disputes):
        if each.what in listed:
            listed[each.what][subject_of(state, names, each)] = each
    return listed


def compare(path: Path, gold: str, name: str) -> Counter[str]:
    """Compare what is disputed and what each decision does; return how much was compared."""
    tables, found = tables_of(path), Counter[str]()
    with closing(State(path)) as state:
        for what, rows in listed_in(state, told_of(state, gold, name)).items():
            expected = disputed(tables, what)
            assert set(rows) == set(expected), (what, gold)
            for subject, dispute in rows.items():
                given = {state.catalog.assessors[who].name: word for who, word in dispute.labels}
                assert given == expected[subject], (what, subject)
                far = distance(list(given.values()), plain.WORDS[SCHEME_OF[what]])
                assert dispute.size == pytest.approx(far), (what, subject)
                found[what] += 1
        told = told_of(state, gold, name, "other")
        board = Scoreboard(state.collection, Gold.parse(gold))
        for what, rows in listed_in(state, told).items():
            for subject, dispute in rows.items() if what in TABLE_OF and not told.why else ():
                world = Deciding(tables, gold, name, what, subject)
                found += compare_decisions(world, dispute, board)
    return found


class Deciding:
    """What a decision about one thing would do, done in the tables and scored by the oracle."""

    def __init__(self, tables: Tables, gold: str, name: str, what: str, subject: tuple[str, ...]) -> None:
        self.tables, self.gold, self.name, self.what, self.subject = tables, gold, name, what, subject
        self.now = scores(tables, gold, name)
        self.best = 1 if measure(name).direction == "higher" else -1

    def then(self, word: str) -> Change:
        """What it changes if a word is settled."""
        tables = settled_so(self.tables, self.what, self.subject, word)
        return change(self.now, scores(tables, self.gold, self.name), self.best)


def compare_decisions(world: Deciding, dispute: Dispute, board: Scoreboard) -> Counter[str]:
    """Compare what each word does when it is decided; every word that was given is tried."""
    found, words = Counter[str](), {word for _, word in dispute.labels} - {dispute.settled}
    assert {turn.label for turn in dispute.turns} == words
    for turn in dispute.turns:
        theirs, where = world.then(turn.label), (world.what, world.subject, turn.label)
        assert turn.effect == pytest.approx(theirs.effect, abs=1e-9), where
        pairs = {(board.name_of(a), board.name_of(b)) for a, b in turn.pairs}
        assert pairs == theirs.flips, where
        assert (turn.made, turn.broken) == (theirs.made, theirs.broken), where
        found.update(turns=1, moving=int(theirs.effect > 0), flips=len(pairs))
    assert dispute.effect == max((turn.effect for turn in dispute.turns), default=0.0)
    assert dispute.flips == max((len(turn.pairs) for turn in dispute.turns), default=0)
    return found


GOLDS = ("majority+strict", "adjudicated+strict", "assessor:Ana+strict")


@pytest.mark.parametrize("gold", [*GOLDS[:1], *swept(GOLDS[1:])])
def test_disputes_of_random_collections_are_those_of_the_tables(gold: str, tmp_path: Path) -> None:
    found = Counter[str]()
    for seed in range(60, 63):
        found += compare(Mixed(seed).file(tmp_path / f"m{seed}.jury"), gold, MEASURES[seed % len(MEASURES)])
    assert found["importance"] > 1, found
    assert found["match"] > 1, found
    assert found["quality"] > 1, found


@pytest.mark.sweep
def test_decisions_about_nuggets_move_runs_as_told(tmp_path: Path) -> None:
    found = Counter[str]()
    for seed in range(1, 2):
        path = Judged(seed, "series", 16, people=3, runs=4, doubts=0.3).file(tmp_path / f"s{seed}.jury")
        found += compare(path, "majority+strict", "F(3)")
    assert found["moving"] > 10, found
    assert found["flips"] > 0, found


@pytest.mark.soak
def test_disputes_of_many_collections_are_those_of_the_tables(tmp_path: Path) -> None:
    found = Counter[str]()
    for seed in range(120):
        path = Mixed(seed).file(tmp_path / f"m{seed}.jury")
        for at, gold in enumerate(GOLDS):
            found += compare(path, gold, MEASURES[(seed + at) % len(MEASURES)])
    print(found)
    assert found["moving"] > 100
