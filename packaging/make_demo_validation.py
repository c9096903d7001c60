"""Make the validation demo from the written texts: `python packaging/make_demo_validation.py [--to FOLDER]`.

The same texts give the same bytes every time. Prints what was made.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from demo_tables import write_table
from demo_validation.panel import ORGANIZER, PANEL, VISITOR, Judgment, assignment_rows, judge
from demo_validation.pool import Answer, build_answers, question_order, summary
from demo_validation.runs import Response, respond
from demo_validation.source import Passage, compose, read_long_texts, read_passages, read_settings
from demo_validation.teams import RUNS

DEMO = Path(__file__).resolve().parent.parent / "assets" / "demos" / "validation"
FACTS = ("name", "description", "mode", "gold", "seat")


def question_rows(passages: list[Passage]) -> Iterable[tuple[str, ...]]:
    """Rows of questions.csv."""
    for name, passage in question_order(passages).items():
        yield name, "validation", passage.question, passage.category, passage.lang, passage.guideline


def document_rows(passages: list[Passage], settings: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Rows of documents.csv: every subject as one document, then the long texts."""
    subjects: dict[str, list[Passage]] = {}
    for passage in passages:
        subjects.setdefault(passage.document, []).append(passage)
    rows = [(name, "\n\n".join(p.text for p in own), own[0].title) for name, own in sorted(subjects.items())]
    long_texts = read_long_texts(settings)
    return rows + [(item.document, compose(passages, item.chapters, item.title), item.title) for item in long_texts]


def response_row(name: str, row: Response) -> tuple[object, ...]:
    """One row of responses.csv."""
    decision = "" if row.decision is None else "yes" if row.decision else "no"
    selected = "yes" if row.selected else ""
    return name, row.answer.question, "", row.answer.name, decision, selected, row.confidence, row.score


def judgment_row(row: Judgment) -> tuple[object, ...]:
    """One row of judgments.csv."""
    return (row.assessor, row.question, row.answer, row.label, row.state, row.note, row.seconds, row.at, row.kind)


def assessor_rows() -> list[tuple[str, str, str]]:
    """Rows of assessors.csv; the organizer adjudicates and is not of the panel."""
    return [*((name, "person", "yes") for name in (*PANEL, VISITOR)), (ORGANIZER, "person", "")]


def write_facts(folder: Path, facts: dict[str, Any]) -> None:
    """Write what is true of the whole collection."""
    rows = [(key, facts[key]) for key in FACTS]
    rows += [(f"guideline:{label}", text) for label, text in facts["guidelines"].items()]
    write_table(folder, "collection", "key,value", rows)


def write_demo(folder: Path) -> tuple[list[Answer], dict[str, list[Response]], list[Judgment]]:
    """Write every table of the demo into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    passages, settings = read_passages(), read_settings()
    answers = build_answers(passages, read_long_texts(settings))
    responses = {run.name: respond(run, answers) for run in RUNS}
    judgments = judge(answers, settings)
    write_table(folder, "questions", "question,kind,text,category,lang,guideline", question_rows(passages))
    write_table(
        folder,
        "answers",
        "question,answer,text,document,support",
        ((a.question, a.name, a.text, a.document, a.support) for a in answers),
    )
    write_table(folder, "documents", "document,text,title", document_rows(passages, settings))
    write_table(folder, "runs", "run,team,description", ((r.name, r.team, r.description) for r in RUNS))
    write_table(
        folder,
        "responses",
        "run,question,rank,answer,decision,selected,confidence,score",
        (response_row(name, row) for name, rows in responses.items() for row in rows),
    )
    write_table(folder, "assessors", "assessor,kind,panel", assessor_rows())
    write_table(folder, "assignments", "assessor,question,answer", assignment_rows(answers))
    write_table(
        folder,
        "judgments",
        "assessor,question,answer,label,state,note,seconds_active,judged_at,kind",
        map(judgment_row, judgments),
    )
    write_facts(folder, settings["collection"])
    return answers, responses, judgments


def main() -> None:
    """Write the demo and say what it holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=DEMO, help="the folder to write into")
    answers, responses, judgments = write_demo(parser.parse_args().to)
    print(summary(answers))
    print(f"{len(judgments)} judgments")
    right = sum(answer.correct for answer in answers)
    for name, rows in responses.items():
        true = sum(bool(row.decision) and row.answer.correct for row in rows)
        false = sum(bool(row.decision) and not row.answer.correct for row in rows)
        print(f"{name:8} tpr {true / right:.3f}  fpr {false / (len(answers) - right):.3f}")


if __name__ == "__main__":
    main()
