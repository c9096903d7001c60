"""When every action has another key, nothing in the window, the sheets or the help names a printed one."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from demo_file import demo_file
from help_pages import stretches
from person import Person
from PySide6.QtWidgets import QApplication
from sweeps import swept

from jurybox.help import pages
from jurybox_gui.actions.chords import cap_text
from jurybox_gui.actions.spec import EVERYWHERE, AnyAction
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.dialogs.help import HelpReader, with_keys
from jurybox_gui.dialogs.help.page_view import PageView
from jurybox_gui.widgets import keycaps
from jurybox_gui.widgets.overlay import Overlay
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
POOL = [
    f"{held}F{n}"
    for held, n in product(("", "Shift+", "Ctrl+", "Alt+", "Ctrl+Shift+", "Ctrl+Alt+", "Alt+Shift+"), range(13, 36))
]
NEW = re.compile(r"(?:(?:Ctrl|Alt|Shift)\+)*F(?:1[3-9]|2\d|3[0-5])")
NAMED = r"(?:Space|Esc|Enter|Return|Home|End|PgUp|PgDn|PgDown|Tab|Ins|Del|Backspace|[←→↑↓])"
OLD = re.compile(
    r"\b(?:Ctrl|Alt|Shift|Meta)\+(?=\S)"  # any chord, as all new ones are taken out before
    rf"|(?<!\w){NAMED}(?!\w)"
    r"|\b(?:with|press|presses|key|keys|by|then|and|or) "
    r"(?:[A-Z?/,.]|\d(?! [a-z])|F\d\d?|Up|Down|Left|Right)(?=[ ,;:)]|\.(?!\d)|$)"
    r"|(?:^|[.;:(·] )(?:[B-HJ-Z?/]|F\d\d?):? [a-z]"
    r"|(?:Right|Left|Up|Down) (?:opens|closes|goes)"
)
CAP = re.compile(rf"\S|{NAMED}|(?:Ctrl|Shift)\+\S+")
KEPT = re.compile(
    r"Enter (?:adds|keeps|sends|splits|to save)|, then Enter$"
    r"|Esc (?:leaves|stops|closes|cancels|keeps|to cancel)|(?:Ctrl|Shift)\+Enter"
    r"|precision and F move|key (?:Esc|Enter)$|A, B or C|Key Esc"
    r"|^[a-zA-Z ]+: (?:Esc|Enter|Tab|↑, ↓|PgUp, PgDn)$"
)
"""Keys that nobody can change (of lines in which one types, of sheets, of long work), and the measure F."""
ROWS = set("1234567890")
"""What opens the rows of the start page, which are not actions."""
CAPS = {"Esc", "Enter", "Ctrl+Enter", "Tab", "↑", "↓", "PgUp", "PgDn"}


@pytest.fixture
def caps(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every key cap that is painted from now on."""
    printed: set[str] = set()

    def seen(name: str) -> str:
        printed.add(cap_text(name))
        return cap_text(name)

    monkeypatch.setattr(keycaps, "cap_text", seen)
    return printed


def others(specs: list[AnyAction]) -> dict[str, list[str]]:
    """Return a key for every action that no action has as printed; those that meet get different ones."""
    everywhere = [spec for spec in specs if spec.desk == EVERYWHERE]
    keys = {spec.id: [POOL[at]] for at, spec in enumerate(everywhere)}
    for desk in {spec.desk for spec in specs} - {EVERYWHERE}:
        here = [spec for spec in specs if spec.desk == desk]
        keys |= {spec.id: [POOL[at]] for at, spec in enumerate(here, start=len(everywhere))}
    return keys


def remap(person: Person) -> dict[str, list[str]]:
    """Give every action of every desk another key, as the editor of keys does."""
    keys = others(person.window.all_specs())
    assert len(keys) > 250
    person.program.settings["keys"] = keys
    person.settle()
    assert person.window.registry.own_keys.keys() == keys.keys()
    return keys


def old_keys(words: list[str]) -> set[str]:
    """Return the texts that name a key which is not one of the new ones; caps are looked at by themselves."""
    rest = {word: KEPT.sub("", NEW.sub("⌨", word)) for word in words if not CAP.fullmatch(word)}
    return {f"{found[0]!r} in {word!r}" for word, left in rest.items() if (found := OLD.search(left))}


def go(person: Person, desk: str) -> None:
    """Show a desk; one for a kind of question by going to such a question."""
    kind = {"lists": "list", "nuggets": "other", "judge": "factoid"}.get(desk)
    if kind:
        person.program.bridge.goto(int(person.session.catalog.answers_of(person.asked(kind))[0]))
    else:
        person.window.show_desk(desk)
    person.settle()
    assert person.window.desk == desk


def states(person: Person, desk: str) -> Iterator[str]:
    """Bring a desk into states in which it names more keys, each named by the action that leads there."""
    yield desk
    do = person.window.registry.trigger
    actions = {
        "judge": ("judge.mark", "judge.settle", "judge.filter"),
        "lists": ("lists.accept", "lists.add"),
        "nuggets": ("nuggets.all", "nuggets.new"),
        "disagreements": ("disagreements.open", "disagreements.down", "disagreements.back"),
        "campaign": ("people.plan",),
    }
    for action in actions.get(desk, ()):
        assert do(action), action
        person.settle()
        yield action
    while QApplication.activePopupWidget():
        QApplication.activePopupWidget().close()
    for sheet in person.window.findChildren(Overlay):
        sheet.dismiss()
    person.settle()


def names_only_new_keys(person: Person, caps: set[str], where: str) -> None:
    """Look at everything that any window shows, says and paints."""
    caps.clear()
    words = person.words()
    assert old_keys(words) == set(), where
    assert {cap for cap in caps if not NEW.fullmatch(cap)} <= CAPS | (ROWS if where == "start" else set()), where
    assert any(map(NEW.search, words)), where


@pytest.mark.parametrize("desks", [("judge", "scores", "start"), *swept([((*DESKS, "start"),)])])
@pytest.mark.sweep
def test_no_desk_names_a_printed_key(come: Come, tmp_path: Path, caps: set[str], desks: Sequence[str]) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "series"))
    person.window.load_actions()
    for desk in desks:
        go(person, desk)
        names_printed = old_keys(person.words())
        assert names_printed or desk == "start", desk
        remap(person)
        for state in states(person, desk):
            names_only_new_keys(person, caps, state)
        person.program.settings["keys"] = {}
        person.settle()


@pytest.mark.sweep
def test_what_is_shown_takes_on_the_new_keys(come: Come, tmp_path: Path, caps: set[str]) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "series"))
    person.window.load_actions()
    for desk in (*DESKS, "start"):
        go(person, desk)
        for state in states(person, desk):
            remap(person)
            names_only_new_keys(person, caps, state)
            person.program.settings["keys"] = {}
            person.settle()


@pytest.mark.sweep
def test_the_tables_of_agreement_name_the_new_keys(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury"))
    person.window.show_desk("disagreements")
    person.wait(lambda: bool(person.desk.view.list.disputes))
    person.press("T", "Shift+T", "Shift+T", "Shift+T")
    person.wait(lambda: "Choose others with P and Shift+P" in " ".join(painted_words(person.desk)))
    person.window.load_actions()
    keys = remap(person)
    one, other = (keys[f"disagreements.{name}"][0] for name in ("one", "other"))
    assert f"Choose others with {one} and {other}" in " ".join(painted_words(person.desk))


@pytest.mark.parametrize("desks", [("judge", "spaces"), *swept([(DESKS,)])])
@pytest.mark.parametrize("sheet", ["help.keys", *swept(("edit.find", "edit.settings"))])
@pytest.mark.sweep
def test_no_sheet_names_a_printed_key(
    come: Come, tmp_path: Path, caps: set[str], sheet: str, desks: Sequence[str]
) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "series"))
    person.window.load_actions()
    remap(person)
    for desk in desks:
        go(person, desk)
        assert person.window.registry.trigger(sheet)
        person.settle()
        names_only_new_keys(person, caps, f"{sheet} on {desk}")
        for one in person.window.findChildren(Overlay):
            one.dismiss()


def test_the_help_names_only_new_keys(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury"))
    specs = person.window.all_specs()
    keys, changed = others(specs), 0
    left: set[tuple[str, str]] = set()
    printed = {name for spec in specs for name in (*spec.keys, *map(cap_text, spec.keys))}
    for page in pages():
        written = stretches(with_keys(page.text, specs, {}))
        shown = stretches(with_keys(page.text, specs, keys))
        for was, now in zip(written, shown, strict=True):
            assert "<!--" not in now.text
            changed += was != now
            is_key = was.code and not was.block and was.text in printed
            left |= {(page.name, was.text)} if is_key and was == now else set()
    assert {(page, name) for page, name in left if page not in OF_THE_STAGE} == NO_KEYS
    assert changed > 120


@pytest.mark.sweep
def test_the_help_that_is_read_in_the_window_names_them(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury"))
    keys = remap(person)
    person.window.show_desk("scores")
    person.settle()
    assert person.window.registry.trigger("help.read")
    person.settle()
    text = person.window.findChild(PageView).toPlainText()
    pairs, undo = keys["scores.view_pairs"][0], keys["edit.undo"][0]
    assert f"In {pairs} and" in text
    person.window.findChild(HelpReader).open_page("saving")
    assert f"{undo} works after a restart" in person.window.findChild(PageView).toPlainText()


OF_THE_STAGE = {"audience", "stage"}
"""Pages about the stage, whose own keys nobody can change."""

NO_KEYS = {
    ("disagreements", "Enter"),
    ("hub", "Del"),
    ("hub", "Enter"),
    ("hub", "Esc"),
    ("judging", "Esc"),
    ("keys", "Enter"),
    ("keys", "F5"),
    ("keys", "Del"),
}
"""Pages with what reads like a key and is none that can be changed."""
