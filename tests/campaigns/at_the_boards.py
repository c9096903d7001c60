"""A person who judges a whole queue in the real window: cards, list boards and nugget boards, with keys alone."""

import random
from collections import Counter
from typing import Protocol

from person import Person
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

CANNOT_TELL = "K"
_MOST = 40_000


def key_of(label: str, words: tuple[str, ...]) -> str:
    """The digit that gives one of the labels of a scheme."""
    return label if label.isdigit() else str(words.index(label) + 1)


class Right(Protocol):
    """What is right in a campaign, as assessors say who never err."""

    def label(self, question: str, text: str, document: str) -> str:
        """The label of an answer."""

    def contains(self, nugget: str, text: str) -> bool:
        """Whether a response contains a nugget."""


class Hands:
    """Somebody's keys, counted by desk; `errs` is how often they say something else than what is right."""

    def __init__(self, person: Person, right: Right, who: str, errs: float) -> None:
        self.person, self.right, self.errs = person, right, errs
        self.lot = random.Random(f"hands of {who}")
        self.keys: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self._ways = {"judge": self._card, "lists": self._list, "nuggets": self._response}

    def press(self, *keys: str) -> None:
        """Press keys, each as soon as what it is about is on the screen; scores may still follow."""
        window = self.person.window
        self.keys[window.desk] += len(keys)
        for name in keys:
            key = QKeySequence(name)[0]
            QTest.keyClick(QApplication.focusWidget() or window, key.key(), key.keyboardModifiers())
            self.person.wait(lambda: not window.is_busy)

    def judge_all(self) -> None:
        """Judge everything that is open, in the order in which the program leads through it."""
        self.press("Home")
        while self._ways[self.person.window.desk]() or self._goes_on():
            assert self.keys.total() < _MOST, "the keys lead to everything that is open"

    def _goes_on(self) -> bool:
        """Go on to where something can be said, past what cannot be judged; return whether there is such a place."""
        begun = self._place()
        while True:
            self.press("Space")
            if self._ways[self.person.window.desk]():
                return True
            if self._place() == begun:
                return False

    def _place(self) -> tuple[str, int | None]:
        return self.person.window.desk, self.person.desk.here

    def _is_open(self, answer: int | None) -> bool:
        if answer is None:
            return False
        content = self.person.session.content_of(answer)
        return not (content.label or content.state)

    def _card(self) -> bool:
        answer = self.person.desk.queue_cursor.answer
        if not self._is_open(answer):
            return False
        self.press(self._key_for(answer))
        self.said["judge"] += 1
        return True

    def _list(self) -> bool:
        answer = self.person.desk.answer
        if not self._is_open(answer):
            return False
        key = self._key_for(answer)
        work = self.person.desk.work
        if key == "1" and (answer in work.proposed or work.suggested(answer, self.person.desk.alike)):
            self.press("A")
        self.press(key)
        self.said["lists"] += 1
        return True

    def _response(self) -> bool:
        desk, answer = self.person.desk, self.person.desk.answer
        if answer is None or desk.work.is_done(desk.response) or not desk.work.lines:
            return False
        text = self.person.session.texts.answer(answer).text
        wanted = [
            at
            for at, row in enumerate(desk.work.rows)
            if self.right.contains(row.line.text, text) != (self.lot.random() < self.errs / 10)
        ]
        for at in wanted:
            while desk.current != at:
                self.press("Down" if desk.current < at else "Up")
                assert desk.answer == answer, "the arrows move among the nuggets"
            self.press("Y")
        self.said["nuggets"] += 1
        if desk.answer == answer:
            self.press("Shift+X")
        return True

    def _key_for(self, answer: int) -> str:
        right, words = self._label(answer), self._words(answer)
        chance = self.lot.random()
        if chance < self.errs / 10:
            return CANNOT_TELL
        if chance < self.errs:
            right = words[-1] if right != words[-1] else words[0]
        return key_of(right, words)

    def _label(self, answer: int) -> str:
        """What is right of an answer."""
        session = self.person.session
        text = session.texts.answer(answer)
        question = session.catalog.questions[int(session.catalog.answer_question[answer])].name
        return self.right.label(question, text.text, text.document or "")

    def _words(self, answer: int) -> tuple[str, ...]:
        """The labels that an answer can get, in the order of their digits."""
        session = self.person.session
        kind = session.catalog.questions[int(session.catalog.answer_question[answer])].kind
        return session.facts.scheme_of(kind).words
