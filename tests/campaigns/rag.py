"""A track on retrieval and generation by lot: files as such tracks have them, and what is right of each answer.

Topics have ids that both tasks share, so each task is a collection of its own: rankings with a pool that a model
has judged; and responses with nuggets and citations, which models have judged, too.
"""

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TOPICS = [str(300 + at) for at in range(40)]
RUNS = {f"run{at:02d}": 0.95 - 0.07 * at for at in range(12)}
"""How able each run is."""
LATE, GONE = "late1", "run04"
"""The run that comes after the freeze, and the one that is withdrawn then."""
EMPTY = "317"
"""A topic of which nothing is relevant, and no nugget is known."""
_SUPPORT = ("full", "partial", "no")


def _title(topic: str) -> str:
    return f"What should a reader know about matter {topic}?"


def _lines(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return path


def _able(*, late: bool) -> dict[str, float]:
    return {LATE: 0.85} if late else RUNS


@dataclass
class Retrieval:
    """Rankings of passages with grades from 0 to 3; equal every time."""

    late, gone = LATE, GONE
    golds = ("adjudicated+strict", "assessor:Ana+strict")
    unanswerable = (EMPTY, "nothing relevant was ever found")
    passages, depth = 24, 8
    grades: dict[str, list[int]] = field(init=False)
    """How relevant each passage of a topic is."""

    def __post_init__(self) -> None:
        lot = random.Random("grades")
        weights = (10, 5, 3, 2)
        self.grades = {
            topic: [0 if topic == EMPTY else grade for grade in lot.choices(range(4), weights, k=self.passages)]
            for topic in TOPICS
        }

    def steps(self, folder: Path) -> Iterator[tuple[object, ...]]:
        """What the organizer imports, import by import."""
        yield (_lines(folder / "topics.jsonl", ({"id": topic, "title": _title(topic)} for topic in TOPICS)),)
        runs = self.runs(folder / "runs")
        yield (_lines(folder / "umbrela.jsonl", self._judged_by_model()),)
        yield (*runs,)

    def runs(self, folder: Path, *, late: bool = False) -> list[Path]:
        """Write the runs as they were sent in."""
        folder.mkdir(parents=True)
        paths = []
        for run, able in _able(late=late).items():
            paths.append(folder / f"{run}.run")
            lines = [
                f"{topic} Q0 {_passage(topic, at)} {rank} {self.depth - rank} {run}\n"
                for topic in TOPICS
                for rank, at in enumerate(self._ranking(run, topic, able), start=1)
            ]
            paths[-1].write_text("".join(lines), encoding="utf-8")
        return paths

    def label(self, question: str, text: str, document: str) -> str:
        """Return what an assessor who never errs says of a passage."""
        return str(self.grades[question][int(text.split()[1])])

    def contains(self, nugget: str, text: str) -> bool:
        """Return whether a response contains a nugget; here is neither."""
        raise NotImplementedError

    def _ranking(self, run: str, topic: str, able: float) -> list[int]:
        lot = random.Random(f"{run} on {topic}")
        worth = [able * grade + (1 - able) * 3 * lot.random() for grade in self.grades[topic]]
        # What only a late run finds lies behind the others' last passage.
        last = self.passages if run == LATE else self.passages - 2
        return sorted(range(last), key=lambda at: -worth[at])[: self.depth]

    def _judged_by_model(self) -> Iterator[dict[str, Any]]:
        lot = random.Random("model")
        for topic in TOPICS:
            pool = {at for run, able in RUNS.items() for at in self._ranking(run, topic, able)}
            for at in sorted(pool):
                off = lot.choice((-1, 1)) if lot.random() < 0.25 else 0
                yield {
                    "model": "umbrela-x",
                    "qid": topic,
                    "docid": _passage(topic, at),
                    "query": _title(topic),
                    "passage": f"Passage {at} on matter {topic}.",
                    "prediction": "",
                    "judgment": min(3, max(0, self.grades[topic][at] + off)),
                }


def _passage(topic: str, at: int) -> str:
    return f"shard_{topic}_{at:02d}"


@dataclass
class Generation:
    """Responses in sentences that cite passages, and nuggets that responses should contain; equal every time."""

    late, gone = LATE, GONE
    golds = ("adjudicated+strict", "majority+lenient")
    unanswerable = (EMPTY, "no nugget was ever found")
    nuggets, sources = 4, 3

    def steps(self, folder: Path) -> Iterator[tuple[object, ...]]:
        """What the organizer imports, import by import: the track's nuggets, then what models judged."""
        nuggets = ({"qid": topic, "nuggets": [*self._nuggets(topic)]} for topic in TOPICS if topic != EMPTY)
        yield _lines(folder / "nuggets.jsonl", nuggets), "--assessor", "track"
        for one in self.runs(folder / "responses"):
            yield (one,)

    def runs(self, folder: Path, *, late: bool = False) -> list[Path]:
        """Write the responses with a model's assignments, and the support of what they cite."""
        responses = folder / "assigned"
        for run in _able(late=late):
            _lines(responses / f"{run}.jsonl", (self._assigned(run, topic) for topic in TOPICS))
        support = (one for run in _able(late=late) for topic in TOPICS for one in self._cited(run, topic))
        return [responses, _lines(folder / "support.jsonl", support)]

    def label(self, question: str, text: str, document: str) -> str:
        """Return how far a passage supports a sentence, as an assessor says who never errs."""
        return random.Random(f"{text} by {document}").choice(_SUPPORT)

    def contains(self, nugget: str, text: str) -> bool:
        """Return whether a response contains a nugget."""
        return nugget in text

    def _nuggets(self, topic: str) -> Iterator[dict[str, str]]:
        for at in range(self.nuggets):
            yield {"text": f"fact {at} of matter {topic}", "importance": "vital" if at < self.nuggets / 2 else "okay"}

    def _sentences(self, run: str, topic: str) -> list[tuple[str, list[str]]]:
        """The sentences of a response, each with what it cites."""
        lot, able = random.Random(f"{run} on {topic}"), {**RUNS, LATE: 0.85}[run]
        texts = [f"It is known that {one['text']} holds." for one in self._nuggets(topic) if lot.random() < able]
        texts += [f"Much is written on matter {topic}."] * (lot.random() < 0.6 or not texts)
        passages = [_passage(topic, at) for at in range(self.sources)]
        return [(text, lot.sample(passages, lot.choice((0, 1, 1, 2)))) for text in texts]

    def _assigned(self, run: str, topic: str) -> dict[str, Any]:
        text = " ".join(sentence for sentence, _ in self._sentences(run, topic))
        lot = random.Random(f"model on {text}")
        said = [
            {**one, "assignment": "support" if (one["text"] in text) != (lot.random() < 0.1) else "not_support"}
            for one in (self._nuggets(topic) if topic != EMPTY else ())
        ]
        record = {"query": _title(topic), "qid": topic, "run_id": run, "answer_text": text}
        return record | {"response_length": len(text.split()), "nuggets": said}

    def _cited(self, run: str, topic: str) -> Iterator[dict[str, Any]]:
        for at, (text, passages) in enumerate(self._sentences(run, topic), start=1):
            head = {"run": run, "qid": topic, "query": _title(topic), "sentence": at, "text": text}
            for passage in passages:
                said = self.label(topic, text, passage)
                lot = random.Random(f"model on {text} by {passage}")
                said = lot.choice(_SUPPORT) if lot.random() < 0.2 else said
                yield head | {
                    "docid": passage,
                    "passage": f"Passage {passage}.",
                    "support": said,
                    "assessor": "gpt-judge",
                }
            if not passages:
                yield head
