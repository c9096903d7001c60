"""Commands: everything that a person can say to a collection and take back again.

A command is plain data. It turns into statements (who, about what, what), which the session enters into
the log; what they replace, and so how to undo them, follows from the log itself.
"""

from jurybox.commands.base import KEEP, Command, Keep, Statement, Together, View
from jurybox.commands.facts import SetFact
from jurybox.commands.guidelines import SetGuidelines
from jurybox.commands.judging import Annotate, Judge, adjudicate, answer_thing
from jurybox.commands.lists import (
    AddInstance,
    ApplyToGroup,
    Group,
    JoinGroups,
    RemoveInstance,
    SplitGroup,
    members_of,
)
from jurybox.commands.nuggets import (
    AddNugget,
    DeleteNugget,
    EditNugget,
    Match,
    MatchRest,
    MergeNuggets,
    SplitNugget,
    Vote,
)
from jurybox.commands.questions import JudgeQuestion
from jurybox.commands.sending import SayAgain, SendBack

__all__ = [
    "KEEP",
    "AddInstance",
    "AddNugget",
    "Annotate",
    "ApplyToGroup",
    "Command",
    "DeleteNugget",
    "EditNugget",
    "Group",
    "JoinGroups",
    "Judge",
    "JudgeQuestion",
    "Keep",
    "Match",
    "MatchRest",
    "MergeNuggets",
    "RemoveInstance",
    "SayAgain",
    "SendBack",
    "SetFact",
    "SetGuidelines",
    "SplitGroup",
    "SplitNugget",
    "Statement",
    "Together",
    "View",
    "Vote",
    "adjudicate",
    "answer_thing",
    "members_of",
]
