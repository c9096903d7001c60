"""What is asked for a new study: which one, of which measures, how often, on sets of which size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.analysis.studies.requests import STUDIES, TRIALS, WITH_SIZES, Request, Study, sizes_of
from jurybox.analysis.studies.workers import Workers, workers_at
from jurybox.errors import Refused
from jurybox.measures import measure
from jurybox_gui.core.measures import measure_choices, usual_measures
from jurybox_gui.desks.studies.captions import ABOUT, TITLES
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.named import call_field, named

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog

_MEASURES = 3
_NO_MORE = ""
_MOST_TRIALS = 1_000_000
_SIZES: dict[Study, str] = {"error-rate": "5 to half", "collection-size": "50, 100, ..."}


class StudyForm(QWidget):
    """The choices in two rows, with a sentence on what the study finds out. `asked` tells to do it."""

    asked = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.study = Combo("Study")
        self.study.set_choices([(TITLES[each], each) for each in STUDIES])
        self.measures = [Combo(f"Measure {n + 1}") for n in range(_MEASURES)]
        self.variant = Combo("Variant")
        self.variant.set_choices([("one subset", "one-subset"), ("disjoint sets", "disjoint")])
        self.margin = Combo("Margin")
        self.margin.set_choices(
            [("of the larger", "larger"), ("of the larger magnitude", "larger-magnitude")]
        )
        self.trials, self.set_size, self.seed = (Field(text) for text in ("as usual", "half of all", "0"))
        self.cluster = Field("this computer")
        self.size_label = _label("Set size")
        self.about = PlainLabel("", px=Px.ASIDE, role="text2", elide=True)
        self.button = PlainButton("Do this study", action="studies.run", main=True)
        self._lay_out()
        self.study.currentIndexChanged.connect(self._follow)
        for field in (self.trials, self.set_size, self.seed):
            field.setMinimumWidth(52)
            field.setMaximumWidth(96)
        self.cluster.setMinimumWidth(150)
        self.cluster.setMaximumWidth(210)
        self.cluster.setToolTip("Address of the scheduler of a Dask cluster, such as tcp://HOST:8786")
        for field in (self.trials, self.set_size, self.seed, self.cluster):
            field.left.connect(self.left)
            field.returnPressed.connect(self.asked)
        self._follow()

    @property
    def chosen(self) -> Study:
        """The study chosen."""
        study: Study = self.study.currentData()
        return study

    def show_measures(self, catalog: Catalog) -> None:
        """List the measures of the kinds of question there are; keep what was chosen."""
        usual = usual_measures(catalog)
        for at, combo in enumerate(self.measures):
            before = combo.currentData()
            choices = measure_choices(catalog, usual[0])
            rest = [] if at == 0 else [("none", _NO_MORE)]
            known = [value for _, value in [*rest, *choices]]
            first = usual[at].name if at < len(usual) else _NO_MORE
            wanted = before if before in known and before is not None else first
            combo.set_choices([*rest, *choices], wanted)

    def requests(self) -> list[Request]:
        """Return what is asked for; Refused with a sentence for a number that is none."""
        trials = _number(self.trials, "trials", least=1, most=_MOST_TRIALS)
        several = self.chosen in WITH_SIZES
        size = None if several else _number(self.set_size, "units in a set", least=1)
        sizes = sizes_of(self.set_size.text().strip() or None) if several else None
        seed = _number(self.seed, "seed", least=0) or 0
        names = dict.fromkeys(combo.currentData() for combo in self.measures if combo.currentData())
        of_stability = self.chosen == "stability"
        return [
            Request(
                self.chosen,
                measure(str(name)),
                variant=self.variant.currentData() if of_stability else "one-subset",
                margin=self.margin.currentData() if of_stability else "larger",
                trials=trials,
                size=size,
                sizes=sizes,
                seed=seed,
            )
            for name in names
        ]

    def workers(self) -> Workers:
        """Return who is to do the trials; Refused with a sentence for an address that is none."""
        return workers_at(self.cluster.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the hairline below."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), color(theme().tokens.win))
        painter.fillRect(0, self.height() - 1, self.width(), 1, color(theme().tokens.line))
        painter.end()

    def _follow(self, _at: int = 0) -> None:
        """Offer what the chosen study takes."""
        for choice in (self.variant, self.margin):
            choice.setEnabled(self.chosen == "stability")
        self.trials.setPlaceholderText(f"{TRIALS[self.chosen]:,}")
        self.size_label.setText("Sizes from:to:step" if self.chosen in WITH_SIZES else "Set size")
        call_field(self.set_size, self.size_label.text())
        self.set_size.clear()
        self.set_size.setPlaceholderText(_SIZES.get(self.chosen, "half of all"))
        self.about.setText(ABOUT[self.chosen])

    def _lay_out(self) -> None:
        choices = QWidget()
        wraps = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        wraps.setHeightForWidth(True)
        choices.setSizePolicy(wraps)
        flow = FlowLayout(choices, gap=14, leading=6)
        fields: tuple[tuple[str | PlainLabel, QWidget], ...] = (
            ("Study", self.study),
            ("Measures", self.measures[0]),
            *(("", combo) for combo in self.measures[1:]),
            ("Variant", self.variant),
            ("Margin", self.margin),
            ("Trials", self.trials),
            (self.size_label, self.set_size),
            ("Seed", self.seed),
            ("Cluster", self.cluster),
        )
        for name, field in fields:
            flow.addWidget(named(name, field) if name else field)
        for at, combo in enumerate(self.measures, start=1):
            combo.setAccessibleName(f"Measure {at}")
        across = QHBoxLayout()
        across.addWidget(choices, 1)
        across.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 9)
        column.setSpacing(6)
        column.addLayout(across)
        column.addWidget(self.about)


def _label(name: str) -> PlainLabel:
    return PlainLabel(name, px=Px.ASIDE, role="text2")


def _number(field: Field, what: str, *, least: int, most: int = 10**9) -> int | None:
    text = field.text().strip().replace(",", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise Refused(
            f"{field.text()!r} is not a number of {what}; it is a whole number from {least} to {most:,}."
        )
    return int(text)
