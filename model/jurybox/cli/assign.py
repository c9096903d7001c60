"""The command `assign`: who judges what, how far they are, and their own files."""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox import results
from jurybox.campaign.assignments import (
    Campaign,
    assign_everything,
    can_calibrate,
    check_calibration,
    preview,
    store_calibration,
    store_campaign,
)
from jurybox.campaign.handouts import HandedOut, hand_out, hand_out_all, own_file_name
from jurybox.campaign.messages import message_path, write_message
from jurybox.campaign.page_names import PAGE_SUFFIX
from jurybox.campaign.pages import PageMade, hand_out_page, hand_out_pages
from jurybox.campaign.plan import Dealt, pick
from jurybox.campaign.progress import CampaignProgress, progress, read_paces
from jurybox.cli.common import collection, formats, writing
from jurybox.cli.printing import print_frame, print_json, say
from jurybox.collection.catalog import Catalog
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.results.campaign import day_text

_OF_A_PLAN = (
    "overlap",
    "calibration",
    "repeats",
    "add",
    "dry_run",
    "most_questions",
    "most_answers",
    "together",
    "categories",
    "series",
    "languages",
    "questions",
)
"""Options that mean something only where it is named who judges."""


@click.command()
@collection
@click.option("--to", "people", multiple=True, metavar="NAME", help="Who judges; may be given several times.")
@click.option("--overlap", type=click.IntRange(min=1), help="Assessors for each question; default: all.")
@click.option("--question", "questions", multiple=True, help="Only this question; may be given several times.")
@click.option("--category", "categories", multiple=True, help="Only questions of this category.")
@click.option("--series", "series", multiple=True, help="Only questions of this series.")
@click.option("--language", "languages", multiple=True, help="Only questions in this language.")
@click.option("--most-questions", type=click.IntRange(min=1), help="Most questions of one assessor.")
@click.option("--most-answers", type=click.IntRange(min=1), help="Most answers of one assessor.")
@click.option(
    "--calibrate",
    multiple=True,
    metavar="QUESTION",
    help="Put this question into the calibration set, which everybody judges; may be given several times.",
)
@click.option(
    "--calibration", type=click.IntRange(min=0), help="Number of random questions that everybody judges first."
)
@click.option("--together", is_flag=True, help="Keep the questions of a series with the same assessors.")
@click.option("--repeats", type=click.FloatRange(0, 0.5), help="Share of answers shown a second time.")
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option("--add", is_flag=True, help="Add to the current assignments.")
@click.option("--everything", is_flag=True, help="Remove all assignments: everybody judges everything.")
@click.option("--remove", "leaves", metavar="NAME", help="Remove an assessor without entries or assignments.")
@click.option(
    "--hand-out",
    "out_to",
    metavar="NAME",
    help="Write this assessor's file, without runs; a page for any browser if -o ends in .html.",
)
@click.option("--hand-out-all", "all_out", is_flag=True, help="Write everybody's file into a folder.")
@click.option(
    "--pages",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="With --hand-out-all: write pages for any browser into this folder.",
)
@click.option("--message", is_flag=True, help="Also write a mail to the assessor beside each file.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file or folder to write.")
@click.option("--dry-run", is_flag=True, help="Only print the resulting plan.")
@formats("table", "json")
def assign(
    file: Path,
    *,
    people: Sequence[str],
    questions: Sequence[str],
    categories: Sequence[str],
    series: Sequence[str],
    languages: Sequence[str],
    calibrate: Sequence[str],
    everything: bool,
    all_out: bool,
    leaves: str | None,
    out_to: str | None,
    message: bool,
    pages: Path | None,
    output: Path | None,
    form: str,
    **how: Any,  # noqa: ANN401 - the options of `_plan`, as click checks them
) -> None:
    """Assign questions to assessors, whole and evenly; without options list who judges what.

    Judged answers stay with their assessor. A backup is made first.
    """
    if sum((bool(people), everything, leaves is not None, out_to is not None, all_out)) > 1:
        raise Refused(
            tr("Choose one of --to, --everything, --remove, --hand-out and --hand-out-all. Nothing was changed.")
        )
    given = [f"--{one.replace('_', '-')}" for one in _OF_A_PLAN if how.get(one) not in (None, False)]
    chosen = {"question": questions, "category": categories, "series": series, "language": languages}
    given += [f"--{name}" for name, values in chosen.items() if values]
    if given and not people:
        raise Refused(tr("{given} needs --to with the names of those who judge. Nothing was changed.", given=given[0]))
    if calibrate and (how["calibration"] is not None or everything or leaves or out_to or all_out):
        raise Refused(tr("--calibrate names the calibration set: it goes with --to or alone. Nothing was changed."))
    is_page = out_to is not None and output is not None and output.suffix.lower() == PAGE_SUFFIX
    if pages is not None or is_page:
        _hand_out_pages(file, out_to, output, pages, form, all_out=all_out, message=message)
    elif all_out or message or out_to is not None:
        _hand_out(file, out_to, output, form, all_out=all_out, message=message)
    elif leaves is not None:
        _remove(file, leaves)
        _list(file, form)
    elif everything:
        _store(file, None)
        _list(file, form)
    elif people:
        campaign = _campaign(file, people, (questions, categories, series, languages), calibrate, **how)
        _assign(file, campaign, form, dry_run=how["dry_run"])
    elif calibrate:
        _calibrate(file, calibrate)
        _list(file, form)
    else:
        _list(file, form)


def _campaign(
    file: Path,
    people: Sequence[str],
    chosen: tuple[Sequence[str], ...],
    calibrate: Sequence[str],
    *,
    overlap: int | None,
    calibration: int | None,
    repeats: float | None,
    seed: int,
    add: bool,
    dry_run: bool,
    most_questions: int | None,
    most_answers: int | None,
    together: bool,
) -> Campaign:
    del dry_run
    with closing(State(file)) as state:
        questions = choose_questions(state.catalog, *chosen)
        every = questions if questions is not None else range(len(state.catalog.questions))
        labeled = [question for question in every if can_calibrate(state.catalog, question)]
        shared = None if calibration is None else pick(labeled, calibration, seed)
        if calibrate:
            shared = choose_questions(state.catalog, calibrate) or frozenset()
            check_calibration(state.catalog, shared)
    most = most_questions, most_answers
    return Campaign(tuple(people), overlap or len(people), questions, shared, repeats, seed, add, *most, together)


def choose_questions(
    catalog: Catalog,
    questions: Sequence[str],
    categories: Sequence[str] = (),
    series: Sequence[str] = (),
    languages: Sequence[str] = (),
) -> frozenset[int] | None:
    """Return the questions named, and those of the categories, series and languages; None if nothing is.

    Raises Refused for a name that does not occur.
    """
    if not (questions or categories or series or languages):
        return None
    chosen = set()
    for name in questions:
        if name not in catalog.question_named:
            raise Refused(tr("There is no question {name!r}. Nothing was changed.", name=name))
        chosen.add(catalog.question_named[name])
    for what, names, of in (
        ("category", categories, [q.category for q in catalog.questions]),
        ("language", languages, [q.lang for q in catalog.questions]),
        ("series", series, [None if q.series is None else catalog.series[q.series].name for q in catalog.questions]),
    ):
        for name in names:
            found = {at for at, own in enumerate(of) if own == name}
            if not found:
                raise Refused(tr("There is no {what} {name!r}. Nothing was changed.", what=what, name=name))
            chosen |= found
    return frozenset(chosen)


def _assign(file: Path, campaign: Campaign, form: str, *, dry_run: bool) -> None:
    with closing(open_reading(file)) as db:
        dealt, names = preview(db, campaign)
    if not dry_run:
        _store(file, campaign)
    if form == "json":
        print_json({"stored": not dry_run, **_as_object(dealt, names)})
        return
    print_frame(results.assignments(dealt, names), form)
    say(tr("Nothing was stored (dry run).") if dry_run else tr("Stored; a backup was made before."))


def _as_object(dealt: Dealt, names: Sequence[str]) -> dict[str, Any]:
    return {
        "assessors": [
            {"assessor": names[who], "questions": share.questions, "answers": share.answers, "judged": share.judged}
            for who, share in dealt.shares.items()
        ],
        "new": dealt.new,
        "dropped": dealt.dropped,
        "nobody": dealt.nobody,
        "short": len(dealt.short),
    }


def _store(file: Path, campaign: Campaign | None) -> None:
    with writing(file) as session:
        if campaign is None:
            session.store(assign_everything, "assign")
        else:
            session.store(lambda db: store_campaign(db, campaign), "assign")


def _remove(file: Path, name: str) -> None:
    from jurybox.campaign.people import removing

    with writing(file) as session:
        session.execute(removing(session, name))


def _calibrate(file: Path, names: Sequence[str]) -> None:
    with closing(State(file)) as state:
        chosen = choose_questions(state.catalog, names) or frozenset()
        check_calibration(state.catalog, chosen)
    with writing(file) as session:
        session.store(lambda db: store_calibration(db, chosen), "assign")


def _hand_out(file: Path, name: str | None, output: Path | None, form: str, *, all_out: bool, message: bool) -> None:
    add: Callable[[HandedOut], object] = write_message if message else lambda _: None
    if all_out:
        made = hand_out_all(file, output or file.with_name(f"{file.stem}-files"), add)
    elif name is not None:
        made = [hand_out(file, name, output or file.with_name(own_file_name(file.stem, name)))]
        add(made[0])
    else:
        raise Refused(tr("--message goes with --hand-out or --hand-out-all. Nothing was changed."))
    if form == "json":
        files = [_handed_out(one) for one in made]
        print_json({"files": files} if all_out else files[0])
    else:
        say(*map(str, made), *(map(_written, map(message_path, made)) if message else ()))


def _hand_out_pages(
    file: Path, name: str | None, output: Path | None, folder: Path | None, form: str, *, all_out: bool, message: bool
) -> None:
    if message:
        raise Refused(tr("--message is for .jury files: a page says itself what to do. Nothing was written."))
    if folder is not None and (not all_out or output is not None):
        raise Refused(tr("--pages FOLDER goes with --hand-out-all, without -o. Nothing was written."))
    if folder is not None:
        made = hand_out_pages(file, folder)
    elif name is not None and output is not None:
        made = [hand_out_page(file, name, output)]
    if form == "json":
        files = [_page_made(one) for one in made]
        print_json({"files": files} if all_out else files[0])
    else:
        say(*map(str, made))


def _page_made(one: PageMade) -> dict[str, object]:
    return {
        "file": str(one.path),
        "assessor": one.assessor,
        "questions": one.questions,
        "answers": one.answers,
        "judged": one.judged,
        "bytes": one.size,
        "left_out": dict(one.left_out),
    }


def _written(message: Path) -> str:
    return tr("{path} is the text of a mail to go with it.", path=message)


def _handed_out(one: HandedOut) -> dict[str, object]:
    return {
        "file": str(one.path),
        "assessor": one.assessor,
        "questions": one.questions,
        "answers": one.answers,
        "entries": one.judged,
    }


def _list(file: Path, form: str) -> None:
    now = time.time_ns() // 1_000_000
    with closing(State(file)) as state, closing(open_reading(file)) as db:
        listed = progress(state.collection, read_paces(db), now)
        everybody = not len(state.catalog.assigned[0])
        facts = state.facts
    if form == "json":
        print_json(
            {
                "assigned": not everybody,
                "calibration": list(facts.calibration),
                "repeats": facts.repeats,
                "assessors": [progress_object(one) for one in listed],
            }
        )
        return
    note = tr("Nothing is assigned: everybody judges everything.") if everybody else tr("Assigned by question.")
    print_frame(results.progress(listed, [note]), form)


def progress_object(one: CampaignProgress) -> dict[str, Any]:
    """Return somebody's progress as an object, numbers unrounded."""
    return {
        "assessor": one.name,
        "assigned": one.assigned,
        "repeats": one.repeats,
        "judged": one.judged,
        "set_aside": one.states,
        "open": one.open,
        "sent_back": one.sent_back,
        "conflicts": one.conflicts,
        "per_hour": one.pace.per_hour,
        "active_seconds": one.pace.seconds,
        "hours_left": one.hours_left,
        "ends_at": None if one.ends_at is None else day_text(one.ends_at),
        "reason": None if one.pace.per_hour is not None else tr("too few judgments to estimate a pace"),
    }
