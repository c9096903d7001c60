"""Gold standards: from what assessors and adjudicators said to what is correct, and what is still open."""

from jurybox.gold.choosing import (
    PANEL_OF_GA,
    default_gold,
    gold_by,
    gold_for,
    gold_in_force,
    gold_in_words,
    gold_named,
    gold_text,
    models_in_words,
)
from jurybox.gold.gold import Gold
from jurybox.gold.graded import Graded
from jurybox.gold.judge_runs import asker_ranking, judge_groups, judge_ranking, judge_rankings
from jurybox.gold.panel import Panel
from jurybox.gold.patterns import OUT_BIT, Levels, pattern_level
from jurybox.gold.quality import good_questions, question_rating, settled_rating
from jurybox.gold.truth import (
    CAN_BE_CORRECT,
    CAN_BE_INCORRECT,
    CAN_STAY_OUT,
    CORRECT,
    INCORRECT,
    LEFT_OUT,
    UNJUDGED,
    Standard,
    Truth,
    truth_of,
)

__all__ = [
    "CAN_BE_CORRECT",
    "CAN_BE_INCORRECT",
    "CAN_STAY_OUT",
    "CORRECT",
    "INCORRECT",
    "LEFT_OUT",
    "OUT_BIT",
    "PANEL_OF_GA",
    "UNJUDGED",
    "Gold",
    "Graded",
    "Levels",
    "Panel",
    "Standard",
    "Truth",
    "asker_ranking",
    "default_gold",
    "gold_by",
    "gold_for",
    "gold_in_force",
    "gold_in_words",
    "gold_named",
    "gold_text",
    "good_questions",
    "judge_groups",
    "judge_ranking",
    "judge_rankings",
    "models_in_words",
    "pattern_level",
    "question_rating",
    "settled_rating",
    "truth_of",
]
