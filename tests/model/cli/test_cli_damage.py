"""Commands on files with flipped bytes, lost pages, lost ends: one sentence, never a trace."""

import random
from pathlib import Path
from typing import Any

import pytest
from small import small_collection

from jurybox.collection.check import damage_refused
from jurybox.errors import NotOurs, Refused


def damaged(data: bytes, seed: int) -> bytes:
    """Damage a file in one of three ways; its header stays."""
    draw, found = random.Random(seed), bytearray(data)
    if seed % 3 == 0:
        for _ in range(draw.randrange(1, 40)):
            found[draw.randrange(100, len(found))] = draw.randrange(256)
    elif seed % 3 == 1:
        del found[draw.randrange(100, len(found)) :]
    else:
        start = draw.randrange(100, len(found) - 4096)
        found[start : start + 4096] = bytes(4096)
    return bytes(found)


@pytest.mark.parametrize("seed", range(9))
def test_damage_is_told_in_one_sentence(run: Any, tmp_path: Path, seed: int) -> None:
    path = small_collection(tmp_path / "x.jury", questions=30, labels=[(0, at, "correct") for at in range(9)])
    path.write_bytes(damaged(path.read_bytes(), seed))
    for words in (("score",), ("log",), ("check",), ("export", "-o", tmp_path / "t"), ("baseline", "all-yes")):
        before = path.read_bytes()
        told = run(words[0], path, *words[1:])
        if told.status == 2:
            assert str(path) in told.refusal or "damage" in told.refusal
        if words[0] != "baseline":
            assert path.read_bytes() == before
    assert run("check", path).status in {1, 2}


def test_a_bug_stays_a_bug_on_a_whole_file(small: Path) -> None:
    with pytest.raises(ZeroDivisionError), damage_refused(small):
        _ = 1 // 0
    small.write_bytes(damaged(small.read_bytes(), 1))
    with pytest.raises(NotOurs, match="is damaged"), damage_refused(small):
        _ = 1 // 0
    with pytest.raises(Refused, match=r"^as it is$"), damage_refused(small):
        raise Refused("as it is")
