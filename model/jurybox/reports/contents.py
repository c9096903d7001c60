"""What a report holds: scores with intervals and marks, all pairs, agreement, studies that were kept."""

from collections.abc import Sequence

from jurybox.analysis.gather_agreement import agreement_report, assessor_reports
from jurybox.analysis.label_matrix import SCHEMES, label_matrix, usual_scheme
from jurybox.analysis.standings import MARKS, Standing, corrected, standings
from jurybox.analysis.study_records import out_of_date
from jurybox.analysis.study_requests import Material
from jurybox.collection.judges import not_people
from jurybox.errors import Refused
from jurybox.measures import Measure
from jurybox.reports.forms import Table
from jurybox.reports.pair_facts import all_between, matrix_of
from jurybox.scoring.coverage import of_runs

_INTERVALS = "Intervals: 95 %, bootstrap over questions with all their answers, BCa unless said."
_LOOKED_AT = 50_000
"""How often a waiting unit is looked at for the bounds of differences: about a minute."""
_FIGURES = ("raw", "alpha_nominal", "alpha_ordinal", "fleiss_kappa")


def report_tables(
    made_from: Material, measures: Sequence[Measure], *, draws: int = 10_000, seed: int = 0
) -> tuple[Table, ...]:
    """Return the tables of a report, in their order; the same for the same collection, draws and seed."""
    found = []
    for at, one in enumerate(measures, start=1):
        found.append(_standings(made_from, one, at, draws, seed))
        found += _pairs(made_from, one, at, draws, seed)
        found += _open(made_from, one, at)
    return (*found, *_agreement(made_from, draws, seed), *_studies(made_from))


def _standings(made_from: Material, one: Measure, at: int, draws: int, seed: int) -> Table:
    rows = standings(made_from.board, made_from.catalog, one, draws=draws, seed=seed)
    head = ("run", "rank", str(one), "", "low", "high", "method", "p", "test")
    reasons = dict.fromkeys(row.row.score.reason for row in rows if row.row.score.reason)
    caption = " ".join([MARKS, _INTERVALS, *(f"Undefined: {reason}." for reason in reasons)])
    rests = {2: of_runs(made_from.board, one, [row.row.run for row in rows])}
    name, title = f"scores-{at:02}", f"Runs by {one}"
    return Table(name, title, head, tuple(map(_row, rows)), (0, 3, 6, 8), caption, rests)


def _row(standing: Standing) -> tuple[object, ...]:
    row, between = standing.row, standing.interval
    ends = (between.low, between.high, between.method) if between else (None, None, "")
    return row.name, row.rank, row.score.value, standing.mark, *ends, standing.p, standing.test


def _pairs(made_from: Material, one: Measure, at: int, draws: int, seed: int) -> list[Table]:
    """Return the matrix of corrected p-values; none for a measure that cannot be tested."""
    try:
        runs, p, test = corrected(made_from.board, made_from.catalog, one, draws=draws, seed=seed)
    except Refused:
        return []
    names = tuple(made_from.board.name_of(run) for run in runs)
    rows = tuple((name, *p[row].tolist()) for row, name in enumerate(names))
    caption = f"Two-sided {test} test, p-values of all pairs with Holm's correction."
    return [Table(f"pairs-{at:02}", f"All pairs of runs by {one}", ("run", *names), rows, (0,), caption)]


def _open(made_from: Material, one: Measure, at: int) -> list[Table]:
    """Return between what the differences of all pairs can still end; nothing where all is judged."""
    board = made_from.board
    runs = [row.run for row in board.standing(one) if row.run < len(made_from.catalog.runs)]
    if board.kind_of(one) is None or not len(board.waiting_units(one)):
        return []
    head, rows, told = matrix_of(
        [board.name_of(run) for run in runs], all_between(board, one, runs, most=_LOOKED_AT)
    )
    title = f"Pairs of runs that can still change places by {one}"
    return [Table(f"open-{at:02}", title, head, rows, tuple(range(len(head))), told)]


def _agreement(made_from: Material, draws: int, seed: int) -> list[Table]:
    catalog = made_from.catalog
    matrix = label_matrix(catalog, made_from.ledger, made_from.facts, usual_scheme(catalog))
    if not matrix.assessors:
        return []
    report = agreement_report(catalog, matrix, draws=draws, seed=seed)
    whole, rows, reasons = report.whole, [], []
    for name in _FIGURES:
        figure, between = getattr(whole, name), report.intervals.get(name)
        rows.append((name, figure.value, between.low if between else None, between.high if between else None))
        reasons += [f"{name} is undefined: {figure.reason}."] if figure.reason else []
    told = f"{whole.items} {SCHEMES[matrix.scheme].things} with several labels, {whole.assessors} assessors."
    reasons += [f"{report.no_interval.capitalize()}."] if report.no_interval else []
    counted = not_people(catalog, matrix.assessors)
    reasons += [f"Judges include {counted}."] if counted else []
    each = tuple(
        (
            catalog.assessors[one.assessor].name,
            one.labels,
            one.others.items,
            one.others.raw.value,
            one.others.kappa.value,
        )
        for one in assessor_reports(catalog, made_from.ledger, matrix)
    )
    head = ("assessor", "labels", "compared", "with the others", "kappa")
    return [
        Table(
            "agreement",
            f"Agreement of {matrix.scheme} labels",
            ("figure", "value", "low", "high"),
            tuple(rows),
            caption=" ".join([told, *reasons]),
        ),
        Table("assessors", "Each assessor against the majority of the others", head, each),
    ]


def _studies(made_from: Material) -> list[Table]:
    kept = made_from.facts.studies
    columns = ("study", "measure", "trials", "seed", "gold", "version")
    stale = out_of_date(made_from, [dict(record) for _, record in sorted(kept.items())])
    rows = tuple(
        (name, *(record.get(key) for key in columns), "yes" if old else "")
        for (name, record), old in zip(sorted(kept.items()), stale, strict=True)
    )
    head = ("name", *columns, "out of date")
    return [Table("studies", "Studies that were kept", head, rows, (0, 1, 2, 5, 6, 7))] if rows else []
