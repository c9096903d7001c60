"""What each decision would do to the ranking: how far it moves a run, and which runs it swaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.analysis.disagreements.decisions import is_ignored
from jurybox.analysis.disagreements.disputes import Dispute, Turn
from jurybox.analysis.disagreements.effects import Survey
from jurybox.analysis.disagreements.slopes import Slopes, slopes
from jurybox.language import tr, trc, trn
from jurybox.lists import clauses, comma_list, labeled
from jurybox.results.cells import score_text
from jurybox.session import Session
from jurybox.wording import count_of
from jurybox_gui.desks.disagreements.slope_chart import SlopeColumn
from jurybox_gui.desks.disagreements.wording import glyph_of, name_of_decision, options_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.cut_tips import TellsCutLines
from jurybox_gui.widgets.glyphs import paint_label_glyph
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, on_lines, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker
from jurybox_gui.widgets.tips import set_tip

_ROW, _HEAD, _TITLE_LINE, _GLYPH = 22, 24, 18, 24
_WIDEST_NAME, _NUMBER, _MARKER = 130, 50, 15
_MOST, _MOST_IN_LOW = 4, 2
_OVER = trc("swap", "over")
_NO_OTHER = tr("No other decision changes a score.")
_NOBODY_ELSE = tr("Leaving out anybody else changes no score.")
_MOST_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class DecisionEffect:
    """One decision: its glyph and name, how far it moves a score, and what it changes in the ranking.

    `pairs`: the runs that it swaps, as (run, name) of the one now higher and the one now lower. `ties`: the
    number of ties it makes or breaks. `left_out`: the assessor who is left out, if that is the decision.
    `short`: the name in a narrow column, "" if it is `name`.
    """

    glyph: str
    name: str
    effect: float
    pairs: tuple[tuple[tuple[int, str], tuple[int, str]], ...]
    ties: int
    left_out: str = ""
    short: str = ""

    @property
    def painted(self) -> str:
        """The name beside its glyph, for narrow places."""
        return self.short or self.name

    @property
    def changes_something(self) -> bool:
        """Whether the decision moves a score, swaps two runs, or makes or breaks a tie."""
        return bool(self.effect or self.pairs or self.ties)

    @property
    def number(self) -> str:
        """The change of the score, formatted."""
        return score_text(self.effect) if self.effect else "–"

    @property
    def without_swaps(self) -> str:
        """What it does to the ranking if it swaps no runs."""
        return tr("no swap, {ties} made or broken", ties=count_of(self.ties, "tie")) if self.ties else tr("no swap")

    @property
    def in_words(self) -> str:
        """The whole line: which runs it swaps, and how far it moves a score."""
        swaps = comma_list(tr("{other} over {name}", other=other, name=name) for (_, name), (_, other) in self.pairs)
        return labeled(self.name, comma_list((swaps or self.without_swaps, self.number)))


@dataclass(frozen=True, slots=True)
class ShownEffects:
    """The effects shown for the decisions about one disagreement.

    `alone`: the title is shown even if no decision has an effect. `chart`: title, slopes, columns, names of
    runs; None if no decision swaps two runs.
    """

    title: str = ""
    effects: Sequence[DecisionEffect] = ()
    alone: bool = False
    chart: tuple[str, Slopes, tuple[SlopeColumn, ...], tuple[str, ...]] | None = None


class DecisionEffects:
    """Computes what each decision would change; `run_name` returns the name of a run."""

    def __init__(
        self, session: Session, gold: str, run_name: Callable[[int], str], agreed: Callable[[int], bool]
    ) -> None:
        """`agreed`: whether different labels of an answer count the same under the gold standard."""
        self._session, self._gold = session, gold
        self._run_name, self._agreed = run_name, agreed

    def of(self, dispute: Dispute, survey: Survey) -> ShownEffects:
        """Return how far each decision would move a score, and slopes if one swaps two runs."""
        turns = self._in_order(dispute)
        effects = [self._effect_of(dispute, turn) for turn in turns]
        drawn = _with_room(turns)
        lower = survey.measure is not None and survey.measure.direction == "lower"
        found = slopes(survey.runs, [turns[at] for at in drawn], lower_is_better=lower)
        if not any(effect.changes_something for effect in effects):
            effects = []
        title = self._title(dispute, survey, ranking=False, changes=bool(effects))
        if found is None:
            return ShownEffects(title, effects, alone=bool(turns))
        rest = len(turns) - len(drawn)
        over = self._title(dispute, survey, ranking=True, changes=bool(effects))
        if rest:
            more = trn("(and {n} more way)", "(and {n} more ways)", rest)
            over = f"{over} {more}"
        shown = (effects[at] for at in drawn)
        columns = tuple(SlopeColumn(one.glyph, one.name, one.effect, one.left_out) for one in shown)
        return ShownEffects(title, effects, chart=(over, found, columns, tuple(map(self._run_name, found.runs))))

    def _title(self, dispute: Dispute, survey: Survey, *, ranking: bool, changes: bool) -> str:
        """Return the title of the list or chart, or why no decision changes a score; "" for no decisions."""
        name, turns = survey.measure, dispute.turns
        if name is None or not turns:
            return ""
        is_label = dispute.kind.is_answer_label
        if not changes:
            if is_label and not dispute.settled and self._agreed(dispute.answer):
                return tr("Both count alike here: deciding between these labels does not change {name}.", name=name)
            others = [
                one
                for one in survey.questions[dispute.question].disputes
                if one.what == dispute.what and not one.settled and one.key != dispute.key
                if not is_label or not self._agreed(one.answer)
            ]
            if others and not dispute.settled and not any(turn.left_out >= 0 for turn in turns):
                return trn(
                    "No effect on {name} until {n} other in this question is decided.",
                    "No effect on {name} until {n} others in this question are decided.",
                    len(others),
                    name=name,
                )
            return tr("No decision changes {name}.", name=name)
        if any(turn.left_out >= 0 for turn in turns):
            if ranking:
                return tr("Ranking by {name} with one assessor left out", name=name)
            return tr("Effect on {name} with one assessor left out", name=name)
        if is_ignored(self._session, self._gold, dispute):
            if ranking:
                return tr("Ranking by {name} if the gold label were another", name=name)
            return tr("Effect on {name} if the gold label were another", name=name)
        if ranking:
            return tr("How each decision would change the ranking by {name}", name=name)
        return tr("Effect of each decision on {name}", name=name)

    def _in_order(self, dispute: Dispute) -> list[Turn]:
        """Return the effects of decisions in the order of their keys."""
        labels = [option.label for option in options_of(self._session, dispute)]
        return sorted(dispute.turns, key=lambda turn: labels.index(turn.label) if turn.label in labels else 0)

    def _effect_of(self, dispute: Dispute, turn: Turn) -> DecisionEffect:
        if turn.left_out >= 0:
            without = self._session.catalog.assessors[turn.left_out].name
            return replace(self.named(tr("without {without}", without=without), turn), left_out=without)
        name = name_of_decision(self._session, dispute, turn.label)
        short = next((one.short for one in options_of(self._session, dispute) if one.label == turn.label), "")
        glyph = glyph_of(self._session, dispute, turn.label)
        return replace(self.named(name, turn), glyph=glyph, short=short)

    def named(self, name: str, turn: Turn) -> DecisionEffect:
        """Return an effect under a name, with the names of the runs that it swaps."""
        pairs = tuple(((a, self._run_name(a)), (b, self._run_name(b))) for a, b in turn.pairs)
        return DecisionEffect("", name, turn.effect, pairs, turn.made + turn.broken)


def _with_room(turns: Sequence[Turn]) -> list[int]:
    """Return the effects that fit as columns of the chart: those with most swaps, in their order."""
    order = sorted(range(len(turns)), key=lambda at: _most_swaps_first(turns[at]))
    return sorted(order[:_MOST_COLUMNS])


def _most_swaps_first(one: Turn | DecisionEffect) -> tuple[int, float]:
    """Return the sort key of decisions, those that change most first."""
    return -len(one.pairs), -one.effect


class DecisionEffectList(TellsCutLines, QWidget):
    """A title, and a line for each decision that would change something.

    Screen readers and the tip get the lines in full, in the painted order.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._title = ""
        self._most = _MOST
        self.effects: tuple[DecisionEffect, ...] = ()

    def show_effects(self, title: str, effects: Sequence[DecisionEffect]) -> None:
        """Show these decisions, those with most swaps first."""
        self._title = title
        self.effects = tuple(sorted(effects, key=_most_swaps_first))
        self._fit()

    def set_low(self, low: bool) -> None:  # noqa: FBT001
        """Show fewer lines in a low window."""
        self._most = _MOST_IN_LOW if low else _MOST
        self._fit()

    def _fit(self) -> None:
        shown, rest = self._lines
        lines = [*(one.in_words for one in shown), *([rest] if rest else [])]
        self.setAccessibleName(self._title)
        self.setAccessibleDescription(clauses(lines))
        set_tip(self, "\n".join(lines))
        self.updateGeometry()
        self.update()

    @property
    def _lines(self) -> tuple[list[DecisionEffect], str]:
        """The decisions that have a line, and the sentence about all others below them ("": no others)."""
        changing = [one for one in self.effects if one.changes_something]
        if len(changing) == len(self.effects) <= self._most:
            return changing, ""
        shown = changing[: self._most - 1]
        others = len(changing) - len(shown)
        nothing = _NOBODY_ELSE if any(one.left_out for one in shown) else _NO_OTHER
        return shown, tr("and {others:,} more", others=others) if others else nothing

    @property
    def _title_lines(self) -> tuple[str, ...]:
        return on_lines(self._title, font(Px.BASE, 600), self.width(), most=3)

    @property
    def _head(self) -> int:
        """The height of the title, which may need several lines."""
        return _HEAD + _TITLE_LINE * (len(self._title_lines) - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        shown, rest = self._lines
        return QSize(200, self._head + _ROW * (len(shown) + bool(rest)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        with kept(painter):
            for at, words in enumerate(self._title_lines):
                title = QRectF(0, at * _TITLE_LINE, self.width(), _HEAD)
                paint_text(painter, title, words, font(Px.BASE, 600), tokens.text, LEFT)
            shown, rest = self._lines
            wide = max((text_width(one.painted, font(Px.ASIDE)) for one in shown), default=0.0) + 2
            for at, effect in enumerate(shown):
                box = QRectF(0, self._head + at * _ROW, self.width(), _ROW)
                self._line(painter, box, effect, min(wide, _WIDEST_NAME))
            line = QRectF(_GLYPH, self._head + len(shown) * _ROW, self.width() - _GLYPH, _ROW)
            paint_text(painter, line, rest, font(Px.ASIDE), tokens.text2, LEFT)
        painter.end()

    def _line(self, painter: QPainter, box: QRectF, effect: DecisionEffect, wide: float) -> None:
        tokens = theme().tokens
        left = box.left()
        if effect.glyph:
            paint_label_glyph(painter, QRectF(left, box.center().y() - 8, 16, 16), effect.glyph, tokens)
        left += _GLYPH
        name = QRectF(left, box.top(), wide, box.height())
        paint_text(painter, name, effect.painted, font(Px.ASIDE), tokens.text2, LEFT)
        left += wide + 10
        number = QRectF(box.right() - _NUMBER, box.top(), _NUMBER, box.height())
        paint_text(painter, number, effect.number, font(Px.ASIDE, 600, tabular=True), tokens.text, RIGHT)
        room = QRectF(left, box.top(), number.left() - 8 - left, box.height())
        if effect.pairs:
            self._pairs(painter, room, effect)
        else:
            paint_text(painter, room, effect.without_swaps, font(Px.ASIDE), tokens.text2, LEFT)

    def _pairs(self, painter: QPainter, box: QRectF, effect: DecisionEffect) -> None:
        """Paint the pairs that fit, at least one, and the number of those left out."""
        tokens, face, aside = theme().tokens, font(Px.ASIDE, 500), font(Px.ASIDE)
        over, left = text_width(_OVER, aside), box.left()
        for at, ((above, name), (below, other)) in enumerate(effect.pairs):
            others = len(effect.pairs) - at - 1
            more = text_width(f"+{others}", face) + 8 if others else 0.0
            names = [text_width(word, face) for word in (other, name)]
            marks = 2 * _MARKER + over + 10
            if at and left + marks + sum(names) + more > box.right():
                room = QRectF(left, box.top(), max(0.0, box.right() - left), box.height())
                paint_text(painter, room, f"+{others + 1}", face, tokens.text2, LEFT)
                return
            most = max(0.0, box.right() - more - left - marks)
            if sum(names) > most:
                names = [min(names[0], max(most / 2, most - names[1])), 0.0]
                names[1] = most - names[0]
            for run, word, wide in zip((below, above), (other, name), names, strict=True):
                paint_run_marker(painter, QPointF(left + 6, box.center().y()), 10, theme().run_style(run))
                left += _MARKER
                paint_text(painter, QRectF(left, box.top(), wide + 1, box.height()), word, face, tokens.text, LEFT)
                left += wide + 5
                if run == below:
                    room = QRectF(left, box.top(), over + 1, box.height())
                    paint_text(painter, room, _OVER, aside, tokens.text2, LEFT)
                    left += over + 5
            left += 3
