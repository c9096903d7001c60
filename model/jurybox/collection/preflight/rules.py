"""Rules for the staged rows among themselves: no duplicates, no contradictions."""

from jurybox.collection.findings import shown
from jurybox.collection.import_tables import TABLES, noun_of
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.preflight.finder import Finder
from jurybox.kinds import KINDS, in_sql
from jurybox.language import trc, trf, trnf
from jurybox.lists import comma_list
from jurybox.wording import capitalized, count_of

_MOST_ASSESSORS = 12


def check_rules(find: Finder) -> None:
    """Check every table but the responses and what assessors said."""
    for table in TABLES.values():
        if table.names and not table.repeats:
            check = _doubled_in_question if table.in_question else _doubled
            check(find, table.name, table.names, table.id_column)
    _check_series(find)
    _check_answers(find)
    _check_times(find)
    _check_doubled_assignments(find)
    _check_nuggets(find)
    _note_missing(find)
    _note_assessors(find)


def _doubled(find: Finder, table: str, what: str, column: str) -> None:
    find.check(
        f"SELECT s.file, s.line, s.{column}, o.file, o.line FROM in_{table} s "
        f"JOIN known_{what} k ON k.name = s.{column} JOIN in_{table} o ON o.row = k.row "
        f"WHERE k.source = '{table}' AND k.row <> s.row",
        lambda name, file, line: trf(
            "name-twice",
            "{thing} {name} appears twice: also in {place}. Leave one out.",
            thing=capitalized(noun_of(what)),
            name=shown(name),
            place=find.place(file, line),
        ),
    )


def _doubled_in_question(find: Finder, table: str, what: str, column: str) -> None:
    if find.number(f"SELECT count(*) FROM in_{table}") == find.number(
        f"SELECT count(*) FROM known_{what} WHERE source = '{table}'"
    ):
        return  # every row added a name
    named = "AND s.answer IS NOT NULL" if table == "answers" else ""
    find.check(
        f'SELECT s.file, s.line, s."{column}", s.question, o.file, o.line FROM in_{table} s '
        f"JOIN ids_{table} i USING (row) JOIN known_{what} k ON k.question = i.question "
        f'AND k.name = s."{column}" JOIN in_{table} o ON o.row = k.row '
        f"WHERE k.source = '{table}' AND k.row <> s.row {named}",
        lambda name, question, file, line: trf(
            "name-twice-in-question",
            "{thing} {name} of question {question} appears twice: also in {place}. Leave one out.",
            thing=capitalized(noun_of(what)),
            name=shown(name),
            question=shown(question),
            place=find.place(file, line),
        ),
    )


def _check_series(find: Finder) -> None:
    find.check(
        "SELECT file, line FROM in_questions WHERE series IS NULL AND coalesce(target, target_type) IS NOT NULL",
        lambda: trf(
            "target-without-series",
            "This question has a target but no series, which the target belongs to. Write the series.",
        ),
    )
    for column in ("target", "target_type"):
        find.check(
            f"SELECT s.file, s.line, s.series, s.{column}, o.{column}, o.file, o.line FROM in_questions s "
            "JOIN known_series k ON k.name = s.series JOIN in_questions o ON o.row = k.row "
            f"WHERE k.source = 'questions' AND s.{column} IS NOT NULL AND s.{column} IS NOT o.{column}",
            lambda series, here, there, file, line, column=column: trf(
                "series-differs",
                "The {replace} of series {series} is {here} here and {what} in {place}. Make them equal.",
                replace=column.replace("_", " of "),
                series=shown(series),
                here=shown(here),
                what=shown(there) if there else trc("cell", "empty"),
                place=find.place(file, line),
            ),
        )


def _check_answers(find: Finder) -> None:
    if ("answers", "answer") in find.staging.left_empty:
        find.check(
            "SELECT s.file, s.line, o.file, o.line FROM in_answers s JOIN ids_answers i USING (row) "
            "JOIN known_answer k ON k.question = i.question AND k.name = s.ref "
            "JOIN in_answers o ON o.row = k.row WHERE k.source = 'answers' AND k.row <> s.row "
            "AND s.answer IS NULL",
            lambda file, line: trf(
                "answer-pooled", "This answer is pooled with the equal one in {place}.", place=find.place(file, line)
            ),
            severity="warning",
        )
    find.check(
        "SELECT s.file, s.line, s.question FROM in_answers s WHERE s.best = 1 AND EXISTS (SELECT 1 FROM "
        "(SELECT question, min(row) AS first FROM in_answers WHERE best = 1 GROUP BY question) b "
        "WHERE b.question = s.question AND b.first < s.row)",
        lambda question: trf(
            "best-answer-twice",
            "Question {question} has another best answer already. Check which one it is.",
            question=shown(question),
        ),
        severity="warning",
    )
    find.check(
        "SELECT file, line FROM in_answers WHERE text IS NULL AND answer IS NOT NULL",
        lambda: trf("answer-without-text", "This answer has no text: there is nothing to read when it is judged."),
        severity="warning",
        columns=find.staging.named,
    )
    find.check(
        "SELECT file, line, question FROM in_questions WHERE text IS NULL",
        lambda question: trf("question-without-text", "Question {question} has no text.", question=shown(question)),
        severity="warning",
    )


def _check_times(find: Finder) -> None:
    find.check(
        "SELECT s.file, s.line, s.run, s.question, o.file, o.line FROM in_times s "
        "JOIN ids_times i USING (row) JOIN (SELECT run, question, min(row) AS first, count(*) AS n "
        "FROM ids_times WHERE run IS NOT NULL AND question IS NOT NULL GROUP BY run, question "
        "HAVING n > 1) d ON d.run = i.run AND d.question = i.question JOIN in_times o ON o.row = d.first "
        "WHERE s.row <> d.first",
        lambda run, question, file, line: trf(
            "time-twice",
            "The time of run {run} for question {question} appears twice: also in {place}. Leave one out.",
            run=shown(run),
            question=shown(question),
            place=find.place(file, line),
        ),
    )


def _check_doubled_assignments(find: Finder) -> None:
    find.check(
        "SELECT s.file, s.line, o.file, o.line FROM in_assignments s JOIN ids_assignments i USING (row) "
        "JOIN (SELECT assessor, question, answer, min(row) AS first, count(*) AS n FROM ids_assignments "
        "GROUP BY assessor, question, answer HAVING n > 1) d ON d.assessor = i.assessor "
        "AND d.question = i.question AND d.answer IS i.answer JOIN in_assignments o ON o.row = d.first "
        "WHERE s.row <> d.first",
        lambda file, line: trf(
            "assigned-twice",
            "This is assigned twice: also in {place}. It is stored once.",
            place=find.place(file, line),
        ),
        severity="warning",
    )


def _complete_weights(find: Finder) -> None:
    """Give nuggets without a weight the one that a later row has, such as that of a pyramid beside the votes."""
    find.db.execute("DROP TABLE IF EXISTS later_weight")
    find.db.execute(
        "CREATE TEMP TABLE later_weight AS SELECT o.row AS row, s.weight AS weight, min(s.row) FROM in_nuggets s "
        "JOIN ids_nuggets i USING (row) JOIN known_nugget k ON k.question = i.question AND k.name = s.nugget "
        "JOIN in_nuggets o ON o.row = k.row WHERE k.source = 'nuggets' AND k.row <> s.row "
        "AND o.weight IS NULL AND s.weight IS NOT NULL GROUP BY o.row"
    )
    find.db.execute(
        "UPDATE in_nuggets SET weight = (SELECT l.weight FROM later_weight l WHERE l.row = in_nuggets.row) "
        "WHERE row IN (SELECT row FROM later_weight)"
    )


def _check_nuggets(find: Finder) -> None:
    if "nuggets" in find.staging.broken:
        return
    find.check(
        "SELECT s.file, min(s.line), q.name, q.kind, count(*) FROM in_nuggets s "
        "JOIN ids_nuggets i USING (row) JOIN known_question q ON q.id = i.question "
        f"WHERE q.kind IN {_WITHOUT_NUGGETS} GROUP BY s.file, q.id ORDER BY s.file, s.line",
        lambda question, kind, count: trf(
            "nuggets-of-another-kind",
            "Question {question} is of kind {kind}; only Other questions have nuggets. Leave its {nuggets} out.",
            question=shown(question),
            kind=kind,
            nuggets=count_of(count, "nugget"),
        ),
    )
    find.check(
        "SELECT s.file, s.line, s.nugget FROM in_nuggets s JOIN ids_nuggets i USING (row) "
        "JOIN known_nugget k ON k.question = i.question AND k.name = s.nugget "
        "WHERE k.source = 'nuggets' AND k.row = s.row AND s.text IS NULL",
        lambda nugget: trf(
            "nugget-without-text", "Nugget {nugget} has no text. Nothing can be matched with it.", nugget=shown(nugget)
        ),
        severity="warning",
    )
    if find.given("nuggets", "weight"):
        _complete_weights(find)
    for column in ("weight", "source"):
        find.check(
            f"SELECT s.file, s.line, s.nugget, s.{column}, o.{column}, o.file, o.line FROM in_nuggets s "
            "JOIN ids_nuggets i USING (row) JOIN known_nugget k ON k.question = i.question "
            "AND k.name = s.nugget JOIN in_nuggets o ON o.row = k.row WHERE k.source = 'nuggets' "
            f"AND s.{column} IS NOT NULL AND s.{column} IS NOT o.{column}",
            lambda nugget, here, there, file, line, column=column: trf(
                "nugget-differs",
                "The {column} of nugget {nugget} is {here} here and {there} in {place}. Make them equal.",
                column=column,
                nugget=shown(nugget),
                here=shown(here),
                there=shown(there),
                place=find.place(file, line),
            ),
        )


def _note_missing(find: Finder) -> None:
    if find.staging.broken & {"documents", "answers"}:
        return
    if find.number("SELECT 1 FROM known_document LIMIT 1"):
        find.check(
            "SELECT s.file, s.line, s.document FROM in_answers s "
            "LEFT JOIN known_document k ON k.name = s.document WHERE s.document IS NOT NULL "
            "AND k.id IS NULL",
            lambda name: trf(
                "document-unknown",
                "Document {name} is not among the documents: it cannot be shown beside the answer.",
                name=shown(name),
            ),
            severity="warning",
        )
    elif find.number("SELECT 1 FROM in_answers WHERE document IS NOT NULL AND support IS NULL LIMIT 1"):
        message = trf(
            "documents-none",
            "Answers name documents, but there is none: whether an answer is unsupported cannot be seen.",
        )
        find.findings.add(message, severity="note")
    without = find.db.execute(
        "SELECT id FROM known_question k WHERE k.source <> 'stored' "
        "AND NOT EXISTS (SELECT 1 FROM known_answer a WHERE a.question = k.id)"
    )
    open_questions = len({row for (row,) in without} - find.staging.named.question_ids())
    if open_questions:
        find.findings.add(
            trnf(
                "questions-without-answers",
                "{n} new question has no answers yet.",
                "{n} new questions have no answers yet.",
                open_questions,
            ),
            severity="note",
        )


def _note_assessors(find: Finder) -> None:
    """Report new assessors: a misspelled one would count as another judge. A warning if others exist."""
    listed = find.db.execute("SELECT name, source FROM known_assessor ORDER BY id").fetchall()
    there = [name for name, source in listed if source == "stored" and name != ORGANIZER]
    new = [name for name, source in listed if source != "stored" and name != ORGANIZER]
    plain: dict[str, str] = {}
    for name in (*there, *new):
        other = plain.setdefault(" ".join(name.split()).casefold(), name)
        if other != name:
            message = trf(
                "assessors-alike",
                "{other} and {name} differ only in case, and are two assessors.",
                other=shown(other),
                name=shown(name),
            )
            find.findings.add(message, severity="warning", kind="alike")
    if new:
        names = comma_list(map(shown, new), _MOST_ASSESSORS)
        message = trnf("assessors-new", "New assessor: {names}.", "New assessors: {names}.", len(new), names=names)
        find.findings.add(message, severity="warning" if there else "note")
    said = dict(find.db.execute("SELECT assessor, kind FROM in_assessors"))
    models = [name for name in new if name in find.staging.models and not said.get(name)]
    if models:
        find.findings.add(
            trf(
                "assessors-models",
                "Read as models, which write such files: {names}. Their labels do not count among those of people. "
                "If it is a person: jurybox assessors FILE --kind {name}=person.",
                names=comma_list(map(shown, models), _MOST_ASSESSORS),
                name=models[0],
            ),
            severity="note",
        )


_MAY_REPEAT = in_sql(kind for kind in KINDS.values() if kind.repeats)
_NEVER_NIL = in_sql(kind for kind in KINDS.values() if not kind.nil)
_OF_ONE_ANSWER = in_sql(kind for kind in KINDS.values() if "outcomes" in kind.tallies)
_WITHOUT_NUGGETS = in_sql(kind for kind in KINDS.values() if kind.is_labeled)
_NO_DECISIONS = in_sql(kind for kind in KINDS.values() if not kind.decides)
_DECIDED = in_sql(kind for kind in KINDS.values() if kind.decides)
_ROWS = "FROM in_responses s JOIN ids_responses i USING (row) JOIN known_question q ON q.id = i.question "

_CHOOSE = (
    f"UPDATE in_responses SET decision = 1 WHERE row IN (SELECT s.row {_ROWS}"
    "JOIN known_answer k ON k.id = i.answer LEFT JOIN in_answers a ON a.row = k.row AND k.source = 'answers' "
    "JOIN in_options o ON o.question = s.question AND o.text = coalesce(s.text, a.text) "
    f"WHERE q.kind IN {_DECIDED} AND s.run = ? AND coalesce(s.answered, 1) = 1)"
)
"""Decides yes about the answers of a run that are options of their questions."""


def check_responses(find: Finder) -> None:
    """Check NIL, decisions, selections, repeated answers and data given beside an answer's id."""
    if not find.staging.found["responses"]:
        return
    find.db.execute("CREATE INDEX IF NOT EXISTS by_run ON ids_responses (run, question, answer)")
    if find.given("responses", "nil", "decision"):
        _check_kinds(find)
    if find.given("responses", "decision"):
        _check_decisions(find)
    _warn_of_silence(find)
    if find.given("responses", "selected"):
        _check_selected(find)
    _check_repeated(find)
    if ("responses", "answer") in find.staging.left_empty:
        _check_repeated_silence(find)
    _check_single(find)
    if find.given("responses", "document", "support"):
        _check_documents(find)
    _note_unanswered(find)


def _check_kinds(find: Finder) -> None:
    find.check(
        f"SELECT s.file, s.line, s.question, q.kind {_ROWS} WHERE s.nil AND q.kind IN {_NEVER_NIL}",
        lambda question, kind: trf(
            "nil-not-possible",
            "NIL is not a response to {kind} question {question}. Name an answer, or leave the row out.",
            kind=kind,
            question=shown(question),
        ),
    )
    find.check(
        f"SELECT s.file, s.line, s.question, q.kind {_ROWS} WHERE s.decision IS NOT NULL AND q.kind IN {_NO_DECISIONS}",
        lambda question, kind: trf(
            "decision-not-possible",
            "Question {question} is {kind}; a decision is only made about validation questions. Leave decision empty.",
            question=shown(question),
            kind=kind,
        ),
    )


def _check_decisions(find: Finder) -> None:
    find.check(
        "SELECT file, line FROM in_responses WHERE answered = 0 AND decision IS NOT NULL",
        lambda: trf(
            "decision-unanswered", "This response is not answered, yet it has a decision. Leave one of the two empty."
        ),
    )
    find.check(
        "SELECT file, line FROM in_responses WHERE selected = 1 AND decision = 0",
        lambda: trf(
            "selected-but-rejected", "This response is selected, yet its decision is no. Change one of the two."
        ),
    )


def _warn_of_silence(find: Finder) -> None:
    """Warn of runs that answer validation questions and decide about none of these answers.

    Where the answer is an option of its question, to choose it is to decide yes.
    """
    if find.findings.count("error"):
        return  # a decision may be among what could not be read
    decided = "s.decision IS NOT NULL" if find.given("responses", "decision") else "0"
    rows = find.db.execute(
        f"SELECT s.run, count(*) {_ROWS} WHERE q.kind IN {_DECIDED} AND s.answer IS NOT NULL "
        f"AND coalesce(s.answered, 1) = 1 GROUP BY s.run HAVING sum({decided}) = 0 ORDER BY min(s.row)"
    ).fetchall()
    for run, count in rows:
        chosen = find.db.execute(_CHOOSE, (run,)).rowcount if find.given("options", "text") else 0
        if chosen:
            find.staging.given.add(("responses", "decision"))
            message = trnf(
                "run-chooses-options",
                "Run {run} decides nothing and chooses {n} option of its questions: that is read as yes.",
                "Run {run} decides nothing and chooses {n} options of its questions: that is read as yes.",
                chosen,
                run=shown(run),
            )
            find.findings.add(message, severity="warning", kind="run chooses options")
        if count > chosen:
            message = trnf(
                "run-decides-nothing",
                "Run {run} decides nothing about its {n} answer to validation questions: it counts as silent. Write "
                "yes or no under decision.",
                "Run {run} decides nothing about its {n} answers to validation questions: they count as silent. Write "
                "yes or no under decision.",
                count - chosen,
                run=shown(run),
            )
            find.findings.add(message, severity="warning", kind="run decides nothing")


def _check_selected(find: Finder) -> None:
    find.check(
        "SELECT s.file, s.line, s.run, s.question, o.file, o.line FROM in_responses s "
        "JOIN ids_responses i USING (row) JOIN (SELECT j.run, j.question, min(j.row) AS first, count(*) AS n "
        "FROM in_responses t JOIN ids_responses j USING (row) WHERE t.selected = 1 AND j.run IS NOT NULL "
        "AND j.question IS NOT NULL GROUP BY j.run, j.question HAVING n > 1) d "
        "ON d.run = i.run AND d.question = i.question JOIN in_responses o ON o.row = d.first "
        "WHERE s.selected = 1 AND s.row <> d.first",
        lambda run, question, file, line: trf(
            "selected-twice",
            "Run {run} selects two answers of question {question}: also in {place}. At most one may be selected.",
            run=shown(run),
            question=shown(question),
            place=find.place(file, line),
        ),
    )


def _check_repeated(find: Finder) -> None:
    groups = "SELECT count(*) AS n FROM ids_responses GROUP BY run, question, answer"
    if not find.number(f"SELECT EXISTS (SELECT 1 FROM ({groups}) WHERE n > 1)"):
        return
    find.check(
        "SELECT s.file, s.line, s.run, s.question, o.file, o.line, s.nil FROM ("
        "SELECT i.run, i.question, i.answer, min(i.row) AS first, max(i.row) AS last FROM ids_responses i "
        "WHERE i.run IS NOT NULL AND i.question IS NOT NULL AND i.answer IS NOT NULL "
        "GROUP BY i.run, i.question, i.answer HAVING count(*) > 1) d "
        f"JOIN known_question q ON q.id = d.question AND q.kind NOT IN {_MAY_REPEAT} "
        "JOIN in_responses s ON s.row = d.last JOIN in_responses o ON o.row = d.first",
        lambda run, question, file, line, _: trf(
            "response-twice",
            "Run {run} gives the same answer to question {question} twice: also in {place}. Only "
            "runs for list and other questions may repeat an answer.",
            run=shown(run),
            question=shown(question),
            place=find.place(file, line),
        ),
    )


def _check_repeated_silence(find: Finder) -> None:
    find.check(
        "SELECT s.file, s.line, s.run, s.question, o.file, o.line, s.nil FROM ("
        "SELECT i.run, i.question, t.nil, min(i.row) AS first, max(i.row) AS last FROM in_responses t "
        "JOIN ids_responses i USING (row) WHERE i.run IS NOT NULL AND i.question IS NOT NULL "
        "AND t.answer IS NULL GROUP BY i.run, i.question, t.nil HAVING count(*) > 1) d "
        "JOIN in_responses s ON s.row = d.last JOIN in_responses o ON o.row = d.first",
        lambda run, question, file, line, nil: (
            trf(
                "nil-twice",
                "Run {run} says NIL to question {question} twice: also in {place}. Leave one row out.",
                run=shown(run),
                question=shown(question),
                place=find.place(file, line),
            )
            if nil
            else trf(
                "unanswered-twice",
                "Run {run} leaves unanswered question {question} twice: also in {place}. Leave one row out.",
                run=shown(run),
                question=shown(question),
                place=find.place(file, line),
            )
        ),
    )


def asks_for_one_answer(find: Finder) -> bool:
    """Return whether a question has one answer, so that several responses of a run may be meant otherwise."""
    return bool(find.number(f"SELECT 1 FROM known_question WHERE kind IN {_OF_ONE_ANSWER} LIMIT 1"))


def are_plain_lists(find: Finder) -> bool:
    """Return whether ranked lists need no check one by one: runs are new, no question has one answer."""
    new = {run for (run,) in find.db.execute("SELECT name FROM known_run WHERE source <> 'stored'")}
    return new.issuperset(find.staging.ranked.runs()) and not asks_for_one_answer(find)


def _check_single(find: Finder) -> None:
    """Warn of several responses to a question with one answer where a run mostly gives one.

    In runs that rank their answers throughout, this is intended.
    """
    if not asks_for_one_answer(find):
        return
    find.check(
        "WITH given AS (SELECT i.run, i.question, count(*) AS n, max(i.row) AS last FROM ids_responses i "
        f"JOIN known_question q ON q.id = i.question AND q.kind IN {_OF_ONE_ANSWER} WHERE i.run IS NOT NULL "
        "GROUP BY i.run, i.question) "
        "SELECT s.file, s.line, s.run, s.question, g.n FROM given g JOIN in_responses s ON s.row = g.last "
        "WHERE g.n > 1 AND (SELECT 2 * sum(o.n > 1) < count(*) FROM given o WHERE o.run = g.run)",
        lambda run, question, count: trf(
            "responses-several",
            "Run {run} gives {count:,} responses to question {question}, and one to most others: "
            "accuracy takes the first, MRR the first correct one.",
            run=shown(run),
            count=count,
            question=shown(question),
        ),
        severity="warning",
    )


def _check_documents(find: Finder) -> None:
    for column in ("document", "support"):
        find.check(
            f"SELECT s.file, s.line, s.answer, s.{column}, a.{column}, a.file, a.line FROM in_responses s "
            "JOIN ids_responses i USING (row) JOIN known_answer k ON k.id = i.answer "
            "AND k.source = 'answers' JOIN in_answers a ON a.row = k.row WHERE NOT s.pooled "
            f"AND s.{column} IS NOT NULL AND s.{column} IS NOT a.{column}",
            lambda answer, here, there, file, line, column=column: trf(
                "answer-differs",
                "The {column} of answer {answer} is {here} here and {what} in {place}. Make them "
                "equal, or leave it empty here.",
                column=column,
                answer=shown(answer),
                here=shown(here),
                what=shown(there) if there else trc("cell", "empty"),
                place=find.place(file, line),
            ),
        )


def _note_unanswered(find: Finder) -> None:
    """Report new runs without rows for some questions: these count as unanswered."""
    questions = find.number("SELECT count(*) FROM known_question")
    if ranked := find.staging.ranked.runs():
        new = find.db.execute("SELECT name FROM known_run WHERE source <> 'stored' ORDER BY id")
        counts = [(run, ranked.get(run, (0, 0))[0]) for (run,) in new]
    else:
        counts = find.db.execute(
            "SELECT k.name, count(DISTINCT i.question) FROM known_run k "
            "LEFT JOIN ids_responses i ON i.run = k.id WHERE k.source <> 'stored' GROUP BY k.id"
        ).fetchall()
    for run, answered in counts:
        if answered < questions:
            find.findings.add(
                trf(
                    "questions-unanswered",
                    "Run {run} has no response to {questions:,} of {questions2:,} questions: they count as unanswered.",
                    run=shown(run),
                    questions=questions - answered,
                    questions2=questions,
                ),
                severity="note" if answered or find.findings.count("error") else "warning",
                kind="unanswered",
            )
