"""The session itself: who sits here, the commands that are run, undo and redo."""

from collections.abc import Iterable
from dataclasses import replace

from jurybox.changes import Changes
from jurybox.collection.entries import SHARED_KINDS, Act, Entry, check_text, storable
from jurybox.collection.jobs import read_assessors
from jurybox.collection.log import new_assessor
from jurybox.collection.nuggets import new_nugget
from jurybox.commands import Command, Statement
from jurybox.errors import Refused
from jurybox.judging.sent_back import is_sent_back
from jurybox.session.bulk import Bulk
from jurybox.session.following import changes_of, words

ORGANISER = "organiser"
_OVERRULED = "Somebody else has changed this since. Their word stands; your step was passed over."


class Session(Bulk):
    """One collection, opened by one program. See `open_session`."""

    def speaker(self, assessor: int | None) -> int:
        """Return the assessor named, else the one who sits here; without one the organiser sits down."""
        if assessor is not None:
            return assessor
        return self.sit(ORGANISER) if self.assessor is None else self.assessor

    def sit(self, name: str) -> int:
        """Let an assessor sit down, entered as a person if the name is new; return the position."""
        found = self.catalog.assessor_named.get(name)
        if found is None:
            if not name.strip():
                raise Refused("An assessor needs a name.")
            check_text(name)
            found = self.run(lambda db: new_assessor(db, name)) - 1
            self._adopt(self.run(read_assessors))
        self.assessor = found
        self._tell(words("facts"), None)
        return found

    def new_nugget(self, question: int, text: str, source: str, author: int) -> int:
        """Return the position of a nugget made for an entry that follows in the same step."""
        made = new_nugget(question, self.texts.question(question).digest, text, source, author)
        return self.catalog.nuggets.add(made)

    # Commands

    def execute(self, command: Command, initiator: object = None) -> Changes:
        """Run a command: in force at once, saved in the background; return and tell what changed.

        What is said already is not said twice. Raises Refused if nothing may be entered.
        """
        self._must_be_writable()
        return self._enter(list(command.statements(self)), "do", initiator)

    @property
    def can_undo(self) -> bool:
        """Whether the one who sits here has a step to take back."""
        return self.assessor is not None and bool(self._steps.of(self.assessor, self.ledger).done)

    @property
    def can_redo(self) -> bool:
        """Whether the one who sits here has taken back a step that can be done again."""
        return self.assessor is not None and bool(self._steps.of(self.assessor, self.ledger).undone)

    def undo(self, initiator: object = None) -> Changes | None:
        """Take back the last step of the one who sits here, also one of before a restart.

        What somebody else has set or adjudicated since stands: that part of the step is passed over. Raises
        Refused if it is the whole step; the next call goes on with the step before.
        """
        self._must_be_writable()
        if self.assessor is None or not self.can_undo:
            return None
        done = self._steps.of(self.assessor, self.ledger).done
        entries = [e for e in map(self._state.entry, done[-1]) if self._stands(e)]
        if not entries:
            done.pop()
            raise Refused(_OVERRULED)
        statements = [Statement(e.assessor, e.kind, e.thing, self._state.said_before(e)) for e in entries]
        return self._enter(statements, "undo", initiator)

    def redo(self, initiator: object = None) -> Changes | None:
        """Do again what was taken back last, apart from what somebody else has said since."""
        self._must_be_writable()
        if self.assessor is None or not self.can_redo:
            return None
        undone = self._steps.of(self.assessor, self.ledger).undone
        entries = [e for e in map(self._state.entry, undone[-1]) if self._is_own(e)]
        if not entries:
            undone.pop()
            raise Refused(_OVERRULED)
        statements = [Statement(e.assessor, e.kind, e.thing, e.said) for e in entries]
        return self._enter(statements, "redo", initiator)

    def _stands(self, entry: Entry) -> bool:
        """Return whether what an entry says is still said, and by the same assessor."""
        if entry.kind not in SHARED_KINDS:
            return True
        now = self._state.said(entry.kind, entry.assessor, entry.thing)
        return self._is_own(entry) and (now.label, now.state) == (entry.said.label, entry.said.state)

    def _is_own(self, entry: Entry) -> bool:
        """Return whether nobody else has said anything of what an entry is about."""
        if entry.kind not in SHARED_KINDS:
            return True
        standing = self.ledger.in_force(entry.kind, entry.assessor, entry.thing)
        return all(self._state.entry(at).assessor == entry.assessor for at in standing)

    def _enter(self, statements: Iterable[Statement], act: Act, initiator: object) -> Changes:
        entered: list[tuple[int, Entry]] = []
        replaced: list[tuple[bytes, int]] = []
        for said in [_storable(one) for one in statements]:
            if act == "do" and self._says_nothing_new(said):
                continue
            code = self.catalog.assessors[said.assessor].code
            names = self.texts.names(code, said.thing, self.catalog.nuggets)
            position, entry, gone = self._state.enter(
                names, said.assessor, said.kind, said.thing, said.said, act, len(entered)
            )
            self._steps.add(position, entry.assessor, self.ledger)
            entered.append((position, entry))
            replaced += [(self.ledger.hash_of(p), self.ledger.rows[p]) for p in gone]
        if not entered:
            return Changes()
        self.saving = replace(self.saving, pending=self.saving.pending + len(entered))
        self._writer.submit(self._job(entered, replaced))
        changes = changes_of(entry for _, entry in entered)
        told = replace(changes, what=changes.what | {"saving"}, act=act)
        self._tell(told, initiator)  # while the writer is at it already
        return changes

    def _says_nothing_new(self, new: Statement) -> bool:
        standing = self.ledger.in_force(new.kind, new.assessor, new.thing)
        if len(standing) > 1 or is_sent_back(self.catalog, self.ledger, new.kind, new.assessor, new.thing):
            return False
        old = self._state.said(new.kind, new.assessor, new.thing)
        return (old.label, old.state, old.note) == (new.said.label, new.said.state, new.said.note)


def _storable(statement: Statement) -> Statement:
    check_text(statement.thing.fact or "")
    return replace(statement, said=storable(statement.said))
