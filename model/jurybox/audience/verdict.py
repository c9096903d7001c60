"""The result of an audience's votes: a majority, or an honest tie; and the note that records the count."""

from collections.abc import Mapping
from dataclasses import dataclass

from jurybox.gold.why import listed
from jurybox.label_schemes import LabelScheme, shown_label
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.wording import count_of

AUDIENCE = "audience"
"""The assessor under whose name the votes of an audience are entered."""
_PHONES = "Votes"
_HANDS = "Show of hands"
TWO = "Two at one keyboard"
"""The note of a label that one of two people gave."""
TAKEN_OVER = "Taken over from "
"""The note, before the name, of a question's rating that an audience takes over with the open answers."""
_MOST_NAMED = 5
"""The most labels whose counts are listed in a sentence; on a long scale the others are counted together."""


@dataclass(frozen=True, slots=True)
class VoteCount:
    """The votes for one answer: `counts` by label of its scheme, the best first, zeros included."""

    scheme: LabelScheme
    counts: tuple[int, ...]

    @classmethod
    def of(cls, scheme: LabelScheme, given: Mapping[str, int]) -> "VoteCount":
        """Return the tally of votes by label; labels that are not in `given` have none.

        Raises ValueError for a label that is not in the scheme, or a count below 0.
        """
        foreign = [word for word in given if word not in scheme.words]
        if foreign or any(count < 0 for count in given.values()):
            raise ValueError(f"not votes for {scheme.name}: {dict(given)}")
        return cls(scheme, tuple(given.get(word, 0) for word in scheme.words))

    @property
    def votes(self) -> int:
        """The number of votes."""
        return sum(self.counts)

    @property
    def label(self) -> str | None:
        """The label that the audience gave; None without one.

        That is the label of more than half of the votes. On an interval scale, where few people give the
        same number, it is the median: None where the two votes in the middle differ.
        """
        if not self.votes:
            return None
        if self.scheme.intervals:
            low, high = self._at((self.votes - 1) // 2), self._at(self.votes // 2)
            return self.scheme.words[low] if low == high else None
        best = max(range(len(self.counts)), key=self.counts.__getitem__)
        return self.scheme.words[best] if 2 * self.counts[best] > self.votes else None

    def _at(self, place: int) -> int:
        """Return the label of the vote at a position, with all votes in the order of the scheme."""
        for at, count in enumerate(self.counts):
            place -= count
            if place < 0:
                return at
        raise IndexError(place)

    @property
    def leading(self) -> tuple[str, ...]:
        """The labels with the most votes, several if they are tied; empty without a vote."""
        most = max(self.counts)
        return tuple(w for w, c in zip(self.scheme.words, self.counts, strict=True) if c == most) if most else ()

    @property
    def listing(self) -> str:
        """The counts in words: `correct 17, incorrect 8`; of a long scale the labels with most votes."""
        pairs = [(w, c) for w, c in zip(self.scheme.words, self.counts, strict=True)]
        if len(pairs) > _MOST_NAMED:
            pairs = [(word, count) for word, count in pairs if count]
        named = pairs
        if len(pairs) > _MOST_NAMED:
            kept = set(sorted(range(len(pairs)), key=lambda at: -pairs[at][1])[:_MOST_NAMED])
            named = [pair for at, pair in enumerate(pairs) if at in kept]
        rest = sum(count for _, count in pairs) - sum(count for _, count in named)
        parts = [f"{word} {count}" for word, count in named] + ([f"others {rest}"] if rest else [])
        return comma_list(parts)

    @property
    def summary(self) -> str:
        """One sentence about the outcome, for the stage."""
        if not self.votes:
            return tr("No votes yet")
        votes = count_of(self.votes, "vote")
        if self.label is not None:
            name = self._name(self.label)
            if self.scheme.intervals:
                return tr("{name}: the median of {votes}", name=name, votes=votes)
            given = self.counts[self.scheme.words.index(self.label)]
            return tr("{name}: {given} of {votes}", name=name, given=given, votes=votes)
        if self.scheme.intervals:
            low, high = self._at((self.votes - 1) // 2), self._at(self.votes // 2)
            return tr(
                "No median: the middle of {votes} is between {low} and {high}",
                votes=votes,
                low=self.scheme.words[low],
                high=self.scheme.words[high],
            )
        if len(self.leading) > 1:
            return tr(
                "Tie: {most} each for {names}, of {votes}",
                most=max(self.counts),
                names=listed([self._name(word) for word in self.leading[:3]]),
                votes=votes,
            )
        return tr(
            "No majority: {most} of {votes} for {name}",
            most=max(self.counts),
            votes=votes,
            name=self._name(self.leading[0]),
        )

    def _name(self, word: str) -> str:
        return next(shown_label(label).name for label in self.scheme.labels if label.word == word)

    def note(self, label: str, *, by_hands: bool = False) -> str:
        """Return the note stored in the log with the label that is entered.

        It has every count and, if `label` is not the result of the vote, who decided.
        """
        if not self.votes:
            return ""
        head = f"{_HANDS if by_hands else _PHONES}: {self.listing}"
        if label == self.label:
            return f"{head}; median" if self.scheme.intervals else head
        return f"{head}; {self._why_open()}, the demonstrator chose {label}"

    def _why_open(self) -> str:
        if self.label is not None:
            return f"{'median' if self.scheme.intervals else 'majority'} for {self.label}"
        if self.scheme.intervals:
            return "no median"
        return "tie" if len(self.leading) > 1 else "no majority"


def is_note_of_votes(note: str | None) -> bool:
    """Return whether a note comes from an audience: from votes, two people, or a rating taken over."""
    return note == TWO or (note or "").startswith((f"{_PHONES}: ", f"{_HANDS}: ", TAKEN_OVER))
