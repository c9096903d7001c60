"""Commands: everything that a person can say to a collection and take back again.

A command is plain data. It turns into statements (who, about what, what), which the session enters into
the log; what they replace, and so how to undo them, follows from the log itself.
"""

from jurybox.commands.base import KEEP, Command, Keep, Statement, Together, View
from jurybox.commands.facts import SetFact
from jurybox.commands.judging import Annotate, Judge, adjudicate, answer_thing
from jurybox.commands.questions import JudgeQuestion

__all__ = [
    "KEEP",
    "Annotate",
    "Command",
    "Judge",
    "JudgeQuestion",
    "Keep",
    "SetFact",
    "Statement",
    "Together",
    "View",
    "adjudicate",
    "answer_thing",
]
