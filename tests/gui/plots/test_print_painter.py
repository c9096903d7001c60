"""Printed pictures: they open elsewhere, hold the data and nothing that was not asked for, and repeat."""

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from fake_spaces import BASELINES, RATES, counts_at, many_runs
from matplotlib.colors import to_hex
from matplotlib.figure import Figure as Sheet
from matplotlib.text import Text
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from jurybox.errors import Refused
from jurybox.figures import (
    Figure,
    Line,
    SizeCurve,
    bars_of_runs,
    boxes_by_series,
    csv_of,
    differences_by_unit,
    error_rate_by_size,
    hardness_by_category,
    mean_lines,
    operating_point,
    precision_recall_space,
    preference_bars,
    rank_lines,
    roc_space,
)
from jurybox.figures.axis import Axis
from jurybox.measures.inputs import Counts
from jurybox.numbers import count_text
from jurybox_gui.plots.paper import GRAYS, PRESETS, Paper, lightness
from jurybox_gui.plots.print_painter import FORMATS, print_figure, printing, write_picture
from jurybox_gui.plots.print_sheet import sheet_of
from jurybox_gui.theme.tokens import LIGHT, run_style

SHARE = 108 / 500
NAMES = {2: "日本語の質問応答", 5: "نظام الإجابة", 6: "$x_1$ & <b>bold</b>", 7: "_hidden"}


def spaces(rates: list[tuple[str, float, float]] | None = None) -> Figure:
    points = [
        operating_point(NAMES.get(n, name), n, counts_at(t, f), baseline=name in BASELINES)
        for n, (name, t, f) in enumerate(rates or RATES)
    ]
    return roc_space(points, prevalence=SHARE, caption="500 judged answers").emphasizing(3)


def pictures() -> dict[str, Figure]:
    rng = np.random.default_rng(2)
    return {
        "spaces": spaces(),
        "boxes": boxes_by_series([f"S{n}" for n in range(64)], rng.random((20, 64)), "score"),
        "bars": hardness_by_category({"LOVE": (3, 4, 5), "NEWS": (1, 0, 2)}, "nG@1"),
        "ranks": rank_lines([(n, k) for k, n in enumerate(NAMES.values())], ["a", "b"], rng.random((4, 2))),
        "sizes": error_rate_by_size([SizeCurve(0.01, 0.02, [5, 32], [0.4, 0.2], 0.45, 0.02)], 64, 0.05),
        "nothing": Figure("Nothing", Axis("x"), Axis("y")),
    }


def image_of(figure: Figure, paper: Paper | None = None) -> QImage:
    image = QImage.fromData(print_figure(figure, "png", paper))
    assert not image.isNull()
    return image


@pytest.mark.parametrize("name", pictures())
@pytest.mark.sweep
def test_every_picture_is_written(name: str) -> None:
    assert len(print_figure(pictures()[name], "svg")) > 5000


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.sweep
def test_the_same_picture_is_the_same_file(form: str) -> None:
    first, second = (print_figure(pictures()["ranks"], form, Paper(dpi=50)) for _ in range(2))
    assert first == second
    start = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG", "pgf": b"%% Creator", "csv": b"layer,name"}[form]
    assert first.startswith(start)


def test_the_csv_is_that_of_the_figure() -> None:
    assert print_figure(spaces(), "csv").decode() == csv_of(spaces())


def test_svg_is_whole_xml_without_links_or_scripts() -> None:
    text = print_figure(spaces(), "svg").decode()
    root = ET.fromstring(text)
    assert {e.tag.rpartition("}")[2] for e in root.iter()}.isdisjoint({"script", "image"})
    assert re.findall(r'href="(?!#)', text) == []


@pytest.mark.parametrize(("serif", "last"), [(False, "sans-serif"), (True, "serif")])
def test_svg_has_its_texts_as_text_in_families_that_every_computer_names_alike(*, serif: bool, last: str) -> None:
    root = ET.fromstring(print_figure(spaces(), "svg", Paper(serif=serif)))
    texts = [e for e in root.iter() if e.tag.endswith("}text")]
    assert {"ROC space", "true positive rate", "日本語の質問応答", "$x_1$ & <b>bold</b>"} <= {e.text for e in texts}
    families = {re.search(r"font-family: ([^;]*)", e.get("style", ""))[1] for e in texts}
    assert len(families) == 1
    assert families.pop().split(", ")[-1] == last


def test_bars_of_many_questions_have_no_numbers_over_one_another() -> None:
    names, values = [f"q{at}" for at in range(60)], [(at - 30) / 37 for at in range(60)]
    made = differences_by_unit(names, values, 0, "mine", "nDCG", unit="question")
    assert not made.x.names, "too many to be named"
    written = re.findall(r">([^<>]+)</text>", print_figure(made, "svg").decode())
    numbers = {count_text(bar.value) for bar in made.bars}
    assert len(numbers) > 50
    assert not numbers & set(written) - {"0"}


@pytest.mark.skipif(
    not shutil.which("fc-list")
    or b"Noto Sans CJK JP" not in subprocess.run(["fc-list"], capture_output=True, check=True).stdout,
    reason="no such font is here",
)
@pytest.mark.sweep
def test_a_font_that_was_installed_after_matplotlib_had_listed_all_is_found() -> None:
    code = (
        "from matplotlib import font_manager\n"
        "listed = font_manager.fontManager.ttflist\n"
        "listed[:] = [one for one in listed if one.name in {'DejaVu Sans', 'STIXGeneral'}]\n"
        "from fake_spaces import counts_at\n"
        "from jurybox.figures import operating_point, roc_space\n"
        "from jurybox_gui.plots.print_painter import print_figure\n"
        "names = '\u4eac\u90fd', '\u90fd\u4eac'\n"
        "spaces = [roc_space([operating_point(name, 0, counts_at(0.6, 0.2))]) for name in names]\n"
        "print(len({print_figure(one, 'png').split(b'IDAT', 1)[1] for one in spaces}))\n"
    )
    support = str(Path(__file__).parents[2] / "support")
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": support}, capture_output=True, check=True
    )
    assert done.stdout.split() == [b"2"], "two boxes look the same, whatever they stand for"


def test_pdf_embeds_every_font() -> None:
    made = print_figure(roc_space([operating_point("a", 0, counts_at(0.6, 0.2))]), "pdf")
    streams = [zlib.decompress(s) for s in re.findall(rb"stream\r?\n(\x78.*?)endstream", made, re.DOTALL)]
    objects = made + b"".join(streams)
    assert b"/FontFile" in objects
    fonts = len(re.findall(rb"/Subtype\s*/CIDFontType", objects))
    assert fonts >= 2
    assert len(re.findall(rb"/FontFile[23]?\s+\d+ 0 R", objects)) == fonts


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler is not here")
def test_pdf_and_png_look_the_same(tmp_path: Path) -> None:
    figure, file = spaces(), tmp_path / "a.pdf"
    write_picture(figure, file)
    subprocess.run(["pdftoppm", "-r", "100", "-png", "-singlefile", file, tmp_path / "a"], check=True)
    theirs = QImage(str(tmp_path / "a.png")).convertToFormat(QImage.Format.Format_Grayscale8)
    ours = image_of(figure, Paper(dpi=100)).convertToFormat(QImage.Format.Format_Grayscale8)
    size = min(theirs.width(), ours.width()) // 8, min(theirs.height(), ours.height()) // 8
    shades = [gray(smaller(image, size), size) for image in (theirs, ours)]
    assert np.abs(shades[0] - shades[1]).mean() < 6


def smaller(image: QImage, size: tuple[int, int]) -> QImage:
    mode = Qt.TransformationMode.SmoothTransformation
    small = image.scaled(*size, Qt.AspectRatioMode.IgnoreAspectRatio, mode)
    return small.convertToFormat(QImage.Format.Format_Grayscale8)


def gray(image: QImage, size: tuple[int, int]) -> np.ndarray:
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[: size[1], : size[0]].astype(float)


def test_measures_beside_runs_have_markers_in_ink_and_no_color_of_a_run() -> None:
    figure = mean_lines(["a", "b"], [f"m{n}" for n in range(16)], np.linspace(0, 1, 32).reshape(16, 2))
    text = print_figure(figure, "svg", Paper()).decode().lower()
    assert not [code for code in LIGHT.runs if code.lower() in text]
    looks = [Paper().look(n, ink=True) for n in range(16)]
    assert {look.color for look in looks} == {LIGHT.text2}
    assert len({(look.marker, look.filled) for look in looks}) == 16
    assert all(a.filled != b.filled for a, b in pairwise(looks[:8]))
    lines = tuple(replace(curve, joined=True) for curve in figure.curves)
    joined = print_figure(replace(figure, curves=lines), "svg", Paper())
    assert len(joined) > len(text), "a line for each measure is what is left out"


def test_the_colors_are_those_of_the_screen() -> None:
    figure = Figure("a", Axis("x"), Axis("y"), areas=(), curves=(Line.through("a", [0, 1], [0, 1], run=3),))
    text = print_figure(figure, "svg").decode()
    assert run_style(3, LIGHT).color.lower() in text
    dark = print_figure(figure, "svg", Paper(dark=True)).decode()
    assert run_style(3, LIGHT).color.lower() not in dark


@pytest.mark.sweep
def test_the_size_is_the_one_asked_for() -> None:
    image = image_of(spaces(), Paper(size=(85, 80), dpi=300))
    assert (image.width(), image.height()) == (int(85 / 25.4 * 300), int(80 / 25.4 * 300))
    rows = {f"category {n}": (1, 2, 3) for n in range(40)}
    tall = image_of(hardness_by_category(rows, "Q"), Paper(dpi=50))
    assert tall.height() > tall.width()


@pytest.mark.usefixtures("fonts")
@pytest.mark.sweep
def test_names_that_find_no_room_stand_in_a_legend() -> None:
    crowd = [(f"run at {n}", 0.5 + n / 4000, 0.5) for n in range(24)]
    points = [operating_point(name, n, counts_at(t, f)) for n, (name, t, f) in enumerate(crowd)]
    sheet = sheet_of(roc_space(points), Paper((123, 116)))
    (legend,) = sheet.legends
    listed = {text.get_text() for text in legend.get_texts()}
    beside = {text.get_text() for text in sheet.axes[0].texts}
    assert listed
    assert listed.isdisjoint(beside)
    assert listed | beside >= {name for name, _, _ in crowd}


@pytest.mark.sweep
def test_sixty_runs_are_printed() -> None:
    assert image_of(spaces(many_runs(60)), Paper(dpi=60)).width() > 250


def test_east_asian_letters_are_embedded_as_drawings_others_as_letters() -> None:
    plain = Figure("Plain", Axis("x"), Axis("y"))
    assert b"/Type3" not in print_figure(plain, "pdf")
    assert b"/Type3" in print_figure(Figure("日本", Axis("x"), Axis("y")), "pdf")


def test_precision_recall_without_any_point_is_printed() -> None:
    assert not image_of(precision_recall_space([]), Paper(dpi=50)).isNull()


def test_names_of_files_and_formats_are_checked(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"ends in \.svg, \.pdf, \.pgf, \.png, \.csv"):
        write_picture(spaces(), tmp_path / "picture.doc")
    with pytest.raises(ValueError, match="not as gif"):
        print_figure(spaces(), "gif")
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be written"):
        write_picture(pictures()["nothing"], tmp_path / "file" / "a.csv")


@pytest.fixture
def fonts() -> Iterator[None]:
    """Lay sheets out with the settings of print, so that texts have their size."""
    with printing([spaces()], Paper()):
        yield


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_its_width_and_nothing_is_cut_off(name: str) -> None:
    for kind in ("spaces", "bars", "ranks") if name == "column" else ("bars",):
        in_its_room(sheet_of(pictures()[kind], Paper.preset(name)), name)


def in_its_room(sheet: Sheet, name: str) -> None:
    wide, high = sheet.get_size_inches() * 25.4
    assert wide == pytest.approx(PRESETS[name].width)
    assert PRESETS[name].height in (None, pytest.approx(high))
    texts = [text for text in sheet.findobj(Text) if text.get_text().strip() and text.get_visible()]
    assert len(texts) > 8
    room = sheet.bbox.padded(1.0)
    for text in texts:
        box = text.get_window_extent()
        assert room.x0 <= box.x0, text
        assert box.x1 <= room.x1, text
        assert room.y0 <= box.y0, text
        assert box.y1 <= room.y1, text


@pytest.mark.usefixtures("fonts")
def test_a_square_picture_leaves_no_empty_margin_beside_it() -> None:
    sheet = sheet_of(spaces(), Paper.preset("column"))
    box = sheet.axes[0].get_position()
    assert box.width > 0.85
    assert box.height > 0.7


@pytest.mark.usefixtures("fonts")
def test_title_and_caption_can_be_left_out() -> None:
    def texts(paper: Paper) -> set[str]:
        return {text.get_text() for text in sheet_of(spaces(), paper).texts}

    whole = texts(Paper())
    assert whole - texts(Paper(title=False)) == {"ROC space"}
    assert whole - texts(Paper(caption=False)) == {"500 judged answers"}


@pytest.mark.parametrize("dark", [False, True])
def test_grays_of_eight_runs_can_be_told_apart(*, dark: bool) -> None:
    paper = Paper(gray=True, dark=dark)
    looks = [paper.look(run) for run in range(GRAYS)]
    levels = sorted(lightness(look.color) for look in looks)
    assert min(b - a for a, b in pairwise(levels)) > 9
    assert min(abs(level - lightness(paper.ground)) for level in levels) > 18
    following = [abs(lightness(a.color) - lightness(b.color)) for a, b in pairwise(looks)]
    assert min(following) > 18
    assert len({look.marker for look in looks}) == GRAYS
    assert len({(look.color, look.dashes) for look in map(paper.look, range(26))}) == 26
    assert all(a.dashes != b.dashes for a, b in pairwise(looks))


@pytest.mark.parametrize("form", ["svg", "pgf"])
@pytest.mark.sweep
def test_gray_pictures_have_no_color(form: str) -> None:
    counts = {"a": Counts(yes_correct=5, no_incorrect=4, no_correct=3, yes_incorrect=2, silent_correct=1)}
    figures = [spaces(), pictures()["bars"], pictures()["ranks"], preference_bars(counts)]
    for figure in figures:
        text = print_figure(figure, form, Paper(gray=True)).decode()
        codes = set(re.findall(r"#([0-9a-f]{6})", text))
        codes |= {tuple(one.split(",")) for one in re.findall(r"{rgb}{([\d.,]*)}", text)}
        assert len(codes) > 3
        for code in codes:
            parts = code if isinstance(code, tuple) else (code[:2], code[2:4], code[4:])
            assert len(set(parts)) == 1, code


@pytest.mark.parametrize("gray", [False, True])
def test_parts_of_bars_can_be_told_apart(*, gray: bool) -> None:
    counts = {"a": Counts(yes_correct=5, no_incorrect=4, no_correct=3, yes_incorrect=2, silent_correct=1)}
    paper = Paper(gray=gray)
    sheet = sheet_of(preference_bars(counts), paper)
    sheet.draw_without_rendering()
    shades = [to_hex(patch.get_facecolor()) for patch in sheet.axes[0].patches]
    assert len(shades) == 5
    levels = [lightness(shade) for shade in shades]
    assert min(abs(a - b) for a, b in pairwise(levels)) > 14
    if gray:
        assert levels == sorted(levels)
    (legend,) = sheet.legends
    assert [to_hex(patch.get_facecolor()) for patch in legend.get_patches()] == shades


def test_bars_of_runs_are_in_one_ink_and_those_of_baselines_are_paler_and_named() -> None:
    figure = bars_of_runs(["a", "b", "c"], [0, 4, 9], [0.4, 0.3, 0.2], "F1", baselines=[9], intervals={0: (0.1, 0.5)})
    sheet = sheet_of(figure, Paper())
    first, second, third = (to_hex(patch.get_facecolor()) for patch in sheet.axes[0].patches)
    assert first == second != third
    assert lightness(third) > lightness(first) + 15
    assert [text.get_fontstyle() for text in sheet.axes[0].get_yticklabels()] == ["normal", "normal", "italic"]
    assert [text.get_text() for text in sheet.legends[0].get_texts()] == ["run", "baseline", "95 % interval"]
    lines = [line for one in sheet.axes[0].collections for line in one.get_segments()]
    assert any(np.allclose(line, [(0.1, 0.0), (0.5, 0.0)]) for line in lines)
    assert "interval,a,low,,,0.1\ninterval,a,high,,,0.5\n" in csv_of(figure)


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize(("preset", "rows"), [("page", 1), ("column", 2)])
def test_two_spaces_share_a_file_and_a_legend(preset: str, rows: int) -> None:
    points = [operating_point(name, n, counts_at(t, f)) for n, (name, t, f) in enumerate(RATES)]
    both = [roc_space(points, caption="Same."), precision_recall_space(points, caption="Same.")]
    sheet = sheet_of(both, Paper.preset(preset))
    boxes = [axes.get_position() for axes in sheet.axes]
    assert len({round(box.y0, 6) for box in boxes}) == rows
    assert len({round(box.width, 6) for box in boxes}) == 1
    (legend,) = sheet.legends
    assert [text.get_text() for text in legend.get_texts()] == [name for name, *_ in RATES]
    names = {text.get_text() for axes in sheet.axes for text in axes.texts}
    assert names.isdisjoint(name for name, *_ in RATES)
    assert [text.get_text() for text in sheet.texts].count("Same.") == 1
    assert print_figure(both, "csv").decode() == csv_of(*both)
    assert "Precision-recall space,point," in csv_of(*both)


@pytest.mark.usefixtures("fonts")
def test_a_name_that_was_moved_is_printed_there_with_a_line_to_its_marker() -> None:
    run = RATES[1][0]
    places = {run: (6.0, 4.0)}
    for figure, near in ((spaces().with_names_at(places), 1.0), (spaces(), None)):
        sheet = sheet_of(figure, Paper())
        sheet.draw_without_rendering()
        axes = sheet.axes[0]
        point = next(point for point in figure.points if point.name == run)
        (name,) = (text for text in axes.texts if text.get_text() == run)
        box = name.get_window_extent()
        x, y = axes.transData.transform((point.x, point.y))
        right, down = (
            ((box.x0 + box.x1) / 2 - x) / name.get_fontsize(),
            (y - (box.y0 + box.y1) / 2) / name.get_fontsize(),
        )
        is_there = np.hypot(right - 6.0, down - 4.0) < 0.5
        assert is_there == (near is not None)


def test_pgf_is_made_without_latex_and_escapes_what_latex_would_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("a program was started")

    monkeypatch.setattr(subprocess, "Popen", never)
    text = print_figure(spaces(), "pgf").decode()
    assert r"\$x\_1\$ \& \textless{}b\textgreater{}bold\textless{}/b\textgreater{}" in text
    assert text.count(r"\begin{pgfpicture}") == text.count(r"\end{pgfpicture}") == 1
    assert text.count(r"\begin{pgfscope}") == text.count(r"\end{pgfscope}") > 20
    plain = re.sub(r"\\[{}]", "", text)
    assert plain.count("{") == plain.count("}")
    assert r"\includegraphics" not in text


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not here")
def test_texts_of_a_pdf_can_be_selected(tmp_path: Path) -> None:
    points = [operating_point("a run of ours", 0, counts_at(0.6, 0.2))]
    write_picture(roc_space(points), tmp_path / "a.pdf", Paper.preset("column", serif=True))
    found = subprocess.run(["pdftotext", tmp_path / "a.pdf", "-"], capture_output=True, text=True, check=True)
    assert "true positive rate" in found.stdout
    assert "a run of ours" in found.stdout


@pytest.mark.sweep
def test_nothing_is_said_where_the_list_of_fonts_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "none").touch()
    code = (
        "from jurybox.figures import Axis, Figure, Point\n"
        "from jurybox_gui.plots.print_painter import print_figure\n"
        "figure = Figure('space', Axis('x'), Axis('y'), points=(Point('a', 0, 0.5, 0.5),))\n"
        "assert print_figure(figure, 'svg')\n"
    )
    environment = {**os.environ, "MPLCONFIGDIR": str(tmp_path / "none" / "below")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert (done.stdout, done.stderr) == ("", "")
