"""The QPalette of the tokens, and the one color helper of the painters."""

from functools import lru_cache

from PySide6.QtGui import QColor, QPalette

from jurybox_gui.theme.tokens import Tokens

_ROLES: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (QPalette.ColorRole.Window, "win"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "surf"),
    (QPalette.ColorRole.AlternateBase, "win"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.PlaceholderText, "text3"),
    (QPalette.ColorRole.Button, "raised"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.BrightText, "onacc"),
    (QPalette.ColorRole.ToolTipBase, "raised"),
    (QPalette.ColorRole.ToolTipText, "text"),
    (QPalette.ColorRole.Highlight, "accsoft"),
    (QPalette.ColorRole.HighlightedText, "text"),
    (QPalette.ColorRole.Accent, "accent"),
    (QPalette.ColorRole.Link, "accent"),
    (QPalette.ColorRole.LinkVisited, "viol"),
    (QPalette.ColorRole.Light, "raised"),
    (QPalette.ColorRole.Midlight, "line"),
    (QPalette.ColorRole.Mid, "line2"),
    (QPalette.ColorRole.Dark, "ctl"),
    (QPalette.ColorRole.Shadow, "text3"),
)
_DISABLED = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


@lru_cache(maxsize=512)
def color(code: str, alpha: float = 1.0) -> QColor:
    """Return the QColor of a token's `#RRGGBB`, with `alpha` 0 (clear) to 1 (solid).

    All callers share the same object: copy it before changing it.
    """
    made = QColor(code)
    made.setAlphaF(alpha)
    return made


def palette(tokens: Tokens) -> QPalette:
    """Build the palette that Fusion paints with from `tokens`."""
    made = QPalette()
    for role, name in _ROLES:
        made.setColor(role, color(getattr(tokens, name)))
    for role in _DISABLED:
        made.setColor(QPalette.ColorGroup.Disabled, role, color(tokens.text3))
    made.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Button, color(tokens.win))
    made.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Base, color(tokens.win))
    return made
