"""Merging returned files: several at once, all or nothing, with the resulting conflicts."""

import sqlite3
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from jurybox.campaign.page_names import is_page_return
from jurybox.campaign.page_returns import merge_page_return
from jurybox.campaign.set_back import SetBack, set_back_line
from jurybox.collection.backup import copy_to
from jurybox.collection.check import values_refused
from jurybox.collection.codes import CONFLICT, KIND_CODES
from jurybox.collection.entries import SHARED_KINDS, Content, Subject
from jurybox.collection.file import HANDED_OUT, check_is_ours, open_reading
from jurybox.collection.judges import judges
from jurybox.collection.log import LogWriter
from jurybox.collection.merge import Merged, merge_log
from jurybox.collection.own_schemes import stored_schemes
from jurybox.disk import private_folder
from jurybox.errors import Refused
from jurybox.judging.normal_form import normal_form
from jurybox.kinds import KINDS
from jurybox.language import tr, trc, trn
from jurybox.lists import clauses, comma_list
from jurybox.session import Session
from jurybox.wording import count_of

_SHARED = frozenset(KIND_CODES[kind] for kind in SHARED_KINDS)


@dataclass
class MergedCopy(Merged):
    """The result of merging one file.

    `joined`: answers put into known instances that the file lacked. `set_back`: what it said for everybody, and does
    not hold. `dropped`: labels that a page returned about questions that are dropped from all scores.
    """

    joined: int = 0
    set_back: Sequence[str] = ()
    dropped: int = 0


class BeforeMerge(NamedTuple):
    """The conflicts, and the nuggets whose importance the panel's votes decide over votes of others."""

    conflicts: int
    replaced: frozenset[int]


@dataclass(frozen=True, slots=True)
class MergedFile:
    """The additions of one file: new entries, entries known before, new people.

    `joined`: answers put into known instances with the same text, which the file lacked. `set_back`: what it said for
    everybody, and does not hold. `dropped`: labels that a page returned about questions that are dropped from all
    scores.
    """

    path: Path
    added: int
    known: int
    assessors: tuple[str, ...] = ()
    joined: int = 0
    set_back: tuple[str, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class MergeReport:
    """The result of a merge; `conflicts` are all present ones, `new_conflicts` those it added.

    A conflict is two entries in force of one assessor about one subject: both are kept, and it counts as
    unjudged until a new entry resolves it. `unjudged` counts the answers with contradictory labels,
    `replaced` the nuggets whose imported importance was replaced by the panel's votes in the merge;
    `settings` names the conflicts between values of a setting.
    """

    files: tuple[MergedFile, ...]
    conflicts: int
    new_conflicts: int
    unjudged: int
    replaced: int = 0
    settings: tuple[str, ...] = ()

    @property
    def added(self) -> int:
        """The number of new entries over all files."""
        return sum(file.added for file in self.files)

    def lines(self) -> list[str]:
        """Return the result in words, a line for each file and one for the conflicts."""
        lines = []
        for file in self.files:
            brought = [
                trn("{n} entry new", "{n} entries new", file.added),
                trc("entries", "{known:,} known", known=file.known),
            ]
            people = tr("new here: {names}", names=comma_list(file.assessors)) if file.assessors else ""
            what = clauses((comma_list(brought), people))
            lines.append(tr("{path}: {what}.", path=file.path.name, what=what))
            if file.joined:
                lines.append(
                    trn(
                        "1 answer was joined to known instances with the same text, which {path} lacks.",
                        "{n} answers were joined to known instances with the same text, which {path} lacks.",
                        file.joined,
                        path=file.path.name,
                    )
                )
            if file.dropped:
                lines.append(
                    trn(
                        "1 label of {path} is about a question that is dropped from all scores; it is kept.",
                        "{n} labels of {path} are about questions that are dropped from all scores; they are kept.",
                        file.dropped,
                        path=file.path.name,
                    )
                )
            if file.set_back:
                lines.append(set_back_line(file.path.name, file.set_back))
        if self.replaced:
            nuggets = count_of(self.replaced, "nugget")
            lines.append(
                tr(
                    "Votes of the panel now replace the imported importance of {nuggets}; others keep theirs.",
                    nuggets=nuggets,
                )
            )
        return [*lines, conflict_line(self.conflicts, self.new_conflicts, self.settings)]


def conflict_line(conflicts: int, new: int, settings: Sequence[str]) -> str:
    """Return the conflicts to resolve, in words; `settings`: how many, and which, have two values."""
    if not conflicts:
        return tr("No conflicts.")
    parts = []
    if conflicts > len(settings):
        parts.append(tr("both labels are kept, and count as unjudged until they are settled"))
    if settings:
        parts.append(_two_values(len(settings), with_mode="mode" in settings))
    about = clauses(parts)
    if new:
        return trn(
            "{n} conflict, {new:,} of them new: {about}.",
            "{n} conflicts, {new:,} of them new: {about}.",
            conflicts,
            new=new,
            about=about,
        )
    return trn("{n} conflict: {about}.", "{n} conflicts: {about}.", conflicts, about=about)


def _two_values(count: int, *, with_mode: bool) -> str:
    if with_mode:
        return trn(
            "{n} setting with two values; the default applies (judging for the mode) until one is chosen",
            "{n} settings with two values; the default applies (judging for the mode) until one is chosen",
            count,
        )
    return trn(
        "{n} setting with two values; the default applies until one is chosen",
        "{n} settings with two values; the default applies until one is chosen",
        count,
    )


def merge_files(session: Session, paths: Sequence[Path]) -> MergeReport:
    """Add what files have and the collection lacks; after one backup, all or nothing.

    Merging a file twice changes nothing. Raises Refused for a file that is not part of this collection.
    """
    before = before_merging(session)
    merged = session.store(merging(session.path, paths), "merge")
    return merge_report(session, paths, merged, before)


def preview_merge(home: Path, paths: Sequence[Path]) -> MergeReport:
    """Return the effect of merging files into the collection at `home`, computed in a private copy.

    Raises Refused as `merge_files` does.
    """
    from jurybox.session import open_session

    own = {home.resolve()} & {path.resolve() for path in paths}
    with private_folder() as folder:
        copy = Path(folder) / home.name
        with closing(open_reading(home)) as db:
            copy_to(db, copy)
        with closing(open_session(copy)) as session:
            session.assessor = None
            return merge_files(session, [copy if path.resolve() in own else path for path in paths])


def merging(home: Path, paths: Sequence[Path]) -> Callable[[sqlite3.Connection], list[MergedCopy]]:
    """Return the bulk work that merges files into the collection at `home`: see `Session.store_later`."""

    def work(db: sqlite3.Connection) -> list[MergedCopy]:
        merged = []
        for path in paths:
            if path.resolve() == home.resolve():
                raise Refused(tr("{path} is the collection itself. Nothing was merged.", path=path.name))
            merged.append(merge_file(db, path))
        return merged

    return work


def merge_file(db: sqlite3.Connection, path: Path) -> MergedCopy:
    """Add what a file has, another copy or what a page returned, in the caller's transaction."""
    if is_page_return(path):
        page = merge_page_return(db, path)
        return MergedCopy(page.added, page.known, dropped=page.dropped)
    check_is_ours(path)
    with values_refused(path), closing(open_reading(path)) as source:
        return merge_copy(db, source)


def merge_copy(db: sqlite3.Connection, other: sqlite3.Connection) -> MergedCopy:
    """Add what another open file has, in the caller's transaction, as `merge_log` does.

    Answers of an own file that lacks known instances are joined to those with the same text. What its assessor said for
    everybody does not hold.
    """
    set_back = SetBack(db, other)
    merged = MergedCopy(**vars(merge_log(db, other)))
    merged.set_back = set_back.after()
    merged.joined = _join_known(db, other)
    return merged


def merge_report(
    session: Session, paths: Sequence[Path], merged: Sequence[MergedCopy], before: BeforeMerge
) -> MergeReport:
    """Assemble the report of a merge."""
    files = tuple(
        MergedFile(path, one.added, one.known, tuple(one.assessors), one.joined, tuple(one.set_back), one.dropped)
        for path, one in zip(paths, merged, strict=True)
    )
    now, labels = before_merging(session), session.ledger.labels
    return MergeReport(
        files,
        now.conflicts,
        max(0, now.conflicts - before.conflicts),
        int((labels == CONFLICT).any(axis=0).sum()),
        len(now.replaced - before.replaced),
        session.facts.disputed,
    )


def before_merging(session: Session) -> BeforeMerge:
    """Return the state with which a merge is compared."""
    catalog, votes = session.catalog, session.ledger.board.votes
    panel = frozenset(judges(catalog, session.facts))
    replaced = frozenset(nugget for nugget, said in votes.items() if said.keys() & panel and said.keys() - panel)
    return BeforeMerge(count_conflicts(session), replaced)


def count_conflicts(session: Session) -> int:
    """Return the number of conflicts: of one assessor, or among entries made for all of them.

    Two who adjudicate alike, or set a fact to the same value, agree.
    """
    ledger = session.ledger
    own = sum(ledger.kind_of(found[0]) not in _SHARED for found in ledger.conflicts())
    return own + int((ledger.adjudications == CONFLICT).sum()) + len(session.facts.disputed)


def _join_known(db: sqlite3.Connection, other: sqlite3.Connection) -> int:
    """Put answers of an own file into the imported instances that it lacks, if the texts are equal.

    Its assessor could not do so: the instances were imported later, or the file was written by a version that
    did not hand them out, and each would count twice. An answer moves with its whole group. Return how many
    answers changed their group.
    """
    local = other.execute("SELECT value FROM local WHERE name = ?", (HANDED_OUT,)).fetchone()
    if local is None:
        return 0
    found = other.execute("SELECT code FROM assessor WHERE name = ?", local).fetchone()
    if found is None:
        raise Refused(
            tr("The other file was handed out to {local!r}, who is not in it. Nothing was merged.", local=local[0])
        )
    (code,) = found
    (who,) = db.execute("SELECT id FROM assessor WHERE code = ?", (code,)).fetchone()
    held = set(other.execute("SELECT q.digest, i.name FROM instance i JOIN question q ON q.id = i.question"))
    known_questions = {digest for (digest,) in other.execute("SELECT digest FROM question")}
    lacking: dict[int, dict[str, str]] = {}
    names: dict[int, set[str]] = {}
    kinds: dict[int, str] = {}
    for digest, name, text, question, kind in db.execute(
        "SELECT q.digest, i.name, i.text, q.id, q.kind FROM instance i JOIN question q ON q.id = i.question "
        "WHERE NOT EXISTS (SELECT 1 FROM entry e WHERE e.kind = 'instance' AND e.question = i.question "
        "AND e.fact = i.name AND e.state = 'junk' "
        "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)) ORDER BY i.id"
    ).fetchall():
        names.setdefault(question, set()).add(name)
        kinds[question] = kind
        if digest in known_questions and (digest, name) not in held:
            lacking.setdefault(question, {}).setdefault(normal_form(text or name), name)
    log, own = LogWriter(db), stored_schemes(db)
    right = {kind: (own.get(kind) or KINDS[kind].label_scheme).relevant("lenient") for kind in set(kinds.values())}
    return sum(_join_in(db, log, who, at, forms, names[at], right[kinds[at]]) for at, forms in lacking.items())


def _join_in(
    db: sqlite3.Connection,
    log: LogWriter,
    who: int,
    question: int,
    forms: dict[str, str],
    known: set[str],
    lenient: Collection[str],
) -> int:
    """Join equal answers of one question to known instances.

    `forms`: names by the normal form of texts; `lenient`: the labels of answers that are joined.
    """
    groups: dict[int, dict[bytes, tuple[int, str | None]]] = {}
    right = set()
    for row, hash_, kind, answer, label in db.execute(
        "SELECT e.id, e.hash, e.kind, e.answer, e.label FROM entry e WHERE e.assessor = ? AND e.question = ? "
        "AND e.answer IS NOT NULL AND e.fact IS NULL AND e.kind IN ('judgment', 'distinct') "
        "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)",
        (who, question),
    ).fetchall():
        if kind == "distinct":
            groups.setdefault(answer, {})[hash_] = (row, label)
        elif label in lenient:
            right.add(answer)
    into: dict[int, str] = {}
    for answer, text in db.execute("SELECT id, text FROM answer WHERE question = ? ORDER BY id", (question,)):
        name = forms.get(normal_form(text)) if answer in right else None
        given = {label for _, label in groups.get(answer, {}).values() if label is not None}
        own = given - known
        if name is None or (given and not own):
            continue
        mates = [each for each, said in groups.items() if own & {label for _, label in said.values()}]
        for each in {answer, *mates}:
            into.setdefault(each, name)
    for answer, name in sorted(into.items()):
        replaces = {hash_: row for hash_, (row, _) in groups.get(answer, {}).items()}
        log.write(who - 1, "distinct", Subject(question - 1, answer - 1), Content(name), replaces=replaces)
    return len(into)
