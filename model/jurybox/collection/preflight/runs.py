"""What must hold among the responses of a run."""

from jurybox.collection.findings import shown
from jurybox.collection.preflight.finder import Finder

_MAY_REPEAT = "('list', 'other')"
_ROWS = "FROM in_responses s JOIN ids_responses i USING (row) JOIN known_question q ON q.id = i.question "


def check_responses(find: Finder) -> None:
    """Check NIL, decisions, selections, repeated answers and what is said of an answer beside its id."""
    if not find.staging.found["responses"]:
        return
    find.db.execute("CREATE INDEX IF NOT EXISTS by_run ON ids_responses (run, question, answer)")
    _check_kinds(find)
    _check_decisions(find)
    _check_selected(find)
    _check_repeated(find)
    _check_documents(find)
    _tell_unanswered(find)


def _check_kinds(find: Finder) -> None:
    find.check(
        f"SELECT s.file, s.line, s.question, q.kind {_ROWS} WHERE s.nil AND q.kind IN ('ranked', "
        "'validation')",
        lambda question, kind: (
            f"NIL is no response to {kind} question {shown(question)}. Name an answer, or leave the row out."
        ),
    )
    find.check(
        f"SELECT s.file, s.line, s.question, q.kind {_ROWS} WHERE s.decision IS NOT NULL AND q.kind <> "
        "'validation'",
        lambda question, kind: (
            f"Question {shown(question)} is {kind}; a decision is only made about validation questions. "
            "Leave decision empty."
        ),
    )


def _check_decisions(find: Finder) -> None:
    find.check(
        "SELECT file, line FROM in_responses WHERE answered = 0 AND decision IS NOT NULL",
        lambda: "This response is not answered, yet it has a decision. Leave one of the two empty.",
    )
    find.check(
        "SELECT file, line FROM in_responses WHERE selected = 1 AND decision = 0",
        lambda: "This response is selected, yet its decision is no. Change one of the two.",
    )


def _check_selected(find: Finder) -> None:
    find.check(
        "SELECT s.file, s.line, s.run, s.question, o.file, o.line FROM in_responses s "
        "JOIN ids_responses i USING (row) JOIN (SELECT j.run, j.question, min(j.row) AS first, count(*) AS n "
        "FROM in_responses t JOIN ids_responses j USING (row) WHERE t.selected = 1 AND j.run IS NOT NULL "
        "AND j.question IS NOT NULL GROUP BY j.run, j.question HAVING n > 1) d "
        "ON d.run = i.run AND d.question = i.question JOIN in_responses o ON o.row = d.first "
        "WHERE s.selected = 1 AND s.row <> d.first",
        lambda run, question, file, line: (
            f"Run {shown(run)} selects two answers of question {shown(question)}: also in "
            f"{find.place(file, line)}. At most one may be selected."
        ),
    )


def _check_repeated(find: Finder) -> None:
    find.check(
        "SELECT s.file, s.line, s.run, s.question, o.file, o.line, s.nil FROM ("
        "SELECT i.run, i.question, i.answer, min(i.row) AS first, max(i.row) AS last FROM ids_responses i "
        "WHERE i.run IS NOT NULL AND i.question IS NOT NULL AND i.answer IS NOT NULL "
        "GROUP BY i.run, i.question, i.answer HAVING count(*) > 1) d "
        f"JOIN known_question q ON q.id = d.question AND q.kind NOT IN {_MAY_REPEAT} "
        "JOIN in_responses s ON s.row = d.last JOIN in_responses o ON o.row = d.first",
        lambda run, question, file, line, _: (
            f"Run {shown(run)} gives the same answer to question {shown(question)} twice: also in "
            f"{find.place(file, line)}. Only runs for list and other questions may repeat an answer."
        ),
    )
    find.check(
        "SELECT s.file, s.line, s.run, s.question, o.file, o.line, s.nil FROM ("
        "SELECT i.run, i.question, t.nil, min(i.row) AS first, max(i.row) AS last FROM in_responses t "
        "JOIN ids_responses i USING (row) WHERE i.run IS NOT NULL AND i.question IS NOT NULL "
        "AND t.answer IS NULL GROUP BY i.run, i.question, t.nil HAVING count(*) > 1) d "
        "JOIN in_responses s ON s.row = d.last JOIN in_responses o ON o.row = d.first",
        lambda run, question, file, line, nil: (
            f"Run {shown(run)} {'says NIL to' if nil else 'leaves unanswered'} question {shown(question)} "
            f"twice: also in {find.place(file, line)}. Leave one row out."
        ),
    )


def _check_documents(find: Finder) -> None:
    for column in ("document", "support"):
        find.check(
            f"SELECT s.file, s.line, s.answer, s.{column}, a.{column}, a.file, a.line FROM in_responses s "
            "JOIN ids_responses i USING (row) JOIN known_answer k ON k.id = i.answer AND k.source = "
            "'answers' "
            f"JOIN in_answers a ON a.row = k.row WHERE NOT s.pooled AND s.{column} IS NOT NULL "
            f"AND s.{column} IS NOT a.{column}",
            lambda answer, here, there, file, line, column=column: (
                f"The {column} of answer {shown(answer)} is {shown(here)} here and "
                f"{shown(there) if there else 'empty'} in {find.place(file, line)}. Make them equal, or "
                "leave "
                "it empty here."
            ),
        )


def _tell_unanswered(find: Finder) -> None:
    """Note new runs that have no row for some questions: that counts as unanswered."""
    questions = find.number("SELECT count(*) FROM known_question")
    counts = find.db.execute(
        "SELECT k.name, count(DISTINCT i.question) FROM known_run k LEFT JOIN ids_responses i ON i.run = "
        "k.id "
        "WHERE k.source <> 'stored' GROUP BY k.id"
    ).fetchall()
    for run, answered in counts:
        if answered < questions:
            find.findings.add(
                f"Run {shown(run)} has no response to {questions - answered:,} of {questions:,} questions: "
                "they "
                "count as unanswered.",
                severity="note",
                kind="unanswered",
            )
