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


def sentence(text: str) -> str:
    """Return a sentence of the program that runs left to right, even if it begins with an Arabic name."""
    return f"\N{LEFT-TO-RIGHT MARK}{text}" if is_right_to_left(text) else text
