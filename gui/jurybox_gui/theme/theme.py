"""The theme in use: follows the system's light or dark until somebody chooses."""

from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.motion import desktop_asks_for_less_motion
from jurybox_gui.theme.palette import palette
from jurybox_gui.theme.style import style_sheet
from jurybox_gui.theme.tokens import DARK, LIGHT, Px, RunStyle, Tokens, ink_style, run_style

Choice = Literal["system", "light", "dark"]


class Theme(QObject):
    """The colors that everything is painted with; `theme()` returns the only instance.

    Painters read `theme().tokens`, the colors in use, each time they paint. Objects that store colors
    (palettes of labels, icons in buttons) listen to `changed`.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._choice: Choice = "system"
        self.tokens: Tokens = LIGHT  # read some hundred times per key: a property would double the calls
        self._app: QApplication | None = None
        self._reduced_motion = False

    @property
    def choice(self) -> Choice:
        """The choice: `system` until somebody chooses light or dark."""
        return self._choice

    @property
    def dark(self) -> bool:
        """Whether the dark theme is in use."""
        return self.tokens.dark

    @property
    def reduced_motion(self) -> bool:
        """Whether animations are off, by choice here or by the desktop's setting."""
        return self._reduced_motion or desktop_asks_for_less_motion()

    @reduced_motion.setter
    def reduced_motion(self, reduced: bool) -> None:
        self._reduced_motion = reduced

    def run_style(self, index: int) -> RunStyle:
        """Return color and marker of the run at `index` of the collection's order, in this theme."""
        return run_style(index, self.tokens)

    def ink_style(self, index: int) -> RunStyle:
        """Return the look of the item at `index` that is no run, in this theme."""
        return ink_style(index, self.tokens)

    def apply(self, app: QApplication) -> None:
        """Apply font, palette and style sheet to `app`, which was started in Fusion.

        Then follow the system.
        """
        if self._app is not app:
            self._app = app
            _first_palette()
            app.setFont(font(Px.BASE))
            app.styleHints().colorSchemeChanged.connect(self._system_changed)
            if self._choice != "system":
                self._tell_platform()
        elif self._wanted() is self.tokens:
            return  # already applied; applying it again would polish every existing widget
        self.tokens = self._wanted()
        self._dress(app)
        self.changed.emit()

    def choose(self, choice: Choice) -> None:
        """Use light or dark from now on, or follow the system again."""
        self._choice = choice
        self._tell_platform()
        self._settle()

    def toggle(self) -> None:
        """Change to the other theme and keep it."""
        self.choose("light" if self.dark else "dark")

    def _settle(self) -> None:
        wanted = self._wanted()
        if wanted is self.tokens:
            return
        self.tokens = wanted
        if self._app is not None:
            self._dress(self._app)
        self.changed.emit()

    def _system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._choice == "system":
            self._settle()

    def _tell_platform(self) -> None:
        """Ask the platform to match window frames; Windows and macOS do, others ignore it."""
        if self._app is None:
            return
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        self._app.styleHints().setColorScheme(schemes.get(self._choice, Qt.ColorScheme.Unknown))

    def _wanted(self) -> Tokens:
        if self._choice == "system":
            return DARK if _system_is_dark() else LIGHT
        return DARK if self._choice == "dark" else LIGHT

    def _dress(self, app: QApplication) -> None:
        app.setPalette(palette(self.tokens))
        app.setStyleSheet(style_sheet(self.tokens))


def _system_is_dark() -> bool:
    """Ask the platform; if it does not answer, examine the palette at the start."""
    scheme = QGuiApplication.styleHints().colorScheme()
    if scheme != Qt.ColorScheme.Unknown:
        return scheme == Qt.ColorScheme.Dark
    start = _first_palette()
    return start.color(QPalette.ColorRole.Window).lightness() < 128


@lru_cache(maxsize=1)
def _first_palette() -> QPalette:
    """Keep the palette the program started with, before a theme was applied."""
    return QGuiApplication.palette()


@lru_cache(maxsize=1)
def theme() -> Theme:
    """Return the theme of this process."""
    return Theme()
