"""Every setting of the program, declared once: type, default, what it is for, what it may be.

Settings belong to the person at this computer and live in one small JSON file; whatever affects judging
or scores belongs to the collection instead (`jurybox.collection.facts`). A value that does not fit is
replaced by its default, and what a newer version wrote is kept.
"""

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from jurybox.disk import part_prefix, sweep
from jurybox.errors import Refused
from jurybox.language import LANGUAGES, tr
from jurybox.paths import settings_file

Value = bool | int | str | list[str] | dict[str, list[str]]


class Setting(NamedTuple):
    """One setting; `choices`, `low` and `high` bound it where they are given.

    `group`: the heading it is shown under, "" for one that is not shown; `unit`: of a number.
    """

    key: str
    default: Value
    label: str
    help: str
    group: str = ""
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """What the choices are called, where they are not their own names."""
    low: int | None = None
    high: int | None = None
    unit: str = ""

    def fits(self, value: object) -> bool:
        """Return whether a value read from the file can be used."""
        if type(value) is not type(self.default):
            return False
        if self.choices and value not in self.choices:
            return False
        if isinstance(value, int) and not isinstance(value, bool):
            return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return True


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "language",
        "system",
        tr("Language"),
        tr("Takes effect at the next start."),
        tr("Window"),
        choices=("system", *LANGUAGES),
        names=("system", *LANGUAGES.values()),
    ),
    Setting(
        "theme",
        "system",
        tr("Theme"),
        tr("Follow the system, or always use light or dark colors."),
        tr("Window"),
        choices=("system", "light", "dark"),
    ),
    Setting(
        "reduced_motion",
        default=False,
        label=tr("Reduce motion"),
        help=tr("Rows and points change place without sliding."),
        group=tr("Window"),
    ),
    Setting(
        "restore",
        default=True,
        label=tr("Reopen the last collection"),
        help=tr("Continue where you left off when Jurybox starts without a file."),
        group=tr("Window"),
    ),
    Setting(
        "text_size",
        17,
        tr("Text size"),
        tr("Size of answers and documents; a few pixels more on Judge in a large window."),
        tr("Answers"),
        low=14,
        high=28,
        unit="px",
    ),
    Setting(
        "line_spacing",
        131,
        tr("Line spacing"),
        tr("Distance between lines of answers and documents, relative to the text size."),
        tr("Answers"),
        low=110,
        high=200,
        unit="%",
    ),
    Setting(
        "wide_text",
        default=False,
        label=tr("Wide text"),
        help=tr("Allow lines of more than 78 characters."),
        group=tr("Answers"),
    ),
    Setting(
        "advance",
        default=True,
        label=tr("Advance after a label"),
        help=tr("Show the next open answer as soon as you have labeled one."),
        group=tr("Judging"),
    ),
    Setting(
        "live_strip",
        default=True,
        label=tr("Ranking beside the answer"),
        help=tr("Only in open collections: in judging mode, runs and scores stay hidden."),
        group=tr("Judging"),
    ),
    Setting(
        "hints",
        default=True,
        label=tr("Hints for the first labels"),
        help=tr("Up to three hints in each demo; each disappears once you follow it."),
        group=tr("Judging"),
    ),
    Setting(
        "idle_seconds",
        60,
        tr("Pause the clock after"),
        tr("Time without a key press or a mouse movement, after which judging time stops counting."),
        tr("Judging"),
        low=5,
        high=3600,
        unit="s",
    ),
    Setting(
        "new_answer_ms",
        150,
        tr("Refuse label keys after a new answer"),
        tr("A label key pressed sooner enters nothing, and the window says so. 0 enters every label."),
        tr("Judging"),
        low=0,
        high=1000,
        unit="ms",
    ),
    Setting(
        "print_preset",
        "fitting",
        tr("Picture size"),
        tr("Column: 84 mm. Text: 122 mm, as in LNCS. Page: 174 mm, both columns. Slide: 16:9."),
        tr("Exported pictures"),
        choices=("fitting", "column", "text", "page", "slide"),
    ),
    Setting(
        "print_serif",
        default=False,
        label=tr("Serif typeface"),
        help=tr("Use a typeface like Times for all text."),
        group=tr("Exported pictures"),
    ),
    Setting(
        "print_gray",
        default=False,
        label=tr("Grayscale"),
        help=tr("Distinguish runs by grays, markers and dashes instead of colors."),
        group=tr("Exported pictures"),
    ),
    Setting(
        "print_title",
        default=True,
        label=tr("Title"),
        help=tr("Turn it off if your text has a title of its own."),
        group=tr("Exported pictures"),
    ),
    Setting(
        "print_caption",
        default=True,
        label=tr("Caption"),
        help=tr("States what the scores are based on. Turn it off if your text does."),
        group=tr("Exported pictures"),
    ),
    Setting(
        "report_contact",
        "",
        tr("Contact"),
        tr("Address for questions about labels, printed on each participant's page."),
        tr("Reports"),
    ),
    Setting("keys", {}, tr("Own keys"), tr("Keys by action, where they differ from the defaults.")),
    Setting("recent", [], tr("Recent collections"), tr("Paths, the newest first.")),
    Setting("moved_names", {}, tr("Names in pictures"), tr("Where names were moved, by collection and picture.")),
    Setting("drafts", {}, "Drafts", tr("Unfinished nuggets, by collection and question.")),
    Setting("columns", {}, tr("Columns of tables"), tr("What they were matched with, by the heads of a table.")),
    Setting("panes", {}, tr("Columns of desks"), tr("How wide they are, in pixels, by name.")),
    Setting("display", {}, tr("Display"), tr("Zoom of the window, in percent of the scale of the desktop.")),
    Setting("session", {}, "Last session", tr("File, desk, answer and size of the window, as they were left.")),
)

_BY_KEY = {setting.key: setting for setting in SETTINGS}


class Settings:
    """The settings in force; reads of undeclared keys are errors, so that a typing slip cannot pass."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or settings_file()
        self._foreign: dict[str, Any] = {}
        self._values: dict[str, Value] = {setting.key: setting.default for setting in SETTINGS}
        self._listeners: list[Callable[[str], None]] = []
        for key, value in _read(self.path).items():
            if key not in _BY_KEY:
                self._foreign[key] = value
            elif _BY_KEY[key].fits(value):
                self._values[key] = value

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - of the type of the setting's default
        return self._values[key]

    def __setitem__(self, key: str, value: Value) -> None:
        if not _BY_KEY[key].fits(value):
            raise Refused(tr("{value!r} does not fit the setting {label!r}.", value=value, label=_BY_KEY[key].label))
        if self._values[key] == value:
            return
        self._values[key] = value
        self.save()
        for listener in tuple(self._listeners):
            listener(key)

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener(key)` after a change; return how to stop that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def remember(self, path: Path, *, most: int = 9) -> None:
        """Put a collection first among the recent ones."""
        named = str(path.absolute())
        kept = [old for old in self._values["recent"] if old != named]  # type: ignore[union-attr]
        self["recent"] = [named, *kept][:most]

    def save(self) -> None:
        """Write what differs from the defaults, whole or not at all; a place that refuses is left alone."""
        changed = {key: value for key, value in self._values.items() if value != _BY_KEY[key].default}
        _write(self.path, changed | self._foreign)


def _read(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(path: Path, values: Mapping[str, Any]) -> None:
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path.parent)
        handle, name = tempfile.mkstemp(prefix=part_prefix(), suffix=".part", dir=path.parent)
        part = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(values, file, indent=1)  # in ASCII: names of files may contain bytes that are not text
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
