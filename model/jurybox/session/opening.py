"""Opening a collection for judging."""

from contextlib import closing, suppress
from pathlib import Path

from jurybox.collection.backup import backup
from jurybox.collection.file import check_is_ours, open_writing
from jurybox.collection.schema import VERSION
from jurybox.errors import Busy, NotSaved, Refused
from jurybox.session.following import Post
from jurybox.session.session import Session


def open_session(
    path: Path, *, assessor: str | None = None, post: Post | None = None, reading: str | None = None
) -> Session:
    """Open a collection for judging; raises Refused with one sentence if that is not possible.

    A file of an older version is brought up to date after a backup. With `post` the check of the file goes
    on in the background and nothing can be entered until it is done; without, it is waited for. With
    `reading`, a sentence that says why, nothing can be entered at all.
    """
    header = check_is_ours(path)
    if header.version < VERSION:
        _bring_up_to_date(path)
    session = Session(path, post)
    try:
        if reading:
            session.only_read(reading)
        if post is None:
            session.flush()
        # Where nothing may be entered, a new name cannot be either; the collection can be read all the same.
        with suppress(NotSaved):
            if assessor or session.facts.seat:
                session.sit(assessor or session.facts.seat)
    except Busy as error:
        session.close()
        raise Refused(
            f"Another program holds {path.name}. Nothing was changed; try again when it is done."
        ) from error
    except BaseException:
        session.close()
        raise
    return session


def _bring_up_to_date(path: Path) -> None:
    from jurybox.collection.migrations import migrate

    backup(path, "migration")
    with closing(open_writing(path)) as db:
        migrate(db)
