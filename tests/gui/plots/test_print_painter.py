"""Printed pictures: they open elsewhere, hold the data and nothing that was not asked for, and repeat."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

import numpy as np
import pytest
from fake_spaces import BASELINES, RATES, counts_at, many_runs
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from jurybox.errors import Refused
from jurybox.figures import (
    Figure,
    Line,
    SizeCurve,
    boxes_by_series,
    csv_of,
    error_rate_by_size,
    hardness_by_category,
    operating_point,
    precision_recall_space,
    rank_lines,
    roc_space,
)
from jurybox.figures.axis import Axis
from jurybox_gui.plots.paper import Paper
from jurybox_gui.plots.print_painter import FORMATS, print_figure, write_picture
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
        "sizes": error_rate_by_size([SizeCurve(0.01, 0.02, [5, 32], [0.4, 0.2], 0.45, 0.02)], 64),
        "nothing": Figure("Nothing", Axis("x"), Axis("y")),
    }


def image_of(figure: Figure, paper: Paper | None = None) -> QImage:
    image = QImage.fromData(print_figure(figure, "png", paper))
    assert not image.isNull()
    return image


@pytest.mark.parametrize("name", pictures())
def test_every_picture_is_written(name: str) -> None:
    assert len(print_figure(pictures()[name], "svg")) > 5000


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_picture_is_the_same_file(form: str) -> None:
    first, second = (print_figure(pictures()["ranks"], form, Paper(dpi=50)) for _ in range(2))
    assert first == second
    start = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG", "csv": b"layer,name"}[form]
    assert first.startswith(start)


def test_the_csv_is_that_of_the_figure() -> None:
    assert print_figure(spaces(), "csv").decode() == csv_of(spaces())


def test_svg_is_whole_xml_without_links_or_scripts() -> None:
    text = print_figure(spaces(), "svg").decode()
    root = ET.fromstring(text)
    assert {e.tag.rpartition("}")[2] for e in root.iter()}.isdisjoint({"script", "image", "text"})
    assert "ROC space" in text
    assert re.findall(r'href="(?!#)', text) == []


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


def test_the_colors_are_those_of_the_screen() -> None:
    figure = Figure("a", Axis("x"), Axis("y"), areas=(), curves=(Line.through("a", [0, 1], [0, 1], run=3),))
    text = print_figure(figure, "svg").decode()
    assert run_style(3, LIGHT).color.lower() in text
    dark = print_figure(figure, "svg", Paper(dark=True)).decode()
    assert run_style(3, LIGHT).color.lower() not in dark


def test_the_size_is_the_one_asked_for() -> None:
    image = image_of(spaces(), Paper(size=(85, 80), dpi=300))
    assert (image.width(), image.height()) == (int(85 / 25.4 * 300), int(80 / 25.4 * 300))
    rows = {f"category {n}": (1, 2, 3) for n in range(40)}
    tall = image_of(hardness_by_category(rows, "Q"), Paper(dpi=50))
    assert tall.height() > tall.width()


def test_names_that_find_no_room_stand_in_a_legend() -> None:
    crowd = [(f"run at {n}", 0.5 + n / 4000, 0.5) for n in range(24)]
    points = [operating_point(name, n, counts_at(t, f)) for n, (name, t, f) in enumerate(crowd)]
    sheet = sheet_of(roc_space(points), Paper(), (350, 330))
    (legend,) = sheet.legends
    listed = {text.get_text() for text in legend.get_texts()}
    beside = {text.get_text() for text in sheet.axes[0].texts}
    assert listed
    assert listed.isdisjoint(beside)
    assert listed | beside >= {name for name, _, _ in crowd}


def test_sixty_runs_are_printed() -> None:
    assert image_of(spaces(many_runs(60)), Paper(dpi=60)).width() > 250


def test_east_asian_letters_are_embedded_as_drawings_others_as_letters() -> None:
    plain = Figure("Plain", Axis("x"), Axis("y"))
    assert b"/Type3" not in print_figure(plain, "pdf")
    assert b"/Type3" in print_figure(Figure("日本", Axis("x"), Axis("y")), "pdf")


def test_precision_recall_without_any_point_is_printed() -> None:
    assert not image_of(precision_recall_space([]), Paper(dpi=50)).isNull()


def test_names_of_files_and_formats_are_checked(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"ends in \.svg, \.pdf, \.png, \.csv"):
        write_picture(spaces(), tmp_path / "picture.doc")
    with pytest.raises(ValueError, match="not as gif"):
        print_figure(spaces(), "gif")
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be written"):
        write_picture(pictures()["nothing"], tmp_path / "file" / "a.csv")
