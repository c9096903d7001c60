"""Every color, size and marker of the window as frozen data; nothing here needs Qt."""

from typing import NamedTuple


class Tokens(NamedTuple):
    """The colors of one theme as `#RRGGBB`; `dark`: whether it is the dark one."""

    dark: bool
    win: str
    surf: str
    raised: str
    sunk: str
    hover: str
    line: str
    line2: str
    ctl: str
    text: str
    text2: str
    text3: str
    accent: str
    onacc: str
    accsoft: str
    good: str
    goods: str
    mid: str
    mids: str
    bad: str
    bads: str
    viol: str
    viols: str
    slate: str
    slates: str
    mark: str
    markl: str
    onfill: str
    runs: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The color of hairlines on `raised`, which is close to that of `line` in the dark theme."""
        return self.line2 if self.dark else self.line


class RunStyle(NamedTuple):
    """The look of one run on every desk: a color, a marker of `MARKERS`, filled or open."""

    color: str
    marker: str
    filled: bool


MARKERS = ("circle", "square", "up", "diamond", "down", "plus", "cross", "star")
_FILLED_FIRST = len(MARKERS)


def _runs(line: str) -> tuple[str, ...]:
    return tuple(f"#{code}" for code in line.split())


LIGHT = Tokens(
    dark=False,
    win="#F5F4F1",
    surf="#FEFDFC",
    raised="#FFFFFF",
    sunk="#ECEAE5",
    hover="#EFEDE9",
    line="#E3E0DA",
    line2="#C6C2B9",
    ctl="#8B867C",
    text="#1C1B19",
    text2="#504C45",
    text3="#666158",
    accent="#2353C0",
    onacc="#FFFFFF",
    accsoft="#E4EBFA",
    good="#006E5A",
    goods="#DBF0EA",
    mid="#8A6000",
    mids="#F8ECCF",
    bad="#93123A",
    bads="#F8E1E5",
    viol="#74398E",
    viols="#F0E5F5",
    slate="#595F84",
    slates="#E8E9F1",
    mark="#FFE79A",
    markl="#B98900",
    onfill="#FFFFFF",
    runs=_runs("4D8DF4 293600 949015 75446F BF7B93 008472 AD3A57 594EB6 8D71A8 646814 461676 00563A 739767"),
)

DARK = Tokens(
    dark=True,
    win="#17181B",
    surf="#1D1E22",
    raised="#27292E",
    sunk="#121316",
    hover="#24262A",
    line="#2D2F35",
    line2="#454951",
    ctl="#767B85",
    text="#ECEAE6",
    text2="#BAB7B1",
    text3="#9C9993",
    accent="#8DB2FF",
    onacc="#0C1A38",
    accsoft="#233150",
    good="#4FD0B2",
    goods="#16362F",
    mid="#EFC25A",
    mids="#3A3017",
    bad="#F77C93",
    bads="#46202A",
    viol="#D3A0EA",
    viols="#36263F",
    slate="#9FA8C8",
    slates="#2B2E3A",
    mark="#5C4A0E",
    markl="#E5B454",
    onfill="#101113",
    runs=_runs("839EFF 6F710D CDBA38 92598B CA6079 61E9D3 FA9DAF 7A6BCC AB89B6 899F54 DAC7FF 467854 BCDF98"),
)


def run_style(index: int, tokens: Tokens) -> RunStyle:
    """Return the look of the run at position `index` (0 up) of the collection's fixed order.

    There are thirteen colors; the first eight markers are filled, the next five open. From run 14 on, colors
    repeat with filled and open swapped, and from run 27 on with the next marker each time, so 208 runs differ.
    """
    if index < 0:
        raise ValueError(f"run index {index}: counted from 0")
    turn, place = divmod(index, len(tokens.runs))
    filled = (place < _FILLED_FIRST) != bool(turn % 2)
    return RunStyle(tokens.runs[place], MARKERS[(place + turn // 2) % len(MARKERS)], filled)


def ink_style(index: int, tokens: Tokens) -> RunStyle:
    """Return the look of an item beside runs that is no run, such as a measure: a marker in ink.

    Filled and open markers alternate, so that two that overlap are both visible; 16 differ.
    """
    turn, place = divmod(index, len(MARKERS))
    return RunStyle(tokens.text2, MARKERS[place], (index % 2 == 0) != bool(turn % 2))


class Px:
    """Type sizes in pixels."""

    CAP = 11
    ASIDE = 12
    BASE = 13
    LEAD = 14
    FIGURE = 15
    ANSWER = 17
    ANSWER_MIN = 14
    ANSWER_MAX = 28
    QUESTION = 22
    SHORT_ANSWER = 26
    NUMBER = 34


class Weight:
    """Type weights."""

    REGULAR = 400
    MEDIUM = 500
    SEMI = 600
    STRONG = 650


class Grid:
    """Lengths of the window in pixels, all multiples of a grid of 4."""

    UNIT = 4
    RAIL = 68
    RAIL_WIDE = 92
    MENU_ROW = 30
    TOOL_ROW = 44
    STATUS = 26
    QUEUE = 240
    SIDE = 268
    PAGE_MARGIN = 32
    TABLE_MARGIN = 16
    ROW_QUEUE = 28
    ROW_SCORES = 29
    ROW_DISPUTES = 33
    ROW_NUGGETS = 46
    ROW_PALETTE = 34
    LABEL_BUTTON = 58
    R_KEY = 4
    R_FIELD = 5
    R_BUTTON = 6
    R_OVERLAY = 10
    FOLD_SIDE = 1100
    FOLD_QUEUE = 900
    LINE_HEIGHT = 131
    ANSWER_CHARACTERS = 78
    SLIDE_MS = 180
    POINT_MS = 240
