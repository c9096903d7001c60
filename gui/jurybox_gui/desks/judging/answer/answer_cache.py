"""Pages of answers prepared off the window's thread, so that no key waits for the disk."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from jurybox.collection.catalog import Catalog
from jurybox.collection.texts import AnswerText, QuestionText
from jurybox.judging.normal_form import normal_form
from jurybox.judging.proposals import Patterns
from jurybox.judging.series import asked_before
from jurybox.judging.spans import NOWHERE, FoundSpans, find_spans
from jurybox.kinds import KINDS
from jurybox.watch import Watch
from jurybox.wording import count_of
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.judging.queue_cursor import ShownOption
from jurybox_gui.desks.judging.queue_panel import WORLDLY
from jurybox_gui.widgets.text_parts import first_part

AHEAD, BEHIND = 5, 2
"""Answers after and before the one shown that are prepared."""
_KEPT = 40
_KEPT_SIZE = 40_000_000
"""The most answers, and characters of texts, that are kept ready."""
_SHORT_WORD = 20
_COUNTED = 100_000
_MOST_TWINS = 400


class TextSource(Protocol):
    """Reads texts by position, from any thread."""

    def question(self, question: int) -> QuestionText:
        """Return the text of a question."""

    def answer(self, answer: int) -> AnswerText:
        """Return the text of an answer."""


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """Everything that is shown of one answer at first.

    `evidence` is the text that the answer is judged by: its supporting text, else the document, else None
    (only the answer itself can be read). `found` is the position of the answer string in the part of it shown
    first. `before` is what was asked before in the same series. A reading test has `options`, and its text is
    that of any answer, else what follows the first line of the question.
    """

    answer: int
    question: QuestionText
    text: AnswerText
    evidence: str | None
    found: FoundSpans
    length: str
    kind: str
    options: tuple[ShownOption, ...] = ()
    before: tuple[str, ...] = ()
    proposed: str = ""

    @property
    def stands_alone(self) -> bool:
        """Whether the answer itself is the text to read; never for an answer string, even without a text."""
        return self.evidence is None and not self.options and not KINDS[self.kind].strings_alike

    @property
    def has_no_text(self) -> bool:
        """Whether there is nothing to read though the answer itself is the text: only its name is known."""
        return self.stands_alone and not self.text.text.strip()

    @property
    def asked(self) -> str:
        """The question above the answer, without the part shown as the text below it."""
        first, _, rest = self.question.text.partition("\n")
        return first if self.options and rest.strip() == self.evidence else self.question.text

    @property
    def has_document(self) -> bool:
        """Whether the whole document can be shown instead of the supporting text."""
        return self.text.support is not None and self.text.document_text is not None


@dataclass(frozen=True, slots=True)
class Twin:
    """Another answer of the same question with the same words: the source of its text and its beginning."""

    answer: int
    text: str
    source: str


def make_page(catalog: Catalog, texts: TextSource, answer: int, patterns: Patterns | None = None) -> AnswerPage:
    """Read an answer, find its string in the text it is judged by, and get the label patterns propose."""
    asked = int(catalog.answer_question[answer])
    question = texts.question(asked)
    text = texts.answer(answer)
    evidence = text.support if text.support is not None else text.document_text
    options = shown_options(catalog, texts, asked) if question.options else ()
    if options and evidence is None:
        evidence = _passage(catalog, texts, asked)
    found = NOWHERE if evidence is None or options else find_spans(first_part(evidence), text.text)
    return AnswerPage(
        answer,
        question,
        text,
        evidence,
        found,
        text_length(text.text if evidence is None else evidence),
        catalog.questions[asked].kind,
        options,
        tuple(texts.question(at).text for at in asked_before(catalog, asked)),
        proposed_for(catalog, asked, text, patterns),
    )


def proposed_for(catalog: Catalog, question: int, text: AnswerText, patterns: Patterns | None) -> str:
    """Return the label that patterns propose for an answer string, "" for none."""
    if patterns is None:
        return ""
    from jurybox.judging.proposals import proposal_for

    found = proposal_for(catalog, question, text.text, text.document, patterns)
    return "" if found is None else found.label


def shown_options(catalog: Catalog, texts: TextSource, question: int) -> tuple[ShownOption, ...]:
    """Return the options of a reading test, each with the answers of its name or, without one, its words."""
    options = texts.question(question).options
    names = {option.name: option.name for option in options}
    forms = {normal_form(option.text): option.name for option in reversed(options)}
    found: dict[str, list[int]] = {option.name: [] for option in options}
    for answer in catalog.answers_of(question).tolist():
        text = texts.answer(answer)
        chosen = names.get(text.name or "") or forms.get(normal_form(text.text))
        if chosen is not None:
            found[chosen].append(answer)
    return tuple(ShownOption(one.name, one.text, tuple(found[one.name])) for one in options)


def _passage(catalog: Catalog, texts: TextSource, question: int) -> str | None:
    """Return the text of a reading test if the current answer has none."""
    for answer in catalog.answers_of(question).tolist():
        text = texts.answer(answer)
        if text.document_text or text.support:
            return text.document_text or text.support
    return texts.question(question).text.partition("\n")[2].strip() or None


def text_length(text: str) -> str:
    """Return the length of a text: in words, or in characters if it is long or not written in words."""
    words = len(text.split()) if len(text) <= _COUNTED else 0
    if len(text) > _SHORT_WORD * max(words, 1):
        return count_of(len(text), "character")
    return count_of(words, "word")


def find_twins(texts: TextSource, answer: int, among: Sequence[int]) -> list[Twin]:
    """Return the other answers among these with the same words as this one; none if it has no words."""
    wanted = normal_form(texts.answer(answer).text)
    twins = []
    for other in among[:_MOST_TWINS] if wanted else ():
        text = texts.answer(other)
        if other != answer and normal_form(text.text) == wanted:
            source = text.document_title or text.document or text.support or text.document_text or ""
            twins.append(Twin(other, text.text[:200], " ".join(source[:200].split())))
    return twins


class AnswerCache(QObject):
    """Keeps pages ready around the answer shown; emits `ready` for each one that was waited for.

    Set `patterns` to get proposed labels, and `forget` the pages made without them.
    """

    ready = Signal(object)
    failed = Signal(object)

    def __init__(self, catalog: Callable[[], Catalog], texts: TextSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalog = catalog
        self._texts = texts
        self._kept: OrderedDict[int, AnswerPage] = OrderedDict()
        # Two, since pages read ahead must not be dropped for the one that is waited for.
        self._now = LatestTask(self, failed=self.failed.emit, refusals=WORLDLY)
        self._ahead = LatestTask(self)
        self.patterns: Patterns | None = None

    def get(self, answer: int) -> AnswerPage | None:
        """Return a page if it is ready."""
        page = self._kept.get(answer)
        if page is not None:
            self._kept.move_to_end(answer)
        return page

    def want(self, answer: int) -> None:
        """Prepare a page and emit `ready` with it; an earlier request is dropped."""
        self._start(self._now, [answer], tell=self.ready.emit)

    def prepare(self, answers: Iterable[int]) -> None:
        """Prepare pages that will be shown soon; an earlier request is dropped.

        A page that cannot be read is left out here: `want` reports it when it is needed.
        """
        missing = [answer for answer in answers if answer not in self._kept]
        if missing:
            self._start(self._ahead, missing, skip=WORLDLY)
        else:
            self._ahead.cancel()

    def forget(self) -> None:
        """Drop all pages, after an import."""
        self._now.cancel()
        self._ahead.cancel()
        self._kept.clear()

    def _start(
        self,
        latest: LatestTask,
        answers: list[int],
        *,
        tell: Callable[[AnswerPage], object] = lambda _page: None,
        skip: tuple[type[Exception], ...] = (),
    ) -> None:
        catalog, texts, patterns = self._catalog(), self._texts, self.patterns

        def work(watch: Watch) -> list[AnswerPage]:
            pages = []
            for answer in answers:
                if watch.cancelled():
                    break
                with suppress(*skip):
                    pages.append(make_page(catalog, texts, answer, patterns))
            return pages

        def keep(pages: list[AnswerPage]) -> None:
            for page in pages:
                self._kept[page.answer] = page
                tell(page)
            self._drop()

        latest.start(work, keep)

    def _drop(self) -> None:
        """Drop the pages not shown for longest, but never the last one."""
        size = sum(page.text.size for page in self._kept.values())
        while len(self._kept) > 1 and (len(self._kept) > _KEPT or size > _KEPT_SIZE):
            _, gone = self._kept.popitem(last=False)
            size -= gone.text.size
