"""The register of all families of units."""

from functools import cache
from typing import cast

from jurybox.measures import (
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
    ScoredAnswers,
    Selections,
    TimedRun,
    WeightedNuggets,
    measure,
)
from jurybox.scoring.basis import Basis
from jurybox.scoring.tallies.answers import AnswerTally
from jurybox.scoring.tallies.confidence import ConfidenceTally, SignedTally
from jurybox.scoring.tallies.grades import LevelGrades, TruthGrades
from jurybox.scoring.tallies.lists import ListTally
from jurybox.scoring.tallies.nuggets import NuggetTally
from jurybox.scoring.tallies.outcomes import OutcomeTally
from jurybox.scoring.tallies.rankings import RankingTally
from jurybox.scoring.tallies.selections import SelectionTally
from jurybox.scoring.tallies.series import SeriesTally
from jurybox.scoring.tallies.tally import Family, Tallies
from jurybox.scoring.tallies.times import TimeTally

_MRR, _ACCURACY = measure("MRR"), measure("accuracy")


def _outcomes(_: Basis, tallies: Tallies) -> OutcomeTally:
    return OutcomeTally(cast("RankingTally", tallies.tally(_MRR, "factoid")))


def _counted(tallies: Tallies) -> OutcomeTally:
    return cast("OutcomeTally", tallies.tally(_ACCURACY, "factoid"))


TALLIES: list[Family] = [
    Family("answers", ("validation",), (Counts,), lambda basis, _: AnswerTally(basis)),
    Family("selections", ("validation",), (Selections,), lambda basis, _: SelectionTally(basis)),
    Family("rankings", ("ranked",), (Ranking,), lambda basis, _: RankingTally(basis, LevelGrades(basis))),
    Family("first", ("factoid",), (Ranking,), lambda basis, _: RankingTally(basis, TruthGrades(basis))),
    Family("outcomes", ("factoid",), (Outcomes,), _outcomes),
    Family(
        "confident", ("factoid",), (Confidences,), lambda basis, all_: ConfidenceTally(basis, _counted(all_))
    ),
    Family("signed", ("factoid",), (ScoredAnswers,), lambda basis, all_: SignedTally(basis, _counted(all_))),
    Family("lists", ("list",), (ListResponse,), lambda basis, _: ListTally(basis)),
    Family("nuggets", ("other",), (NuggetResponse, WeightedNuggets), lambda basis, _: NuggetTally(basis)),
    Family("series", ("factoid", "list", "other"), (Parts,), SeriesTally),
    Family("times", ("factoid",), (TimedRun,), lambda basis, all_: TimeTally(basis, all_, "factoid")),
    Family("times of ranked", ("ranked",), (TimedRun,), lambda basis, all_: TimeTally(basis, all_, "ranked")),
]
"""Every family; where two score a measure on a kind of question, the first does.

One that is made of another asks for it, which makes it first; so it also hears of changes first.
"""


def family_of(measure: Measure, kind: Kind) -> Family | None:
    """Return the family that scores a measure on a kind of question; None if there is none."""
    return _family(kind, measure.accepts) if kind in measure.kinds else None


@cache
def _family(kind: Kind, accepts: tuple[type[Input], ...]) -> Family | None:
    shared = (each for each in TALLIES if kind in each.kinds and not set(accepts).isdisjoint(each.accepts))
    return next(shared, None)
