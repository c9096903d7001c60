"""What scoring asks of a measure beside its function: how it scores many at once, and what labels do to it.

A measure names one form for each family of input that it scores, so that bounds, explanations, intervals,
tests, studies, the most informative answers and effects of labels all read the measure itself:

    CountForm        Counts, Outcomes, Selections
    RankForm         Ranking, Rating
    GeometricForm    Rankings
    PooledForm       Rankings
    ConfidenceForm   Confidences
    UnitForm         ListResponse, NuggetResponse, WeightedNuggets, CitedResponse, ScoredAnswers,
                     TimedRun, Parts
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.measures.checks import NAN, Floats, quotient
from jurybox.measures.count_rows import Division, ratio
from jurybox.measures.inputs import (
    CitedResponse,
    Confidences,
    Counts,
    ListResponse,
    NuggetResponse,
    OneUnit,
    Outcomes,
    Parts,
    Ranking,
    Rankings,
    Rating,
    ScoredAnswers,
    Selections,
    TimedRun,
    WeightedNuggets,
    WholeRun,
)
from jurybox.measures.ranking_rows import Ranked, RankParts, value_of

Mask = NDArray[np.bool_]

Worth = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""For the rows yes, no, silent (or selects, rejects, neither): what correct (won) and incorrect are worth."""

Effect = Literal["rises", "falls", "either"]
"""What one more correct answer, instance, nugget or gain does to a value; "either": it depends, or both."""


class Chances(NamedTuple):
    """What can become of questions, the most confident answer first and those without one last.

    `worst` and `best`: whether the answer is correct at worst and at best, if its question is scored;
    `optional`: whether the question can still be left out. Questions that never count are not among them.
    """

    worst: Mask
    best: Mask
    optional: Mask


@dataclass(frozen=True, slots=True)
class CountForm:
    """The form of a measure of counts.

    `columns`: the counts that it is made of, by their names in the inputs; `measure`: of these counts in this order,
    of one run or arrays of them, with the options by keyword, what is divided and by what (`count_rows`).
    `orders`: how good the outcomes of an open unit are, by the row that the run put it in: a count that
    raises the measure is worth more than staying out (0), one that lowers it less. The highest score is that
    of one of the orders in which every open unit takes its best outcome, the lowest that of its worst.
    Without any the bounds are the range of the measure. A function of the options, by keyword, where these
    decide. With `pairs` among the columns the measure has to rise with them; its bounds follow from the order
    of scores.
    """

    columns: tuple[str, ...]
    measure: Callable[..., Division]
    orders: tuple[Worth, ...] | Callable[..., tuple[Worth, ...]]
    inputs: ClassVar[tuple[type[WholeRun], ...]] = (Counts, Outcomes, Selections)

    @property
    def of_pairs(self) -> bool:
        """Whether it rests on the order of scores, not on decisions alone."""
        return "pairs" in self.columns

    def compute(self, *columns: NDArray[Any], **options: Any) -> Floats:  # noqa: ANN401 - of any measure
        """Return the values of arrays of the counts, NaN where undefined."""
        above, below = self.measure(*columns, **options)
        return quotient(np.asarray(above), np.asarray(below))

    def value(self, data: WholeRun, **options: Any) -> float:  # noqa: ANN401 - of any measure
        """Return the value of one run, NaN if it is undefined or has no scores to order."""
        counted = [getattr(data, name) for name in self.columns]
        return NAN if None in counted else ratio(*self.measure(*counted, **options))


@dataclass(frozen=True, slots=True)
class RankForm:
    """The form of a measure of rankings.

    `measure`: of `ranking_rows.Ranked` and the options that are its own, by keyword, what each rank adds and the
    divisor; `divisor`: what that counts.
    `effect`: of a higher gain on the value. `uses_ideal`: whether it looks at the ideal ranking; where it
    does, the value falls with the ideal gains (rises, if its effect is "falls"). `first_only`: it looks at
    rank 1 only. `sees_unjudged`: it gets the codes of `ranking_rows` where an answer is not judged, and
    rankings as they were submitted: nothing is taken out of them. `of_gains`: the option `gain` says what gains
    count; else it is the measure's own.
    """

    measure: Callable[..., RankParts]
    divisor: str
    effect: Effect
    uses_ideal: bool = True
    first_only: bool = False
    sees_unjudged: bool = False
    of_gains: bool = False
    inputs: ClassVar[tuple[type[OneUnit], ...]] = (Ranking, Rating)

    def parts(self, gains: Floats, ideal: Floats, **options: Any) -> RankParts:  # noqa: ANN401 - of any measure
        """Return what each rank adds to the value, and what the sum is divided by.

        Gains in shape (ranks, runs, questions) or (ranks, runs), ideal gains in shape (ranks, questions) or (ranks,
        1), and all options of the measure by keyword.
        """
        options.pop("undefined", None)
        gain = options.pop("gain", "linear") if self.of_gains else "linear"
        cutoff, rel = options.pop("cutoff", None), options.pop("rel", None)
        return self.measure(Ranked.of(gains, ideal, cutoff=cutoff, rel=rel, gain=gain), **options)

    def rows(self, gains: Floats, ideal: Floats, **options: Any) -> Floats:  # noqa: ANN401 - of any measure
        """Return the values of the same rankings, NaN where undefined, or 0 if `undefined` is "zero"."""
        found = value_of(*self.parts(gains, ideal, **options))
        return np.nan_to_num(found, nan=0.0) if options.get("undefined") == "zero" else found


@dataclass(frozen=True, slots=True)
class GeometricForm:
    """The form of a geometric mean over questions.

    `of`: the name of the measure of one ranking that is averaged, which has the same parameters and values
    from 0 to 1;
    `floor`: what a lower value counts, so that one question at 0 does not make the whole mean 0.
    """

    of: str
    floor: float
    inputs: ClassVar[tuple[type[WholeRun], ...]] = (Rankings,)


@dataclass(frozen=True, slots=True)
class PooledForm:
    """The form of a recall that is pooled over questions: ratios of sums, averaged over ranks.

    `of`: the name of the measure of one ranking with the same parameters, which is undefined for the
    questions that add nothing; `sums`: of gains and ideal gains, as `RankForm.rows` gets them, with the options
    by keyword, what was found and what can be found, the ranks in front; `measure`: of the sums of both over
    questions, what each rank adds and the divisor. It rises with what is found, and falls with what can be.
    """

    of: str
    sums: Callable[..., tuple[Floats, Floats]]
    measure: Callable[[Floats, Floats], RankParts]
    inputs: ClassVar[tuple[type[WholeRun], ...]] = (Rankings,)

    def compute(self, found: Floats, most: Floats) -> Floats:
        """Return the values of sums with the ranks in front."""
        return value_of(*self.measure(found, most))


@dataclass(frozen=True, slots=True)
class ConfidenceForm:
    """The form of a measure of first answers by confidence.

    `effect`: of a correct answer; `numbers`: the formula with the numbers of one run (`Confidences`).
    `worth`: what questions count, of arrays of correct and confidence; needed for a mean over questions.
    `ends`: of `Chances` and the confidence in their order (None where the run gives none) the lowest and
    highest value that no completion leaves if questions can be left out; without it the range of the measure. Of an
    effect that is "either" it is asked in any case, about the questions that the run answers.
    `choices`: the measure of many choices of questions of one run, of weights in shape (choices, questions)
    and of correct (questions), both the most confident first; without it or `worth` there are no tests,
    intervals and studies.
    """

    effect: Effect
    numbers: Callable[[Confidences], str]
    worth: Callable[[Mask, Floats], Floats] | None = None
    ends: Callable[[Chances, Floats | None], tuple[float, float]] | None = None
    choices: Callable[[Floats, Floats], Floats] | None = None
    inputs: ClassVar[tuple[type[WholeRun], ...]] = (Confidences,)


@dataclass(frozen=True, slots=True)
class UnitForm:
    """The form of a measure whose input is asked unit by unit, and scored by its function alone.

    `effect`: of an instance or a nugget that is found, of the scores of the parts, of the reciprocal ranks.
    `numbers`: the formula with the numbers of one input, where naming its counts is not enough.
    """

    effect: Effect
    numbers: Callable[..., str] | None = None
    inputs: ClassVar[tuple[type[OneUnit] | type[WholeRun], ...]] = (
        ListResponse,
        NuggetResponse,
        WeightedNuggets,
        CitedResponse,
        ScoredAnswers,
        TimedRun,
        Parts,
    )


Form = CountForm | RankForm | GeometricForm | PooledForm | ConfidenceForm | UnitForm
