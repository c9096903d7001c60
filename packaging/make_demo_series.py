"""Make the series demo from the written texts: `python packaging/make_demo_series.py [--to FOLDER]`.

The same texts give the same bytes every time. Prints what was made.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from demo_series.panel import ORGANIZER, PEOPLE, VISITOR, Panel, Work
from demo_series.pool import pool_of
from demo_series.runs import SYSTEMS, Response, respond
from demo_series.texts import Series, read_series
from demo_tables import DEMOS, stream, write_table

FACTS = {
    "name": "Question series",
    "description": (
        "Twelve targets, each with questions for one fact, for a list and for anything else of interest, and "
        "eight runs that answered them. Three assessors judged; what completes their work is yours."
    ),
    "mode": "open",
    "gold": "adjudicated+strict",
    "seat": VISITOR,
    "guideline:correct": "Exactly what was asked, and the document says so.",
    "guideline:inexact": "The document says so, but there is more or less in the answer than was asked.",
    "guideline:unsupported": "Right, but the document that comes with it does not say so.",
    "guideline:incorrect": "Not the answer.",
    "guideline:vital": "Must be in a good answer about this target.",
    "guideline:okay": "Interesting, but an answer is good without it.",
}


def question_rows(series: Series) -> list[tuple[object, ...]]:
    """Rows of questions.csv."""
    nil = {True: "yes", False: "no"}
    return [
        (
            question.name,
            question.kind,
            question.text,
            series.name,
            series.target,
            series.target_type,
            position,
            nil[question.nil] if question.kind == "factoid" else "",
            series.lang,
        )
        for position, question in enumerate(series.questions, 1)
    ]


def write_demo(folder: Path) -> dict[str, int]:
    """Write every table of the demo into a folder and return how much of what there is."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = read_series()
    work = [
        Work(one, question, pool_of(one, question), PEOPLE[number % 3], PEOPLE[(number + 1) % 3])
        for number, one in enumerate(listed)
        for question in one.questions
    ]
    pools = [(one.question, one.pool) for one in work]
    responses = [row for system in SYSTEMS for row in respond(system, pools)]
    panel = Panel(work, responses)
    write_questions(folder, listed, work)
    write_runs(folder, responses, work)
    write_judging(folder, panel)
    write_boards(folder, panel)
    write_table(folder, "collection", "key,value", FACTS.items())
    return {
        "series": len(listed),
        "questions": len(work),
        "answers": sum(len(one.pool) for one in work),
        "responses": len(responses),
        "judgments": len(panel.judgments),
        "nuggets": len(panel.nuggets) // 3,
        "answers for the visitor": len(panel.visited),
    }


def write_questions(folder: Path, listed: Sequence[Series], work: Sequence[Work]) -> None:
    """Write what is asked, the answers to it and the documents they come from."""
    head = "question,kind,text,series,target,target_type,position,nil_correct,lang"
    write_table(folder, "questions", head, (row for one in listed for row in question_rows(one)))
    answers = ((a.question, a.name, a.text, a.document) for one in work for a in one.pool)
    write_table(folder, "answers", "question,answer,text,document", answers)
    documents = ((d.name, d.text, d.title) for one in listed for d in one.documents)
    write_table(folder, "documents", "document,text,title", documents)


def write_runs(folder: Path, responses: Sequence[Response], work: Sequence[Work]) -> None:
    """Write who took part, with which answers, and how long each took."""
    write_table(folder, "runs", "run,team,description", ((s.name, s.team, s.description) for s in SYSTEMS))
    write_table(
        folder,
        "responses",
        "run,question,rank,answer,answered,confidence,score",
        ((r.run, r.question, r.rank, r.answer, r.answered, r.confidence, r.score) for r in responses),
    )
    write_table(folder, "times", "run,question,seconds", time_rows(work))


def write_judging(folder: Path, panel: Panel) -> None:
    """Write who judges, what they are to judge, and what they said of answers."""
    people = [*((name, "person", "yes") for name in (*PEOPLE, VISITOR)), (ORGANIZER, "person", "")]
    write_table(folder, "assessors", "assessor,kind,panel", people)
    write_table(folder, "assignments", "assessor,question,answer", panel.assignments)
    head = "assessor,question,answer,label,note,seconds_active,judged_at,kind"
    write_table(folder, "judgments", head, sorted(panel.judgments, key=lambda row: (row[6], row[0])))


def write_boards(folder: Path, panel: Panel) -> None:
    """Write what was said on the boards: nuggets and their matches, instances and their groups."""
    said = "seconds_active,judged_at"
    write_table(folder, "nuggets", f"question,nugget,text,importance,assessor,{said}", panel.nuggets)
    write_table(folder, "matches", f"assessor,question,answer,nugget,support,{said}", panel.matches)
    write_table(folder, "distinct", f"question,answer,group,assessor,{said}", panel.groups)
    write_table(folder, "instances", "question,group,text", panel.instances)


def time_rows(work: Sequence[Work]) -> list[tuple[str, str, float]]:
    """Rows of times.csv."""
    rng = stream("series", "seconds")
    return [
        (system.name, one.question.name, round(system.seconds * (0.4 + 1.2 * rng.random()), 3))
        for system in SYSTEMS
        for one in work
    ]


def main() -> None:
    """Write the demo and say what it holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=DEMOS / "series", help="the folder to write into")
    made = write_demo(parser.parse_args().to)
    print(", ".join(f"{count:,} {what}" for what, count in made.items()))


if __name__ == "__main__":
    main()
