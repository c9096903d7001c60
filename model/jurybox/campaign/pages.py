"""One assessor's page: a single HTML file that judges their queue in any browser, without a network.

The page has the texts to judge, the assessor's own labels, guidelines and labels; no runs, scores, ids of answers or
labels of others. Its policy allows its own program and style, by their hashes, and no request. What it returns is read
by `jurybox.campaign.page_returns`.
"""

import base64
import hashlib
import html
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jurybox.campaign.handouts import names_to_hand_out, own_file_names
from jurybox.campaign.page_names import PAGE_SUFFIX, labels_file_name, page_handout, page_name, page_person
from jurybox.campaign.page_words import NO_SCRIPT, PAGE_WORDS
from jurybox.collection.entries import EntryKind
from jurybox.collection.facts import Facts
from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.label_keys import owner_of_letter
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.state import State
from jurybox.collection.texts import Texts
from jurybox.disk import whole_folder, write_whole
from jurybox.errors import Refused
from jurybox.judging.calibration import calibration_questions
from jurybox.judging.queue import Queue
from jurybox.judging.sent_back import sent_back
from jurybox.kinds import KINDS
from jurybox.label_schemes import shown_label
from jurybox.language import LANGUAGE, tr, trn
from jurybox.lists import comma_list
from jurybox.resources import asset
from jurybox.wording import count_of

MOST_BYTES = 20_000_000
"""The most bytes of texts in a page: phones must be able to hold it."""
_POLICY = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'"
)
_HELD = tuple(kind.name for kind in KINDS.values() if kind.is_labeled and not kind.repeats)
"""The kinds of question that a page holds: those with labels alone, without groups or nuggets."""
_DIGITS = "1234567890"
_CANNOT_TELL = "cannot-tell"


@dataclass(frozen=True, slots=True)
class PageMade:
    """The contents of a page that was written; `left_out`: how many questions of which kind it does not hold."""

    path: Path
    assessor: str
    questions: int
    answers: int
    judged: int
    size: int
    left_out: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        made = tr(
            "{path} is {assessor}'s page for any browser: {questions:,} questions, {answers:,} answers to judge, "
            "{judged:,} of them judged already; nothing about runs, and it sends nothing.",
            path=self.path,
            assessor=self.assessor,
            questions=self.questions,
            answers=self.answers,
            judged=self.judged,
        )
        return f"{made} {left_out_line(self.left_out)}".rstrip()


def left_out_line(left_out: Mapping[str, int]) -> str:
    """Return which questions a page does not hold, in words; "" for none."""
    if not left_out:
        return ""
    what = comma_list(_counted(kind, count) for kind, count in left_out.items())
    return tr("Left out, since a page cannot hold them: {what}. Hand out a .jury file for these.", what=what)


def hand_out_page(file: Path, name: str, target: Path, shown: Path | None = None) -> PageMade:
    """Write one assessor's page. Refused, with nothing written, if that is impossible.

    It has the answers that the assessor is to judge, in the order of the window. The target must not exist yet; its
    name ends in `.html`. A refusal names `shown`, if the file will be renamed to that later.
    """
    check_is_ours(file)
    target = target if target.suffix.lower() == PAGE_SUFFIX else target.with_name(f"{target.name}{PAGE_SUFFIX}")
    shown = shown or target
    if target.exists():
        raise Refused(tr("{target} exists already. Nothing was written; choose another name.", target=target))
    with closing(State(file)) as state, closing(Texts(file)) as texts, closing(open_reading(file)) as db:
        page = _PageContents(state, texts, db, name)
        content = page.html(file.stem)
    try:
        write_whole(target, content)
    except OSError as error:
        raise Refused(tr("{target} cannot be written: {reason}.", target=shown, reason=error.strerror)) from error
    return PageMade(target, name, len(page.questions), len(page.items), page.judged, len(content), page.left_out)


def hand_out_pages(file: Path, folder: Path) -> list[PageMade]:
    """Write everybody's page into a new or empty folder, all or none: see `handouts.hand_out_all`."""
    names = names_to_hand_out(file)
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise Refused(
                tr("{folder} exists already and is not empty. Nothing was written; choose a new folder.", folder=folder)
            )
        with whole_folder(folder) as part:
            targets = own_file_names(file.stem, names, PAGE_SUFFIX)
            made = [
                hand_out_page(file, name, part / target, folder / target)
                for name, target in zip(names, targets, strict=True)
            ]
    except OSError as error:
        raise Refused(
            tr("{folder} cannot be written: {reason}. Nothing was written.", folder=folder, reason=error.strerror)
        ) from error
    return [replace(one, path=folder / one.path.name) for one in made]


class _PageContents:
    """Gathers what one assessor's page shows, in the order of their queue."""

    def __init__(self, state: State, texts: Texts, db: sqlite3.Connection, name: str) -> None:
        self.catalog, self.ledger, self.facts = state.catalog, state.ledger, state.facts
        self.texts, self.name = texts, name
        who = self.catalog.assessor_named.get(name)
        if who is None:
            raise Refused(tr("There is no assessor {name!r}. Nothing was written.", name=name))
        if name == ORGANIZER:
            raise Refused(tr("The organizer keeps the whole collection. Nothing was written."))
        self.code = self.catalog.assessors[who].code
        self.collection = str(state.local.get("collection", ""))
        self.questions: list[dict[str, Any]] = []
        self.items: list[dict[str, Any]] = []
        self.shared: dict[str, int] = {}
        self.left_out: Counter[str] = Counter()
        self.judged = 0
        self._own = dict(_own_labels(db, who + 1))
        self._back = {one.subject.answer for one in sent_back(self.catalog, self.ledger, who)}
        queue = Queue(
            self.catalog,
            self.ledger,
            who,
            first=calibration_questions(self.catalog, self.facts),
            repeats=self.facts.repeats,
        )
        if not len(queue):
            raise Refused(tr("Nothing is assigned to {name}. Nothing was written; assign questions first.", name=name))
        self._fill(queue)

    def _fill(self, queue: Queue) -> None:
        """Take in what a page can hold, row by row, until all is there; too much is refused."""
        rows = dict[int, int]()
        size = 0
        fit: int | None = None
        for row, question in enumerate(queue.questions.tolist()):
            kind = self.catalog.questions[question].kind
            if kind not in _HELD or question in self.catalog.closed:
                self.left_out[kind if kind not in _HELD else "options"] += not queue.again[row]
                continue
            if question not in rows:
                rows[question] = len(self.questions)
                self.questions.append(self._question(question))
                size += _size(self.questions[-1])
            for place in queue.places_of(row):
                known = len(self.shared)
                self.items.append(self._item(rows[question], int(queue.answers[place]), queue.kind_of(place)))
                size += _size(self.items[-1])
                if len(self.shared) > known:
                    size += _size(next(reversed(self.shared)))
            if size > MOST_BYTES and fit is None:
                fit = len(self.questions) - 1
        if not self.items:
            raise Refused(
                tr(
                    "A page cannot hold any question of {name}; hand out a .jury file. Nothing was written.",
                    name=self.name,
                )
            )
        if fit is not None:
            raise Refused(
                tr(
                    "The texts of {name}'s {questions:,} questions take {size:,} MB, and a page holds {most} MB: the "
                    "first {fit:,} questions would fit. Assign fewer, or hand out a .jury file. Nothing was written.",
                    name=self.name,
                    questions=len(self.questions),
                    size=-(-size // 1_000_000),
                    most=MOST_BYTES // 1_000_000,
                    fit=fit,
                )
            )

    def _question(self, question: int) -> dict[str, Any]:
        known, shown = self.catalog.questions[question], self.texts.question(question)
        found: dict[str, Any] = {"name": known.name, "kind": known.kind, "text": shown.text}
        if known.lang:
            found["lang"] = known.lang
        if shown.guideline:
            found["guideline"] = shown.guideline
        if known.series is not None:
            found["target"] = self.catalog.series[known.series].target or ""
            found["before"] = [self.texts.question(at).text for at in self._before(question)]
        return found

    def _before(self, question: int) -> Iterator[int]:
        """Yield the questions asked before in the same series."""
        known = self.catalog.questions[question]
        here = (known.position or 0, question)
        found = [(one.position or 0, at) for at, one in enumerate(self.catalog.questions) if one.series == known.series]
        yield from (at for place, at in sorted(found) if (place, at) < here)

    def _item(self, row: int, answer: int, kind: EntryKind) -> dict[str, Any]:
        shown = self.texts.answer(answer)
        item: dict[str, Any] = {"q": row, "on": page_name(self.code, kind, shown.digest), "text": shown.text}
        if support := shown.support or shown.document_text:
            item["support"] = self.shared.setdefault(support, len(self.shared))
        if title := shown.document_title or shown.document:
            item["title"] = title
        if own := self._own.get((kind, answer)):
            item["own"] = own
            self.judged += any("label" in one or one.get("state", "deferred") != "deferred" for one in own)
        if answer in self._back and kind == "judgment":
            item["back"] = True
        return item

    def html(self, stem: str) -> bytes:
        """Return the page."""
        schemes = {kind: _scheme(self.facts, kind) for kind in {one["kind"]: None for one in self.questions}}
        left = left_out_line(self.left_out)
        content: dict[str, Any] = {
            "version": 1,
            "collection": self.collection,
            "person": page_person(self.code),
            "assessor": self.name,
            "title": self.facts.name or stem,
            "contact": self.facts.contact,
            "until": self.facts.ends,
            "file": labels_file_name(self.name),
            "left": left,
            "schemes": schemes,
            "questions": self.questions,
            "texts": list(self.shared),
            "items": self.items,
        }
        content["handout"] = page_handout([json.dumps(content, sort_keys=True)])
        content["words"] = PAGE_WORDS
        return _html(content, f"{content['title']}: {self.name}")


def _own_labels(db: sqlite3.Connection, who: int) -> Iterator[tuple[tuple[str, int], list[dict[str, str]]]]:
    """Yield the assessor's own entries in force, by kind of entry and answer."""
    found: dict[tuple[str, int], list[dict[str, str]]] = {}
    rows = db.execute(
        "SELECT kind, answer, label, state, note, hash FROM entry e WHERE assessor = ? "
        "AND kind IN ('judgment', 'repeat') AND answer IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id) ORDER BY id",
        (who,),
    )
    for kind, answer, label, state, note, hash_ in rows:
        said = {"label": label, "state": state, "note": note, "is": hash_.hex()}
        found.setdefault((kind, answer - 1), []).append({key: text for key, text in said.items() if text is not None})
    yield from found.items()


def _scheme(facts: Facts, kind: str) -> dict[str, Any]:
    """Return the labels of a kind of question with their names, guidelines and keys, as the window has them."""
    labels = [shown_label(one) for one in facts.scheme_of(kind).labels]
    words = [*(one.word for one in labels), _CANNOT_TELL]
    left = iter([word for word in words if word not in _DIGITS])
    digits = {word: key for key in _DIGITS if (word := key if key in words else next(left, ""))}
    is_long = len(labels) > len(_DIGITS)
    return {
        "long": is_long,
        "cannot": {
            "digit": "" if is_long else digits.get(_CANNOT_TELL, ""),
            "guide": facts.guidelines.get(_CANNOT_TELL, ""),
        },
        "labels": [
            {
                "word": one.word,
                "name": one.name,
                "meaning": one.meaning,
                "guide": facts.guidelines.get(one.word) or one.explained,
                "digit": "" if is_long else digits.get(one.word, ""),
                "letter": "" if owner_of_letter(one.letter, kind) else one.letter,
            }
            for one in labels
        ],
    }


def _html(content: Mapping[str, Any], title: str) -> bytes:
    parts = {name: asset(f"handout/page.{ending}").read_text("utf-8") for name, ending in _PARTS}
    hashes = {name: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for name, text in parts.items()}
    put = {
        "LANGUAGE": LANGUAGE,
        "POLICY": _POLICY.format(**hashes),
        "TITLE": html.escape(title),
        "NO-SCRIPT": html.escape(NO_SCRIPT),
        "STYLE": parts["style"],
        "SCRIPT": parts["script"],
        "CONTENT": _as_json(content).replace("<", "\\u003c"),
    }
    pieces = asset("handout/page.html").read_text("utf-8").split("%%")
    return "".join(put.get(piece, piece) for piece in pieces).encode()


_PARTS = (("style", "css"), ("script", "js"))


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _size(value: object) -> int:
    return len(_as_json(value).encode())


def _counted(kind: str, count: int) -> str:
    if kind == "options":
        return trn("{n} question with options", "{n} questions with options", count)
    return count_of(count, KINDS[kind].noun)
