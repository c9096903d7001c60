"""An organizer at the real window: decides disagreements, settles what is left and freezes, with keys alone."""

from collections import Counter
from typing import TypeVar

from campaigns.at_the_boards import Hands, key_of
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.collection.nuggets import current_nuggets
from jurybox_gui.desks.campaign.freeze_sheet import FreezeSheet
from jurybox_gui.desks.campaign.left_out_sheet import LeftOutSheet
from jurybox_gui.desks.campaign.sheet import CampaignSheet

Sheet = TypeVar("Sheet", bound=CampaignSheet)


class Organizing(Hands):
    """The organizer's keys, counted by desk."""

    def decide_all(self) -> int:
        """Decide every open disagreement; return how many."""
        self.press("Ctrl+3")
        self.person.settle()
        count = 0
        while (dispute := self.person.desk.dispute) is not None and not dispute.settled:
            self.press(self._key_to_decide(dispute))
            self.person.wait(lambda was=dispute: self.person.desk.dispute is not was)
            count += 1
        return count

    def settle_what_is_left(self, dropped: str, because: str) -> dict[str, int]:
        """Settle in the list what keeps questions out, and drop one with a reason; return what is left."""
        self.press("Ctrl+6", "Shift+X")
        sheet = self._sheet(LeftOutSheet)
        for keys in (("Shift+F",), ("Shift+L", "Down", "Down", "Down", "Return"), ("Shift+X",)):
            for key in keys:
                self.press(key)
                self._read(sheet)
        self.press("Home")
        while self._row(sheet) != dropped:
            self.press("Down")
        self.press("Del")
        self._type(because)
        self.press("Return")
        self._read(sheet)
        left = Counter(one.reason for one in sheet.found)
        self.press("Esc")
        return dict(left)

    def freeze(self, name: str) -> None:
        """Freeze the gold standard in force under a name."""
        self.press("Ctrl+6", "Shift+F")
        sheet = self._sheet(FreezeSheet)
        self.person.wait(lambda: not sheet.busy)
        self._type(name)
        self.press("Return")
        self.person.wait(lambda: name in map(str, self.person.session.facts.frozen))
        self.person.settle()

    def _sheet(self, kind: type[Sheet]) -> Sheet:
        """The open sheet of a kind, read."""
        self.person.settle()
        (sheet,) = (one for one in self.person.window.findChildren(kind) if one.is_open)
        self._read(sheet)
        return sheet

    def _read(self, sheet: CampaignSheet) -> None:
        self.person.settle()
        self.person.wait(lambda: not sheet.busy)

    def _row(self, sheet: LeftOutSheet) -> str:
        return str(sheet.table.currentIndex().siblingAtColumn(0).data())

    def _type(self, words: str) -> None:
        self.keys["typed"] += len(words)
        QTest.keyClicks(QApplication.focusWidget(), words)
        self.person.settle()

    def _key_to_decide(self, dispute: Dispute) -> str:
        session = self.person.session
        if dispute.what == "label":
            return key_of(self._label(dispute.answer), self._words(dispute.answer))
        if dispute.what == "match":
            text = session.texts.answer(dispute.answer).text
            nuggets = current_nuggets(session.catalog.nuggets, session.ledger.board, dispute.question)
            wording = next(one.text for one in nuggets if dispute.nugget in one.parts)
            return "1" if self.right.contains(wording, text) else "3"
        return "1"
