"""Tables with columns of any names: their rows, and the column map that their heads and cells suggest.

Tables are CSV files, with commas, semicolons, tabs or bars between the cells, JSON lines, and sheets of
workbooks; the first line has the heads.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from pathlib import Path

from jurybox.collection.cell_types import looks_like_number
from jurybox.collection.findings import printable, shown
from jurybox.csv_files import unguard, with_point
from jurybox.formats.bad_files import BadFile
from jurybox.formats.column_maps import FIELDS, ColumnMap, pairs_by_ending
from jurybox.formats.delimited import DelimitedReader, TooWide, first_twice
from jurybox.formats.grades import whole
from jurybox.formats.json_records import records_of
from jurybox.formats.label_words import NO, SAID_OF_ANSWERS, TICKS, YES, is_yes, words_of
from jurybox.formats.source_files import first_lines
from jurybox.formats.table_layouts import (
    DECIDED,
    DECISIONS,
    LabelColumns,
    UserColumns,
    flat,
    graded,
    heads_of_grades,
    is_above_heads,
    rated,
    separator_in,
    when,
)
from jurybox.formats.workbooks import is_in_workbook
from jurybox.kinds import KIND_NAMES, KINDS
from jurybox.language import tr, trf
from jurybox.lists import and_more, comma_list, sentences

SAMPLE = 200
"""Rows of a table that are read to propose its fields."""
MOST_COLUMNS = 200
MOST_ABOVE = 6
"""Lines above the heads, such as a title, that are passed over."""
_SEPARATORS = "\t,;|"
_TABLES = words_of(".csv .tsv .tab .json .jsonl .ndjson")
_EVEN = 0.9
"""The share of the first rows that must have as many cells as there are heads."""
_PROSE_WORDS = 3
_MOST_LABELS = 12
_INDEX = "Unnamed: 0"
"""What pandas calls a first column without a head, in which it writes the numbers of rows."""
_DIGITS = re.compile(r"[0-9]+")
_IDS_OR_TEXTS = {"answer", "candidate", "回答", "解答"}
"""Heads of answers that may be ids or texts, as the cells say; others say which."""
_ASKED = {"question", "question-text"}
_IDS = words_of("id no nr questionnr number nummer")
"""Heads of ids of whatever a table has a row for."""
_NOT_LETTERS = re.compile(r"[\W_]+")
_ID = re.compile(r"\S*[0-9]\S*")
_OTHER_LANGUAGES = {
    "question": "質問番号 質問id 課題番号 トピック frageid fragenr fragenummer idpregunta númeropregunta idquestion",
    "question-text": "質問 質問文 設問 frage fragetext pregunta",
    "run": "システム システム名 ラン モデル 体系 modell systemname sistema modelo système systeme modèle modele",
    "rank": "順位 rang",
    "answer": "回答番号 回答id 解答番号 antwortid antwortnr idrespuesta idréponse",
    "text": "回答 解答 答え 応答 出力 システム回答 モデル回答 antwort antworttext systemantwort modellantwort "
    "respuesta réponse reponse",
    "document": "文書 文書番号 文書id dokument dokumentid documento",
    "confidence": "確信度",
    "score": "スコア 得点",
    "assessor": "評価者 判定者 アノテータ 氏名 お名前 メールアドレス bewerter bewerterin annotatorin gutachter "
    "prüfer ihrname emailadresse evaluador evaluadora anotador anotadora juez sunombre correoelectrónico évaluateur "
    "évaluatrice annotateur annotatrice juge votrenom adresseemail",
    "label": "判定 評価 正誤 ラベル 適合度 点数 評点 urteil bewertung beurteilung wertung punkte relevanz "
    "juicio etiqueta valoración calificación puntuación relevancia jugement évaluation pertinence étiquette",
    "note": "備考 コメント bemerkung kommentar anmerkung notiz comentario nota notas commentaire remarque",
    "judged-at": "タイムスタンプ zeitstempel marcatemporal horodateur",
}
"""Heads in Japanese, as tables of NTCIR have them, in German, Spanish and French."""
_BY_HEAD = {head: field.name for field in reversed(FIELDS.values()) for head in field.heads.split()} | {
    head: name for name, heads in _OTHER_LANGUAGES.items() for head in heads.split()
}
_BESIDE = words_of(
    "status state license licence language lang split dataset version url date created updated "
    "metadata meta tags tag suggestions suggestion vectors priority hash session iteration unnamed "
    "type em f1 bleu rouge meteor bertscore acc accuracy exact hint start end offset offsets span "
    "spans logit logits series turn index title description narrative background keywords"
)
"""Words in the heads of columns that are about a record, what is computed of it, and parts of topics and documents."""
_GOLD = words_of("gold golden reference references expected desired truth target ideal") | words_of(
    "referenzantwort musterantwort musterlösung sollantwort referenz referencia esperada référence "
    "attendue 正解 正答 模範解答 参照"
)
"""Words in the heads of right answers, which no run gave."""
_AGREED = _GOLD | words_of("majority consensus final adjudicated adjudication aggregated aggregate agreed")
"""Words in the heads of labels that nobody gave, which follow from others."""
_CORE = FIELDS.keys() - words_of("judged-at note seconds category kind rank confidence support")
"""Fields of which a head must say one: cells alone say too little."""
_RANKED = words_of("label score rank run")
"""Fields of tables in which documents may be the answers."""
_OF_SYSTEMS = words_of(
    "prediction predictions predicted pred response output outputs generation generated completion "
    "hypothesis resps systemantwort modellantwort"
)
"""Words in the heads of what a system gave: an answer beside is the right one."""
_SAID_TO_BE = words_of("answer answers antwort antworten respuesta respuestas réponse réponses")
_ANSWERS = _OF_SYSTEMS | _SAID_TO_BE
_RIGHT = SAID_OF_ANSWERS | words_of("best answers richtige korrekte beste mejor bonne meilleure")
"""Words beside *answer* in the heads of right and wrong answers."""
_VERDICT_BEFORE = re.compile(r"\[(PASS|FAIL|ERROR)\]")
_SOURCES = words_of("source url citation reference")
_PREFERRED = words_of("winner preference preferred chosen rejected pos neg")
_UNITS = words_of("item task instance example sample unit pair hit case")
"""Words in the heads of what a crowd is asked about."""
_NAMES = words_of("name nombre nom 名前")
"""Heads of persons or systems, and nobody knows of which."""
_ABOUT = frozenset(("meta", "metadata"))
_GRADES_OR_NOTES = words_of("note notes nota notas noten")
"""Heads of grades or notes, as the language of the table says."""
_PLACES = words_of("start end offset offsets span spans")
"""Words in the heads of where right answers stand in a text."""
_GRID = re.compile(r"(\S.*) \[.+\]")
_OF_TASKS = words_of("assignment hit hittype suite pool annotation judgment batch row task")
"""Words in the heads of ids that name what was done, not what was judged."""
_SESSION_BY_TIME = re.compile(r".*[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SAID = words_of("answer response value choice")
"""Heads of what people said, in tables of crowds."""
_LABELS_OR_TEXTS = frozenset(("correct", "annotation"))
_WORDS_OF_HEAD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|[0-9]+")
_LAST_PART = re.compile(r"[.:/]")
_LOOKS_LIKE_DOCUMENT = re.compile(r"[a-z]+://\S+$|\S*[0-9]\S*$")
_CRITERIA = words_of(
    "fluency fluent coherence coherent helpfulness helpful harmlessness harmless faithful groundedness grounded "
    "completeness complete clarity clear consistency consistent informativeness informative factuality factual "
    "usefulness useful toxicity toxic safety safe conciseness concise verständlichkeit vollständigkeit utilidad"
)
"""Words in the heads of labels for one of several qualities."""
_OF_OBJECTS, _OF_LISTS = re.compile(r"\[?\{[\"']"), re.compile(r"[\[{]+[\"']|\[\[")
"""Begin cells that are objects or a list of some, and any lists or objects."""
_ID_OF = re.compile(r"[\W_]*(id|name|email)$", re.IGNORECASE)
_LISTS = {"text": _OF_LISTS, "label": re.compile(r"\[+[0-9{]")}
"""Begin answers that are lists, as right ones are, and labels that are places in a text."""
_LETTERS = frozenset(("A", "B", "C"))
_WORDS = frozenset(word.casefold() for kind in KINDS.values() if kind.is_labeled for word in kind.labels) | words_of(
    "right wrong r x u w"
)
_NAMED_LABELS = SAID_OF_ANSWERS | {word for word in _WORDS if len(word) > 1}
"""What a column may be called whose ticks are a label."""


@dataclass(frozen=True, slots=True)
class TableSample:
    """The heads and the first rows of a table."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def values(self, column: str) -> list[str]:
        """Return the cells of a column that are not empty."""
        at = self.heads.index(column)
        return [row[at] for row in self.rows if row[at].strip()]


def table_rows(path: Path, most: int = 0) -> Iterator[tuple[int, list[str]]]:
    """Yield line and cells of every row, the heads first; a row may have too few cells or too many.

    `most`: no more rows than so many are read (0: all).

    Raises BadFile for what is not a table in UTF-8.
    """
    if _is_json(path):
        yield from islice(_rows_of_records(path), most or None)
        return
    separator = separator_of(path)
    if not separator:
        raise BadFile(
            trf(
                "table-no-separator",
                "This is not a table: no comma, semicolon, tab or bar is in as many places in its "
                "lines as in the first. Write a line with the names of the columns first.",
            )
        )
    yield from islice(
        _rows_of_lines(DelimitedReader(path, separator, most=most + MOST_ABOVE if most else 0)), most or None
    )


def _rows_of_lines(reader: DelimitedReader) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file from its heads on, turned where columns are of labels or of users."""
    turned: LabelColumns | UserColumns | None = None
    heads: list[str] = []
    for number, (line, cells) in enumerate(reader):
        held = [unguard(cell) for cell in cells] if reader.apostrophe else cells
        if heads:
            rows = turned.rows(held) if turned and len(held) == len(heads) else [held]
            yield from ((line, row) for row in rows)
        elif number >= MOST_ABOVE or not is_above_heads(held):
            heads = [cell.strip() for cell in held]
            if not heads[0] and len(heads) > 2 and all(heads[1:]):
                heads[0] = _INDEX
            turned = next((one for one in (LabelColumns(heads), UserColumns(heads)) if one.is_needed), None)
            yield line, turned.heads if turned else heads


def sample_of(path: Path) -> TableSample | None:
    """Return the heads and the first rows of a file; None for one that is not a table with heads."""
    try:
        rows = list(table_rows(path, SAMPLE + 1))
    except (BadFile, OSError):
        return None
    if len(rows) < 2 or not 2 <= len(rows[0][1]) <= MOST_COLUMNS:
        return None
    heads, wide = tuple(rows[0][1]), len(rows[0][1])
    even = tuple(tuple(cells) for _, cells in rows[1:] if len(cells) == wide)
    if _names_nothing(path, rows) or len({*heads}) < wide or len(even) < _EVEN * (len(rows) - 1):
        return None
    return TableSample(heads, even)


def lacks_heads(path: Path) -> bool:
    """Return whether a table not between tabs has data in its first line, where the names of columns belong."""
    if not _is_called_table(path) or separator_of(path) in ("", "\t"):
        return False
    try:
        return _names_nothing(path, list(table_rows(path, SAMPLE + 1)))
    except BadFile:
        return False


def table_trouble(path: Path) -> str:
    """Return why a file that is called as a table cannot be read as one, as a sentence; or ""."""
    if not _is_called_table(path):
        return ""
    try:
        rows = list(table_rows(path, 0 if _is_json(path) else SAMPLE + 1))
    except BadFile as error:
        return error.with_line
    first, heads = rows[0] if rows else (1, [])
    if _names_nothing(path, rows):
        return tr(
            "Line {first:,}: This line does not name the columns. Write a line above it with a name for each column, "
            "such as question,text,label.",
            first=first,
        )
    twice = first_twice([head for head in heads if head])
    if twice:
        return tr(
            "Line {first:,}: The column {twice} appears twice. Remove one of the two.", first=first, twice=shown(twice)
        )
    if len(heads) > MOST_COLUMNS:
        return tr(
            "Line {first:,}: There are {heads:,} columns. Keep at most {most_columns}.",
            first=first,
            heads=len(heads),
            most_columns=MOST_COLUMNS,
        )
    if len(heads) < 2:
        return tr("Line {first:,}: There is only one column. A table has at least two.", first=first)
    if len(rows) < 2:
        return tr("There is no row below the names of the columns.")
    for line, cells in rows[1:]:
        if len(cells) != len(heads):
            return tr(
                "Line {line:,}: This row has {cells} cells, the first line {heads}.",
                line=line,
                cells=len(cells),
                heads=len(heads),
            )
    return ""


def proposal(sample: TableSample) -> ColumnMap:
    """Return what the columns of a table seem to be, by their heads, then by their cells.

    Where labels could belong to several texts, the map has a problem; it has no columns for a table of which
    `no_proposal` or `doubt` says why.
    """
    found = {} if no_proposal(sample) else _found(sample)
    if _doubtful(sample, found):
        found = {}
    columns = tuple((column, found[column]) for column in sample.heads if column in found)
    return ColumnMap(columns, _kind_of(sample, ColumnMap(columns)) if columns else KIND_NAMES[0])


def doubt(sample: TableSample) -> str:
    """Return of which columns of a table nobody knows what they are, as a sentence; "" where something is proposed."""
    doubtful = _doubtful(sample, _found(sample))
    lists = [column for column in doubtful if _some(_OF_OBJECTS, sample, column)]
    said = tr(
        "Nothing is proposed: names and cells say too little about {columns}.",
        columns=comma_list(map(printable, doubtful)),
    )
    inner = tr(
        "In {columns} are records within records: write a row for each of them.",
        columns=comma_list(map(printable, lists)),
    )
    return sentences((said, inner if lists else "")) if doubtful else ""


def _found(sample: TableSample) -> dict[str, str]:
    """Return the fields of columns, as far as heads and cells say."""
    found: dict[str, str] = {}
    for column in sample.heads:
        name = _field_of(sample, column)
        if name and (FIELDS[name].several or name not in found.values()):
            found[column] = name
        elif name == "judged-at" and "updated" in _tokens(column):
            found = {other: field for other, field in found.items() if field != name} | {column: name}
    _leave_out_gold(sample, found)
    _tell_wide(sample, found)
    _tell_labels_of_crowds(sample, found)
    _tell_ids_from_texts(sample, found)
    _tell_labels_from_texts(sample, found)
    _tell_labels_from_decisions(sample, found)
    _tell_ids_of_questions(sample, found)
    _tell_texts_of_systems(sample, found)
    _by_cells(sample, found)
    _tell_documents(sample, found)
    _tell_labels_from_scores(sample, found)
    _leave_out_gold(sample, found)
    labels = _of(found, "label")
    if "assessor" in found.values() and not pairs_by_ending(ColumnMap(tuple(found.items()))):
        for column in labels[1:]:
            if _field_of(sample, column) != "label":
                del found[column]
    return found


def no_proposal(sample: TableSample) -> str:
    """Return why a table cannot be read as it is, as a sentence; "" where it can be."""
    tokens = {column: _tokens(column) for column in sample.heads}
    chosen = [column for column, of in tokens.items() if _PREFERRED & of]
    stems = {column: _stem_of(column) for column in sample.heads}
    ends = {end for name, end in stems.values() if name in {"text", "answer"} and end}
    systems = [column for column, (name, end) in stems.items() if name == "run" and end and (chosen or end in ends)]
    if chosen or len(systems) > 1:
        return tr(
            "It compares answers in pairs ({columns}): such preferences cannot be read. Write a row for each "
            "answer, with its label.",
            columns=comma_list(map(printable, chosen + systems)),
        )
    marked = {
        column: label for column in sample.heads if (label := _label_in(column)) and _is_marked(sample.values(column))
    }
    if len({*marked.values()}) > 1:
        return tr(
            "It has a column for each label ({columns}), which cannot be read. Write the labels in one column.",
            columns=comma_list(map(printable, marked)),
        )
    grid = [found[1] for found in map(_GRID.fullmatch, sample.heads) if found]
    rated = [column for column in sample.heads if grid.count(column.rpartition(" [")[0]) > 1]
    rated += [c for c in sample.heads if c not in rated and _is_prose([c]) and _are_labels(sample.values(c))]
    if len(rated) > 1 and not {"text", "answer"} & {_field_of(sample, column) for column in sample.heads}:
        return tr(
            "It has a column for each thing that was rated ({columns}), as forms have, which cannot be read. Write a "
            "row for each person and answer, with the question, the answer and the label.",
            columns=comma_list(map(printable, rated)),
        )
    both = [column for column in sample.heads if _all(_VERDICT_BEFORE.match, sample.values(column))]
    if both:
        return tr(
            "Each answer begins with a verdict ({columns}), which cannot be read. Write it in a column of its own.",
            columns=comma_list(map(printable, both)),
        )
    if any({"nugget", "nuggets"} & of for of in tokens.values()):
        return tr(
            "It lists nuggets: give it the name nuggets.csv, and its columns the names question, nugget (the id), "
            "text and importance."
        )
    return ""


def kind_of_rows(sample: TableSample, columns: ColumnMap) -> str:
    """Return the kind of question that a table seems to be about, whose columns are known."""
    return columns.kind or _kind_of(sample, columns)


def described(heads: Sequence[str], most: int = 12) -> str:
    """Return the heads of a table in a list that can be printed."""
    more = len(heads) - most
    return and_more([printable(head) for head in heads[:most]], more)


# Inside: what cells are


def _is_called_table(path: Path) -> bool:
    return bool(set(path.suffixes[-2:]) & _TABLES) or is_in_workbook(path)


def _names_nothing(path: Path, rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Return whether the first of some rows has no heads: some are empty or numbers, or it is data."""
    heads = tuple(rows[0][1]) if rows else ()
    rest = tuple(tuple(cells) for _, cells in rows[1:] if len(cells) == len(heads))
    is_data = not _is_json(path) and _begins_with_data(TableSample(heads, rest))
    return not all(heads) or any(map(looks_like_number, heads)) or is_data


def _begins_with_data(sample: TableSample) -> bool:
    """Return whether what is in place of heads is a row like those below it, and none is a usual head."""
    if any(_plain(head) in _BY_HEAD and head.casefold() not in _WORDS for head in sample.heads):
        return False
    for at, head in enumerate(sample.heads):
        values = sample.values(head)
        alike = [value for value in values if _shape_of(value) == _shape_of(head)]
        is_alike = any(map(str.isdigit, head)) or head.endswith(("?", "？"))
        if values and is_alike and len(alike) >= _EVEN * len(values):
            return True
        if at == 0 and len(values) > 1 and _is_prose([head]) and _is_prose(values):
            return True
    return False


def _shape_of(cell: str) -> str:
    """Return what ids of one kind have in common, and questions: all but their digits, or the mark at the end."""
    return "?" if cell.endswith(("?", "？")) else _DIGITS.sub("0", cell)


def _words_in(head: str) -> list[str]:
    """Return the words of a head, also where only a capital letter or a digit begins one."""
    return [word.casefold() for word in _WORDS_OF_HEAD.findall(head)]


@lru_cache(maxsize=2 * MOST_COLUMNS)
def _tokens(head: str) -> frozenset[str]:
    return frozenset(_words_in(head))


def _of(found: Mapping[str, str], field: str) -> list[str]:
    """Return the columns that are a field."""
    return [column for column, name in found.items() if name == field]


def _field_of(sample: TableSample, column: str) -> str:
    """Return the field that a head says, or the last part of one; "" for one that stands beside the data."""
    tokens = _tokens(column)
    values = [*map(with_point, sample.values(column))]
    *before, last = _LAST_PART.split(column)
    named = next((one for one in (column, _plain(column), _plain(last)) if one in _BY_HEAD), "")
    if not named and _BY_HEAD.get(before_id := _plain(_ID_OF.sub("", column))) == "assessor":
        named = before_id
    name, is_part = _BY_HEAD.get(named, ""), bool(before) and named not in (column, _plain(column))
    if name == "note" and _plain(last) in _GRADES_OR_NOTES and (_are_numbers(values) or _are_labels(values)) and values:
        name = "label"
    name = next((instead for field, fits, instead in _BY_CELLS if field == name and values and fits(values)), name)
    is_other = (
        (is_part and (before[0] in sample.heads or tokens & _BESIDE - (_ABOUT if name in _ASKED else frozenset())))
        or (name in {"text", "answer"} and (is_part and tokens & _GOLD))
        or (name == "text" and (_is_unclear(sample, column) or (_plain(last) == "sentence" and not _is_prose(values))))
        or (name == "document" and tokens & _SOURCES and not _are_sources(values))
    )
    return "" if is_other else name


def _are_no_numbers(cells: Sequence[str]) -> bool:
    return not _are_numbers(cells)


_BY_CELLS: tuple[tuple[str, Callable[[Sequence[str]], bool], str], ...] = (
    ("seconds", lambda cells: all(map(when, cells)), "judged-at"),
    ("judged-at", lambda cells: not all(map(when, cells)), ""),
    ("assessor", lambda cells: {*map(_plain, cells)} <= SAID_OF_ANSWERS, "label"),
    ("assessor", lambda cells: _is_prose(cells) or all(map(_SESSION_BY_TIME.match, cells)), ""),
    ("run", lambda cells: _is_prose(cells) and 2 * len({*cells}) > len(cells) > 1, ""),
    ("document", lambda cells: len({*cells}) == len(cells) > 1 and cells[:2] in (["0", "1"], ["1", "2"]), ""),
    ("seconds", _are_no_numbers, ""),
    ("score", _are_no_numbers, ""),
    ("rank", _are_no_numbers, ""),
    ("confidence", lambda cells: not _are_numbers(cells) or any(float(cell) > 1 for cell in cells), ""),
    ("note", lambda cells: all(map(looks_like_number, cells)), ""),
)
"""What columns are whose cells do not fit what their heads say: the field, when not, and what instead, "" for none."""


def _label_in(head: str) -> str:
    """Return the label that a head, or its last word, names; "" for any other."""
    words = _words_in(head)
    named = (_plain(head), words[-1] if len(words) > 1 else "")
    return next((word for word in named if word in _NAMED_LABELS), "")


def _is_marked(values: Sequence[str]) -> bool:
    """Return whether cells are ticks, or yes and no, or shares of one."""
    return _are_ticks(values) or _all(lambda value: is_yes(value) is not None or _is_share(value), values)


def _are_ticks(values: Sequence[str]) -> bool:
    return _all(TICKS.__contains__, [value.strip().casefold() for value in values])


def _is_share(value: str) -> bool:
    return looks_like_number(value) and 0 <= float(value) <= 1


def _all(test: Callable[[str], object], values: Sequence[str]) -> bool:
    """Return whether a test holds for all of some values, of which there are any."""
    return bool(values) and all(map(test, values))


def _leave_out_gold(sample: TableSample, found: dict[str, str]) -> None:
    """Leave out labels that follow from those of several people."""
    for column in [column for column in _of(found, "label") if _AGREED & _tokens(column)]:
        others = (other for other in sample.heads if other != column and not _is_beside(other))
        values = sample.values(column)
        if not (_are_labels(values) or _are_numbers(values)) or any(_are_labels(sample.values(one)) for one in others):
            del found[column]


def _tell_documents(sample: TableSample, found: dict[str, str]) -> None:
    """Take documents for the answers where there is nothing else, or for all that the table has."""
    fields = {name: column for column, name in found.items()}
    asked = {"question", "question-text"} & fields.keys()
    if asked and not {"answer", "text"} & fields.keys() and _RANKED & fields.keys() and not _lost(sample, found):
        document = fields.get("document", "")
        if document and not {"source", "citation", "reference"} & _tokens(document):
            found[document] = "answer"
    passage = fields.get("document-text") or fields.get("support", "")
    fields = {name: column for column, name in found.items()}
    if (
        passage
        and asked
        and "text" not in fields
        and not _lost(sample, found)
        and (_RANKED & fields.keys() or "answer" in fields)
    ):
        found[passage] = "text"
    texts = _of(found, "text")
    ids = [column for column in sample.heads if _plain(column) in {"id", "docid", "docno"}]
    is_of_documents = len(texts) == len(ids) == 1 and _plain(texts[0]) in {"text", "contents", "body"}
    if is_of_documents and {*found} <= {*texts, *ids} and ("title" in sample.heads or _plain(ids[0]) != "id"):
        found |= {ids[0]: "document", texts[0]: "document-text"}
    of_questions = {"question", "text"} < fields.keys() <= {"question", "text", "kind", "category"}
    if of_questions and _are_of_questions(sample, fields):
        found[fields["text"]] = "question-text"
    titles = [column for column in sample.heads if _plain(column) == "title"]
    if titles and {*found.values()} == {"question"}:
        found[titles[0]] = "question-text"


def _tell_labels_from_scores(sample: TableSample, found: dict[str, str]) -> None:
    """Take a score for a label where the head of BEIR, or a judge beside, says so."""
    for column in _of(found, "score"):
        is_judged = {"assessor", "note"} & {*found.values()} and _are_grades(sample.values(column))
        if "label" not in found.values() and (is_judged or any(_plain(head) == "corpusid" for head in sample.heads)):
            found[column] = "label"


def _doubtful(sample: TableSample, found: Mapping[str, str]) -> list[str]:
    """Return the columns of a table without which a map would lose or mistake what it says."""
    return next(filter(None, _doubts(sample, found)), [])


def _doubts(sample: TableSample, found: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield columns that nobody can tell, or none, the worst case first."""
    fields = {name: column for column, name in found.items()}
    open_ = [column for column in sample.heads if column not in found and not _is_beside(column)]
    said = {column: _field_of(sample, column) for column in sample.heads}
    labels = _of(found, "label")
    rivals = [column for column in labels if said[column] == "label" or _CRITERIA & _tokens(column)]
    if len(rivals) > 1 and not pairs_by_ending(ColumnMap(tuple(found.items()))):
        yield rivals
    if not _CORE & {*said.values()}:
        yield [*found]
    if fields.keys() == {"question"} or ("assessor" in fields and not labels):
        yield open_ or [*found]
    yield [column for column, name in found.items() if name in _LISTS and _some(_LISTS[name], sample, column)]
    yield _lost(sample, found)
    if not found or ColumnMap(tuple(found.items())).problem:
        return
    if not labels:
        yield from _doubts_of_answers(sample, fields, open_)
        return
    asked = fields.get("question") or fields.get("question-text")
    if asked and not {"answer", "text"} & fields.keys():
        is_known = _ASKED & {*said.values()} or _UNITS & _tokens(asked)
        yield [] if is_known else [asked]
        yield [column for column in open_ if _may_be_what_is_judged(sample, column, asked)]
    names = [column for column in open_ if _plain(column) in _NAMES and not {"assessor", "run"} & fields.keys()]
    yield names + [column for column in labels if _is_half(sample, column)]


def _may_be_what_is_judged(sample: TableSample, column: str, asked: str) -> bool:
    """Return whether a column has ids of which a question has several."""
    values, tokens = sample.values(column), _tokens(column)
    at, of = sample.heads.index(asked), sample.heads.index(column)
    pairs = {(row[at], row[of]) for row in sample.rows}
    is_id = _are_ids(values) and (bool(_IDS & tokens) or not _are_numbers(values))
    return is_id and not _OF_TASKS & tokens and len(pairs) > len({name for name, _ in pairs})


def _doubts_of_answers(sample: TableSample, fields: Mapping[str, str], open_: Sequence[str]) -> Iterator[list[str]]:
    """Yield columns of a table without labels that may be labels, right answers or questions, or have lists."""
    if "text" in fields and not {"run", "score", "rank", "answer"} & fields.keys() and _may_be_gold(sample, fields):
        yield [fields["text"]]
    scored = [fields["score"]] if "score" in fields and "text" in fields and "rank" not in fields else []
    graded_by_words = [column for column in sample.heads if fields.get("note") == column]
    yield [
        column
        for column in graded_by_words
        if _plain(column) in _GRADES_OR_NOTES and not _is_prose(sample.values(column))
    ]
    yield [
        column
        for column in (*scored, *open_)
        if (_stem_of(column)[0] in {"label", "score"} or (_GRADES_OR_NOTES | _CRITERIA) & _tokens(column))
        and (_are_grades(sample.values(column)) or (column in scored and "note" in fields))
    ]
    nested = _OF_OBJECTS if {"text", "answer", "document-text"} & fields.keys() else _OF_LISTS
    yield [column for column in open_ if _some(nested, sample, column)]


def _some(sign: re.Pattern[str], sample: TableSample, column: str) -> bool:
    """Return whether some cells of a column begin with a sign."""
    return any(map(sign.match, sample.values(column)))


def _are_of_questions(sample: TableSample, fields: Mapping[str, str]) -> bool:
    """Return whether what is only called a text is there once for each question, and may be its own."""
    return _plain(fields["text"]) == "text" and len({*sample.values(fields["question"])}) == len(sample.rows)


def _may_be_gold(sample: TableSample, fields: Mapping[str, str]) -> bool:
    """Return whether nothing tells texts, of which nothing is said, from questions, choices and right answers."""
    values, tokens = sample.values(fields["text"]), _tokens(fields["text"])
    if fields.keys() == {"question", "text"} and _are_of_questions(sample, fields):
        return True
    is_read = {"support", "document-text"} & fields.keys() and not any(_GOLD & _tokens(one) for one in sample.heads)
    return "answer" in tokens and bool(is_read or max(map(len, values), default=0) == 1)


def _is_half(sample: TableSample, column: str) -> bool:
    """Return whether a column of labels has ticks, is one of several, each for one label, or says what else is so."""
    values, tokens = sample.values(column), _tokens(column)
    if tokens & {"is", "has"} and not tokens & SAID_OF_ANSWERS and _field_of(sample, column) != "label":
        return True
    return _are_ticks(values) or (bool(_label_in(column)) and len({*values}) == 1 and len(values) < len(sample.rows))


def _lost(sample: TableSample, found: Mapping[str, str]) -> list[str]:
    """Return the columns of which one may be the answer, where none is known to be; labels would be stored without."""
    fields = {*found.values()}
    if {"text", "answer", "document-text"} & fields:
        return []
    open_ = [column for column in sample.heads if column not in found and not _is_beside(column)]
    return [
        column
        for column in open_
        if _ANSWERS & _tokens(column)
        or _is_prose(values := sample.values(column))
        or ("label" in fields and values and not (_are_labels(values) or _are_numbers(values) or _are_ids(values)))
    ]


def _stem_of(column: str) -> tuple[str, str]:
    """Return the field that some words of a head say, and the other words: of `answer_one` text and `one`."""
    tokens = _words_in(column)
    for count in range(len(tokens) - 1, 0, -1):
        for words, rest in ((tokens[:count], tokens[count:]), (tokens[-count:], tokens[:-count])):
            if name := _BY_HEAD.get("".join(words)):
                return name, " ".join(rest)
    return _BY_HEAD.get(_plain(column), ""), ""


def _tell_wide(sample: TableSample, found: dict[str, str]) -> None:
    """Say which columns are the answers of several runs and their labels: those that share an ending."""
    stems = {column: _stem_of(column) for column in sample.heads if column not in found}
    texts = [
        column
        for column, (name, rest) in stems.items()
        if name in {"text", "answer"} and rest and not (_BESIDE | _GOLD) & {*rest.split()}
        if not _is_unclear(sample, column)
    ]
    if len(texts) < 2 or any(_are_labels(sample.values(column)) for column in texts):
        return
    found |= dict.fromkeys(texts, "text")
    endings = {stems[column][1] for column in texts}
    for column, (name, rest) in stems.items():
        values = sample.values(column)
        is_label = name in {"label", "decision", "assessor"} and (_are_labels(values) or _are_grades(values))
        if rest in endings and is_label:
            found[column] = "label"


def _tell_labels_of_crowds(sample: TableSample, found: dict[str, str]) -> None:
    """Take what people answered for their labels, where these are labels and nothing else is.

    In what Prodigy writes, they also say whether a label counts.
    """
    if DECIDED in sample.heads and _all(DECISIONS.__contains__, [*map(str.strip, sample.values(DECIDED))]):
        others = [other for other, name in found.items() if name in {"label", "decision"} and other != DECIDED]
        said = [other for other in others if _are_labels(sample.values(other))]
        for other in {*others, DECIDED}:
            found.pop(other, None)
        found[(*said, DECIDED)[0]] = "label"
        return
    fields = {*found.values()}
    if "assessor" not in fields or "run" in fields or {"label", "decision"} & fields - {"label"}:
        return
    said = [column for column in _of(found, "label") if not _GOLD & _tokens(column)]
    for column in [column for column, name in found.items() if name in {"text", "answer"} and not said]:
        values = sample.values(column)
        if _plain(column) in _SAID and (_are_labels(values) or _are_grades(values)):
            found[column] = "label"
            return


def _tell_labels_from_decisions(sample: TableSample, found: dict[str, str]) -> None:
    """Take what is called a decision for a label where a person made it, or its words are labels."""
    for column in _of(found, "decision"):
        values = sample.values(column)
        is_said = any(is_yes(value) is None for value in values) or "assessor" in found.values()
        if is_said and "label" not in found.values():
            found[column] = "label"


def _tell_ids_from_texts(sample: TableSample, found: dict[str, str]) -> None:
    """Correct what is called question, answer or document, and may be an id or a text."""
    for text, id_ in (("question-text", "question"), ("text", "answer"), ("document-text", "document")):
        texts = _of(found, text)
        for column in texts:
            others = [name for other, name in found.items() if other != column]
            are_figures = "question-text" in others and _all(looks_like_number, sample.values(column))
            may_be_id = text != "text" or (_plain(column) in _IDS_OR_TEXTS and not are_figures)
            if (
                may_be_id
                and id_ not in others
                and not _is_prose(sample.values(column))
                and (_are_ids(sample.values(column)) or (text in others and not sample.values(column)))
            ):
                found[column] = id_
    for column, name in list(found.items()):
        others = [other for at, other in found.items() if at != column]
        if name == "question" and "question-text" not in others and _is_prose(sample.values(column)):
            found[column] = "question-text"
        elif name == "document" and "document-text" not in others and _is_prose(sample.values(column)):
            found[column] = "document-text"
    if "document-text" in found.values() and "document" not in found.values():
        for column in _of(found, "document-text"):
            if "support" in found.values():
                del found[column]
            else:
                found[column] = "support"


def _tell_labels_from_texts(sample: TableSample, found: dict[str, str]) -> None:
    """Take what is called a label for the answer where there is no other, and its cells are no labels."""
    for column in _of(found, "label"):
        values = sample.values(column)
        is_text = values and not _are_labels(values) and not _are_numbers(values) and _plain(column) in _LABELS_OR_TEXTS
        if is_text and not {"text", "answer"} & {*found.values()}:
            found[column] = "text"


def _tell_texts_of_systems(sample: TableSample, found: dict[str, str]) -> None:
    """Take a column for the answer whose head says that a system gave it, where there is no other."""
    given = [column for column in sample.heads if column not in found and _is_of_system(sample, column)]
    if len(given) == 1 and "text" not in found.values() and not _is_unclear(sample, given[0]):
        found[given[0]] = "text"


def _by_cells(sample: TableSample, found: dict[str, str]) -> None:
    """Say what columns are whose heads say nothing: texts in one row for each question, labels."""
    is_open = (column not in found and _plain(column) != "id" for column in sample.heads)
    open_ = [
        column
        for column, at in zip(sample.heads, is_open, strict=True)
        if at and not _is_beside(column) and not _is_unclear(sample, column) and not _some(_OF_LISTS, sample, column)
    ]
    names = set(found.values())
    said = [column for column in open_ if _may_be_labels(sample, column)]
    for column in open_:
        values = sample.values(column)
        if not names & {"question", "question-text"}:
            if values and (_is_prose(values) or _may_be_ids(values)):
                found[column] = "question-text" if _is_prose(values) else "question"
                names.add(found[column])
        elif "label" not in names and column in said and (len(said) == 1 or "assessor" not in names):
            found[column] = "label"
    _tell_texts_of_questions(sample, found)
    labels = [column for column in open_ if found.get(column) == "label"]
    for column in open_:
        is_wide = not names & {"text", "answer", "run", "label"} and not labels
        values = sample.values(column)
        if column not in found and is_wide and not (_are_numbers(values) or _may_be_ids(values)):
            found[column] = "text"
    if (labels or "run" in names) and not {"text", "answer"} & set(found.values()):
        rest = [c for c in open_ if c not in found and not _are_numbers(sample.values(c)) and _varies(sample, c)]
        varied = [c for c in rest if not _is_one_for_each_question(sample, c, found)]
        likely = varied or rest
        if len(likely) == 1 and "assessor" not in names:
            found[likely[0]] = "text"


def _may_be_labels(sample: TableSample, column: str) -> bool:
    """Return whether cells are labels and no numbers of rows, nor one number alone."""
    values = sample.values(column)
    is_number = _IDS & _tokens(column) or (len({*values}) == 1 and _are_numbers(values))
    return _are_labels(values) and not is_number


def _varies(sample: TableSample, column: str) -> bool:
    return len({*sample.values(column)}) > 1 or len(sample.rows) == 1


def _tell_ids_of_questions(sample: TableSample, found: dict[str, str]) -> None:
    """Take a column called id or number for that of the question, if it is one for each."""
    for column in sample.heads:
        is_open = _plain(column) in _IDS and "question" not in found.values()
        if is_open and _names_questions(sample, column, found):
            found[column] = "question"


def _tell_texts_of_questions(sample: TableSample, found: dict[str, str]) -> None:
    """Take the longest texts for those of questions, of columns without a known head, one for each id.

    A category is the same for each id too; texts of questions differ from each other, or are prose.
    """
    if "question-text" in found.values():
        return
    likely = dict[str, int]()
    for column in sample.heads:
        values = sample.values(column)
        is_text = not (_are_numbers(values) or _are_labels(values))
        if column not in found and is_text and _is_one_for_each_question(sample, column, found):
            names = {row[_column_of(sample, found, "question")] for row in sample.rows}
            if len({*values}) == len(names) or _is_prose(values):
                likely[column] = sum(map(len, values))
    if likely:
        found[max(likely, key=likely.__getitem__)] = "question-text"


def _is_one_for_each_question(sample: TableSample, column: str, found: Mapping[str, str]) -> bool:
    """Return whether a column has the same cell in all rows of a question, and some question several rows.

    Such are the rows of several runs; with one row for each question, answers have one cell each, too.
    """
    if "question" not in found.values():
        return False
    question, at = _column_of(sample, found, "question"), sample.heads.index(column)
    names = {row[question] for row in sample.rows}
    pairs = {(row[question], row[at]) for row in sample.rows}
    return 1 < len(names) < len(sample.rows) and len(pairs) == len(names)


def _column_of(sample: TableSample, found: Mapping[str, str], field: str) -> int:
    return sample.heads.index(_of(found, field)[0])


def _names_questions(sample: TableSample, column: str, found: Mapping[str, str]) -> bool:
    """Return whether a column has one value for each question, as far as the texts of questions say."""
    texts = [sample.heads.index(one) for one, name in found.items() if name == "question-text"]
    at = sample.heads.index(column)
    pairs = {(row[at], row[texts[0]] if texts else row[at]) for row in sample.rows}
    return len(pairs) == len({name for name, _ in pairs}) == len({text for _, text in pairs})


def _kind_of(sample: TableSample, columns: ColumnMap) -> str:
    decides = next((kind.name for kind in KINDS.values() if kind.decides), "")
    graded = next(kind.name for kind in KINDS.values() if kind.is_graded)
    if columns.of("decision"):
        return decides
    labels = [value.strip() for column in columns.of("label") for value in sample.values(column)]
    if any("relevant" in text.casefold() for text in labels):
        return graded
    if labels and ({*labels} <= _LETTERS or any((whole(text) or 0) > 1 for text in labels)):
        return graded
    keys = [*columns.of("question"), *columns.of("question-text"), *columns.of("run"), *columns.of("assessor")]
    are_graded = columns.of("answer") and not columns.of("text") and labels and _are_grades(labels)
    if columns.of("rank") or columns.of("score") or are_graded:
        at = [sample.heads.index(column) for column in keys]
        listed = [tuple(row[one] for one in at) for row in sample.rows]
        if len({*listed}) < len(listed):
            return graded
    return KIND_NAMES[0]


def _plain(head: str) -> str:
    return _NOT_LETTERS.sub("", head.casefold())


def _is_prose(values: Sequence[str]) -> bool:
    words = [len(value.split()) for value in values]
    return bool(words) and sum(words) >= _PROSE_WORDS * len(words)


def _are_ids(values: Sequence[str]) -> bool:
    return bool(values) and all(_ID.fullmatch(value) for value in values)


def _are_labels(values: Sequence[str]) -> bool:
    found = {value.strip().casefold() for value in values}
    unknown = found - (_WORDS | YES | NO)
    return 0 < len(found) <= _MOST_LABELS and {*map(_plain, unknown)} <= SAID_OF_ANSWERS


def _are_grades(values: Sequence[str]) -> bool:
    """Return whether cells are whole numbers, of a few steps."""
    found = {value.strip() for value in values}
    return 0 < len(found) <= _MOST_LABELS and all(whole(value) is not None for value in found)


def _may_be_ids(values: Sequence[str]) -> bool:
    """Return whether cells are ids and no figures: these have decimals, or are a few for many rows."""
    is_figure = _are_numbers(values) and (any("." in value for value in values) or len({*values}) < len(values) / 2)
    return _are_ids(values) and not is_figure


def _is_unclear(sample: TableSample, column: str) -> bool:
    """Return whether a column has answers that may be the right ones, or all attempts of a harness.

    They are said to be right or wrong, or to be several, or stand beside an answer of a system.
    """
    tokens = _tokens(column)
    if "resps" in tokens or {"answer", "key"} <= tokens:
        return True
    if not tokens & _SAID_TO_BE or (len(tokens) > 1 and _are_labels(sample.values(column))):
        return False
    if tokens & _RIGHT:
        return True
    others = {one: _tokens(one) for one in sample.heads}
    beside = (one for one, of in others.items() if (_PLACES & of and "answer" in of) or _is_of_system(sample, one))
    return not tokens & _OF_SYSTEMS and any(beside)


def _are_sources(cells: Sequence[str]) -> bool:
    """Return whether cells are places of documents, or ids of these: not years, nor names of a few systems."""
    is_few = 2 * len({*cells}) <= len(cells) and not all("://" in cell for cell in cells)
    return all(map(_LOOKS_LIKE_DOCUMENT.match, cells)) and not (is_few or _are_numbers(cells))


def _is_of_system(sample: TableSample, column: str) -> bool:
    """Return whether a column has the texts that a system gave, as its head says."""
    if not _OF_SYSTEMS & _tokens(column) or _is_beside(column):
        return False
    values = sample.values(column)
    is_named = _BY_HEAD.get(_plain(column)) == "text" and _plain(column) not in _SAID
    return is_named or not (_are_numbers(values) or _are_labels(values) or all(map(when, values)))


def _is_beside(column: str) -> bool:
    return bool((_BESIDE | _GOLD) & _tokens(column)) or column.startswith("_")


def _are_numbers(values: Sequence[str]) -> bool:
    return all(map(looks_like_number, values))


# Inside: rows


def _is_json(path: Path) -> bool:
    return not is_in_workbook(path) and _begins_with(path, "{", "[")


def _begins_with(path: Path, *signs: str) -> bool:
    return "".join(first_lines(path, 1)).lstrip("\ufeff \t").startswith(signs)


def _named_separator(path: Path) -> str:
    """Return the separator that the first line of a file names; "" where it does not."""
    return "" if is_in_workbook(path) else separator_in("".join(first_lines(path, 1)))


def separator_of(path: Path) -> str:
    """Return what is between the cells: as the first line says, else what most lines have as often as the first.

    "" for nothing.
    """
    if is_in_workbook(path):
        return ","
    if named := _named_separator(path):
        return named
    if not first_lines(path, 1):
        return ""
    best, share = "", 0.0
    for separator in _SEPARATORS:
        rows = list[list[str]]()
        try:
            rows.extend(cells for _, cells in DelimitedReader(path, separator, most=SAMPLE + 1))
        except TooWide:
            return separator  # reading them says how many cells there are
        except BadFile:
            pass  # the rows before it say enough; reading them names the line
        above = takewhile(is_above_heads, rows[:MOST_ABOVE])
        widths = [len(cells) for cells in rows[len(list(above)) :]]
        if widths and widths[0] > 1 and (even := widths.count(widths[0]) / len(rows)) > share:
            best, share = separator, even
    return best


def _rows_of_records(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of JSON records as rows; a field that no record of the sample has is left out.

    A record that several people rated is a row for each of them.
    """
    sample = [record for _, record in islice(records_of(path), SAMPLE)]
    if len(sample) == 1 and path.suffix == ".json" and not graded(sample[0]) and not _begins_with(path, "["):
        raise BadFile(trf("json-one-object", "This is one object, not a table, which has a record for each row."))
    if len(sample) == 1 and (rows := graded(sample[0])):
        yield 1, heads_of_grades(sample[0])
        yield from ((1, list(row)) for row in rows)
        return
    heads: dict[str, None] = {}
    for record in sample:
        if isinstance(record, dict):
            for one in rated(record):
                heads.update(dict.fromkeys(flat(one)))
    columns = LabelColumns(list(heads))
    yield 1, columns.heads if columns.is_needed else list(heads)
    for line, record in records_of(path):
        if not isinstance(record, dict):
            raise BadFile(trf("record-no-fields", "This record is not an object with a field for each column."), line)
        for one in rated(record):
            cells = flat(one)
            row = [cells.get(head, "") for head in heads]
            yield from ((line, cells) for cells in (columns.rows(row) if columns.is_needed else [row]))
