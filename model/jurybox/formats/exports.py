"""What writers of all formats share: a private copy to read from, whose words are written, and reading back.

A writer works in a part beside its target, which takes the target's name only when everything in it was
read back and is what was meant; so a half-written export cannot be mistaken for a whole one.
"""

import hashlib
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from jurybox.collection.facts import SQL_KIND
from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.findings import shown
from jurybox.collection.own_schemes import number_text, stored_schemes
from jurybox.collection.pool import Mask, read_in_no_pool
from jurybox.disk import flush, flush_folder, part_prefix, private_folder, sweep, whole_folder
from jurybox.errors import Refused
from jurybox.formats.bad_files import BadFile
from jurybox.formats.delimited import read_lines
from jurybox.formats.export_losses import Family, losses
from jurybox.formats.format import Announce, How, Reference, Write, Written
from jurybox.formats.grades import JUNK, UNJUDGED, grade_noted, label_of, level_of
from jurybox.formats.read_options import Cells
from jurybox.formats.tables_queries import add_tables
from jurybox.kinds import KINDS
from jurybox.label_schemes import Label, LabelScheme
from jurybox.language import Numbered, tr, trn_found, trn_noop
from jurybox.lists import comma_list


class RowSum:
    """The sum over rows of texts, in their order."""

    def __init__(self) -> None:
        self._sum = hashlib.blake2b()
        self.count = 0

    def add(self, rows: Iterable[Sequence[str]]) -> None:
        """Take rows in."""
        for cells in rows:
            self._sum.update("\x1f".join(cells).encode("utf-8", "surrogatepass") + b"\x1e")
            self.count += 1

    def digest(self) -> bytes:
        """Return the sum so far."""
        return self._sum.digest()


_BATCH = 2_000
_SAID = (
    "SELECT q.name, q.kind, q.text, r.name, a.text, a.document, a.support, a.id, s.label, s.state, s.note, "
    "s.seconds, s.at, s.number FROM answer a JOIN ref r ON r.id = a.id JOIN question q ON q.id = a.question "
    "LEFT JOIN said s ON s.answer = a.id ORDER BY a.id"
)
_ONE = (
    "SELECT answer, min(label) AS label, min(state) AS state, min(note) AS note, min(seconds) AS seconds, "
    "min(at) AS at, count(*) AS number FROM standing WHERE kind = 'judgment' AND assessor = ? "
    "AND answer IS NOT NULL GROUP BY answer"
)


_VOICES = f"SELECT w.name, {SQL_KIND}, assessor.id FROM assessor JOIN who w ON w.id = assessor.id"  # noqa: S608 - our own words


class ExportVoice(NamedTuple):
    """Whose words are written: an assessor of the collection (`row`), or a gold standard (None)."""

    name: str
    kind: str
    row: int | None


NOBODY = ExportVoice("", "person", 0)
"""Whose words are written where nobody has judged: answers alone."""


class ExportedJudgment(NamedTuple):
    """One answer, and one voice's label of it; `level` is its grade, -1 for none yet, -2 for junk.

    Where questions of its kind have a label scheme of the collection's own, `grade` is that of the label,
    which may be below 0 or between whole numbers, and `own` the label itself, also of a gold standard.
    `is_pooled`: whether it is in the pool of its question (`jurybox.collection.pool`).
    """

    question: str
    kind: str
    query: str
    answer: str
    text: str
    document: str | None
    support: str | None
    label: str | None
    state: str | None
    note: str | None
    seconds: float | None
    at: int | None
    level: int
    grade: float | None = None
    own: str | None = None
    is_pooled: bool = True

    @property
    def has_level(self) -> bool:
        """Whether files of levels can hold it: no grade of an own scheme below 0 or between whole numbers."""
        return self.grade is None or (self.grade >= 0 and self.grade.is_integer())

    @property
    def grade_text(self) -> str:
        """The grade as files of grades write it."""
        return str(self.level) if self.grade is None else number_text(self.grade)


class ExportedResponse(NamedTuple):
    """One response of a run, with the answer that it names."""

    question: str
    kind: str
    answer: str | None
    nil: bool
    text: str
    document: str | None
    answered: int
    decision: int | None
    selected: int
    confidence: float | None
    score: float | None


class CollectionExport:
    """A private copy of a collection while it is written; `lost` counts what the format cannot hold.

    `unlabeled`: rows of judgments that are written without a label; `schemes`: the label schemes of its own,
    by kind; `stem`: the name of the collection's file; `assessor`, `gold`: whose labels were requested, None
    for all.
    """

    def __init__(self, db: sqlite3.Connection, stem: str, assessor: str | None, gold: Reference | None) -> None:
        self.db = db
        self.stem = stem
        self.assessor = assessor
        self.gold = gold
        self.lost: Counter[Numbered] = Counter()
        self.unlabeled = 0
        self.schemes = stored_schemes(db)
        self.voices = self._voices()

    def lose(self, sentence: Numbered, count: int = 1) -> None:
        """Count what the format cannot hold."""
        self.lost[sentence] += count

    def one_line(self, text: str) -> str:
        """Return the text of an answer in one line, and count it where that changes it."""
        line = one_line(text)
        if line != text:
            self.lose(
                trn_noop(
                    "{n} answer has line ends or double blanks, written as one blank.",
                    "{n} answers have line ends or double blanks, written as one blank.",
                )
            )
        return line

    def by_answer(self) -> Iterator[tuple[ExportedJudgment, ...]]:
        """Yield every answer with the labels of all voices; without one if nobody has judged."""
        voices = self.voices or [NOBODY]
        return zip(*[list(self.said(voice)) for voice in voices], strict=True)

    def one_voice(self) -> ExportVoice:
        """Return the only voice; refused, with the names of all, if there are several or none."""
        if len(self.voices) == 1:
            return self.voices[0]
        names = comma_list(voice.name for voice in self.voices[:8])
        if not names:
            raise Refused(tr("Nobody judged an answer yet. Nothing was written."))
        raise Refused(
            tr(
                "Several assessors judged: {names}. The format has room for one: name one with "
                "--assessor, or use --gold majority. Nothing was written.",
                names=names,
            )
        )

    def said(self, voice: ExportVoice, *kinds: str, plain: bool = False) -> Iterator[ExportedJudgment]:
        """Yield every answer (of questions of some kinds), with one voice's label of it.

        `plain`: grades are 2, 1 and 0 for A, B and C, even if a note has another.
        """
        scale = 0 if plain else self._scale(voice)
        self.db.execute("DROP TABLE IF EXISTS temp.said")
        query = _ONE if voice.row is not None else f"{_ONE} LIMIT 0"
        self.db.execute(f"CREATE TEMP TABLE said AS {query}", (voice.row,))
        self.db.execute("CREATE UNIQUE INDEX temp.said_of ON said (answer)")
        found = self.db.execute(_SAID)
        while rows := found.fetchmany(_BATCH):
            for row in rows:
                said = self._one(voice, row, scale)
                if not kinds or said.kind in kinds:
                    yield said

    @cached_property
    def _in_no_pool(self) -> Mask:
        return read_in_no_pool(self.db)

    def runs(self) -> list[str]:
        """Return the names of all runs."""
        return [name for (name,) in self.db.execute("SELECT name FROM run ORDER BY id")]

    def responses(self, run: str) -> list[ExportedResponse]:
        """Return what a run responded, in the order of the collection."""
        rows = self.db.execute(
            "SELECT q.name, q.kind, r.name, p.nil, coalesce(p.text, a.text, ''), a.document, p.answered, "
            "p.decision, p.selected, p.confidence, p.score FROM response p JOIN run u ON u.id = p.run "
            "JOIN question q ON q.id = p.question LEFT JOIN answer a ON a.id = p.answer "
            "LEFT JOIN ref r ON r.id = p.answer WHERE u.name = ? ORDER BY p.id",
            (run,),
        ).fetchall()
        return [ExportedResponse._make((*row[:3], bool(row[3]), *row[4:])) for row in rows]

    def leave_out(
        self,
        family: Family,
        *keeps: str,
        kinds: Sequence[str] = (),
        voices: Sequence[ExportVoice] | None = None,
        without_notes: str = "",
    ) -> None:
        """Count what files of a family do not hold, except what they `keeps`: see `losses`.

        `kinds`: the kinds of questions that the format has, all if empty; `voices`: whose labels are written,
        by default all that were requested.
        """
        said_by = self.voices if voices is None and (self.assessor or self.gold) else voices
        rows = None if said_by is None else [one.row for one in said_by if one.row is not None]
        found = losses(self.db, family, keeps=keeps, kinds=kinds, assessors=rows, without_notes=without_notes)
        self.lost.update(dict(found))

    def losses(self) -> Cells:
        """Return what was lost, a sentence each."""
        return tuple(trn_found(*sentence, count) for sentence, count in self.lost.items() if count)

    def _voices(self) -> list[ExportVoice]:
        named = self.db.execute(f"{_VOICES} WHERE assessor.name = ?", (self.assessor,)).fetchone()
        if self.assessor is not None and named is None:
            raise Refused(
                tr("There is no assessor {assessor!r} in this collection. Nothing was written.", assessor=self.assessor)
            )
        if self.gold:
            return [ExportVoice(self.gold.name, "gold", None)]
        if named is not None:
            return [ExportVoice(*named)]
        rows = self.db.execute(
            f"{_VOICES} WHERE assessor.id IN (SELECT s.assessor FROM standing s WHERE s.kind = "  # noqa: S608 - our own words
            "'judgment' AND s.answer IS NOT NULL) ORDER BY assessor.id"
        )
        return [ExportVoice(*row) for row in rows]

    def _scale(self, voice: ExportVoice) -> int:
        """Return the highest grade in the voice's notes; 2 if there is none above it."""
        rows = self.db.execute(
            "SELECT DISTINCT note FROM standing WHERE kind = 'judgment' AND assessor = ? AND note LIKE 'grade %'",
            (voice.row,),
        )
        return max((noted.top for (note,) in rows if (noted := grade_noted(note))), default=2)

    def _one(self, voice: ExportVoice, row: tuple[Any, ...], scale: int) -> ExportedJudgment:
        subject, id_, said, number = row[:7], row[7], row[8:13], row[13]
        own, in_pool = self.schemes.get(row[1]), not self._in_no_pool[id_ - 1]
        if voice.row is None and self.gold:
            level = int(self.gold.levels[id_ - 1])
            if level <= JUNK:
                self.lose(
                    trn_noop(
                        "{n} answer is left out by the gold standard: written as junk.",
                        "{n} answers are left out by the gold standard: written as junk.",
                    )
                )
            said = ExportedJudgment._make((*subject, *[None] * 5, max(level, JUNK), None, None, in_pool))
            return said if own is None or level < 0 else _of_label(said, _gold_label(own, level, row[1]))
        if number and number > 1:
            self.lose(
                trn_noop(
                    "{n} judgment contradicts another: written as not judged.",
                    "{n} judgments contradict each other: written as not judged.",
                )
            )
            said = (None,) * 5
        label, state, note = said[:3]
        if label and own is not None:
            known = next((one for one in own.labels if one.word == label), None)
            found = ExportedJudgment._make((*subject, *said, UNJUDGED, None, None, in_pool))
            return found if known is None else _of_label(found, known)
        level = _level(label, note or "", row[1], scale) if label else UNJUDGED
        return ExportedJudgment._make((*subject, *said, JUNK if state == "junk" else level, None, None, in_pool))


def _of_label(said: ExportedJudgment, label: Label) -> ExportedJudgment:
    """Return a judgment with the grade of a label of an own scheme."""
    return said._replace(level=max(0, int(label.grade)), grade=float(label.grade), own=label.word)


def _gold_label(scheme: LabelScheme, level: int, kind: str) -> Label:
    """Return the label of an own scheme for a level of a gold standard."""
    if KINDS[kind].is_graded:
        return scheme.labels[-1 - level]
    right = set(scheme.relevant("strict"))
    fitting = [label for label in scheme.labels if (label.word in right) == (level > 0)]
    return fitting[0] if level else fitting[-1]


def _level(label: str, note: str, kind: str, scale: int) -> int:
    """Return the grade for a label: the one in its note, if the label is still the same.

    `scale` 0: notes are not asked.
    """
    noted = grade_noted(note) if scale else None
    if noted and label_of(noted.level, noted.top, kind) == label:
        return noted.level
    if not KINDS[kind].is_graded or scale <= 2:
        return level_of(label)
    return {"A": scale, "B": scale // 2, "C": 0}[label]


@contextmanager
def export_of(file: Path, how: How) -> Iterator[CollectionExport]:
    """Copy a collection file for an export, so that others can continue judging. Refused if impossible."""
    check_is_ours(file)
    with copying() as copy, closing(open_reading(file)) as db:
        db.backup(copy)
        add_tables(copy, None, anonymous=how.get("anonymous", False))
        yield CollectionExport(copy, file.stem, how.get("assessor"), how.get("gold"))


@contextmanager
def copying() -> Iterator[sqlite3.Connection]:
    """Yield an empty database, to which a collection is copied. Refused if there is no room for it."""
    try:
        with closing(sqlite3.connect("")) as copy:
            yield copy
    except sqlite3.OperationalError as error:
        raise Refused(
            tr(
                "The collection cannot be copied for the export ({error}). Nothing was written; see "
                "that there is room in the folder for temporary files.",
                error=error,
            )
        ) from error


@contextmanager
def making(target: Path, *, folder: bool) -> Iterator[Path]:
    """Yield a place beside a target to write to; it becomes the target if nothing is raised.

    Raises Refused if the target exists and is not empty, or cannot be written.
    """
    if target.exists() and not (folder and target.is_dir() and not any(target.iterdir())):
        raise Refused(tr("{target} exists already. Nothing was written; choose another name.", target=target))
    if not target.parent.is_dir():
        raise Refused(
            tr("The folder {parent} does not exist. Nothing was written; make it first.", parent=target.parent)
        )
    try:
        if folder:
            with whole_folder(target) as part:
                yield part
            return
        sweep(target.parent)
        place = Path(tempfile.mkdtemp(prefix=part_prefix(), suffix=".part", dir=target.parent))
        try:
            part = place / target.name
            yield part
            flush(part)
            part.replace(target)
            flush_folder(target.parent)
        finally:
            shutil.rmtree(place, ignore_errors=True)
    except OSError as error:
        raise Refused(
            tr(
                "{target} cannot be written ({reason}). What was written was removed.",
                target=target,
                reason=error.strerror,
            )
        ) from error


Row = Sequence[str]


def write_lines(path: Path, rows: Iterable[Row], text: Callable[[Row], str], parse: Callable[[str], Row | str]) -> int:
    """Write rows, a line each, read them back, and return their number.

    `parse` gives the row of a line, as a reader understands it. Raises Refused for a row that a line of
    this format cannot hold (an id with a blank, where blanks separate), and if what is read differs.
    """
    written, read = RowSum(), RowSum()
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            line = text(row)
            if _parsed(parse(line)) != tuple(row) or "\n" in line or "\r" in line:
                raise Refused(
                    tr(
                        "This line could not be read back: {line}. Ids must not be empty or "
                        "contain separators of columns. The export was removed.",
                        line=shown(line),
                    )
                )
            written.add([row])
            file.write(f"{line}\n")
    try:
        read.add(_parsed(parse(line)) for _, texts in read_lines(path) for line in texts)
    except BadFile as error:
        raise _differs(path) from error
    if read.digest() != written.digest():
        raise _differs(path)
    return written.count


def _parsed(row: Row | str) -> Row:
    return (row,) if isinstance(row, str) else tuple(row)


def _differs(path: Path) -> Refused:
    return Refused(tr("{path} could not be read back as it was written. The export was removed.", path=path.name))


def preview(write: Write, file: Path, **how: Unpack[How]) -> Written:
    """Return what an export would write and leave out, without writing it; refused where the export is."""
    with private_folder() as folder:
        return write(file, Path(folder) / file.stem, **how)


def check_same(path: Path, written: object, read: object) -> None:
    """Refuse an export of which something else was read back than was written."""
    if written != read:
        raise _differs(path)


def one_word(text: str) -> str:
    """Return a name as one word: blanks become underscores."""
    return "_".join(text.split()) or "_"


def one_line(text: str) -> str:
    """Return a text in one line, every stretch of white space as one blank."""
    return " ".join(text.split())


def written(target: Path, rows: dict[str, int], out: CollectionExport, announce: Announce | None = None) -> Written:
    """Return the result of an export. Refused if there was nothing that the format can hold."""
    if not any(rows.values()):
        raise Refused(tr("This format cannot represent anything in this collection. Nothing was written."))
    done = Written(target, rows, out.losses(), out.unlabeled)
    if announce and done.lost:
        announce(done.lost)
    return done


Fill = Callable[[CollectionExport, Path], dict[str, int]]
"""Fills a new file or an empty folder, reads it back, and returns how many rows of what it wrote."""


def writer(*, folder: bool) -> Callable[[Fill], Write]:
    """Make a writer: it copies the collection, has the copy written in a part, and puts that in its place.

    `folder`: whether the target is a folder. See `Write` for what the writer is asked, and for errors.
    """

    def make(fill: Fill) -> Write:
        @wraps(fill)
        def write(file: Path, target: Path, **how: Unpack[How]) -> Written:
            with export_of(file, how) as out, making(target, folder=folder) as part:
                return written(target, fill(out, part), out, how.get("announce"))

        return write

    return make


def columns_of(line: str, width: int) -> Cells | str:
    """Return the cells of a line; what is wrong where there are not `width`, or a comment."""
    cells = tuple(line.split())
    if len(cells) != width or line.startswith("#"):
        return tr("This line has {cells} columns, or begins with a number sign.", cells=len(cells))
    return cells


def label_or_state(said: ExportedJudgment, *, gold: bool) -> str | None:
    """Return a judgment as one word; a gold standard's level becomes its label."""
    if not gold:
        return said.label or said.state
    if said.level < 0:
        return "junk" if said.level == JUNK else None
    if said.own is not None:
        return said.own
    if not KINDS[said.kind].is_graded:
        return "correct" if said.level else "incorrect"
    if said.level > 2:
        raise Refused(tr("A level above A B C has no label. Name another gold standard. Nothing was written."))
    return "CBA"[said.level]
