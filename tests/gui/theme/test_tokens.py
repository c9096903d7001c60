"""Colors can be distinguished and text can be read, in both themes."""

import itertools
import math

import pytest

from jurybox_gui.theme.tokens import DARK, LIGHT, MARKERS, Tokens, run_style

THEMES = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")]
TEXTS = ("text", "text2", "text3", "accent")
GROUNDS = ("win", "surf", "raised", "sunk", "accsoft", "hover")
LABELS = (("good", "goods"), ("mid", "mids"), ("bad", "bads"), ("viol", "viols"), ("slate", "slates"))
Rgb = tuple[float, float, float]

# Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB.
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(code: str) -> Rgb:
    values = [int(code[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return r, g, b


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    lights = sorted(sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def lab(rgb: Rgb) -> Rgb:
    r, g, b = rgb
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(code: str, sight: str) -> Rgb:
    rgb = linear(code)
    r, g, b = (min(1.0, max(0.0, sum(m * v for m, v in zip(row, rgb, strict=True)))) for row in SIGHTS[sight])
    return lab((r, g, b))


def ciede2000(one: Rgb, two: Rgb) -> float:
    """Sharma, Wu, Dalal 2005, equations 2 to 22."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    big_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    rotation = -2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7))
    rotation *= math.sin(math.radians(60 * math.exp(-(((mean_h - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / s_l, (c2 - c1) / s_c, big_h / s_h
    return math.sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)


def test_the_color_difference_is_the_published_one() -> None:
    # Sharma, Wu, Dalal 2005, table 1, pairs 1, 4 and 17.
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, -1.3802, -84.2814), (50, 0, -82.7485)) == pytest.approx(1.0000, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)


@pytest.mark.parametrize("tokens", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", TEXTS)
def test_every_text_can_be_read_on_every_ground(tokens: Tokens, text: str, ground: str) -> None:
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= 4.5


@pytest.mark.parametrize("tokens", THEMES)
@pytest.mark.parametrize(("label", "soft"), LABELS)
def test_every_label_color_can_be_read_on_its_soft(tokens: Tokens, label: str, soft: str) -> None:
    assert contrast(getattr(tokens, label), getattr(tokens, soft)) >= 4.5
    for ground in ("win", "surf", "raised"):
        assert contrast(getattr(tokens, label), getattr(tokens, ground)) >= 4.5
    assert contrast(tokens.text, getattr(tokens, soft)) >= 4.5
    assert contrast(tokens.text2, getattr(tokens, soft)) >= 4.5


@pytest.mark.parametrize("tokens", THEMES)
def test_texts_and_labels_can_be_read_on_every_ground_and_soft(tokens: Tokens) -> None:
    inks = (*TEXTS, *(label for label, _ in LABELS))
    grounds = (*GROUNDS, *(soft for _, soft in LABELS))
    found = {
        (ink, ground): contrast(getattr(tokens, ink), getattr(tokens, ground)) for ink in inks for ground in grounds
    }
    assert {pair: ratio for pair, ratio in found.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("tokens", THEMES)
def test_the_focus_ring_and_the_mark_of_a_span_stand_out(tokens: Tokens) -> None:
    for ground in (*GROUNDS, *(soft for _, soft in LABELS)):
        assert contrast(tokens.accent, getattr(tokens, ground)) >= 3, ground
    for ground in ("surf", "raised"):  # where answers are read
        assert contrast(tokens.markl, getattr(tokens, ground)) >= 3, ground


@pytest.mark.parametrize("tokens", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_labels_differ_for_every_eye(tokens: Tokens, sight: str) -> None:
    """Two shades of one hue are about 5 apart; each label has a glyph of its own besides."""
    colors = {label: seen(getattr(tokens, label), sight) for label, _ in LABELS}
    for one, two in itertools.combinations(colors, 2):
        apart = ciede2000(colors[one], colors[two])
        assert apart >= (6 if {one, two} == {"viol", "slate"} else 10), (one, two)


@pytest.mark.parametrize("tokens", THEMES)
def test_text_on_fills_is_strong(tokens: Tokens) -> None:
    assert contrast(tokens.onacc, tokens.accent) >= 6.2
    assert contrast(tokens.onfill, tokens.good) >= 6.2
    assert contrast(tokens.text, tokens.mark) >= 6.2


@pytest.mark.parametrize("tokens", THEMES)
def test_borders_and_runs_stand_out(tokens: Tokens) -> None:
    for ground in ("win", "surf", "raised"):
        assert contrast(tokens.ctl, getattr(tokens, ground)) >= 3.2
    assert all(contrast(run, tokens.surf) >= 3.18 for run in tokens.runs)


@pytest.mark.parametrize(
    ("tokens", "least"),
    [
        pytest.param(LIGHT, (16.3, 12.1, 12.3, 12.3), id="light"),
        pytest.param(DARK, (16.2, 12.2, 12.0, 13.1), id="dark"),
    ],
)
def test_runs_differ_for_every_eye(tokens: Tokens, least: tuple[float, ...]) -> None:
    for sight, limit in zip(SIGHTS, least, strict=True):
        colors = [seen(code, sight) for code in tokens.runs]
        nearest = min(ciede2000(one, two) for one, two in itertools.combinations(colors, 2))
        assert nearest == pytest.approx(limit, abs=0.06), sight


@pytest.mark.parametrize("tokens", THEMES)
def test_two_hundred_and_eight_runs_look_different(tokens: Tokens) -> None:
    styles = [run_style(n, tokens) for n in range(208)]
    assert len(set(styles)) == 208
    assert [style.filled for style in styles[:13]] == [True] * 8 + [False] * 5
    assert [style.marker for style in styles[:13]] == [*MARKERS, *MARKERS[:5]]
    for first, second in zip(styles[:13], styles[13:26], strict=True):
        assert (first.color, first.marker, not first.filled) == (second.color, second.marker, second.filled)
    assert run_style(208, tokens) == styles[0]
    with pytest.raises(ValueError, match="-1"):
        run_style(-1, tokens)
