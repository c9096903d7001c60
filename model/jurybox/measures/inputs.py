"""What a measure scores: one frozen type for each family, whole counts wherever counting is enough.

    answers of a validation run      Counts          all answers of a run at once
    answered, wrong, unanswered      Outcomes        all questions of a run at once
    answers in rank order            Ranking         one question
    rankings of all questions        Rankings        all questions of a run at once
    the rating of the first answer   Rating          one question
    answers with confidence          Confidences     all questions of a run at once
    several answers with confidence  ScoredAnswers   one question
    MRR and seconds                  TimedRun        one run
    a list response                  ListResponse    one question
    a response and its nuggets       NuggetResponse  one question
    nuggets with weights             WeightedNuggets one question
    sentences and what they cite     CitedResponse   one question
    the types of question            Parts           one series, or one run
    selected answers                 Selections      all questions of a run at once

A scoreboard keeps these counts, changes them by one label, and asks the measure again. Each type says
by `whole_run` whether one value is a whole run or one unit, and by `units` how many units it holds.
Every type refuses negative counts and counts that do not add up with a ValueError that names them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from jurybox.language import tr
from jurybox.measures.checks import count, finite, not_negative, positive, same_length, share, within


class _Named:
    """An input whose numbers have names, by which formulas call them.

    `meanings`: what each of them counts, by name.
    """

    __slots__ = ()
    meanings: ClassVar[Mapping[str, str]] = {}

    @property
    def numbers(self) -> dict[str, int | float]:
        """The numbers that are there, by name, without those that are undefined."""
        found = {name: getattr(self, name) for name in self.meanings}
        return {name: value for name, value in found.items() if value is not None and not math.isnan(value)}


class OneUnit(_Named):
    """An input that is one unit of a run: a question, or a series."""

    __slots__ = ()
    whole_run: ClassVar[bool] = False

    @property
    def units(self) -> int:
        """How many units it holds."""
        return 1


class WholeRun(_Named):
    """An input that holds the counts of all units of a run."""

    __slots__ = ()
    whole_run: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Counts(WholeRun):
    """A run's decisions on answers, counted by their gold value.

    yes: validated; no: not validated; silent: the run abstained or gave no decision.
    `pairs` is 2 U of the run's scores: twice the pairs in which a correct answer scores above an
    incorrect one, plus the pairs that tie; None if its answers have neither score nor confidence.
    """

    meanings: ClassVar[Mapping[str, str]] = {
        "correct": tr("decisions that are right"),
        "incorrect": tr("decisions that are wrong"),
        "unanswered": tr("answers without a decision"),
        "total": tr("answers scored"),
        "yes_correct": tr("correct answers validated"),
        "no_correct": tr("correct answers not validated"),
        "silent_correct": tr("correct answers without a decision"),
        "yes_incorrect": tr("incorrect answers validated"),
        "no_incorrect": tr("incorrect answers not validated"),
        "silent_incorrect": tr("incorrect answers without a decision"),
        "tp": tr("correct answers validated"),
        "fp": tr("incorrect answers validated"),
        "fn": tr("correct answers not validated, or without a decision"),
        "tn": tr("incorrect answers not validated, or without a decision"),
        "positives": tr("correct answers"),
        "negatives": tr("incorrect answers"),
        "pairs": tr("twice the pairs with the correct answer scored above the incorrect one, and ties once"),
    }
    yes_correct: int = 0
    no_correct: int = 0
    silent_correct: int = 0
    yes_incorrect: int = 0
    no_incorrect: int = 0
    silent_incorrect: int = 0
    pairs: int | None = None

    def __post_init__(self) -> None:
        counts = (
            self.yes_correct, self.no_correct, self.silent_correct,
            self.yes_incorrect, self.no_incorrect, self.silent_incorrect,
        )  # fmt: skip
        for name, number in zip(_CELLS, counts, strict=True):
            if type(number) is not int or number < 0:
                count(name, number)
        if self.pairs is not None:
            every = 2 * self.positives * self.negatives
            within("pairs", count("pairs", self.pairs), tr("twice all pairs"), every)

    @property
    def tp(self) -> int:
        """Correct answers that were validated."""
        return self.yes_correct

    @property
    def fp(self) -> int:
        """Incorrect answers that were validated."""
        return self.yes_incorrect

    @property
    def fn(self) -> int:
        """Correct answers that were not validated; silence does not validate."""
        return self.no_correct + self.silent_correct

    @property
    def tn(self) -> int:
        """Incorrect answers that were not validated."""
        return self.no_incorrect + self.silent_incorrect

    @property
    def positives(self) -> int:
        """Correct answers."""
        return self.yes_correct + self.no_correct + self.silent_correct

    @property
    def negatives(self) -> int:
        """Incorrect answers."""
        return self.yes_incorrect + self.no_incorrect + self.silent_incorrect

    @property
    def correct(self) -> int:
        """Right decisions; silence is never right."""
        return self.yes_correct + self.no_incorrect

    @property
    def incorrect(self) -> int:
        """Wrong decisions."""
        return self.yes_incorrect + self.no_correct

    @property
    def unanswered(self) -> int:
        """Answers without a decision."""
        return self.silent_correct + self.silent_incorrect

    @property
    def total(self) -> int:
        """All answers."""
        return self.positives + self.negatives

    @property
    def units(self) -> int:
        """How many units it holds."""
        return self.total


_CELLS = ("yes_correct", "no_correct", "silent_correct", "yes_incorrect", "no_incorrect", "silent_incorrect")


@dataclass(frozen=True, slots=True)
class Outcomes(WholeRun):
    """How many questions a run answered correctly, incorrectly, or left unanswered."""

    meanings: ClassVar[Mapping[str, str]] = {
        "correct": tr("questions answered correctly"),
        "incorrect": tr("questions answered incorrectly"),
        "unanswered": tr("questions left unanswered"),
        "total": tr("questions scored"),
    }
    correct: int = 0
    incorrect: int = 0
    unanswered: int = 0

    def __post_init__(self) -> None:
        for name in ("correct", "incorrect", "unanswered"):
            count(name, getattr(self, name))

    @property
    def total(self) -> int:
        """All questions."""
        return self.correct + self.incorrect + self.unanswered

    @property
    def units(self) -> int:
        """How many units it holds."""
        return self.total


@dataclass(frozen=True, slots=True)
class Ranking(OneUnit):
    """The answers a run returned for one question, as gains.

    `gains`: of each answer in rank order, 0 for one that is not relevant; empty if nothing was returned.
    `ideal_gains`: of all judged answers of the question, in any order.
    `judged`: one 0 or 1 for each answer in rank order, None: all are. What is not judged gains 0.
    `pooled`: the same of answers that are in the pool to be judged, None: all are. What is judged is.
    """

    gains: Sequence[float] = ()
    ideal_gains: Sequence[float] = ()
    judged: Sequence[int] | None = None
    pooled: Sequence[int] | None = None

    def __post_init__(self) -> None:
        for gain in (*self.gains, *self.ideal_gains):
            not_negative("gain", gain)
        if self.judged is not None:
            same_length(gains=self.gains, judged=self.judged)
        if self.pooled is not None:
            same_length(gains=self.gains, pooled=self.pooled)

    @property
    def is_judged(self) -> Sequence[int]:
        """One 0 or 1 for each answer in rank order."""
        return [1] * len(self.gains) if self.judged is None else self.judged

    def relevant_from(self, least: float) -> "Ranking":
        """Return the same with gains below that of the least relevant answer as 0."""
        gains, ideal = ([gain if gain >= least else 0.0 for gain in some] for some in (self.gains, self.ideal_gains))
        return Ranking(gains, ideal, self.judged, self.pooled)

    @property
    def relevant(self) -> list[int]:
        """One 0 or 1 for each answer in rank order."""
        return [int(gain > 0) for gain in self.gains]

    @property
    def total_relevant(self) -> int:
        """R, the relevant answers of the question."""
        return sum(1 for gain in self.ideal_gains if gain > 0)

    @property
    def total_nonrelevant(self) -> int:
        """The answers of the question that are judged not relevant."""
        return len(self.ideal_gains) - self.total_relevant


@dataclass(frozen=True, slots=True)
class Rankings(WholeRun):
    """What a run returned to all questions, for measures that are not a plain mean over them."""

    rankings: Sequence[Ranking] = ()

    @property
    def units(self) -> int:
        """How many units it holds."""
        return len(self.rankings)


@dataclass(frozen=True, slots=True)
class Rating(OneUnit):
    """The rating of the answer that a run gave first to one question, on the scale of its labels."""

    meanings: ClassVar[Mapping[str, str]] = {"rating": tr("rating of the first answer")}
    rating: float

    def __post_init__(self) -> None:
        finite("rating", self.rating)


@dataclass(frozen=True, slots=True)
class Confidences(WholeRun):
    """A run's answers, one to a question, with how sure it was of them.

    `correct`: 0 or 1 for each answered question, most confident first (ties as in the order);
    `confidence`: in [0, 1], in the same order, None if the run gives none; `total`: all questions.
    """

    correct: Sequence[int] = ()
    confidence: Sequence[float] | None = None
    total: int = 0

    def __post_init__(self) -> None:
        within(tr("the number of answers"), len(self.correct), "total", count("total", self.total))
        if self.confidence is not None:
            same_length(correct=self.correct, confidence=self.confidence)

    @property
    def units(self) -> int:
        """How many units it holds."""
        return self.total


@dataclass(frozen=True, slots=True)
class ScoredAnswers(OneUnit):
    """A run's answers to one question, several allowed, with confidence.

    `scores` in [0, 1]; `evaluations`: 1 correct, 0 repeated, -1 incorrect; `known`: how many distinct
    answers are known.
    """

    scores: Sequence[float] = ()
    evaluations: Sequence[int] = ()
    known: int = 0

    def __post_init__(self) -> None:
        same_length(scores=self.scores, evaluations=self.evaluations)
        count("known", self.known)


@dataclass(frozen=True, slots=True)
class TimedRun(WholeRun):
    """A run's MRR and its answer time.

    `mrr`: in [0, 1], NaN if undefined; `seconds`: the run's, None if unknown; `slowest`: seconds of the
    slowest of the runs compared; `questions`: how many the MRR rests on.
    """

    meanings: ClassVar[Mapping[str, str]] = {
        "mrr": tr("mean reciprocal rank"),
        "seconds": tr("time of this run"),
        "slowest": tr("of the slowest run"),
    }
    mrr: float
    seconds: float | None
    slowest: float | None
    questions: int = 0

    def __post_init__(self) -> None:
        share("mrr", self.mrr, undefined=True)
        seconds, slowest = (
            None if value is None else positive(name, value)
            for name, value in (("seconds", self.seconds), ("slowest", self.slowest))
        )
        if seconds is not None and slowest is not None and seconds > slowest:
            msg = tr(
                "seconds = {seconds!r} is more than those of the slowest run, {slowest!r}",
                seconds=seconds,
                slowest=slowest,
            )
            raise ValueError(msg)

    @property
    def units(self) -> int:
        """How many units it holds."""
        return self.questions


@dataclass(frozen=True, slots=True)
class ListResponse(OneUnit):
    """A run's response to one list question: distinct correct ones, returned ones, known instances."""

    meanings: ClassVar[Mapping[str, str]] = {
        "distinct": tr("correct answers returned that are different from each other"),
        "returned": tr("responses returned"),
        "known": tr("correct instances known, those that no run returned included"),
    }
    distinct: int = 0
    returned: int = 0
    known: int = 0

    def __post_init__(self) -> None:
        found = count("distinct", self.distinct)
        within("distinct", found, "returned", count("returned", self.returned))
        within("distinct", found, "known", count("known", self.known))


@dataclass(frozen=True, slots=True)
class NuggetResponse(OneUnit):
    """A run's response to one Other question, by the nuggets it matches.

    `vital`, `okay`: nuggets of the question; `*_matched`: fully matched; `*_partial`: matched in part
    (worth nothing but in the support scores); `length`: characters of the response, without white space.
    """

    meanings: ClassVar[Mapping[str, str]] = {
        "vital": tr("vital nuggets of the question"),
        "okay": tr("okay nuggets of the question"),
        "vital_matched": tr("vital nuggets that the response contains in full"),
        "okay_matched": tr("okay nuggets that the response contains in full"),
        "vital_partial": tr("vital nuggets that it contains in part"),
        "okay_partial": tr("okay nuggets that it contains in part"),
        "length": tr("characters of the response, without white space"),
    }
    vital: int = 0
    okay: int = 0
    vital_matched: int = 0
    okay_matched: int = 0
    vital_partial: int = 0
    okay_partial: int = 0
    length: int = 0

    def __post_init__(self) -> None:
        for name in ("vital", "okay", "vital_matched", "okay_matched", "vital_partial", "okay_partial", "length"):
            count(name, getattr(self, name))
        within("vital_matched + vital_partial", self.vital_matched + self.vital_partial, "vital", self.vital)
        within("okay_matched + okay_partial", self.okay_matched + self.okay_partial, "okay", self.okay)


@dataclass(frozen=True, slots=True)
class WeightedNuggets(OneUnit):
    """A run's response to one Other question whose nuggets have weights in [0, 1] (a pyramid)."""

    meanings: ClassVar[Mapping[str, str]] = {
        "weight": tr("weights of all nuggets of the question, added up"),
        "weight_matched": tr("weights of the nuggets that the response contains, added up"),
        "matched": tr("nuggets that the response contains in full"),
        "length": tr("characters of the response, without white space"),
    }
    weights: Sequence[float] = ()
    matched: Sequence[int] = ()
    length: int = 0

    def __post_init__(self) -> None:
        same_length(weights=self.weights, matched=self.matched)
        count("length", self.length)

    @property
    def numbers(self) -> dict[str, int | float]:
        """The sums over the nuggets, by name."""
        held = [weight for weight, hit in zip(self.weights, self.matched, strict=True) if hit]
        sums = {"weight": math.fsum(self.weights), "weight_matched": math.fsum(held)}
        return sums | {"matched": len(held), "length": self.length}


@dataclass(frozen=True, slots=True)
class CitedResponse(OneUnit):
    """A run's response to one question, by the sentences it has and the support of what they cite.

    `full`, `partial`: citations that support their sentence in full and in part; `supported`, `partly`:
    sentences by the best of their citations.
    """

    meanings: ClassVar[Mapping[str, str]] = {
        "sentences": tr("sentences of the response"),
        "citations": tr("citations of the response, one for each sentence and document"),
        "full": tr("citations that support their sentence in full"),
        "partial": tr("citations that support it in part"),
        "supported": tr("sentences that a citation supports in full"),
        "partly": tr("sentences that a citation supports in part, and none in full"),
    }
    sentences: int = 0
    citations: int = 0
    full: int = 0
    partial: int = 0
    supported: int = 0
    partly: int = 0

    def __post_init__(self) -> None:
        for name in self.meanings:
            count(name, getattr(self, name))
        within("full + partial", self.full + self.partial, "citations", self.citations)
        within("supported + partly", self.supported + self.partly, "sentences", self.sentences)
        within("supported", self.supported, "full", self.full)
        within("partly", self.partly, "partial", self.partial)


@dataclass(frozen=True, slots=True)
class Parts(OneUnit):
    """The scores of the three types of question, of one series or of a whole run.

    Each in [0, 1]; None: there is no question of the type; NaN: there is, but its score is undefined
    or unjudged. `list_f` is the mean F of the list questions; in a series `other_f` is the F of its
    Other question, in a run the mean.
    """

    meanings: ClassVar[Mapping[str, str]] = {
        "factoid_accuracy": tr("share of the factoid questions answered correctly"),
        "list_f": tr("mean F of the list questions"),
        "other_f": tr("F of the Other question"),
    }
    factoid_accuracy: float | None = None
    list_f: float | None = None
    other_f: float | None = None

    def __post_init__(self) -> None:
        for name in ("factoid_accuracy", "list_f", "other_f"):
            if (value := getattr(self, name)) is not None:
                share(name, value, undefined=True)

    def missing(self, name: str) -> bool:
        """Whether a part does not exist or is undefined."""
        value = getattr(self, name)
        return value is None or math.isnan(value)


@dataclass(frozen=True, slots=True)
class Selections(WholeRun):
    """What a run that selects one answer to a question got right.

    `selected_right`: questions whose selected answer is correct; `rejected_right`: questions without a
    correct answer where the run rejected all; `questions`: all of them.
    """

    meanings: ClassVar[Mapping[str, str]] = {
        "selected_right": tr("questions whose selected answer is correct"),
        "rejected_right": tr("questions without a correct answer, rightly rejected"),
        "questions": tr("questions scored"),
    }
    selected_right: int = 0
    rejected_right: int = 0
    questions: int = 0

    def __post_init__(self) -> None:
        right = count("selected_right", self.selected_right) + count("rejected_right", self.rejected_right)
        within("selected_right + rejected_right", right, "questions", count("questions", self.questions))

    @property
    def units(self) -> int:
        """How many units it holds."""
        return self.questions


Input = (
    Counts | Outcomes | Ranking | Rankings | Rating | Confidences | ScoredAnswers | TimedRun
    | ListResponse | NuggetResponse | WeightedNuggets | CitedResponse | Parts | Selections
)  # fmt: skip
"""Anything that a measure can score."""
