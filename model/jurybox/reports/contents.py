"""The contents of a report, in the order of a paper: data judged, results, judging, all tables, methods."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jurybox import __version__, results
from jurybox.analysis.kept_out import FINAL, kept_out, said_of
from jurybox.analysis.label_matrix import label_matrix, schemes_of, usual_scheme
from jurybox.analysis.standings import LimitNote
from jurybox.campaign.quality import campaign_quality
from jurybox.collection.facts import Unjudged
from jurybox.collection.judges import judges
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Graded
from jurybox.gold.distributions import count_patterns
from jurybox.gold.why import listed
from jurybox.kinds import KINDS
from jurybox.language import LANGUAGE, grouped, tr, tr_noop, trc, trn
from jurybox.lists import clauses, comma_list, sentences
from jurybox.measures import Measure
from jurybox.pictures import PICTURES, PictureOptions, PictureSource
from jurybox.reports.document import Document, Draw, Pages, Paragraph, Plate, References, Section, plain_name
from jurybox.reports.participants import guidelines, participants
from jurybox.reports.references import references
from jurybox.reports.source import ReportChoices, ReportSource, source_of
from jurybox.reports.writing import free_name, report_files
from jurybox.results import writing
from jurybox.results.cells import score_text
from jurybox.results.frame import head_of, make_frame, rows_of
from jurybox.results.if_judged import warning
from jurybox.results.run_pairs import LEVEL
from jurybox.scoring import UNJUDGED_MEANS, Scoreboard, usual_measures
from jurybox.scoring.coverage import coverage, judged_of
from jurybox.scoring.explain import formula_in_words
from jurybox.scoring.results import Explanation
from jurybox.wording import count_of

if TYPE_CHECKING:
    import pandas as pd


_LOOKED_AT = 50_000
"""The most checks of pending units for the bounds of differences: about a minute."""
_EXCLUDED = tr(
    "Excluded units count neither for nor against a run, and no further judgment brings them "
    "in: no label follows from what the judges gave (a split vote, or labels such as "
    '"cannot tell"), they were left unjudged on purpose, or the measure is undefined for '
    "them."
)
_VERIFIED = tr(
    "The file report.json records from what and how, with a checksum of each file; jurybox report "
    "COLLECTION -o FOLDER --verify computes everything again and compares."
)
_SIGNS = {"beta": "β"}
"""What options are called in formulas, where not by their names."""
_OF_RANKS = {
    "R": tr("relevant answers of the question"),
    "C(r)": tr("relevant answers down to rank r"),
    "cg(r)": tr("gains down to rank r, added up"),
}
_PATTERNS = 40
_LISTED = 200
"""The most rows of the list of what keeps questions out."""
"""Up to this many patterns of labels are listed with their levels; large panels have more."""
_SHOWN = (
    "runs",
    "roc",
    "precision-recall",
    "preference",
    "non-response",
    "answer-time",
    "teams",
    "series",
    "means",
    "hardness",
    "critical-difference",
)
"""The pictures of a report, where the collection has them."""
_RULES = {
    "assessor": tr("An answer counts as {0} labels it."),
    "majority": tr("An answer counts as more than half of the judges label it."),
    "adjudicated": (
        tr("An answer counts as it was adjudicated; without a decision, as the judges label it where they agree.")
    ),
    "dawid-skene": (
        tr(
            "An answer counts as the label that is most probable by the error rates and prevalences "
            "that EM estimates from all labels of the judges, starting from their votes (Dawid and "
            "Skene 1979)."
        )
    ),
    "median": (
        tr(
            "An answer has the median of the grades that the judges gave it: of an even number, the "
            "lower of the two in the middle."
        )
    ),
    "mean": tr("An answer has the mean of the grades that the judges gave it."),
    "GA": (
        tr(
            "The level of an answer, 0 to 3, follows from the pattern of the four judges' labels A, "
            "B and C (Sakai et al. 2010)."
        )
    ),
    "GAW": tr("The level of an answer is the sum of what the judges' labels A, B and C are worth."),
    "LOO": tr("The level of an answer is the sum of what the labels of all judges but {0} are worth."),
    "UFA": tr("The answers that any of the judges labels A are relevant (Sakai et al. 2010)."),
    "UFBA": (
        tr("The answers that any of the judges labels A are relevant, and the asker's best answer (Sakai et al. 2010).")
    ),
    "BA": tr("The asker's best answer alone is relevant."),
}
"""Each gold standard in a sentence; {0} is the assessor it names."""


def report_of_file(
    file: Path,
    gold: str | None,
    draw: Draw,
    choices: ReportChoices | None = None,
    *,
    unjudged: Unjudged | None = None,
    pages: Pages | None = None,
) -> dict[str, bytes]:
    """Return the files of the report of a collection file, by their paths in its folder.

    `gold` None: the gold standard in force there; `unjudged` None: the collection's setting; `draw` makes
    files of its pictures; `pages` makes a PDF of all, None for none.
    """
    with closing(State(file)) as state:
        board = results.scoreboard(state, gold, unjudged=unjudged)
        return collection_report(source_of(state, board), draw, choices or ReportChoices(), pages)


def collection_report(
    source: ReportSource, draw: Draw, choices: ReportChoices, pages: Pages | None = None
) -> dict[str, bytes]:
    """Return the content of every file of a report, by its path in the folder."""
    board = source.board
    measures = choices.measures or tuple(usual_measures(board))
    document = document_of(source, measures, choices)
    facts = {
        "title": source.title,
        "gold": str(board.gold),
        "gold of every kind": board.gold_text,
        **({"frozen gold": board.frozen_text} if board.frozen_text else {}),
        "unjudged": board.unjudged,
        "ties": "submitted",
        "measures": "; ".join(map(str, measures)),
        "draws": str(choices.draws),
        "seed": str(choices.seed),
        "contact": choices.contact,
        "names moved": json.dumps(choices.moved, ensure_ascii=False),
        "entries in the log": str(len(source.board.collection.ledger)),
        "heads of the chains": " ".join(source.heads),
        "version": __version__,
        **({"language": LANGUAGE} if LANGUAGE != "en" else {}),
    }
    methods = (*_scoring(source, measures), *_papers(source, measures))
    others = participants(source, measures, draw, choices.contact, methods)
    return report_files(document, facts, others, draw, pages)


def document_of(source: ReportSource, measures: Sequence[Measure], choices: ReportChoices) -> Document:
    """Return the report as a document; the same for the same collection and choices."""
    board = source.board

    @cache
    def p_values(one: Measure) -> pd.DataFrame:
        return results.p_values(board, one, draws=choices.draws, seed=choices.seed)

    sections = [
        Section(tr("What was judged"), tuple(_judged(source))),
        Section("Results", tuple(_results(source, measures, choices, p_values))),
        Section("Judging", tuple(_judging(source, choices))),
        *([Section("Studies", (results.studies_kept(board),))] if board.collection.facts.studies else []),
        Section("All tables", (*_left_out(source), *_further(board, measures, choices, p_values)), folded=True),
    ]
    sections.append(Section("Methods", tuple(_methods(source, measures, choices, sections))))
    return Document(source.title, _subtitle(source), tuple(one for one in sections if one.parts))


# What was judged


def _subtitle(source: ReportSource) -> str:
    """Return the days of the campaign, if they are set, and those of judging."""
    days = source.board.collection.facts.days
    judged = source.judged_on
    return f"{days[0].upper()}{days[1:]}. {judged}" if days else judged


def _judged(source: ReportSource) -> Iterator[Any]:
    board = source.board
    catalog, facts = board.collection.catalog, board.collection.facts
    if facts.description:
        yield Paragraph(facts.description)
    if board.frozen_text:
        yield Paragraph(board.frozen_text, warns=not board.is_frozen)
    kinds = [count_of(sum(one.kind == kind.name for one in catalog.questions), kind.noun) for kind in catalog.kinds]
    counting = [at for at in range(len(catalog.runs)) if at not in facts.withdrawn]
    baselines = [catalog.runs[at].name for at in counting if catalog.runs[at].origin == "baseline"]
    teams = {catalog.runs[at].team for at in counting} - {None, ""}
    runs = count_of(len(counting) - len(baselines), "run")
    if teams:
        runs = tr("{runs} of {teams}", runs=runs, teams=count_of(len(teams), "team"))
    if baselines:
        number = count_of(len(baselines), "baseline")
        runs = tr("{runs} and {number} ({names})", runs=runs, number=number, names=listed(baselines))
    yield Paragraph(
        tr(
            "The collection has {listed} with {answers}. It scores {runs}.",
            listed=listed(kinds, len(kinds)) or tr("no question"),
            answers=count_of(catalog.answer_count, "answer"),
            runs=runs,
        )
    )
    if facts.withdrawn:
        gone = sorted(catalog.runs[at].name for at in facts.withdrawn)
        yield Paragraph(tr("Withdrawn, and left out of all scores: {gone}.", gone=comma_list(gone)))
    if catalog.runs:
        yield results.submissions(catalog, facts)


# Results


def _results(
    source: ReportSource,
    measures: Sequence[Measure],
    choices: ReportChoices,
    p_values: Callable[[Measure], pd.DataFrame],
) -> Iterator[Any]:
    board = source.board
    if not board.runs or not measures:
        yield Paragraph(tr("There is no run that could be scored."), warns=True)
        return
    first, draws, seed = measures[0], choices.draws, choices.seed
    if lead := warning(board, measures):
        yield Paragraph(lead, warns=True)
    yield from _coverage(board, measures)
    if kept := kept_out(board):
        yield Paragraph(said_of(kept), warns=any(one.reason not in FINAL for one in kept))
    has_scores = _has_scores(board, first)
    if has_scores:
        yield from _leading(source, first, choices, p_values)
    else:
        yield _unscored(first)
    if len(measures) > 1:
        yield results.runs(board, measures)
    picture_source = PictureSource(board)
    pictures = {one.name: one for one in PICTURES}
    for name in _SHOWN:
        picture = pictures[name]
        chosen = tuple(measures) if name == "means" else (first,) if picture.measures_asked else ()
        if chosen == (first,) and not has_scores:
            continue  # an empty frame
        with suppress(Refused):  # this collection does not have it, or not by this measure
            options = PictureOptions(measures=chosen, draws=draws, seed=seed)
            figure = picture.figure(picture_source, options)
            yield Plate(name, figure.with_names_at(choices.moved.get(name, {})))


def _has_scores(board: Scoreboard, one: Measure) -> bool:
    """Return whether any run has a score by a measure."""
    return not all(np.isnan(board.score(one, run).value) for run in board.runs)


def _unscored(one: Measure) -> Paragraph:
    return Paragraph(tr("No run has a score by {one} yet.", one=one), warns=True)


def _leading(
    source: ReportSource, first: Measure, choices: ReportChoices, p_values: Callable[[Measure], pd.DataFrame]
) -> Iterator[Any]:
    """Yield who leads by the first measure, who differs, and the ranking."""
    board = source.board
    table = results.ranking(board, first, draws=choices.draws, seed=choices.seed)
    with suppress(Refused):
        tests = p_values(first)
        baselines = {one.name for one in board.collection.catalog.runs if one.origin == "baseline"}
        yield Paragraph(_leaders(table, tests, first, baselines))
        yield Paragraph(sentences([_differing(tests, baselines), *_limits(tests)]))
    yield _named(table, first)


def _coverage(board: Scoreboard, measures: Sequence[Measure]) -> Iterator[Paragraph]:
    """Yield on what the first measure rests, and which measures rest on less than half for some run."""
    first = measures[0]
    each = [coverage(board, first, run) for run in board.runs]
    least = min(each, key=lambda one: one.units)
    same = all(one == least for one in each)
    least_text = clauses(filter(None, (least.text, judged_of(each))))
    yield Paragraph(
        (
            tr("The first measure is {first}. It rests on {least}.", first=first, least=least_text)
            if same
            else tr("The first measure is {first}. It rests on {least}, for some run.", first=first, least=least_text)
        ),
        warns=least.is_thin,
    )
    thin = [str(one) for one in measures[1:] if any(coverage(board, one, run).is_thin for run in board.runs)]
    if thin:
        yield Paragraph(
            trn(
                "{listed} rests on less than half of the units, too.",
                "{listed} rest on less than half of the units, too.",
                len(thin),
                listed=listed(thin),
            ),
            warns=True,
        )
    counts = [coverage(board, one, run) for one in measures for run in board.runs]
    if any(one.excluded for one in counts):
        yield Paragraph(_EXCLUDED)


def _leaders(table: pd.DataFrame, p_values: pd.DataFrame, one: Measure, baselines: Container[str]) -> str:
    """Return who comes first by a measure, and from how many of the others that differs significantly."""
    rows = rows_of(table)
    best = [row for row in rows if row[1] == 1]
    names, score = [row[0] for row in best], score_text(best[0][2])
    tested = {row[0]: dict(zip(p_values.columns, row[1:], strict=True)) for row in rows_of(p_values)}
    first = names[0]
    said = (
        tr("{listed} have the best score by {one}: {score}", listed=listed(names), one=one, score=score)
        if len(names) > 1
        else tr("{listed} has the best score by {one}: {score}", listed=listed(names), one=one, score=score)
    )
    if len(names) == 1 and best[0][4] is not None and not np.isnan(best[0][4]):
        ends = score_text(best[0][4]), score_text(best[0][5])
        said = tr("{said} (95 % interval {low} to {high})", said=said, low=ends[0], high=ends[1])
    known = {other: p for other, p in tested.get(first, {}).items() if other in tested and p is not None}
    found = [
        _among([other for other in part if known[other] < LEVEL], len(part), noun)
        for noun, part in (
            ("other run", [at for at, p in known.items() if at not in baselines and not np.isnan(p)]),
            ("baseline", [at for at, p in known.items() if at in baselines and not np.isnan(p)]),
        )
        if part
    ]
    if not found or len(names) > 1:
        return f"{said}."
    return tr(
        "{said}. It differs significantly from {found} (p below .05 after Holm's correction for all pairs).",
        said=said,
        found=tr(" and from ").join(found),
    )


def _among(names: Sequence[str], count: int, noun: str) -> str:
    """Return how many of the others it is: `2 of the 7 other runs (a and b)`, `none of the 3 baselines`."""
    if not names:
        return tr("none of the {count}", count=count_of(count, noun))
    return tr("{some:,} of the {all} ({names})", some=len(names), all=count_of(count, noun), names=listed(names, 5))


_PAIRS_OF_RUNS = tr_noop("{some:,} of {pairs} of runs")
_PAIRS_WITH_BASELINE = tr_noop("{some:,} of {pairs} with a baseline")


def _differing(p_values: pd.DataFrame, baselines: Container[str]) -> str:
    """Return how many pairs of runs differ significantly, apart those with a baseline."""
    head, rows = [str(name) for name in p_values.columns], rows_of(p_values)
    pairs = [
        (first in baselines or other in baselines, p)
        for at, (first, *cells) in enumerate(rows)
        for other, p in zip(head[at + 2 :], cells[at + 2 :], strict=True)
        if p is not None and not np.isnan(p)
    ]
    found = [
        tr(of, some=sum(p < LEVEL for p in part), pairs=count_of(len(part), "pair"))
        for of, part in (
            (_PAIRS_OF_RUNS, [p for mixed, p in pairs if not mixed]),
            (_PAIRS_WITH_BASELINE, [p for mixed, p in pairs if mixed]),
        )
        if part
    ]
    if not found:
        return ""
    both = tr(" and ").join(found)
    if len(found) == 1 and len(pairs) == 1:
        return tr("{found} differs significantly.", found=both)
    return tr("{found} differ significantly.", found=both)


def _limits(p_values: pd.DataFrame) -> list[str]:
    """Return the sentence that so few units or draws cannot show any difference, where that is so."""
    return [note for note in p_values.attrs["notes"] if isinstance(note, LimitNote)]


def _named(frame: pd.DataFrame, one: Measure) -> pd.DataFrame:
    """Give a table of one measure a name of its own, from which its files are named."""
    frame.attrs["name"] += f"-{plain_name(str(one))}"
    return frame


# Judging


def _judging(source: ReportSource, choices: ReportChoices) -> Iterator[Any]:
    board = source.board
    catalog, facts = board.collection.catalog, board.collection.facts
    counting = judges(catalog, facts)
    names = [catalog.assessors[at].name for at in counting if at in source.judged]
    absent = [catalog.assessors[at].name for at in counting if at not in source.spoke and at != source.organizer]
    panel = tr("those of the panel") if facts.panel else tr("those of everybody who judges")
    late = tr(" Nothing was judged yet by {listed}.", listed=listed(absent, 12)) if absent else ""
    if names:
        who = count_of(len(names), "judge")
        yield Paragraph(
            tr(
                "The labels of {who} count, {panel}: {listed}.{late}",
                who=who,
                panel=panel,
                listed=listed(names, 12),
                late=late,
            )
        )
    else:
        yield Paragraph(tr("There is no judge whose labels count.{late}", late=late), warns=True)
    if source.decided:
        each = listed([f"{catalog.assessors[at].name} ({grouped(many)})" for at, many in source.decided], 12)
        used = (
            tr("they take precedence over labels")
            if board.gold.whose == "adjudicated"
            else tr("this gold standard ignores them")
        )
        yield Paragraph(tr("Labels, matches and groups were decided by {each}; {used}.", each=each, used=used))
    if source.accepted:
        yield Paragraph(tr("Decisions made for a whole question at once: {accepted}.", accepted=_accepted(source)))
    if facts.mode == "judging" and not facts.frozen:
        yield Paragraph(tr("Judging is in progress: assessors see no runs and no scores."))
    yield _judges(source)
    if source.progress:
        quality = results.quality(source.progress, campaign_quality(board.collection))
        yield _in_use(quality)
    if any(one.pace.by_day for one in source.progress):
        yield results.labels_by_day(source.progress, "UTC")
    if facts.guidelines:
        yield guidelines(board)
    yield from _agreement(board, choices)


def _accepted(source: ReportSource) -> str:
    """Return who accepted whose labels, for how many questions, and how much of that is in force."""
    people = source.board.collection.catalog.assessors
    parts = []
    for one in source.accepted:
        whose = tr("the majority") if one.source is None else tr("{name}'s labels", name=people[one.source].name)
        made, changed = count_of(one.decisions, "decision"), one.decisions - one.in_force
        if changed:
            made = tr("{made}, {changed:,} of them changed since", made=made, changed=changed)
        parts.append(
            tr(
                "{who} accepted {whose} for {questions} ({decisions})",
                who=people[one.by].name,
                whose=whose,
                questions=count_of(one.questions, "question"),
                decisions=made,
            )
        )
    return clauses(parts)


def _judges(source: ReportSource) -> pd.DataFrame:
    """Return who judged, or is to judge; who only set the collection up is left out."""
    board, decided = source.board, dict(source.decided)
    whole = results.assessors(board.collection)
    here = [at for at, one in enumerate(board.collection.catalog.assessors) if not one.removed]
    shown = [
        (*row, decided.get(at, 0))
        for at, row in zip(here, rows_of(whole), strict=True)
        if (row[4] == "yes" and at != source.organizer) or at in source.spoke
    ]
    # That of agreement by assessor is called assessors.
    head = ("assessor", "kind", "labels of answers", "panel", "labels count", "decisions")
    return make_frame("judges", tr("Assessors"), head, shown, (0, 1, 3, 4), whole.attrs["notes"])


def _agreement(board: Scoreboard, choices: ReportChoices) -> Iterator[Any]:
    """Yield figures and assessors for everything that several judges labeled, what is usual here first."""
    collection = board.collection
    usual = usual_scheme(collection.catalog, collection.facts)
    taken: set[str] = set()
    for scheme in (usual, *(name for name in schemes_of(collection.facts) if name != usual)):
        matrix = label_matrix(collection, scheme)
        if matrix.assessors and (scheme == usual or (np.sum(matrix.labels >= 0, axis=0) > 1).any()):
            whole = results.find_agreements(collection, scheme, draws=choices.draws, seed=choices.seed)
            part = free_name(plain_name(scheme), taken)
            frames = [results.agreement_figures(whole), results.agreement_by_assessor(whole)]
            if board.gold.is_estimated:
                frames += [results.estimated_prevalences(whole), results.estimated_errors(whole)]
            if whole.nothing_shared:
                yield Paragraph(whole.nothing_shared)
            for frame in frames:
                if scheme != usual:
                    frame.attrs["name"] += f"-{part}"
                if not frame.attrs["void"]:
                    yield frame
                elif not whole.nothing_shared:
                    yield Paragraph(f"{frame.attrs['caption']}. {writing.notes_of(frame)}")


_ABOUT = {"median s": "Median s", "with themselves": "With themselves"}
"""Columns that may have nothing in them, and how the notes about them begin."""


def _in_use(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table without the columns in which no row has anything but 0, and without notes on them."""
    rows, head, attrs = rows_of(frame), head_of(frame), frame.attrs
    kept = [at for at in range(len(head)) if not at or any(_is_something(row[at]) for row in rows)]
    if len(kept) == len(head) or not rows:
        return frame
    gone = {about for name, about in _ABOUT.items() if name not in {head[at] for at in kept}}
    return make_frame(
        attrs["name"],
        attrs["caption"],
        [head[at] for at in kept],
        [tuple(row[at] for at in kept) for row in rows],
        [place for place, at in enumerate(kept) if at in attrs["words"]],
        [note for note in attrs["notes"] if not note.startswith(tuple(gone))] if gone else attrs["notes"],
    )


def _is_something(cell: object) -> bool:
    return cell not in {None, "", "-", 0} and cell == cell


# All tables


def _left_out(source: ReportSource) -> Iterator[pd.DataFrame]:
    """Yield what keeps questions out of the scores, if anything does."""
    if found := kept_out(source.board):
        yield results.left_out(source.board, found, source.answers["answer"].tolist(), most=_LISTED)


def _further(
    board: Scoreboard, measures: Sequence[Measure], choices: ReportChoices, p_values: Callable[[Measure], pd.DataFrame]
) -> Iterator[Any]:
    """Yield rankings by the other measures, tests of all pairs, and pairs that are open, if any."""
    draws, seed = choices.draws, choices.seed
    for at, one in enumerate(measures if board.runs else ()):
        if not _has_scores(board, one):
            if at:
                yield _unscored(one)
            continue
        if at:
            yield _named(results.ranking(board, one, draws=draws, seed=seed), one)
        with suppress(Refused):  # a measure that cannot be tested has no table of tests
            yield _tested(p_values(one), one)
        if board.kind_of(one) is not None and len(board.bounding(one).waiting_units(one)):
            still_open = _named(results.pairs_still_open(board, one, most=_LOOKED_AT), one)
            yield (
                still_open
                if len(still_open)
                else Paragraph(
                    tr(
                        "By {one} no two runs can still change places. {attrs}",
                        one=one,
                        attrs=still_open.attrs["notes"][0],
                    )
                )
            )


def _tested(table: pd.DataFrame, one: Measure) -> pd.DataFrame | Paragraph:
    """Return the p-values of all pairs; a sentence in their place where all of them are 1."""
    known = [p for row in rows_of(table) for p in row[2:] if p is not None and not np.isnan(p)]
    if known and min(known) == 1:
        return Paragraph(
            tr(
                "By {one} no two runs differ significantly: all p-values are 1.000. {value}",
                one=one,
                value=sentences([table.attrs["notes"][0], *_limits(table)]),
            )
        )
    return _named(table, one)


# Methods


def _methods(
    source: ReportSource, measures: Sequence[Measure], choices: ReportChoices, before: Sequence[Section]
) -> Iterator[Any]:
    yield from _scoring(source, measures)
    statistics = Paragraph(
        tr(
            "Intervals are 95 % bootstrap intervals of {draws:,} draws (BCa, Efron 1987, where a "
            "table says nothing else). Runs are compared by two-sided sign tests over units, or by "
            "randomization where a measure has no score for each unit. Tables of all pairs correct "
            "for multiple tests by Holm's method (Holm 1979); marks between neighbors in a ranking "
            "are not corrected.",
            draws=choices.draws,
        )
    )
    yield statistics
    said = [statistics.text]
    if any(table.attrs["name"] == "agreement" for section in before for table in section.tables):
        agreement = Paragraph(
            tr(
                "Agreement: Krippendorff's alpha (Hayes and Krippendorff 2007), Fleiss' kappa "
                "(Fleiss 1971) and Gwet's AC1 (Gwet 2008), over all that several judges labeled."
            )
        )
        yield agreement
        said.append(agreement.text)
    yield Paragraph(
        tr(
            "Made with Jurybox {version}, seed {seed}. {verified} The log of the collection has "
            "{entries}; its chains end in {heads}.",
            version=__version__,
            seed=choices.seed,
            verified=_VERIFIED,
            entries=count_of(len(source.board.collection.ledger), "entry", "entries"),
            heads=comma_list(head[:12] for head in source.heads) or trc("chains", "nothing"),
        )
    )
    said += [plate.figure.caption for section in before for plate in section.of(Plate)]
    yield from _papers(source, measures, *said)


def _scoring(source: ReportSource, measures: Sequence[Measure]) -> Iterator[Any]:
    """Yield what makes scores: the gold standard, unjudged answers, levels, and the measures."""
    board = source.board
    yield Paragraph(
        sentences(
            (
                tr("Gold standard: {gold_text}.", gold_text=board.gold_words),
                _RULES[board.gold.whose].format(board.gold.assessor),
            )
        )
    )
    yield from _frozen(source)
    if board.has_graded:
        yield Paragraph(tr("Ranked lists: {unjudged_means}.", unjudged_means=UNJUDGED_MEANS[board.unjudged]))
    if board.unchanged_text:
        yield Paragraph(board.unchanged_text)
    if board.has_graded:
        yield from _levels(source.board)
    if measures:
        yield _definitions(board, measures)


def _papers(source: ReportSource, measures: Sequence[Measure], *further: str) -> Iterator[References]:
    """Yield the papers of the gold standard, of measures and of what else is named, if any."""
    rule = _RULES[source.board.gold.whose]
    if papers := references([rule, *(one.paper for one in measures), *further]):
        yield References(papers)


def _levels(board: Scoreboard) -> Iterator[Any]:
    """Yield what levels gain and which are relevant; which level follows from which pattern of labels."""
    graded = Graded(board.collection, board.gold)
    gains, least = graded.gains.tolist(), graded.least_relevant
    if len(gains) <= _PATTERNS:
        each = [f"L{level} {gain:g}" for level, gain in enumerate(gains)]
        relevant = next(at for at, gain in enumerate(gains) if (gain > 0 if least is None else gain >= least))
        yield Paragraph(
            tr("Gains of levels: {each}. Relevant: L{relevant} and above.", each=comma_list(each), relevant=relevant)
            if relevant < len(gains) - 1
            else tr("Gains of levels: {each}. Relevant: L{relevant}.", each=comma_list(each), relevant=relevant)
        )
    counted = count_patterns(board.collection.catalog, graded)
    if len(counted) <= _PATTERNS:
        yield results.levels_by_pattern(graded.gold, counted)


def _frozen(source: ReportSource) -> Iterator[Paragraph]:
    """Yield each gold standard that was frozen, with its whole digest."""
    for one in sorted(source.board.collection.facts.frozen.values(), key=lambda one: (one.at, one.name)):
        yield Paragraph(
            tr(
                "Frozen as “{name}” on {day}: {gold}, {answers}, SHA-256 {digest}.",
                name=one.name,
                day=one.day,
                gold=one.gold,
                answers=count_of(len(one.labels.keys), "answer"),
                digest=one.digest,
            )
        )


def _definitions(board: Scoreboard, measures: Sequence[Measure]) -> pd.DataFrame:
    """Return what each measure is and where it is defined, and what the names in formulas mean."""
    rows, meanings = [], dict[str, str]()
    for one in measures:
        formula, said = _formula(board, one)
        rows.append((str(one), one.title, formula, one.paper))
        meanings |= said
    names = clauses(f"{name}: {meaning}" for name, meaning in meanings.items())
    notes = (tr("In the formulas, {names}.", names=names) if names else "",)
    head = ("measure", "what it measures", "formula", "source")
    return make_frame("measures", tr("Measures"), head, rows, range(4), notes)


def _formula(board: Scoreboard, one: Measure) -> tuple[str, dict[str, str]]:
    """Return the formula of a measure with the values of its options, and what its names mean.

    Of a measure with several inputs it is that of the questions there are here.
    """
    formula, names, kind = one.formula, dict[str, str](), board.kind_of(one)
    if kind is not None and KINDS[kind].is_graded:
        names |= _OF_RANKS
    if board.runs and kind is not None:
        found = _explained(board, one)
        if one.spelled is not None and len(one.accepts) > 1:
            formula = found.formula
        if formula.startswith(found.formula):  # otherwise it is described in words
            names |= found.meanings
    used = re.findall(r"\w+(?:\(r\))?", formula)
    numbers = {name: value for name, value in one.options.items() if isinstance(value, (int, float))}
    with_values = [
        f"{formula_in_words(_SIGNS.get(name, name))} = {value:g}"
        for name, value in numbers.items()
        if {_SIGNS.get(name, name), f"{name}²"} & set(used)
    ]
    meanings = {formula_in_words(name).replace("_", " "): names[name] for name in used if name in names}
    return comma_list([formula_in_words(formula).replace("_", " "), *with_values]), meanings


def _explained(board: Scoreboard, one: Measure) -> Explanation:
    """Return how a score of a measure came about: that of a question or series, else that of a run."""
    units = board.unit_values(one).units.tolist()
    with suppress(KeyError):  # single answers are not explained, but the whole run is
        return board.explain(one, board.runs[0], units[0] if units else None)
    return board.explain(one, board.runs[0])
