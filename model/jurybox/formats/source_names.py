"""Whose judgments and responses are in which file of an import, once all files are read.

Families of files have one file for each assessor or run. If lines name nobody, the file's name does, or its
folder's if files of one name judge the same answers. If lines of several files name the same run, yet answer
a question differently, each file is a run. Lines that contradict a file's name are reported.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePath

from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging, in_name
from jurybox.collection.table_reads import stretches
from jurybox.disk import open_regular
from jurybox.formats.read_options import ReadOptions
from jurybox.formats.source_files import RENAMED, SourceFile, stem_of
from jurybox.formats.workbooks import place_of
from jurybox.language import tr, trf
from jurybox.lists import comma_list
from jurybox.wording import count_of

_SAID_OF = {
    "judgments": ("question, answer", "coalesce(label, state) IS NOT NULL"),
    "matches": ("question, answer, nugget", "support IS NOT NULL"),
    "nuggets": ("question, nugget", "importance IS NOT NULL"),
}
"""The assessors' columns, their subjects, and the condition of a nonempty row."""
_HOLD_NAMES = ("in_judgments", "in_matches", "in_nuggets", "in_distinct", "complete_item", "skipped_match")
_RESPONSE = "rank, answer, nil, answered, decision, selected, confidence, score, text, document, support"
_MOST_NAMED = 8
_READ_AT_ONCE = 1 << 20


def settle_names(staging: Staging, options: ReadOptions, sources: Iterable[SourceFile]) -> None:
    """Separate runs of one name, and report names that were unused, uncertain, or duplicate.

    For files of formats other than tables, after `name_assessors`.
    """
    _note_copies(staging, sources)
    _name_runs(staging, options)
    _note_unused(staging, options)
    _note_other_names(staging, options)


def name_assessors(staging: Staging) -> None:
    """Replace the placeholder of each file without an assessor by a name, and report it.

    It is the file's own name, or that of its folder where the same answer is judged in two files of one
    name, and never in two of one folder.
    """
    db = staging.db
    waiting = [one for one in staging.unnamed if one.stand_in]
    if waiting:
        staging.spread()
    by_name = {one.stand_in: one.usual for one in waiting}
    by_folder = {one.stand_in: one.folder for one in waiting}
    is_by_folder = _judged_twice(db, by_name) and not _judged_twice(db, by_folder)
    called = by_folder if is_by_folder else by_name
    for table in _HOLD_NAMES if called else ():
        db.executemany(
            f"UPDATE {table} SET assessor = ? WHERE assessor = ?",  # noqa: S608 - our own names
            [(name, stand_in) for stand_in, name in called.items()],
        )
    staging.models |= {called[name] for name in staging.models & called.keys()}
    for one in staging.unnamed:
        name = called.get(one.stand_in, one.usual)
        staging.named_by_files[name] = None
        message = trf(
            "assessor-of-file", "The file names no assessor, so {name!r} is used. {renamed}", name=name, renamed=RENAMED
        )
        if one.stand_in and is_by_folder:
            message = trf(
                "assessor-of-folder",
                "The file names no assessor, and files of its name judge the same answers, so the name "
                "of its folder, {name!r}, is used.",
                name=name,
            )
        staging.findings.add(message, one.file, severity="note")
    if not is_by_folder:
        _note_shared(staging, [one.usual for one in waiting if one.usual == stem_of(place_of(one.file).name)])


def _note_shared(staging: Staging, names: Sequence[str]) -> None:
    for name in dict.fromkeys(names):
        files = [one.file for one in staging.unnamed if one.usual == name]
        if len(files) > 1:
            staging.findings.add(
                trf(
                    "files-one-assessor",
                    "{files} of one name are read as of one assessor, {name!r}: {listed}.",
                    files=count_of(len(files), "file"),
                    name=name,
                    listed=comma_list(files, _MOST_NAMED),
                ),
                severity="note",
            )


def _judged_twice(db: sqlite3.Connection, called: Mapping[str, str]) -> bool:
    """Return whether one thing is judged in two files that these names give one assessor."""
    db.execute("CREATE TEMP TABLE called (stand_in TEXT PRIMARY KEY, name TEXT)")
    db.executemany("INSERT INTO called VALUES (?, ?)", called.items())
    try:
        return any(
            db.execute(
                f"SELECT 1 FROM {in_name(table)} JOIN called ON stand_in = assessor WHERE {given} "  # noqa: S608 - our own names
                f"GROUP BY name, {what} HAVING count(DISTINCT assessor) > 1 LIMIT 1"
            ).fetchone()
            for table, (what, given) in (_SAID_OF.items() if len(called) > 1 else ())
        )
    finally:
        db.execute("DROP TABLE called")


def _name_runs(staging: Staging, options: ReadOptions) -> None:
    """Call the only run as asked; else give each file a run where two answer a question differently."""
    db = staging.db
    runs = list(dict.fromkeys(run for _, run in staging.runs))
    if options.run and len(runs) == 1 and runs[0] != options.run:
        staging.spread()
        for table in ("in_responses", "in_runs"):
            db.execute(f"UPDATE {table} SET run = ?", (options.run,))  # noqa: S608 - our own names
        staging.note_runs()
        message = trf(
            "run-renamed", "Run {runs} is named {run}, as requested.", runs=shown(runs[0]), run=shown(options.run)
        )
        staging.findings.add(message, severity="note")
        return
    taken = set(runs)
    for rows in stretches(options.into, "run", "name") if options.into else ():
        taken.update(name for (name,) in rows)
    for run, files in _runs_in_several_files(staging).items():
        names = _names_of_files(files, run, taken)
        for number, name in names.items():
            for table in ("in_responses", "in_runs"):
                db.execute(f"UPDATE {table} SET run = ? WHERE run = ? AND file = ?", (name, run, number))  # noqa: S608
        taken.update(names.values())
        staging.findings.add(
            trf(
                "run-apart",
                "Run {run} answers the same question differently in {files}, so each file is a run of "
                "its own: {listed}.",
                run=shown(run),
                files=count_of(len(files), "file"),
                listed=comma_list(names.values(), _MOST_NAMED),
            ),
            severity="warning",
        )
        staging.note_runs()


def _runs_in_several_files(staging: Staging) -> dict[str, dict[int, str]]:
    """Return the runs that answer a question differently in two files, with number and name of each file.

    Equal responses to a question are left in the first file alone.
    """
    db, found = staging.db, dict[str, dict[int, str]]()
    if staging.ranked or len({run for _, run in staging.runs}) == len(staging.runs):
        return found  # no list of ranked rows comes twice
    db.execute(
        "CREATE TEMP TABLE in_both AS SELECT run, question FROM in_responses WHERE run IS NOT NULL "
        "GROUP BY run, question HAVING min(file) < max(file)"
    )
    rows = db.execute(
        f"SELECT run, question, file, line, {_RESPONSE} FROM in_responses JOIN in_both USING (run, question) "  # noqa: S608 - our own columns
        "ORDER BY run, question, file, row"
    )
    lists: dict[tuple[str, str], dict[int, tuple[int, hashlib.blake2b]]] = {}
    for run, question, file, line, *given in rows:
        _, digest = lists.setdefault((run, question), {}).setdefault(file, (line, hashlib.blake2b()))
        digest.update(repr(given).encode(errors="surrogatepass"))
    names = dict(db.execute("SELECT id, name FROM file"))
    for (run, question), by_file in lists.items():
        first: dict[bytes, int] = {}
        for file, (line, digest) in by_file.items():
            same = first.setdefault(digest.digest(), file)
            if same != file:
                _leave_out(staging, (run, question, file), line, names)
        if len(first) > 1:
            found.setdefault(run, {})
    db.execute("DROP TABLE in_both")
    for run, files in found.items():
        numbers = db.execute("SELECT DISTINCT file FROM in_responses WHERE run = ? ORDER BY file", (run,))
        files.update((number, names[number]) for (number,) in numbers)
    staging.note_runs()
    return found


def _leave_out(staging: Staging, which: tuple[str, str, int], line: int, names: Mapping[int, str]) -> None:
    """Delete the responses of a run to a question in a file that another file has, too."""
    run, question, file = which
    staging.db.execute("CREATE INDEX IF NOT EXISTS response_of ON in_responses (run, question, file)")
    staging.db.execute("DELETE FROM in_responses WHERE run = ? AND question = ? AND file = ?", which)
    staging.findings.add(
        trf(
            "run-same-responses",
            "Another file has the same responses of run {run} to question {question}: they are stored once.",
            run=shown(run),
            question=shown(question),
        ),
        names[file],
        line,
        severity="warning",
        kind="responses in two files",
    )


def _names_of_files(files: Mapping[int, str], run: str, taken: set[str]) -> dict[int, str]:
    """Return a name for each file that no other run has: its own, else its folder's, else its path."""
    ways: list[Callable[[PurePath], str]] = [
        lambda path: stem_of(path.name),
        lambda path: path.parent.name,
        lambda path: stem_of(str(path)),
        lambda path: f"{run} ({path})",
    ]
    for way in ways:
        names = {number: way(place_of(name)) for number, name in files.items()}
        if all(names.values()) and len({*names.values()} - (taken - {run})) == len(files):
            return names
    return names


def _note_unused(staging: Staging, options: ReadOptions) -> None:
    """Say where a run or an assessor was asked for, and the files name their own."""
    runs = {run for _, run in staging.runs}
    assessors = {
        found
        for table in (_SAID_OF if options.assessor else ())
        for (found,) in staging.db.execute(f"SELECT DISTINCT assessor FROM {in_name(table)}")  # noqa: S608 - our own names
    } - {None}
    assessors.update(name for _, name in (staging.judged.judges if options.assessor else ()))
    for what, name, held in (("run", options.run, runs), ("assessor", options.assessor, assessors)):
        if name and held and name not in held:
            staging.findings.add(
                trf(
                    "option-unused",
                    "--{what} {name} is not used: the files name {count} ({listed}).",
                    what=what,
                    name=name,
                    count=count_of(len(held), what),
                    listed=comma_list(sorted(held), _MOST_NAMED),
                ),
                severity="warning",
            )


def _note_other_names(staging: Staging, options: ReadOptions) -> None:
    """Say where all lines of a file are of one run or assessor, and the file is called otherwise."""
    unnamed = {one.file for one in staging.unnamed}
    files = dict(staging.db.execute("SELECT id, name FROM file"))
    judged = {number for table in _SAID_OF for number in _files_with(staging, table)}
    for what, table, asked in (("assessor", "judgments", options.assessor), ("run", "responses", options.run)):
        named = _named_in_files(staging, table)
        others = {min(names) for names in named.values()}
        for number, names in sorted(named.items()):
            path = place_of(files[number])
            stem = stem_of(path.name)
            is_of_another = what == "run" and number in judged  # where responses come with judgments
            if asked or len(names) > 1 or files[number] in unnamed or is_of_another:
                continue
            (name,) = names
            if name in (stem, path.parent.name) or (stem not in others and name.lower() in stem.lower()):
                continue
            staging.findings.add(
                trf(
                    "file-other-name",
                    "The file is called {stem!r}, but its lines name {what} {name}, which is used.",
                    stem=stem,
                    what=what,
                    name=shown(name),
                ),
                files[number],
                severity="warning" if stem in others else "note",
                kind=tr("{what} of another name", what=what),
            )


def _named_in_files(staging: Staging, table: str) -> dict[int, set[str]]:
    """Return the runs that the responses in each file name, or the assessors that its judgments name."""
    pairs: Iterable[tuple[int, str]] = staging.runs
    if table == "judgments":
        pairs = staging.db.execute(
            "SELECT DISTINCT file, assessor FROM in_judgments WHERE assessor IS NOT NULL ORDER BY file"
        )
        pairs = (*pairs, *staging.judged.judges)
    found: dict[int, set[str]] = {}
    for number, name in pairs:
        found.setdefault(number, set()).add(name)
    return found


def _files_with(staging: Staging, table: str) -> list[int]:
    rows = staging.db.execute(f"SELECT DISTINCT file FROM {in_name(table)}")  # noqa: S608 - our own names
    as_columns = staging.as_columns.get(table)
    return [number for (number,) in rows] + ([*as_columns.rows.of_file] if as_columns else [])


def _note_copies(staging: Staging, sources: Iterable[SourceFile]) -> None:
    """Warn of files that are equal byte for byte: one may be a copy."""
    of_size: dict[int, list[SourceFile]] = {}
    for source in sources:
        if source.path.is_file() and (size := source.path.stat().st_size):
            of_size.setdefault(size, []).append(source)
    first: dict[bytes, SourceFile] = {}
    for source in (one for same in of_size.values() if len(same) > 1 for one in same):
        other = first.setdefault(_digest(source), source)
        if other is not source:
            staging.findings.add(
                trf(
                    "file-copy",
                    "This file is equal to {other}. If it is a copy, leave it out.",
                    other=shown(other.name),
                ),
                source.name,
                severity="warning",
                kind="equal files",
            )


def _digest(source: SourceFile) -> bytes:
    digest = hashlib.blake2b()
    with open_regular(source.path) as file:
        while part := file.read(_READ_AT_ONCE):
            digest.update(part)
    return digest.digest()
