"""Gold standards: from what assessors and adjudicators said to what is correct, and what is still open."""

from jurybox.gold.gold import Gold, default_gold, gold_in_force
from jurybox.gold.panel import Panel
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
    "UNJUDGED",
    "Gold",
    "Panel",
    "Standard",
    "Truth",
    "default_gold",
    "gold_in_force",
    "truth_of",
]
