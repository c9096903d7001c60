"""Commands: everything that a person can say to a collection and take back again.

A command is plain data. It turns into statements (who, about what, what), which the session enters into
the log; what they replace, and so how to undo them, follows from the log itself.
"""

from jurybox.commands.base import KEEP, Command, CommandView, Keep, Statement, Together
from jurybox.commands.facts import SetFact, SetGuidelines
from jurybox.commands.labels import Annotate, AnnotateDecisions, Judge, JudgeQuestion, adjudicate, subject_of_answer
from jurybox.commands.lists import (
    AddInstance,
    ApplyToGroup,
    JoinGroups,
    RemoveInstance,
    SetGroup,
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
from jurybox.commands.send_back import SayAgain, SendBack

__all__ = [
    "KEEP",
    "AddInstance",
    "AddNugget",
    "Annotate",
    "AnnotateDecisions",
    "ApplyToGroup",
    "Command",
    "CommandView",
    "DeleteNugget",
    "EditNugget",
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
    "SetGroup",
    "SetGuidelines",
    "SplitGroup",
    "SplitNugget",
    "Statement",
    "Together",
    "Vote",
    "adjudicate",
    "members_of",
    "subject_of_answer",
]
