"""The command `jurybox`: the window's commands beside those of the model; Qt is loaded only for them."""

import os
import signal
import sys
from contextlib import closing
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import click

from jurybox import __version__
from jurybox.cli.commands import Jurybox
from jurybox.cli.common import FOUND, collection, formats
from jurybox.cli.printing import print_json, print_listing, say
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import clauses
from jurybox_gui.desks.directory import DESKS, START
from jurybox_gui.plots.paper import PRESETS

_DESKTOP = "desktop"


@click.group(cls=Jurybox, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="jurybox")
def program() -> None:
    """Judge the answers of question-answering systems and watch the scores move.

    Without a command: jurybox [FILE] [--assessor NAME] [--desk DESK] opens the window.

    In another language: jurybox --language es ... (en, es or ja; it comes first).
    """


@program.command("open")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--assessor", help="Who judges.")
@click.option("--desk", type=click.Choice(list(DESKS)), default="judge", show_default=True, help="The desk to show.")
@click.pass_context
def open_command(ctx: click.Context, file: Path | None, assessor: str | None, desk: str) -> None:
    """Open the window, with a collection if one is named."""
    if file is not None and ctx.obj != _DESKTOP:
        _refuse_absent(file)
    _stop_silently()
    from jurybox_gui.run import run_window

    ctx.exit(run_window(file, assessor=assessor, desk=desk))


@program.command("demo")
@click.argument("name", default="validation")
@click.option("--list", "listed", is_flag=True, help="List the demos.")
@formats("table", "json", "csv", "latex", "markdown")
@click.option("--to", type=click.Path(path_type=Path), help="The file of the private copy.")
@click.option("--no-window", is_flag=True, help="Make the copy, print its path, and stop.")
@click.option("--replay", is_flag=True, help="Replay its judging in a copy without judgments.")
@click.option(
    "--speed",
    type=click.FloatRange(0.5, 1000),
    help="With --replay: how many times faster than the original; default: about a minute in all.",
)
@click.pass_context
def demo_command(
    ctx: click.Context,
    name: str,
    *,
    listed: bool,
    form: str,
    to: Path | None,
    no_window: bool,
    replay: bool,
    speed: float | None,
) -> None:
    """Open a bundled demo collection on a private copy."""
    from jurybox.demos import build_demo, demo, demo_copy, demos

    if listed:
        named = str if form == "json" else tr
        rows = [[one.name, named(one.title), one.promise or one.description] for one in demos()]
        print_listing("demos", ["demo", "title", "description"], rows, form)
        return
    if speed is not None and (not replay or no_window):
        raise Refused(tr("--speed is the pace of a replay in the window: use it with --replay, without --no-window."))
    if replay:
        ctx.exit(_replay(demo(name).name, speed, to, window=not no_window))
    path = build_demo(name, to) if to else demo_copy(name)
    if no_window:
        say(str(path))
        return
    _stop_silently()
    from jurybox_gui.run import run_window

    ctx.exit(run_window(path))


def _replay(name: str, speed: float | None, to: Path | None, *, window: bool) -> int:
    """Play the judging of a demo in the window, or all of it at once without one."""
    if window:
        _stop_silently()
        from jurybox_gui.run import run_window

        return run_window(None, then=lambda shell: shell.replay_player.open_demo(name, speed, to))
    from jurybox.replay import Replay, demo_replay
    from jurybox.session import open_session

    path, recording = demo_replay(name, to)
    with closing(open_session(path)) as session:
        count = Replay(session, recording).play_all()
        session.flush()
    say(tr("{path}: {count:,} entries were played.", path=path, count=count))
    return 0


@program.command("doctor")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--qt", "only_qt", is_flag=True, hidden=True, help="Messages of Qt, for the command itself.")
@formats("table", "json")
@click.pass_context
def doctor_command(ctx: click.Context, file: Path | None, *, only_qt: bool, form: str) -> None:
    """Describe this computer for a bug report: versions, display, fonts, disks.

    With FILE the disk below that collection is examined too. Exit status 1 if there is a problem.
    """
    from jurybox_gui.doctor import as_data, as_text, describe_qt, examine

    if only_qt:
        print_json(describe_qt())
        return
    if file is not None:
        _refuse_absent(file)
    findings = examine(file)
    if form == "json":
        print_json(as_data(findings))
    else:
        click.echo(as_text(findings))
    ctx.exit(FOUND if any(each.problem for each in findings) else 0)


@program.command("follow")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--collection", type=click.Path(path_type=Path), help="The collection, if it is not in the folder.")
@click.option("--no-window", is_flag=True, help="Print everybody's progress, and stop.")
@formats("table", "json")
@click.pass_context
def follow_command(ctx: click.Context, folder: Path, collection: Path | None, *, no_window: bool, form: str) -> None:
    """Watch the assessors' own files in a folder: all of them together, read-only."""
    from jurybox.campaign.folder_follower import find_files

    found = find_files(folder, collection)
    if no_window:
        from jurybox.cli.follow import print_followed

        ctx.exit(print_followed(folder, collection, form))
    _stop_silently()
    from jurybox_gui.run import run_window

    ctx.exit(run_window(None, follow=(folder, found.collection)))


@program.command("stage")
@click.argument("file", metavar="FILE")
@click.option("--story", is_flag=True, help="Show the story of the demo: fixed answers, with captions.")
@click.option("--assessor", help="Who judges.")
@click.option("--handout", type=click.Path(path_type=Path), help="Write the page to take home to this PDF, and stop.")
@click.pass_context
def stage_command(ctx: click.Context, file: str, *, story: bool, assessor: str | None, handout: Path | None) -> None:
    """Show a collection to a room: the answer being judged, the ranking and one picture, in large type.

    FILE may also be the name of a demo: jurybox stage validation --story
    """
    if handout is not None:
        from jurybox_gui.shot import take_handout

        say(str(take_handout(file, handout, assessor=assessor)))
        return
    _stop_silently()
    from jurybox_gui.run import run_stage

    ctx.exit(run_stage(file, assessor=assessor, with_story=story))


@program.command("shot")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--stage", "on_stage", is_flag=True, help="The stage in place of a desk; FILE may name a demo.")
@click.option("--story", is_flag=True, help="With --stage: with the story of the demo.")
@click.option(
    "--desk", type=click.Choice([START, *DESKS]), default="judge", show_default=True, help="What the picture shows."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The PNG file.")
@formats("png", "json")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--size", default="1280x800", show_default=True, help="WIDTHxHEIGHT in pixels.")
@click.option("--assessor", help="The assessor at the desk.")
@click.option("--keys", default="", help="Keys pressed before the picture, such as '1 2 Ctrl+Z'.")
def shot(
    file: Path | None,
    desk: str,
    output: Path | None,
    *,
    form: str,
    theme: str,
    size: str,
    assessor: str | None,
    keys: str,
    on_stage: bool,
    story: bool,
) -> None:
    """Write a picture of a desk, or of the stage; no display is needed.

    With --format json, print what the desk shows in words, and what can be done there.
    """
    if story and not on_stage:
        raise Refused(tr("Use --story together with --stage."))
    if form == "json":
        if on_stage or output is not None:
            raise Refused(tr("Use --format json without --stage and -o: what a desk shows is printed."))
        if file is not None:
            _refuse_absent(file)
        _stop_silently()
        from jurybox_gui.shot import read_desk

        print_json(asdict(read_desk(file, desk, theme=theme, size=size, assessor=assessor, keys=keys)))
        return
    if output is None:
        raise Refused(tr("Name the PNG file with -o."))
    if on_stage:
        if file is None:
            raise Refused(tr("Name the file or the demo to show on stage."))
        from jurybox_gui.shot import take_stage_shot

        _stop_silently()
        name = str(file)
        take_stage_shot(name, output, theme=theme, size=size, assessor=assessor, with_story=story, keys=keys)
        say(str(output))
        return
    if file is not None:
        _refuse_absent(file)
    _stop_silently()
    from jurybox_gui.shot import take_shot

    take_shot(file, desk, output, theme=theme, size=size, assessor=assessor, keys=keys)
    say(str(output))


@program.command("plot")
@click.argument("what", nargs=-1, metavar="[FILE] PICTURE...")
@click.option("--list", "listed", is_flag=True, help="List the pictures, those of FILE if one is named.")
@formats("table", "json", "csv", "latex", "markdown")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Ends in .svg, .pdf, .pgf, .png or .csv.")
@click.option("--measure", "measures", multiple=True, help="A measure to show; may be given several times.")
@click.option("--gold", help="The gold standard; default: that of the collection.")
@click.option("--run", help="The run that is emphasized and whose curve is drawn.")
@click.option("--iso", help="The measure of the iso lines, such as 'F(2)', accuracy or UF; 'none' for none.")
@click.option("--orientation", type=click.Choice(["usual", "paper"]), default="usual", show_default=True)
@click.option(
    "--share", type=click.FloatRange(0, 1, min_open=True, max_open=True), help="A supposed share of correct answers."
)
@click.option("--r", type=click.FloatRange(0), default=1.0, show_default=True, help="The weight of time.")
@click.option("--areas", is_flag=True, help="Fill the area below the run's curve.")
@click.option("--hull", is_flag=True, help="Fill the convex hull of all runs.")
@click.option("--intervals", is_flag=True, help="Draw 95 % intervals of each run in the two spaces.")
@click.option("--draws", type=click.IntRange(0), help="Draws of 95 % intervals; default: 10000, 0 for none.")
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    help=tr(
        "{presets}.",
        presets=clauses(
            tr("{name}: {fits}, {width:g} mm wide", name=name, fits=one.fits, width=one.width)
            for name, one in PRESETS.items()
        ),
    ),
)
@click.option("--size", help="WIDTHxHEIGHT in millimeters.")
@click.option("--serif", is_flag=True, help="Use a typeface like Times.")
@click.option("--gray", is_flag=True, help="Use grays, markers and dashes in place of colors.")
@click.option("--title/--no-title", default=True, help="Whether the title is in the picture.")
@click.option("--caption/--no-caption", default=True, help="Whether the caption is in the picture.")
def plot(
    what: tuple[str, ...],
    *,
    listed: bool,
    form: str,
    output: Path | None,
    **chosen: Any,  # noqa: ANN401 - handed on as they are
) -> None:
    """Write pictures as SVG, PDF, PGF, PNG or CSV; no display is needed.

    Several go side by side into one file: jurybox plot FILE roc precision-recall -o spaces.pdf

    Pictures of the papers need no FILE: jurybox plot ave-2008-roc -o figure2.pdf
    """
    from jurybox_gui.plot import list_pictures, plot_picture

    if listed:
        list_pictures(what, chosen["gold"], form)
    else:
        say(str(plot_picture(what, output, **chosen)))


@program.command("report")
@collection
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The folder.")
@click.option(
    "--measure",
    "measures",
    multiple=True,
    help="A measure, the official one first; default: those of the kinds of question.",
)
@click.option("--gold", help="The gold standard; default: that of the collection.")
@click.option("--draws", type=int, help="Draws of intervals and randomization tests; default: 10000.")
@click.option("--seed", type=int, help="Random seed; default: 0.")
@click.option("--contact", help="Where participants ask about labels, such as an address.")
@click.option("--without-collection", is_flag=True, help="Leave out the copy of the collection.")
@click.option("--verify", is_flag=True, help="Write nothing: verify the report in the folder.")
@click.pass_context
def report(
    ctx: click.Context,
    /,
    file: Path,
    output: Path,
    *,
    without_collection: bool,
    verify: bool,
    **chosen: Any,  # noqa: ANN401 - handed on as they are
) -> None:
    """Write a report of a collection: a page as in a paper, with tables, pictures and LaTeX.

    Each participant gets a page and a ZIP of their own.
    """
    from jurybox_gui.report import broken, choices_of, make_report

    _qt_for_pages()
    chosen["measures"] = chosen["measures"] or None
    if verify:
        found = broken(file, output, chosen)
        say(*(f"{one}." for one in found))
        say(
            tr("The report is not valid; files that differ: {found:,}.", found=len(found))
            if found
            else tr("The report is valid.")
        )
        ctx.exit(FOUND if found else 0)
    count = make_report(file, output, chosen["gold"], choices_of(chosen), collection=not without_collection)
    say(
        tr(
            "{count:,} files were written to {output}. Begin with {output2}.",
            count=count,
            output=output,
            output2=output / "report.html",
        )
    )


@lru_cache(maxsize=1)
def _qt_for_pages() -> object:
    """Return the QApplication that typesets pages, kept to the end; nothing is shown."""
    if sys.platform.startswith("linux"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from jurybox_gui.run import qt_application

    return qt_application()


def _stop_silently() -> None:
    """Let Ctrl-C end the program at once until there is a window: Qt's import would swallow it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _refuse_absent(file: Path) -> None:
    try:
        there = file.exists()
    except OSError as error:
        raise Refused(tr("{file} cannot be read: {reason}.", file=file, reason=error.strerror)) from error
    if not there:
        raise Refused(tr("{file} does not exist.", file=file))


def main() -> None:
    """Run the command line."""
    program.main(prog_name="jurybox")


def window_main() -> None:
    """Open the window without a terminal, as a desktop does: a refusal is shown in the window."""
    program.main(args=sys.argv[1:], prog_name="jurybox-window", obj=_DESKTOP)


if __name__ == "__main__":
    main()
