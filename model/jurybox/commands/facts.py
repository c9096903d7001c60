"""The commands that set a fact about the whole collection, and that rewrite the guidelines."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from jurybox.collection.entries import Content, Subject
from jurybox.collection.facts import check_fact
from jurybox.collection.own_schemes import SCHEME, scheme_from, too_many_labels
from jurybox.commands.base import CommandView, Statement
from jurybox.commands.labels import check_label
from jurybox.errors import Refused
from jurybox.kinds import KINDS, kind_code
from jurybox.language import tr

_OF_ANSWERS = ("judgment", "repeat", "adjudication")


@dataclass(frozen=True, slots=True)
class SetFact:
    """Set a fact about the collection (see `jurybox.collection.facts`); None gives back the default."""

    name: str
    value: object
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the fact as JSON.

        Refused for the runs withdrawn, which no Ctrl+Z may bring back, and for a label scheme without a label
        that was given.
        """
        if self.name == "withdrawn":
            raise Refused(tr("A run is withdrawn on the Campaign page, after a backup. Nothing was changed."))
        label = None if self.value is None else check_fact(self.name, self.value)
        if self.name.startswith(SCHEME):
            _keeps_labels(view, self.name.removeprefix(SCHEME), self.value)
        yield Statement(view.speaker(self.assessor), "fact", Subject(fact=self.name), Content(label))


@dataclass(frozen=True, slots=True)
class SetGuidelines:
    """Set the texts of labels that differ from what is in force (None or "": ours again), as one step.

    Where any does, the guidelines get the next version, which later labels carry.
    """

    texts: Mapping[str, str | None]
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the texts that changed, then the version; nothing where none changed."""
        now = view.facts.guidelines
        changed = {label: text for label, text in self.texts.items() if (text or "") != now.get(label, "")}
        for label, text in changed.items():
            yield from SetFact(f"guideline:{label}", text or None, self.assessor).statements(view)
        if changed:
            version = next_version(view.facts.guideline_version)
            yield from SetFact("guideline_version", version, self.assessor).statements(view)


def _keeps_labels(view: CommandView, kind: str, value: object) -> None:
    """Refuse a label scheme, None for the default one, that lacks a label somebody gave to an answer.

    Refused as well if the schemes of the collection have more labels in total than there are codes.
    """
    scheme = KINDS[kind].label_scheme if value is None else scheme_from(value, kind)
    schemes = [one for name, one in view.facts.schemes.items() if name != kind]
    if problem := too_many_labels([*schemes, scheme]):
        raise Refused(tr("{problem} Nothing was changed.", problem=problem))
    if not view.ledger.codes.has_room(scheme.words):
        raise Refused(
            tr(
                "Too many different labels were in use since the collection was opened. Close and "
                "open it, then set the labels again; nothing was changed."
            )
        )
    lost = sorted(_given(view, kind) - set(scheme.words))
    if lost:
        raise Refused(
            tr(
                "Answers to {kind} questions are labeled {lost!r}, which is not a label of the scheme "
                "{scheme!r}. Add it to the scheme, or clear these labels first; nothing was changed.",
                kind=kind,
                lost=lost[0],
                scheme=scheme.name,
            )
        )


def _given(view: CommandView, kind: str) -> set[str]:
    """Return the labels in force of answers to questions of a kind, those that contradict each other too."""
    catalog, ledger = view.catalog, view.ledger
    mine = (catalog.kind_of_question == kind_code(kind))[catalog.answer_question]
    said = np.concatenate([ledger.labels[:, mine].ravel(), ledger.adjudications[mine]])
    codes = set(said[said > 0].tolist())
    for positions in ledger.conflicts():
        subject = ledger.subject_of(positions[0])
        if subject.answer is not None and subject.nugget is None and mine[subject.answer]:
            codes.update(ledger.code_of(at) for at in positions)
    for who in range(len(catalog.assessors)):
        for at, _, answer, _ in ledger.said_by(who, "repeat").tolist():
            if answer >= 0 and mine[answer] and at in ledger.in_force("repeat", who, ledger.subject_of(at)):
                codes.add(ledger.code_of(at))
    return {ledger.codes.word(code) for code in codes if code > 0}


def refuse_foreign_labels(view: CommandView, statements: Iterable[Statement]) -> None:
    """Refuse an undo that would give an answer a label that its scheme lacks.

    That is a label of a scheme replaced since, or a scheme without a label given since.
    """
    for one in statements:
        subject, label = one.subject, one.content.label
        if (subject.fact or "").startswith(SCHEME):
            kind = (subject.fact or "").removeprefix(SCHEME)
            _keeps_labels(view, kind, None if label is None else json.loads(label))
        elif one.kind not in _OF_ANSWERS or subject.fact is not None or subject.nugget is not None:
            continue  # a decision may be about a group or a match
        elif subject.answer is not None:
            check_label(view, subject.answer, label)


def next_version(version: str) -> str:
    """Return the version after one: its last number raised by 1, or a 2 behind a word; "1" is the first."""
    if not version:
        return "1"
    found = re.fullmatch(r"(.*?)([0-9]+)", version, re.ASCII | re.DOTALL)
    return f"{found[1]}{int(found[2]) + 1}" if found else f"{version} 2"
