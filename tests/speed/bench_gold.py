"""How fast labels become levels: run by hand, `python tests/speed/bench_gold.py`.

Prints ratios taken inside one run, interleaved, medians, for 1,500 questions, 7,443 answers and 4 assessors:
  grading all answers, against the plainest reading of the definitions (a loop over the answers)
  T5  one label changed and its question graded again, at 100 times the size against here
Nothing here is a test; no time is asserted.
"""

import numpy as np
from common import interleaved, median, report_ratio
from worlds import make_catalog

from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold, Graded

QUESTIONS, ANSWERS, ASSESSORS = 1_500, 7_443, 4
NAMES = ("GA", "GAW", "LOO:A1", "UFA", "UFBA", "BA", "majority", "adjudicated")
LEVEL = {"AAAA": 3, "AAAB": 3, "AABB": 2, "ABBB": 2, "A": 0, "B": 0, "": 0}


class Campaign:
    """A collection of ranked questions of some size, all judged, and its gold standards."""

    def __init__(self, scale: int) -> None:
        draw = np.random.default_rng(1)
        answers, questions = ANSWERS * scale, QUESTIONS * scale
        owner = np.sort(np.concatenate([np.arange(questions), draw.integers(0, questions, answers - questions)]))
        self.catalog = make_catalog(["ranked"] * questions, owner, assessors=["person"] * ASSESSORS)
        self.catalog.answer_best[:: max(1, answers // questions)] = 1
        self.ledger = Ledger(ASSESSORS, answers)
        self.ledger.labels[:] = draw.integers(1, 4, (ASSESSORS, answers))
        self.facts = Facts(panel=tuple(range(ASSESSORS)))
        self.collection = Collection(self.catalog, self.ledger, self.facts)
        self._asked = [self.catalog.answers_of(q).astype(np.int64) for q in draw.integers(0, questions, 512)]

    def graded(self, name: str) -> Graded:
        """Return a gold standard at work, warm."""
        standard = Graded(self.collection, Gold.parse(name))
        standard.of_all()
        return standard

    def edit(self, standard: Graded, number: int) -> None:
        """Change one label and grade its question again."""
        answers = self._asked[number % len(self._asked)]
        answer = int(answers[number % len(answers)])
        self.ledger.labels[number % ASSESSORS, answer] = 1 + (number * 7) % 3
        standard.follow(answers[:1])
        standard.of(answers)

    def plainly(self) -> list[int]:
        """Grade by GA as one would read the paper: pattern after pattern."""
        letters = {LABEL_CODES[letter]: letter for letter in "AB"}
        patterns = (sorted(letters.get(code, "") for code in said) for said in self.ledger.labels.T.tolist())
        return [LEVEL.get("".join(pattern), 1) for pattern in patterns]


def main() -> None:
    """Measure and print."""
    small, large = Campaign(1), Campaign(100)
    here = {name: small.graded(name) for name in NAMES}
    there = {name: large.graded(name) for name in NAMES}
    assert here["GA"].of_all().level.tolist() == small.plainly()
    plain, whole = (median(t) for t in interleaved(40, lambda _: small.plainly(), lambda _: here["GA"].of_all()))
    print(f"a plain loop over all answers / all graded at once by GA: {plain / whole:.1f}")
    for name in NAMES:
        every, one, far = (
            median(times)
            for times in interleaved(
                200,
                lambda _, standard=here[name]: standard.of_all(),  # type: ignore[misc]
                lambda n, standard=here[name]: small.edit(standard, n),  # type: ignore[misc]
                lambda n, standard=there[name]: large.edit(standard, n),  # type: ignore[misc]
            )
        )
        print(f"{name}: all / an edit {every / one:.0f}, an edit {one * 1e6:.0f} us")
        report_ratio("T5", f"an edit at 100 times the size / one here, {name}", far / one, 1.5)


if __name__ == "__main__":
    main()
