"""What follows from the cells of one row alone: names of pooled answers, NIL, rows that say nothing."""

from collections.abc import Iterator

from jurybox.collection.pooling import NIL, is_pool_ref, pool_key, pool_ref
from jurybox.collection.staging_cells import Value

_Columns = dict[str, list[Value]]

_NIL_ID = "NIL cannot be the id of an answer: it means that there is none. Give it another id."
_NO_ANSWER = "This answer has neither an id nor a text. Write one of them."
_CHANGED = (
    "The id of this pooled answer is made from its question, text, document and support, one of which was "
    "changed. Leave the id empty, here and wherever it is named, or write an id of your own."
)
_NIL_AND_TEXT = "NIL stands for no answer at all, but the {} is given too. Leave one of them out."
_NO_RESPONSE = (
    "This response names no answer and has no text. Write the id or the text of an answer, or NIL; or write "
    "no under answered."
)


def extra_values(table: str, values: _Columns, dropped: set[int]) -> Iterator[tuple[int, str]]:
    """Add the extra columns of a table to `values`; yield position and sentence of each row to refuse."""
    if table == "answers":
        yield from _answers(values, dropped)
    elif table == "responses":
        yield from _responses(values, dropped)


def _ref(values: _Columns, at: int) -> str:
    question, text, document, support = (
        values[name][at] for name in ("question", "text", "document", "support")
    )
    return pool_ref(pool_key(str(question), str(text or ""), _text(document), _text(support)))


def _text(value: Value) -> str | None:
    return None if value is None else str(value)


def _answers(values: _Columns, dropped: set[int]) -> Iterator[tuple[int, str]]:
    refs = list(values["answer"])
    values["ref"] = refs
    for at, (answer, text) in enumerate(zip(refs, values["text"], strict=True)):
        if at in dropped:
            continue
        if answer == NIL:
            yield at, _NIL_ID
        elif answer is None:
            if text is None:
                yield at, _NO_ANSWER
            refs[at] = _ref(values, at)
        elif is_pool_ref(str(answer)):
            if _ref(values, at) != answer:
                yield at, _CHANGED
            values["answer"][at] = None


def _responses(values: _Columns, dropped: set[int]) -> Iterator[tuple[int, str]]:
    answers = values["answer"]
    values["nil"] = [int(answer == NIL) for answer in answers]
    values["pooled"] = [0] * len(answers)
    if None not in answers and NIL not in answers:
        return
    for at, answer in enumerate(answers):
        if at in dropped or answer not in (None, NIL):
            continue
        given = [name for name in ("text", "document", "support") if values[name][at] is not None]
        if answer == NIL:
            answers[at] = None
            if given:
                yield at, _NIL_AND_TEXT.format(given[0])
        elif "text" in given:
            answers[at] = _ref(values, at)
            values["pooled"][at] = 1
        elif given or values["answered"][at] != 0:
            yield at, _NO_RESPONSE
