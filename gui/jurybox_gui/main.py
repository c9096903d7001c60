"""The command `jurybox`: the window's commands beside those of the model; Qt is loaded only for them."""

import signal
import sys
from pathlib import Path

import click

from jurybox import __version__
from jurybox.cli.common import Jurybox
from jurybox.cli.printing import say
from jurybox.errors import Refused

_DESKTOP = "desktop"


@click.group(cls=Jurybox, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="jurybox")
def program() -> None:
    """Judge the answers of question-answering systems and watch the scores move.

    Without a command: jurybox [FILE] [--assessor NAME] [--desk DESK] opens the window.
    """


@program.command("open")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--assessor", help="Who judges.")
@click.option("--desk", type=click.Choice(["judge", "scores", "spaces"]), default="judge", show_default=True)
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
@click.option("--to", type=click.Path(path_type=Path), help="Where its private copy is put.")
@click.option("--no-window", is_flag=True, help="Make the copy, say where it is, and stop.")
@click.pass_context
def demo_command(ctx: click.Context, name: str, *, listed: bool, to: Path | None, no_window: bool) -> None:
    """Open a bundled demo collection on a private copy."""
    from jurybox.demos import build_demo, demo_copy, demos

    if listed:
        for one in demos():
            say(f"{one.name}  {one.title}. {one.description}")
        return
    path = build_demo(name, to) if to else demo_copy(name)
    if no_window:
        say(str(path))
        return
    _stop_silently()
    from jurybox_gui.run import run_window

    ctx.exit(run_window(path))


@program.command("shot")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--desk", type=click.Choice(["start", "judge", "scores", "spaces"]), default="judge")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="The PNG file.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--size", default="1280x800", show_default=True, help="WIDTHxHEIGHT in pixels.")
@click.option("--assessor", help="Who sits at the desk.")
@click.option("--keys", default="", help="Keys pressed before the picture, such as '1 2 Ctrl+Z'.")
def shot(
    file: Path | None, desk: str, output: Path, theme: str, size: str, assessor: str | None, keys: str
) -> None:
    """Write a picture of a desk; no display is needed."""
    if file is not None:
        _refuse_absent(file)
    _stop_silently()
    from jurybox_gui.shot import take_shot

    take_shot(file, desk, output, theme=theme, size=size, assessor=assessor, keys=keys)
    say(str(output))


def _stop_silently() -> None:
    """Let Ctrl-C end the program at once until there is a window: Qt's import would swallow it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _refuse_absent(file: Path) -> None:
    try:
        there = file.exists()
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}.") from error
    if not there:
        raise Refused(f"{file} does not exist.")


def main() -> None:
    """Run the command line."""
    program.main(prog_name="jurybox")


def window_main() -> None:
    """Open the window without a terminal, as a desktop does: what is refused is told in the window."""
    program.main(args=sys.argv[1:], prog_name="jurybox-window", obj=_DESKTOP)


if __name__ == "__main__":
    main()
