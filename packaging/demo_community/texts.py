"""The written questions and answers, put together as a forum would hold them."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

from demo_tables import shuffled, stream

TEXTS = Path(__file__).parent / "texts"
CHATTER = Path(__file__).parent / "chatter.txt"
WORTH = {"A": 2.0, "B": 1.0, "C": 0.0}
AUTHORS = (
    "maple", "quill", "tinker", "harbor", "nomad", "ember", "sage", "pixel", "juniper", "otter", "comet",
    "brick", "lantern", "drift", "pebble", "wren", "saffron", "cobalt", "thistle", "mango",
)  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """One answer as it was posted; `worth` from 0 to 2 is what a fair reader would say."""

    name: str
    text: str
    worth: float
    author: str
    posted_at: str
    best: bool


@dataclass(frozen=True)
class Question:
    """One question with its answers in the order of posting."""

    name: str
    text: str
    quality: float
    category: str
    lang: str
    answers: tuple[Answer, ...]


def read_questions() -> list[Question]:
    """Return all questions, with chatter among the answers and the asker's choice."""
    written = [item for path in sorted(TEXTS.glob("*.txt")) for item in _read(path)]
    chatter = CHATTER.read_text(encoding="utf-8").splitlines()
    return [_question(number, *item, chatter) for number, item in enumerate(written, 1)]


def _read(path: Path) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    category, found = "", list[tuple[str, str, str, list[tuple[str, str]]]]()
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, rest = line.split(" ", 1)
        if mark == "#":
            category = rest
        elif mark == "?":
            quality, text = rest.split(" ", 1)
            found.append((category, quality, text, []))
        else:
            found[-1][3].append((mark, rest))
    return found


def _question(
    number: int, category: str, quality: str, text: str, own: list[tuple[str, str]], chatter: list[str]
) -> Question:
    rng = stream("community", f"question {number}")
    name = f"c{number:02}"
    texts = [(WORTH[grade], answer) for grade, answer in own]
    texts += [(0.0, line) for line in shuffled(chatter, rng)[: rng.choice((0, 1, 1, 2, 2, 3))]]
    texts = shuffled(texts, rng)
    liked = [worth + 0.9 * rng.random() + (0.3 if at == 0 else 0.0) for at, (worth, _) in enumerate(texts)]
    authors = shuffled(AUTHORS, rng)
    hour, minute = 8 + number % 12, number % 50
    answers = tuple(
        Answer(
            f"{name}-{at + 1}",
            answer,
            worth,
            authors[at],
            f"2025-{number % 9 + 1:02}-{number % 27 + 1:02}T{hour:02}:{minute + at:02}:00Z",
            liked[at] == max(liked),
        )
        for at, (worth, answer) in enumerate(texts)
    )
    return Question(name, text, WORTH[quality], category, _lang(text), answers)


def _lang(text: str) -> str:
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in text}
    return "ja" if scripts & {"HIRAGANA", "KATAKANA"} else "ar" if "ARABIC" in scripts else "en"
