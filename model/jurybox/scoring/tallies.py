"""The register of all families of units."""

from jurybox.measures import Counts, Ranking, Selections
from jurybox.scoring.answers import AnswerTally
from jurybox.scoring.grades import LevelGrades, TruthGrades
from jurybox.scoring.rankings import RankingTally
from jurybox.scoring.selections import SelectionTally
from jurybox.scoring.tally import Family

TALLIES: list[Family] = [
    Family("answers", ("validation",), (Counts,), lambda basis, _: AnswerTally(basis)),
    Family("selections", ("validation",), (Selections,), lambda basis, _: SelectionTally(basis)),
    Family("rankings", ("ranked",), (Ranking,), lambda basis, _: RankingTally(basis, LevelGrades(basis))),
    Family("first", ("factoid",), (Ranking,), lambda basis, _: RankingTally(basis, TruthGrades(basis))),
]
"""Every family; where two score a measure on a kind of question, the first does."""
