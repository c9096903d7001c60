"""Ids as names of files: any id can be one, and the name gives the id back."""

import re
from collections.abc import Iterable
from pathlib import Path
from unicodedata import category, normalize
from urllib.parse import quote, unquote

_PLAIN = re.compile(r"[\w .@+=,()-]+", re.ASCII)
_TAKEN = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
LONGEST = 200
PACKED = (".gz", ".bz2", ".xz", ".zip")
"""Endings of compressed files, which are unpacked while they are read."""
_READABLE = 50


def file_name(text: str) -> str:
    """Return an id as the name of a file: what file systems or shells do not take is written as %xx."""
    plain = _PLAIN.fullmatch(text) and not text.startswith((".", "-")) and text == text.strip(" .")
    if plain and not _TAKEN.fullmatch(text) and "%" not in text:
        return text
    return "".join(_escaped(sign, at == 0 or at == len(text) - 1) for at, sign in enumerate(text)) or "%"


def file_names(texts: Iterable[str]) -> dict[str, str]:
    """Return ids with the names of their files, no two of which differ only in upper and lower case.

    Windows and macOS would write such files over each other. Of ids that collide, the first keeps its name;
    in the others every byte is escaped, which gives the id back all the same.
    """
    names: dict[str, str] = {}
    used: set[str] = set()
    for text in texts:
        name = file_name(text)
        if text not in names and name.lower() in used:
            name = "".join(f"%{byte:02X}" for byte in text.encode(errors="surrogateescape"))
        names.setdefault(text, name)
        used.add(names[text].lower())
    return names


def readable_name(text: str) -> str:
    """Return a text as the name of a file that people read: its letters and digits, of any script.

    They are small and composed (NFC), so that no file system confuses two names; all else becomes hyphens,
    and long names are cut. Different texts may have the same.
    """
    signs = (sign if category(sign)[0] in "LMN" else " " for sign in normalize("NFC", text.casefold()))
    plain = "-".join("".join(signs).split())[:_READABLE].rstrip("-")
    return f"run-{plain}".rstrip("-") if not plain or _TAKEN.fullmatch(plain) else plain


def id_of(name: str) -> str:
    """Return the id in a file name, without its suffix."""
    return "" if name == "%" else unquote(name, errors="surrogateescape") if "%" in name else name


def unpacked(name: str) -> str:
    """Return the name of a file without the ending of a compressed one."""
    return next((name.removesuffix(ending) for ending in PACKED if name.endswith(ending)), name)


def id_and_ending(path: Path) -> tuple[str, str]:
    """Return the id and the ending of a file, that of a compressed one left out."""
    plain = Path(unpacked(path.name))
    return id_of(plain.stem), plain.suffix.lower()


def _escaped(sign: str, outer: bool) -> str:  # noqa: FBT001 - said at one place, just above
    if _PLAIN.fullmatch(sign) and not (outer and sign in ". -"):
        return sign
    return quote(sign, safe="") if quote(sign, safe="") != sign else f"%{ord(sign):02X}"
