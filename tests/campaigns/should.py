"""What every number of a campaign should be: worked out from its exported tables, screen by screen."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

from campaigns.figures import Figures
from oracle.counted import LOWER_IS_BETTER, Counted, ranks
from oracle.tables import OUT, WAITS, Score, Tables
from oracle_organizer import plain_agreement as plain

from jurybox.measures import measure

IN_SERIES = ("factoid", "list", "other")
ASKED_OFTEN = ("matches", "matched", "importance", "waited", "support", "known", "state_of_list", "state_of_other")
"""What the oracle, which keeps nothing, would work out again for every run and measure."""
FEWEST = 10
"""Units below which there is no interval."""
PAIRS = 3
"""Pairs of runs that are compared."""
NO_MEAN = ("c@1", "CWS", "MRRT(r=1)", "AUC", "confidence-correlation", "by-type")
KINDS_OF_THING = {"label": "", "quality": "question-quality", "importance": "importance", "match": "match"}


class Should:
    """All numbers of a collection under one gold standard."""

    def __init__(self, tables: Tables, gold: str) -> None:
        self.tables, self.gold = tables, gold
        self.oracle = Counted(tables, gold)
        for name in ASKED_OFTEN:
            setattr(self.oracle, name, cache(getattr(self.oracle, name)))
        self.oracle.labels.of = cache(self.oracle.labels.of)  # type: ignore[method-assign]
        self.kinds = {row["kind"] for row in tables.questions.values()}

    def kind_of(self, name: str) -> str | None:
        """The kind of question that a measure scores here: the first of its own that there is."""
        if name.startswith(("series", "by-type")):
            return "series" if self.kinds & set(IN_SERIES) else None
        return next((kind for kind in measure(name).kinds if kind in self.kinds), None)

    def measures(self) -> dict[str, Callable[[str], Score]]:
        """The measures that the oracle knows and that this collection has a use for, each for a run."""
        found: dict[str, Callable[[str], Score]] = {}
        for kind in self.kinds:
            found |= {n: one for n, one in self.oracle.scores(kind).items() if self.kind_of(n) == kind}
        return found | (self.oracle.of_series() if self.kinds & set(IN_SERIES) else {})

    def scores(self) -> Figures:
        """Values of all measures and runs, and the units that each rests on."""
        found: Figures = {}
        for name, score in self.measures().items():
            kind = self.kind_of(name)
            for run in self.tables.runs:
                found["value", name, run] = score(run)
                if kind is not None:
                    units = self.oracle.rests_on(kind, name, run)
                    found["units", name, run] = units.used
                    found["excluded", name, run] = units.excluded
                    found["pending", name, run] = units.pending
        return found

    def decided(self) -> Figures:
        """Values of the measures of decisions on answers, in a collection of other questions too."""
        of_decisions = self.oracle.of_validation() if "validation" in self.kinds else {}
        return {("decided", name, run): score(run) for name, score in of_decisions.items() for run in self.tables.runs}

    def ranks(self, name: str) -> Figures:
        """The rank of every run by a measure."""
        score = self.measures()[name]
        places = ranks({run: score(run) for run in self.tables.runs}, lower=name in LOWER_IS_BETTER)
        return {("rank", name, run): place for run, place in places.items()}

    def patterns(self) -> Figures:
        """How many ranked answers there are of each level, and of those without one."""
        names = {WAITS: "unjudged", OUT: "left out"}
        levels = Counter[str]()
        for question in self.oracle.asked("ranked"):
            for answer in [] if self.oracle.is_left_out(question) else self.tables.pool[question]:
                level = self.oracle.graded.of((question, answer))
                levels[names[level] if isinstance(level, str) else f"L{level}"] += 1
        return {("answers", level): count for level, count in levels.items()}


class People:
    """What follows from who said what, whatever the gold standard."""

    def __init__(self, tables: Tables, *, imported: bool = False) -> None:
        self.tables = tables
        self.imported = imported
        """Whether all labels were imported: then nobody is expected to have judged more than that."""

    def agreement(self, scheme: str) -> Figures:
        """Figures of agreement of a scheme."""
        labels_of, words = plain.read_labels(self.tables, scheme), plain.WORDS[scheme]
        several = plain.several(labels_of)
        found: Figures = {
            ("items", scheme): len(several),
            ("assessors", scheme): len({who for each in labels_of.values() if len(each) > 1 for who in each}),
            ("raw", scheme): plain.raw(labels_of),
            ("alpha_nominal", scheme): plain.alpha(labels_of, words, ordinal=False),
            ("alpha_ordinal", scheme): plain.alpha(labels_of, words, ordinal=True),
            ("fleiss_kappa", scheme): plain.fleiss(labels_of),
            ("gwet_ac1", scheme): plain.gwet(labels_of, words),
        }
        for word in words:
            found["label", "given", scheme, word] = sum(labels.count(word) for labels in several)
            found["label", "agreement", scheme, word] = plain.label_agreement(labels_of, word)
            found["label", "alpha", scheme, word] = plain.label_alpha(labels_of, word)
        people = sorted({who for each in labels_of.values() for who in each})
        for a, b in combinations(people, 2):
            if pairs := plain.of_two(labels_of, a, b):
                found["pair", "items", scheme, a, b] = len(pairs)
                found["pair", "raw", scheme, a, b] = plain.equal_share(pairs)
                found["pair", "kappa", scheme, a, b] = plain.cohen(pairs)
        for who in people:
            others = plain.against_others(labels_of, who)
            found["each", "labels", scheme, who] = sum(who in each for each in labels_of.values())
            found["each", "compared", scheme, who] = len(others)
            found["each", "raw", scheme, who] = plain.equal_share(others)
        return found

    def questions_of(self, scheme: str) -> int:
        """How many questions have a thing that two labeled."""
        labels_of = plain.read_labels(self.tables, scheme)
        return len({subject[0] for subject, each in labels_of.items() if len(each) > 1})

    def disagreements(self) -> Figures:
        """What people say two things of, who said what, how far apart they are, and what is settled."""
        found: Figures = {}
        for kind, scheme in KINDS_OF_THING.items():
            for one in (scheme,) if scheme else ("validation", "quality", "correctness"):
                for subject, each in plain.read_labels(self.tables, one).items():
                    status = self.tables.questions[subject[0]].get("status")
                    if len(set(each.values())) < 2 or status == "unjudged":
                        continue
                    name = _subject(kind, subject)
                    found["size", *name] = _distance(one, list(each.values()))
                    found["settled", *name] = self._settled(kind, subject)
                    found |= {("said", *name, who): label for who, label in each.items()}
        return found

    def disputed(self, *, settled: bool = False) -> Figures:
        """How many things of each kind are disputed in a question: those still open, or all of them."""
        found = Counter[tuple[str, ...]]()
        for key, number in self.disagreements().items():
            if key[0] == "settled" and (settled or number is None):
                found["disputed", key[1], key[2]] += 1
        return dict(found)

    def _settled(self, kind: str, subject: plain.Subject) -> str | None:
        table, label = {
            "label": ("judgments", "label"),
            "quality": ("judgments", "label"),
            "importance": ("nuggets", "importance"),
            "match": ("matches", "support"),
        }[kind]
        for row in self.tables.of(table):
            about = [row["question"], row.get("answer", ""), row.get("nugget", "")]
            if row.get("kind") == "adjudication" and ("x", *about) == _subject("x", subject, kind):
                return row[label] or None
        return None

    def progress(self) -> Figures:
        """How far every person is: answers to judge, judged, set aside and open."""
        found: Figures = {}
        given = self.tables.of("assignments")
        for row in self.tables.of("assessors"):
            who = row["assessor"]
            if row.get("kind") != "person":
                continue
            said = self.said_by(who)
            mine = {
                (one["question"], answer)
                for one in given
                if one["assessor"] == who
                for answer in ([one["answer"]] if one.get("answer") else self.tables.pool[one["question"]])
            }
            if not mine and not said:
                continue
            if not given and self.imported and row.get("panel") != "yes":
                mine = set(said)
            elif not given:
                mine = set(self.tables.answers)
            elif not mine:
                mine = set(said)
            mine -= self.tables.unasked
            states = Counter(self._of_queue({subject: said.get(subject, "") for subject in mine}))
            found["assigned", who] = states.total()
            found["judged", who] = states["label"]
            found["set_aside", who] = states["aside"]
            found["open", who] = states.total() - states["label"] - states["aside"]
            found["conflicts", who] = 0
        return found

    def _of_queue(self, said: dict[tuple[str, str], str]) -> list[str]:
        """What was said of each answer, of a closed list of options once: open as long as one is, else a label's."""
        closed = {row["question"] for row in self.tables.of("options")}
        lists: dict[str, list[str]] = {}
        for (question, _), what in said.items():
            if question in closed:
                lists.setdefault(question, []).append(what)
        whole = [min(each, key=["", "open", "label", "aside"].index) for each in lists.values()]
        return whole + [what for (question, _), what in said.items() if question not in closed]

    def said_by(self, who: str) -> dict[tuple[str, str], str]:
        """The answers that somebody labeled, or matched with every nugget, or set aside."""
        found: dict[tuple[str, str], str] = {}
        for row in self.tables.of("judgments"):
            if not row["label"] and not row.get("state"):
                continue  # assigned, and nothing said yet
            if row["assessor"] == who and row["answer"] and (row.get("kind") or "judgment") == "judgment":
                aside = row.get("state") in ("skipped", "cannot-tell", "junk")
                what = "label" if row["label"] else "aside" if aside else "open"
                found[row["question"], row["answer"]] = what
        for subject in self.tables.answers:
            nuggets = {row["nugget"] for row in self.tables.of("nuggets") if row["question"] == subject[0]}
            matched = {
                row["nugget"]
                for row in self.tables.of("matches")
                if (row["question"], row["answer"]) == subject
                and row["assessor"] == who
                and row.get("kind") != "adjudication"
            }
            if nuggets and nuggets <= matched:
                found.setdefault(subject, "label")
        return found


def _subject(name: str, subject: plain.Subject, kind: str = "") -> tuple[str, str, str, str]:
    """Return what a thing is called: its kind, question, answer and nugget."""
    if (kind or name) == "importance":
        return name, subject[0], "", subject[1]
    return name, subject[0], subject[1], subject[2] if len(subject) > 2 else ""


def _distance(scheme: str, labels: list[str]) -> float:
    """Return how far labels are apart, 0 to 1: by their order where they are a scale, else same or not."""
    order, scale = plain.WORDS[scheme], scheme in ("quality", "match", "question-quality")
    pairs = [
        abs(order.index(a) - order.index(b)) / (len(order) - 1) if scale else float(a != b)
        for a, b in combinations(labels, 2)
    ]
    return sum(pairs) / len(pairs)
