"""Make the series demo from the written texts: `python packaging/make_demo_series.py [--to FOLDER]`.

The same texts give the same bytes every time. Prints what was made.
"""

import argparse
from pathlib import Path

from demo_series.panel import ORGANISER, PEOPLE, VISITOR, Panel, Work
from demo_series.pool import pool_of
from demo_series.runs import SYSTEMS, respond
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
    answers = [answer for one in work for answer in one.pool]
    pools = [(one.question, one.pool) for one in work]
    responses = [row for system in SYSTEMS for row in respond(system, pools)]
    panel = Panel(work, responses)
    write_table(
        folder,
        "questions",
        "question,kind,text,series,target,target_type,position,nil_correct,lang",
        (row for one in listed for row in question_rows(one)),
    )
    write_table(
        folder,
        "answers",
        "question,answer,text,document",
        ((a.question, a.name, a.text, a.document) for a in answers),
    )
    write_table(
        folder,
        "documents",
        "document,text,title",
        ((d.name, d.text, d.title) for one in listed for d in one.documents),
    )
    write_table(folder, "runs", "run,team,description", ((s.name, s.team, s.description) for s in SYSTEMS))
    write_table(
        folder,
        "responses",
        "run,question,rank,answer,answered,confidence,score",
        ((r.run, r.question, r.rank, r.answer, r.answered, r.confidence, r.score) for r in responses),
    )
    write_table(folder, "times", "run,question,seconds", time_rows(work))
    people = [*((name, "person", "yes") for name in (*PEOPLE, VISITOR)), (ORGANISER, "person", "")]
    write_table(folder, "assessors", "assessor,kind,panel", people)
    write_table(folder, "assignments", "assessor,question,answer", panel.assignments)
    write_table(
        folder,
        "judgments",
        "assessor,question,answer,label,note,seconds_active,judged_at,kind",
        sorted(panel.judgments, key=lambda row: (row[6], row[0])),
    )
    write_table(
        folder,
        "nuggets",
        "question,nugget,text,importance,assessor,seconds_active,judged_at",
        panel.nuggets,
    )
    write_table(
        folder, "matches", "assessor,question,answer,nugget,support,seconds_active,judged_at", panel.matches
    )
    write_table(folder, "distinct", "question,answer,group,assessor,seconds_active,judged_at", panel.groups)
    write_table(folder, "instances", "question,group,text", panel.instances)
    write_table(folder, "collection", "key,value", FACTS.items())
    return {
        "series": len(listed),
        "questions": len(work),
        "answers": len(answers),
        "responses": len(responses),
        "judgments": len(panel.judgments),
        "nuggets": len(panel.nuggets) // 3,
        "answers for the visitor": len(panel.visited),
    }


def time_rows(work: list[Work]) -> list[tuple[str, str, float]]:
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
