"""Column maps: which field each column of a table with columns of any names is, as somebody said it.

A column map matches columns with fields such as question, run, answer and label. A table may be wide: of
several columns of answer texts each is a run, of several columns of labels each an assessor, called as the
column. `table_samples` reads such tables and proposes a map.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.errors import Refused
from jurybox.formats.label_words import Words, pairs_in, quoted
from jurybox.kinds import KIND_NAMES
from jurybox.language import tr
from jurybox.lists import comma_list

_WORD = "\t"
"""Begins a word for a label in a setting, as no name of a column does."""


class ColumnField(NamedTuple):
    """What a column may be: its name in a column map, how it is shown, and heads that it often has.

    `several`: a table may have more than one such column.
    """

    name: str
    title: str
    heads: str
    several: bool = False


_ALL = (
    ColumnField(
        "question",
        tr("Question id"),
        "qid questionid queryid topicid topic topicnumber qnum qno questionno questionnumber promptid itemid item "
        "instanceid queryno inputhash",
    ),
    ColumnField(
        "question-text", tr("Question text"), "questiontext querytext prompt instruction topictitle stem question query"
    ),
    ColumnField("kind", tr("Kind of question"), "kind questionkind questiontype qtype"),
    ColumnField("category", tr("Category of the question"), "category subject domain"),
    ColumnField(
        "run",
        tr("Run"),
        "run runid runname runtag system systemid systemname model modelname submission engine generator",
    ),
    ColumnField("rank", tr("Rank"), "rank position ranking"),
    ColumnField(
        "answer",
        tr("Answer id"),
        "aid answerid docno corpusid pid responseid passageid candidateid answerno resultid sentenceid",
    ),
    ColumnField(
        "text",
        tr("Answer text"),
        "text answertext answerstring response responsetext output generation candidate completion reply "
        "answer prediction pred hypothesis displayedtext actualoutput sentence",
        several=True,
    ),
    ColumnField("document", tr("Document id"), "doc docid document documentid source url citation reference"),
    ColumnField(
        "document-text",
        tr("Text of the document"),
        "documenttext doctext context passage passagetext articletext paragraph",
    ),
    ColumnField("support", tr("Supporting text"), "support supportingtext evidence snippet justification"),
    ColumnField("decision", tr("Decision of the run"), "decision validated accepted accept verdict selected"),
    ColumnField("confidence", tr("Confidence of the run, 0 to 1"), "confidence conf probability prob certainty"),
    ColumnField("score", tr("Score of the run"), "score runscore similarity sim retrievalscore"),
    ColumnField(
        "assessor",
        tr("Assessor"),
        "assessor annotator annotatorid judge judgemodel rater raterid worker workerid labeler coder grader evaluator "
        "user userid username _session_id emailaddress email yourname reviewer expert respondent participant",
    ),
    ColumnField(
        "label",
        tr("Label"),
        "label judgment judgement grade rating relevance rel correctness correct quality annotation gold "
        "assessment iscorrect",
        several=True,
    ),
    ColumnField(
        "note", tr("Note of the assessor"), "note notes comment comments remark rationale explanation reasoning reason"
    ),
    ColumnField(
        "seconds",
        tr("Seconds of judging"),
        "seconds secondsactive time timespent duration worktime worktimeinseconds durationseconds leadtime",
    ),
    ColumnField(
        "judged-at",
        tr("Time of the judgment"),
        "judgedat updatedat submittedat submitted completedat annotatedat createdat timestamp date",
    ),
)
FIELDS: dict[str, ColumnField] = {field.name: field for field in _ALL}
"""What columns may be, by the name that a column map has for it."""


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """The fields of columns: pairs of a column's head and a field's name; other columns are left out.

    `kind` is that of questions that are new ("": what the table looks like). With `heads` it is for tables
    with just these, else for any that has its columns. `words` maps the words of the table to labels, if they
    differ from those of the scheme.
    """

    columns: tuple[tuple[str, str], ...]
    kind: str = ""
    heads: frozenset[str] = frozenset()
    words: Words = ()

    def fits(self, heads: Sequence[str]) -> bool:
        """Return whether a table with these heads can be read by it."""
        if self.heads:
            return self.heads == frozenset(heads)
        return bool(self.columns) and {column for column, _ in self.columns} <= set(heads)

    def of(self, field: str) -> tuple[str, ...]:
        """Return the columns that are a field, in their order."""
        return tuple(column for column, name in self.columns if name == field)

    @property
    def is_of_crowds(self) -> bool:
        """Whether labels come without answers: each question has one."""
        return bool(self.of("label")) and not (self.of("answer") or self.of("text"))

    @classmethod
    def remembered(cls, heads: frozenset[str], said: Sequence[str]) -> "ColumnMap | None":
        """Return the map that `as_setting` wrote down for a set of heads; None for what cannot be one now."""
        kind, *pairs = said or ("",)
        parts = [pair.rpartition("=") for pair in pairs]
        columns = tuple((column, name) for column, _, name in parts if not column.startswith(_WORD))
        words = tuple((word.removeprefix(_WORD), label) for word, _, label in parts if word.startswith(_WORD))
        if kind not in {"", *KIND_NAMES} or any(name not in FIELDS or not column for column, name in columns):
            return None
        made = cls(columns, kind, heads, words)
        return None if made.problem or not {column for column, _ in columns} <= heads else made

    def as_setting(self) -> list[str]:
        """Return it as a list of texts, which `remembered` reads."""
        words = (f"{_WORD}{word}={label}" for word, label in self.words)
        return [self.kind, *(f"{column}={name}" for column, name in self.columns), *words]

    @property
    def problem(self) -> str:
        """What keeps it from being read by, as a sentence; "" for nothing."""
        named = [name for _, name in self.columns]
        twice = next((n for n in named if not FIELDS[n].several and named.count(n) > 1), None)
        if twice:
            return tr("Two columns are {title!r}. Leave one of them out.", title=FIELDS[twice].title)
        if len(self.of("text")) > 1 and "run" in named:
            return tr("Several columns are answer texts, each of a run, so no column can name the run.")
        pairs = pairs_by_ending(self)
        if len(self.of("text")) > 1 and ("answer" in named or ("label" in named and not pairs)):
            return tr("Several columns are answer texts: labels and ids of answers could belong to any of them.")
        if len(self.of("label")) > 1 and "assessor" in named and not pairs:
            return tr("Several columns are labels, each of an assessor, so no column can name the assessor.")
        if not {"question", "question-text"} & {*named} and "document-text" not in named:
            return tr("No column is a question. Choose the column of its id or of its text.")
        needs_answer = {"rank", "score", "confidence", "decision", "run"} | (
            set() if "assessor" in named else {"label"}
        )
        if needs_answer & {*named} and not {"answer", "text"} & {*named}:
            return tr("No column is an answer. Choose the column of its id or of its text.")
        if "document-text" in named and "document" not in named:
            return tr("The text of a document needs a column with its id.")
        return ""

    def __str__(self) -> str:
        """Return it as `parse_columns` reads it."""
        return ",".join(quoted(f"{column}={name}") for column, name in self.columns)


def pairs_by_ending(columns: ColumnMap) -> dict[str, str]:
    """Return for each of several columns of answer texts that of its labels: the one with the same ending.

    The ending, or the beginning, is what the names of such columns do not have in common, as `one` and `two`
    of `answer_one` and `answer_two`. Empty where not every text has just one column of labels.
    """
    texts, labels = columns.of("text"), columns.of("label")
    if len(texts) < 2 or len(texts) != len(labels):
        return {}
    for ends in (_endings, _beginnings):
        by_end = dict(zip(ends(labels), labels, strict=True))
        pairs = {text: by_end.get(end, "") for text, end in zip(texts, ends(texts), strict=True)}
        if all(pairs.values()) and len({*pairs.values()}) == len(texts):
            return pairs
    return {}


def _endings(names: Sequence[str]) -> list[str]:
    plain = [name.casefold() for name in names]
    alike = takewhile(lambda letters: len({*letters}) == 1, zip(*plain, strict=False))
    common = sum(1 for _ in alike)
    return [name[common:].strip(" _-.") for name in plain]


def _beginnings(names: Sequence[str]) -> list[str]:
    return [end[::-1] for end in _endings([name[::-1] for name in names])]


def parse_columns(text: str, kind: str = "", words: Words = ()) -> ColumnMap:
    """Return the map in a text such as `qid=question,response=text`. Refused with what is wrong.

    A pair whose column has a comma in its name is put into quotation marks. `words`: those of its labels.
    """
    found = list[tuple[str, str]]()
    for pair in pairs_in(text):
        column, is_pair, name = pair.rpartition("=")
        column, name = column.strip(), name.strip()
        if not is_pair or not column:
            raise Refused(
                tr("{pair} is not a column and a field. Write COLUMN=FIELD, such as qid=question.", pair=shown(pair))
            )
        if name not in FIELDS:
            raise Refused(
                tr("There is no field {name}. Fields are {fields}.", name=shown(name), fields=comma_list(FIELDS))
            )
        if any(column == other for other, _ in found):
            raise Refused(tr("The column {column} is named twice. Leave one of the two out.", column=shown(column)))
        found.append((column, name))
    if kind and kind not in KIND_NAMES:
        raise Refused(
            tr(
                "There is no kind of question {kind}. Kinds are {kind_names}.",
                kind=shown(kind),
                kind_names=comma_list(KIND_NAMES),
            )
        )
    made = ColumnMap(tuple(found), kind, words=words)
    if not found or made.problem:
        raise Refused(made.problem if found else tr("No column is named. Write COLUMN=FIELD, such as qid=question."))
    return made
