"""Make the community demo from the written texts: `python packaging/make_demo_community.py [--to FOLDER]`.

The same texts give the same bytes every time. Prints what was made.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "model"))

from demo_community.panel import PANEL, VISITOR, judge, labels_of, left_over
from demo_community.runs import Run, make_runs
from demo_community.texts import Question, read_questions
from demo_tables import DEMOS, write_table

FACTS = {
    "name": "Asking a community",
    "description": (
        "Questions that people asked each other, and how well eleven runs put the answers in order. Four "
        "assessors give A, B or C; the last answers of the fourth are yours."
    ),
    "mode": "open",
    "seat": VISITOR,
    "guideline:A": "Answers the question: right, and as complete as the asker needs.",
    "guideline:B": "Helps in part: right but thin, or right about a part of it.",
    "guideline:C": "Does not help: chatter, beside the point, or wrong.",
}


def write_demo(folder: Path) -> dict[str, int]:
    """Write every table of the demo into a folder and return how much of what there is."""
    folder.mkdir(parents=True, exist_ok=True)
    questions = read_questions()
    runs, labels = make_runs(questions), labels_of(questions)
    waiting = left_over(questions, labels, runs)
    judgments = judge(questions, labels, waiting)
    write_questions(folder, questions)
    write_runs(folder, runs)
    write_table(folder, "assessors", "assessor,kind,panel", ((name, "person", "yes") for name in PANEL))
    write_table(folder, "assignments", "assessor,question", ((n, q.name) for q in questions for n in PANEL))
    write_table(
        folder,
        "judgments",
        "assessor,question,answer,label,note,seconds_active,judged_at",
        ((j.assessor, j.question, j.answer, j.label, j.note, j.seconds, j.at) for j in judgments),
    )
    write_table(folder, "collection", "key,value", FACTS.items())
    return {
        "questions": len(questions),
        "answers": sum(len(question.answers) for question in questions),
        "runs": len(runs),
        "judgments": len(judgments),
        "waiting": len(waiting),
    }


def write_questions(folder: Path, questions: Sequence[Question]) -> None:
    """Write what was asked, and what was answered."""
    asked = ((q.name, "ranked", q.text, q.category, q.lang) for q in questions)
    write_table(folder, "questions", "question,kind,text,category,lang", asked)
    answers = (
        (q.name, a.name, a.text, a.author, a.posted_at, "yes" if a.best else "") for q in questions for a in q.answers
    )
    write_table(folder, "answers", "question,answer,text,author,posted_at,best", answers)


def write_runs(folder: Path, runs: Sequence[Run]) -> None:
    """Write who took part, in which order they put the answers, and how long each took."""
    named = ((r.name, r.team, r.description, r.origin) for r in runs)
    write_table(folder, "runs", "run,team,description,origin", named)
    responses = (
        (run.name, question, rank, answer, score)
        for run in runs
        for question, ranked in run.ranked.items()
        for rank, (answer, score) in enumerate(zip(ranked, run.scores[question], strict=True), 1)
    )
    write_table(folder, "responses", "run,question,rank,answer,score", responses)
    times = ((run.name, question, seconds) for run in runs for question, seconds in run.seconds.items())
    write_table(folder, "times", "run,question,seconds", times)


def main() -> None:
    """Write the demo and say what it holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=DEMOS / "community", help="the folder to write into")
    made = write_demo(parser.parse_args().to)
    print(", ".join(f"{count:,} {what}" for what, count in made.items()))


if __name__ == "__main__":
    main()
