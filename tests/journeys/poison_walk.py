"""A walk through every screen of a collection whose every text is a trap for a rich text engine.

Run as a program in a folder of its own, with `canary.png` in it; prints as JSON what was seen. Whoever runs
it (see `test_poison.py`) counts the files that were opened meanwhile.
"""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

from patient_bot import PatientBot
from person import Person, said_words
from PySide6.QtCore import QEvent, QPoint, qInstallMessageHandler
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QToolTip, QWidget
from shiboken6 import isValid

from jurybox.collection.entries import Content, Subject, answer_digest, question_digest
from jurybox.collection.file import create, open_writing
from jurybox.collection.log import LogWriter, new_assessor
from jurybox.commands import SetFact
from jurybox.formats.tables import export_tables
from jurybox.session import open_session
from jurybox_gui.run import quiet
from jurybox_gui.widgets.probe import painted_words

_ASKED_EVERYWHERE = 3
"""How often the tips of every place of a screen are asked for; afterwards only those of its widgets."""


def poisons(canary: Path) -> list[str]:
    """Return texts that open a file, or ask another computer, wherever they are read as rich text."""
    image = f'<img src="file://{canary}">'
    return [
        image,
        f'<img src="{canary}">if a < b and c > d then',
        '<img src="//jurybox-canary/share/canary.png"> <b>x</b>',
        f"![x](file://{canary}) ![y](//jurybox-canary/canary.png)",
        f"</qt></p>{image}<qt>",
        f'<html><body background="file://{canary}"><style>p {{ background: url(file://{canary}) }}</style>',
        f"&lt;img src=&quot;file://{canary}&quot;&gt; {image}",
        '<img src="http://127.0.0.1:9/canary.png"> <s>struck</s>',
    ]


def write(path: Path, traps: list[str]) -> None:
    """Create a collection with a trap in every text that it holds."""
    many = len(traps)
    create(path, name=traps[0])
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        for at, trap in enumerate(traps):
            db.execute("INSERT INTO series (name, target, target_type) VALUES (?, ?, ?)", (trap, trap, trap))
            db.execute(
                "INSERT INTO document (name, text, title, url) VALUES (?, ?, ?, ?)",
                (f"{trap}{at}", f"{trap}\n\n{traps[at - 1]} and so on", traps[at - 2], trap),
            )
        for at, trap in enumerate(traps):
            asked = question_digest(trap, "validation", f"{trap}?")
            db.execute(
                "INSERT INTO question (name, kind, text, series, category, guideline, digest) "
                "VALUES (?, 'validation', ?, ?, ?, ?, ?)",
                (trap, f"{trap}?", at + 1, traps[at - 1], traps[at - 2], asked),
            )
            for n in range(2):
                name, text = f"{n}{trap}", traps[(at + n) % many]
                document = f"{traps[n]}{n}"
                support = f"It says {text} in {trap}."
                digest = answer_digest(asked, name, text, document, support)
                db.execute(
                    "INSERT INTO answer (question, name, text, document, support, author, best, digest) "
                    "VALUES (?, ?, ?, ?, ?, ?, 0, ?)",
                    (at + 1, name, text, document, support, trap, digest),
                )
        for r, trap in enumerate(traps):
            db.execute(
                "INSERT INTO run (name, team, description, origin) VALUES (?, ?, ?, 'submitted')",
                (trap, traps[r - 1], trap),
            )
            for answer in range(2 * many):
                db.execute(
                    "INSERT INTO response (run, question, answer, nil, answered, decision, selected, "
                    "confidence) VALUES (?, ?, ?, 0, 1, ?, 0, ?)",
                    (r + 1, answer // 2 + 1, answer + 1, (answer + r) % 2, (answer * 7 % 10) / 10),
                )
        for trap in traps:
            new_assessor(db, trap)
        log = LogWriter(db)
        for answer in range(2 * many):
            content = Content("correct" if answer % 3 else "incorrect", note=traps[answer % many])
            for who in (0, 1):
                log.write(who, "judgment", Subject(answer // 2, answer), content)
        db.execute("COMMIT")
    with closing(open_session(path, assessor="organiser")) as session:
        for name in ("name", "description", "guideline:correct", "guideline:incorrect"):
            session.execute(SetFact(name, traps[1]))
        session.execute(SetFact("seat", traps[0]))
        session.flush()


class Walk:
    """Every screen, one after the other; `seen` counts what was looked at."""

    def __init__(self, person: Person, traps: list[str], folder: Path) -> None:
        self.person, self.traps, self.folder = person, traps, folder
        self.seen: dict[str, int] = {}
        self.tips: set[str] = set()

    def look(self, screen: str) -> list[str]:
        """Paint everything and ask for tips, everywhere at the first looks; return the painted words."""
        self.seen[screen] = self.seen.get(screen, 0) + 1
        everywhere = self.seen[screen] <= _ASKED_EVERYWHERE
        words = []
        for window in self.person.program.windows:
            words += painted_words(window)
            said_words(window)
            for widget in window.findChildren(QWidget):
                if isValid(widget) and widget.isVisible():
                    self._ask_for_tips(widget, everywhere)
        self.to_front()
        return words

    def _ask_for_tips(self, widget: QWidget, everywhere: bool) -> None:
        if widget.toolTip():
            QToolTip.showText(QPoint(10, 10), widget.toolTip(), widget)
            self.tips.add(widget.toolTip())
        if not everywhere:
            return
        for x in range(8, min(widget.width(), 1300), 73):
            for y in range(8, min(widget.height(), 800), 41):
                place = QPoint(x, y)
                if widget.childAt(place) is not None:
                    continue  # Qt asks the child there, and it is asked itself
                event = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
                QApplication.sendEvent(widget, event)
                if QToolTip.isVisible():
                    self.tips.add(QToolTip.text())
                    QToolTip.hideText()

    def judge(self) -> tuple[int, int]:
        """Go through all answers and label them; return how many were shown and shown letter by letter."""
        person, shown, right = self.person, 0, 0
        person.press("Home")
        for at in range(2 * len(self.traps)):
            desk = person.desk
            answer = person.session.texts.answer(desk.queue_cursor.answer)
            words = _letters("".join(self.look("judge")))
            stored = desk.center.reader.pane.stored_text
            on_screen = desk.center.reader.pane.toPlainText()
            shown += 1
            right += (
                stored == answer.support
                and _letters(on_screen) == _letters(answer.support)
                and _letters(answer.text) in words
                and desk.center.card.text.text == answer.text
            )
            if answer.document_text:
                person.press("Shift+T")
                right += 0 if desk.center.reader.pane.stored_text == answer.document_text else -1
                self.look("document")
                person.press("Shift+T")
            person.press(str(1 + at % 3), "Up")
            self._note(self.traps[at % len(self.traps)])
            person.press("Down")
        return shown, right

    def to_front(self) -> None:
        """Give the keyboard back to the first window after a popup or a tip."""
        self.person.window.activateWindow()
        self.person.wait(self.person.window.isActiveWindow)
        self.person.settle()

    def _note(self, trap: str) -> None:
        self.person.press("N")
        QTest.keyClicks(QApplication.focusWidget(), trap[:24])
        self.person.press("Esc")

    def desks(self) -> None:
        """Look at the other desks, with every gold standard, question choice, run and measure."""
        person = self.person
        for key in ("Ctrl+2", "Ctrl+4"):
            person.press(key)
            for _ in range(len(self.traps) // 2):
                person.press("Down")
                self.look(person.window.desk)
            for combo in person.desk.findChildren(QComboBox):
                combo.showPopup()
                self.look("popup")
                combo.hidePopup()
                for at in range(min(combo.count(), 8)):
                    combo.setCurrentIndex(at)
                    combo.activated.emit(at)
                    person.settle()
                self.look(person.window.desk)
                combo.setCurrentIndex(0)
                combo.activated.emit(0)
            self.to_front()
        person.press("Ctrl+D")
        self.look("dark")

    def overlays(self) -> None:
        """Look at palette, keys, names to sit down with, and sentences above the desk."""
        person, window = self.person, self.person.window
        for key in ("Ctrl+1", "?", "Esc", "Ctrl+J"):
            person.press(key)
            self.look(key)
        person.press("Down", "Down", "Esc", "Ctrl+K")
        for typed in ("", "img", "canary", "judge", "if a"):
            field = QApplication.focusWidget()
            field.clear()
            QTest.keyClicks(field, typed)
            self.look("palette")
        person.press("Esc")
        for trap in self.traps:
            window.tell(trap, trap, [(trap, trap, lambda: None)])
            window.show_progress(trap, 1, 2)
            self.look("banner")
        window.clear_message()
        window.show_progress("", 0, 0)
        for menu in window.menus.findChildren(QMenu):
            menu.popup(QPoint(20, 20))
            menu.grab()
            menu.close()
        self.to_front()

    def report(self) -> None:
        """Import tables that hold the traps, with and without errors, and look at the report."""
        person, tables = self.person, self.folder / "tables"
        # What the walk has noted since the file was made is not in earlier tables, which would contradict it.
        person.session.flush()
        export_tables(person.session.path, tables)
        for verdict in ("Ready to import", "Nothing was imported"):
            person.program.files.import_paths([tables])
            person.settle()
            assert verdict in " ".join(self.look("report"))
            person.press("Esc")
            with (tables / "responses.csv").open("a", encoding="utf-8") as file:
                file.write(f'"{self.traps[0].replace(chr(34), chr(34) * 2)}",nowhere,,,,,,,,,,\n')

    def second_and_start(self) -> None:
        """Look at a second window and at the start page, where the file is among the recent ones."""
        person = self.person
        person.program.second_window("spaces")
        person.settle()
        self.look("second window")
        person.program.windows[1].close()
        self.to_front()
        person.window.show_desk("start")
        person.settle()
        self.look("start")


def _letters(text: str) -> str:
    return "".join(text.split()).replace("…", "")


def main() -> None:
    """Walk, and print what was seen."""
    folder = Path.cwd()
    traps = poisons(folder / "canary.png")
    path = folder / "<img src='canary.png'> & ü.jury"
    write(path, traps)
    app = QApplication(["walk"])
    qInstallMessageHandler(quiet)
    person = Person(PatientBot(None), app, folder, path)  # type: ignore[arg-type]
    walk = Walk(person, traps, folder)
    shown, right = walk.judge()
    walk.desks()
    walk.overlays()
    walk.report()
    walk.second_and_start()
    found: dict[str, Any] = {"shown": shown, "letter by letter": right, "screens": walk.seen}
    found["tips"] = sorted(walk.tips)
    person.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
