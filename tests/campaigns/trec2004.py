"""The question series of TREC 2004 with eight generated runs in NIST's form, and what is right of each answer."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

TOPICS, NUGGETS, LISTS = "trec13questions.xml", "trec13answers_other", "trec13answers_list"
FACTOID_DOCUMENTS, LIST_DOCUMENTS = "trec13patterns+docs_factoid", "trec13patters+docs_list"
RUNS = {
    "alpha1": 0.9,
    "alpha2": 0.8,
    "beta1": 0.7,
    "gamma1": 0.6,
    "gamma2": 0.5,
    "delta1": 0.4,
    "delta2": 0.3,
    "zeta1": 0.2,
}
"""How able each run is."""
LATE, GONE = "late1", "gamma2"
"""The run that comes after the freeze, and the one that is withdrawn then."""
_QUESTION = re.compile(r'<q id = "([0-9.]+)" type="(FACTOID|LIST|OTHER)">')
_DOCUMENT = re.compile(r"(?:\s(?:APW|NYT|XIE)[0-9]{8}\.[0-9]{4})+\s*$")
_NOWHERE = "XIE19960101.0001"

Subject = tuple[str, str, str]
"""A question, an answer's text and its document."""


@dataclass
class Trec2004:
    """Questions by kind, what is right in each, and the lines of the runs; equal seeds, equal runs."""

    folder: Path
    late, gone = LATE, GONE
    golds = ("adjudicated+strict", "majority+lenient")
    unanswerable = ("7.4", "no nugget was ever found")
    kinds: dict[str, str] = field(init=False)
    right: dict[str, dict[str, list[str]]] = field(init=False)
    """The right texts of each question, each with the documents that support it."""
    nuggets: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        topics = (self.folder / TOPICS).read_text(encoding="latin-1")
        self.kinds = {name: kind.lower() for name, kind in _QUESTION.findall(topics)}
        self.right = defaultdict(dict)
        for name in (FACTOID_DOCUMENTS, LIST_DOCUMENTS):
            for line in (self.folder / name).read_text(encoding="latin-1").splitlines():
                question, _, rest = line.replace("\t", " ").partition(" ")
                documents = _DOCUMENT.search(rest)
                text = re.sub(r"[^\w\s.,'-]", "", rest[: documents.start()] if documents else rest).strip()
                if text and question in self.kinds:
                    found = self.right[question].setdefault(text, [])
                    found += documents.group().split() if documents else []
        self.nuggets = defaultdict(list)
        for line in (self.folder / NUGGETS).read_text(encoding="latin-1").splitlines():
            if found := re.match(r"([0-9.]+) [0-9]+\t(?:vital|okay)\t(.+)", line):
                self.nuggets[found[1]].append(found[2].strip())

    def steps(self, folder: Path) -> Iterator[tuple[object, ...]]:
        """What the organizer imports, import by import."""
        for name in (TOPICS, NUGGETS, LISTS):
            yield (self.folder / name,)
        yield (*self.runs(folder / "runs"),)

    def runs(self, folder: Path, *, late: bool = False) -> list[Path]:
        """Write the runs as they were sent in: one line for each answer, `qid run docid answer`."""
        folder.mkdir(parents=True)
        paths = []
        for run, able in ({LATE: 0.85} if late else RUNS).items():
            lot = random.Random(f"trec 2004 {run}")
            lines = [line for question in self.kinds for line in self._lines(lot, question, able)]
            paths.append(folder / f"{run}.txt")
            paths[-1].write_text("".join(f"{q} {run} {d} {t}\n" for q, d, t in lines), encoding="utf-8")
        return paths

    def _lines(self, lot: random.Random, question: str, able: float) -> list[tuple[str, str, str]]:
        kind, right = self.kinds[question], self.right.get(question, {})
        if kind == "other":
            texts = [text for text in self.nuggets.get(question, []) if lot.random() < able * 0.7]
            texts += [f"An article that mentions the target, {lot.randint(1, 9)}."] * (lot.random() < 0.5)
            return [(question, _NOWHERE, text) for text in texts]
        if kind == "list":
            found = [
                (question, lot.choice(d or [_NOWHERE]), self._written(lot, t))
                for t, d in right.items()
                if lot.random() < able
            ]
            found += [(question, _NOWHERE, self._wrong(lot)) for _ in range(lot.choice((0, 0, 1, 2)))]
            return found + found[:1] * (lot.random() < 0.1)
        chance = lot.random()
        if chance < 0.05:
            return []
        if chance < able * 0.8 and right:
            text = lot.choice(list(right))
            return [(question, _NOWHERE if lot.random() < 0.1 else lot.choice(right[text] or [_NOWHERE]), text)]
        if chance < able * 0.8 + 0.15 or (not right and lot.random() < able):
            return [(question, "NIL", "")]
        return [(question, _NOWHERE, self._wrong(lot))]

    def _written(self, lot: random.Random, text: str) -> str:
        return text.upper() if lot.random() < 0.15 else text

    def _wrong(self, lot: random.Random) -> str:
        return lot.choice(("Denver", "1984", "Clinton", "seven miles", "Wombat Ltd."))

    def label(self, question: str, text: str, document: str) -> str:
        """Return what an assessor who never errs says of an answer."""
        for one, documents in self.right.get(question, {}).items():
            if one.casefold() == text.casefold():
                return "correct" if document in documents or (not documents and document == _NOWHERE) else "unsupported"
        return "incorrect"

    def contains(self, nugget: str, text: str) -> bool:
        """Return whether a response contains a nugget."""
        return nugget in text
