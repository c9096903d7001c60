"""The request for a new study: which one, of which measures, how many trials, on sets of which size."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.analysis.studies.requests import STUDIES, TRIALS, WITH_SIZES, Request, Study, sizes_of
from jurybox.analysis.studies.workers import Workers, workers_at
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.judges import panel_of
from jurybox.errors import Refused
from jurybox.language import grouped, tr
from jurybox.measures import measure
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.measures import measure_choices, usual_measures
from jurybox_gui.desks.gold_choices import gold_choices
from jurybox_gui.desks.question_choices import choice_of, question_choices
from jurybox_gui.desks.studies.captions import ABOUT, TITLES
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.named import call_field
from jurybox_gui.widgets.tips import set_tip

_MEASURES = 3
_NO_MORE = ""
_MOST_TRIALS = 1_000_000
_SIZES: dict[Study, str] = {"error-rate": tr("5 to half"), "collection-size": "50, 100, ..."}
_HALF, _HERE, _FIRST_SEED = tr("half of all"), tr("this computer"), "0"
_LABELS, _MARGIN, _ROW_GAP, _NAME_GAP, _MOST_WIDE = 80, 16, 6, 8, 396


class StudyForm(QWidget):
    """A column of labels and fields, each with its present or default value. `asked`: run the study.

    Gold standard and questions apply to the whole window; two signals request others.
    """

    asked = Signal()
    left = Signal()
    gold_chosen = Signal(str)
    questions_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.study = Combo(tr("Study"))
        self.study.set_choices([(TITLES[each], each) for each in STUDIES])
        self.measures = [Combo(tr("Measure {number}", number=n + 1)) for n in range(_MEASURES)]
        self.gold, self.questions = Combo(tr("Gold standard")), Combo(tr("Questions"))
        self.variant = Combo(tr("Sets"))
        self.variant.set_choices([(tr("one subset a trial"), "one-subset"), (tr("disjoint sets"), "disjoint")])
        self.margin = Combo(tr("Margin"))
        self.margin.set_choices(
            [(tr("share of the larger"), "larger"), (tr("share of the larger magnitude"), "larger-magnitude")]
        )
        self.trials, self.set_size, self.seed, self.cluster = (Field() for _ in range(4))
        self.seed.setText(_FIRST_SEED)
        self.cluster.setText(_HERE)
        self.size_label = _label(tr("Set size"))
        self.about = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        self.button = PlainButton(tr("Run study"), action="studies.run", main=True)
        self._usual = "", ""
        self._lay_out()
        self.study.currentIndexChanged.connect(self._follow)
        self.gold.activated.connect(lambda _: self.gold_chosen.emit(str(self.gold.currentData())))
        self.questions.activated.connect(self._questions_activated)
        set_tip(self.trials, tr("How often sets are drawn."))
        set_tip(self.seed, tr("The same seed gives the same result."))
        set_tip(self.cluster, tr("This computer, or the address of a Dask scheduler, such as tcp://HOST:8786."))
        for field in (self.trials, self.set_size, self.seed, self.cluster):
            field.left.connect(self.left)
            field.returnPressed.connect(self.asked)
        self._follow()

    @property
    def choices(self) -> tuple[Combo, ...]:
        """The fields with a list, from the top."""
        return self.study, *self.measures, self.gold, self.questions, self.variant, self.margin

    @property
    def chosen(self) -> Study:
        """The study chosen."""
        study: Study = self.study.currentData()
        return study

    def show_measures(self, catalog: Catalog, facts: Facts) -> None:
        """List the measures of the kinds of question here; keep the choice."""
        usual = usual_measures(catalog, facts)
        for at, combo in enumerate(self.measures):
            before = combo.currentData()
            choices = measure_choices(catalog, usual[0])
            rest = [] if at == 0 else [(tr("none"), _NO_MORE)]
            known = [value for _, value in [*rest, *choices]]
            first = usual[at].name if at < len(usual) else _NO_MORE
            wanted = before if before in known and before is not None else first
            combo.set_choices([*rest, *choices], wanted)

    def follow(self, bridge: Bridge) -> None:
        """Show the gold standard and the questions in force, and the other choices."""
        catalog, facts = bridge.session.catalog, bridge.session.facts
        self.gold.set_choices(gold_choices(catalog, bridge.gold, panel_of(catalog, facts), facts), bridge.gold)
        good = bridge.good_questions()
        choices, now = question_choices(catalog, good), choice_of(catalog, bridge.questions, good)
        if now is None and bridge.questions is not None:
            choices.append((tr("Chosen elsewhere, {n:,}", n=len(bridge.questions)), None))
        self.questions.set_choices(choices, now)

    def show_requests(self, requests: Sequence[Request]) -> None:
        """Show the request of a study, as the start for a changed one."""
        if not requests:
            return
        one = requests[0]
        self.study.choose(one.study)
        names = [each.measure.name for each in requests]
        if not set(names) <= {combo.currentData() for combo in self.measures}:
            for combo, name in zip(self.measures, [*names, *[_NO_MORE] * _MEASURES], strict=False):
                combo.choose(name)
        self.variant.choose(one.variant)
        self.margin.choose(one.margin)
        trials, size = self._usual
        self.trials.setText(grouped(one.trials) if one.trials else trials)
        sizes = one.sizes
        if sizes:
            step = sizes[1] - sizes[0] if len(sizes) > 1 else 1
            self.set_size.setText(f"{sizes[0]}:{sizes[-1]}:{step}")
        else:
            self.set_size.setText(grouped(one.size) if one.size else size)
        self.seed.setText(f"{one.seed}")

    def fit(self, room: int, width: int) -> int:
        """Describe the study below its name if the height allows it; return the height of all rows, px.

        Otherwise the tool tip of the study has the description.
        """
        rows = self.layout()
        if rows is None:
            return 0
        for said in (True, False):
            self.about.setVisible(said)
            rows.activate()
            folds = rows.hasHeightForWidth()
            tall = rows.totalHeightForWidth(width) if folds else rows.totalSizeHint().height()
            if tall <= room:
                break
        return tall

    def wanted_width(self, least: int, bar: int = 0) -> int:
        """Return a width, px, in which no name that is chosen is cut; at least `least`, and not much more.

        `bar`: the width of a scroll bar beside the fields, px.
        """
        names = max(_LABELS, *(label.sizeHint().width() for label in self._labels.values()))
        shown = max(combo.minimumSizeHint().width() for combo in self.choices if not combo.isHidden())
        return max(least, min(names + _NAME_GAP + shown + 2 * _MARGIN + bar, _MOST_WIDE))

    def requests(self) -> list[Request]:
        """Return the requested studies. Refused with a sentence if a text is not a number."""
        usual_trials, usual_size = self._usual
        trials = _number(self.trials, tr("Trials"), usual_trials, least=1, most=_MOST_TRIALS)
        several = self.chosen in WITH_SIZES
        size = None if several else _number(self.set_size, tr("Set size"), usual_size, least=1)
        written = self.set_size.text().strip()
        sizes = sizes_of(None if written in {"", usual_size} else written) if several else None
        seed = _number(self.seed, tr("Seed"), least=0) or 0
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
        """Return the workers for the trials. Refused with a sentence if a text is not an address."""
        written = self.cluster.text().strip()
        return workers_at("" if written == _HERE else written)

    def _follow(self, _at: int = 0) -> None:
        """Show the fields of the chosen study; unchanged fields take its defaults."""
        for choice in (self.variant, self.margin):
            choice.setEnabled(self.chosen == "stability")
            choice.setVisible(self.chosen == "stability")
            self._labels[choice].setVisible(self.chosen == "stability")
        before, self._usual = self._usual[0], (grouped(TRIALS[self.chosen]), _SIZES.get(self.chosen, _HALF))
        if self.trials.text() in {"", before}:
            self.trials.setText(self._usual[0])
        several = self.chosen in WITH_SIZES
        self.size_label.setText(tr("Set sizes") if several else tr("Set size"))
        call_field(self.set_size, self.size_label.text())
        self.set_size.setText(self._usual[1])
        form = tr("First, last and step, such as 5:30 or 50:1000:50.") if several else tr("Units in a set, such as 20.")
        set_tip(self.set_size, form)
        self.about.setText(ABOUT[self.chosen])
        set_tip(self.study, ABOUT[self.chosen])

    def _questions_activated(self, _at: int) -> None:
        chosen = self.questions.currentData()
        if chosen is not None:
            self.questions_chosen.emit(str(chosen))

    def _lay_out(self) -> None:
        self._labels: dict[QWidget, QWidget] = {}
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_NAME_GAP)
        grid.setVerticalSpacing(_ROW_GAP)
        grid.setColumnMinimumWidth(0, _LABELS)
        grid.setColumnStretch(1, 1)
        fields: tuple[tuple[str | PlainLabel, QWidget], ...] = (
            (tr("Study"), self.study),
            ("", self.about),
            (tr("Measures"), self.measures[0]),
            *(("", combo) for combo in self.measures[1:]),
            (tr("Gold standard"), self.gold),
            (tr("Questions"), self.questions),
            (tr("Sets"), self.variant),
            (tr("Margin"), self.margin),
            (tr("Trials"), self.trials),
            (self.size_label, self.set_size),
            (tr("Seed"), self.seed),
            (tr("Compute on"), self.cluster),
        )
        for row, (name, field) in enumerate(fields):
            if name:
                label = _label(name) if isinstance(name, str) else name
                label.setBuddy(field)
                call_field(field, label.text())
                self._labels[field] = label
                grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
            field.setSizePolicy(QSizePolicy.Policy.Ignored, field.sizePolicy().verticalPolicy())
        for at, combo in enumerate(self.measures, start=1):
            combo.setAccessibleName(tr("Measure {number}", number=at))
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 12, _MARGIN, 4)
        column.setSpacing(8)
        column.addWidget(PlainLabel(tr("New study"), px=Px.LEAD, weight=600))
        column.addLayout(grid)
        column.addStretch(1)


def _label(name: str) -> PlainLabel:
    return PlainLabel(name, px=Px.ASIDE, role="text2")


def _number(field: Field, what: str, usual: str = "", *, least: int, most: int = 10**9) -> int | None:
    """Return the number in a field, None for the default. Refused with a sentence if it is not a number."""
    written = field.text().strip()
    if written in {"", usual}:
        return None
    text = "".join(written.replace(",", "").split())  # thousands are separated as in the language in force
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise Refused(
            tr("{what} must be a whole number from {least:,} to {most:,}.", what=what, least=least, most=most)
        )
    return int(text)
