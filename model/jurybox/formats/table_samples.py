"""Tables with columns of any names: their rows, and the column map that their heads and cells suggest.

Tables are CSV files, with commas, semicolons, tabs or bars between the cells, JSON lines, and sheets of
workbooks; the first line has the heads.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
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
from jurybox.formats.label_words import NO, SAID_OF_ANSWERS, TICKS, YES, is_yes, letters_of, words_of
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
from jurybox.formats.workbooks import TableRows, is_in_workbook
from jurybox.kinds import KIND_NAMES, KINDS
from jurybox.language import tr, trf
from jurybox.lists import comma_list, sentences

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


class SampleColumn:
    """One column of the sample of a table: its head, its cells, those that are not empty, and what these are."""

    def __init__(self, sample: "TableSample", head: str) -> None:
        self.sample = sample
        self.head = head
        at = sample.heads.index(head)
        self.cells = [row[at] for row in sample.rows]
        self.values = sample.values(head)
        self.plain = letters_of(head)
        self.words = [word.casefold() for word in _WORDS_OF_HEAD.findall(head)]
        self.tokens = frozenset(self.words)
        self.is_beside = bool((_BESIDE | _GOLD) & self.tokens) or head.startswith("_")

    @cached_property
    def said(self) -> str:
        """The field that the head says, or the last part of one; "" for one that stands beside the data."""
        values = [*map(with_point, self.values)]
        *before, last = map(str, _LAST_PART.split(self.head))
        end, names = letters_of(last), (self.head, self.plain)
        named = next((one for one in (*names, end) if one in _BY_HEAD), "")
        if not named and _BY_HEAD.get(before_id := letters_of(_ID_OF.sub("", self.head))) == "assessor":
            named = before_id
        name, is_part = _BY_HEAD.get(named, ""), bool(before) and named not in names
        if name == "note" and end in _GRADES_OR_NOTES and values and (_are_numbers(values) or _are_labels(values)):
            name = "label"
        name = next((instead for field, fits, instead in _BY_CELLS if field == name and values and fits(values)), name)
        is_aside = self.tokens & _BESIDE - (_ABOUT if name in _ASKED else frozenset())
        is_other = (
            (is_part and (before[0] in self.sample.heads or is_aside))
            or (name in {"text", "answer"} and is_part and self.tokens & _GOLD)
            or (name == "text" and (self.is_unclear or (end == "sentence" and not _is_prose(values))))
            or (name == "document" and self.tokens & _SOURCES and not _are_sources(values))
        )
        return "" if is_other else name

    @cached_property
    def stem(self) -> tuple[str, str]:
        """The field that some words of the head say, and the other words: of `answer_one` text and `one`."""
        words = self.words
        for count in range(len(words) - 1, 0, -1):
            for some, rest in ((words[:count], words[count:]), (words[-count:], words[:-count])):
                if name := _BY_HEAD.get("".join(some)):
                    return name, " ".join(rest)
        return _BY_HEAD.get(self.plain, ""), ""

    @property
    def label(self) -> str:
        """The label that the head, or its last word, names; "" for any other."""
        named = (self.plain, *self.words[1:][-1:])
        return next((word for word in named if word in _NAMED_LABELS), "")

    @cached_property
    def is_prose(self) -> bool:
        """Whether most cells are of several words."""
        return _is_prose(self.values)

    @cached_property
    def are_labels(self) -> bool:
        """Whether the cells are words for labels, of a few kinds."""
        return _are_labels(self.values)

    @cached_property
    def are_numbers(self) -> bool:
        """Whether all cells are numbers."""
        return _are_numbers(self.values)

    @property
    def are_grades(self) -> bool:
        """Whether the cells are whole numbers, of a few steps."""
        return _are_grades(self.values)

    @property
    def are_ids(self) -> bool:
        """Whether all cells are words with a digit."""
        return _all(_ID.fullmatch, self.values)

    @property
    def may_be_ids(self) -> bool:
        """Whether the cells are ids and no figures: these have decimals, or are a few for many rows."""
        values = self.values
        is_figure = self.are_numbers and (any("." in value for value in values) or len({*values}) < len(values) / 2)
        return self.are_ids and not is_figure

    @property
    def may_be_labels(self) -> bool:
        """Whether the cells are labels and no numbers of rows, nor one number alone."""
        is_number = _IDS & self.tokens or (len({*self.values}) == 1 and self.are_numbers)
        return self.are_labels and not is_number

    @property
    def are_ticks(self) -> bool:
        """Whether all cells are signs of a column that is ticked or empty."""
        return _all(TICKS.__contains__, [value.strip().casefold() for value in self.values])

    @property
    def is_marked(self) -> bool:
        """Whether the cells are ticks, or yes and no, or shares of one."""
        return self.are_ticks or _all(lambda value: is_yes(value) is not None or _is_share(value), self.values)

    @property
    def is_half(self) -> bool:
        """Whether a column of labels has ticks, is one of several, each for one label, or says what else is so."""
        if self.tokens & {"is", "has"} and not self.tokens & SAID_OF_ANSWERS and self.said != "label":
            return True
        is_alone = len({*self.values}) == 1 and len(self.values) < len(self.cells)
        return self.are_ticks or (bool(self.label) and is_alone)

    @cached_property
    def is_unclear(self) -> bool:
        """Whether the cells are answers that may be the right ones, or all attempts of a harness.

        They are said to be right or wrong, or to be several, or stand beside an answer of a system.
        """
        tokens = self.tokens
        if "resps" in tokens or {"answer", "key"} <= tokens:
            return True
        if not tokens & _SAID_TO_BE or (len(tokens) > 1 and self.are_labels):
            return False
        others = self.sample.columns
        beside = ((_PLACES & one.tokens and "answer" in one.tokens) or one.is_of_system for one in others)
        return bool(tokens & _RIGHT) or (not tokens & _OF_SYSTEMS and any(beside))

    @property
    def is_of_system(self) -> bool:
        """Whether the cells are texts that a system gave, as the head says."""
        if not _OF_SYSTEMS & self.tokens or self.is_beside:
            return False
        is_named = _BY_HEAD.get(self.plain) == "text" and self.plain not in _SAID
        return is_named or not (self.are_numbers or self.are_labels or all(map(when, self.values)))

    def some(self, sign: re.Pattern[str]) -> bool:
        """Return whether some cells begin with a sign."""
        return any(map(sign.match, self.values))


@dataclass(frozen=True)
class TableSample:
    """The heads and the first rows of a table."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def values(self, column: str) -> list[str]:
        """Return the cells of a column that are not empty."""
        at = self.heads.index(column)
        return [row[at] for row in self.rows if row[at].strip()]

    @cached_property
    def columns(self) -> list[SampleColumn]:
        """The columns."""
        return [SampleColumn(self, head) for head in self.heads]

    @cached_property
    def found(self) -> "FoundFields":
        """The fields of columns, as far as heads and cells say."""
        return FoundFields(self)


def table_rows(path: Path, most: int = 0) -> TableRows:
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


def _rows_of_lines(reader: DelimitedReader) -> TableRows:
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
    found = sample.found
    is_known = found and not no_proposal(sample) and not found.doubtful
    columns = tuple((one.head, found[one]) for one in sample.columns if is_known and one in found)
    return ColumnMap(columns, _kind_of(sample, ColumnMap(columns)) if columns else KIND_NAMES[0])


def doubt(sample: TableSample) -> str:
    """Return of which columns of a table nobody knows what they are, as a sentence; "" where something is proposed."""
    doubtful = sample.found.doubtful
    lists = [column for column in doubtful if column.some(_OF_OBJECTS)]
    said = tr("Nothing is proposed: names and cells say too little about {columns}.", columns=_listed(doubtful))
    inner = tr("In {columns} are records within records: write a row for each of them.", columns=_listed(lists))
    return sentences((said, inner if lists else "")) if doubtful else ""


def no_proposal(sample: TableSample) -> str:
    """Return why a table cannot be read as it is, as a sentence; "" where it can be."""
    columns = sample.columns
    chosen = [column for column in columns if _PREFERRED & column.tokens]
    ends = {column.stem[1] for column in columns if column.stem[0] in {"text", "answer"}} - {""}
    runs = [column for column in columns if column.stem[0] == "run" and column.stem[1]]
    systems = [column for column in runs if chosen or column.stem[1] in ends]
    if chosen or len(systems) > 1:
        return tr(
            "It compares answers in pairs ({columns}): such preferences cannot be read. Write a row for each "
            "answer, with its label.",
            columns=_listed(chosen + systems),
        )
    marked = [column for column in columns if column.label and column.is_marked]
    if len({column.label for column in marked}) > 1:
        return tr(
            "It has a column for each label ({columns}), which cannot be read. Write the labels in one column.",
            columns=_listed(marked),
        )
    grid = [found[1] for found in map(_GRID.fullmatch, sample.heads) if found]
    rated = [column for column in columns if grid.count(column.head.rpartition(" [")[0]) > 1]
    rated += [one for one in columns if one not in rated and _is_prose([one.head]) and one.are_labels]
    if len(rated) > 1 and not any(column.said in {"text", "answer"} for column in columns):
        return tr(
            "It has a column for each thing that was rated ({columns}), as forms have, which cannot be read. Write a "
            "row for each person and answer, with the question, the answer and the label.",
            columns=_listed(rated),
        )
    if both := [column for column in columns if _all(_VERDICT_BEFORE.match, column.values)]:
        return tr(
            "Each answer begins with a verdict ({columns}), which cannot be read. Write it in a column of its own.",
            columns=_listed(both),
        )
    if any({"nugget", "nuggets"} & column.tokens for column in columns):
        return tr(
            "It lists nuggets: give it the name nuggets.csv, and its columns the names question, nugget (the id), "
            "text and importance."
        )
    return ""


def _listed(columns: Iterable[SampleColumn]) -> str:
    return comma_list(printable(column.head) for column in columns)


def kind_of_rows(sample: TableSample, columns: ColumnMap) -> str:
    """Return the kind of question that a table seems to be about, whose columns are known."""
    return columns.kind or _kind_of(sample, columns)


def described(heads: Sequence[str], most: int = 12) -> str:
    """Return the heads of a table in a list that can be printed."""
    return comma_list(map(printable, heads), most)


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
    if any(column.plain in _BY_HEAD and column.head.casefold() not in _WORDS for column in sample.columns):
        return False
    for at, column in enumerate(sample.columns):
        head, values = column.head, column.values
        alike = [value for value in values if _shape_of(value) == _shape_of(head)]
        is_alike = any(map(str.isdigit, head)) or head.endswith(("?", "？"))
        if values and is_alike and len(alike) >= _EVEN * len(values):
            return True
        if at == 0 and len(values) > 1 and _is_prose([head]) and column.is_prose:
            return True
    return False


def _shape_of(cell: str) -> str:
    """Return what ids of one kind have in common, and questions: all but their digits, or the mark at the end."""
    return "?" if cell.endswith(("?", "？")) else _DIGITS.sub("0", cell)


def _are_no_numbers(cells: Sequence[str]) -> bool:
    return not _are_numbers(cells)


_BY_CELLS: tuple[tuple[str, Callable[[Sequence[str]], bool], str], ...] = (
    ("seconds", lambda cells: all(map(when, cells)), "judged-at"),
    ("judged-at", lambda cells: not all(map(when, cells)), ""),
    ("assessor", lambda cells: {*map(letters_of, cells)} <= SAID_OF_ANSWERS, "label"),
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


def _is_share(value: str) -> bool:
    return looks_like_number(value) and 0 <= float(value) <= 1


def _all(test: Callable[[str], object], values: Sequence[str]) -> bool:
    """Return whether a test holds for all of some values, of which there are any."""
    return bool(values) and all(map(test, values))


class FoundFields(dict[SampleColumn, str]):
    """The fields of the columns of a table, as far as heads and cells say."""

    def __init__(self, sample: TableSample) -> None:
        super().__init__()
        self.columns = sample.columns
        for column in self.columns:
            name = column.said
            if name and (FIELDS[name].several or not self.has(name)):
                self[column] = name
            elif name == "judged-at" and "updated" in column.tokens:
                del self[self.fields[name]]
                self[column] = name
        self._leave_out_gold()
        self._tell_wide()
        self._tell_labels_of_crowds()
        self._tell_ids_from_texts()
        self._tell_labels_from_texts()
        self._tell_labels_from_decisions()
        self._tell_ids_of_questions()
        self._tell_texts_of_systems()
        self._by_cells()
        self._tell_documents()
        self._tell_labels_from_scores()
        self._leave_out_gold()
        if self.has("assessor") and not pairs_by_ending(self.map):
            for column in self.of("label")[1:]:
                if column.said != "label":
                    del self[column]

    def of(self, *fields: str) -> list[SampleColumn]:
        """Return the columns that are one of some fields."""
        return [column for column, name in self.items() if name in fields]

    def has(self, *fields: str) -> bool:
        """Return whether a column is one of some fields."""
        return not {*fields}.isdisjoint(self.values())

    @property
    def fields(self) -> dict[str, SampleColumn]:
        """The column of each field, the last of several."""
        return {name: column for column, name in self.items()}

    @property
    def map(self) -> ColumnMap:
        """The same as a column map."""
        return ColumnMap(tuple((column.head, name) for column, name in self.items()))

    @property
    def open(self) -> list[SampleColumn]:
        """The columns that are no field, and may be."""
        return [column for column in self.columns if column not in self and not column.is_beside]

    @property
    def lost(self) -> list[SampleColumn]:
        """The columns of which one may be the answer, where none is known to be; labels would be stored without."""
        if self.has("text", "answer", "document-text"):
            return []
        return [
            column
            for column in self.open
            if _ANSWERS & column.tokens
            or column.is_prose
            or (self.has("label") and column.values and not (column.are_labels or column.are_numbers or column.are_ids))
        ]

    @cached_property
    def doubtful(self) -> list[SampleColumn]:
        """The columns without which a map would lose or mistake what the table says."""
        return next(filter(None, self._doubts()), [])

    def _leave_out_gold(self) -> None:
        """Leave out labels that follow from those of several people."""
        for column in self.of("label"):
            others = (one for one in self.columns if one is not column and not one.is_beside)
            is_said = (column.are_labels or column.are_numbers) and not any(one.are_labels for one in others)
            if _AGREED & column.tokens and not is_said:
                del self[column]

    def _tell_documents(self) -> None:
        """Take documents for the answers where there is nothing else, or for all that the table has."""
        fields, asked = self.fields, self.has("question", "question-text")
        document, passage = fields.get("document"), fields.get("document-text") or fields.get("support")
        is_source = not document or {"source", "citation", "reference"} & document.tokens
        if asked and not is_source and not self.has("answer", "text") and self.has(*_RANKED) and not self.lost:
            self[fields["document"]] = "answer"
        if passage and asked and not self.has("text") and not self.lost and self.has("answer", *_RANKED):
            self[passage] = "text"
        texts, ids = self.of("text"), [one for one in self.columns if one.plain in {"id", "docid", "docno"}]
        titles = [column for column in self.columns if column.plain == "title"]
        is_of_documents = len(texts) == len(ids) == 1 and texts[0].plain in {"text", "contents", "body"}
        has_title = any(column.head == "title" for column in titles)
        if is_of_documents and {*self} <= {*texts, *ids} and (has_title or ids[0].plain != "id"):
            self.update({ids[0]: "document", texts[0]: "document-text"})
        of_questions = {"question", "text"} < fields.keys() <= {"question", "text", "kind", "category"}
        if of_questions and self._are_of_questions():
            self[fields["text"]] = "question-text"
        if titles and {*self.values()} == {"question"}:
            self[titles[0]] = "question-text"

    def _tell_labels_from_scores(self) -> None:
        """Take a score for a label where the head of BEIR, or a judge beside, says so."""
        for column in self.of("score"):
            is_judged = self.has("assessor", "note") and column.are_grades
            if not self.has("label") and (is_judged or any(one.plain == "corpusid" for one in self.columns)):
                self[column] = "label"

    def _doubts(self) -> Iterator[list[SampleColumn]]:
        """Yield columns that nobody can tell, or none, the worst case first."""
        fields, open_, labels = self.fields, self.open, self.of("label")
        said = {column.said for column in self.columns}
        rivals = [column for column in labels if column.said == "label" or _CRITERIA & column.tokens]
        if len(rivals) > 1 and not pairs_by_ending(self.map):
            yield rivals
        if not _CORE & said:
            yield [*self]
        if fields.keys() in ({"question"}, {"question", "document"}) or ("assessor" in fields and not labels):
            yield open_ or [*self]
        yield [column for column in open_ if column.plain == "input" and column.values]
        yield [column for column, name in self.items() if name in _LISTS and column.some(_LISTS[name])]
        yield self.lost
        if not self or self.map.problem:
            return
        if not labels:
            yield from self._doubts_of_answers()
            return
        asked = fields.get("question") or fields.get("question-text")
        if asked and not self.has("answer", "text"):
            yield [] if _ASKED & said or _UNITS & asked.tokens else [asked]
            yield [column for column in open_ if _may_be_what_is_judged(column, asked)]
        names = [column for column in open_ if column.plain in _NAMES and not self.has("assessor", "run")]
        yield names + [column for column in labels if column.is_half]

    def _doubts_of_answers(self) -> Iterator[list[SampleColumn]]:
        """Yield columns of a table without labels that may be labels, right answers or questions, or have lists."""
        fields, open_ = self.fields, self.open
        note, scored = fields.get("note"), []
        if self.has("text"):
            if not self.has("run", "score", "rank", "answer") and self._may_be_gold():
                yield [fields["text"]]
            scored = [fields["score"]] if self.has("score") and not self.has("rank") else []
        elif "score" in fields and not self.has("run", "rank") and fields["score"].are_grades:
            yield [fields["score"]]
        if note and note.plain in _GRADES_OR_NOTES and not note.is_prose:
            yield [note]
        yield [
            column
            for column in (*scored, *open_)
            if (column.stem[0] in {"label", "score"} or (_GRADES_OR_NOTES | _CRITERIA) & column.tokens)
            and (column.are_grades or (column in scored and note))
        ]
        nested = _OF_OBJECTS if self.has("text", "answer", "document-text") else _OF_LISTS
        yield [column for column in open_ if column.some(nested)]

    def _are_of_questions(self) -> bool:
        """Return whether what is only called a text is there once for each question, and may be its own."""
        text, asked = self.fields["text"], self.fields["question"]
        return text.plain == "text" and len({*asked.values}) == len(text.cells)

    def _may_be_gold(self) -> bool:
        """Return whether nothing tells texts, of which nothing is said, from questions, choices and right answers."""
        text = self.fields["text"]
        if self.fields.keys() == {"question", "text"} and self._are_of_questions():
            return True
        is_read = self.has("support", "document-text") and not any(_GOLD & one.tokens for one in self.columns)
        return "answer" in text.tokens and (is_read or max(map(len, text.values), default=0) == 1)

    def _tell_wide(self) -> None:
        """Say which columns are the answers of several runs and their labels: those that share an ending."""
        others = [column for column in self.columns if column not in self]
        texts = [
            column
            for column in others
            if column.stem[0] in {"text", "answer"} and column.stem[1]
            if not (_BESIDE | _GOLD) & {*column.stem[1].split()} and not column.is_unclear
        ]
        if len(texts) < 2 or any(column.are_labels for column in texts):
            return
        self.update(dict.fromkeys(texts, "text"))
        endings = {column.stem[1] for column in texts}
        for column in others:
            name, rest = column.stem
            if rest in endings and name in {"label", "decision", "assessor"} and _may_be_said(column):
                self[column] = "label"

    def _tell_labels_of_crowds(self) -> None:
        """Take what people answered for their labels, where these are labels and nothing else is.

        In what Prodigy writes, they also say whether a label counts.
        """
        for decided in [column for column in self.columns if column.head == DECIDED]:
            if _all(DECISIONS.__contains__, [*map(str.strip, decided.values)]):
                others = [other for other in self.of("label", "decision") if other is not decided]
                said = [other for other in others if other.are_labels]
                for other in (*others, decided):
                    self.pop(other, None)
                self[(*said, decided)[0]] = "label"
                return
        is_said = any(not _GOLD & column.tokens for column in self.of("label"))
        if is_said or self.has("run", "decision") or not self.has("assessor"):
            return
        for column in self.of("text", "answer"):
            if column.plain in _SAID and _may_be_said(column):
                self[column] = "label"
                return

    def _tell_labels_from_decisions(self) -> None:
        """Take what is called a decision for a label where a person made it, or its words are labels."""
        for column in self.of("decision"):
            is_said = any(is_yes(value) is None for value in column.values) or self.has("assessor")
            if is_said and not self.has("label"):
                self[column] = "label"

    def _tell_ids_from_texts(self) -> None:
        """Correct what is called question, answer or document, and may be an id or a text."""
        for text, id_ in (("question-text", "question"), ("text", "answer"), ("document-text", "document")):
            for column in self.of(text):
                others = [name for other, name in self.items() if other is not column]
                are_figures = "question-text" in others and _all(looks_like_number, column.values)
                may_be_id = text != "text" or (column.plain in _IDS_OR_TEXTS and not are_figures)
                is_id = column.are_ids or (text in others and not column.values)
                if may_be_id and id_ not in others and not column.is_prose and is_id:
                    self[column] = id_
        for column in self.of("question", "document"):
            if not self.has(text := f"{self[column]}-text") and column.is_prose:
                self[column] = text
        if self.has("document-text") and not self.has("document"):
            for column in self.of("document-text"):
                if self.has("support"):
                    del self[column]
                else:
                    self[column] = "support"

    def _tell_labels_from_texts(self) -> None:
        """Take what is called a label for the answer where there is no other, and its cells are no labels."""
        for column in self.of("label"):
            is_text = column.values and not (column.are_labels or column.are_numbers)
            if is_text and column.plain in _LABELS_OR_TEXTS and not self.has("text", "answer"):
                self[column] = "text"

    def _tell_texts_of_systems(self) -> None:
        """Take a column for the answer whose head says that a system gave it, where there is no other."""
        given = [column for column in self.columns if column not in self and column.is_of_system]
        if len(given) == 1 and not self.has("text") and not given[0].is_unclear:
            self[given[0]] = "text"

    def _by_cells(self) -> None:
        """Say what columns are whose heads say nothing: texts in one row for each question, labels."""
        open_ = [one for one in self.open if one.plain != "id" and not (one.is_unclear or one.some(_OF_LISTS))]
        names = {*self.values()}
        said = [column for column in open_ if column.may_be_labels]
        for column in open_:
            if not names & {"question", "question-text"}:
                if column.is_prose or column.may_be_ids:
                    self[column] = "question-text" if column.is_prose else "question"
                    names.add(self[column])
            elif "label" not in names and column in said and (len(said) == 1 or "assessor" not in names):
                self[column] = "label"
        self._tell_texts_of_questions()
        labels = [column for column in open_ if self.get(column) == "label"]
        is_wide = not names & {"text", "answer", "run", "label"} and not labels
        rest = [column for column in open_ if column not in self and not column.are_numbers]
        if is_wide:
            self.update(dict.fromkeys([column for column in rest if not column.may_be_ids], "text"))
        if (labels or "run" in names) and not self.has("text", "answer"):
            rest = [column for column in rest if len({*column.values}) > 1 or len(column.cells) == 1]
            likely = [column for column in rest if not self._is_one_for_each_question(column)] or rest
            if len(likely) == 1 and "assessor" not in names:
                self[likely[0]] = "text"

    def _tell_ids_of_questions(self) -> None:
        """Take a column called id or number for that of the question, if it is one for each."""
        for column in self.columns:
            if column.plain in _IDS and not self.has("question") and self._names_questions(column):
                self[column] = "question"

    def _tell_texts_of_questions(self) -> None:
        """Take the longest texts for those of questions, of columns without a known head, one for each id.

        A category is the same for each id too; texts of questions differ from each other, or are prose.
        """
        likely = dict[SampleColumn, int]()
        for column in self.columns:
            is_open = column not in self and not (column.are_numbers or column.are_labels)
            if is_open and self._is_one_for_each_question(column) and self._differs(column):
                likely[column] = sum(map(len, column.values))
        if likely and not self.has("question-text"):
            self[max(likely, key=likely.__getitem__)] = "question-text"

    def _is_one_for_each_question(self, column: SampleColumn) -> bool:
        """Return whether a column has the same cell in all rows of a question, and some question several rows.

        Such are the rows of several runs; with one row for each question, answers have one cell each, too.
        """
        for asked in self.of("question"):
            pairs = {*zip(asked.cells, column.cells, strict=True)}
            return 1 < len({*asked.cells}) < len(column.cells) and len(pairs) == len({*asked.cells})
        return False

    def _differs(self, column: SampleColumn) -> bool:
        """Return whether a column is prose, or has another cell for each question."""
        return column.is_prose or len({*column.values}) == len({*self.of("question")[0].cells})

    def _names_questions(self, column: SampleColumn) -> bool:
        """Return whether a column has one value for each question, as far as the texts of questions say."""
        text = (*self.of("question-text"), column)[0]
        pairs = {*zip(column.cells, text.cells, strict=True)}
        return len(pairs) == len({*column.cells}) == len({*text.cells})


def _may_be_what_is_judged(column: SampleColumn, asked: SampleColumn) -> bool:
    """Return whether a column has ids of which a question has several."""
    pairs = {*zip(asked.cells, column.cells, strict=True)}
    is_id = column.are_ids and (_IDS & column.tokens or not column.are_numbers)
    return bool(is_id) and not _OF_TASKS & column.tokens and len(pairs) > len({*asked.cells})


def _may_be_said(column: SampleColumn) -> bool:
    """Return whether cells are labels or grades."""
    return column.are_labels or column.are_grades


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


def _is_prose(values: Sequence[str]) -> bool:
    words = [len(value.split()) for value in values]
    return bool(words) and sum(words) >= _PROSE_WORDS * len(words)


def _are_labels(values: Sequence[str]) -> bool:
    found = {value.strip().casefold() for value in values}
    unknown = found - (_WORDS | YES | NO)
    return 0 < len(found) <= _MOST_LABELS and {*map(letters_of, unknown)} <= SAID_OF_ANSWERS


def _are_grades(values: Sequence[str]) -> bool:
    found = {value.strip() for value in values}
    return 0 < len(found) <= _MOST_LABELS and all(whole(value) is not None for value in found)


def _are_sources(cells: Sequence[str]) -> bool:
    """Return whether cells are places of documents, or ids of these: not years, nor names of a few systems."""
    is_few = 2 * len({*cells}) <= len(cells) and not all("://" in cell for cell in cells)
    return all(map(_LOOKS_LIKE_DOCUMENT.match, cells)) and not (is_few or _are_numbers(cells))


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


def _rows_of_records(path: Path) -> TableRows:
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
