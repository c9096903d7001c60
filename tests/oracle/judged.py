"""What the scores of every kind of question rest on."""

import math
from collections.abc import Sequence

from oracle.panels import Graded, Labels
from oracle.tables import OUT, RANKED_GOLDS, WAITS, Row, Tables


class Judged:
    """A collection under one gold standard for each kind of question: what is judged, what was returned."""

    def __init__(self, tables: Tables, gold: str) -> None:
        self.tables = tables
        stored = [row for row in tables.of("assessors") if row.get("panel") == "yes"]
        of_ranks = gold.split(":")[0] in RANKED_GOLDS
        best = any(row.get("best") == "yes" for row in tables.of("answers"))
        usual = "GA" if len(stored) == 4 else "GAW" if stored or not best else "BA"
        self.label_gold = "adjudicated+strict" if of_ranks or not gold else gold
        self.labels = Labels(tables, self.label_gold)
        self.graded = Graded(tables, gold or usual)
        self.given: dict[tuple[str, str], list[Row]] = {}
        for at, row in enumerate(tables.of("responses")):
            self.given.setdefault((row["run"], row["question"]), []).append({**row, "at": str(at)})
        for rows in self.given.values():
            rows.sort(key=lambda row: int(row["rank"]) if row["rank"] else math.inf)

    def asked(self, kind: str) -> list[str]:
        """The questions of a kind."""
        return [name for name, row in self.tables.questions.items() if row["kind"] == kind]

    def is_left_out(self, question: str) -> bool:
        """Whether a question is left unjudged on purpose."""
        return self.tables.questions[question].get("status") == "unjudged"

    def returned(self, run: str, question: str) -> list[Row]:
        """What a run answered to a question, best first."""
        rows = self.given.get((run, question), [])
        return [row for row in rows if row["answer"] and row.get("answered") != "no"]

    def state(self, found: Sequence[object]) -> str:
        """Whether what a question needs waits, is out, or is there."""
        return OUT if OUT in found else WAITS if WAITS in found else ""
