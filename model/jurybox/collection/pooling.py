"""Pooling: which answers of different runs are one answer, judged once.

Answers with ids are never pooled together. Others are one answer of a question if their texts, composed (NFC)
and with every stretch of white space made one blank, their documents and their supporting texts are equal.
Further similarity (case, compatibility forms, spelling) is only suggested, never applied.
"""

import re
import unicodedata
from collections.abc import Iterable

from jurybox.collection.entries import DIGEST_SIZE, digest

NIL = "NIL"
"""A run's response that the collection has no answer; never an answer's id."""

_PREFIX = "pool:"
SQL_POOL_REF = f"'{_PREFIX}' || lower(hex(pool))"
"""The name of a pooled answer, as an expression over the column `pool` of its row."""
_REF = re.compile(rf"{_PREFIX}[0-9a-f]{{{2 * DIGEST_SIZE}}}")


def pooled_text(text: str) -> str:
    """Return the form of a text that determines pooling."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def pool_key(question: str, text: str, document: str | None, support: str | None) -> bytes:
    """Return the key that pooled answers of the question with this name share."""
    return digest("pool", question, pooled_text(text), document, support)


def pool_ref(key: bytes) -> str:
    """Return the name of a pooled answer in tables, where other answers have ids."""
    return _PREFIX + key.hex()


def is_pool_ref(ref: str) -> bool:
    """Return whether a name was made by `pool_ref`."""
    return ref.startswith(_PREFIX) and _REF.fullmatch(ref) is not None


def may_hold_pool_ref(refs: Iterable[str]) -> bool:
    """Return whether one of many names may be such a name; a quick no for nearly all files."""
    return _PREFIX in "\n".join(refs)


def pool_of(ref: str) -> bytes | None:
    """Return the key in such a name; None for the id of an answer."""
    return bytes.fromhex(ref.removeprefix(_PREFIX)) if is_pool_ref(ref) else None
