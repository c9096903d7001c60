"""The name of a gold standard: whose judgments count, and how their labels map to truth, levels and gains."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypedDict, get_args

from jurybox.errors import Refused
from jurybox.kinds import KINDS, GoldRule
from jurybox.language import tr
from jurybox.lists import comma_list, or_list

Whose = Literal[
    "assessor", "majority", "adjudicated", "dawid-skene", "median", "mean", "GA", "GAW", "LOO", "UFA", "UFBA", "BA"
]
Mapping = Literal["strict", "lenient"]
Missing = Literal["unjudged", "rescale"]
Weights = tuple[int, int, int]

USUAL_WEIGHTS: Weights = (2, 1, 0)
"""What the votes A, B and C are worth (Sakai et al. 2010, Table 21)."""

KNOWN = tr(
    "assessor:NAME, majority, adjudicated and dawid-skene, each also with +strict or +lenient, "
    "and for ranked questions median, mean, GA, GAW, LOO:NAME, UFA, UFBA and BA"
)
_BARE: tuple[Whose, ...] = ("median", "mean", "GA", "GAW", "UFA", "UFBA", "BA")
_OF_GROUPS: tuple[Whose, ...] = ("majority", "adjudicated", "dawid-skene")
_NAMED: tuple[Whose, ...] = ("assessor", "LOO")
_OF_LABELS: tuple[Whose, ...] = ("assessor", *_OF_GROUPS)
_OF_PATTERNS: tuple[Whose, ...] = ("GA", "GAW", "LOO")
OF_QUALITY: tuple[Whose, ...] = (*_OF_PATTERNS, "UFA", "UFBA")
"""Those that are defined by the labels A, B and C."""
_TAKES: dict[str, tuple[Whose, ...]] = {
    "weights": ("GAW", "LOO"),
    "gains": (*_OF_LABELS, "median", *_OF_PATTERNS),
    "missing": _OF_PATTERNS,
}
_USUAL = {"weights": USUAL_WEIGHTS, "gains": None, "missing": "unjudged"}
_MISSING = ("unjudged", "rescale")


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold standard by name; `str` prints it in full and `parse` reads that back.

    `whose`: one assessor (then `assessor` is the name), the majority of the panel, the adjudication and
    else the panel's unanimous label, or the label that Dawid and Skene's estimate of the errors of each
    assessor makes most probable; for ranked questions also the median or the mean of the panel, the
    patterns of the panel's votes (GA, GAW, LOO: without `assessor`), their favorites (UFA), with the
    asker's best answer (UFBA), or that alone (BA). `mapping`: strict, only *correct* is correct; lenient,
    *inexact* too. `weights`: what the votes A, B, C are worth. `gains`: what the levels L1, L2, ... are
    worth, None for their usual worth. `missing`: an incomplete pattern is unjudged, or is scaled up to all
    who judge the answer. `for_bounds`: what bounds range over, and no standard of its own, neither printed
    nor parsed. Under an adjudication an answer that is or can become disputed is open, since a decision can
    still make it anything; by Dawid and Skene every answer is, as long as any label is missing, since each
    label tells of the errors of whoever gave it. `frozen`: the name under which it was frozen, which it is
    then called by; its labels are those of then, whatever was given since.
    Raises Refused where an option does not fit.
    """

    whose: Whose
    mapping: Mapping = "strict"
    assessor: str = ""
    weights: Weights = USUAL_WEIGHTS
    gains: tuple[float, ...] | None = None
    missing: Missing = "unjudged"
    for_bounds: bool = False
    frozen: str = ""

    def __post_init__(self) -> None:
        for option, takers in _TAKES.items():
            if self.whose not in takers and getattr(self, option) != _USUAL[option]:
                raise Refused(
                    tr(
                        "{whose} takes no {option}; only {takers} do. Leave the option out.",
                        whose=self.whose,
                        option=option,
                        takers=comma_list(takers),
                    )
                )
        _check_weights(self.weights)
        _check_gains(self.gains)

    @classmethod
    def parse(cls, text: str) -> "Gold":
        """Return the gold standard that a text names, e.g. `majority`, `GAW(weights=3:1:0)`, `LOO:Ann`.

        Without a mapping it is strict. Raises Refused with the known ones for anything else.
        """
        name, options = _split(text.strip())
        for whose in _BARE:
            if name.rstrip() == whose:
                return cls(whose, **_read(options))
        if name.startswith("LOO:") and name != "LOO:":
            return cls("LOO", assessor=name.removeprefix("LOO:"), **_read(options))
        mapping: Mapping = "lenient" if name.endswith("+lenient") else "strict"
        name = name.removesuffix(f"+{mapping}")
        for whose in _OF_GROUPS:
            if name == whose:
                return cls(whose, mapping, **_read(options))
        if name.startswith("assessor:") and name != "assessor:":
            return cls("assessor", mapping, name.removeprefix("assessor:"), **_read(options))
        raise Refused(tr("{text!r} is not a gold standard; choose from {known}.", text=text, known=KNOWN))

    def __str__(self) -> str:
        if self.frozen:
            return self.frozen
        name = f"{self.whose}:{self.assessor}" if self.whose in _NAMED else self.whose
        if self.whose in _OF_LABELS:
            name = f"{name}+{self.mapping}"
        said = ", ".join(_printed(self))
        # An empty list of options keeps a name that ends like one, or with a space, apart from them.
        return f"{name}({said})" if said or name != name.rstrip(") ") else name

    @property
    def is_estimated(self) -> bool:
        """Whether each label changes all answers, by an estimate that takes a moment."""
        return self.whose == "dawid-skene"

    @property
    def rules(self) -> tuple[GoldRule, ...]:
        """What it can make of labels: levels, and with a mapping also correct and not."""
        return ("graded", "binary") if self.whose in _OF_LABELS else ("graded",)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of question it is for: all, or the graded ones alone for the standards of A, B and C."""
        return tuple(kind.name for kind in KINDS.values() if kind.gold in self.rules)


def names_gold(text: str) -> bool:
    """Return whether a text names a gold standard or could be read as one, in upper or lower case.

    `:` and `+` are signs of such names, before an assessor and a mapping; brackets are if they hold options.
    """
    return ":" in text or "+" in text or _split(text)[0].strip().casefold() in _FOLDED


_FOLDED = frozenset(map(str.casefold, get_args(Whose)))


def _split(text: str) -> tuple[str, list[tuple[str, str]]]:
    """Return a name and its options; brackets with other content belong to the name."""
    head, bracket, tail = text.rpartition("(")
    if not bracket or not tail.endswith(")"):
        return text, []
    pairs = [part.partition("=")[::2] for part in tail[:-1].split(",") if part.strip()]
    options = [(name.strip(), value.strip()) for name, value in pairs]
    return (head, options) if all(name in _TAKES for name, _ in options) else (text, [])


class _Options(TypedDict, total=False):
    weights: Weights
    gains: tuple[float, ...]
    missing: Missing


def _read(options: list[tuple[str, str]]) -> _Options:
    found = _Options()
    for name, value in options:
        if name == "weights":
            worth = _numbers(name, value)
            _check_weights(worth)
            found["weights"] = (int(worth[0]), int(worth[1]), int(worth[2]))
        elif name == "gains":
            found["gains"] = _numbers(name, value)
        elif value in _MISSING:
            found["missing"] = "rescale" if value == "rescale" else "unjudged"
        else:
            raise Refused(
                tr("missing={value} is unknown; a missing label is {missing}.", value=value, missing=or_list(_MISSING))
            )
    return found


def _numbers(name: str, value: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in value.split(":"))
    except ValueError as error:
        raise Refused(
            tr("{name}={value} is not a list of numbers such as {name}=3:1:0.", name=name, value=value)
        ) from error


def _printed(gold: Gold) -> Iterator[str]:
    """Yield the options that are not the usual ones, as they are written."""
    if gold.weights != USUAL_WEIGHTS:
        yield f"weights={':'.join(map(str, gold.weights))}"
    if gold.gains is not None:
        yield f"gains={':'.join(repr(gain).removesuffix('.0') for gain in gold.gains)}"
    if gold.missing != "unjudged":
        yield f"missing={gold.missing}"


def _check_weights(weights: tuple[float, ...]) -> None:
    whole = all(math.isfinite(worth) and worth == int(worth) for worth in weights)
    falls = list(weights) == sorted(weights, reverse=True) and weights[-1] >= 0 < weights[0]
    if len(weights) != len(USUAL_WEIGHTS) or not whole or not falls:
        shown = ":".join(f"{worth:g}" for worth in weights)
        raise Refused(
            tr(
                "weights={shown} does not weight the votes A, B and C: write three whole numbers, 0 or "
                "more, that do not increase, the first above 0, such as 2:1:0.",
                shown=shown,
            )
        )


def _check_gains(gains: tuple[float, ...] | None) -> None:
    if gains is None:
        return
    fit = all(math.isfinite(gain) and gain >= 0 for gain in gains) and list(gains) == sorted(gains)
    if not gains or not fit:
        shown = ":".join(f"{gain:g}" for gain in gains)
        raise Refused(
            tr(
                "gains={shown} is not a list of gains for the levels L1, L2, ...: write numbers, 0 or "
                "more, that do not decrease.",
                shown=shown,
            )
        )
