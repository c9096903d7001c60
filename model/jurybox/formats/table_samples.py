"""Tables with columns of any names: their rows, and the column map that their heads and cells suggest.

Tables are CSV files, with commas, semicolons, tabs or bars between the cells, JSON lines, and sheets of
workbooks; the first line has the heads.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from jurybox.collection.cell_types import looks_like_number
from jurybox.collection.findings import printable, shown
from jurybox.csv_files import unguard
from jurybox.formats.bad_files import BadFile
from jurybox.formats.column_maps import FIELDS, ColumnMap
from jurybox.formats.delimited import DelimitedReader, TooWide, first_twice
from jurybox.formats.grades import whole
from jurybox.formats.json_records import records_of
from jurybox.formats.label_words import NO, YES
from jurybox.formats.source_files import first_lines
from jurybox.formats.workbooks import is_in_workbook
from jurybox.kinds import KIND_NAMES, KINDS
from jurybox.language import tr, trf
from jurybox.lists import and_more

SAMPLE = 200
"""Rows of a table that are read to propose its fields."""
MOST_COLUMNS = 200
_SEPARATORS = "\t,;|"
_TABLES = {".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson"}
_EVEN = 0.9
"""The share of the first rows that must have as many cells as there are heads."""
_PROSE_WORDS = 3
_MOST_LABELS = 12
_IDS_OR_TEXTS = {"answer", "candidate", "回答", "解答"}
"""Heads of answers that may be ids or texts, as the cells say; others say which."""
_NOT_LETTERS = re.compile(r"[\W_]+")
_ID = re.compile(r"\S*[0-9]\S*")
_JAPANESE = {
    "question": "質問番号 質問id 課題番号 トピック",
    "question-text": "質問 質問文 設問",
    "run": "システム システム名 ラン モデル 体系",
    "rank": "順位",
    "answer": "回答番号 回答id 解答番号",
    "text": "回答 解答 答え 応答 出力",
    "document": "文書 文書番号 文書id",
    "confidence": "確信度",
    "score": "スコア 得点",
    "assessor": "評価者 判定者 アノテータ",
    "label": "判定 評価 正誤 ラベル 適合度",
    "note": "備考 コメント",
}
"""Heads in Japanese, as tables of NTCIR have them."""
_BY_HEAD = {head: field.name for field in reversed(FIELDS.values()) for head in field.heads.split()} | {
    head: name for name, heads in _JAPANESE.items() for head in heads.split()
}
_LETTERS = frozenset(("A", "B", "C"))
_WORDS = frozenset(word.casefold() for kind in KINDS.values() if kind.is_labeled for word in kind.labels) | frozenset(
    ("right", "wrong", "r", "x", "u", "w")
)


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
    separator = _separator(path)
    if not separator:
        raise BadFile(
            trf(
                "table-no-separator",
                "This is not a table: no comma, semicolon, tab or bar is in as many places in its "
                "lines as in the first. Write a line with the names of the columns first.",
            )
        )
    reader, at_heads = DelimitedReader(path, separator, most=most), True
    for line, cells in reader:
        held = [unguard(cell) for cell in cells] if reader.apostrophe else cells
        yield line, [cell.strip() for cell in held] if at_heads else held
        at_heads = False


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
    has_names = all(heads) and len({*heads}) == wide and not any(map(looks_like_number, heads))
    if not has_names or len(even) < _EVEN * (len(rows) - 1):
        return None
    return TableSample(heads, even)


def table_trouble(path: Path) -> str:
    """Return why a file that is called as a table cannot be read as one, as a sentence; or ""."""
    if not (set(path.suffixes[-2:]) & _TABLES or is_in_workbook(path)):
        return ""
    try:
        rows = list(table_rows(path, 0 if _is_json(path) else SAMPLE + 1))
    except BadFile as error:
        return error.with_line
    first, heads = rows[0] if rows else (1, [])
    twice = first_twice([head for head in heads if head])
    if twice:
        return tr(
            "Line {first:,}: The column {twice} appears twice. Remove one of the two.", first=first, twice=shown(twice)
        )
    if not all(heads) or any(map(looks_like_number, heads)):
        return tr(
            "Line {first:,}: There are no names of columns. Write a line with a name for each column.", first=first
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
    """Return what the columns of a table seem to be, by their heads, then by their cells."""
    found: dict[str, str] = {}
    for column in sample.heads:
        name = _BY_HEAD.get(_plain(column))
        if name and (FIELDS[name].several or name not in found.values()):
            found[column] = name
    _tell_ids_from_texts(sample, found)
    _tell_labels_from_texts(sample, found)
    _tell_ids_of_questions(sample, found)
    _by_cells(sample, found)
    kept = {name: list[str]() for name in found.values()}
    for column, name in found.items():
        kept[name].append(column)
    if len(kept.get("text", ())) > 1 and {"run", "answer", "label"} & kept.keys():
        for column in kept["text"][1:]:
            del found[column]
    if len(kept.get("label", ())) > 1 and "assessor" in kept:
        for column in kept["label"][1:]:
            del found[column]
    columns = tuple((column, found[column]) for column in sample.heads if column in found)
    return ColumnMap(columns, _kind_of(sample, ColumnMap(columns)))


def kind_of_rows(sample: TableSample, columns: ColumnMap) -> str:
    """Return the kind of question that a table seems to be about, whose columns are known."""
    return columns.kind or _kind_of(sample, columns)


def described(heads: Sequence[str], most: int = 12) -> str:
    """Return the heads of a table in a list that can be printed."""
    more = len(heads) - most
    return and_more([printable(head) for head in heads[:most]], more)


# Inside: what cells are


def _tell_ids_from_texts(sample: TableSample, found: dict[str, str]) -> None:
    """Correct what is called question, answer or document, and may be an id or a text."""
    for text, id_ in (("question-text", "question"), ("text", "answer"), ("document-text", "document")):
        texts = [column for column, name in found.items() if name == text]
        for column in texts:
            others = [name for other, name in found.items() if other != column]
            may_be_id = text != "text" or _plain(column) in _IDS_OR_TEXTS
            if (
                may_be_id
                and id_ not in others
                and not _is_prose(sample.values(column))
                and _are_ids(sample.values(column))
            ):
                found[column] = id_
    for column, name in list(found.items()):
        others = [other for at, other in found.items() if at != column]
        if name == "question" and "question-text" not in others and _is_prose(sample.values(column)):
            found[column] = "question-text"
        elif name == "document" and "document-text" not in others and _is_prose(sample.values(column)):
            found[column] = "document-text"
    if "document-text" in found.values() and "document" not in found.values():
        for column in [column for column, name in found.items() if name == "document-text"]:
            if "support" in found.values():
                del found[column]
            else:
                found[column] = "support"


def _tell_labels_from_texts(sample: TableSample, found: dict[str, str]) -> None:
    """Take what is called a label for the answer where there is no other, and its cells are no labels."""
    for column in [column for column, name in found.items() if name == "label"]:
        values = sample.values(column)
        is_text = values and not _are_labels(values) and not _are_numbers(values)
        if is_text and not {"text", "answer"} & {*found.values()}:
            found[column] = "text"


def _by_cells(sample: TableSample, found: dict[str, str]) -> None:
    """Say what columns are whose heads say nothing: texts in one row for each question, labels."""
    open_ = [column for column in sample.heads if column not in found and _plain(column) != "id"]
    names = set(found.values())
    for column in open_:
        values = sample.values(column)
        if not names & {"question", "question-text"}:
            if values and (_is_prose(values) or _are_ids(values)):
                found[column] = "question-text" if _is_prose(values) else "question"
                names.add(found[column])
        elif not {"label", "assessor"} & names and _are_labels(values):
            found[column] = "label"
    _tell_texts_of_questions(sample, found)
    labels = [column for column in open_ if found.get(column) == "label"]
    for column in open_:
        is_wide = not names & {"text", "answer", "run", "label"} and not labels
        if column not in found and is_wide and not _are_numbers(sample.values(column)):
            found[column] = "text"
    if (labels or "run" in names) and not {"text", "answer"} & set(found.values()):
        rest = [c for c in open_ if c not in found and not _are_numbers(sample.values(c))]
        varied = [c for c in rest if not _is_one_for_each_question(sample, c, found)]
        if rest:
            found[(varied or rest)[0]] = "text"


def _tell_ids_of_questions(sample: TableSample, found: dict[str, str]) -> None:
    """Take a column called id for that of the question, if it is one for each."""
    for column in sample.heads:
        is_open = _plain(column) == "id" and "question" not in found.values()
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
    return next(sample.heads.index(column) for column, name in found.items() if name == field)


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
    keys = [*columns.of("question"), *columns.of("question-text"), *columns.of("run")]
    if columns.of("run") and (columns.of("rank") or columns.of("score")):
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
    return 0 < len(found) <= _MOST_LABELS and found <= _WORDS | YES | NO


def _are_numbers(values: Sequence[str]) -> bool:
    return all(map(looks_like_number, values))


# Inside: rows


def _is_json(path: Path) -> bool:
    return not is_in_workbook(path) and "".join(first_lines(path, 1)).lstrip().startswith(("{", "["))


def _separator(path: Path) -> str:
    """Return what is between the cells: what most lines have as often as the first; "" for nothing."""
    if is_in_workbook(path):
        return ","
    if not first_lines(path, 1):
        return ""
    best, share = "", 0.0
    for separator in _SEPARATORS:
        widths = list[int]()
        try:
            widths.extend(len(cells) for _, cells in DelimitedReader(path, separator, most=SAMPLE + 1))
        except TooWide:
            return separator  # reading them says how many cells there are
        except BadFile:
            pass  # the rows before it say enough; reading them names the line
        if widths and widths[0] > 1 and (even := widths.count(widths[0]) / len(widths)) > share:
            best, share = separator, even
    return best


def _rows_of_records(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of JSON records as rows; a field that no record of the sample has is left out."""
    heads: dict[str, None] = {}
    for _, record in islice(records_of(path), SAMPLE):
        if isinstance(record, dict):
            heads.update(dict.fromkeys(_flat(record)))
    yield 1, list(heads)
    for line, record in records_of(path):
        if not isinstance(record, dict):
            raise BadFile(trf("record-no-fields", "This record is not an object with a field for each column."), line)
        flat = _flat(record)
        yield line, [flat.get(head, "") for head in heads]


def _flat(record: Mapping[str, object]) -> dict[str, str]:
    """Return the fields of a record as texts, those of objects in it as `outer.inner`."""
    found: dict[str, str] = {}
    for name, value in record.items():
        inner = value.items() if isinstance(value, dict) else ()
        found |= {f"{name}.{key}": _cell(one) for key, one in inner}
        if not isinstance(value, dict):
            found[name] = _cell(value)
    return found


def _cell(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "" if value is None else "yes" if value else "no"
    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return ""
