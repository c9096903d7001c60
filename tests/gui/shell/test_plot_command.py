"""`jurybox plot` as somebody types it: pictures without a display, sentences for what is not there."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from demo_file import demo_file

from jurybox import results
from jurybox.collection.state import State
from jurybox.pictures import PAPER_PICTURES, PICTURES
from jurybox_gui.cli import program

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_file(tmp_path_factory.mktemp("plot") / "demo.jury")


@pytest.fixture
def run() -> Run:
    def run(*words: object) -> Result:
        result = CliRunner().invoke(program, ["plot", *(str(word) for word in words)])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


def test_every_picture_is_listed_with_what_it_shows(run: Run, demo: Path) -> None:
    result = run("--list").stdout
    for one in (*PICTURES, *PAPER_PICTURES):
        assert one.name in result
        assert one.about in result
    here = run(demo, "--list").stdout
    assert "no run says how many seconds it took." in here
    result = json.loads(run(demo, "--list", "--format", "json").stdout)["pictures"]
    assert [one["picture"] for one in result] == [one.name for one in PICTURES]
    assert next(one["not_here_because"] for one in result if one["picture"] == "roc") == ""


@pytest.mark.parametrize("form", ["svg", "csv"])
def test_a_picture_is_written_in_the_format_of_its_name(run: Run, demo: Path, tmp_path: Path, form: str) -> None:
    file = tmp_path / "new" / f"roc.{form}"
    done = run(demo, "roc", "-o", file, "--orientation", "paper", "--hull", "--size", "90x90")
    assert done.exit_code == 0
    assert done.stdout.strip() == str(file)
    assert file.stat().st_size > 500


def test_a_picture_of_a_paper_needs_no_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "figure1.csv"
    assert run("clef-2006", "--r", "1.0986", "-o", file).exit_code == 0
    assert "point,tokyo,submitted,0.38,1.0," in file.read_text()


@pytest.mark.sweep
def test_two_pictures_go_into_one_file_as_the_preset_says(run: Run, demo: Path, tmp_path: Path) -> None:
    words = "--preset", "column", "--serif", "--gray", "--no-title", "--no-caption"
    for form in ("svg", "pdf", "pgf", "png", "csv"):
        done = run(demo, "roc", "precision-recall", "-o", tmp_path / f"both.{form}", *words)
        assert done.exit_code == 0, done.stderr
    svg = (tmp_path / "both.svg").read_text(encoding="utf-8")
    assert 'width="238.11' in svg  # 84 mm in points
    assert "STIXGeneral" in svg
    assert ">true positive rate<" in svg
    assert ">precision<" in svg
    assert ">ROC space<" not in svg
    assert "judged answers" not in svg
    assert "ROC space,point," in (tmp_path / "both.csv").read_text(encoding="utf-8")


def test_bars_have_the_intervals_of_the_table_of_scores(run: Run, demo: Path, tmp_path: Path) -> None:
    run(demo, "runs", "-o", tmp_path / "a.csv", "--measure", "F1", "--draws", 200, "--seed", 3)
    run(demo, "runs", "-o", tmp_path / "b.csv", "--measure", "F1", "--draws", 0)
    with closing(State(demo)) as state:
        table = results.ranking(results.scoreboard(state), "F1", draws=200, seed=3)
    expected = {
        f"interval,{row['run']},{end},,,{row[f'CI {end}']!r}"
        for row in table.reset_index().to_dict("records")
        for end in ("low", "high")
    }
    assert len(expected) > 10
    assert expected <= set((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines())
    assert "interval" not in (tmp_path / "b.csv").read_text(encoding="utf-8")


def test_the_share_supposed_and_the_measure_reach_the_picture(run: Run, demo: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "a.csv", tmp_path / "b.csv"
    run(demo, "precision-recall", "-o", one)
    run(demo, "precision-recall", "-o", other, "--share", "0.9")
    assert one.read_text() != other.read_text()
    bars = tmp_path / "c.csv"
    run(demo, "runs", "-o", bars, "--measure", "recall")
    assert ",recall," in bars.read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rocs", "-o", "a.svg"), "There is no picture 'rocs'"),
        (("roc", "-o", "a.svg"), "needs a collection"),
        (("DEMO", "roc"), "Name the file of the picture"),
        (("DEMO", "roc", "-o", "a.gif"), "ends in .svg, .pdf, .pgf, .png, .csv"),
        (("DEMO", "roc", "-o", "a.svg", "--preset", "page", "--size", "90x90"), "a preset or a size, not both"),
        (("DEMO", "answer-time", "-o", "a.svg"), "no run says how many seconds it took"),
        (("DEMO", "roc", "-o", "a.svg", "--run", "nobody"), "There is no run 'nobody'"),
        (("DEMO", "roc", "-o", "a.svg", "--iso", "MRR"), "No iso lines are known for MRR"),
        (("DEMO", "runs", "-o", "a.svg", "--measure", "F9x"), "F9x"),
        (("DEMO", "roc", "-o", "a.svg", "--measure", "F1"), "No measure can be chosen for the picture roc."),
        (("DEMO", "roc", "-o", "a.svg", "--size", "3x3"), "is not a size"),
        (("DEMO", "roc", "-o", "a.svg", "--gold", "nobody"), "gold standard"),
        (("absent.jury", "roc", "-o", "a.svg"), "absent.jury"),
        ((), "Name a picture"),
    ],
)
def test_what_is_not_there_is_one_sentence(
    run: Run, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*(demo if word == "DEMO" else word for word in words))
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sweep
def test_no_display_and_no_qt_are_needed(demo: Path, tmp_path: Path) -> None:
    code = (
        # As on a slow computer, where matplotlib says after a while that it looks for fonts.
        "import threading; timer = threading.Timer; threading.Timer = lambda _, call: timer(0, call)\n"
        "import sys; from jurybox_gui.cli import program\n"
        f"words = ['plot', {str(demo)!r}, 'roc', '-o', {str(tmp_path / 'a.svg')!r}]\n"
        "program.main(words, standalone_mode=False)\n"
        "sys.exit('PySide6' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
