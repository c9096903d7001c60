"""The written material: passages, the question that each of them answers, and answers of every kind to it."""

import random
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TEXTS = Path(__file__).parent / "texts"
LETTERS = "ACGT"


@dataclass(frozen=True)
class Passage:
    """One passage with its question; `wrong` holds (kind, text), `visitor` the answers kept for that seat."""

    key: str
    topic: str
    lang: str
    document: str
    title: str
    category: str
    question: str
    guideline: str
    right: tuple[str, ...]
    wrong: tuple[tuple[str, str], ...]
    visitor: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class LongText:
    """A supporting text of many passages, and the one answer that a system drew from it."""

    document: str
    title: str
    chapters: tuple[str, ...]
    key: str
    kind: str
    answer: str


def stream(name: str) -> random.Random:
    """Open random numbers of their own for one purpose, so that one change leaves the others alone."""
    return random.Random(f"jurybox validation demo / {name}")


def unwrap(text: str) -> str:
    """Join the lines of each paragraph; a blank line stays a paragraph break."""
    paragraphs = text.strip().split("\n\n")
    return "\n\n".join(" ".join(part.split("\n")) for part in paragraphs)


def unbroken(start: str, length: int) -> str:
    """Continue a record to `length` characters without any white space."""
    rng = stream("unbroken")
    return start + "".join(LETTERS[int(rng.random() * 4)] for _ in range(length - len(start)))


def read_passages() -> list[Passage]:
    """All passages, file by file in the order of the file names."""
    found = [passage for path in sorted(TEXTS.glob("*.toml")) for passage in _read_topic(path)]
    if len({passage.key for passage in found}) < len(found):
        raise ValueError("two passages share an id")
    return found


def _read_topic(path: Path) -> list[Passage]:
    page = tomllib.loads(path.read_text(encoding="utf-8"))
    lang = page.get("lang", "en")
    return [
        _passage(page["topic"], lang, subject, entry)
        for subject in page.get("subject", [])
        for entry in subject["passage"]
    ]


def _passage(topic: str, lang: str, subject: dict[str, str], entry: dict[str, Any]) -> Passage:
    text = unwrap(str(entry["text"]))
    length = entry.get("unbroken")
    return Passage(
        key=str(entry["id"]),
        topic=topic,
        lang=lang,
        document=subject["document"],
        title=subject["title"],
        category=str(entry["category"]),
        question=str(entry["question"]),
        guideline=str(entry.get("guideline", "")),
        right=_strings(entry["right"]),
        wrong=tuple(_kind_and_text(item) for item in _strings(entry["wrong"])),
        visitor=_strings(entry.get("visitor", [])),
        text=unbroken(text, length) if isinstance(length, int) else text,
    )


def _strings(value: list[str]) -> tuple[str, ...]:
    return tuple(value)


def _kind_and_text(item: str) -> tuple[str, str]:
    kind, text = item.split(": ", 1)
    return kind, text


def read_settings() -> dict[str, Any]:
    """Read the page of settings: long texts, notes, and the facts of the collection."""
    return tomllib.loads((Path(__file__).parent / "settings.toml").read_text(encoding="utf-8"))


def read_long_texts(settings: dict[str, Any]) -> list[LongText]:
    """List the long texts that the settings name."""
    return [LongText(**{**entry, "chapters": tuple(entry["chapters"])}) for entry in settings["long"]]


def compose(passages: list[Passage], chapters: tuple[str, ...], title: str) -> str:
    """One long text: a heading for every subject of the chapters, and its passages below."""
    lines = [title]
    for chapter in chapters:
        heading = ""
        for passage in (p for p in passages if p.topic == chapter):
            if passage.title != heading:
                heading = passage.title
                lines.append(heading)
            lines.append(passage.text)
    return "\n\n".join(lines)
