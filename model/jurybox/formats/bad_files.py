"""What is wrong with a file that cannot be read further, as a sentence."""

import gzip
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from jurybox.disk import NotRegularError
from jurybox.language import Sentence, tr, trf


class BadFile(Exception):  # noqa: N818 - it is caught and becomes a finding, never shown as an error
    """A file that cannot be read further: one sentence, and the line where that is."""

    def __init__(self, sentence: Sentence, line: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line

    @property
    def with_line(self) -> str:
        """The sentence, behind the line where there is one."""
        if self.line is None:
            return self.sentence
        return tr("Line {line:,}: {sentence}", line=self.line, sentence=self.sentence)


_BROKEN = trf("gzip-broken", "This is not a whole compressed file. Pack it again, or give the unpacked file.")


@contextmanager
def file_errors() -> Iterator[None]:
    """Turn what may befall while a file is read into a sentence."""
    try:
        yield
    except (gzip.BadGzipFile, zipfile.BadZipFile, lzma.LZMAError, EOFError, zlib.error) as error:
        raise BadFile(_BROKEN) from error
    except NotRegularError as error:
        raise BadFile(
            trf("not-a-file", "{thing}. Put a file in its place.", thing=str(error.strerror).capitalize())
        ) from error
    except IsADirectoryError as error:
        raise BadFile(
            trf("folder-not-file", "This is a folder, not a file. Move it away, or put the file in its place.")
        ) from error
    except OSError as error:
        if error.errno is None:  # of bz2
            raise BadFile(_BROKEN) from error
        raise BadFile(
            trf("file-unreadable", "It cannot be read ({reason}). Check its permissions.", reason=error.strerror)
        ) from error


def cannot_keep(error: OSError) -> Sentence:
    """Return the sentence of an error while what was read is kept for the program."""
    return trf(
        "file-not-kept",
        "What was read of this file cannot be kept in the folder for temporary files ({reason}). Make "
        "room there, or split the file.",
        reason=error.strerror,
    )
