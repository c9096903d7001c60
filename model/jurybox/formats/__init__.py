"""File formats: one module for each family, all through the same staging and pre-flight."""

from jurybox.formats.format import Format, ReadOptions, Write, Written
from jurybox.formats.tables import TABLES_FORMAT

FORMATS: dict[str, Format] = {made.name: made for made in (TABLES_FORMAT,)}
"""Every format by the name that `--as` takes; the first whose `sniff` says so reads a file."""

__all__ = ["FORMATS", "Format", "ReadOptions", "Write", "Written"]
