"""The value that a measure is: its name, parameters, range, needs and source, and how it scores."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeVar

from jurybox.kinds import KINDS, KindName
from jurybox.language import tr
from jurybox.lists import comma_list, or_list
from jurybox.measures.forms import ConfidenceForm, CountForm, Form, GeometricForm, PooledForm, RankForm, UnitForm, Worth
from jurybox.measures.inputs import Confidences, Counts, Input, ScoredAnswers
from jurybox.measures.score import Score, mean_score, undefined

Direction = Literal["higher", "lower"]
Unit = Literal["answer", "question", "series"]
Kind = KindName
Gold = Literal["binary", "graded", "best", "instances", "nuggets"]
Option = float | int | str | None
_Form = TypeVar("_Form", CountForm, RankForm, GeometricForm, PooledForm, ConfidenceForm, UnitForm)
_NAME = re.compile(r"[^\W\d]\w*")
_ASIDE = re.compile(r",? (?:averaged over questions|averaged over series|averaged|0 if \w+ is \w+)$")
"""What a formula says last, which is not part of it."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing that a measure lets the user choose.

    `type`: int, float or str; `low`, `high`: bounds of a number, `above` if `low` itself is excluded, `below`
    if `high` is;
    `choices`: the words of a str; `default`: None where None is allowed and means "none".
    `shown`: the name of the measure always prints it; `bare`: it is printed without its own name;
    `is_cutoff`: it is printed behind the name, as in `nDCG@10`.
    `meaning`: what it says, a clause for the help.
    `alias`: another name that is read, and `spellings`: values that are read for others, such as those of
    ir-measures.
    """

    name: str
    type: type[int | float | str]
    default: Option
    low: float = -math.inf
    high: float = math.inf
    above: bool = False
    below: bool = False
    choices: tuple[str, ...] = ()
    shown: bool = False
    bare: bool = False
    is_cutoff: bool = False
    meaning: str = ""
    alias: str = ""
    spellings: tuple[tuple[str, Option], ...] = ()

    def parse(self, text: str) -> Option:
        """Return the value of a text, which may be in quotes; ValueError names it if it is not allowed."""
        quote = text[:1]
        if quote in ("'", '"') and len(text) > 1 and text.endswith(quote):
            text = text[1:-1]
        if text in (known := dict(self.spellings)):
            return known[text]
        if text == "none" and self.default is None:
            return None
        try:
            return self.check(self.type(text))
        except ValueError:
            return self.check(text)

    def check(self, value: Option) -> Option:
        """Return the value if it is allowed."""
        if value is None and self.default is None:
            return None
        if self.type is str and value in self.choices:
            return value
        if isinstance(value, (int, float)) and self._holds(value):
            return value
        msg = tr(
            "{name} = {value} is not allowed; it can be {range}", name=self.name, value=_print(value), range=self.range
        )
        raise ValueError(msg)

    def _holds(self, number: float) -> bool:
        whole = self.type is float or (self.type is int and isinstance(number, int))
        too_low = number <= self.low if self.above else number < self.low
        too_high = number >= self.high if self.below else number > self.high
        return whole and not isinstance(number, bool) and math.isfinite(number) and not too_low and not too_high

    @property
    def range(self) -> str:
        """What is allowed, in words."""
        if self.type is str:
            return comma_list(self.choices)
        found = tr("a whole number") if self.type is int else tr("a number")
        if self.low > -math.inf:
            low = _print(self.low)
            found = (
                tr("{number} above {low}", number=found, low=low)
                if self.above
                else tr("{number} of at least {low}", number=found, low=low)
            )
        if self.high < math.inf:
            high = _print(self.high)
            found = (
                tr("{number} and below {high}", number=found, high=high)
                if self.below
                else tr("{number} up to {high}", number=found, high=high)
            )
        return tr("{number}, or none", number=found) if self.default is None else found


def _no_function(data: Input, **options: Option) -> float:
    """Stand in for the function of a measure that has none, as counts are all that it scores."""
    raise TypeError(data, options)


@dataclass(frozen=True)
class Measure:
    """A measure as a value: equal to, hashed by and printed as its name, which `measure()` reads back.

    `name`: with its parameters; `title`: what it measures, in a few words.
    `low`, `high`: the range of its values; `direction`: whether higher or lower is better.
    `unit`: what it counts or averages over (see `unit_of`); `kinds`: the kinds of question it scores.
    `gold`: the gold standards any one of which is enough, or, with `needs_all`, all that it needs.
    `paper`: where it is defined, "" for a measure of no paper; `formula`: plain text with the fields of its
    input, for explaining.
    `accepts`: the input types (`jurybox.measures.inputs`); `compute`: its function, of one input, with the
    options by keyword, needed for what its form for counts does not score; `why`: why it is
    undefined, in one clause, or a function of the input.
    `forms`: one for each family of input (`jurybox.measures.forms`), all that bounds, explanations, tests,
    studies and effects of labels need to know of it.
    `spelled`: of one input (None where it has none yet), with the options by keyword, the formula by the
    names of its numbers; needed where `formula` says it in another way, and for counts also where it depends
    on options.
    `averaged`: the kinds of question for which a run's score is the plain mean of its units' scores; for
    others it only exists for the whole run. `parameters`: what can be chosen; `options`: what is chosen, by
    name. `aliases`: what else reads as its name; one that ends with `_` has the cutoff behind it, as in
    `ndcg_cut_10`.

    Raises ValueError, naming the measure and what is missing, if one of these does not fit the others.
    """

    name: str
    title: str = field(compare=False)
    low: float = field(compare=False)
    high: float = field(compare=False)
    unit: Unit = field(compare=False)
    kinds: tuple[Kind, ...] = field(compare=False)
    gold: tuple[Gold, ...] = field(compare=False)
    paper: str = field(compare=False)
    formula: str = field(compare=False)
    accepts: tuple[type[Input], ...] = field(compare=False)
    why: Callable[..., str] | str = field(compare=False, repr=False)
    forms: tuple[Form, ...] = field(compare=False, repr=False)
    compute: Callable[..., float] = field(default=_no_function, compare=False, repr=False)
    averaged: tuple[Kind, ...] = field(default=(), compare=False)
    direction: Direction = field(default="higher", compare=False)
    needs_all: bool = field(default=False, compare=False)
    parameters: tuple[Parameter, ...] = field(default=(), compare=False)
    aliases: tuple[str, ...] = field(default=(), compare=False)
    options: dict[str, Option] = field(default_factory=dict, compare=False)
    spelled: Callable[..., str] | None = field(default=None, compare=False, repr=False)
    base: str = field(default="", compare=False, repr=False)
    plain: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.base:
            object.__setattr__(self, "base", self.name)
        given = {parameter.name: parameter.default for parameter in self.parameters} | self.options
        object.__setattr__(self, "options", given)
        object.__setattr__(self, "name", self._printed())
        if missing := next(self._missing(), ""):
            msg = f"{self.name}: {missing}"
            raise ValueError(msg)

    def __str__(self) -> str:
        return self.name

    def __call__(self, **options: Option) -> Measure:
        """Return the same measure with other options, e.g. `nDCG(cutoff=10)`."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in options:
            if name not in known:
                msg = (
                    tr(
                        "{measure} has no parameter {name!r}; it has: {listed}",
                        measure=self.base,
                        name=name,
                        listed=comma_list(known),
                    )
                    if known
                    else tr("{measure} has no parameter {name!r}, nor any other", measure=self.base, name=name)
                )
                raise ValueError(msg)
        checked = {name: known[name].check(value) for name, value in options.items()}
        return replace(self, name=self.base, options=self.options | checked)

    @property
    def cutoff(self) -> Parameter | None:
        """The parameter that is printed behind the name, if it has one."""
        return next((parameter for parameter in self.parameters if parameter.is_cutoff), None)

    @cached_property
    def counts(self) -> CountForm | None:
        """Its form for counts, if it has one."""
        return self._form(CountForm)

    @cached_property
    def ranks(self) -> RankForm | None:
        """Its form for rankings, if it has one."""
        return self._form(RankForm)

    @cached_property
    def geometric(self) -> GeometricForm | None:
        """Its form as a geometric mean, if it is one."""
        return self._form(GeometricForm)

    @property
    def pooled(self) -> PooledForm | None:
        """Its form as a recall pooled over questions, if it is one."""
        return self._form(PooledForm)

    @property
    def of_each(self) -> str | None:
        """The measure of one ranking that it puts together in another way than as a mean, if it does."""
        form = self.geometric or self.pooled
        return form.of if form else None

    @cached_property
    def confidences(self) -> ConfidenceForm | None:
        """Its form for answers by confidence, if it has one."""
        return self._form(ConfidenceForm)

    @cached_property
    def units(self) -> UnitForm | None:
        """Its form for inputs that are asked unit by unit, if it has one."""
        return self._form(UnitForm)

    @cached_property
    def orders(self) -> tuple[Worth, ...]:
        """The orders of outcomes of its counts, with the options in force; none: they are not ordered."""
        if self.counts is None:
            return ()
        orders = self.counts.orders
        return orders(**self.options) if callable(orders) else orders

    def formula_of(self, data: Input | None) -> str:
        """Return the formula by the names of the numbers of an input, None for a unit that has none yet."""
        if self.spelled is not None:
            return self.spelled(data, **self.options)
        return _ASIDE.sub("", self.formula)

    @property
    def best(self) -> float:
        """The end of the range that is best."""
        return self.high if self.direction == "higher" else self.low

    @property
    def worst(self) -> float:
        """The end of the range that is worst."""
        return self.low if self.direction == "higher" else self.high

    def better(self, a: float, b: float) -> bool:
        """Whether value `a` is strictly better than value `b`; never if one is NaN."""
        return a > b if self.direction == "higher" else a < b

    def unit_of(self, kind: Kind) -> Unit:
        """Return the unit for a kind of question: counts of decisions about answers are counts of answers."""
        return "answer" if KINDS[kind].decides and Counts in self.accepts else self.unit

    def evaluate(self, data: Input | Iterable[Input]) -> Score:
        """Score one input, or several inputs and return the mean over them.

        Where an input is one unit, a run is the list of its units; undefined ones are left out of the
        mean and counted. Where an input holds the counts of a whole run, one input is the run.
        Raises TypeError for an input of another family.
        """
        if isinstance(data, self.accepts):
            return self._of_one(data)
        if isinstance(data, Iterable):
            return mean_score(self.evaluate(one) for one in data)
        accepted = or_list(kind.__name__ for kind in self.accepts)
        msg = tr(
            "{measure} scores {accepted}, not {given}", measure=self.name, accepted=accepted, given=type(data).__name__
        )
        raise TypeError(msg)

    def value(self, data: Input) -> float:
        """Return the value of one input, NaN if it is undefined."""
        if self.counts and isinstance(data, self.counts.inputs):
            return self.counts.value(data, **self.options)
        return self.compute(data, **self.options)

    def _of_one(self, data: Input) -> Score:
        value = self.value(data)
        if math.isnan(value):
            reason = self.why if isinstance(self.why, str) else self.why(data)
            return undefined(reason, left_out=0 if data.whole_run else 1)
        return Score(value, units=data.units)

    def _form(self, kind: type[_Form]) -> _Form | None:
        return next((form for form in self.forms if isinstance(form, kind)), None)

    def _missing(self) -> Iterator[str]:
        """Yield what is missing or does not fit."""
        if not self.accepts or not self.kinds or not self.gold:
            yield "it accepts no input, scores no kind of question or needs no gold standard"
        for each in self.accepts:
            fitting = [form for form in self.forms if each in form.inputs]
            if len(fitting) != 1:
                yield f"{each.__name__} needs exactly one form, and it has {len(fitting)}"
        for form in self.forms:
            if set(form.inputs).isdisjoint(self.accepts):
                yield f"it has a {type(form).__name__} and accepts none of its inputs"
        if set(self.averaged) - set(self.kinds):
            yield "it is averaged over questions of a kind that it does not score"
        if self.compute is _no_function and not (self.counts and set(self.accepts) <= set(self.counts.inputs)):
            yield "it has no function (compute)"
        yield from self._missing_of_counts()
        needs_worth = Confidences in self.accepts and self.averaged and self.confidences
        if needs_worth and self.confidences and self.confidences.worth is None:
            yield "a mean over questions needs what each counts by confidence (worth)"
        if ScoredAnswers in self.accepts and self.units and self.units.numbers is None:
            yield "scored answers need the formula with numbers (numbers)"

    def _missing_of_counts(self) -> Iterator[str]:
        if self.counts is None:
            return
        known = {name for parameter in self.parameters for name in (parameter.name, f"{parameter.name}²")}
        named = [] if self.spelled else _NAME.findall(self.formula_of(None))
        for each in set(self.accepts) & set(self.counts.inputs):
            for name in (*self.counts.columns, *(name for name in named if name not in known)):
                if name not in each.meanings:
                    yield f"{each.__name__} has no count {name!r}; it has: {', '.join(each.meanings)}"

    def _printed(self) -> str:
        parts, behind = [], ""
        for parameter in self.parameters:
            value = self.options[parameter.name]
            if not parameter.shown and value == parameter.default:
                continue
            if parameter.is_cutoff:
                behind = f"@{_print(value)}"
            else:
                parts.append(_print(value) if parameter.bare else f"{parameter.name}={_print(value)}")
        if parts:
            return f"{self.base}({', '.join(parts)}){behind}"
        return f"{self.base}{behind}" if behind else self.plain or self.base


def _print(value: Option) -> str:
    """Return the shortest text that reads back as the value: 3, 0.51, min, none."""
    if value is None:
        return "none"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
