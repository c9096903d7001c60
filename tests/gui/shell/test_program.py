"""The program as a process: pictures, the demo, a window that is stopped, computers without fonts."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from PySide6.QtGui import QImage
from small import small_collection
from started import interrupted
from sweeps import swept

from jurybox.demos import demos

PROGRAM = (sys.executable, "-m", "jurybox_gui")


def run(*words: object, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the program without a display."""
    return subprocess.run(
        [*PROGRAM, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**{k: v for k, v in os.environ.items() if k not in {"DISPLAY", "QT_QPA_PLATFORM"}}, **env},
    )


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small collection in a folder with an odd name."""
    folder = tmp_path / "ü #1?%20"
    folder.mkdir()
    return small_collection(folder / "a b#?%41.jury", labels=[(0, 0, "correct")])


@pytest.mark.parametrize(("desk", "theme"), [("scores", "dark"), *swept((("judge", "light"), ("spaces", "light")))])
@pytest.mark.sweep
def test_shot_writes_a_picture_without_a_display(small: Path, desk: str, theme: str) -> None:
    target = small.parent / "new ü#" / f"{desk}.png"
    result = run("shot", small, "--desk", desk, "--theme", theme, "--size", "1024x700", "-o", target)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{target}\n", "")
    picture = QImage(str(target))
    assert (picture.width(), picture.height()) == (1024, 700)
    ground = picture.pixelColor(600, 685).lightness()
    assert ground > 200 if theme == "light" else ground < 60


def test_shot_says_what_a_desk_shows_and_what_can_be_done(small: Path) -> None:
    result = run("shot", small, "--desk", "scores", "--format", "json", "--keys", "Down")
    assert (result.returncode, result.stderr) == (0, "")
    shown = json.loads(result.stdout)
    table = next(one for one in shown["tables"] if one["name"] == "Runs by measures")
    assert table["heads"][:5] == ["Rank", "", "Move", "Run", "F1"]
    assert [row[3] for row in table["rows"]] == ["two", "one"]
    assert table["chosen"] == 1
    assert shown["marks"]["Ranked by"] == "F1"
    assert "precision" in shown["choices"]["Ranked by"]
    assert "scores.find" in shown["actions"]
    assert "More choices" in shown["buttons"]
    assert "Ranked by" in shown["words"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("{file}", "--format", "json"), "Use --format json without --stage and -o"),
        (("{file}", "--size", "10x10"), "'10x10' is not a size; write it like 1280x800"),
        (("{file}", "--size", "99999x99999"), "'99999x99999' is not a size"),
        (("{file}", "--keys", "1 Foo+"), "'Foo+' is not a key; write keys like: 1 Space Ctrl+Z"),
        (("{folder}/no.jury",), "{folder}/no.jury does not exist."),
        (("{file}", "--desk", "moon"), "Invalid value for '--desk'"),
    ],
)
@pytest.mark.sweep
def test_shot_refuses_with_one_sentence(small: Path, words: tuple[str, ...], said: str) -> None:
    asked = [word.format(file=small, folder=small.parent) for word in words]
    result = run("shot", *asked, "-o", small.with_name("x.png"))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(said.format(folder=small.parent))
    assert result.stderr.count("\n") == 1
    assert not small.with_name("x.png").exists()


@pytest.mark.sweep
def test_shot_of_what_is_no_collection_and_to_where_nothing_can_be_written(small: Path) -> None:
    text = small.with_name("text.jury")
    text.write_text("no")
    result = run("shot", text, "-o", small.with_name("x.png"))
    assert (result.returncode, result.stderr) == (2, f"{text} is not a Jurybox collection.\n")
    result = run("shot", small, "-o", text / "x.png")
    assert result.returncode == 2
    assert "cannot be written" in result.stderr


@pytest.mark.sweep
def test_shot_of_a_desk_that_fails_fails_too(small: Path) -> None:
    code = (
        "import sys, jurybox_gui.shell.window as window; from jurybox_gui.cli import main\n"
        "window.DESKS['scores'] = 'jurybox_gui.desks.scores:Nowhere'; main()"
    )
    target = small.with_name("x.png")
    words = [sys.executable, "-c", code, "shot", str(small), "--desk", "scores", "-o", str(target)]
    result = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert result.returncode == 1
    assert result.stderr.rstrip().endswith("has no attribute 'Nowhere'")
    assert not target.exists()


@pytest.mark.sweep
def test_without_fonts_a_picture_is_made_all_the_same(small: Path) -> None:
    empty = small.with_name("fonts")
    empty.mkdir()
    (empty / "fonts.conf").write_text("<fontconfig></fontconfig>")
    result = run("shot", small, "-o", small.with_name("x.png"), FONTCONFIG_FILE=str(empty / "fonts.conf"))
    assert result.returncode == 0, result.stderr
    assert QImage(str(small.with_name("x.png"))).width() == 1280


@pytest.mark.sweep
def test_demo_is_listed_copied_and_refused(tmp_path: Path) -> None:
    listed = run("demo", "--list").stdout
    assert "validation  Bridges, ferries and other matters  " in listed
    target = tmp_path / "deep" / "demo.jury"
    assert run("demo", "--no-window", "--to", target).stdout == f"{target}\n"
    again = run("demo", "--no-window", "--to", target)
    assert (again.returncode, "exists already" in again.stderr) == (2, True)


@pytest.mark.sweep
def test_demo_is_listed_as_json_copied_home_and_refused_elsewhere(tmp_path: Path) -> None:
    result = json.loads(run("demo", "--list", "--format", "json").stdout)["demos"]
    assert [one["demo"] for one in result] == [one.name for one in demos()]
    unknown = run("demo", "moon", "--no-window")
    known = ", ".join(one.name for one in demos())
    assert (unknown.returncode, unknown.stderr) == (2, f"There is no demo 'moon'; there are: {known}.\n")
    (tmp_path / "file").write_text("")
    bad = run("demo", "--no-window", "--to", tmp_path / "file" / "demo.jury")
    assert bad.returncode == 2
    assert bad.stderr.count("\n") == 1
    own = run("demo", "--no-window")
    assert Path(own.stdout.strip()).is_file()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only X and Wayland can be absent")
@pytest.mark.sweep
def test_without_a_display_the_window_is_refused_with_a_way_out(small: Path) -> None:
    for words in ((small,), (), ("open", small), ("--desk", "scores", small)):
        result = run(*words)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith("There is no display, so no window can be shown.")
    result = run(small.with_name("no.jury"))
    assert result.stderr == f"{small.with_name('no.jury')} does not exist.\n"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only X and Wayland can be absent")
def test_a_display_that_does_not_answer_is_refused_in_one_sentence(small: Path) -> None:
    result = run(small, DISPLAY=":65535")
    assert (result.returncode, result.stdout) == (2, "")
    sentence = "Qt cannot use the display :65535, so no window can be shown."
    assert result.stderr == f"{sentence} To see the cause: jurybox doctor\n"
    found = run("doctor", DISPLAY=":65535")
    assert "Qt does not start" in found.stdout


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX systems")
@pytest.mark.parametrize(
    ("event", "times"),
    [("import", 60), ("sqlite3.connect", 1), *swept([("import", 300), ("import", 600), ("os.rename", 1)])],
)
def test_ctrl_c_closes_the_window_without_a_trace(small: Path, event: str, times: int) -> None:
    env = {"QT_QPA_PLATFORM": "offscreen"}
    child = interrupted(event, times, str(small), "--assessor", "Ana", env=env)
    assert (child.stdout, child.stderr.strip()) == (b"", b"")
    assert child.returncode in {0, 130, -signal.SIGINT}
