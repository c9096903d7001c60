"""Tables of a campaign: everybody's progress, who would judge what, and which runs are withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.kept_out import Decision, KeptOut, counted, option_of_gold
from jurybox.campaign.fast_labels import ENOUGH, FAST_SECONDS, IN_A_ROW, LONG_TEXT, FastLabels
from jurybox.campaign.plan import Dealt
from jurybox.campaign.progress import CampaignProgress
from jurybox.campaign.quality import Calibrated, CampaignQuality
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.label_keys import owner_of_letter
from jurybox.judging.pace import PAUSE_SECONDS
from jurybox.kinds import KINDS, kind_code
from jurybox.label_schemes import Label, label_word, shown_label
from jurybox.language import tr, trn
from jurybox.lists import and_list, comma_list
from jurybox.results.frame import make_frame
from jurybox.scoring import Scoreboard
from jurybox.wording import count_of

if TYPE_CHECKING:
    import pandas as pd


_PACE = tr(
    "Median s: seconds for one judgment, of the n whose time is known; pauses of more than "
    "{pause_seconds:g} minutes are left out.",
    pause_seconds=PAUSE_SECONDS / 60,
)
_OTHERS = tr(
    "With others: of the answers shared with another judge, those labeled like a majority of the other "
    "judges. Labels of answers only; jurybox agreement has kappa, and the agreement about nuggets and "
    "groups."
)
_THEMSELVES = tr(
    "With themselves: answers labeled alike when they were shown again. A label that was corrected is not a repeat."
)
_FAST = tr(
    "Too fast: labels given in less than {fast_seconds:g} s, of the long texts, those above "
    "{long_text} characters, which take longer to read. Implausible are {in_a_row} in a row, "
    "or a median below {fast_seconds:g} s of at least {enough}. Labels that were imported, "
    "or given to several answers at once, do not count.",
    fast_seconds=FAST_SECONDS,
    long_text=LONG_TEXT,
    in_a_row=IN_A_ROW,
    enough=ENOUGH,
)
_NAN = float("nan")


def progress(listed: Sequence[CampaignProgress], notes: Sequence[str] = ()) -> pd.DataFrame:
    """Return how far each assessor is, at what pace, and when the rest will be done; "-" where unknown."""
    rows = [
        (
            one.name,
            one.assigned,
            one.judged,
            one.states,
            one.open,
            one.sent_back,
            one.conflicts,
            "-" if one.pace.per_hour is None else str(round(one.pace.per_hour)),
            "-" if one.hours_left is None else f"{one.hours_left:.1f}",
            day_text(one.ends_at) if one.open or one.sent_back else "done",
        )
        for one in listed
    ]
    head = ("assessor", "assigned", "judged", "set aside", "open", "sent back", "conflicts")
    more = ("per hour", "hours left", "ends")
    again = sum(one.repeats for one in listed)
    if again:
        shown = trn(
            "{n} of the assigned answers is shown to somebody a second time.",
            "{n} of the assigned answers are shown to somebody a second time.",
            again,
        )
        notes = (*notes, shown)
    return make_frame("progress", tr("Progress of the assessors"), (*head, *more), rows, notes=notes)


def quality(listed: Sequence[CampaignProgress], found: CampaignQuality) -> pd.DataFrame:
    """Return how well each assessor works: pace, agreement with others and themselves, calibration.

    Shares are in [0, 1], NaN where nothing can be compared; `n`, `long texts`, `shared`, `again` and `of` are
    on how many judgments or answers they rest. Notes name everybody whose pace is implausible.
    """
    rows: list[tuple[object, ...]] = []
    for one in listed:
        each = found.of(one.assessor)
        done = each.calibration
        pairs = (
            (one.pace.median_seconds, one.pace.timed),
            (each.with_others, each.shared),
            (each.with_themselves, each.again),
            (done.share, 0 if done.unknown else done.given),
        )
        median, *shares = ((_NAN if share is None else share, count) for share, count in pairs)
        fast = one.pace.fast
        cells = (cell for pair in shares for cell in pair)
        rows.append((one.name, *median, fast.fast, fast.timed, *cells, calibration_text(done)))
    head = (
        "assessor",
        "median s",
        "n",
        "too fast",
        "long texts",
        "with others",
        "shared",
        "with themselves",
        "again",
        "calibration",
        "of",
    )
    return make_frame(
        "quality",
        tr("Pace, agreement and calibration of the assessors"),
        (*head, "result"),
        rows,
        (0, 11),
        (_PACE, _FAST, *implausible_paces(listed), _OTHERS, _THEMSELVES, calibration_note(found)),
    )


def implausible_paces(listed: Sequence[CampaignProgress]) -> list[str]:
    """Return a sentence for each assessor who labeled faster than anybody reads, with what it rests on."""
    return [
        tr("{name}: {what}.", name=one.name, what=fast_text(one.pace.fast))
        for one in listed
        if one.pace.fast.is_implausible
    ]


def fast_text(fast: FastLabels) -> str:
    """Return what is implausible about a pace, in a clause; "" for nothing."""
    parts = []
    if fast.in_a_row >= IN_A_ROW:
        parts.append(
            tr(
                "{in_a_row:,} labels in a row in less than {fast_seconds:g} s each",
                in_a_row=fast.in_a_row,
                fast_seconds=FAST_SECONDS,
            )
        )
    if fast.has_fast_median:
        parts.append(tr("median {seconds:.2f} s", seconds=fast.median_seconds))
    if not parts:
        return ""
    return tr(
        "implausibly fast, {parts}, of {labels} of long texts",
        parts=and_list(parts),
        labels=count_of(fast.timed, "label"),
    )


def calibration_text(done: Calibrated) -> str:
    """Return the outcome of an assessor's calibration in a word or two; "-" if there is none."""
    if done.passed is not None:
        return "passed" if done.passed else "failed"
    if done.open:
        return f"{done.open:,} open"
    return f"{done.unknown:,} without a key" if done.unknown else "-"


def calibration_note(found: CampaignQuality) -> str:
    """Return what the calibration rests on, in a sentence."""
    if not found.questions:
        return tr("No calibration set.")
    known = found.by_decision + found.by_key + found.by_agreement
    mark = tr("Pass mark {pass_mark:.0%}.", pass_mark=found.pass_mark) if found.pass_mark else tr("No pass mark.")
    if not known:
        return tr(
            "Calibration: the key of none of its {answers} is known. {mark}",
            answers=count_of(found.answers, "answer"),
            mark=mark,
        )
    sources = [
        tr("{count:,} by decision", count=found.by_decision),
        tr("{count:,} by answer key", count=found.by_key),
        tr("{count:,} as all judges agree", count=found.by_agreement) if found.by_agreement else "",
    ]
    note = tr(
        "Calibration: labeled as the key, of those labeled. The key is known of {known:,} of "
        "{answers} in {questions}: {sources}. {mark}",
        known=known,
        answers=count_of(found.answers, "answer"),
        questions=count_of(found.questions, "question"),
        sources=comma_list(filter(None, sources)),
        mark=mark,
    )
    if not found.disputed:
        return note
    undecided = trn(
        "Judges differ on {n} more, which nobody has decided: nobody has passed or failed before that.",
        "Judges differ on {n} more, which nobody has decided: nobody has passed or failed before that.",
        found.disputed,
    )
    return f"{note} {undecided}"


def labels_by_day(listed: Sequence[CampaignProgress], zone: str = "local time") -> pd.DataFrame:
    """Return how many judgments each assessor gave on each day that has any; `zone`: whose days, in words."""
    days = sorted({day for one in listed for day, count in one.pace.by_day.items() if count})
    rows = []
    for day in days:
        counts = [one.pace.by_day.get(day, 0) for one in listed]
        rows.append((day.isoformat(), *counts, sum(counts)))
    notes = (
        "" if days else tr("Nothing has been judged here yet."),
        tr("Days in {zone}. A label that was given again counts again; imported labels are left out.", zone=zone),
    )
    head = ("day", *(one.name for one in listed), "all")
    return make_frame("labels-by-day", tr("Judgments by day"), head, rows, notes=notes, void=not rows)


def day_text(at: int | None) -> str:
    """Return the local day of a time in ms since 1970; "-" for none."""
    return "-" if at is None else datetime.fromtimestamp(at / 1000).astimezone().date().isoformat()


def assignments(dealt: Dealt, names: Sequence[str]) -> pd.DataFrame:
    """Return how many questions and answers a plan gives each assessor; `names`: those of all assessors."""
    rows = [(names[who], share.questions, share.answers, share.judged) for who, share in dealt.shares.items()]
    notes = [
        tr(
            "New assignments of a question to somebody: {new:,}; removed: {dropped:,}.",
            new=dealt.new,
            dropped=dealt.dropped,
        )
    ]
    notes += [tr("{nobody:,} questions are assigned to nobody.", nobody=dealt.nobody)] if dealt.nobody else []
    notes += [short_text(dealt)] if dealt.short else []
    head = ("assessor", "questions", "answers", "judged")
    return make_frame("assignments", tr("Questions by assessor"), head, rows, notes=notes)


def assigned_questions(catalog: Catalog, facts: Facts) -> pd.DataFrame:
    """Return who is to judge each question, in the order of the collection; no row where nothing is assigned.

    Series and categories, and which questions are of the calibration set, have columns where there are any.
    """
    import numpy as np

    who, answers = catalog.to_judge
    pairs = np.unique(np.stack((catalog.answer_question[answers], who)), axis=1) if len(who) else ((), ())
    judges: dict[int, list[str]] = {}
    for question, assessor in zip(*(list(map(int, one)) for one in pairs), strict=True):
        judges.setdefault(question, []).append(catalog.assessors[assessor].name)
    calibration = set(facts.calibration)
    listed = list(enumerate(catalog.questions)) if judges else []
    columns = {
        "series": ["" if one.series is None else catalog.series[one.series].name for _, one in listed],
        "category": [one.category or "" for _, one in listed],
        "calibration": ["yes" if one.name in calibration else "" for _, one in listed],
    }
    some = {name: cells for name, cells in columns.items() if any(cells)}
    rows = [
        (
            one.name,
            *(cells[place] for cells in some.values()),
            len(catalog.answers_of(at)),
            len(judges.get(at, ())),
            ", ".join(judges.get(at, ())),
        )
        for place, (at, one) in enumerate(listed)
    ]
    nobody = len(listed) - len(judges)
    notes = ["" if judges else tr("Nothing is assigned: everybody judges everything.")]
    notes += (
        [tr("{questions} without an assessor, or without an answer.", questions=count_of(nobody, "question"))]
        if nobody
        else []
    )
    head = ("question", *some, "answers", "judges", "assessors")
    words = (*range(len(some) + 1), len(head) - 1)
    caption = tr("Who judges which question")
    return make_frame("assigned-questions", caption, head, rows, words, notes, void=not rows)


def short_text(dealt: Dealt) -> str:
    """Return what could not be assigned, in a sentence; empty if everything was."""
    if not dealt.short:
        return ""
    return trn(
        "{n} question lacks assessors: everybody else is at their limit.",
        "{n} questions lack assessors: everybody else is at their limit.",
        len(dealt.short),
    )


def setup(collection: Collection) -> pd.DataFrame:
    """Return the settings of the collection, and whether somebody chose them."""
    catalog, facts = collection.catalog, collection.facts
    from jurybox.gold import gold_in_force, gold_text
    from jurybox.scoring import UNJUDGED_MEANS, unjudged_in_force

    panel = ", ".join(catalog.assessors[at].name for at in facts.panel)
    rows = [
        ("title", facts.name or "none", _chosen(facts.name)),
        ("mode", facts.mode, "chosen" if facts.mode != "open" else "default"),
        ("gold", gold_text(gold_in_force(catalog, facts), catalog, facts), _chosen(facts.gold)),
        ("panel", panel or tr("every person who judges"), _chosen(panel)),
    ]
    set_here = {
        "description": facts.description,
        "contact": facts.contact,
        "days": facts.days,
        "calibration": ", ".join(facts.calibration),
        "pass mark": f"{facts.pass_mark:.0%}" if facts.pass_mark else "",
        **{
            f"frozen as {one.name}": f"{one.gold}, {one.day}, digest {one.short_digest}"
            for one in facts.frozen.values()
        },
    }
    rows += [(name, value, "chosen") for name, value in set_here.items() if value]
    if catalog.has_graded:
        unjudged = unjudged_in_force(collection)
        rows.append(("unjudged", f"{unjudged}: {UNJUDGED_MEANS[unjudged]}", _chosen(facts.unjudged)))
    elif facts.unjudged:
        nothing = tr("{unjudged}: without effect, since no question here is ranked", unjudged=facts.unjudged)
        rows.append(("unjudged", nothing, "chosen"))
    return make_frame("setup", tr("Setup of the collection"), ("setting", "value", "from"), rows, range(3))


def _chosen(value: str) -> str:
    return "chosen" if value else "default"


def assessors(collection: Collection) -> pd.DataFrame:
    """Return every assessor with kind, labels of answers, and whether their labels count."""
    catalog, ledger, facts = collection
    from jurybox.collection.judges import judges
    from jurybox.gold.panel import has_labeled

    counting = set(judges(catalog, facts))
    rows = [
        (
            one.name,
            one.kind,
            int(has_labeled(ledger.labels[at]).sum()),
            "yes" if at in facts.panel else "no",
            "yes" if at in counting else "no",
        )
        for at, one in enumerate(catalog.assessors)
        if not one.removed
    ]
    note = tr("No panel: every person who judges counts.")
    if facts.panel:
        note = tr("A panel of {panel:,}: only its labels count.", panel=len(facts.panel))
    elif any(catalog.assessors[at].kind != "person" for at in counting):
        note = tr("No panel, and no person who judges: the answer key counts.")
    head = ("assessor", "kind", "labels of answers", "panel", "counts")
    return make_frame("assessors", tr("Assessors"), head, rows, (0, 1, 3, 4), (note,))


def label_schemes(catalog: Catalog, facts: Facts) -> pd.DataFrame:
    """Return the labels by which answers are judged, the best first, of each kind of question there is.

    Kinds of which the collection sets the labels are listed without questions, too.

    `gain`: what an answer is worth in a ranking; `relevant`: to which gold standards it is relevant.
    """
    there = {kind.name for kind in catalog.kinds if kind.is_labeled}
    kinds = [kind for kind in KINDS.values() if kind.name in {*there, *facts.schemes}]
    rows = [
        (kind.name, label.word, label.name, _key_of(label, kind.name), label.grade, label.worth, label.relevance)
        for kind in kinds
        for label in facts.scheme_of(kind.name).labels
    ]
    notes = [_scheme_note(kind.name, facts) for kind in kinds]
    head = ("kind", "label", "name", "key", "grade", "gain", "relevant")
    names = {label.name: shown_label(label).name for kind in kinds for label in facts.scheme_of(kind.name).labels}
    return make_frame("labels", tr("Labels of answers"), head, rows, (0, 1, 2, 3, 6), notes, shown_as={"name": names})


def labels_by_run(collection: Collection) -> pd.DataFrame:
    """Return how often each label was given to the answers of each run, the best label first, by kind of question.

    Labels of the judges, decisions apart; an answer that a run returned twice counts once. Runs that are withdrawn are
    left out. `share`: of the labels that the run's answers to questions of the kind have; None without any.
    """
    from jurybox.collection.judges import judges

    catalog, ledger, facts = collection
    voices, given, rows = list(judges(catalog, facts)), catalog.responses, []
    unlabeled = 0
    for run, one in enumerate(catalog.runs):
        if run in facts.withdrawn:
            continue
        of = given.of_run(run)
        answers = np.unique(given.answer[of][(given.answer[of] >= 0) & (given.answered[of] == 1)])
        for kind in catalog.kinds:
            if not kind.is_labeled:
                continue
            mine = answers[catalog.kind_of_question[catalog.answer_question[answers]] == kind_code(kind.name)]
            labels, scheme = ledger.labels[np.ix_(voices, mine)], facts.scheme_of(kind.name).labels
            counts = [int(np.count_nonzero(labels == ledger.codes.of(label.word))) for label in scheme]
            total = sum(counts)
            unlabeled += int(np.count_nonzero(~(labels > 0).any(axis=0)))
            rows += [
                (one.name, kind.name, label.word, label.name, count, count / total if total else None)
                for label, count in zip(scheme, counts, strict=True)
            ]
    schemes = (label for kind in catalog.kinds for label in facts.scheme_of(kind.name).labels)
    names = {"name": {label.name: shown_label(label).name for label in schemes}}
    head = ("run", "kind", "label", "name", "labels", "share")
    who = tr("Labels of {names}, decisions apart.", names=comma_list(catalog.assessors[at].name for at in voices))
    notes = [who]
    if unlabeled:
        notes.append(trn("{n} answer of a run has none of them.", "{n} answers of runs have none of them.", unlabeled))
    return make_frame("labels-by-run", tr("Labels by run"), head, rows, range(4), notes, index=2, shown_as=names)


def _key_of(label: Label, kind: str) -> str:
    """Return the letter of a label; "" for one that an action has, as collections of earlier versions may."""
    return "" if owner_of_letter(label.letter, kind) else label.letter


def _scheme_note(kind: str, facts: Facts) -> str:
    scheme = facts.scheme_of(kind)
    about = comma_list((scheme.name, scheme.measurement))
    if kind in facts.schemes:
        return tr("{kind}: {scheme}, set for this collection.", kind=kind, scheme=about)
    return tr("{kind}: {scheme}, as in the papers.", kind=kind, scheme=about)


def submissions(catalog: Catalog, facts: Facts) -> pd.DataFrame:
    """Return every run with its team, and how many questions it answers, and with how many answers.

    Questions that a run leaves unanswered (with a candidate or without), answers with NIL, or validates an
    answer of (decision yes), have columns where there are any, as have teams and states.
    """
    import numpy as np

    given, runs = catalog.responses, len(catalog.runs)
    left = given.answered == 0
    kept = (given.answer >= 0) & ~left

    def questions(which: NDArray[np.bool_]) -> list[int]:
        pairs = np.unique(np.stack((given.run[which], given.question[which])), axis=1)
        found: list[int] = np.bincount(pairs[0], minlength=runs).tolist()
        return found

    def count(which: NDArray[np.bool_]) -> list[int]:
        found: list[int] = np.bincount(given.run[which], minlength=runs).tolist()
        return found

    columns = {"answered": questions(kept), "answers": count(kept)}
    others = {
        "left unanswered": questions(left),
        "NIL": questions((given.nil == 1) & ~left),
        "validated": count(given.decision == 1),
    }
    columns |= {name: column for name, column in others.items() if any(column)}
    teams = [one.team or "" for one in catalog.runs]
    states = [
        "withdrawn" if at in facts.withdrawn else one.origin if one.origin == "baseline" else ""
        for at, one in enumerate(catalog.runs)
    ]
    words = {name: each for name, each in (("team", teams), ("state", states)) if any(each)}
    rows = zip(*([one.name for one in catalog.runs], *words.values(), *columns.values()), strict=True)
    note = tr(
        "Answered: questions with an answer, of {questions:,}; answers: all answers to them.",
        questions=len(catalog.questions),
    )
    head = ("run", *words, *columns)
    return make_frame("submissions", tr("Runs"), head, rows, range(1 + len(words)), (note,))


def left_out(
    board: Scoreboard, found: Sequence[KeptOut], names: Sequence[str], *, most: int | None = None
) -> pd.DataFrame:
    """Return what keeps questions out of scores; `names` of answers by position, `most`: rows, None for all."""
    asked = board.catalog.questions
    rows = [
        (
            asked[one.question].name,
            names[one.answer] if isinstance(one.answer, int) else one.answer,
            one.reason,
            one.why,
            comma_list(one.who),
            one.settles,
        )
        for one in found[:most]
    ]
    gold = tr("Gold standard: {gold_text}.", gold_text=board.gold_words)
    more = len(found) - len(rows)
    listed = trn(
        "{n} more row: jurybox left-out{of_gold}.",
        "{n} more rows: jurybox left-out{of_gold}.",
        more,
        of_gold=option_of_gold(board),
    )
    further = listed if more else ""
    notes = (gold, *(f"{one}." for one in counted(found)), further)
    if not rows:
        notes = (tr("Every question is scored."),)
    head = ("question", "answer", "reason", "why", "who", "settled by")
    return make_frame("left-out", tr("What keeps questions out of the scores"), head, rows, range(6), notes)


def decisions(
    catalog: Catalog, made: Sequence[Decision], left: Sequence[tuple[int, str]], names: Sequence[str]
) -> pd.DataFrame:
    """Return what a step decides, and in notes what it leaves open; `names` of answers by position."""
    rows = [
        (
            catalog.questions[one.question].name,
            names[one.answer] if isinstance(one.answer, int) else one.answer,
            label_word(one.said),
        )
        for one in made
    ]
    notes = [tr("{name} is left: {why}.", name=catalog.questions[at].name, why=why) for at, why in left]
    notes = notes if rows or notes else [tr("There is nothing to decide.")]
    return make_frame("decisions", tr("Decisions"), ("question", "about", "decided as"), rows, range(3), notes)


def dropped(collection: Collection) -> pd.DataFrame:
    """Return the questions that the organizer took out of all scores, and why."""
    names = {question.name for question in collection.catalog.questions}
    rows = [(name, why) for name, why in collection.facts.dropped.items() if name in names]
    note = tr("{n:,} of {total:,} questions are dropped.", n=len(rows), total=len(names))
    return make_frame("dropped", tr("Dropped questions"), ("question", "why"), rows, range(2), (note,))


def withdrawals(catalog: Catalog, facts: Facts) -> pd.DataFrame:
    """Return all runs, and which of them are left out of all scores."""
    names = {catalog.runs[at].name for at in facts.withdrawn}
    rows = [(run.name, run.team or "", "withdrawn" if run.name in names else "") for run in catalog.runs]
    note = tr("{names:,} of {rows:,} runs are withdrawn.", names=len(names), rows=len(rows))
    return make_frame("withdrawals", tr("Withdrawn runs"), ("run", "team", "state"), rows, (), (note,))
