"""Name, keys and glyph of every label, by the scheme in force for each kind of question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase

from jurybox.collection.entries import STATES
from jurybox.collection.facts import Facts
from jurybox.collection.label_keys import owner_of_letter
from jurybox.kinds import KINDS, QuestionKind
from jurybox.label_schemes import QUESTION_QUALITY, Label, LabelScheme, shown_label
from jurybox.language import tr
from jurybox.lists import bracketed, clauses, comma_list, labeled
from jurybox_gui.actions.key_plan import RESERVED, Shared
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.widgets.glyphs import scheme_glyphs

CANNOT_TELL = Label(
    "cannot-tell",
    tr("Cannot tell"),
    tr("text unusable"),
    tr("The text is cut off, or in a language you do not read."),
    Shared.CANNOT_TELL.value.key,
)

GOOD = "A"
"""The rating of a good question."""

OPEN = frozenset(("", "conflict", "deferred"))
"""The label of an open answer, as `label_of` spells it."""

STATE_NAMES: dict[str, str] = {
    "deferred": tr("Deferred"),
    "skipped": tr("Skipped"),
    "junk": tr("Junk"),
    CANNOT_TELL.word: CANNOT_TELL.name,
    "conflict": tr("Two labels"),
}

LETTERS = tuple(
    dict.fromkeys(
        label.letter
        for labels in (*(kind.label_scheme.labels for kind in KINDS.values()), QUESTION_QUALITY.labels, (CANNOT_TELL,))
        for label in labels
    )
)
"""Every letter that gives a label in one of the papers' schemes, in the order of the labels."""

DIGITS = "1234567890"
"""The digit keys in the order in which labels get them."""
_ORDINALS = (
    tr("First label"),
    tr("Second label"),
    tr("Third label"),
    tr("Fourth label"),
    tr("Fifth label"),
    tr("Sixth label"),
    tr("Seventh label"),
    tr("Eighth label"),
    tr("Ninth label"),
    tr("Tenth label"),
)


@dataclass(frozen=True)
class Choices:
    """The labels and states that an answer to a question of one kind can get.

    `labels`: the scheme in force, in the language in force, best first, then *cannot tell*. `digits`: the
    label of each digit key, in the order of `DIGITS`, None if it has none: a label that is a digit has that
    key, the others get the remaining keys. `glyphs`: those of a scheme of the collection's own, by label; a
    label that is missing there is spelled like its glyph. `is_long`: there are more labels than digit keys,
    so that labels are typed.
    """

    scheme: LabelScheme
    labels: tuple[Label, ...]
    digits: tuple[Label | None, ...]
    glyphs: Mapping[str, str] = field(default_factory=dict)
    is_long: bool = False

    def glyph(self, word: str) -> str:
        """Return the glyph of a label or state."""
        return self.glyphs.get(word, word)

    def digit_of(self, word: str) -> str:
        """Return the digit key of a label, "" if it has none."""
        return next((key for key, one in zip(DIGITS, self.digits, strict=True) if one and one.word == word), "")

    def lettered(self, letter: str) -> Label | None:
        """Return the label with this letter."""
        return next((one for one in self.labels if one.letter == letter), None)

    def key_sheet_caption(self) -> tuple[str, tuple[str, ...]]:
        """Return the names of the labels and their glyphs, of a long scale its ends."""
        if self.is_long:
            low, high = self.labels[0], self.labels[-2]
            words = tr("{low} to {high}, typed", low=low.name, high=high.name)
            shown: tuple[Label, ...] = (low, *self.labels[-2:])
        else:
            words, shown = comma_list(label.name.lower() for label in self.labels), self.labels
        return words, tuple(self.glyph(label.word) for label in shown)

    def name_at(self, place: int) -> str:
        """Return the name of the label of a digit key, from 0.

        "" for none, if labels are typed, and for *cannot tell*, which has a letter.
        """
        label = self.digits[place]
        return "" if label is None or is_state(label) else label.name

    def name_by(self, letter: str) -> str:
        """Return the name of what a letter gives, "" if that is the label of a digit key, too."""
        label = self.lettered(letter)
        if label is None or (self.digit_of(label.word) and not is_state(label)):
            return ""
        return label.name

    @property
    def goes_below_zero(self) -> bool:
        """Whether labels are typed, and some begin with a minus sign."""
        return self.is_long and any(label.word.startswith("-") for label in self.labels)

    @property
    def right(self) -> str:
        """The label of the right option of a reading test."""
        return "correct" if "correct" in self.scheme.words else self.scheme.words[0]

    @property
    def wrong(self) -> str:
        """The label of a wrong option."""
        return "incorrect" if "incorrect" in self.scheme.words else self.scheme.words[-1]


_KNOWN: dict[str, Choices] = {}
"""A cache of the last choices for each kind: those of one scheme, which never change."""


def choices_of(facts: Facts, kind: str) -> Choices:
    """Return the possible labels of answers to questions of a kind, by the scheme in force."""
    scheme, known = facts.scheme_of(kind), _KNOWN.get(kind)
    if known is None or known.scheme is not scheme:
        known = _KNOWN[kind] = choices_by(scheme, kind)
    return known


def choices_by(scheme: LabelScheme, kind: str) -> Choices:
    """Return the possible labels of answers to questions of a kind in a given scheme."""
    labels = tuple(_shown(label) for label in scheme.labels)
    is_long = len(labels) > len(DIGITS)
    with_state = (*labels, CANNOT_TELL)
    glyphs = {} if scheme.words == KINDS[kind].labels else scheme_glyphs(_with_own_letters(scheme, kind))
    return Choices(scheme, with_state, (None,) * len(DIGITS) if is_long else _digits(with_state), glyphs, is_long)


def _shown(label: Label) -> Label:
    """Return a label in the language in force, without a letter that is the key of *cannot tell*."""
    shown = shown_label(label)
    return replace(shown, letter="") if shown.letter == CANNOT_TELL.letter else shown


def _with_own_letters(scheme: LabelScheme, kind: str) -> LabelScheme:
    """Return a scheme without letters that actions have, as collections of earlier versions may."""
    return replace(
        scheme,
        labels=tuple(replace(one, letter="") if owner_of_letter(one.letter, kind) else one for one in scheme.labels),
    )


def _digits(labels: tuple[Label, ...]) -> tuple[Label | None, ...]:
    found = {label.word: label for label in labels if label.word in DIGITS}
    left = iter(label for label in labels if label.word not in found)
    return tuple(found[key] if key in found else next(left, None) for key in DIGITS)


def name_of_place(place: int, desk: str = "", facts: Facts | None = None, kinds: Sequence[QuestionKind] = ()) -> str:
    """Return what a digit key gives: `Second label (Incorrect, Inexact, B)`.

    `place` counts from 0. `desk`: only kinds of question that are judged there, "" for all. `facts`, `kinds`:
    those of a collection, by whose schemes it is; by those of the papers without, and where none of the kinds
    is judged there.
    """
    judged = [kind for kind in KINDS.values() if kind.is_labeled and desk in {"", kind.desk}]
    here = [kind for kind in judged if kind.name in {one.name for one in kinds}] if facts else []
    known = [choices_of(facts, kind.name) for kind in here] if facts else []
    given = [
        choices.digits[place] for choices in known or [choices_by(kind.label_scheme, kind.name) for kind in judged]
    ]
    words = [one.word if one.word in ascii_uppercase else one.name for one in given if one and not is_state(one)]
    names = comma_list(sorted(dict.fromkeys(words), key=len, reverse=True))
    return bracketed(_ORDINALS[place], names) if names else _ORDINALS[place]


def names_of_label_keys(facts: Facts, kinds: Sequence[QuestionKind]) -> dict[str, str]:
    """Return what the actions of the digit keys give in a collection, by action."""
    found = {}
    for place in range(len(DIGITS)):
        for desk in ("judge", "lists"):
            found[f"{desk}.label.{place + 1}"] = name_of_place(place, desk, facts, kinds)
        label = name_of_place(place, "", facts, kinds)
        found[f"disagreements.give.{place + 1}"] = tr("Decide: {label}", label=label)
    return found


def moved_keys(before: Facts, now: Facts, kinds: Iterable[QuestionKind]) -> str:
    """Return which keys give other labels than before, `3 was Fair and is Good`, "" for none.

    Keys are actions in braces. A key that gives nothing any more, or gave nothing before, is left out.
    """
    found = {}
    for kind in kinds:
        if kind.is_labeled and (moved := _moved_keys(choices_of(before, kind.name), choices_of(now, kind.name), kind)):
            found[kind.title] = comma_list(moved)
    if len(found) == 1:
        return next(iter(found.values()))
    return clauses(labeled(title, moved) for title, moved in found.items())


def _moved_keys(before: Choices, now: Choices, kind: QuestionKind) -> list[str]:
    if before.is_long != now.is_long:
        return [tr("labels are typed now") if now.is_long else tr("digits enter labels at once now")]
    both = [(f"label.{at}", *pair) for at, pair in enumerate(zip(before.digits, now.digits, strict=True), start=1)]
    letters = [one for one in ascii_uppercase if owner_of_letter(one, kind.name) is None]
    both += [(f"letter.{one.lower()}", before.lettered(one), now.lettered(one)) for one in letters]
    return [
        tr("{key} was {before} and is {now}", key=f"{{{kind.desk}.{action}}}", before=then.name, now=label.name)
        for action, then, label in both
        if then is not None and label is not None and then.word != label.word
    ]


def letters_beside(actions: Iterable[AnyAction]) -> tuple[str, ...]:
    """Return the letters that can be keys of labels on a desk: those that no action of it has or may get.

    They come in the order of the labels, as the label buttons do.
    Shared functions have their letters on every desk; that of *cannot tell* is a label.
    """
    by_label = (*LETTERS, *(letter for letter in ascii_uppercase if letter not in LETTERS))
    taken = {key for action in actions for key in action.keys} | (RESERVED - {CANNOT_TELL.letter})
    return tuple(letter for letter in by_label if letter not in taken)


def glyph_of(facts: Facts, kind: str, word: str) -> str:
    """Return the glyph of a label or state of an answer to a question of a kind."""
    return choices_of(facts, kind).glyph(word)


def name_of(facts: Facts, word: str, kind: str) -> str:
    """Return the display name of a label or state, for a kind of question."""
    return name_among(choices_of(facts, kind).labels, word)


def name_among(choices: Iterable[Label], word: str) -> str:
    """Return the display name of one of these labels, or of a state."""
    names = {choice.word: choice.name for choice in choices} | STATE_NAMES
    return names.get(word, word)


def is_state(label: Label) -> bool:
    """Return whether it is a state given instead of a label, such as *cannot tell*."""
    return label.word in STATES
