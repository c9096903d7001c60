"""The reading direction of a text."""

_READ_MAX = 4_000


def is_right_to_left(text: str) -> bool:
    """Return whether a text runs right to left: by its first letter with a direction (UAX 9, P2)."""
    if text.isascii():
        return False
    from unicodedata import bidirectional  # not needed for English

    for sign in text[:_READ_MAX]:
        direction = bidirectional(sign)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False
