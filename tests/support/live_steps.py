"""A person at random work on a session: every command, undo and redo, imports, merges, runs, panel, gold."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import numpy as np
from mixed_tables import GOLDS, STATES, Row, write_rows
from patience import until

from jurybox.campaign.merges import merge_files
from jurybox.campaign.withdrawals import restore, withdraw
from jurybox.collection.codes import CONFLICT
from jurybox.collection.collection import Collection
from jurybox.collection.entries import EntryKind, Subject
from jurybox.collection.nugget_state import SETTLED
from jurybox.collection.nuggets import current_nuggets, given_by_line
from jurybox.commands import (
    AddInstance,
    AddNugget,
    Annotate,
    ApplyToGroup,
    Command,
    DeleteNugget,
    EditNugget,
    JoinGroups,
    Judge,
    JudgeQuestion,
    Match,
    MatchRest,
    MergeNuggets,
    RemoveInstance,
    SendBack,
    SetFact,
    SetGroup,
    SetGuidelines,
    SplitGroup,
    SplitNugget,
    Together,
    Vote,
    adjudicate,
    subject_of_answer,
)
from jurybox.errors import Refused
from jurybox.formats.imports import prepare
from jurybox.gold import Gold, Panel, gold_for
from jurybox.gold.nuggets import NuggetGold
from jurybox.gold.panel import IS_MISSING
from jurybox.kinds import KIND_NAMES, KINDS
from jurybox.label_schemes import QUALITY
from jurybox.session import Session, open_session

LABELED_KINDS = tuple(kind.name for kind in KINDS.values() if kind.is_labeled)
"""The kinds of question whose answers are labeled."""
KINDS_AT_JUDGE = tuple(kind.name for kind in KINDS.values() if kind.desk == "judge")
"""The kinds of question whose answers are labeled one by one, at the Judge desk."""

SHARES = {
    "say": 40,
    "undo": 10,
    "redo": 6,
    "import_answers": 3,
    "import_run": 4,
    "import_labels": 3,
    "withdraw": 2,
    "restore": 3,
    "panel": 3,
    "gold": 2,
    "judge_apart": 3,
    "beside": 2,
}

_MATCHES = ("yes", "partial", "no")


class Walker:
    """Does one step after another on a session; `step` returns its name, with a note if it was refused."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session = session
        self.draw = random.Random(seed)
        self.folder = Path(session.path).parent
        self._number = 0
        self._commands: tuple[Callable[[], Command], ...] = (
            *(self._judge,) * 8,
            *(self._adjudicate,) * 3,
            *(self._vote, self._match, self._match) * 2,
            *(self._match_rest, self._add_nugget, self._edit, self._delete, self._split, self._merge),
            *(self._group,) * 2,
            *(self._join, self._split_group, self._apply, self._instance, self._no_instance),
            *(self._question, self._send_back, self._guidelines, self._note, self._together),
        )

    def step(self, shares: dict[str, int] = SHARES) -> str:
        """Do something; what is refused has changed nothing."""
        name = self.draw.choices(list(shares), list(shares.values()))[0]
        try:
            getattr(self, f"_{name}")()
        except Refused:
            return f"{name} refused"
        except IndexError:
            return f"{name} had nothing to do"
        return name

    # Who and what

    def _sit(self) -> None:
        people = [one.name for one in self.session.catalog.assessors if one.kind == "person"]
        self.session.sit(self.draw.choice(people))

    def _answer(self, *kinds: str) -> int:
        catalog = self.session.catalog
        asked = [catalog.questions[question].kind for question in catalog.answer_question.tolist()]
        return self.draw.choice([at for at, kind in enumerate(asked) if not kinds or kind in kinds])

    def _about(self, kind: str) -> int:
        questions = enumerate(self.session.catalog.questions)
        return self.draw.choice([at for at, one in questions if one.kind == kind])

    def _few(self, answer: int) -> tuple[int, ...]:
        catalog = self.session.catalog
        here = catalog.answers_of(int(catalog.answer_question[answer])).tolist()
        return tuple(dict.fromkeys([answer, *self.draw.sample(here, min(len(here), 2))]))

    def _nugget(self) -> int:
        catalog = self.session.catalog
        questions = [at for at, one in enumerate(catalog.questions) if one.kind == "other"]
        board = self.session.ledger.board
        lines = [line for at in questions for line in current_nuggets(catalog.nuggets, board, at)]
        return self.draw.choice(lines).nugget

    def _name(self) -> str:
        self._number += 1
        return f"{self._number}{self.draw.randrange(10**6)}"

    # Commands

    def _say(self) -> None:
        self._sit()
        self.session.execute(self.draw.choice(self._commands)())

    def _judge(self) -> Command:
        answer = self._answer(*LABELED_KINDS)
        catalog = self.session.catalog
        kind = catalog.questions[catalog.answer_question[answer]].kind
        answers = self._few(answer) if self.draw.random() < 0.3 else (answer,)
        if self.draw.random() < 0.75:
            as_repeat = self.draw.random() < 0.05
            label = self.draw.choice(KINDS[kind].labels)
            return Judge(answers, label, kind="repeat" if as_repeat else "judgment")
        return Judge(answers, state=self.draw.choice([*STATES, None]))

    def _adjudicate(self) -> Command:
        answer = self._answer(*LABELED_KINDS)
        catalog = self.session.catalog
        kind = catalog.questions[catalog.answer_question[answer]].kind
        return adjudicate((answer,), self.draw.choice([*KINDS[kind].labels, None]))

    def _vote(self) -> Command:
        if self.draw.random() < 0.2:
            label = self.draw.choice(["vital", "okay", None])
            return Vote(self._nugget(), label, kind="adjudication")
        if self.draw.random() < 0.2:
            return Vote(self._nugget(), state=self.draw.choice([*STATES, None]))
        return Vote(self._nugget(), self.draw.choice(["vital", "okay"]))

    def _match(self) -> Command:
        nugget = self._nugget()
        catalog = self.session.catalog
        answers = catalog.answers_of(catalog.nuggets[nugget].question).tolist()
        answer = self.draw.choice(answers)
        if self.draw.random() < 0.15:
            label = self.draw.choice(["yes", "no", None])
            return Match(answer, nugget, label, kind="adjudication")
        if self.draw.random() < 0.15:
            return Match(answer, nugget, state=self.draw.choice([*STATES, None]))
        return Match(answer, nugget, self.draw.choice(["yes", "partial", "no"]))

    def _match_rest(self) -> Command:
        return MatchRest(self._answer("other"), self.draw.choice(["yes", "no"]))

    def _add_nugget(self) -> Command:
        importance = self.draw.choice(["vital", "okay", None])
        return AddNugget(self._about("other"), f"nugget {self._name()}", importance=importance)

    def _edit(self) -> Command:
        return EditNugget(self._nugget(), f"reworded {self._name()}")

    def _delete(self) -> Command:
        return DeleteNugget(self._nugget())

    def _split(self) -> Command:
        return SplitNugget(self._nugget(), (f"part {self._name()}", f"part {self._name()}"))

    def _merge(self) -> Command:
        return MergeNuggets((self._nugget(), self._nugget()), self.draw.choice([None, "both"]))

    def _group(self) -> Command:
        answers = self._few(self._answer("list"))
        name = self.draw.choice(["g1", "g2", "known0", None])
        return SetGroup(answers, name, settle=self.draw.random() < 0.25)

    def _join(self) -> Command:
        return JoinGroups(self._few(self._answer("list")))

    def _split_group(self) -> Command:
        return SplitGroup(self._few(self._answer("list")))

    def _apply(self) -> Command:
        return ApplyToGroup(self._answer("list"), self.draw.choice(["correct", "incorrect"]))

    def _instance(self) -> Command:
        return AddInstance(self._about("list"), f"instance {self._name()}")

    def _no_instance(self) -> Command:
        question = self._about("list")
        stored = [one.name for one in self.session.catalog.instances if one.question == question]
        added = list(self.session.ledger.board.instances.get(question, {}))
        return RemoveInstance(question, self.draw.choice(stored + added))

    def _question(self) -> Command:
        question = self.draw.randrange(len(self.session.catalog.questions))
        return JudgeQuestion(question, self.draw.choice([*QUALITY.words, None]))

    def _send_back(self) -> Command:
        who = self.draw.randrange(len(self.session.catalog.assessors))
        kind: EntryKind = self.draw.choice(["judgment", "judgment", "distinct", "match", "importance"])
        answer = self._answer("list") if kind == "distinct" else self._answer(*KINDS_AT_JUDGE)
        subject = subject_of_answer(self.session.catalog, answer)
        if kind in ("match", "importance"):
            nugget = self._nugget()
            subject = Subject(self.session.catalog.nuggets[nugget].question, nugget=nugget)
            if kind == "match":
                here = self.session.catalog.answers_of(subject.question or 0).tolist()
                subject = Subject(subject.question, self.draw.choice(here), nugget)
        elif kind == "judgment" and self.draw.random() < 0.3:
            subject = Subject(subject.question)
        return SendBack(subject, (who,), "look again", kind)

    def _guidelines(self) -> Command:
        return SetGuidelines({"correct": f"text {self._name()}"})

    def _note(self) -> Command:
        return Annotate(self._answer("ranked", "validation"), f"note {self._name()}")

    def _together(self) -> Command:
        return Together((self._judge(), self._adjudicate()))

    # Steps

    def _undo(self) -> None:
        if self.draw.random() < 0.3:
            self._sit()
        self.session.undo()

    def _redo(self) -> None:
        self.session.redo()

    def _withdraw(self) -> None:
        withdraw(self.session, [self.draw.choice(self.session.catalog.runs).name])

    def _restore(self) -> None:
        gone = [self.session.catalog.runs[at].name for at in sorted(self.session.facts.withdrawn)]
        restore(self.session, [self.draw.choice(gone)])

    def _panel(self) -> None:
        self._sit()
        people = [one.code.hex() for one in self.session.catalog.assessors if one.kind == "person"]
        chosen = self.draw.sample(people, self.draw.randint(0, min(4, len(people))))
        self.session.execute(SetFact("panel", chosen or None))

    def _gold(self) -> None:
        self._sit()
        self.session.execute(SetFact("gold", self.draw.choice([*GOLDS, None])))

    def _import(self, **tables: Sequence[Row]) -> None:
        folder = write_rows(self.folder / f"late{self._name()}", {k: list(v) for k, v in tables.items() if v})
        with prepare([folder], into=self.session.path) as prepared:
            self.session.store(prepared.store)

    def _import_answers(self) -> None:
        """New answers, and sometimes a new question with a label."""
        catalog, name = self.session.catalog, self._name()
        picked = self.draw.choice(catalog.questions)
        rows = [{"question": picked.name, "answer": f"late{name}", "text": f"late {name}"}]
        questions, judgments = [], []
        if self.draw.random() < 0.4:
            kind = self.draw.choice(KIND_NAMES)
            asked = {"question": f"new{name}", "kind": kind, "text": "New?"}
            if kind in ("factoid", "list", "other") and catalog.series:
                asked["series"] = self.draw.choice(catalog.series).name
            questions = [asked]
            rows.append({"question": f"new{name}", "answer": f"new{name}", "text": f"new {name}"})
            if kind != "other":
                label = self.draw.choice(KINDS[kind].labels)
                head = {"question": f"new{name}", "answer": f"new{name}", "label": label}
                judgments = [{"assessor": person, **head} for person in ("Ana", "Ben", "Cam")]
        self._import(questions=questions, answers=rows, judgments=judgments)

    def _import_run(self) -> None:
        """A late run, with answers that are there and some that are not."""
        name, rows = self._name(), []
        for at, asked in enumerate(self.session.catalog.questions):
            here = self.session.catalog.answers_of(at).tolist()
            chosen = self.draw.sample(here, self.draw.randint(0, len(here)))
            texts = [self.session.texts.answer(answer) for answer in chosen]
            known = [text.name for text in texts if text.name]
            for rank, answer in enumerate(known):
                row = {"run": f"late{name}", "question": asked.name, "rank": str(rank + 1), "answer": answer}
                if KINDS[asked.kind].decides:
                    row |= {"rank": "", "decision": self.draw.choice(["yes", "no", ""])}
                row["score"] = str(self.draw.randint(0, 4) / 4)
                rows.append(row)
            if KINDS[asked.kind].nil and self.draw.random() < 0.3:
                head = {"run": f"late{name}", "question": asked.name, "rank": str(len(known) + 1)}
                rows.append({**head, "answer": "", "text": f"said by {name}"})
        seconds = self.draw.choice(["", "3.5"])
        self._import(runs=[{"run": f"late{name}", "seconds": seconds}], responses=rows)

    def _import_labels(self) -> None:
        """Labels of somebody new, or of one who sits here and has not given them yet."""
        catalog, rows = self.session.catalog, []
        who = self.draw.choice(["Ana", "Dov", f"New{self._name()}"])
        seated = catalog.assessor_named.get(who)
        for answer in range(catalog.answer_count):
            question = catalog.questions[catalog.answer_question[answer]]
            text = self.session.texts.answer(answer)
            free = seated is None or not self.session.ledger.labels[seated, answer]
            if question.kind != "other" and text.name and free and self.draw.random() < 0.3:
                label = self.draw.choice(KINDS[question.kind].labels)
                head = {"assessor": who, "question": question.name, "answer": text.name}
                rows.append({**head, "label": label})
        assigned = [{"assessor": who, "question": self.draw.choice(catalog.questions).name}]
        self._import(judgments=rows, assignments=assigned if self.draw.random() < 0.3 else [])

    def _judge_apart(self) -> None:
        """A copy is judged by the same people while the collection goes on, then it is merged."""
        copy = self.folder / f"copy{self._name()}.jury"
        self.session.flush()
        self.session.save_copy(copy)
        apart = open_session(copy)
        walker = Walker(apart, self.draw.randrange(2**32))
        for _ in range(self.draw.randint(2, 8)):
            walker.step({"say": 8, "undo": 1})
        apart.close()
        for _ in range(self.draw.randint(0, 4)):
            self.step({"say": 8, "undo": 1})
        merge_files(self.session, [copy])

    def _beside(self) -> None:
        """Another program judges in the same file at the same time."""
        self.session.flush()
        other = open_session(self.session.path)
        walker = Walker(other, self.draw.randrange(2**32))
        for _ in range(self.draw.randint(1, 3)):
            walker.step({"say": 8, "undo": 1})
        other.close()
        until(lambda: len(self.session.ledger) >= len(other.ledger), self.session)


def complete(session: Session, draw: random.Random, gold: Gold) -> bool:
    """Give every missing label of the panel of a gold standard at random; false if nobody is on it yet."""
    cells = missing(session, gold)
    if cells is not None:
        session.execute(Together(tuple(map(draw.choice, cells))))
    return cells is not None


def missing(session: Session, gold: Gold) -> list[Sequence[Command]] | None:
    """Return what can be said where a label is missing, one sequence for each; None: nobody is there yet."""
    catalog, cells = session.catalog, list[Sequence[Command]]()
    for kind in dict.fromkeys(question.kind for question in catalog.questions):
        if kind == "other":
            continue
        made_from = Collection(catalog, session.ledger, session.facts)
        panel = Panel(made_from, gold_for(kind, gold, catalog, session.facts))
        if panel.awaited:
            return None
        asked = [at for at, question in enumerate(catalog.questions) if question.kind == kind]
        answers = np.array([one for at in asked for one in catalog.answers_of(at).tolist()], dtype=np.int64)
        codes = panel.labels(answers)
        open_ = IS_MISSING[codes.view(np.uint8)] & panel.members(answers, codes)
        for who, at in np.argwhere(open_).tolist():
            answer, assessor = int(answers[at]), int(panel.people[who])
            cells.append([Judge((answer,), label, assessor=assessor) for label in KINDS[kind].labels])
        for answer in answers[session.ledger.adjudications[answers] == CONFLICT].tolist():
            cells.append([adjudicate((answer,), label) for label in KINDS[kind].labels])
    cells += _missing_nuggets(session, gold_for("other", gold, catalog, session.facts))
    return cells


def _missing_nuggets(session: Session, gold: Gold) -> Iterator[Sequence[Command]]:
    """Yield the votes and matches of those whose votes and matches are waited for, where they have none."""
    catalog, ledger = session.catalog, session.ledger
    board, nuggets = ledger.board, NuggetGold(Collection(catalog, ledger, session.facts), gold)
    for question in (at for at, one in enumerate(catalog.questions) if one.kind == "other"):
        answers = catalog.answers_of(question).tolist()
        lines = current_nuggets(catalog.nuggets, board, question)
        if not lines or not answers:
            continue
        for voter, line in product(sorted(nuggets.waited_for(lines)), lines):
            vote = session.content_in_force("importance", voter, Subject(question, nugget=line.nugget))
            if vote.label is None and vote.state not in ("cannot-tell", "junk"):
                yield [Vote(line.nugget, word, assessor=voter) for word in ("vital", "okay")]
        people, is_theirs = nuggets.matchers.of(question)
        for who, theirs in zip(people, is_theirs, strict=True) if people else [(0, True)]:
            given = given_by_line(board, question, lines, answers, who)
            for at, line in np.argwhere(~given & np.reshape(theirs, (-1, 1))).tolist():
                subject = answers[at], lines[line].nugget
                yield [Match(*subject, word, assessor=who) for word in _MATCHES]
        settled = board.matches_of(question).of(answers, [line.nugget for line in lines], [SETTLED])[0]
        for at, line in np.argwhere(settled == CONFLICT).tolist():
            subject = answers[at], lines[line].nugget
            yield [Match(*subject, word, kind="adjudication") for word in _MATCHES]
