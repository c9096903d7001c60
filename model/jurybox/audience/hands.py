"""A show of hands typed in one line: `17 yes, 8 no`, `17 8`, `A 12 B 5 C 1`, `1=17 2=8`."""

import re
from itertools import pairwise
from typing import NamedTuple

from jurybox.audience.verdict import VoteCount
from jurybox.errors import Refused
from jurybox.gold.why import listed
from jurybox.label_schemes import Label, LabelScheme, shown_label
from jurybox.language import tr, tr_noop

MOST_HANDS = 9_999
"""More people than any room holds: a higher count is a typing error."""
_KEYED = re.compile(r"([^\s,;=:][^,;=:]*?)\s*[=:]\s*(\d+)(?!\d)")
_TOKEN = re.compile(r"\d+|[^\W\d_][^\d,;=:+]*|\S", re.UNICODE)
_AND = tr("and")
_JOINTS = (",", ";", "+", "and", _AND)
_LONGEST_KEY = 3
_LONGEST_LINE = 1_000
_YES_AND_NO = ((tr_noop("yes"), 0), (tr_noop("no"), -1))


class _Part(NamedTuple):
    """One count, and its label by position in the scheme, None for an unnamed one."""

    number: int
    at: int | None


def parse_hands(text: str, scheme: LabelScheme) -> VoteCount:
    """Return the votes that one line counts, for the labels of a scheme.

    A count is next to a label: before each in the whole line (`17 yes 8 no`) or after each in the whole line
    (`yes 17 no 8`). A label is its word, its name, or the beginning of either; with `=` or `:` also the
    number of its key (`1=17`). With two labels, the first is also yes and the last no. Counts without labels
    are for the first labels in the order of their keys (`17 8`). Labels that are not named have no vote.
    Raises Refused with one sentence that says what was not understood and what can be typed.
    """
    line = text.strip()
    if not line:
        raise Refused(tr("Type the counts, such as {example}.", example=example_of_hands(scheme)))
    if len(line) > _LONGEST_LINE:
        raise Refused(
            tr("That line is too long. Type the counts, such as {example}.", example=example_of_hands(scheme))
        )
    parts = _keyed(line, scheme) or _worded(line, scheme)
    if all(part.at is None for part in parts):
        if len(parts) > len(scheme.labels):
            raise Refused(
                tr(
                    "There are {parts} counts for {labels} labels. Write {example}.",
                    parts=len(parts),
                    labels=len(scheme.labels),
                    example=example_of_hands(scheme),
                )
            )
        parts = [_Part(part.number, at) for at, part in enumerate(parts)]
    given: dict[str, int] = {}
    for count, at in parts:
        word = scheme.words[at or 0]
        if word in given:
            raise Refused(tr("{word!r} is counted twice. Write each label once.", word=word))
        given[word] = count
    tally = VoteCount.of(scheme, given)
    if not tally.votes:
        raise Refused(tr("All counts are 0, so there is no vote to enter."))
    return tally


def _keyed(line: str, scheme: LabelScheme) -> list[_Part]:
    """Return the parts of a line such as `1=17 2=8`; none for any other line."""
    if re.sub(r"[\s,;]+", "", _KEYED.sub("", line)) or not _KEYED.search(line):
        return []
    parts = []
    for key, count in _KEYED.findall(line):
        # On a scale of numbers the number is the label itself, as it is on the digit keys.
        if key in scheme.words or not key.isdecimal():
            at = _place_of(key, scheme)
        else:
            at = int(key) - 1 if len(key) <= _LONGEST_KEY else -1
        if not 0 <= at < len(scheme.labels):
            raise Refused(tr("There is no label {key}. The labels are {labels}.", key=key, labels=_labels(scheme)))
        parts.append(_Part(_count(count), at))
    return parts


def _worded(line: str, scheme: LabelScheme) -> list[_Part]:
    """Return the parts of a line of counts and words."""
    tokens = _tokens(line)
    numbers = [token for token in tokens if token.isdecimal()]
    words = [token for token in tokens if not token.isdecimal()]
    if not numbers:
        raise Refused(
            tr("There is no count in {line!r}. Write {example}.", line=line, example=example_of_hands(scheme))
        )
    if not words:
        return [_Part(_count(number), None) for number in numbers]
    if len(numbers) != len(words) or any(first.isdecimal() == second.isdecimal() for first, second in pairwise(tokens)):
        raise Refused(
            tr(
                "Not every count in {line!r} has one label. Write {example}.",
                line=line,
                example=example_of_hands(scheme),
            )
        )
    return [_Part(_count(number), _place_of(word, scheme)) for number, word in zip(numbers, words, strict=True)]


def _tokens(line: str) -> list[str]:
    found = []
    for token in _TOKEN.findall(line):
        word = token.strip()
        # "17 yes and 8 no": the conjunction is at the end of a run of words.
        for joint in (" and", f" {_AND}"):
            word = word.removesuffix(joint).strip()
        if word and word.casefold() not in _JOINTS and word not in "=:":
            found.append(word)
    return found


def _count(text: str) -> int:
    count = int(text) if len(text) <= len(str(MOST_HANDS)) else MOST_HANDS + 1
    if count > MOST_HANDS:
        raise Refused(tr("{text} is too many hands; a count is 0 to {most_hands:,}.", text=text, most_hands=MOST_HANDS))
    return count


def _place_of(typed: str, scheme: LabelScheme) -> int:
    """Return the position of the label that a word or its beginning names."""
    word = typed.casefold()
    shown = [shown_label(label) for label in scheme.labels]
    for at, label in enumerate(scheme.labels):
        names = {label.word, label.name, label.short, shown[at].name, shown[at].short}
        if word in {name.casefold() for name in names}:
            return at
    if len(scheme.labels) == len(_YES_AND_NO):
        for known, at in _YES_AND_NO:
            if known.startswith(word) or tr(known).startswith(word):
                return at % len(scheme.labels)
    found = [
        at
        for at, label in enumerate(scheme.labels)
        if label.word.casefold().startswith(word)
        or label.name.casefold().startswith(word)
        or shown[at].name.casefold().startswith(word)
        or label.letter.casefold() == word
    ]
    if len(found) == 1:
        return found[0]
    lettered = [at for at in found if scheme.labels[at].letter.casefold() == word]
    if len(lettered) == 1:
        return lettered[0]
    if found:
        words = tr(" or ").join(_spelled(scheme.labels[at]) for at in found)
        raise Refused(tr("{typed!r} could be {words}. Write one more letter.", typed=typed, words=words))
    raise Refused(tr("{typed!r} is not a label. The labels are {labels}.", typed=typed, labels=_labels(scheme)))


def _labels(scheme: LabelScheme) -> str:
    words = [_spelled(label) for label in scheme.labels]
    if len(words) > 10:
        return tr("{low} to {high}", low=words[0], high=words[-1])
    return listed(words, most=len(words))


def example_of_hands(scheme: LabelScheme) -> str:
    """Return a line that can be typed."""
    first, last = (_spelled(label) for label in (scheme.labels[0], scheme.labels[-1]))
    return f"{first}=17, {last}=8" if first[:1].isdecimal() else f"17 {first}, 8 {last}"


def _spelled(label: Label) -> str:
    """Return the spelling of a label in the language in force: its word, or its name if that differs."""
    name = shown_label(label).name
    return label.word if name == label.name else name.lower()
