"""What a file that is not text is, by its first bytes, so that nobody is asked to save a picture as UTF-8.

The signatures are those of the formats themselves, as the `magic` files of file(1) list them.
"""

from __future__ import annotations

from pathlib import Path

from jurybox.language import Sentence, trf

HEAD = 4096
"""As many bytes of the beginning of a file say what it is."""

_PICTURE = trf("file-is-picture", "This is a picture, not text. Import the data that it shows.")
PACKED_FILES = trf("file-is-archive", "This is an archive, not text. Unpack it, and import the files in it.")
_PDF = trf("file-is-pdf", "This is a PDF document, not text. Import the data that it was made from.")
_GZIP = trf("file-is-gzip", "This is a gzip file. Unpack it, or give it a name that ends in .gz.")
_OFFICE = trf(
    "file-is-office", "This is a document of an office program, not text. Save its tables as .xlsx or as CSV UTF-8."
)
_DATABASE = trf(
    "file-is-sqlite", "This is an SQLite database, not text. Open it as a collection, or export its tables as CSV."
)
_PARQUET = trf("file-is-parquet", "This is a Parquet file. Give it a name that ends in .parquet.")
_MEDIA = trf("file-is-media", "This is an audio or video file, not text. Import a transcript.")
UTF_16 = trf("file-is-utf-16", "The file is UTF-16. Save it as UTF-8.")
_OTHER = trf("file-not-text", "This is not a text file. Save its data as CSV in UTF-8.")

_SIGNATURES = (
    (0, b"\x89PNG\r\n", _PICTURE),
    (0, b"\xff\xd8\xff", _PICTURE),  # JPEG
    (0, b"GIF87a", _PICTURE),
    (0, b"GIF89a", _PICTURE),
    (8, b"WEBP", _PICTURE),
    (0, b"II*\0", _PICTURE),  # TIFF
    (0, b"MM\0*", _PICTURE),
    (0, b"%PDF-", _PDF),
    (0, b"\x1f\x8b", _GZIP),
    (0, b"BZh", trf("file-is-bzip2", "This is a bzip2 file. Give it a name that ends in .bz2.")),
    (0, b"\xfd7zXZ\0", trf("file-is-xz", "This is an xz file. Give it a name that ends in .xz.")),
    (0, b"7z\xbc\xaf\x27\x1c", PACKED_FILES),
    (0, b"\x28\xb5\x2f\xfd", PACKED_FILES),  # Zstandard
    (0, b"Rar!\x1a\x07", PACKED_FILES),
    (257, b"ustar", PACKED_FILES),  # tar
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OFFICE),  # before 2007
    (0, b"SQLite format 3\0", _DATABASE),
    (0, b"PAR1", _PARQUET),
    (0, b"ID3", _MEDIA),
    (0, b"OggS", _MEDIA),
    (0, b"fLaC", _MEDIA),
    (8, b"WAVE", _MEDIA),
    (4, b"ftyp", _MEDIA),
)
ZIP = b"PK\x03\x04"
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b")
_MOST_CONTROLS = 0.05
"""The largest share of control characters in what may still be a text with some of them in it."""
_SHORT = 8
"""Of so few bytes nobody can tell how they were written."""
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument."
_LARGEST_KIND = 1000
"""The most bytes that an entry may unpack to in which an archive says what it is."""


def not_text(head: bytes, path: Path) -> Sentence | None:
    """Return what a file is and what to do instead, as sentences; None if it may be text.

    `head`: its first `HEAD` bytes, unpacked where its name says that it is compressed.
    """
    if head.startswith(ZIP):
        return _in_zip(path)
    for at, signature, sentence in _SIGNATURES:
        if head.startswith(signature, at) and not _is_plain(head):
            return sentence
    if _has_utf16_shape(head):
        return UTF_16
    controls = sum(byte in _CONTROLS for byte in head)
    return _OTHER if controls > _MOST_CONTROLS * len(head) else None


def _is_plain(head: bytes) -> bool:
    """Return whether a file that begins like another is text after all, such as one that begins with ID3."""
    return head.isascii() and not head.startswith(b"%PDF-") and not any(byte in _CONTROLS for byte in head)


def _has_utf16_shape(head: bytes) -> bool:
    """Return whether nearly every other byte is NUL and hardly another, as in UTF-16 without a mark."""
    nul = [head[start::2].count(0) for start in (0, 1)]
    return max(nul) > 0.4 * len(head) and min(nul) < 0.05 * len(head) and len(head) > _SHORT


def _in_zip(path: Path) -> Sentence:
    """Return what a ZIP archive is by the names in it."""
    import zipfile  # in the child only
    import zlib

    try:
        with zipfile.ZipFile(path) as packed:
            names = set(packed.namelist())
            small = "mimetype" in names and packed.getinfo("mimetype").file_size < _LARGEST_KIND
            kind = packed.read("mimetype") if small else b""
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):
        return PACKED_FILES
    if ending := _workbook_ending(names, kind):
        return trf("file-is-workbook", "It is a workbook. Give it a name that ends in {ending}.", ending=ending)
    if kind.startswith(_OPEN_DOCUMENT):
        return _OFFICE
    return _OFFICE if names & {"word/document.xml", "ppt/presentation.xml"} else PACKED_FILES


def _workbook_ending(names: set[str], kind: bytes) -> str:
    if "xl/workbook.xml" in names:
        return ".xlsx"
    return ".ods" if kind == _OPEN_DOCUMENT + b"spreadsheet" else ""
