"""T1: the durable commit of one judgment against a plain transaction of the same rows in the same mode.

Run by hand: python tests/speed/bench_commit.py [FOLDER]
"""

import sqlite3
import sys
import tempfile
from pathlib import Path

from common import interleaved, median, p99, report_ratio
from small import small_collection

from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import open_writing
from jurybox.collection.log import entry_of, insert_entries, read_chains
from jurybox.collection.nuggets import Nuggets
from jurybox.collection.texts import Texts

ROUNDS = 1500
COLUMNS = "hash, writer, assessor, kind, question, answer, label, at, act, part"


def plain_connection(path: Path) -> sqlite3.Connection:
    """Return a connection with the same settings and nothing else."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = EXTRA")
    db.execute("PRAGMA foreign_keys = ON")
    return db


def main(folder: Path) -> None:
    """Measure and print."""
    plain_path = small_collection(folder / "plain.jury", questions=500)
    ours_path = small_collection(folder / "ours.jury", questions=500)
    plain, ours = plain_connection(plain_path), open_writing(ours_path)
    plain.execute("INSERT INTO writer (code) VALUES (x'00')")
    texts, chains = Texts(ours_path), read_chains(ours)
    insert = f"INSERT INTO entry ({COLUMNS}) VALUES (?, 1, 1, 'judgment', ?, ?, 'correct', ?, 'do', 0)"
    for answer in range(1500):
        texts.answer(answer)

    def plainly(number: int) -> None:
        answer = number % 1500
        plain.execute("BEGIN IMMEDIATE")
        plain.execute(insert, (bytes(32), answer // 3 + 1, answer + 1, 1_700_000_000_000))
        plain.execute("COMMIT")

    def as_we_do(number: int) -> None:
        answer = number % 1500
        subject = Subject(answer // 3, answer)
        entry = entry_of(chains, texts.names(b"x" * 16, subject, Nuggets()), 0, "judgment", subject, Content("correct"))
        ours.execute("BEGIN IMMEDIATE")
        insert_entries(ours, [entry])
        ours.execute("COMMIT")

    plain_times, our_times = interleaved(ROUNDS, plainly, as_we_do)
    print(f"plain median {median(plain_times) * 1e3:.3f} ms, p99 {p99(plain_times) * 1e3:.3f} ms")
    print(f"ours  median {median(our_times) * 1e3:.3f} ms, p99 {p99(our_times) * 1e3:.3f} ms")
    report_ratio("T1", "median commit / plain", median(our_times) / median(plain_times), 1.15)
    report_ratio("T1", "p99 commit / plain", p99(our_times) / p99(plain_times), 1.5)
    texts.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as place:
        main(Path(place))
