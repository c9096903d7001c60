"""Glyphs of a collection's own labels differ by place, without their colors too, and can be read."""

from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from jurybox.collection.own_schemes import scheme_from, scheme_of_text
from jurybox.label_schemes import LabelScheme
from jurybox_gui.desks.label_schemes import choices_by
from jurybox_gui.theme.tokens import DARK, LIGHT, Tokens
from jurybox_gui.widgets.glyphs import (
    LABELS,
    contrast,
    label_colors,
    label_height,
    own_look,
    paint_label_glyph,
    scheme_glyphs,
)

NAMES = ("Perfect", "Excellent", "Good", "Fair", "Bad")
ORDINAL = scheme_from(
    {"labels": [{"label": name.lower(), "name": name, "grade": 4 - at} for at, name in enumerate(NAMES)]}, "ranked"
)
NOMINAL = scheme_from(
    {
        "measurement": "nominal",
        "labels": [{"label": f"label {at}", "relevant": "no" if at else "strict"} for at in range(10)],
    },
    "validation",
)
pytestmark = pytest.mark.usefixtures("qapp")
BOTH = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
SCHEMES = pytest.mark.parametrize("scheme", [ORDINAL, NOMINAL], ids=["ordinal", "nominal"])


def painted(glyph: str, tokens: Tokens, *, gray: bool = False) -> QImage:
    image = QImage(36, 36, QImage.Format.Format_RGB32)
    image.fill(tokens.surf)
    painter = QPainter(image)
    paint_label_glyph(painter, QRectF(0, 0, 36, 36), glyph, tokens, gray=gray)
    painter.end()
    return image


@SCHEMES
@BOTH
def test_labels_differ_without_their_colors(scheme: LabelScheme, tokens: Tokens) -> None:
    images = [painted(glyph, tokens, gray=True) for glyph in scheme_glyphs(scheme).values()]
    assert all(one != other for one, other in combinations(images, 2))


@BOTH
def test_steps_get_paler_from_the_best_to_the_lowest(tokens: Tokens) -> None:
    glyphs = list(scheme_glyphs(scheme_of_text("0..5", "ranked")).values())
    grounds = [painted(glyph, tokens, gray=True).pixelColor(6, 18).lightness() for glyph in glyphs]
    away = [abs(ground - painted("", tokens).pixelColor(18, 18).lightness()) for ground in grounds]
    assert all(better > worse for better, worse in pairwise(away))
    heights = [label_height(glyph) or 0 for glyph in glyphs]
    assert (heights[0], round(heights[-1], 2)) == (1.0, 0.22)
    assert all(better > worse for better, worse in pairwise(heights))


@SCHEMES
@BOTH
def test_the_color_of_a_label_stands_out_from_the_page(scheme: LabelScheme, tokens: Tokens) -> None:
    glyphs = list(scheme_glyphs(scheme).values())
    pairs = [label_colors(glyph, tokens) for glyph in glyphs]
    assert pairs[0].color == tokens.good
    assert pairs[-1].color == tokens.bad
    assert all(contrast(pair.color, tokens.surf) >= 4.5 for pair in pairs)
    assert all(contrast(tokens.text, pair.soft) >= 4.5 for pair in pairs)


def test_what_is_printed_are_names_and_never_grades() -> None:
    looks = [own_look(glyph) for glyph in scheme_glyphs(ORDINAL).values()]
    assert [look.sign for look in looks if look] == ["Pe", "Ex", "Go", "Fa", "Ba"], "letters look like keys"
    digits = [own_look(glyph) for glyph in scheme_glyphs(scheme_of_text("0..3", "ranked")).values()]
    assert [look.sign for look in digits if look] == ["3", "2", "1", "0"]


@pytest.mark.parametrize(
    ("keys", "signs"),
    [
        ("RUW", ["R", "U", "W"]),
        ("R W", ["R", "Pa", "W"]),
        ("X  ", ["X", "Pa", "Wr"]),
        ("   ", ["Ri", "Pa", "Wr"]),
        ("RPW", ["R", "Pa", "W"]),  # P is a key of Disagreements: a collection of an earlier version
    ],
)
def test_a_letter_in_a_glyph_is_the_key_of_its_label(keys: str, signs: list[str]) -> None:
    names = ("Right", "Partly right", "Wrong")
    labels = [
        {"label": name.lower(), "name": name, "key": key.strip(), "grade": 2 - at}
        for at, (name, key) in enumerate(zip(names, keys, strict=True))
    ]
    choices = choices_by(scheme_from({"labels": labels}, "ranked"), "ranked")
    looks = [own_look(choices.glyph(name.lower())) for name in names]
    assert [look.sign for look in looks if look] == signs


@pytest.mark.parametrize(
    ("labels", "signs"),
    [
        (["correct", *(f"p{at}" for at in range(12, 1, -1)), "incorrect"], "Co p12 p11 p10 p9 p8 p7"),
        ([f"part {at} of the answer" for at in range(20)], "1 2 3 4 5 6 7 8 9 10 11"),
        ([f"part {at} of the answer" for at in range(10)], "1 2 3 4 5 6 7 8 9 0"),
    ],
)
def test_no_two_labels_have_the_same_sign(labels: list[str], signs: str) -> None:
    found = scheme_from(
        {
            "measurement": "nominal",
            "labels": [{"label": one, "relevant": "no" if at else "strict"} for at, one in enumerate(labels)],
        },
        "validation",
    )
    looks = [own_look(glyph) for glyph in scheme_glyphs(found).values()]
    shown = [look.sign for look in looks if look]
    assert len(set(shown)) == len(labels)
    assert shown[: len(signs.split())] == signs.split()


def test_labels_of_the_papers_have_no_other_looks() -> None:
    assert [own_look(label) for label in LABELS] == [None] * len(LABELS)
