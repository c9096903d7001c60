"""The command `assign`: who judges what, how far they are, and their own files."""

import re
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox import results
from jurybox.campaign.assignments import Campaign, assign_everything, preview, store_campaign
from jurybox.campaign.handouts import hand_out
from jurybox.campaign.plan import Dealt, pick
from jurybox.campaign.progress import CampaignProgress, progress, read_paces
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_frame, print_json, say
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import ORGANIZER
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.results.campaign import day_text

_OF_A_PLAN = ("overlap", "calibration", "repeats", "add", "dry_run")
"""Options that mean something only where it is named who judges."""


@click.command()
@collection
@click.option("--to", "people", multiple=True, metavar="NAME", help="Who judges; may be given several times.")
@click.option("--overlap", type=click.IntRange(min=1), help="How many of them judge each question; else all.")
@click.option(
    "--question", "questions", multiple=True, help="Only this question; may be given several times."
)
@click.option("--category", "categories", multiple=True, help="Only questions of this category.")
@click.option("--series", "series", multiple=True, help="Only questions of this series.")
@click.option("--calibration", type=click.IntRange(min=0), help="So many questions, by lot, go to everybody.")
@click.option("--repeats", type=click.FloatRange(0, 0.5), help="Share of answers to be met a second time.")
@click.option("--seed", default=0, show_default=True, help="Of what is drawn by lot.")
@click.option("--add", is_flag=True, help="Keep what is assigned now, and assign this besides.")
@click.option("--everything", is_flag=True, help="Take all assignments back: everybody judges everything.")
@click.option("--remove", "leaves", metavar="NAME", help="Remove an assessor without entries or assignments.")
@click.option("--hand-out", "out_to", metavar="NAME", help="Write this assessor's own file, without runs.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where the own file is put.")
@click.option("--dry-run", is_flag=True, help="Only print what it would come to.")
@formats("table", "json")
def assign(
    file: Path,
    *,
    people: Sequence[str],
    questions: Sequence[str],
    categories: Sequence[str],
    series: Sequence[str],
    everything: bool,
    leaves: str | None,
    out_to: str | None,
    output: Path | None,
    form: str,
    **how: Any,  # noqa: ANN401 - the options of `_plan`, as click checks them
) -> None:
    """Assign questions to assessors, whole and evenly; without options list who judges what.

    What has been judged stays with who judged it. A backup is made before.
    """
    if sum((bool(people), everything, leaves is not None, out_to is not None)) > 1:
        raise Refused("Choose one of --to, --everything, --remove and --hand-out. Nothing was changed.")
    given = [f"--{one.replace('_', '-')}" for one in _OF_A_PLAN if how[one] not in (None, False)]
    given += (
        ["--question"] * bool(questions) + ["--category"] * bool(categories) + ["--series"] * bool(series)
    )
    if given and not people:
        raise Refused(f"{given[0]} needs --to with the names of those who judge. Nothing was changed.")
    if out_to is not None:
        _hand_out(file, out_to, output, form)
    elif leaves is not None:
        _remove(file, leaves)
        _list(file, form)
    elif everything:
        _store(file, None)
        _list(file, form)
    elif people:
        campaign = _campaign(file, people, (questions, categories, series), **how)
        _assign(file, campaign, form, dry_run=how["dry_run"])
    else:
        _list(file, form)


def _campaign(
    file: Path,
    people: Sequence[str],
    chosen: tuple[Sequence[str], Sequence[str], Sequence[str]],
    *,
    overlap: int | None,
    calibration: int | None,
    repeats: float | None,
    seed: int,
    add: bool,
    dry_run: bool,
) -> Campaign:
    del dry_run
    with closing(State(file)) as state:
        questions = choose_questions(state.catalog, *chosen)
        every = questions if questions is not None else range(len(state.catalog.questions))
        shared = None if calibration is None else pick(every, calibration, seed)
    return Campaign(tuple(people), overlap or len(people), questions, shared, repeats, seed, add)


def choose_questions(
    catalog: Catalog, questions: Sequence[str], categories: Sequence[str], series: Sequence[str]
) -> frozenset[int] | None:
    """Return the questions named, and those of the categories and series named; None if nothing is.

    Raises Refused for a name that does not occur.
    """
    if not (questions or categories or series):
        return None
    chosen = set()
    for name in questions:
        if name not in catalog.question_named:
            raise Refused(f"There is no question {name!r}. Nothing was changed.")
        chosen.add(catalog.question_named[name])
    for what, names, of in (
        ("category", categories, [q.category for q in catalog.questions]),
        (
            "series",
            series,
            [None if q.series is None else catalog.series[q.series].name for q in catalog.questions],
        ),
    ):
        for name in names:
            found = {at for at, own in enumerate(of) if own == name}
            if not found:
                raise Refused(f"There is no {what} {name!r}. Nothing was changed.")
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
    say("Nothing was stored (dry run)." if dry_run else "Stored; a backup was made before.")


def _as_object(dealt: Dealt, names: Sequence[str]) -> dict[str, Any]:
    return {
        "assessors": [
            {
                "assessor": names[who],
                "questions": share.questions,
                "answers": share.answers,
                "judged": share.judged,
            }
            for who, share in dealt.shares.items()
        ],
        "new": dealt.new,
        "dropped": dealt.dropped,
        "nobody": dealt.nobody,
    }


def _store(file: Path, campaign: Campaign | None) -> None:
    from jurybox.session import open_session

    with closing(open_session(file)) as session:
        if campaign is None:
            session.store(assign_everything, "assign")
        else:
            session.store(lambda db: store_campaign(db, campaign), "assign")


def _remove(file: Path, name: str) -> None:
    from jurybox.campaign.people import removing
    from jurybox.session import open_session

    with closing(open_session(file, assessor=ORGANIZER)) as session:
        session.flush()
        session.execute(removing(session, name))
        session.flush()


def _hand_out(file: Path, name: str, output: Path | None, form: str) -> None:
    plain = re.sub(r"[^\w.-]+", "-", name)
    handed_out = hand_out(file, name, output or file.with_name(f"{file.stem}-{plain}.jury"))
    if form == "json":
        print_json(
            {
                "file": str(handed_out.path),
                "assessor": handed_out.assessor,
                "questions": handed_out.questions,
                "answers": handed_out.answers,
                "entries": handed_out.judged,
            }
        )
    else:
        say(str(handed_out))


def _list(file: Path, form: str) -> None:
    now = time.time_ns() // 1_000_000
    with closing(State(file)) as state, closing(open_reading(file)) as db:
        listed = progress(state.catalog, state.ledger, read_paces(db), now, panel=state.facts.panel)
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
    note = "Nothing is assigned: everybody judges everything." if everybody else "Assigned by question."
    print_frame(results.progress(listed, [note]), form)


def progress_object(one: CampaignProgress) -> dict[str, Any]:
    """Return somebody's progress as an object, numbers unrounded."""
    return {
        "assessor": one.name,
        "assigned": one.assigned,
        "judged": one.judged,
        "set_aside": one.states,
        "open": one.open,
        "sent_back": one.sent_back,
        "conflicts": one.conflicts,
        "per_hour": one.pace.per_hour,
        "active_seconds": one.pace.seconds,
        "hours_left": one.hours_left,
        "ends_at": None if one.ends_at is None else day_text(one.ends_at),
        "reason": None if one.pace.per_hour is not None else "too few judgments to tell a pace",
    }
