"""The written series: documents whose sentences carry nuggets, and questions about one target."""

import re
from dataclasses import dataclass
from pathlib import Path

TEXTS = Path(__file__).parent / "texts"
_NUGGET = re.compile(r"(.*?)(?: \{([vo]) (.*)\})?")
KINDS = {"f": "factoid", "n": "factoid", "l": "list"}


@dataclass(frozen=True)
class Sentence:
    """One sentence of a document, and the nugget that it holds (a text, and whether it is vital)."""

    text: str
    nugget: str
    vital: bool


@dataclass(frozen=True)
class Document:
    """One document."""

    name: str
    title: str
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        """All sentences, as they are shown."""
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True)
class Question:
    """One question: `right` are spellings of each instance (one instance for a factoid; none for NIL)."""

    name: str
    kind: str
    text: str
    right: tuple[tuple[str, ...], ...]
    inexact: str
    wrong: tuple[str, ...]
    nil: bool = False


@dataclass(frozen=True)
class Series:
    """One target with its documents and questions, the "other" question last."""

    name: str
    target: str
    target_type: str
    lang: str
    documents: tuple[Document, ...]
    questions: tuple[Question, ...]

    @property
    def sentences(self) -> list[tuple[str, Sentence]]:
        """All sentences, each with the name of its document."""
        return [(document.name, sentence) for document in self.documents for sentence in document.sentences]

    def documents_with(self, text: str) -> list[str]:
        """Return the names of the documents in which a text stands."""
        return [document.name for document in self.documents if text in document.text]


def read_series() -> list[Series]:
    """Return all series; ValueError if a right answer stands in no document of its series."""
    blocks = [
        block
        for path in sorted(TEXTS.glob("*.txt"))
        for block in path.read_text(encoding="utf-8").split("## ")
        if block
    ]
    return [_series(f"s{number:02}", block.splitlines()) for number, block in enumerate(blocks, 1)]


def _series(name: str, lines: list[str]) -> Series:
    target, target_type, lang = lines[0].split(" | ")
    documents: list[tuple[str, str, list[Sentence]]] = []
    questions: list[Question] = []
    for line in lines[1:]:
        if line.startswith("@ "):
            document, title = line[2:].split(" | ")
            documents.append((document, title, []))
        elif line[:2] in ("f ", "n ", "l "):
            questions.append(_question(f"{name}.{len(questions) + 1}", line[0], line[2:]))
        else:
            found = _NUGGET.fullmatch(line)
            if found is None:
                raise ValueError(f"{line!r} is no sentence")
            documents[-1][2].append(Sentence(found[1], found[3] or "", found[2] == "v"))
    questions.append(Question(f"{name}.{len(questions) + 1}", "other", "Other", (), "", ()))
    held = tuple(Document(document, title, tuple(of)) for document, title, of in documents)
    series = Series(name, target, target_type, lang, held, tuple(questions))
    for question in questions:
        for spelling in (instance[0] for instance in question.right):
            if not series.documents_with(spelling):
                raise ValueError(f"{spelling!r} stands in no document of {target}")
    return series


def _question(name: str, kind: str, line: str) -> Question:
    text, _, answers = line.partition(" = ")
    parts = [part.strip() for part in answers.split(" | ")]
    wrong = tuple(part.strip() for part in parts[-1].split(" ; "))
    if kind == "n":
        return Question(name, "factoid", text, (), "", wrong, nil=True)
    right = tuple(tuple(s.strip() for s in one.split(" / ")) for one in parts[0].split(" ; "))
    return Question(name, KINDS[kind], text, right, parts[1] if kind == "f" else "", wrong)
