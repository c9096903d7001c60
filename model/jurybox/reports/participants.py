"""What each participant is sent: a page of their own runs, and tables of every question and judgment.

Other runs are only there as the median and the best of all runs, without names. Runs of one team go together;
a run without a team is its own participant. Baselines of the organizers get nothing.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.samples import by_whole_questions
from jurybox.collection.judges import judges
from jurybox.figures import Figure, differences_by_unit
from jurybox.formats.names import readable_name
from jurybox.gold import Graded
from jurybox.gold.why import listed
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.lists import clauses, sentences
from jurybox.measures import Measure, Unit
from jurybox.reports.document import Document, Draw, Paragraph, Plate, Section, html_of, plain_name
from jurybox.reports.writing import free_name
from jurybox.results import writing
from jurybox.results.cells import cell_text, short
from jurybox.results.frame import make_frame
from jurybox.scoring import Scoreboard, Table
from jurybox.scoring.coverage import judged_of, of_runs
from jurybox.wording import count_of, plural

if TYPE_CHECKING:
    import pandas as pd

    from jurybox.reports.source import ReportSource
    from jurybox.scoring import Scoreboard

_ON_PAGE = 200
"""Rows of judgments on a page; the table in the ZIP has all."""
_MOST_UNITS = 1_000
"""Rows of scores on a page, which is slow to open with more; the table in the ZIP has all."""
_LONGEST = 160
"""Letters of an answer on the page."""
_ASKED = 80
"""Letters of a question on the page."""
_LISTED = 12
_OF_ANSWERS = frozenset(
    ("question", "question text", "answer", "text", "document", "counts as", "adjudicated", "labels")
)
"""The columns of judgments that an answer has, whichever run gave it."""
_MAY_BE_EMPTY = frozenset(("question text", "text", "document", "adjudicated"))
_NUMBERS = frozenset(("rank", "score", "confidence", "gain"))
_IF_ANY = frozenset(("document", "supporting text", "score", "confidence", "gain"))
"""Columns of judgments that are numbers, and those that are there only if anything is in them."""
_RANKED = frozenset(kind.name for kind in KINDS.values() if kind.is_graded)
_WITHOUT_TRUTH = {
    "unjudged": (
        tr(
            "Unjudged: no label follows yet; a judge has still to label the answer, or judges differ "
            "and nobody has decided."
        )
    ),
    "left out": (
        tr("Left out: no label follows from what the judges gave, so the answer counts neither for nor against a run.")
    ),
}
"""Why an answer counts as neither correct nor incorrect, by the word in its row."""
_WHEN = (1980, 1, 1, 0, 0, 0)


def participants(
    source: ReportSource, measures: Sequence[Measure], draw: Draw, contact: str = "", methods: Sequence[object] = ()
) -> dict[str, bytes]:
    """Return a page and a ZIP for each participant, by their paths; none if nothing is scored.

    `contact`: where they ask about labels; "" for none. `methods`: the text of each page on the gold standard
    and the measures.
    """
    files: dict[str, bytes] = {}
    taken: set[str] = set()
    teams = _teams(source)
    apart = _from_median(source, measures)
    for name, runs in teams.items():
        document, tables = _document(source, name, runs, measures, apart, contact, methods)
        part = free_name(readable_name(name), taken)
        page = html_of(document, draw).encode()
        inside = {"report.html": page} | {f"{key}.csv": writing.csv(one).encode() for key, one in tables.items()}
        files[f"participants/{part}.html"] = page
        files[f"participants/{part}.zip"] = _zipped(inside)
    return files


def _teams(source: ReportSource) -> dict[str, list[int]]:
    """Return the runs of each participant that are scored, in the order of the collection."""
    catalog, found = source.board.collection.catalog, dict[str, list[int]]()
    for run in source.board.runs:
        if run < len(catalog.runs) and catalog.runs[run].origin != "baseline":
            found.setdefault(catalog.runs[run].team or catalog.runs[run].name, []).append(run)
    return found


def _zipped(files: dict[str, bytes]) -> bytes:
    """Return a ZIP; the same files, the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _document(
    source: ReportSource,
    name: str,
    runs: Sequence[int],
    measures: Sequence[Measure],
    apart: _FromMedian | None,
    contact: str,
    methods: Sequence[object],
) -> tuple[Document, dict[str, pd.DataFrame]]:
    """Return the page of a participant, and the whole tables by their names."""
    board = source.board
    scores, judged = _scores(source, runs, measures), _judgments(source, runs)
    tables = {"scores": scores, "judgments": judged}
    about = {
        "scores": "scores of your runs, unrounded, beside the median and the best of all runs",
        "judgments": tr("every response of your runs: what it counts as, and how often judges gave each label"),
    }
    sections = [Section("Scores", (scores,))]
    for one in measures:
        values = board.unit_values(one)
        if len(values.units):
            units = _units(source, runs, one)
            file = f"{plural(values.unit)}-{plain_name(str(one))}"
            what = tr("scores of each {unit} by {one}, beside the median and the best", unit=values.unit, one=one)
            tables[file], about[file] = units, what
            if apart is not None and apart.measure == one:
                plates = [Plate(f"differences-{run}", _differences(source, run, apart)) for run in runs]
                title = tr("Scores of each {unit}", unit=values.unit)
                shown = units if len(units) <= _MOST_UNITS else _elsewhere(values.unit, len(units), file)
                sections.append(Section(title, (*plates, shown), folded=shown is units and len(units) > _ON_PAGE))
    sections.append(Section("Judgments", tuple(_page_of_judgments(judged, contact))))
    for frame in _parts_of_answers(source, runs, measures):
        part = frame.attrs["name"]
        tables[part], about[part] = frame, f"{frame.attrs['caption'][0].lower()}{frame.attrs['caption'][1:]}"
        sections.append(Section(frame.attrs["caption"], (frame,), folded=len(frame) > _ON_PAGE))
    for frame, what in _to_recompute(source, runs, measures):
        tables[frame.attrs["name"]], about[frame.attrs["name"]] = frame, what
    if source.board.collection.facts.guidelines:
        sections.append(Section("Guidelines", (guidelines(source.board),)))
    if methods:
        sections.append(Section("Methods", tuple(methods)))
    sections.append(Section("Files", (_files(about),)))
    own = f"Runs of {name}" if len(runs) > 1 or board.name_of(runs[0]) != name else f"Run {name}"
    return Document(f"{source.title}: {name}", f"{own}. {source.judged_on}.", tuple(sections)), tables


def _elsewhere(unit: Unit, count: int, file: str) -> Paragraph:
    return Paragraph(tr("The scores of {count} are in {file}.csv.", count=count_of(count, unit), file=file))


def _files(about: Mapping[str, str]) -> pd.DataFrame:
    """Return what is in each file of the ZIP."""
    rows = [("report.html", "this page"), *((f"{name}.csv", what) for name, what in about.items())]
    note = tr("Tables are CSV files in UTF-8, with numbers that are not rounded.")
    return make_frame("files", tr("Files in your ZIP"), ("file", "what is in it"), rows, (0, 1), (note,))


def _scores(source: ReportSource, runs: Sequence[int], measures: Sequence[Measure]) -> pd.DataFrame:
    """Return own runs by measures, beside the median and the best of all runs that are not baselines."""
    board, catalog = source.board, source.board.collection.catalog
    others = [run for run in board.stored if catalog.runs[run].origin != "baseline"]
    rows: list[tuple[object, ...]] = []
    is_pending = is_excluded = False
    for one in measures:
        rank = {row.run: row.rank for row in board.standing(one)}
        values = [board.score(one, run).value for run in others]
        known = [value for value in values if not np.isnan(value)]
        middle = float(np.median(known)) if known else float("nan")
        best = (max if one.direction == "higher" else min)(known, default=float("nan"))
        for run in runs:
            rests, bounds = of_runs(board, one, [run])[0], board.bounds(one, run)
            is_pending, is_excluded = is_pending or rests.pending > 0, is_excluded or rests.excluded > 0
            rows.append(
                (
                    board.name_of(run),
                    str(one),
                    board.score(one, run).value,
                    rank.get(run),
                    middle,
                    best,
                    clauses(filter(None, (rests.short, judged_of([rests])))),
                    *((bounds.low, bounds.high) if rests.pending else (None, None)),
                )
            )
    head = ["run", "measure", "score", "rank", "median", "best", "rests on", "lowest", "highest"]
    if not is_pending:
        head, rows = head[:-2], [row[:-2] for row in rows]
    notes = (
        tr(
            "Rank among {runs}; median and best are those of the {others:,} that are not baselines.",
            runs=count_of(len(board.runs), "run"),
            others=len(others),
        ),
        tr("Lowest and highest: bounds of the score once all that is pending is judged; ranks can still change.")
        if is_pending
        else "",
        tr(
            "Some units are excluded: no label follows from what the judges gave, or the measure is "
            "undefined for them, such as questions without a relevant answer."
        )
        if is_excluded
        else "",
        tr("Gold standard: {gold_text}.", gold_text=board.gold_words),
        board.frozen_text,
    )
    return make_frame("scores", tr("Scores of your runs"), head, rows, (0, 1, 6), notes, index=2)


def _units(source: ReportSource, runs: Sequence[int], one: Measure) -> pd.DataFrame:
    """Return own scores of every unit, beside the median and the best of all runs."""
    board, catalog = source.board, source.board.collection.catalog
    found = board.unit_values(one)
    own = [found.runs.index(run) for run in runs]
    others = [
        at for at, run in enumerate(found.runs) if run < len(catalog.runs) and catalog.runs[run].origin != "baseline"
    ]
    names, of_others = source.names[found.unit], found.values[:, others]
    best = of_others.max(axis=1) if one.direction == "higher" else of_others.min(axis=1)
    rows = [
        (names[unit], *found.values[at, own].tolist(), float(np.median(of_others[at])), float(best[at]))
        for at, unit in enumerate(found.units.tolist())
    ]
    head = (found.unit, *(board.name_of(run) for run in runs), "median", "best")
    waiting = [names[unit] for unit in board.waiting_units(one).tolist()]
    note = tr("Not scored yet: {listed}.", listed=listed(waiting, _LISTED)) if waiting else ""
    caption = tr("Scores of each {unit} by {one}", unit=found.unit, one=one)
    return make_frame(f"{found.unit}-scores", caption, head, rows, (0,), (note,))


@dataclass(frozen=True, slots=True)
class _FromMedian:
    """How far each run is above the median of all runs, on every unit by one measure.

    `values`: by unit and run, NaN where the run or the median is undefined; `units` and `runs` are positions.
    """

    measure: Measure
    unit: Unit
    units: NDArray[np.int64]
    runs: tuple[int, ...]
    values: NDArray[np.float64]
    is_mean: bool


def _from_median(source: ReportSource, measures: Sequence[Measure]) -> _FromMedian | None:
    """Return the differences by the first measure that has scores of units; None without one.

    Answers are too many for a picture, and one has few scores: they are averaged by question.
    """
    board, catalog = source.board, source.board.collection.catalog
    one = next((each for each in measures if len(board.unit_values(each).units)), None)
    if one is None:
        return None
    answers = board.unit_values(one)
    found = by_whole_questions(answers, catalog)
    others = [run < len(catalog.runs) and catalog.runs[run].origin != "baseline" for run in found.runs]
    values = found.values - np.median(found.values[:, others], axis=1, keepdims=True)
    return _FromMedian(one, found.unit, found.units, found.runs, values, found.unit != answers.unit)


def _differences(source: ReportSource, run: int, apart: _FromMedian) -> Figure:
    """Return how far a run is above or below the median of all runs on each unit.

    The scale has the reach of all runs, so that their pictures can be compared.
    """
    names, known = source.names[apart.unit], apart.values[~np.isnan(apart.values)]
    is_above, unit = apart.measure.direction == "higher", tr(plural(apart.unit))
    better = (
        tr(
            "Above 0: {units} on which the run is better than the median of all runs that are not baselines.",
            units=unit,
        )
        if is_above
        else tr(
            "Below 0: {units} on which the run is better than the median of all runs that are not baselines.",
            units=unit,
        )
    )
    means = tr("A question has the mean of its answers.") if apart.is_mean else ""
    return differences_by_unit(
        [names[unit] for unit in apart.units.tolist()],
        apart.values[:, apart.runs.index(run)].tolist(),
        run,
        source.board.name_of(run),
        str(apart.measure),
        unit=apart.unit,
        caption=sentences((better, means, tr("The scale is the same for every run."))),
        reach=(float(known.min(initial=0.0)), float(known.max(initial=0.0))),
    )


def _judgments(source: ReportSource, runs: Sequence[int]) -> pd.DataFrame:
    """Return every response of the runs, with its truth and how often judges gave it each label.

    What a run left unanswered, or answered with NIL, is there too, since its score rests on that.
    """
    board = source.board
    catalog, ledger, given = (board.collection.catalog, board.collection.ledger, board.collection.catalog.responses)
    counting = [at for at in judges(catalog, board.collection.facts) if at in source.spoke]
    level, truth = source.answers["level"].tolist(), source.answers["truth"].tolist()
    names, word = source.answers["answer"].tolist(), ledger.codes.word
    gains = _gains(source)
    decided = ledger.adjudications.tolist()

    @cache
    def votes(answer: int) -> str:
        codes, counts = np.unique(ledger.labels[counting, answer], return_counts=True)
        said = zip(codes.tolist(), counts.tolist(), strict=True)
        return ", ".join(f"{word(code, 'conflict')} ({many})" for code, many in said if code)

    rows = []
    for at in np.flatnonzero(np.isin(given.run, runs)).tolist():
        answer, question = int(given.answer[at]), catalog.questions[given.question[at]]
        is_nil, rank = given.nil[at] == 1, int(given.rank[at])
        counts_as = "" if answer < 0 else truth[answer] or f"level {level[answer]}"
        if answer >= 0 and not KINDS[question.kind].is_labeled:
            counts_as = "by its nuggets"
        rows.append(
            (
                catalog.runs[given.run[at]].name,
                question.name,
                source.asked[given.question[at]],
                rank if rank >= 0 else None,
                {1: "yes", 0: "no"}.get(int(given.decision[at]), ""),
                "NIL" if is_nil else "" if given.answered[at] else "left unanswered",
                names[answer] if answer >= 0 else "",
                source.texts[answer] if answer >= 0 else "",
                *(source.shown[answer] if answer >= 0 else ("", "")),
                *(None if np.isnan(each[at]) else float(each[at]) for each in (given.score, given.confidence)),
                counts_as,
                gains[answer] if answer >= 0 else None,
                word(decided[answer], "conflict") if answer >= 0 and decided[answer] else "",
                votes(answer) if answer >= 0 else "",
            )
        )
    states, truths = {row[5] for row in rows}, {row[12] for row in rows}
    is_decided = any(row[14] for row in rows)
    about = ("counts as", "gain", "adjudicated", "labels")
    texts = ("answer", "text", "document", "supporting text", "score", "confidence")
    head = ("run", "question", "question text", "rank", "decision", "state", *texts, *about)
    is_used = board.gold.whose == "adjudicated"
    before = tr("comes before the labels") if is_used else tr("does not count here")
    notes = (
        tr("Labels of {judges}.", judges=count_of(len(counting), "judge")),
        tr(
            "Adjudicated: what was decided about an answer in dispute, which {before}, so that "
            "answers with the same labels can count differently.",
            before=before,
        )
        if is_decided
        else "",
        *(note for word, note in _WITHOUT_TRUTH.items() if word in truths),
        tr("Left unanswered: a candidate that does not count.") if "left unanswered" in states else "",
        tr("Gold standard: {gold_text}.", gold_text=board.gold_words),
        board.frozen_text,
    )
    may_be_empty = [at for at, name in enumerate(head) if name in _IF_ANY]
    kept = [at for at in range(len(head)) if at not in may_be_empty or any(row[at] not in {"", None} for row in rows)]
    return make_frame(
        "judgments",
        tr("Responses and their judgments"),
        [head[at] for at in kept],
        [tuple(row[at] for at in kept) for row in rows],
        [place for place, at in enumerate(kept) if head[at] not in _NUMBERS],
        notes,
        index=0,
    )


def _gains(source: ReportSource) -> list[float | None]:
    """Return the gain of each answer to a ranked question; None for others and for those without a level."""
    board = source.board
    catalog, levels = board.collection.catalog, board.levels.tolist()
    if not board.has_graded or not levels:
        return [None] * catalog.answer_count
    gains = Graded(board.collection, board.gold).gains.tolist()
    is_graded = catalog.is_graded[catalog.answer_question].tolist()
    return [gains[level] if graded and level >= 0 else None for graded, level in zip(is_graded, levels, strict=True)]


def _page_of_judgments(judged: pd.DataFrame, contact: str) -> Iterator[object]:
    """Yield the answers about which judges are of different minds, and where all are."""
    same = [name for name in judged.columns if name in _OF_ANSWERS]
    labels, decision = same.index("labels"), same.index("adjudicated")
    given = judged[(judged["answer"] != "") & (judged["state"] == "")]
    answers: dict[tuple[str, ...], list[str]] = {}
    for run, *key in given[["run", *same]].itertuples(index=False, name=None):
        answers.setdefault(tuple(key), []).append(run)
    disputed = [(*key, ", ".join(own)) for key, own in answers.items() if ", " in key[labels] or key[decision]]
    address = tr("write to {contact} and ", contact=contact) if contact else ""
    yield Paragraph(
        tr(
            "Of {answers} given, the judges differ about {disputed:,}. Every response is in "
            "judgments.csv. If a label is wrong, {address}name question and answer.",
            answers=count_of(len(answers), "answer"),
            disputed=len(disputed),
            address=address,
        )
    )
    if disputed:
        longest = {"question text": _ASKED, "text": _LONGEST}
        head = [*same, "given by"]
        rows = [
            [short(cell, longest[name]) if name in longest else cell for name, cell in zip(head, row, strict=True)]
            for row in disputed[:_ON_PAGE]
        ]
        kept = [at for at, name in enumerate(head) if name not in _MAY_BE_EMPTY or any(row[at] for row in rows)]
        more = len(disputed) - len(rows)
        notes = (*judged.attrs["notes"], tr("{more:,} more are in judgments.csv.", more=more) if more else "")
        yield make_frame(
            "disputed",
            tr("Answers about which judges differ"),
            [head[at] for at in kept],
            [tuple(row[at] for at in kept) for row in rows],
            range(len(kept)),
            notes,
        )


def _to_recompute(
    source: ReportSource, runs: Sequence[int], measures: Sequence[Measure]
) -> Iterator[tuple[pd.DataFrame, str]]:
    """Yield the tables from which every score can be computed again, each with what it is."""
    calculations = list(_calculations(source, runs, measures))
    if calculations:
        head = ("run", "measure", "unit", "score", "calculation")
        caption = tr("Scores as calculations")
        yield (
            make_frame("calculations", caption, head, calculations, (0, 1, 2, 4), index=0),
            "each score, and that of each question or series, as its formula with your numbers",
        )
    if source.board.has_graded:
        yield (
            _ideal_gains(source),
            tr("the gains of the judged answers of each question, highest first: the ideal ranking"),
        )


def _calculations(
    source: ReportSource, runs: Sequence[int], measures: Sequence[Measure]
) -> Iterator[tuple[object, ...]]:
    """Yield run, measure, unit, score and formula with numbers of each score, and of each unit.

    But for single answers, whose score is what they count as, and for rankings, which follow from the gains
    in the table of judgments and from the ideal ones.
    """
    board = source.board
    for one, run in product(measures, runs):
        if board.kind_of(one) is None:
            continue
        values = board.unit_values(one)
        is_ranked = board.kind_of(one) in _RANKED
        units = [] if values.unit == "answer" or is_ranked else values.units.tolist()
        for unit in (None, *units):
            found = board.explain(one, run, unit)
            name = "all" if unit is None else source.names[values.unit][unit]
            value = found.score.value if found.score.defined else None
            yield (board.name_of(run), str(one), name, value, found.with_numbers.replace("_", " "))


def _ideal_gains(source: ReportSource) -> pd.DataFrame:
    """Return how many answers of each ranked question are relevant, and all their gains, highest first."""
    board = source.board
    graded = Graded(board.collection, board.gold)
    least, gains = graded.least_relevant, _gains(source)
    of_question: dict[int, list[float | None]] = {}
    for question, gain in zip(board.collection.catalog.answer_question.tolist(), gains, strict=True):
        of_question.setdefault(question, []).append(gain)
    rows = []
    for at, question in enumerate(board.collection.catalog.questions):
        if question.kind in _RANKED:
            every = of_question.get(at, [])
            known = sorted((gain for gain in every if gain is not None), reverse=True)
            relevant = sum(gain > 0 if least is None else gain >= least for gain in known)
            listed_gains = " ".join(f"{gain:g}" for gain in known)
            rows.append((question.name, len(every), len(every) - len(known), relevant, listed_gains))
    head = ("question", "answers", "without a level", "relevant", "gains")
    return make_frame("ideal-gains", tr("Gains of the ideal rankings"), head, rows, (0, 4))


def _parts_of_answers(source: ReportSource, runs: Sequence[int], measures: Sequence[Measure]) -> Iterator[pd.DataFrame]:
    """Yield which nuggets the runs' responses contain, and which correct instances they returned.

    Includes missing nuggets and instances, and questions that are not scored yet.
    """
    board, catalog = source.board, source.board.collection.catalog
    own = [board.name_of(run) for run in runs]
    for kind in catalog.kinds:
        if kind.is_graded:
            continue
        of_kind = (one for one in (*measures, *board.measures) if board.kind_of(one) == kind.name)
        one = next((each for each in of_kind if kind.name in each.averaged), None)
        if one is None:
            continue
        found: list[tuple[object, ...]] = []
        head: tuple[str, ...] = ()
        for at, question in enumerate(catalog.questions):
            tables = _explained(board, one, runs, at) if question.kind == kind.name else []
            for lines in zip(*(table.rows for table in tables), strict=True):
                head = tables[0].head
                part, second = lines[0][0], cell_text(lines[0][1])
                if head[0] == "answer":
                    part, second = source.texts[int(part)], str(lines[0][1])
                found.append((question.name, part, second, *(line[2] for line in lines)))
        if head:
            yield _parts_frame(head, found, own)


def _parts_frame(head: Sequence[str], rows: Sequence[tuple[object, ...]], own: Sequence[str]) -> pd.DataFrame:
    if head[0] == "answer":
        name, caption = "instances", tr("Correct answers to list questions")
        note = tr(
            "Answers with the same number are the same instance; instances without an answer judged "
            "correct are not listed. Yes: the run returned it."
        )
    else:
        name, caption = "nuggets", "Nuggets"
        note = tr(
            "Yes, partial, no: whether the response of the run contains the nugget. Not matched: not "
            "judged yet, so the question is not scored."
        )
    return make_frame(name, caption, ("question", head[0], head[1], *own), rows, range(len(own) + 3), (note,))


def _explained(board: Scoreboard, one: Measure, runs: Sequence[int], question: int) -> list[Table]:
    """Return what the score of each run on a question was added up from, if it is nuggets or instances."""
    try:
        found = [board.explain(one, run, question).table for run in runs]
    except KeyError:  # the question is not scored
        return []
    return [table for table in found if table is not None and table.head[-1] in {"held", "returned"}]


def guidelines(board: Scoreboard) -> pd.DataFrame:
    """Return the guidelines of each label as they are in force."""
    facts = board.collection.facts
    version = (
        tr("Version {guideline_version}.", guideline_version=facts.guideline_version) if facts.guideline_version else ""
    )
    rows = tuple((label, text) for label, text in facts.guidelines.items())
    return make_frame("guidelines", tr("Guidelines"), ("label", "text"), rows, (0, 1), (version,))
