"""Names of the kinds of disagreement, the possible decisions, and the texts of rows and decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from jurybox.analysis.disagreements.dispute_kinds import NIL_RIGHT, NIL_WRONG, What
from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.analysis.disagreements.nuggets_and_groups import NOT_GROUPED, EqualAnswers
from jurybox.collection.nuggets import current_nugget, known_instances
from jurybox.label_schemes import IMPORTANCE, QUESTION_QUALITY, SUPPORT, Label, shown_label
from jurybox.language import tr, trc
from jurybox.lists import clauses, comma_list, sentences
from jurybox.results.cells import short
from jurybox_gui.desks.label_schemes import CANNOT_TELL, DIGITS, Choices, choices_of, name_among
from jurybox_gui.widgets.painting import one_line

if TYPE_CHECKING:
    from jurybox.session import Session

_MEMBERS_SHOWN, _MEMBER_MOST = 3, 40


def first_names(names: Sequence[str]) -> list[str]:
    """Return the first word of each name where no two share it, else the whole names."""
    first = [name.split(" ")[0] for name in names]
    return first if len(set(first)) == len(first) else list(names)


@dataclass(frozen=True, slots=True)
class Option:
    """One possible decision: `label` as the log spells it, its name, and its glyph and letter if any.

    `short`: its name on crowded buttons, "" if it is `name`. `view`: the words for an assessor's label of
    this kind, "" if they are `name`. `digit`: its digit key, "" for none; None: that of its position.
    """

    label: str
    name: str
    glyph: str = ""
    letter: str = ""
    short: str = ""
    view: str = ""
    digit: str | None = None

    @property
    def on_button(self) -> str:
        """The name for a button."""
        return self.short or self.name


@dataclass(frozen=True, slots=True)
class KindWording:
    """The name of one kind of disagreement, and what is asked about it.

    `one`, `several`: the nouns; `tag` names it in a row, "" if it is `one`. `options` returns the possible
    decisions in the order of the keys, `aside` the line above the text. `glyphs`: the glyphs of labels that
    are not spelled like them.
    """

    one: str
    several: str
    no_majority: str
    options: Callable[[Session, Dispute], tuple[Option, ...]]
    aside: Callable[[Session, Dispute], str]
    tag: str = ""
    glyphs: Mapping[str, str] = field(default_factory=dict)


def keyed(options: Sequence[Option]) -> dict[str, Option]:
    """Return the possible decisions that have a digit key, by that key."""
    found = {}
    for at, one in enumerate(options):
        digit = DIGITS[at : at + 1] if one.digit is None else one.digit
        if digit:
            found[digit] = one
    return found


def typed_choices(session: Session, dispute: Dispute) -> Choices | None:
    """Return the labels of a long scale, which are typed; None if every label has a button."""
    choices = _choices(session, dispute) if dispute.what == "label" else None
    return choices if choices is not None and choices.is_long else None


def options_of(session: Session, dispute: Dispute) -> tuple[Option, ...]:
    """Return the possible decisions, in the order of the keys."""
    return WORDING[dispute.what].options(session, dispute)


def aside_of(session: Session, dispute: Dispute) -> str:
    """Return the line above the text: the nugget that is matched, the question asked, or the document."""
    return WORDING[dispute.what].aside(session, dispute)


def glyph_of(session: Session, dispute: Dispute, label: str) -> str:
    """Return the glyph of a label; "" if it has none, as equal answers do."""
    if dispute.what == "label":
        return _choices(session, dispute).glyph(label)
    return "" if dispute.kind.is_grouping else WORDING[dispute.what].glyphs.get(label, label)


def name_of_decision(session: Session, dispute: Dispute, label: str) -> str:
    """Return the name of a decision."""
    if dispute.what == "label":
        return name_among(_choices(session, dispute).labels, label)
    option = _option_of(session, dispute, label)
    return _unlisted(session, dispute, label) if option is None else option.name


def name_of_view(session: Session, dispute: Dispute, label: str) -> str:
    """Return an assessor's label in words."""
    option = _option_of(session, dispute, label)
    return _unlisted(session, dispute, label) if option is None else option.view or option.name


def _option_of(session: Session, dispute: Dispute, label: str) -> Option | None:
    return next((one for one in options_of(session, dispute) if one.label == label), None)


def _unlisted(session: Session, dispute: Dispute, label: str) -> str:
    return name_of_group(session, dispute, label) if dispute.kind.is_grouping else label


def name_of_group(session: Session, dispute: Dispute, label: str) -> str:
    """Return equal answers in words, seen from one of them: the known instance, then the other answers."""
    if label == NOT_GROUPED:
        return tr("Not grouped")
    chosen = EqualAnswers.of_word(label)
    others = sorted(chosen.answers - {dispute.answer})
    texts = [session.texts.answer(answer).text for answer in others[:_MEMBERS_SHOWN]]
    if chosen.instance:
        known = known_instances(session.catalog.instances, session.ledger.board, dispute.question)
        texts.insert(0, tr("known: {name}", name=known.get(chosen.instance) or chosen.instance))
    if not texts:
        return tr("Alone")
    more = f" +{len(others) - _MEMBERS_SHOWN}" if len(others) > _MEMBERS_SHOWN else ""
    return "= " + clauses(short(one_line(text).strip(), _MEMBER_MOST) for text in texts) + more


def text_of(session: Session, dispute: Dispute) -> str:
    """Return the disputed text: of the answer, else of the nugget or the question."""
    if dispute.answer >= 0:
        return session.texts.answer(dispute.answer).text
    if dispute.nugget >= 0:
        return _nugget_text(session, dispute)
    return session.texts.question(dispute.question).text


# Counts


def counted(disputes: Sequence[Dispute]) -> str:
    """Return the number of disagreements of each kind, such as `5 labels, 1 match`."""
    found = Counter(each.what for each in disputes)
    return comma_list(
        tr("{count} {noun}", count=count, noun=WORDING[what].one if count == 1 else WORDING[what].several)
        for what, count in found.items()
    )


# What each kind of disagreement asks, and what can be decided


def _of_choices(choices: Sequence[Label]) -> tuple[Option, ...]:
    return tuple(Option(one.word, one.name, one.word, one.letter, _short(one)) for one in map(shown_label, choices))


def _short(label: Label) -> str:
    """Return the short name of a label for a button, "" if that is its name."""
    hint = trc("hint", "Cannot tell") if label.word == CANNOT_TELL.word else ""
    return label.short or (hint if hint != label.name else "")


def _labels(session: Session, dispute: Dispute) -> tuple[Option, ...]:
    """Return the labels of the scheme in force; for a long scale, those that somebody gave or decided."""
    choices = _choices(session, dispute)
    labels = choices.labels
    if choices.is_long:
        given = {*dispute.words, dispute.settled, CANNOT_TELL.word}
        labels = tuple(label for label in labels if label.word in given)
    return tuple(
        replace(one, glyph=choices.glyph(one.label), digit=choices.digit_of(one.label)) for one in _of_choices(labels)
    )


def _choices(session: Session, dispute: Dispute) -> Choices:
    return choices_of(session.facts, session.catalog.questions[dispute.question].kind)


def _groups(session: Session, dispute: Dispute) -> tuple[Option, ...]:
    return tuple(Option(label, name_of_group(session, dispute, label)) for label in dispute.choices)


def _fixed(options: tuple[Option, ...]) -> Callable[[Session, Dispute], tuple[Option, ...]]:
    return partial(_given, options)


def _given(options: tuple[Option, ...], session: Session, dispute: Dispute) -> tuple[Option, ...]:
    del session, dispute
    return options


def _sentence(sentence: str) -> Callable[[Session, Dispute], str]:
    return lambda session, dispute: sentence  # noqa: ARG005 - the same for all


def _document(session: Session, dispute: Dispute) -> str:
    return session.texts.answer(dispute.answer).document or ""


def _nil_question(session: Session, dispute: Dispute) -> str:
    known = session.catalog.questions[dispute.question].nil_correct
    asked = tr("Is “no answer” (NIL) right for this question?")
    return sentences((tr("The collection says that no answer is known."), asked)) if known else asked


def _matched_nugget(session: Session, dispute: Dispute) -> str:
    return tr("Nugget: {text}", text=_nugget_text(session, dispute))


def _nugget_text(session: Session, dispute: Dispute) -> str:
    line = current_nugget(session.catalog.nuggets, session.ledger.board, dispute.nugget)
    return "" if line is None else line.text


_NIL_GLYPHS = {NIL_RIGHT: "no", NIL_WRONG: "yes"}

WORDING: dict[What, KindWording] = {
    "label": KindWording(
        tr("label"),
        tr("labels"),
        no_majority=tr("No label has more than half of the votes."),
        options=_labels,
        aside=_document,
    ),
    "quality": KindWording(
        tr("question quality"),
        tr("question quality"),
        no_majority=tr("No label has more than half of the votes."),
        options=_fixed(_of_choices(QUESTION_QUALITY.labels)),
        aside=_sentence(tr("How well is this question asked?")),
        tag=trc("tag", "question"),
    ),
    "nil": KindWording(
        "NIL",
        "NIL",
        no_majority=tr("Neither view has more than half of the assessors."),
        options=_fixed(
            (
                Option(NIL_RIGHT, tr("No answer is right"), _NIL_GLYPHS[NIL_RIGHT], view=tr("finds no correct answer")),
                Option(
                    NIL_WRONG,
                    tr("An answer is right"),
                    _NIL_GLYPHS[NIL_WRONG],
                    short=tr("One is"),
                    view=tr("finds a correct answer"),
                ),
            )
        ),
        aside=_nil_question,
        glyphs=_NIL_GLYPHS,
    ),
    "distinct": KindWording(
        tr("equal answers"),
        tr("equal answers"),
        no_majority=tr("No group has a majority."),
        options=_groups,
        aside=_sentence(tr("Which other answers say the same as this one?")),
        tag=trc("tag", "equal"),
    ),
    "importance": KindWording(
        tr("nugget"),
        tr("nuggets"),
        no_majority=tr("Neither importance has more than half of the votes."),
        options=_fixed(_of_choices(IMPORTANCE.labels)),
        aside=_sentence(tr("Is this nugget vital, or only okay?")),
    ),
    "match": KindWording(
        tr("match"),
        tr("matches"),
        no_majority=tr("No match has more than half of the votes."),
        options=_fixed(_of_choices(SUPPORT.labels)),
        aside=_matched_nugget,
    ),
}
"""The wording of each kind of disagreement, in the order in which they are listed."""
