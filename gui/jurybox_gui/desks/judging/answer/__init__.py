"""The Judge desk: queue, answer with its text, label buttons, guidelines and the assessor's history."""

from jurybox_gui.desks.judging.answer.actions import ACTIONS
from jurybox_gui.desks.judging.answer.desk import JudgeDesk

__all__ = ["ACTIONS", "JudgeDesk"]
