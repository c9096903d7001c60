"""Judgments of list questions, as NIST writes them.

    1.3 run1 NYT19990317.0395 1 1 Atlanta      question, run, document, code, distinct or not, answer

A line may say that a correct answer is not distinct, but not which answer it repeats. The reader finds that
out from an equal text, or because the run has only one distinct answer, and reports the rest.

Whether an answer is distinct is judged within one run. Correct answers of several runs with the same text are
one instance, whatever documents they name, and so is the known instance with that text.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.pooling import NIL, pooled_text
from jurybox.formats.exports import CollectionExport, ExportedResponse, ExportVoice, one_line, one_word
from jurybox.formats.nugget_export import NuggetExport
from jurybox.formats.source_files import FormatImport, SourceFile, share_of
from jurybox.formats.trec_qa_lines import (
    CODE_OF,
    CODES,
    Shape,
    StagedAnswers,
    document_cell,
    is_document,
    too_few_columns,
    unknown_code,
)
from jurybox.language import Sentence, trf, trn_noop, trnf
from jurybox.wording import count_of

_WIDTH = 6


class ListLine(NamedTuple):
    """One judged response to a list question."""

    question: str
    run: str
    document: str
    code: str
    distinct: str
    text: str


_Name = tuple[str, str]
"""A question, and an answer to it, its text, or a run."""
_Said = list[tuple[int, ListLine, str]]
"""Lines that are right, each with its number and the name of its answer."""
_Correct = dict[_Name, _Said]
"""What each run said rightly to each question."""
_First = dict[_Name, tuple[int, str]]
"""Line and text of each right answer where it is first."""


def parse_list(text: str) -> ListLine | Sentence:
    """Return a judged response, or what is wrong with the line."""
    cells = text.split(None, _WIDTH - 1)
    if len(cells) < _WIDTH:
        return too_few_columns(cells)
    line = ListLine._make([*cells[:-1], cells[-1].strip()])
    if line.code not in CODES:
        return unknown_code(line.code)
    if line.distinct not in ("0", "1"):
        return trf(
            "trecqa-distinct", "Whether it is distinct is {distinct}. Write 1 or 0.", distinct=shown(line.distinct)
        )
    return line


def _share_of_lists(lines: Sequence[str]) -> float:
    return share_of(lines, _is_judged_response)


def _is_judged_response(line: str) -> bool:
    parsed = parse_list(line)
    return isinstance(parsed, ListLine) and is_document(parsed.document)


def read_lists(reading: FormatImport, source: SourceFile) -> None:
    """Read judged list responses: answers, responses that are new, labels, and groups of repeated answers."""
    who, answers = reading.assessor(source), StagedAnswers(reading, source)
    labels: _First = {}
    correct: _Correct = {}
    doubled: list[tuple[int, tuple[str, ...]]] = []
    for number, line in reading.good_lines("judgments", source, parse_list):
        if line.document == NIL:
            reading.warn(
                trf("trecqa-list-nil", "NIL is not an answer to a list question: the line is left out."), source, number
            )
            continue
        ref = answers.add(number, line.run, line.question, line.document, line.text)
        label = CODES[line.code]
        if labels.setdefault((line.question, ref), (number, label))[1] != label:
            doubled.append((number, (who, line.question, ref, label)))
        if label == "correct":
            correct.setdefault((line.question, line.run), []).append((number, line, ref))
    answers.store()
    once = [(number, (who, *key, label)) for key, (number, label) in labels.items()]
    reading.put("judgments", source, "assessor question answer label", [*once, *doubled])
    _store_groups(reading, source, who, correct)


def _store_groups(reading: FormatImport, source: SourceFile, who: str, correct: _Correct) -> None:
    """Group the correct answers that are one instance, and report repeats of which it is not known."""
    sets, first, unknown = _InstanceSets(), _First(), 0
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
            trnf(
                "trecqa-not-distinct",
                "{n} correct answer is marked as not distinct, and nothing says which answer was "
                "repeated. Group it by hand; until then it counts as distinct.",
                "{n} correct answers are marked as not distinct, and nothing says which answer was "
                "repeated. Group them by hand; until then they count as distinct.",
                unknown,
            ),
            source,
        )
    alike = _unite_equal_texts(sets, first, _told_apart(correct))
    names = _name_sets(sets, first, alike, _known_instances(reading))
    rows = [(number, (*key, names[sets.root(key)], who)) for key, (number, _) in first.items()]
    grouped = [(number, cells) for number, cells in rows if cells[2]]
    reading.put("distinct", source, "question answer group assessor", grouped)
    if grouped:
        reading.note(
            trf(
                "trecqa-grouped",
                "{grouped:,} of {answers} to list questions are grouped: the text is that of another "
                "one or of a known instance, or the answer is a repeat.",
                grouped=len(grouped),
                answers=count_of(len(first), "correct answer"),
            ),
            source,
        )


def _form(text: str) -> str:
    return pooled_text(text).casefold()


def _told_apart(correct: _Correct) -> set[_Name]:
    """Return question and text of answers that differ although the texts are equal: distinct in one run."""
    found: dict[tuple[str, str, str], set[str]] = {}
    for (question, run), given in correct.items():
        for _, line, ref in given:
            if line.distinct == "1":
                found.setdefault((question, run, _form(line.text)), set()).add(ref)
    return {(question, form) for (question, _, form), refs in found.items() if len(refs) > 1}


def _unite_equal_texts(sets: "_InstanceSets", first: _First, apart: set[_Name]) -> dict[_Name, _Name]:
    """Unite answers to one question with the same text; return one of them for each question and text."""
    alike: dict[_Name, _Name] = {}
    for key, (_, text) in first.items():
        named = (key[0], _form(text))
        if named not in apart:
            sets.unite(alike.setdefault(named, key), key)
    return alike


def _known_instances(reading: FormatImport) -> dict[_Name, str]:
    """Return the names of the known instances of the collection and of this import, by question and text."""
    known = 'SELECT question, coalesce(text, "group"), "group" FROM in_instances ORDER BY rowid'
    rows = list(reading.staging.db.execute(known))
    if reading.options.into is not None:
        stored = (
            "SELECT q.name, coalesce(i.text, i.name), i.name FROM instance i "
            "JOIN question q ON q.id = i.question ORDER BY i.id"
        )
        rows = [*reading.options.into.execute(stored), *rows]
    found: dict[_Name, str] = {}
    for question, text, name in rows:
        if question and text:
            found.setdefault((question, _form(text)), name)
    return found


def _name_sets(
    sets: "_InstanceSets", first: _First, alike: dict[_Name, _Name], known: dict[_Name, str]
) -> dict[_Name, str]:
    """Return the group of each set: the known instance that it is, else a text of it; "" for one answer."""
    names: dict[_Name, str] = {}
    for named, key in alike.items():
        if named in known:
            names.setdefault(sets.root(key), known[named])
    members = Counter(map(sets.root, first))
    taken = {(root[0], name) for root, name in names.items()} | {
        (question, name) for (question, _), name in known.items()
    }
    for root, count in members.items():
        if root in names:
            continue
        names[root] = name = first[root][1] if count > 1 else ""
        if name:
            number = 1
            while (root[0], names[root]) in taken:  # another instance may be called so
                number += 1
                names[root] = f"{name} ({number})"
            taken.add((root[0], names[root]))
    return names


class _InstanceSets:
    """Answers that are one instance, by question and name."""

    def __init__(self) -> None:
        self._above: dict[_Name, _Name] = {}

    def root(self, key: _Name) -> _Name:
        """Return the answer that identifies the set of an answer."""
        while key in self._above:
            key = self._above[key]
        return key

    def unite(self, kept: _Name, joining: _Name) -> None:
        """Make the sets of two answers one."""
        a, b = self.root(kept), self.root(joining)
        if a != b:
            self._above[b] = a


def _repeated(line: ListLine, ref: str, given: _Said) -> str | None:
    """Return the distinct answer of the same run that a line repeats, if that is known."""
    distinct = [(other, its) for _, other, its in given if other.distinct == "1"]
    text = _form(line.text)
    same = [its for other, its in distinct if its == ref or _form(other.text) == text]
    if same:
        return same[0]
    return distinct[0][1] if len(distinct) == 1 else None


LIST_SHAPE = Shape("question, run, document, judgment, distinct, answer", _share_of_lists, read_lists)


_UNRETURNED = trn_noop(
    "{n} known instance that no run returned is left out.", "{n} known instances that no run returned are left out."
)


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
        out.lose(_UNRETURNED, len(board.catalog.instances))
    for run in out.runs():
        seen: set[_Name] = set()
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
        out.lose(
            trn_noop(
                "{n} response without a judgment, or without a text, is left out.",
                "{n} responses without a judgment, or without a text, are left out.",
            )
        )
        return None
    distinct = "1" if label == "correct" and new else "0"
    document = document_cell(given.document, out)
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
                board.out.lose(
                    trn_noop(
                        "{n} answer that people group differently is in the first group.",
                        "{n} answers that people group differently are in the first group.",
                    )
                )
        if name:
            found[str(ref)] = f"group {name}"
    return found
