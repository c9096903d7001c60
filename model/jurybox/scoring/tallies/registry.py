"""The register of all families of units; `jurybox.kinds` defines which of them score a kind of question."""

from collections.abc import Callable
from functools import cache
from typing import cast

from jurybox.kinds import KINDS
from jurybox.measures import (
    CitedResponse,
    Confidences,
    Counts,
    Input,
    Kind,
    ListResponse,
    Measure,
    NuggetResponse,
    Outcomes,
    Parts,
    Ranking,
    Rankings,
    Rating,
    ScoredAnswers,
    Selections,
    TimedRun,
    WeightedNuggets,
)
from jurybox.measures.forms import Form, GeometricForm, PooledForm
from jurybox.scoring.basis import Basis
from jurybox.scoring.tallies.answers import AnswerTally
from jurybox.scoring.tallies.citations import CitationTally
from jurybox.scoring.tallies.confidence import ConfidenceTally, SignedTally
from jurybox.scoring.tallies.geometric import GeometricTally
from jurybox.scoring.tallies.grades import LevelGrades, TruthGrades
from jurybox.scoring.tallies.lists import ListTally
from jurybox.scoring.tallies.nuggets import NuggetTally
from jurybox.scoring.tallies.outcomes import OutcomeTally
from jurybox.scoring.tallies.pooled import PooledTally
from jurybox.scoring.tallies.rankings import RankingTally
from jurybox.scoring.tallies.ratings import RatingGrades, RatingTally
from jurybox.scoring.tallies.selections import SelectionTally
from jurybox.scoring.tallies.series import SeriesTally
from jurybox.scoring.tallies.tally import Family, Tallies, Tally
from jurybox.scoring.tallies.times import TimeTally


def _rankings(basis: Basis, _: Tallies, kind: Kind) -> RankingTally:
    return RankingTally(basis, (LevelGrades if KINDS[kind].is_graded else TruthGrades)(basis, kind))


def _geometric(_: Basis, tallies: Tallies, kind: Kind) -> GeometricTally:
    return GeometricTally(cast("RankingTally", tallies.of_family("rankings", kind)))


def _pooled(_: Basis, tallies: Tallies, kind: Kind) -> PooledTally:
    return PooledTally(cast("RankingTally", tallies.of_family("rankings", kind)))


def _outcomes(_: Basis, tallies: Tallies, kind: Kind) -> OutcomeTally:
    return OutcomeTally(cast("RankingTally", tallies.of_family("rankings", kind)))


def _confident(basis: Basis, tallies: Tallies, kind: Kind) -> ConfidenceTally:
    return ConfidenceTally(basis, cast("OutcomeTally", tallies.of_family("outcomes", kind)))


def _signed(basis: Basis, tallies: Tallies, kind: Kind) -> SignedTally:
    return SignedTally(basis, cast("OutcomeTally", tallies.of_family("outcomes", kind)))


def _times(basis: Basis, tallies: Tallies, kind: Kind) -> TimeTally:
    return TimeTally(basis, cast("RankingTally", tallies.of_family("rankings", kind)))


def _alone(make: Callable[[Basis, Kind], Tally]) -> Callable[[Basis, Tallies, Kind], Tally]:
    """Return how a tally is made that needs no other."""
    return lambda basis, _, kind: make(basis, kind)


TALLIES: list[Family] = [
    Family("answers", (Counts,), _alone(AnswerTally)),
    Family("selections", (Selections,), _alone(SelectionTally)),
    Family("citations", (CitedResponse,), _alone(CitationTally)),
    Family("rankings", (Ranking,), _rankings),
    Family("ratings", (Rating,), _alone(lambda basis, kind: RatingTally(basis, RatingGrades(basis, kind)))),
    Family("geometric", (Rankings,), _geometric, form=GeometricForm),
    Family("pooled", (Rankings,), _pooled, form=PooledForm),
    Family("outcomes", (Outcomes,), _outcomes),
    Family("confident", (Confidences,), _confident),
    Family("signed", (ScoredAnswers,), _signed),
    Family("lists", (ListResponse,), _alone(ListTally)),
    Family("nuggets", (NuggetResponse, WeightedNuggets), _alone(NuggetTally)),
    Family("series", (Parts,), lambda basis, tallies, _: SeriesTally(basis, tallies), of_several=True),
    Family("times", (TimedRun,), _times),
]
"""Every family; where two score a measure on a kind of question, the first does.

One that is made of another asks for it by the name of its family, which makes it first; so it also hears of
changes first. The kind need not name that family in its `tallies`.
"""
FAMILIES: dict[str, Family] = {family.name: family for family in TALLIES}


def family_of(measure: Measure, kind: Kind) -> Family | None:
    """Return the family that scores a measure on a kind of question; None if there is none."""
    if kind not in measure.kinds:
        return None
    return _family(KINDS[kind].tallies, measure.accepts, tuple(map(type, measure.forms)))


def input_of(measure: Measure, kind: Kind) -> type[Input] | None:
    """Return the form of input by which a measure scores a kind of question; None if it does not."""
    family = family_of(measure, kind)
    return None if family is None else next(each for each in family.accepts if each in measure.accepts)


@cache
def _family(tallies: tuple[str, ...], accepts: tuple[type[Input], ...], forms: tuple[type[Form], ...]) -> Family | None:
    scoring = (each for each in TALLIES if each.name in tallies and (each.form is None or each.form in forms))
    return next((each for each in scoring if not set(accepts).isdisjoint(each.accepts)), None)
