"""What a report holds: scores with intervals and marks, all pairs, agreement, guidelines, kept studies."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import TYPE_CHECKING

import numpy as np

from jurybox import __version__, results
from jurybox.analysis.intervals import DRAWS
from jurybox.analysis.label_matrix import SCHEMES, label_matrix, usual_scheme
from jurybox.analysis.studies.requests import Material
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_in_force
from jurybox.reports.writing import report_files
from jurybox.results.frame import make_frame
from jurybox.scoring import Scoreboard, unjudged_in_force, usual_measures

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import pandas as pd

    from jurybox.collection.facts import Unjudged
    from jurybox.measures import Measure


_LOOKED_AT = 50_000
"""How often a waiting unit is looked at for the bounds of differences: about a minute."""


def report_tables(
    material: Material, measures: Sequence[Measure], *, draws: int = DRAWS, seed: int = 0
) -> tuple[pd.DataFrame, ...]:
    """Return the tables of a report, in their order; the same for the same collection, draws and seed."""
    found = []
    for at, one in enumerate(measures, start=1):
        for frame in _of_measure(material, one, draws, seed):
            frame.attrs["name"] += f"-{at:02}"
            found.append(frame)
    return (*found, *_agreement(material, draws, seed), *_guidelines(material), *_studies(material))


def report_of_file(
    file: Path,
    gold: str | None,
    measures: Sequence[Measure] = (),
    *,
    unjudged: Unjudged | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> dict[str, bytes]:
    """Return the files of the report of a collection file.

    `gold` None: the gold standard in force there; `unjudged` None: as the data suggests.
    """
    with closing(State(file)) as state:
        chosen = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
        scored = state.catalog, state.ledger, state.facts
        board = Scoreboard(*scored, chosen, unjudged=unjudged or unjudged_in_force(*scored))
        material = Material(board, state.catalog, state.ledger, state.facts)
        title = state.facts.name or state.local.get("name") or "Collection"
        heads = sorted(tip.hex() for tip in state.chains.tips)
        return collection_report(material, title, measures, heads, draws=draws, seed=seed)


def collection_report(
    material: Material,
    title: str,
    measures: Sequence[Measure],
    heads: Sequence[str],
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> dict[str, bytes]:
    """Return the text of every file of a report, by name.

    `measures` may be empty: then the usual ones are taken, of a track with series its official scores.
    `heads`: the hashes at the ends of the chains of the log.
    """
    board, catalog = material.board, material.catalog
    measures = list(measures) or usual_measures(board)
    tables = report_tables(material, measures, draws=draws, seed=seed)
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
        ("entries in the log", str(len(material.ledger))),
        ("heads of the chains", " ".join(heads)),
        ("version", __version__),
    ]
    return report_files(title, facts, tables)


def _of_measure(material: Material, one: Measure, draws: int, seed: int) -> Iterator[pd.DataFrame]:
    """Yield the ranking, the tests of all pairs where there are some, and pairs that are open, if any."""
    board = material.board
    yield results.ranking(board, one, draws=draws, seed=seed)
    with suppress(Refused):  # a measure that cannot be tested has no table of tests
        yield results.p_values(board, one, draws=draws, seed=seed)
    if board.kind_of(one) is not None and len(board.bounding(one).waiting_units(one)):
        yield results.open_pairs(board, one, most=_LOOKED_AT)


def _agreement(material: Material, draws: int, seed: int) -> list[pd.DataFrame]:
    """Return figures and assessors for everything that several judges labeled, what is usual here first."""
    collection = material.catalog, material.ledger, material.facts
    usual = usual_scheme(material.catalog)
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


def _guidelines(material: Material) -> list[pd.DataFrame]:
    """Return the guidelines of each label as they are in force."""
    facts = material.facts
    rows = tuple((label, text) for label, text in facts.guidelines.items())
    version = f"Version {facts.guideline_version}." if facts.guideline_version else ""
    head = ("label", "text")
    return [make_frame("guidelines", "Guidelines", head, rows, (0, 1), (version,))] if rows else []


def _studies(material: Material) -> list[pd.DataFrame]:
    """Return the studies that are kept, if there are any."""
    return [results.studies_kept(material)] if material.facts.studies else []
