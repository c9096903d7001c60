"""A collection whose words are in no language: what is English beside it, the program said."""

import re
from collections.abc import Collection
from pathlib import Path

ASSESSORS = ("Ugo", "Zsa", "Kvi")
RUNS = ("drel-a", "drel-b", "plux-a")
LABELS = ("correct", "inexact", "incorrect")
_SAYS = {"Ugo": "000122", "Zsa": "001122", "Kvi": "0121"}
"""Which label each gives to the answers, in their order; Kvi has not judged them all."""


def foreign_tables(folder: Path) -> Path:
    """Write questions of four kinds, their answers, three runs and judgments that differ, as CSV."""
    folder.mkdir()
    questions = [("zq1", "factoid"), ("zq2", "factoid"), ("zq3", "ranked"), ("zq4", "ranked")]
    answers = [("zq1", "za1"), ("zq1", "za2"), ("zq2", "za1"), ("zq2", "za2"), ("zq3", "za1"), ("zq3", "za2")]
    answers += [("zq4", "za1"), ("zq4", "za2")]
    said = [
        (who, *answers[at], LABELS[int(code)] if at < 4 else "ABC"[int(code)])
        for who, codes in _SAYS.items()
        for at, code in enumerate(codes)
    ]
    given = [
        (run, question, "1" if question < "zq3" else str(rank + 1), answer, f"{0.9 - 0.1 * rank}")
        for at, run in enumerate(RUNS)
        for question, _ in questions
        for rank, answer in enumerate(_order(at, question < "zq3"))
    ]
    tables = {
        "questions": ("question,kind,text", [(name, kind, f"Vlim {name} gorp?") for name, kind in questions]),
        "answers": ("question,answer,text", [(*one, f"Snib {one[0]} {one[1]} trulk") for one in answers]),
        "responses": ("run,question,rank,answer,confidence", given),
        "judgments": ("assessor,question,answer,label", said),
    }
    for name, (head, rows) in tables.items():
        lines = [head, *(",".join(row) for row in rows)]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _order(at: int, is_one: bool) -> list[str]:
    both = ["za1", "za2"] if at != 1 else ["za2", "za1"]
    return both[:1] if is_one else both


_BRACKETS = re.compile(r"\[[^\[\]]*\]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_IS_DATA = re.compile(r"^(?:za\d|zq\d|drel|plux|ugo|zsa|kvi|vlim|gorp|snib|trulk)$")


def english_in(text: str, known: Collection[str] = ()) -> list[str]:
    """Return the words of a text in the pseudo-language that came neither from the catalog nor from data.

    `known`: words that are the same in every language, in lower case, such as names of measures.
    """
    left, before = text, ""
    while left != before:  # a text may have brackets of its own
        left, before = _BRACKETS.sub(" ", left), left
    return [
        word
        for word in dict.fromkeys(_WORD.findall(left))
        if word.isascii() and word.casefold() not in known and not _IS_DATA.match(word.casefold())
    ]
