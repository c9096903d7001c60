"""Scores of a collection worked out from its exported tables alone, with dictionaries and loops.

An oracle: it follows the written definitions one by one, keeps nothing, shares no code with the program,
and is exact where numbers are fractions. A score is a Fraction or a float, None where it is undefined.
"""

import csv
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path

Row = dict[str, str]
Number = Fraction | float
Score = Number | None
HALF = Fraction(1, 2)
WAITS, OUT = "waits", "out"
MISSING = ("", "skipped", "deferred")
RANKED_GOLDS = ("GA", "GAW", "LOO", "UFA", "UFBA", "BA")


def mean(values: Iterable[Score]) -> Score:
    """The mean of what is defined; None without anything."""
    found = [value for value in values if value is not None]
    if not found:
        return None
    if all(isinstance(value, Fraction | int) for value in found):
        return sum(map(Fraction, found), Fraction()) / len(found)
    return math.fsum(map(float, found)) / len(found)


def share(part: Number, whole: Number) -> Score:
    """A quotient; None with 0 below."""
    if whole == 0:
        return None
    return part / whole if isinstance(part, float) or isinstance(whole, float) else Fraction(part) / whole


class Tables:
    """The exported tables of a collection, by name."""

    def __init__(self, folder: Path) -> None:
        self.rows: dict[str, list[Row]] = {}
        for path in sorted(folder.glob("*.csv")):
            with path.open(encoding="utf-8", newline="") as file:
                self.rows[path.stem] = list(csv.DictReader(file))
        self.questions = {row["question"]: row for row in self.of("questions")}
        self.pool: dict[str, list[str]] = {name: [] for name in self.questions}
        self.answers: dict[tuple[str, str], Row] = {}
        for row in self.of("answers"):
            self.pool[row["question"]].append(row["answer"])
            self.answers[row["question"], row["answer"]] = row
        gone = {
            row["key"].removeprefix("withdrawn:")
            for row in self.of("collection")
            if row["key"].startswith("withdrawn:") and row["value"] == "yes"
        }
        self.runs = [row["run"] for row in self.of("runs") if row["run"] not in gone]

    def of(self, table: str) -> list[Row]:
        """The rows of a table; none where it is not there."""
        return self.rows.get(table, [])

    def said_as(self, kind: str) -> dict[str, dict[tuple[str, str], str]]:
        """What each assessor says of answers, a label or a state."""
        said: dict[str, dict[tuple[str, str], str]] = {}
        for row in self.of("judgments"):
            if (row.get("kind") or "judgment") == kind and row["answer"]:
                what = row["label"] or row.get("state") or ""
                said.setdefault(row["assessor"], {})[row["question"], row["answer"]] = what
        return said


class Panel:
    """Who judges: the stored panel, else every person or key with an assignment or a label."""

    def __init__(self, tables: Tables, gold: str) -> None:
        self.labels = tables.said_as("judgment")
        self.assigned: dict[tuple[str, str], set[str]] = {}
        for row in tables.of("assignments"):
            asked = [row["answer"]] if row.get("answer") else tables.pool[row["question"]]
            for answer in asked:
                self.assigned.setdefault((row["question"], answer), set()).add(row["assessor"])
        self.everyone = not tables.of("assignments")
        self.stored = [row["assessor"] for row in tables.of("assessors") if row.get("panel") == "yes"]
        self.people = self.stored or [
            row["assessor"]
            for row in tables.of("assessors")
            if row.get("kind") in ("person", "key")
            and (
                any(row["assessor"] in who for who in self.assigned.values())
                or any(self.is_label(said) for said in self.labels.get(row["assessor"], {}).values())
            )
        ]
        name = gold.split("+")[0]
        if name.startswith("assessor:"):
            self.people = [name.removeprefix("assessor:")]
        if name.startswith("LOO:"):
            self.people = [who for who in self.people if who != name.removeprefix("LOO:")]

    @staticmethod
    def is_label(said: str) -> bool:
        """Whether something said is a label, not a state."""
        return said not in (*MISSING, "cannot-tell", "junk")

    def said(self, who: str, thing: tuple[str, str]) -> str:
        """What somebody says of an answer; empty for nothing."""
        return self.labels.get(who, {}).get(thing, "")

    def members(self, thing: tuple[str, str]) -> list[str]:
        """The members whom an answer is assigned to, and those who labelled it all the same."""
        assigned = self.assigned.get(thing, set())
        return [
            who
            for who in self.people
            if self.everyone or who in assigned or self.is_label(self.said(who, thing))
        ]


class Labels:
    """The gold label of answers: a label, WAITS while a missing label can decide it, else OUT."""

    def __init__(self, tables: Tables, gold: str) -> None:
        self.tables, self.gold = tables, gold
        self.panel = Panel(tables, gold)
        self.settled = {
            thing: label
            for said in tables.said_as("adjudication").values()
            for thing, label in said.items()
            if label
        }
        self.correct = ("correct", "inexact") if gold.endswith("+lenient") else ("correct",)

    def of(self, thing: tuple[str, str]) -> str:
        """The label of an answer; a member who cannot tell backs none, and stands in the way of unanimity."""
        if self.gold.startswith("adjudicated") and thing in self.settled:
            return self.settled[thing]
        said = [self.panel.said(who, thing) for who in self.panel.members(thing)]
        missing = sum(one in MISSING for one in said) if said or self.panel.people else 1
        given = [one for one in said if self.panel.is_label(one)]
        if self.gold.startswith("majority"):
            for label, count in Counter(given).items():
                if 2 * count > len(said):
                    return label
            most = max(Counter(given).values(), default=0)
            return WAITS if missing and 2 * (most + missing) > max(len(said), 1) else OUT
        if missing:
            return WAITS if len(set(given)) < 2 and len(given) + missing >= len(said) else OUT
        return given[0] if len(set(given)) == 1 and len(given) == len(said) else OUT

    def truth(self, thing: tuple[str, str]) -> bool | str:
        """Whether an answer is correct, or WAITS or OUT."""
        found = self.of(thing)
        return found if found in (WAITS, OUT) else found in self.correct

    def nil(self, question: str) -> bool | str:
        """Whether NIL is correct."""
        known = self.tables.questions[question].get("nil_correct", "")
        if known:
            return known == "yes"
        found = [self.truth((question, answer)) for answer in self.tables.pool[question]]
        if True in found:
            return False
        return WAITS if WAITS in found else OUT


GA_LEVELS = {"AAAA": 3, "AAAB": 3, "AABB": 2, "ABBB": 2, "BBBB": 1} | dict.fromkeys(
    ["AAA", "AAB", "ABB", "BBB", "AA", "AB", "BB"], 1
)


class Graded:
    """The levels of ranked answers, which are their gains too; WAITS or OUT where there is none."""

    def __init__(self, tables: Tables, gold: str) -> None:
        self.tables, self.gold = tables, gold
        self.labels = Labels(tables, gold)
        self.panel = self.labels.panel

    def of(self, thing: tuple[str, str]) -> int | str:
        """The level of an answer."""
        name = self.gold.split("+")[0]
        is_best = self.tables.answers[thing].get("best") == "yes"
        if name == "BA":
            pool = [self.tables.answers[thing[0], answer] for answer in self.tables.pool[thing[0]]]
            return int(is_best) if any(row.get("best") == "yes" for row in pool) else OUT
        if name in ("UFA", "UFBA"):
            return 1 if name == "UFBA" and is_best else self.favorite(thing)
        if name in ("GA", "GAW") or name.startswith("LOO:"):
            return self.voted(thing, name)
        label = self.labels.of(thing)
        return label if label in (WAITS, OUT) else "CBA".index(label)

    def voted(self, thing: tuple[str, str], name: str) -> int | str:
        """The level of a pattern of votes: every member of the panel must have said A, B or C."""
        members = self.panel.members(thing)
        said = [self.panel.said(who, thing) for who in members]
        if any(one in MISSING for one in said) or not self.panel.people:
            return WAITS
        if not said or not all(self.panel.is_label(one) for one in said):
            return OUT
        if name == "GA":
            if len(said) != 4:
                return OUT
            return GA_LEVELS.get("".join(sorted(one for one in said if one != "C")), 0)
        return 2 * said.count("A") + said.count("B")

    def favorite(self, thing: tuple[str, str]) -> int | str:
        """Whether any member has the answer among the favorites: those rated A, else those rated B."""
        question, possible = thing[0], not self.panel.people
        for who in self.panel.people:
            mine = [(question, a) for a in self.tables.pool[question]]
            mine = [one for one in mine if who in self.panel.members(one)]
            said = {one: self.panel.said(who, one) for one in mine}
            if thing not in said:
                continue
            others = [label for one, label in said.items() if one != thing]
            if said[thing] == "A":
                return 1
            if said[thing] == "B" and "A" not in others:
                if not any(label in MISSING for label in others):
                    return 1
                possible = True
            possible = possible or said[thing] in MISSING
        return WAITS if possible else 0


class Oracle:
    """All measures of all runs under one gold standard for each kind of question."""

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

    def scores(self, kind: str) -> dict[str, Callable[[str], Score]]:
        """The measures of a kind of question, by name; each scores a run by its name."""
        found: dict[str, Callable[[str], Score]] = getattr(self, f"of_{kind}")()
        return found

    # Factoid questions

    def right(self, row: Row) -> bool | str:
        """Whether a response is correct."""
        if row["answer"] == "NIL":
            return self.labels.nil(row["question"])
        return self.labels.truth((row["question"], row["answer"]))

    def state_of_factoid(self, question: str) -> str:
        """Whether a question is scored: all that the runs returned is judged."""
        if self.is_left_out(question):
            return OUT
        return self.state(
            [self.right(row) for run in self.tables.runs for row in self.returned(run, question)]
        )

    def of_factoid(self) -> dict[str, Callable[[str], Score]]:
        """Accuracy and its kin, orders by confidence, reciprocal ranks."""
        scored = [one for one in self.asked("factoid") if not self.state_of_factoid(one)]

        def counts(run: str) -> tuple[int, int, int]:
            firsts = [self.right(rows[0]) if (rows := self.returned(run, q)) else None for q in scored]
            return firsts.count(True), firsts.count(False), firsts.count(None)

        def reciprocal(run: str, question: str) -> Fraction:
            hits = [self.right(row) is True for row in self.returned(run, question)]
            return Fraction(1, hits.index(True) + 1) if True in hits else Fraction(0)

        def mrr(run: str) -> Score:
            return mean(reciprocal(run, question) for question in scored)

        def hit(run: str) -> Score:
            return mean(Fraction(reciprocal(run, question) == 1) for question in scored)

        return {
            **answering(counts),
            "MRR": mrr,
            "Hit@1": hit,
            **{f"MRRT(r={r})": lambda run, r=r: self.timed(run, mrr(run), r) for r in (1,)},
            "CWS": lambda run: self.weighted(run, scored),
            "K1": lambda run: self.k1(run, scored),
            "K": lambda run: mean_or_none([self.k(run, question) for question in scored]),
            "confidence-correlation": lambda run: self.correlation(run, scored),
        }

    def timed(self, run: str, x: Score, r: float) -> Score:
        """MRRT: 2x / (1 + e^(rt)), t being the share of the slowest run's time."""
        seconds = {one: self.seconds(one) for one in self.tables.runs}
        known = [value for value in seconds.values() if value is not None]
        mine = seconds[run]
        if x is None or mine is None:
            return None
        return 2 * float(x) / (1 + math.exp(r * float(mine / max(known))))

    def seconds(self, run: str) -> Fraction | None:
        """The time of a run: its own, else the sum over its questions; none where the two differ."""
        (row,) = (row for row in self.tables.of("runs") if row["run"] == run)
        each = [Fraction(row["seconds"]) for row in self.tables.of("times") if row["run"] == run]
        own = Fraction(row["seconds"]) if row.get("seconds") else None
        if own is not None and each and own != sum(each):
            return None
        return own if own is not None else sum(each, Fraction()) if each else None

    def firsts(self, run: str, scored: Sequence[str]) -> list[tuple[Fraction | None, int, bool]]:
        """Confidence, place in the file and correctness of a run's first answers."""
        found = [rows[0] for question in scored if (rows := self.returned(run, question))]
        return [
            (
                Fraction(row["confidence"]) if row.get("confidence") else None,
                int(row["at"]),
                self.right(row) is True,
            )
            for row in found
        ]

    def weighted(self, run: str, scored: Sequence[str]) -> Score:
        """CWS: by confidence, ties as submitted; unanswered questions come last and count 0."""
        found = self.firsts(run, scored)
        found.sort(key=lambda each: (1 if each[0] is None else -each[0], each[1]))
        hits, total = 0, Fraction(0)
        for i in range(1, len(scored) + 1):
            hits += i <= len(found) and found[i - 1][2]
            total += Fraction(hits, i)
        return share(total, len(scored))

    def k1(self, run: str, scored: Sequence[str]) -> Score:
        """K1: confidence of right answers minus that of wrong ones, over all questions."""
        found = self.firsts(run, scored)
        every = [row for asked in self.asked("factoid") for row in self.returned(run, asked)]
        silent = not any(row.get("confidence") for row in every)
        if silent or any(sure is None for sure, _, _ in found) or not scored:
            return None
        return sum(((sure or 0) * (1 if hit else -1) for sure, _, hit in found), Fraction()) / len(scored)

    def k(self, run: str, question: str) -> Score:
        """One question of K: a correct answer given again counts 0; undefined without every confidence."""
        rows = self.returned(run, question)
        every = [row for asked in self.asked("factoid") for row in self.returned(run, asked)]
        if not every or not all(row.get("confidence") for row in every):
            return None
        if not rows:
            return Fraction(0)
        total, seen = Fraction(0), False
        for row in rows:
            if not row.get("confidence"):
                return None
            hit = self.right(row) is True
            total += Fraction(row["confidence"]) * (0 if hit and seen else 1 if hit else -1)
            seen = seen or hit
        return total / len(rows)

    def correlation(self, run: str, scored: Sequence[str]) -> Score:
        """Pearson's correlation of confidence and correctness over the answered questions."""
        found = self.firsts(run, scored)
        if any(sure is None for sure, _, _ in found):
            return None
        x = [sure or Fraction(0) for sure, _, _ in found]
        y = [Fraction(hit) for _, _, hit in found]
        n = len(found)
        sxy = n * sum(a * b for a, b in zip(x, y, strict=True)) - sum(x) * sum(y)
        sxx, syy = n * sum(a * a for a in x) - sum(x) ** 2, n * sum(b * b for b in y) - sum(y) ** 2
        return None if not sxx * syy else float(sxy) / math.sqrt(sxx * syy)

    # Ranked questions

    def of_ranked(self) -> dict[str, Callable[[str], Score]]:
        """Measures of rankings, with the levels as gains."""
        levels = {
            (question, answer): self.graded.of((question, answer))
            for question in self.asked("ranked")
            for answer in self.tables.pool[question]
        }
        scored = [
            question
            for question in self.asked("ranked")
            if self.tables.pool[question]
            and not self.is_left_out(question)
            and not self.state([levels[question, answer] for answer in self.tables.pool[question]])
        ]

        def over(measure: Callable[[list[int], list[int]], Score]) -> Callable[[str], Score]:
            def score(run: str) -> Score:
                return mean(
                    measure(
                        [int(levels[question, row["answer"]]) for row in self.returned(run, question)],
                        sorted((int(levels[question, a]) for a in self.tables.pool[question]), reverse=True),
                    )
                    for question in scored
                )

            return score

        mrr = over(reciprocal_rank)
        return {
            "MRR": mrr,
            "MRRT(r=1)": lambda run: self.timed(run, mrr(run), 1),
            "Hit@1": over(lambda gains, _: Fraction(bool(gains and gains[0]))),
            "nG@1": over(lambda gains, ideal: share(Fraction(gains[0] if gains else 0), ideal[0])),
            "nDCG": over(ndcg),
            "Q": over(lambda gains, ideal: q_measure(gains, ideal, 1)),
            "AP": over(lambda gains, ideal: q_measure(gains, ideal, 0)),
        }

    # Validation

    def of_validation(self) -> dict[str, Callable[[str], Score]]:  # noqa: C901 - one small function a measure
        """Decisions on answers, scores of answers, selections of questions."""
        truth = {
            (question, answer): self.labels.truth((question, answer))
            for question in self.asked("validation")
            if not self.is_left_out(question)
            for answer in self.tables.pool[question]
        }
        units = [thing for thing, one in truth.items() if one in (True, False)]

        def row_of(run: str, thing: tuple[str, str]) -> Row:
            rows = self.given.get((run, thing[0]), [])
            return next((row for row in rows if row["answer"] == thing[1]), {})

        def decided(run: str) -> list[tuple[bool, str]]:
            return [(truth[thing] is True, row_of(run, thing).get("decision", "")) for thing in units]

        def counts(run: str) -> tuple[int, int, int]:
            found = decided(run)
            right = sum(said == ("yes" if true else "no") for true, said in found)
            silent = sum(not said for _, said in found)
            return right, len(found) - right - silent, silent

        def confusion(run: str) -> tuple[int, int, int, int]:
            found = Counter((true, said == "yes") for true, said in decided(run))
            return found[True, True], found[False, True], found[True, False], found[False, False]

        def area(run: str) -> Score:
            yes, no = [], []
            scores = [certainty(row_of(run, thing)) for thing in units]
            every = [certainty(row) for (who, _), rows in self.given.items() if who == run for row in rows]
            if all(score == -math.inf for score in every):
                return None
            for thing, score in zip(units, scores, strict=True):
                (yes if truth[thing] is True else no).append(score)
            wins = sum((a > b) + HALF * (a == b) for a in yes for b in no)
            return share(Fraction(wins), len(yes) * len(no))

        asked = [
            question
            for question in self.asked("validation")
            if self.tables.pool[question]
            and not self.is_left_out(question)
            and not self.state([truth[question, answer] for answer in self.tables.pool[question]])
        ]

        def selected(run: str) -> Score:
            hits = [
                any(
                    row.get("selected") == "yes" and truth[question, row["answer"]] is True
                    for row in self.given.get((run, question), [])
                )
                for question in asked
            ]
            return share(Fraction(sum(hits)), len(asked))

        def rejected(run: str) -> Score:
            hits = [
                all(
                    truth[question, answer] is False
                    and row_of(run, (question, answer)).get("decision") == "no"
                    for answer in self.tables.pool[question]
                )
                for question in asked
            ]
            return share(Fraction(sum(hits)), len(asked))

        def estimated(run: str) -> Score:
            a, b = selected(run), rejected(run)
            return None if a is None or b is None else a + b * a

        def point(run: str) -> Score:
            tp, fp, fn, tn = confusion(run)
            tpr, fpr = share(tp, tp + fn), share(fp, fp + tn)
            return None if tpr is None or fpr is None else (1 + tpr - fpr) / 2

        def f_of(b: int) -> Callable[[str], Score]:
            def score(run: str) -> Score:
                tp, fp, fn, _ = confusion(run)
                return share((1 + b * b) * tp, (1 + b * b) * tp + b * b * fn + fp) if tp + fn else None

            return score

        def precision(run: str) -> Score:
            tp, fp, fn, _ = confusion(run)
            return share(tp, tp + fp) if tp + fp else Fraction(0) if fn else None

        return {
            **answering(counts),
            "precision": precision,
            "recall": lambda run: share((c := confusion(run))[0], c[0] + c[2]),
            "tpr": lambda run: share((c := confusion(run))[0], c[0] + c[2]),
            "fpr": lambda run: share((c := confusion(run))[1], c[1] + c[3]),
            "F1": f_of(1),
            "F(3)": f_of(3),
            "AUC-point": point,
            "AUC": area,
            "qa_accuracy": selected,
            "qa_rej_accuracy": rejected,
            "estimated_qa": estimated,
        }

    # Lists

    def known(self, question: str) -> dict[str, str]:  # noqa: C901 - step by step, as it is written
        """The instance of every correct answer and known instance: what was settled, then put together.

        Groups without a name of a known instance mean something among one person's groups alone; what was
        settled differently never becomes one.
        """
        correct = [a for a in self.tables.pool[question] if self.labels.truth((question, a)) is True]
        instances = self.instances(question)
        alone = self.label_gold.split("+")[0].removeprefix("assessor:")
        voted, settled = dict[str, str](), {name: name for name in instances}
        for row in self.tables.of("distinct"):
            if row["question"] != question or row["answer"] not in correct:
                continue
            if row.get("kind") == "adjudication":
                if not self.label_gold.startswith("assessor:"):
                    settled[row["answer"]] = row["group"]
            elif row["assessor"] == alone or not self.label_gold.startswith("assessor:"):
                voted[row["answer"]] = row["group"]
        voted |= {name: name for name in instances}
        sets = {node: {node} for node in (*instances, *correct)}

        def join(a: str, b: str) -> None:
            names = {settled[node] for node in sets[a] | sets[b] if node in settled}
            if len(names) < 2 and sets[a] is not sets[b]:
                both = sets[a] | sets[b]
                sets.update(dict.fromkeys(both, both))

        for said in (settled, voted):
            for a, b in itertools.combinations(sets, 2):
                if a in said and said[a] == said.get(b):
                    join(a, b)
        return {node: min(members) for node, members in sets.items()}

    def instances(self, question: str) -> list[str]:
        """The names of the known instances of a list question."""
        return [row["group"] for row in self.tables.of("instances") if row["question"] == question]

    def state_of_list(self, question: str) -> str:
        """Whether a list question is scored: its whole pool is judged."""
        if self.is_left_out(question):
            return OUT
        return self.state([self.labels.truth((question, answer)) for answer in self.tables.pool[question]])

    def list_parts(self, run: str, question: str) -> tuple[int, int, int]:
        """Distinct correct instances returned, responses returned, instances known."""
        known = self.known(question)
        rows = self.returned(run, question)
        distinct = {known[row["answer"]] for row in rows if row["answer"] in known}
        return len(distinct), len(rows), len(set(known.values()))

    def list_f(self, run: str, question: str) -> Score:
        """F of one list question."""
        distinct, returned, known = self.list_parts(run, question)
        return share(Fraction(2 * distinct), returned + known) if known else None

    def of_list(self) -> dict[str, Callable[[str], Score]]:
        """Instance precision, recall and F."""
        scored = [question for question in self.asked("list") if not self.state_of_list(question)]

        def part(at: int) -> Callable[[str], Score]:
            def score(run: str) -> Score:
                each = [self.list_parts(run, question) for question in scored]
                return mean(share(Fraction(one[0]), one[at] or one[2]) if one[2] else None for one in each)

            return score

        def f(run: str) -> Score:
            return mean(self.list_f(run, question) for question in scored)

        return {"IP": part(1), "IR": part(2), "F-list": f}

    # Series

    def series(self, run: str, *, exact: bool = False) -> Score:
        """The weighted scores of series, averaged over them."""
        return mean(self.one_series(run, name, exact=exact) for name in self.all_series())

    def of_series(self) -> dict[str, Callable[[str], Score]]:
        """Scores of series, and of the three types as wholes."""
        return {
            "series": self.series,
            "series(weights=exact)": lambda run: self.series(run, exact=True),
            "by-type": self.by_type,
        }

    def all_series(self) -> list[str]:
        """The names of the series."""
        return list(
            dict.fromkeys(row["series"] for row in self.tables.questions.values() if row.get("series"))
        )

    def members(self, series: str, kind: str) -> list[str]:
        """The questions of a kind in a series."""
        return [one for one in self.asked(kind) if self.tables.questions[one].get("series") == series]

    def one_series(self, run: str, series: str, *, exact: bool) -> Score:
        """The score of a series; None while it waits, and for one that is left out."""
        factoid, lists, other = (self.members(series, kind) for kind in ("factoid", "list", "other"))
        states = [
            *map(self.state_of_factoid, factoid),
            *map(self.state_of_list, lists),
            *map(self.state_of_other, other),
        ]
        if WAITS in states:
            return None
        accuracy = mean(self.is_right(run, one) for one in factoid if not self.state_of_factoid(one))
        f_list = mean(self.list_f(run, one) for one in lists if not self.state_of_list(one))
        f_other = mean(self.nugget_f(run, one, 3) for one in other if not self.state_of_other(one))
        if accuracy is None or f_other is None:
            return None
        if not [one for one in lists if not self.state_of_list(one) and self.known(one)]:
            two = (Fraction(2, 3), Fraction(1, 3)) if exact else (Fraction("0.67"), Fraction("0.33"))
            return two[0] * accuracy + two[1] * f_other
        return None if f_list is None else accuracy / 2 + f_list / 4 + f_other / 4

    def is_right(self, run: str, question: str) -> Fraction:
        """One factoid question of accuracy."""
        rows = self.returned(run, question)
        return Fraction(bool(rows) and self.right(rows[0]) is True)

    def by_type(self, run: str) -> Score:
        """The three types weighted as wholes."""
        parts = [
            self.of_factoid()["accuracy"](run),
            self.of_list()["F-list"](run),
            self.of_other()["F(3)"](run),
        ]
        if any(part is None for part in parts):
            return None
        first, second, third = (part or Fraction(0) for part in parts)
        return first / 2 + second / 4 + third / 4

    # Nuggets

    def votes(self, question: str) -> dict[str, dict[str, str]]:
        """The votes on nuggets that count, by nugget and assessor."""
        found: dict[str, dict[str, str]] = {}
        for row in self.tables.of("nuggets"):
            if row["question"] == question:
                votes = found.setdefault(row["nugget"], {})
                if row["importance"] in ("vital", "okay") and row.get("kind") != "adjudication":
                    votes[row.get("assessor", "")] = row["importance"]
        return {nugget: self.counted(votes) for nugget, votes in found.items()}

    def counted(self, said: dict[str, str]) -> dict[str, str]:
        """What counts of what assessors said: the panel's, or that of the one who is the gold standard."""
        alone = self.label_gold.startswith("assessor:")
        people = self.labels.panel.people if alone else self.labels.panel.stored
        mine = {who: what for who, what in said.items() if not people or who in people}
        return mine if mine or alone else said

    def importance(self, question: str) -> dict[str, str]:
        """Vital or okay for every nugget, else WAITS."""
        settled = {
            row["nugget"]: row["importance"]
            for row in self.tables.of("nuggets")
            if row["question"] == question and row.get("kind") == "adjudication"
        }
        if self.label_gold.startswith("assessor:"):
            settled = {}
        found = {}
        for nugget, votes in self.votes(question).items():
            vital = sum(vote == "vital" for vote in votes.values())
            waited = self.waited(question, nugget)
            stored = set(self.labels.panel.stored)
            if nugget in settled:
                found[nugget] = settled[nugget]
            elif not votes or (waited and not stored & set(votes)):
                found[nugget] = WAITS
            elif 2 * vital > len(votes) + waited:
                found[nugget] = "vital"
            else:
                found[nugget] = "okay" if 2 * (vital + waited) <= len(votes) + waited else WAITS
        return found

    def waited(self, question: str, nugget: str) -> int:
        """How many of a stored panel vote on the nuggets of a question and have not voted on this one."""
        if self.label_gold.startswith("assessor:"):
            return 0
        rows = [row for row in self.tables.of("nuggets") if row["question"] == question]
        rows = [row for row in rows if row.get("kind") != "adjudication"]
        author: dict[str, str] = {}
        for row in rows:
            author.setdefault(row["nugget"], row.get("assessor", ""))
        others = {row["assessor"] for row in rows if row["assessor"] != author[row["nugget"]]}
        voted = {row["assessor"] for row in rows if row["nugget"] == nugget}
        return len((others & set(self.labels.panel.stored)) - voted)

    def matched(self, question: str, answer: str, nugget: str) -> Fraction | str:
        """How far an answer holds a nugget: 1, one half, 0, or WAITS, or OUT where nobody is to say it."""
        said, settled = self.matches(question)
        if (answer, nugget) in settled:
            return {"yes": Fraction(1), "partial": HALF, "no": Fraction(0)}[settled[answer, nugget]]
        people = self.matchers(question, said)
        members = [
            who
            for who in people
            if self.labels.panel.everyone
            or who in self.labels.panel.assigned.get((question, answer), set())
            or any(thing[0] == answer for thing in said.get(who, {}))
        ]
        if people and not members:
            return OUT
        votes = [said.get(who, {}).get((answer, nugget), "") for who in members]
        full, some = votes.count("yes"), votes.count("yes") + votes.count("partial")
        missing = votes.count("") if members else 1
        low, high = held(full, some, len(votes)), held(full + missing, some + missing, len(votes) or 1)
        return low if low == high else WAITS

    def matches(
        self, question: str
    ) -> tuple[dict[str, dict[tuple[str, str], str]], dict[tuple[str, str], str]]:
        """What each assessor says of answers and nuggets of a question, and what is settled."""
        said: dict[str, dict[tuple[str, str], str]] = {}
        settled: dict[tuple[str, str], str] = {}
        for row in self.tables.of("matches"):
            if row["question"] != question or not row["support"]:
                continue
            if row.get("kind") != "adjudication":
                said.setdefault(row["assessor"], {})[row["answer"], row["nugget"]] = row["support"]
            elif not self.label_gold.startswith("assessor:"):
                settled[row["answer"], row["nugget"]] = row["support"]
        return said, settled

    def matchers(self, question: str, at_work: Iterable[str]) -> list[str]:
        """Who matches a question: as named or stored; else people assigned or at work, else all at work."""
        if self.label_gold.startswith("assessor:"):
            return self.labels.panel.people
        if self.labels.panel.stored:
            return self.labels.panel.stored
        people = {
            row["assessor"] for row in self.tables.of("assessors") if row.get("kind") in ("person", "key")
        }
        assigned = [
            who for thing, each in self.labels.panel.assigned.items() if thing[0] == question for who in each
        ]
        return sorted({*at_work, *assigned} & people or {*at_work, *assigned})

    def state_of_other(self, question: str) -> str:
        """Whether an Other question is scored: its nuggets and all that runs returned are settled."""
        if self.is_left_out(question):
            return OUT
        importance = self.importance(question)
        answers = {row["answer"] for run in self.tables.runs for row in self.returned(run, question)}
        found = [self.matched(question, answer, nugget) for answer in answers for nugget in importance]
        return self.state([*found, *importance.values()]) if importance else OUT

    def support(self, run: str, question: str) -> dict[str, Fraction]:
        """How far a response holds each nugget: as far as the best of its answers."""
        answers = {row["answer"] for row in self.returned(run, question)}
        return {
            nugget: max(
                (Fraction(self.matched(question, answer, nugget)) for answer in answers), default=Fraction()
            )
            for nugget in self.importance(question)
        }

    def length(self, run: str, question: str) -> int:
        """Characters of a response without white space."""
        total = 0
        for row in self.returned(run, question):
            text = row.get("text") or self.tables.answers[question, row["answer"]]["text"]
            total += sum(not sign.isspace() for sign in text)
        return total

    def nugget_parts(self, run: str, question: str) -> tuple[int, int, int, int]:
        """Vital nuggets matched, okay ones matched, vital ones, length."""
        importance, support = self.importance(question), self.support(run, question)
        hits = Counter(importance[nugget] for nugget, held in support.items() if held == 1)
        vital = sum(one == "vital" for one in importance.values())
        return hits["vital"], hits["okay"], vital, self.length(run, question)

    def nugget_precision(self, run: str, question: str) -> Score:
        """1 up to the allowance, then less."""
        r, a, _, length = self.nugget_parts(run, question)
        allowance = 100 * (r + a)
        return (
            Fraction(0) if not length else Fraction(1) if length < allowance else Fraction(allowance, length)
        )

    def nugget_f(self, run: str, question: str, b: int, recall: Score = None) -> Score:
        """F of nugget recall and precision."""
        r, _, vital, _length = self.nugget_parts(run, question)
        recall = share(Fraction(r), vital) if recall is None else recall
        precision = self.nugget_precision(run, question)
        if recall is None or precision is None:
            return None
        if recall == 0 or precision == 0:
            return Fraction(0)
        return (b * b + 1) * precision * recall / (b * b * precision + recall)

    def pyramid(self, run: str, question: str) -> Score:
        """F with nuggets weighted by the votes for vital."""
        each = self.votes(question)
        if any(self.waited(question, nugget) or not votes for nugget, votes in each.items()):
            return None
        counts = {nugget: sum(vote == "vital" for vote in votes.values()) for nugget, votes in each.items()}
        top, support = max(counts.values()), self.support(run, question)
        if not top:
            return None
        weights = {nugget: Fraction(count, top) for nugget, count in counts.items()}
        matched = sum((weights[nugget] for nugget, held in support.items() if held == 1), Fraction())
        return self.nugget_f(run, question, 3, matched / sum(weights.values()))

    def supported(self, run: str, question: str, *, vital: bool, strict: bool) -> Score:
        """The share of nuggets supported."""
        importance, support = self.importance(question), self.support(run, question)
        asked = [nugget for nugget, one in importance.items() if one == "vital" or not vital]
        given = [Fraction(int(support[nugget])) if strict else support[nugget] for nugget in asked]
        return share(sum(given, Fraction()), len(asked))

    def of_other(self) -> dict[str, Callable[[str], Score]]:
        """Nugget recall, precision, F, and the shares of nuggets supported."""
        scored = [question for question in self.asked("other") if not self.state_of_other(question)]

        def over(one: Callable[[str, str], Score]) -> Callable[[str], Score]:
            return lambda run: mean(one(run, question) for question in scored)

        def recall(run: str, question: str) -> Score:
            r, _, vital, _ = self.nugget_parts(run, question)
            return share(Fraction(r), vital)

        found = {
            "nugget-recall": over(recall),
            "nugget-precision": over(self.nugget_precision),
            "F(3)": over(lambda run, question: self.nugget_f(run, question, 3)),
            "F1": over(lambda run, question: self.nugget_f(run, question, 1)),
            "F-pyramid(3)": over(self.pyramid),
        }
        for name, vital, strict in (
            ("vital", True, False),
            ("vital-strict", True, True),
            ("all", False, False),
            ("all-strict", False, True),
        ):
            found[name] = over(
                lambda run, question, vital=vital, strict=strict: self.supported(
                    run, question, vital=vital, strict=strict
                )
            )
        return found


def mean_or_none(values: Sequence[Score]) -> Score:
    """The mean; None where one of them is undefined."""
    return None if None in values else mean(values)


def certainty(row: Row) -> Number:
    """How certain a run is that an answer is correct; minus infinity where it does not say."""
    if row.get("score"):
        return Fraction(row["score"])
    if row.get("confidence") and row.get("decision"):
        sure = Fraction(row["confidence"])
        return sure if row["decision"] == "yes" else 1 - sure
    return -math.inf


def held(full: int, some: int, members: int) -> Fraction:
    """How far a nugget is matched by more than half of the members."""
    return Fraction(1) if 2 * full > members else HALF if 2 * some > members else Fraction(0)


def answering(counts: Callable[[str], tuple[int, int, int]]) -> dict[str, Callable[[str], Score]]:
    """Measures of right, wrong and unanswered."""

    def over(made: Callable[[int, int, int, int], Score]) -> Callable[[str], Score]:
        def score(run: str) -> Score:
            right, wrong, silent = counts(run)
            n = right + wrong + silent
            return made(right, wrong, silent, n) if n else None

        return score

    return {
        "accuracy": over(lambda c, w, u, n: Fraction(c, n)),
        "c@1": over(lambda c, w, u, n: Fraction(1, n) * (c + u * Fraction(c, n))),
        "UF": over(lambda c, w, u, n: Fraction(c - w, n)),
        "UF01": over(lambda c, w, u, n: Fraction(c, n) + HALF * Fraction(u, n)),
        "answered": over(lambda c, w, u, n: Fraction(c + w, n)),
        "rejected(P(C|A))": over(lambda c, w, u, n: share(c, c + w)),
        "rejected(0)": over(lambda c, w, u, n: Fraction(c, n)),
        "rejected(1)": over(lambda c, w, u, n: Fraction(c + u, n)),
        "rejected(P(¬C|A))": over(
            lambda c, w, u, n: None if not c + w else Fraction(c, n) + Fraction(w, c + w) * Fraction(u, n)
        ),
    }


def reciprocal_rank(gains: list[int], ideal: list[int]) -> Score:
    """1 / rank of the first relevant answer."""
    del ideal
    return next((Fraction(1, at) for at, gain in enumerate(gains, 1) if gain), Fraction(0))


def ndcg(gains: list[int], ideal: list[int]) -> Score:
    """Discounted gain over that of the ideal list."""

    def discounted(some: list[int]) -> float:
        return math.fsum(gain / math.log2(at + 1) for at, gain in enumerate(some, 1))

    return discounted(gains) / discounted(ideal) if any(ideal) else None


def q_measure(gains: list[int], ideal: list[int], beta: int) -> Score:
    """The Q-measure; average precision with beta 0."""
    relevant = sum(gain > 0 for gain in ideal)
    if not relevant:
        return None
    total, hits, gained = Fraction(0), 0, 0
    for r, gain in enumerate(gains, 1):
        gained += gain
        hits += gain > 0
        if gain:
            total += Fraction(hits + beta * gained, r + beta * sum(ideal[:r]))
    return total / relevant
