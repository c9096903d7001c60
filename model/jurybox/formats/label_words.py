"""Words for labels in tables: the label of each, as given or as the word suggests.

Words are compared ignoring case. A word is a label of the scheme, a state such as cannot-tell, or `LEFT_OUT`,
which makes no judgment.
"""

import csv
import re
import shlex
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from jurybox.collection.entries import STATES
from jurybox.collection.findings import FoundWords, shown
from jurybox.errors import Refused
from jurybox.label_schemes import LabelScheme, shown_label
from jurybox.language import Sentence, grouped, tr, trnf
from jurybox.lists import comma_list

LEFT_OUT = ""
"""What a word is that brings no judgment."""
Words = tuple[tuple[str, str], ...]
"""Pairs of a word of a table and what it is."""


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, apart by blanks, as a set."""
    return frozenset(text.split())


YES = words_of("yes true y 1 validated selected accepted accept")
NO = words_of("no false n 0 rejected reject")
"""The words that runs and tables use as a boolean."""
_LISTED = 12
_NOT_LETTERS = re.compile(r"[\W_]+")
_HIGHEST = words_of("highlyrelevant veryrelevant perfect excellent fullyrelevant")
_POSITIVE = words_of(
    "yes y true right correct relevant good positive accepted supported full ja wahr richtig korrekt "
    "gut sí correcto correcta relevante oui vrai correcte"
)
_PARTLY = words_of(
    "partial partially partly partiallyrelevant partlyrelevant somewhatrelevant marginallyrelevant "
    "partiallycorrect partlycorrect somewhat inexact fair related teilweise teilweiserichtig "
    "teilweiserelevant"
)
_NEGATIVE = words_of(
    "no n false wrong incorrect irrelevant notrelevant nonrelevant notcorrect bad negative rejected "
    "poor unrelated none nein falsch unrichtig inkorrekt nichtrelevant schlecht incorrecto "
    "incorrecta falso falsa non faux fausse incorrecte"
)
SAID_OF_ANSWERS = _HIGHEST | _POSITIVE | _PARTLY | _NEGATIVE
"""Words for how good an answer is, small and without blanks."""
TICKS = words_of("x ✓ ✔ ☑")
"""Signs in the cells of a column that is ticked or empty."""
_NOT_KNOWN = words_of(
    "maybe perhaps unsure uncertain unclear unknown dontknow idontknow undecided ambiguous "
    "cannottell canttell cannotjudge cantjudge borderline"
)
_NUMBER = re.compile(r"[+-]?[0-9]*[.,]?[0-9]+ ?%?")
_NOTHING = words_of("na notapplicable skip ignore notjudged unjudged todo open pending")


def suggested(word: str, scheme: LabelScheme, others: Collection[str] = ()) -> str | None:
    """Return the label or state that a word seems to be, `LEFT_OUT` for no judgment, None for no idea.

    `others`: all words of the table; where one of them is better than relevant, relevant is not the best.
    """
    plain, words = letters_of(word), scheme.words
    for label in scheme.labels:
        if plain in (letters_of(label.word), letters_of(label.name)):
            return label.word
    if plain in _NOT_KNOWN or word.strip() == "?":
        return "cannot-tell"
    if plain in _NOTHING:
        return LEFT_OUT
    is_graded = scheme.is_ordinal or {"correct", "incorrect"} <= set(words)
    if not is_graded or len(words) < 2:
        return None
    middle = "inexact" if "inexact" in words else words[len(words) // 2] if len(words) > 2 else None
    has_higher = any(letters_of(other) in _HIGHEST for other in others)
    if plain in _HIGHEST:
        return words[0]
    if plain in _POSITIVE:
        return middle if has_higher and middle else words[0]
    if plain in _PARTLY:
        return middle
    return words[-1] if plain in _NEGATIVE else None


def pairs_in(text: str) -> list[str]:
    """Return the pairs in a text such as `a=b,"c,d"=e`; none where its quotation marks are wrong."""
    try:
        (pairs,) = csv.reader([text], skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        return []
    return pairs


def quoted(pair: str) -> str:
    """Return a pair as `pairs_in` reads it among others."""
    return '"{}"'.format(pair.replace('"', '""')) if set(pair) & {",", '"'} else pair


def parse_words(text: str) -> Words:
    """Return the map in a text such as `yes=correct,maybe=cannot-tell,n/a=`. Refused with what is wrong.

    A pair whose word has a comma in it is put into quotation marks.
    """
    found: dict[str, str] = {}
    for pair in pairs_in(text):
        word, is_pair, label = (part.strip() for part in pair.rpartition("="))
        if not is_pair or not word:
            raise Refused(
                tr(
                    "{pair} is not a word and a label. Write WORD=LABEL, such as yes=correct, or "
                    "WORD= for a word that brings no judgment. Nothing was stored.",
                    pair=shown(pair),
                )
            )
        if word.casefold() in found:
            raise Refused(tr("The word {word} is named twice. Leave one of the two out.", word=shown(word)))
        found[word.casefold()] = label
    if not found:
        raise Refused(tr("No word is named. Write WORD=LABEL, such as yes=correct. Nothing was stored."))
    return tuple(found.items())


def words_text(words: Iterable[tuple[str, str]]) -> str:
    """Return words as `parse_words` reads them."""
    return ",".join(quoted(f"{word}={label}") for word, label in words)


_FAULTS = words_of(
    "bad error errors fault faults faulty hallucinated hallucination hallucinations incorrect "
    "irrelevant junk mistake mistakes nonrelevant refusal refused rejected spam toxic unfaithful "
    "ungrounded unrelated unsupported wrong"
)


def is_fault(name: str) -> bool:
    """Return whether a yes in a column or control of this name says what is wrong with an answer."""
    words = re.findall("[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).casefold())
    is_denied = any(first in {"not", "non", "no"} and second in _POSITIVE for first, second in pairwise(words))
    return is_denied or not _FAULTS.isdisjoint(words)


def is_yes(text: str) -> bool | None:
    """Return a decision in the words that runs use as a boolean; None if it is neither."""
    plain = text.strip().casefold()
    return True if plain in YES else False if plain in NO else None


def label_or_state(word: str, words: Sequence[str]) -> tuple[str, str, str] | None:
    """Return label, state and note of a word that is a label or state itself, in any case; None for any other."""
    plain = word.casefold()
    label = word if word in words else next((label for label in words if label.casefold() == plain), "")
    if label or word == LEFT_OUT:
        return label, "", ""
    return ("", plain, "") if plain in STATES else None


def question_of_words(found: FoundWords) -> Sentence:
    """Return how to say what words are that no label is called, with what they suggest."""
    counted = comma_list([f"{shown(word)} ({grouped(found.counts[word])})" for word in found.unknown], _LISTED)
    pairs = words_text([(word, found.suggested.get(word, "LABEL")) for word in found.unknown])
    if all(map(_NUMBER.fullmatch, found.unknown)) and re.search("[.,%]", "".join(found.unknown)):
        return trnf(
            "columns-numbers-unknown",
            "{n} number is no label: {counted}. Write whole numbers, as grades of ranked questions (--kind ranked); or "
            "say what it is: Labels for words in the window, or --words {quote}",
            "{n} numbers are no labels: {counted}. Write whole numbers, as grades of ranked questions (--kind ranked); "
            "or say what each is: Labels for words in the window, or --words {quote}",
            len(found.unknown),
            counted=counted,
            quote=shlex.quote(pairs),
        )
    return trnf(
        "columns-words-unknown",
        "{n} word is not among the labels: {counted}. Say what it is: Labels for words in the window, "
        "or --words {quote}",
        "{n} words are not among the labels: {counted}. Say what each is: Labels for words in the "
        "window, or --words {quote}",
        len(found.unknown),
        counted=counted,
        quote=shlex.quote(pairs),
    )


def choices(scheme: LabelScheme) -> tuple[tuple[str, str], ...]:
    """Return what a word can be, by name: the labels, the states, and nothing."""
    states = tuple((state.replace("-", " ").capitalize(), state) for state in STATES if state != "deferred")
    return (*((shown_label(label).name, label.word) for label in scheme.labels), *states, ("Leave out", LEFT_OUT))


def letters_of(word: str) -> str:
    """Return a word or a head by which it is known: small, its letters and digits alone."""
    return _NOT_LETTERS.sub("", word.casefold())
