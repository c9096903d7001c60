"""What a report holds: scores with intervals and marks, all pairs, agreement, guidelines, kept studies."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from jurybox import __version__, results
from jurybox.analysis.intervals import DRAWS
from jurybox.analysis.label_matrix import SCHEMES, label_matrix, usual_scheme
from jurybox.analysis.standings import MARKS, Standing, corrected, standings
from jurybox.analysis.studies.requests import Material
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_in_force
from jurybox.measures.definition import plural
from jurybox.reports.writing import report_files
from jurybox.results.frame import make_frame
from jurybox.results.pair_facts import all_between, matrix_of
from jurybox.scoring import Scoreboard, usual_measures, usual_unjudged
from jurybox.scoring.coverage import of_runs, resting, unit_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pandas as pd

    from jurybox.measures import Measure
    from jurybox.scoring.basis import Unjudged


_BOUNDS = "Lowest and highest: bounds of the score once all that is pending is judged."
_LOOKED_AT = 50_000
"""How often a waiting unit is looked at for the bounds of differences: about a minute."""


def report_tables(
    made_from: Material, measures: Sequence[Measure], *, draws: int = DRAWS, seed: int = 0
) -> tuple[pd.DataFrame, ...]:
    """Return the tables of a report, in their order; the same for the same collection, draws and seed."""
    found = []
    for at, one in enumerate(measures, start=1):
        found.append(_standings(made_from, one, at, draws, seed))
        found += _pairs(made_from, one, at, draws, seed)
        found += _open(made_from, one, at)
    return (*found, *_agreement(made_from, draws, seed), *_guidelines(made_from), *_studies(made_from))


def report_of_file(
    file: Path,
    gold: str | None,
    measures: Sequence[Measure] = (),
    *,
    unjudged: Unjudged | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> dict[str, str]:
    """Return the files of the report of a collection file.

    `gold` None: the gold standard in force there; `unjudged` None: as the data suggests.
    """
    with closing(State(file)) as state:
        chosen = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
        scored = state.catalog, state.ledger, state.facts
        board = Scoreboard(*scored, chosen, unjudged=unjudged or usual_unjudged(*scored))
        made_from = Material(board, state.catalog, state.ledger, state.facts)
        title = state.facts.name or state.local.get("name") or "Collection"
        heads = sorted(tip.hex() for tip in state.chains.tips)
        return collection_report(made_from, title, measures, heads, draws=draws, seed=seed)


def collection_report(
    made_from: Material,
    title: str,
    measures: Sequence[Measure],
    heads: Sequence[str],
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> dict[str, str]:
    """Return the text of every file of a report, by name.

    `measures` may be empty: then the usual ones are taken, of a track with series its official scores.
    `heads`: the hashes at the ends of the chains of the log.
    """
    board, catalog = made_from.board, made_from.catalog
    measures = list(measures) or usual_measures(board)
    tables = report_tables(made_from, measures, draws=draws, seed=seed)
    facts = [
        ("gold", str(board.gold)),
        ("gold of every kind", board.gold_text),
        ("unjudged", board.unjudged),
        ("ties", "submitted"),
        ("measures", "; ".join(map(str, measures))),
        ("draws", str(draws)),
        ("seed", str(seed)),
        ("questions", str(len(catalog.questions))),
        ("answers", str(catalog.answer_count)),
        ("runs", str(len(board.runs))),
        ("entries in the log", str(len(made_from.ledger))),
        ("heads of the chains", " ".join(heads)),
        ("version", __version__),
    ]
    return report_files(title, facts, tables)


def _standings(made_from: Material, one: Measure, at: int, draws: int, seed: int) -> pd.DataFrame:
    """Return the ranking with intervals and tests; with bounds where something is still to be judged."""
    board = made_from.board
    rows = standings(board, made_from.catalog, one, draws=draws, seed=seed)
    head = ["run", "rank", str(one), "", "CI low", "CI high", "method", "p", "test"]
    cells = [_row(row) for row in rows]
    notes = [MARKS] if any(row.test for row in rows) else []
    if any(row.interval for row in rows):
        notes.append(f"CI: 95 %, bootstrap over {_drawn(board, one)}, BCa unless said.")
    if board.kind_of(one) is not None and len(board.waiting_units(one)):
        head += ["lowest", "highest"]
        bounds = [board.bounds(one, row.row.run) for row in rows]
        cells = [(*cell, between.low, between.high) for cell, between in zip(cells, bounds, strict=True)]
        notes.append(_BOUNDS)
    reasons = dict.fromkeys(row.row.score.reason for row in rows if row.row.score.reason)
    notes += [f"Undefined: {reason}." for reason in reasons]
    notes.append(board.unchanged_text)
    units = {str(one): of_runs(board, one, [row.row.run for row in rows])}
    return make_frame(f"scores-{at:02}", f"Runs by {one}", head, cells, (0, 3, 6, 8), notes, units=units)


def _row(standing: Standing) -> tuple[object, ...]:
    row, between = standing.row, standing.interval
    ends = (between.low, between.high, between.method) if between else (None, None, "")
    return row.name, row.rank, row.score.value, standing.mark, *ends, standing.p, standing.test


def _drawn(board: Scoreboard, one: Measure) -> str:
    """Return what a bootstrap draws: questions with all their answers, or whole series."""
    unit = unit_of(board, one)
    return plural(unit) if unit == "series" else "questions with all their answers"


def _pairs(made_from: Material, one: Measure, at: int, draws: int, seed: int) -> list[pd.DataFrame]:
    """Return the matrix of corrected p-values; none for a measure that cannot be tested."""
    try:
        runs, p, test = corrected(made_from.board, made_from.catalog, one, draws=draws, seed=seed)
    except Refused:
        return []
    ranked = [row.run for row in made_from.board.standing(one) if row.run in runs]
    places = [list(runs).index(run) for run in ranked]  # the order of the ranking, as in the tables beside it
    p = p[np.ix_(places, places)]
    names = tuple(made_from.board.name_of(run) for run in ranked)
    rows = tuple((name, *p[row].tolist()) for row, name in enumerate(names))
    caption = f"Two-sided {test} test, p-values of all pairs with Holm's correction."
    title, rests = f"All pairs of runs by {one}", (resting(made_from.board, one, ranked),)
    return [make_frame(f"pairs-{at:02}", title, ("run", *names), rows, (0,), (caption,), rests=rests)]


def _open(made_from: Material, one: Measure, at: int) -> list[pd.DataFrame]:
    """Return between what the differences of all pairs can still end; nothing where nothing is open."""
    board = made_from.board
    runs = [row.run for row in board.standing(one) if row.run < len(made_from.catalog.runs)]
    if board.kind_of(one) is None or not len(board.bounding(one).waiting_units(one)):
        return []
    head, rows, told = matrix_of(
        [board.name_of(run) for run in runs], all_between(board, one, runs, most=_LOOKED_AT)
    )
    title = f"Pairs of runs that can still change places by {one}"
    left, rests = tuple(range(len(head))), (resting(board, one, runs),)
    return [make_frame(f"open-{at:02}", title, head, rows, left, (told,), rests=rests)]


def _agreement(made_from: Material, draws: int, seed: int) -> list[pd.DataFrame]:
    """Return figures and assessors for everything that several judges labeled, what is usual here first."""
    collection = made_from.catalog, made_from.ledger, made_from.facts
    usual = usual_scheme(made_from.catalog)
    found: list[pd.DataFrame] = []
    for scheme in (usual, *(name for name in SCHEMES if name != usual)):
        matrix = label_matrix(*collection, scheme)
        if matrix.assessors and (scheme == usual or (np.sum(matrix.labels >= 0, axis=0) > 1).any()):
            whole = results.find_agreements(*collection, scheme, draws=draws, seed=seed)
            frames = results.agreement_figures(whole), results.agreement_by_assessor(whole)
            for frame in frames:
                frame.attrs["name"] += "" if scheme == usual else f"-{scheme}"
            found += frames
    return found


def _guidelines(made_from: Material) -> list[pd.DataFrame]:
    """Return the guidelines of each label as they are in force."""
    facts = made_from.facts
    rows = tuple((label, text) for label, text in facts.guidelines.items())
    version = f"Version {facts.guideline_version}." if facts.guideline_version else ""
    head = ("label", "text")
    return [make_frame("guidelines", "Guidelines", head, rows, (0, 1), (version,))] if rows else []


def _studies(made_from: Material) -> list[pd.DataFrame]:
    """Return the studies that are kept, if there are any."""
    return [results.studies_kept(made_from)] if made_from.facts.studies else []
