"""What an account, or a hub, can make up: entries and parts with right hashes and digests, and odd contents."""

import copy
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

FIELDS = ("writer", "assessor", "kind", "question", "answer", "nugget", "fact", "label", "state", "note")
FIELDS += ("seconds", "at", "act", "part", "replaces", "heads")
HALF = "\ud800"
DEEP = "[" * 5_000 + "]" * 5_000
FAR = [2**31 - 1, 2**31, 2**40, 2**61, -(2**61), 2**62, 2**63, 10**30]
_HASH = "ab" * 32


def entries(subjects: Mapping[str, str], code: str) -> Iterator[dict[str, Any]]:
    """Yield what differs from a plain label of `subjects` (digests of question, answer, other_question, ...)."""
    odd: dict[str, Sequence[Any]] = {
        "kind": ["gossip", "", "JUDGMENT", 7, None, ["judgment"], {}, HALF, "a\x1fb", "fact\0"],
        "label": [
            "banana",
            "",
            7,
            True,
            ["correct"],
            {"a": 1},
            HALF,
            "a\x1fb",
            "x" * 2_000,
            "x" * 2_000_000,
            "<b>",
            "\0",
        ],
        "state": ["asleep", "", 7, ["junk"], HALF, "junk\0"],
        "note": [7, ["x"], HALF, "x" * 2_000_000, "\0", "\x1f", "<script>"],
        "seconds": [-1.0, -0.0, 1, True, "5", 1e308, [1.0]],
        "at": [*FAR, -1, 0, 1.5, True, "5", None, [1], -(10**14), 253402300800000],
        "act": ["dream", "", 7, None, ["do"], HALF],
        "part": [*FAR, -1, 1.0, True, "0", None],
        "replaces": ["ab", "zz" * 32, _HASH, _HASH * 1_000, 7, None, _HASH.upper()],
        "heads": ["ab", "zz" * 32, _HASH, 7, None],
        "question": ["", "zz", "ab", "ab" * 16, "ab" * 200, 7, None, subjects["other_question"]],
        "answer": ["", "zz", "ab", "ab" * 16, 7, None, subjects["other_answer"]],
        "nugget": ["zz", "ab", "ab" * 16, 7, None],
        "fact": ["", "name", 7, ["x"], HALF, "x" * 2_000, "back:zz", "group"],
    }
    for field, values in odd.items():
        for value in values:
            yield {field: value}
    of_question: dict[str, Any] = {"answer": ""}
    for label in ("a\x1fb", "x" * 2_000, HALF, 7):
        yield {**of_question, "label": label}
        yield {**of_question, "kind": "repeat", "label": label}
    nothing: dict[str, Any] = {"question": "", "answer": ""}
    for kind in ("judgment", "repeat", "importance", "match", "distinct", "nugget", "instance", "adjudication"):
        yield {"kind": kind, **nothing}
        yield {"kind": kind}
        yield {"kind": kind, **of_question}
        yield {"kind": kind, "question": ""}
        yield {"kind": kind, "nugget": "ab" * 16}
        yield {"kind": kind, "answer": subjects["other_answer"]}
        yield {"kind": kind, "question": subjects["other_question"], "state": "junk", "label": None}
        yield {"kind": kind, "fact": "x", "label": HALF}
    own = {"kind": "fact", **nothing, "fact": f"guidelines-read:{code}"}
    for text in ("{", "", DEEP, "9" * 6_000, "7", "[]", "NaN", '"\\ud800"', None, HALF, 7, '"1"', '{"a": 1}', "null"):
        yield {**own, "label": text}
    for about in ({"question": subjects["question"]}, {"question": subjects["question"], "answer": subjects["answer"]}):
        yield {**own, "label": '"1"', **about}


def bodies(chain: Sequence[str]) -> Iterator[bytes]:
    """Yield what is no list of the fields of an entry, but JSON of this chain."""
    whole = [*chain, "judgment", *[""] * 13]
    for content in (whole[:15], [*whole, 1], {"a": whole}, "x" * 100, 7, [whole]):
        yield json.dumps(content).encode().ljust(80)
    yield json.dumps(whole, indent=3).encode()


def body_of(fields: Mapping[str, Any]) -> bytes:
    """Return the body of an entry as it travels."""
    return json.dumps([fields[name] for name in FIELDS], ensure_ascii=True, separators=(",", ":")).encode("ascii")


Forge = Callable[[Any], Any]
"""Changes the content of a pack or a manifest, or returns another."""


def packed(content: Any) -> bytes:
    """Return content as a hub has it, whatever it is; bytes are taken as the compressed ones."""
    if isinstance(content, bytes):
        return content
    return zlib.compress(json.dumps(content, ensure_ascii=True).encode())


def digest_of(body: bytes) -> bytes:
    """Return what a pack or a manifest is known by."""
    return hashlib.sha256(body).digest()


_VALUES: Sequence[Any] = (None, 7, -1, 1.5, True, "", "x", "a\0b", HALF, "zz", "ab", "ab" * 16, "ab" * 32, [], {}, [[]])
_VALUES += (["x"], {"a": 1}, 10**18, 10**30, 1e308, "riddle", "x" * 2_000_000)
"""In place of anything in a manifest or a pack."""


def spoiled(content: Any, seed: int) -> Any:
    """Return content in which one value, chosen by a number, is another, is missing, or is there twice."""
    made = copy.deepcopy(content)
    places = list(_places(made))
    inside, key = places[seed * 7919 % len(places)]
    how = seed % (len(_VALUES) + 2)
    if how < len(_VALUES):
        inside[key] = _VALUES[how]
    elif how == len(_VALUES):
        del inside[key]
    elif isinstance(inside, list):
        inside.append(inside[key])
    else:
        inside[key] = [inside[key]]
    return made


def _places(content: Any) -> Iterator[tuple[Any, Any]]:
    keys = content if isinstance(content, dict) else range(len(content)) if isinstance(content, list) else ()
    for key in list(keys):
        yield content, key
        yield from _places(content[key])
