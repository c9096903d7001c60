"""Judgments of list questions and of Other questions, as NIST writes them, beside those of factoids.

    1.3 run1 NYT19990317.0395 1 1 Atlanta      question, run, document, code, distinct or not, answer
    52.6 run1 12 NYT19990317.0395 a string     question, run, item, document, answer: the responses
    52.6 run1 12 6                             question, run, item, nugget: the matches

A list line says that an answer is correct and not distinct, but not of which other one it is a repeat. That
is found out where it follows: from equal texts, or where the run has only one other. The rest is reported.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.pooling import NIL, pool_key, pool_ref, pooled_text
from jurybox.formats.exports import (
    CollectionExport,
    ExportedResponse,
    ExportVoice,
    one_line,
    one_word,
)
from jurybox.formats.nugget_export import NuggetExport, numbered
from jurybox.formats.source_files import FormatImport, SourceFile, lines_of, share_of
from jurybox.formats.trec_qa_factoids import (
    CODE_OF,
    CODES,
    Shape,
    is_document,
)
from jurybox.formats.trec_qa_runs import NO_DOCUMENT

LIST_WIDTH, ITEM_WIDTH, MATCH_WIDTH = 6, 5, 4


class ListLine(NamedTuple):
    """One judged response to a list question."""

    question: str
    run: str
    document: str
    code: str
    distinct: str
    text: str


class OtherItem(NamedTuple):
    """One item of a response to an Other question."""

    question: str
    run: str
    item: str
    document: str
    text: str


class MatchLine(NamedTuple):
    """One nugget that an item holds."""

    question: str
    run: str
    item: str
    nugget: str


def parse_list(text: str) -> ListLine | str:
    """Return a judged response, or what is wrong with the line."""
    cells = text.split(None, LIST_WIDTH - 1)
    if len(cells) < LIST_WIDTH:
        return f"This line has {len(cells)} columns, which is too few."
    line = ListLine._make([*cells[:-1], cells[-1].strip()])
    if line.code not in CODES:
        return f"The judgment is {shown(line.code)}. Write one of {', '.join(CODES)}."
    if line.distinct not in ("0", "1"):
        return f"Whether it is distinct is {shown(line.distinct)}. Write 1 or 0."
    return line


def parse_other(text: str) -> OtherItem | MatchLine | str:
    """Return an item or a match, or what is wrong with the line."""
    cells = text.split(None, ITEM_WIDTH - 1)
    if len(cells) == MATCH_WIDTH and cells[2].isdecimal() and not is_document(cells[3]):
        return MatchLine._make(cells)
    if len(cells) == ITEM_WIDTH and cells[2].isdecimal() and is_document(cells[3]):
        return OtherItem._make([*cells[:-1], cells[-1].strip()])
    return "This is neither an item (question, run, item, document, answer) nor a match of one with a nugget."


def _share_of_lists(lines: Sequence[str]) -> float:
    return share_of(lines, _is_judged_response)


def _is_judged_response(line: str) -> bool:
    parsed = parse_list(line)
    return isinstance(parsed, ListLine) and is_document(parsed.document)


def _share_of_others(lines: Sequence[str]) -> float:
    parsed = [parse_other(line) for line in lines]
    # Without an item before it, what looks like a match may be something else.
    if not any(isinstance(line, OtherItem) for line in parsed):
        return 0.0
    return sum(not isinstance(line, str) for line in parsed) / len(lines)


def _stored_responses(reading: FormatImport) -> frozenset[tuple[str, str]]:
    """Return run and question of every response that the collection or an earlier reader has."""
    held = set(reading.staging.db.execute("SELECT DISTINCT run, question FROM in_responses"))
    if reading.options.into is not None:
        held |= set(
            reading.options.into.execute(
                "SELECT DISTINCT u.name, q.name FROM response p JOIN run u ON u.id = p.run "
                "JOIN question q ON q.id = p.question WHERE q.kind IN ('list', 'other')"
            )
        )
    return frozenset(held)


class _StagedAnswers:
    """Answers and responses as they are met; what a run responded already is not entered again."""

    def __init__(self, reading: FormatImport, source: SourceFile) -> None:
        self._reading, self._source = reading, source
        self._stored = _stored_responses(reading)
        self._refs: dict[str, tuple[int, tuple[str, ...]]] = {}
        self._given: list[tuple[int, tuple[str, ...]]] = []
        self._ranks: dict[tuple[str, str], int] = {}

    def take(self, line: int, run: str, question: str, document: str, text: str) -> str:
        """Take a response in and return what its answer is called."""
        document = "" if document == NO_DOCUMENT else document
        ref = pool_ref(pool_key(question, text, document or None, None))
        self._refs.setdefault(ref, (line, (question, "", text, document)))
        if (run, question) not in self._stored:
            rank = self._ranks[run, question] = self._ranks.get((run, question), 0) + 1
            self._given.append((line, (run, question, str(rank), ref, text)))
        return ref

    def store(self) -> None:
        """Put them into the sheets."""
        with self._reading.sheet("answers", self._source, "question", "answer", "text", "document") as sheet:
            for line, cells in self._refs.values():
                sheet.row(line, cells)
        if self._given:
            columns = ("run", "question", "rank", "answer", "text")
            with self._reading.sheet("responses", self._source, *columns) as sheet:
                for line, cells in self._given:
                    sheet.row(line, cells)


# Lists


def read_lists(reading: FormatImport, source: SourceFile) -> None:
    """Take judged list responses in: answers, responses of runs not there yet, labels, groups of repeats."""
    who, answers = reading.assessor(source), _StagedAnswers(reading, source)
    labels: dict[tuple[str, str], tuple[int, str]] = {}
    correct: dict[tuple[str, str], list[tuple[int, ListLine, str]]] = {}
    doubled: list[tuple[int, tuple[str, ...]]] = []
    for number, text in lines_of(source.path):
        line = parse_list(text)
        if isinstance(line, str):
            reading.bad("judgments", source, number, line)
            continue
        if line.document == NIL:
            reading.warn("NIL is not an answer to a list question: the line is left out.", source, number)
            continue
        ref = answers.take(number, line.run, line.question, line.document, line.text)
        label = CODES[line.code]
        if labels.setdefault((line.question, ref), (number, label))[1] != label:
            doubled.append((number, (who, line.question, ref, label)))
        if label == "correct":
            correct.setdefault((line.question, line.run), []).append((number, line, ref))
    answers.store()
    with reading.sheet("judgments", source, "assessor", "question", "answer", "label") as sheet:
        for (question, ref), (number, label) in labels.items():
            sheet.row(number, (who, question, ref, label))
        for number, cells in doubled:
            sheet.row(number, cells)
    _store_groups(reading, source, who, correct)


def _store_groups(
    reading: FormatImport,
    source: SourceFile,
    who: str,
    correct: dict[tuple[str, str], list[tuple[int, ListLine, str]]],
) -> None:
    """Put repeats into the group of what they repeat."""
    sets, first, unknown = _InstanceSets(), dict[tuple[str, str], tuple[int, str]](), 0
    for (question, _), given in correct.items():
        for number, line, ref in given:
            first.setdefault((question, ref), (number, line.text))
            other = ref if line.distinct == "1" else _repeated(line, ref, given)
            if other is None:
                unknown += 1
            else:
                sets.unite((question, other), (question, ref))
    if unknown:
        reading.warn(
            f"{unknown:,} correct answers are marked as not distinct, but not of which other one they are "
            "repeats, and it does not follow: group them by hand, or they count as distinct.",
            source,
        )
    members = Counter(map(sets.root, first))
    with reading.sheet("distinct", source, "question", "answer", "group", "assessor") as sheet:
        for key, (number, _) in first.items():
            root = sets.root(key)
            if members[root] > 1:
                sheet.row(number, (*key, first[root][1], who))


class _InstanceSets:
    """Answers that are one instance, by question and name."""

    def __init__(self) -> None:
        self._above: dict[tuple[str, str], tuple[str, str]] = {}

    def root(self, key: tuple[str, str]) -> tuple[str, str]:
        """Return the answer that stands for the set of one."""
        while key in self._above:
            key = self._above[key]
        return key

    def unite(self, kept: tuple[str, str], joining: tuple[str, str]) -> None:
        """Make the sets of two answers one."""
        a, b = self.root(kept), self.root(joining)
        if a != b:
            self._above[b] = a


def _repeated(line: ListLine, ref: str, given: list[tuple[int, ListLine, str]]) -> str | None:
    """Return the distinct answer of the same run that a line repeats, if that is known."""
    distinct = [(other, its) for _, other, its in given if other.distinct == "1"]
    text = pooled_text(line.text).casefold()
    same = [its for other, its in distinct if its == ref or pooled_text(other.text).casefold() == text]
    if same:
        return same[0]
    return distinct[0][1] if len(distinct) == 1 else None


# Other


def read_others(reading: FormatImport, source: SourceFile) -> None:
    """Take items and matches in; a nugget that a judged item is not said to hold is matched with no."""
    who, answers = reading.assessor(source), _StagedAnswers(reading, source)
    items: dict[tuple[str, str, str], str] = {}
    held: dict[tuple[str, str], dict[str, int]] = {}
    for number, text in lines_of(source.path):
        line = parse_other(text)
        if isinstance(line, str):
            reading.bad("matches", source, number, line)
        elif isinstance(line, OtherItem):
            if line.document == NIL:
                reading.warn("NIL holds no nugget: the line is left out.", source, number)
                continue
            ref = answers.take(number, line.run, line.question, line.document, line.text)
            items[line[:3]] = ref
            held.setdefault((line.question, ref), {})
        elif (found := items.get(line[:3])) is None:
            message = f"Item {shown(line.item)} of run {shown(line.run)} is not named above this line."
            reading.bad("matches", source, number, message)
        else:
            held[line.question, found].setdefault(line.nugget, number)
    answers.store()
    _store_matches(reading, source, who, held)


def _store_matches(
    reading: FormatImport, source: SourceFile, who: str, held: dict[tuple[str, str], dict[str, int]]
) -> None:
    named = _nuggets_of(reading)
    if held and not named:
        reading.note("No nuggets are there yet, so only matches are taken in, no lack of one.", source)
    columns = ("assessor", "question", "answer", "nugget", "support")
    with reading.sheet("matches", source, *columns) as sheet:
        for (question, ref), nuggets in held.items():
            for nugget, number in nuggets.items():
                sheet.row(number, (who, question, ref, nugget, "yes"))
            for nugget in named.get(question, ()):
                if nugget not in nuggets:
                    sheet.row(1, (who, question, ref, nugget, "no"))


def _nuggets_of(reading: FormatImport) -> dict[str, list[str]]:
    """Return the names of the nuggets of each question that the collection holds."""
    if reading.options.into is None:
        return {}
    found: dict[str, list[str]] = {}
    for question, name in reading.options.into.execute(
        "SELECT q.name, n.name FROM nugget n JOIN question q ON q.id = n.question ORDER BY n.id"
    ):
        found.setdefault(question, []).append(name)
    return found


LIST_SHAPE = Shape("question, run, document, judgment, distinct, answer", _share_of_lists, read_lists)
OTHER_SHAPE = Shape(
    "question, run, item, document, answer, then question, run, item, nugget", _share_of_others, read_others
)


_UNRETURNED = "{count} known instances that no run returned are left out."


def _labels(out: CollectionExport, voice: ExportVoice) -> dict[str, str | None]:
    """Return the label of every answer to a list question, by its name in tables."""
    found: dict[str, str | None] = {}
    for said in out.said(voice, "list"):
        graded = "correct" if said.level > 0 else "incorrect" if said.level == 0 else None
        found[said.answer] = said.label if voice.row is not None else graded
    return found


def list_rows(board: NuggetExport) -> Iterator[tuple[str, ...]]:
    """Yield the judged responses of all runs to list questions, as the cells of lines."""
    out = board.out
    voices = out.voices
    if not voices:
        return
    labels, groups = _labels(out, out.one_voice()), _groups(board)
    known = board.catalog.instances or any(board.ledger.board.instances.values())
    if known:
        out.lost[_UNRETURNED] += len(board.catalog.instances)
    for run in out.runs():
        seen: set[tuple[str, str]] = set()
        for given in out.responses(run):
            if given.kind == "list" and given.answer is not None and given.answered:
                label = labels.get(given.answer)
                group = (given.question, groups.get(given.answer, f"answer {given.answer}"))
                row = _list_line(out, run, given, label, new=group not in seen)
                if label == "correct":
                    seen.add(group)
                if row is not None:
                    yield row


def _list_line(
    out: CollectionExport, run: str, given: ExportedResponse, label: str | None, *, new: bool
) -> tuple[str, ...] | None:
    text = one_line(given.text)
    if label not in CODE_OF or not text:
        out.lost["{count} responses without a judgment, or without a text, are left out."] += 1
        return None
    distinct = "1" if label == "correct" and new else "0"
    document = one_word(given.document) if given.document else NO_DOCUMENT
    return given.question, one_word(run), document, CODE_OF[label], distinct, text


def _groups(board: NuggetExport) -> dict[str, str]:
    """Return the group of every grouped answer, by its name in tables."""
    held = board.ledger.board
    refs = board.out.db.execute("SELECT id - 1, name FROM ref").fetchall()
    found = {}
    for answer, ref in refs:
        said = held.groups.get(answer, {})
        names = {name for name in said.values() if name}
        name = said.get(board.who) if board.who is not None else held.settled_groups.get(answer)
        if board.who is None and name is None and names:
            name = min(names)
            if len(names) > 1:
                board.out.lost["{count} answers that people group differently are in the first group."] += 1
        if name:
            found[str(ref)] = f"group {name}"
    return found


def other_rows(board: NuggetExport) -> Iterator[tuple[str, ...]]:
    """Yield the responses of all runs to Other questions, then their matches, as the cells of lines."""
    out, catalog = board.out, board.catalog
    positions = {name: at for at, name in out.db.execute("SELECT id - 1, name FROM ref")}
    matches: list[tuple[str, ...]] = []
    for run in out.runs():
        counts: dict[str, int] = {}
        for given in out.responses(run):
            text = one_line(given.text)
            if given.kind != "other" or given.answer is None or not given.answered or not text:
                continue
            at = catalog.question_named[given.question]
            item = str(counts.setdefault(given.question, 0) + 1)
            counts[given.question] += 1
            head = (given.question, one_word(run), item)
            yield (*head, one_word(given.document) if given.document else NO_DOCUMENT, text)
            matches += [(*head, number) for number in _held(board, at, positions[given.answer])]
    yield from matches


def _held(board: NuggetExport, question: int, answer: int) -> Iterator[str]:
    lines = board.lines(question)
    names = [board.catalog.nuggets[line.nugget].name for line in lines]
    for line, number in zip(lines, numbered(lines, names), strict=True):
        word = board.support(question, [answer], line)
        if word == "yes":
            yield str(number)
        elif word != "no":
            message = "partial matches" if word == "partial" else "matches that are not decided"
            board.out.lost[f"{{count}} {message} are left out, as if they were none."] += 1


def list_row(line: str) -> tuple[str, ...] | str:
    """Return the cells of a line of judged list responses, or what is wrong with it."""
    row = parse_list(line)
    return row if isinstance(row, str) else tuple(row)


def other_row(line: str) -> tuple[str, ...] | str:
    """Return the cells of an item or a match, or what is wrong with the line."""
    row = parse_other(line)
    return row if isinstance(row, str) else tuple(row)
