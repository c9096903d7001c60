"""What to do next in a campaign, in one sentence, with the button that does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox.analysis.disagreements.disputes import OpenDisputes
from jurybox.analysis.kept_out import FINAL, KeptOut, counted
from jurybox.campaign.progress import CampaignProgress
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.judges import judges
from jurybox.collection.judges import people as people_of
from jurybox.collection.organizer import ORGANIZER
from jurybox.gold.freezing import newest_frozen
from jurybox.language import tr, trn
from jurybox.lists import and_list, comma_list, sentences
from jurybox.wording import count_of
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.surface import Surface

_NAMED = 3
_ELSEWHERE = frozenset((*FINAL, "unjudged", "late", "split"))
"""Reasons that are not settled by a list of what keeps questions out: labels and disagreements have steps before it."""


class NextStep(NamedTuple):
    """A sentence, and the caption and action of its button."""

    sentence: str
    button: str
    action: str


def next_step(
    catalog: Catalog,
    facts: Facts,
    people: Sequence[CampaignProgress],
    conflicts: int,
    disputed: OpenDisputes | None,
    sits: int | None,
    kept: Sequence[KeptOut] = (),
) -> NextStep:
    """Return the first thing that keeps the campaign from being complete.

    `people`: the progress of persons; `disputed`: the disagreements between judges, None while unknown;
    `sits`: the assessor at this computer; `kept`: what keeps questions out of the scores.
    """
    if not catalog.answer_count:
        return NextStep(
            tr("There is nothing to judge yet. Import questions and runs."), tr("Import files…"), "file.import"
        )
    if not people:
        named = [catalog.assessors[at].name for at in _people_who_judge(catalog, facts)]
        if named:
            return NextStep(
                tr(
                    "Nobody has started. Assign questions to {names}, or let everybody judge all.", names=_listed(named)
                ),
                tr("Assign questions…"),
                "people.plan",
            )
        return NextStep(tr("Nobody judges here yet. Add the first assessor."), tr("Add assessor…"), "people.add")
    if conflicts:
        waiting = count_of(conflicts, "conflict")
        return NextStep(
            tr("Resolve {conflicts} between labels of one assessor.", conflicts=waiting),
            tr("Show conflicts…"),
            "people.conflicts",
        )
    idle = _without_questions(catalog, facts, people)
    if idle:
        return NextStep(tr("Assign questions to {names}.", names=_listed(idle)), tr("Assign questions…"), "people.plan")
    if open_ := _open_labels(catalog, facts, people, sits):
        return open_
    if disputed is not None and disputed.effective:
        waiting = count_of(disputed.effective, "disagreement")
        return NextStep(
            tr("All labels are there. Resolve {disagreements}.", disagreements=waiting),
            tr("Show disagreements"),
            "view.disagreements",
        )
    if undecided := _undecided(kept):
        return undecided
    return _last_step(facts, disputed)


def _last_step(facts: Facts, disputed: OpenDisputes | None) -> NextStep:
    """Return the step after which nothing is left."""
    if not facts.frozen:
        sentence = tr("All labels are there. Freeze the gold standard before you publish scores.")
        if disputed is not None and disputed.undecided:
            sentence = tr(
                "All labels are there, and the gold standard needs no decisions. Freeze it before you publish scores."
            )
        return NextStep(sentence, tr("Freeze gold standard…"), "people.freeze")
    return NextStep(tr("The gold standard is frozen. Write the report."), tr("Write report…"), "file.report")


def _undecided(kept: Sequence[KeptOut]) -> NextStep | None:
    """Return that questions wait for decisions that have no step of their own, None if none does."""
    open_ = [one for one in kept if one.reason not in _ELSEWHERE]
    if not open_:
        return None
    sentence = trn(
        "All labels are there, but {n} question is not scored. {reasons}",
        "All labels are there, but {n} questions are not scored. {reasons}",
        len({one.question for one in open_}),
        reasons=sentences([f"{each}." for each in counted(open_)]),
    )
    return NextStep(sentence, tr("Show what keeps them out…"), "people.left_out")


def _open_labels(
    catalog: Catalog, facts: Facts, people: Sequence[CampaignProgress], sits: int | None
) -> NextStep | None:
    """Return who has to label what is open, None if nothing is; after a freeze, what late runs can be scored by."""
    open_ = {one.name: one.open + one.sent_back for one in people if one.open or one.sent_back}
    if not open_:
        return None
    count = sum(open_.values())
    if all(one.assessor == sits for one in people if one.name in open_):
        yours = trn("You have {n} label left to give.", "You have {n} labels left to give.", count)
        return NextStep(yours, tr("Continue judging"), "view.judge")
    labels = count_of(count, "label")
    if (frozen := newest_frozen(facts)) is not None:
        return NextStep(
            trn(
                "The gold standard is frozen, but {n} label is open, as after a late run. Hand out its answers, or "
                "score by “{name}”, as frozen, where late answers that nobody judged are wrong.",
                "The gold standard is frozen, but {n} labels are open, as after a late run. Hand out their answers, or "
                "score by “{name}”, as frozen, where late answers that nobody judged are wrong.",
                count,
                name=frozen.name,
            ),
            tr("Hand out files…"),
            "people.out_all",
        )
    if len(catalog.assigned[0]) and not any(one.judged or one.states for one in people):
        return NextStep(
            tr("{labels} assigned, none given yet. Hand out everybody's file.", labels=labels),
            tr("Hand out files…"),
            "people.out_all",
        )
    return NextStep(
        tr("Waiting for {labels} from {names}.", labels=labels, names=_listed(list(open_))),
        tr("Merge returned files…"),
        "people.back",
    )


def _without_questions(catalog: Catalog, facts: Facts, people: Sequence[CampaignProgress]) -> list[str]:
    """Return the judges who have no questions assigned while others have."""
    if not len(catalog.assigned[0]):
        return []
    busy = {one.assessor for one in people if one.assigned}
    return [catalog.assessors[at].name for at in _people_who_judge(catalog, facts) if at not in busy]


def _people_who_judge(catalog: Catalog, facts: Facts) -> list[int]:
    """Return the judges who are people; the organizer only if they are on the panel."""
    persons = set(people_of(catalog))
    return [
        at
        for at in judges(catalog, facts)
        if at in persons and (facts.panel or catalog.assessors[at].name != ORGANIZER)
    ]


def _listed(names: Sequence[str]) -> str:
    """Return the first names and the number of the others."""
    shown, more = names[:_NAMED], len(names) - _NAMED
    if more > 0:
        return trn("{names} and {n} other", "{names} and {n} others", more, names=comma_list(shown))
    return and_list(shown)


class NextStepRow(Surface):
    """The sentence and its button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("accsoft", parent=parent)
        self.step: NextStep | None = None
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(Grid.TABLE_MARGIN, 2, Grid.TABLE_MARGIN - 4, 2)
        self._line.setSpacing(12)
        self.sentence = PlainLabel("", px=Px.BASE, weight=600, wrap=True)
        self._line.addWidget(self.sentence, 1)
        self.button: PlainButton | None = None

    def show_step(self, step: NextStep) -> None:
        """Show another step."""
        if step == self.step:
            return
        before, self.step = self.step, step
        self.sentence.setText(step.sentence)
        if before is not None and before[1:] == step[1:]:
            return
        if self.button is not None:
            self._line.removeWidget(self.button)
            self.button.deleteLater()
        self.button = PlainButton(step.button, action=step.action, main=True)
        self._line.addWidget(self.button)
