"""The style sheet: menu bar, fields, scroll bars, headers and combo boxes; everything else is painted."""

from jurybox.resources import BOLD
from jurybox_gui.theme.tokens import Grid, Px, Tokens

_MENUS = """
QMenuBar {{ background: {t.win}; color: {t.text2}; border: none; padding: 0 8px; }}
QMenuBar::item {{ background: transparent; padding: 5px 12px; border-radius: {g.R_KEY}px; }}
QMenuBar::item:selected {{ background: {t.hover}; color: {t.text}; }}
QMenuBar::item:pressed {{ background: {t.accsoft}; color: {t.text}; }}
QMenu {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.line2}; padding: 4px; }}
QMenu::item {{ padding: 5px 24px 5px 28px; border-radius: {g.R_KEY}px; }}
QMenu::item:selected {{ background: {t.accsoft}; color: {t.text}; }}
QMenu::item:disabled {{ color: {t.text3}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 8px; }}
QToolTip {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.line2}; padding: 4px 6px; }}
"""

_FIELDS = """
QLineEdit, QPlainTextEdit, QAbstractSpinBox {{
    background: {t.surf}; color: {t.text}; border: 1px solid {t.ctl}; border-radius: {g.R_FIELD}px;
    padding: 3px 8px; selection-background-color: {t.accent}; selection-color: {t.onacc};
    placeholder-text-color: {t.text3}; }}
QLineEdit:disabled, QPlainTextEdit:disabled, QAbstractSpinBox:disabled {{
    background: {t.win}; color: {t.text3}; border-color: {t.line}; }}
QKeySequenceEdit QLineEdit {{ border: 2px solid {t.accent}; padding: 2px 7px; }}
QAbstractSpinBox QLineEdit {{ border: none; background: transparent; padding: 0 8px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: none; }}
QListWidget {{ background: transparent; border: none; outline: none; }}
QListWidget::item {{ color: {t.text}; padding: 0 8px; border-radius: {g.R_KEY}px; }}
QListWidget::item:hover {{ background: {t.hover}; color: {t.text}; }}
QListWidget::item:selected {{ background: {t.accsoft}; color: {t.text}; }}
QTextBrowser {{ background: {t.surf}; color: {t.text}; border: none;
    selection-background-color: {t.accsoft}; selection-color: {t.text}; }}
QComboBox {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.ctl};
    border-radius: {g.R_FIELD}px; padding: 3px 26px 3px 8px; combobox-popup: 0; }}
QComboBox:hover {{ background: {t.hover}; border-color: {t.text2}; }}
QComboBox:disabled {{ background: {t.win}; color: {t.text3}; border-color: {t.line}; }}
QComboBox::drop-down {{ border: none; width: 0px; }}
QComboBox QAbstractItemView {{ background: {t.raised}; color: {t.text}; border: 1px solid {t.line2};
    selection-background-color: {t.accsoft}; selection-color: {t.text}; outline: none; padding: 4px 0; }}
QComboBox QAbstractItemView::item {{ min-height: 26px; padding: 0 10px; border: none; }}
QComboBox QAbstractItemView::item:selected, QComboBox QAbstractItemView::item:hover {{
    background: {t.accsoft}; color: {t.text}; }}
"""

_SCROLL = """
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; border: none; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; border: none; }}
QScrollBar::handle {{ background: {t.line2}; border-radius: 3px; margin: 3px; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {t.ctl}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; background: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
QAbstractScrollArea {{ border: none; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
"""

_HEADER = """
QHeaderView {{ background: {t.surf}; border: none; border-bottom: 1px solid {t.line2}; }}
QHeaderView::section {{ background: {t.surf}; color: {t.text2}; border: none; padding: 4px 8px;
    font-size: {p.ASIDE}px; font-weight: 500; }}
QHeaderView::section:checked {{ color: {t.text}; font-weight: {bold}; }}
QHeaderView::section:hover {{ background: {t.hover}; }}
QTableCornerButton::section {{ background: {t.surf}; border: none; }}
Overlay QTableView, Overlay QHeaderView, Overlay QHeaderView::section {{ background: {t.raised}; }}
QSplitter::handle {{ background: {t.line}; }}
"""


def style_sheet(tokens: Tokens) -> str:
    """Return the style sheet of the application for one theme."""
    return (_MENUS + _SCROLL + _FIELDS + _HEADER).format(bold=BOLD, t=tokens, g=Grid, p=Px)
