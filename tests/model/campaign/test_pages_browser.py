"""An assessor's page in real browsers, from a file, with real keys; run by hand with -m xkeys.

JURYBOX_EXAMPLES=all loads the page a hundred times and kills each browser fifty times.
"""

from __future__ import annotations

import json
import re
import shutil
from contextlib import closing, contextmanager
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from demo_file import demo_file
from examples import examples
from page_browsers import BROWSERS, DESKTOP, PHONE, PageBrowser
from pages import content_of
from small import small_collection

from jurybox.campaign.merges import merge_files
from jurybox.campaign.page_names import page_name
from jurybox.campaign.pages import hand_out_page
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import new_assessor
from jurybox.collection.own_schemes import scheme_as_json, scheme_of_text
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact
from jurybox.gold import Gold
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.xkeys
EACH = pytest.mark.parametrize("kind", BROWSERS)


@contextmanager
def shown(kind: str, folder: Path, page: Path, size: tuple[int, int] = DESKTOP) -> Iterator[PageBrowser]:
    one = PageBrowser(kind, folder, size)
    try:
        one.open(page)
        yield one
    finally:
        one.kill()


def page_of(home: Path, name: str) -> Path:
    return hand_out_page(home, name, home.with_name(f"{name}.html")).path


def small_page(folder: Path, questions: int = 10) -> tuple[Path, Path]:
    home = small_collection(folder / "small.jury", questions=questions)
    return home, page_of(home, "Ana")


def results(home: Path) -> list[str]:
    with closing(open_session(home)) as session:
        boards = [Scoreboard(session.collection, Gold(gold)) for gold in ("adjudicated", "GAW")]
        return [repr(board.score(measure, run)) for board in boards for measure in board.measures for run in board.runs]


def with_newcomer(home: Path, most: int = 30) -> None:
    """Add Zoe, who is to judge the first answers that a page can hold."""
    with closing(open_writing(home)) as db:
        row = new_assessor(db, "Zoe")
        rows = db.execute(
            "SELECT a.question, a.id FROM answer a JOIN question q ON q.id = a.question "
            "WHERE q.kind IN ('factoid', 'ranked', 'validation') ORDER BY a.id LIMIT ?",
            (most,),
        ).fetchall()
        db.executemany(
            "INSERT INTO assignment (assessor, question, answer) VALUES (?, ?, ?)", [(row, *one) for one in rows]
        )
        db.commit()


WAYS = {
    "validation": ("validation", [("1", "correct"), ("2", "incorrect"), ("c", "correct"), ("k", None)]),
    "factoid": ("series", [("1", "correct"), ("2", "inexact"), ("3", "unsupported"), ("w", "incorrect")]),
    "ranked": ("community", [("1", "A"), ("2", "B"), ("c", "C"), ("3", "C")]),
    "scale": ("", [("73\r", "73"), ("0\r", "0"), ("100\r", "100"), ("7\r", "7")]),
}


@EACH
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("way", WAYS)
def test_thirty_answers_score_as_in_the_window(kind: str, tmp_path: Path, way: str, size: tuple[int, int]) -> None:
    demo, said = WAYS[way]
    path = tmp_path / "home.jury"
    home = demo_file(path, demo) if demo else small_collection(path, questions=10)
    with_newcomer(home)
    if not demo:
        with closing(open_session(home)) as session:
            session.execute(SetFact("scheme:validation", scheme_as_json(scheme_of_text("0..100", "validation"))))
    window = shutil.copy(home, tmp_path / "window.jury")
    page = page_of(home, "Zoe")
    items = content_of(page)["items"]
    assert len(items) == 30
    with shown(kind, tmp_path, page, size) as browser:
        for at in range(len(items)):
            assert browser.text("answer") == items[at]["text"]
            browser.judge(*said[at % len(said)][0])
            browser.until(f"document.getElementById('page').getAttribute('data-kept') === '{at + 1}'")
            if at == 14:
                early = browser.save(tmp_path / "early.jury-labels")
        browser.until("!!document.getElementById('finish')")
        late = browser.save(tmp_path / "late.jury-labels")
    given = {item["on"]: said[at % len(said)][1] for at, item in enumerate(items)}
    with closing(open_session(window)) as session:
        who = session.catalog.assessor_named["Zoe"]
        names = {page_name(session.catalog.assessors[who].code, "judgment", d): row for row, d in digests(home)}
        for on, label in given.items():
            session.execute(Judge((names[on],), label, None if label else "cannot-tell", assessor=who))
    for at, order in enumerate(permutations((early, late, late))):
        copy = shutil.copy(home, tmp_path / f"{at}.jury")
        for file in order:
            with closing(open_session(copy)) as session:
                report = merge_files(session, [file])
                assert (report.new_conflicts, len(report.files)) == (0, 1)
        assert results(copy) == results(window)
        with closing(State(copy)) as one, closing(State(window)) as other:
            assert (one.ledger.labels[who] == other.ledger.labels[who]).all()


def digests(home: Path) -> list[tuple[int, bytes]]:
    with closing(open_reading(home)) as db:
        return db.execute("SELECT id - 1, digest FROM answer").fetchall()


@EACH
def test_nothing_is_lost_or_doubled_when_the_browser_dies(kind: str, tmp_path: Path) -> None:
    """Every second end comes right after a key, before the page can say that the label is kept."""
    home, page = small_page(tmp_path, 60)
    items, kills, loads = content_of(page)["items"], examples(50), examples(100)
    pressed = 0
    with shown(kind, tmp_path, page) as browser:
        for turn in range(kills + loads):
            browser.judge("12"[turn % 2])
            acknowledged = pressed
            pressed += 1
            if turn % 2:
                browser.until(f"document.getElementById('page').getAttribute('data-kept') === '{pressed}'")
                acknowledged = pressed
            if turn % 3 == 0 and turn // 3 < kills:
                browser.kill_and_start()
            else:
                browser.reload()
            assert acknowledged <= browser.kept <= pressed, "lost or doubled"
            if browser.kept < pressed:
                pressed -= 1
                browser.judge("12"[turn % 2])
                pressed += 1
                browser.until(f"document.getElementById('page').getAttribute('data-kept') === '{pressed}'")
            if pressed >= len(items) - 1:
                break
            assert browser.text("answer") == items[pressed]["text"]
            assert browser.text("count") == f"{pressed} of {len(items)}"
        file = browser.save(tmp_path / "ana.jury-labels")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()[1:]]
    assert [line["on"] for line in lines] == [item["on"] for item in items[:pressed]]
    assert [line["label"] for line in lines] == ["correct" if at % 2 == 0 else "incorrect" for at in range(pressed)]
    with closing(open_session(home)) as session:
        assert merge_files(session, [file]).added == pressed


def labels_in(file: Path) -> list[dict[str, Any]]:
    """Return what each line of a returned file says, without names and times."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()[1:]]
    return [{key: row[key] for key in ("label", "state", "note", "undo") if key in row} for row in rows]


@EACH
def test_notes_undo_skip_defer_and_clear(kind: str, tmp_path: Path) -> None:
    home, page = small_page(tmp_path, 1)
    items = content_of(page)["items"]
    with shown(kind, tmp_path, page) as browser:
        browser.judge("d")
        browser.judge("s")
        browser.judge("n", *"no 1", "\r")
        browser.judge("1")
        assert browser.text("answer") == items[0]["text"], "what was deferred comes last"
        browser.judge("2")
        browser.until("!!document.getElementById('finish')")
        browser.judge("z")
        assert browser.text("answer") == items[0]["text"]
        browser.judge("k")
        browser.judge("up")
        browser.judge("up")
        browser.judge("\b")
        browser.judge(" ")
        assert browser.text("answer") in {items[2]["text"], items[1]["text"], items[0]["text"]}
        browser.until("document.getElementById('page').getAttribute('data-kept') === '8'")
        file = browser.save(tmp_path / "ana.jury-labels")
    assert labels_in(file) == [
        {"state": "deferred"},
        {"state": "skipped"},
        {"note": "no 1"},
        {"label": "correct", "note": "no 1"},
        {"label": "incorrect"},
        {"state": "deferred", "undo": True},
        {"state": "cannot-tell"},
        {},
    ]
    with closing(open_session(home)) as session:
        assert merge_files(session, [file]).conflicts == 0


@EACH
def test_what_was_saved_is_opened_in_another_browser(kind: str, tmp_path: Path) -> None:
    home, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        for key in "112":
            browser.judge(key)
        browser.until("document.getElementById('page').getAttribute('data-kept') === '3'")
        file = browser.save(tmp_path / "first.jury-labels")
    other = tmp_path / "other"
    other.mkdir()
    with shown(kind, other, page) as browser:
        assert browser.kept == 0
        give_file(browser, save_as(tmp_path / "bad.txt", file.read_text("utf-8").replace('"person":"', '"person":"0')))
        browser.until("/somebody else/.test(document.getElementById('notice').textContent)")
        give_file(browser, save_as(tmp_path / "bad2.txt", "{}"))
        browser.until("/not one that this page/.test(document.getElementById('notice').textContent)")
        assert browser.kept == 0
        give_file(browser, file)
        browser.until("document.getElementById('page').getAttribute('data-kept') === '3'")
        give_file(browser, file)
        browser.until("/added from the file: 0/.test(document.getElementById('notice').textContent)")
        assert browser.text("answer") == content_of(page)["items"][3]["text"], "the first that is open"
        browser.judge("1")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '4'")
        later = browser.save(tmp_path / "second.jury-labels")
    with closing(open_session(home)) as session:
        assert merge_files(session, [later]).added == 4
        assert merge_files(session, [file]).added == 0


def save_as(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def give_file(browser: PageBrowser, file: Path) -> None:
    """Choose a file in the page's own dialog for files."""
    browser.value(
        "(function (text) { var data = new DataTransfer(); data.items.add(new File([text], 'x.jury-labels'));"
        "var field = document.getElementById('file'); field.files = data.files;"
        f"field.dispatchEvent(new Event('change')); }}({json.dumps(file.read_text('utf-8'))}))"
    )


@EACH
def test_fifty_labels_ask_for_a_file(kind: str, tmp_path: Path) -> None:
    _, page = small_page(tmp_path, 20)
    with shown(kind, tmp_path, page) as browser:
        for _ in range(50):
            assert browser.text("notice") == ""
            browser.judge("1")
        assert "Labels in this browser only: 50" in browser.text("notice")
        assert labels_in(browser.save(tmp_path / "ana.jury-labels")) == [{"label": "correct"}] * 50
        assert browser.text("notice") == ""
        browser.until("/Kept in this browser: 50, in a file since/.test(document.getElementById('kept').textContent)")


TYPES = [pytest.param("chromium", marks=BROWSERS[0].marks)]
CHROMIUM_ONLY = pytest.mark.parametrize("kind", TYPES)


@CHROMIUM_ONLY
def test_a_second_window_is_read_only_until_it_is_used(kind: str, tmp_path: Path) -> None:
    _, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        first, second = browser.page, browser.another()
        browser.judge("1")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '1'")
        browser.page = second
        browser.open(page)
        assert "open in another window" in browser.text("notice")
        browser.judge("1", "2", "z", "n", "\b")
        assert (browser.kept, browser.text("count")) == (1, "1 of 30")
        browser.value("document.getElementById('here').click()")
        browser.until("document.getElementById('notice').textContent === ''")
        browser.judge("2")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '2'")
        browser.page = first
        browser.until("/open in another window/.test(document.getElementById('notice').textContent)")
        browser.judge("1")
        browser.value("document.getElementById('here').click()")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '2'")
        assert [one["label"] for one in labels_in(browser.save(tmp_path / "x.jury-labels"))] == ["correct", "incorrect"]


NO_LOCKS = "Object.defineProperty(navigator, 'locks', {value: undefined})"


@CHROMIUM_ONLY
def test_without_locks_no_window_writes_over_another(kind: str, tmp_path: Path) -> None:
    _, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        first, second = browser.page, browser.another()
        for one in (first, second):
            one.call("Page.addScriptToEvaluateOnNewDocument", source=NO_LOCKS)
            browser.page = one
            browser.open(page)
        browser.judge("1")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '1'")
        browser.page = first
        browser.judge("2")
        browser.until("/added in another window/.test(document.getElementById('notice').textContent)")
        browser.value("document.getElementById('here').click()")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '2'")
        given = labels_in(browser.save(tmp_path / "x.jury-labels"))
        assert [one["label"] for one in given] == ["correct", "incorrect"]


FULL = "IDBObjectStore.prototype.add = function () { throw new DOMException('', 'QuotaExceededError'); }"


@CHROMIUM_ONLY
@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("Object.defineProperty(window, 'indexedDB', {value: undefined})", "keeps nothing"),
        ("IDBFactory.prototype.open = function () { throw new DOMException('no', 'SecurityError'); }", "keeps nothing"),
        (FULL, "no more room"),
    ],
)
def test_what_cannot_be_kept_is_said_and_can_be_saved(kind: str, tmp_path: Path, script: str, sentence: str) -> None:
    _, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        if "Quota" in script:
            browser.value(script + ", 0")
        else:
            browser.page.call("Page.addScriptToEvaluateOnNewDocument", source=script)
            browser.reload()
            assert sentence in browser.text("notice")
        browser.judge("1")
        browser.judge("2")
        browser.until(f"/{sentence}/.test(document.getElementById('notice').textContent)")
        assert browser.kept == 0
        assert [one["label"] for one in labels_in(browser.save(tmp_path / "x.jury-labels"))] == ["correct", "incorrect"]


HELD = """
(() => {
  const open = IDBFactory.prototype.open;
  let left = 3;
  IDBFactory.prototype.open = function (...words) {
    if (!left--) { IDBFactory.prototype.open = open; return open.apply(this, words); }
    const asked = { error: new DOMException("held", "UnknownError") };
    setTimeout(() => asked.onerror(new Event("error")), 0);
    return asked;
  };
})()
"""


@CHROMIUM_ONLY
def test_a_store_that_a_dead_browser_holds_for_a_moment_is_asked_again(kind: str, tmp_path: Path) -> None:
    _, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        browser.judge("1")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '1'")
        browser.page.call("Page.addScriptToEvaluateOnNewDocument", source=HELD)
        browser.reload()
        assert (browser.kept, browser.text("notice")) == (1, "")


@CHROMIUM_ONLY
def test_a_full_store_keeps_everything_once_there_is_room(kind: str, tmp_path: Path) -> None:
    _, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        browser.value("window.add = IDBObjectStore.prototype.add, 0")
        browser.value(
            "IDBObjectStore.prototype.add = function () { throw new DOMException('', 'QuotaExceededError'); }, 0"
        )
        browser.judge("1")
        browser.until("/no more room/.test(document.getElementById('notice').textContent)")
        browser.value("IDBObjectStore.prototype.add = window.add, 0")
        browser.judge("2")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '2'")
        assert browser.text("notice") == ""


@CHROMIUM_ONLY
def test_a_clock_that_is_set_back_changes_nothing(kind: str, tmp_path: Path) -> None:
    home, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        browser.judge("1")
        browser.value("Date.now = function () { return 1e12; }, 0")
        browser.judge("2")
        browser.until("/clock/.test(document.getElementById('notice').textContent)")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '2'")
        file = browser.save(tmp_path / "x.jury-labels")
    with closing(open_session(home)) as session:
        assert merge_files(session, [file]).added == 2


NEWER = (
    "var first = IDBFactory.prototype.open;"
    "IDBFactory.prototype.open = function (name) { return first.call(this, name, 9); }"
)


@CHROMIUM_ONLY
def test_a_store_of_a_newer_page_is_left_alone(kind: str, tmp_path: Path) -> None:
    _, page = small_page(tmp_path)
    browser = PageBrowser(kind, tmp_path)
    try:
        browser.page.call("Page.addScriptToEvaluateOnNewDocument", source=NEWER)
        browser.open(page)
        browser.page = browser.another()
        browser.open(page)
        assert "newer version" in browser.text("notice")
        browser.judge("1")
        assert browser.text("count") == "0 of 30"
    finally:
        browser.kill()


@CHROMIUM_ONLY
def test_keys_are_found_by_their_place(kind: str, tmp_path: Path) -> None:
    """With an input method, a Russian and a French keyboard."""
    _, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        for key, place in (("Process", "KeyI"), ("с", "KeyC"), ("&", "Digit1"), ("Process", "Digit2"), ("л", "KeyK")):
            browser.until("document.getElementById('page').hasAttribute('data-awake')")
            for what in ("keyDown", "keyUp"):
                browser.page.call("Input.dispatchKeyEvent", type=what, key=key, code=place, windowsVirtualKeyCode=229)
        browser.until("document.getElementById('page').getAttribute('data-kept') === '5'")
        given = labels_in(browser.save(tmp_path / "x.jury-labels"))
    right, wrong = {"label": "correct"}, {"label": "incorrect"}
    assert given == [wrong, right, right, wrong, {"state": "cannot-tell"}]


@CHROMIUM_ONLY
def test_a_held_key_and_one_too_quick_label_once(kind: str, tmp_path: Path) -> None:
    _, page = small_page(tmp_path)
    with shown(kind, tmp_path, page) as browser:
        browser.judge("1")
        for _ in range(5):
            browser.page.call("Input.dispatchKeyEvent", type="keyDown", key="1", code="Digit1", autoRepeat=True)
        browser.until("document.getElementById('page').hasAttribute('data-awake')")
        browser.page.call("Input.dispatchKeyEvent", type="keyDown", key="1", code="Digit1", autoRepeat=True)
        browser.judge(" ")
        assert browser.text("count") == "1 of 30"


PARTS = ("progress", "kept", "files", "which", "labels", "rest")
"""What there is to read before the first label, besides what is judged."""


@CHROMIUM_ONLY
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_texts_of_any_script_are_found_named_and_readable(
    kind: str, tmp_path: Path, size: tuple[int, int], *, dark: bool
) -> None:
    home = small_collection(tmp_path / "small.jury", questions=2)
    arabic, evil = "افتتح الجسر عام ١٩١١", "<b id=evil>x</b><script>window.evil = 1</script>"
    with closing(open_writing(home)) as db:
        db.execute("UPDATE answer SET text = ?, support = ?", (arabic, f"{arabic} {evil} " + "needle and hay. " * 400))
        db.commit()
    page = page_of(home, "Ana")
    with shown(kind, tmp_path, page, size) as browser:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        browser.page.call("Emulation.setEmulatedMedia", features=[scheme])
        browser.reload()
        assert browser.value("getComputedStyle(document.getElementById('answer')).direction") == "rtl"
        assert browser.value("document.querySelectorAll('#evil').length + (window.evil || 0)") == 0
        assert browser.value("document.querySelectorAll('#text mark').length") == 1
        assert browser.value("document.documentElement.scrollWidth <= innerWidth")
        words = " + ' ' + ".join(f"document.getElementById('{name}').innerText" for name in PARTS)
        assert len(re.findall(r"[^\W\d]{2,}", browser.value(words))) <= 40
        assert unnamed(browser) == []
        assert pale(browser) == []
        if size == DESKTOP:
            browser.press("/")
            for sign in "needle":
                browser.press(sign)
            browser.until("document.getElementById('hits').textContent === 'Found: 400'")
            browser.press("\r")
            assert browser.value("document.querySelectorAll('mark.at').length") == 1
            browser.press("\x1b")
        browser.judge("1")
        browser.until("document.getElementById('page').getAttribute('data-kept') === '1'")
        asked = [
            event["params"]["request"]["url"]
            for event in browser.page.browser.events
            if event["method"] == "Network.requestWillBeSent"
        ]
        assert set(asked) == {page.as_uri()}
        assert browser.page.complaints == []
        for at in range(5):
            browser.judge("12"[at % 2])
        browser.until("!!document.getElementById('finish')")
        assert unnamed(browser) == []
        assert pale(browser) == []


def unnamed(browser: PageBrowser) -> list[str]:
    """Return the roles of what can be used but has no name for those who cannot see."""
    nodes = browser.page.call("Accessibility.getFullAXTree")["nodes"]
    used = {"button", "textbox", "searchbox", "slider", "progressbar", "group", "complementary", "region"}
    named = [(one["role"]["value"], one.get("name", {}).get("value")) for one in nodes if not one["ignored"]]
    assert "button" in dict(named)
    return [role for role, name in named if role in used and not name]


_PALE = """
(function () {
  function rgb(text) { return text.match(/[0-9.]+/g).map(Number); }
  function light(c) { return [0.2126, 0.7152, 0.0722].reduce(function (sum, part, i) {
    var v = c[i] / 255; return sum + part * (v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4)); }, 0); }
  function behind(node) { for (; node; node = node.parentElement) {
    var c = rgb(getComputedStyle(node).backgroundColor); if (c.length < 4 || c[3] > 0) { return c; } }
    return [255, 255, 255]; }
  return Array.prototype.filter.call(document.body.querySelectorAll('*'), function (node) {
    return node.offsetParent && Array.prototype.some.call(node.childNodes, function (one) {
      return one.nodeType === 3 && one.textContent.trim(); });
  }).filter(function (node) {
    var a = light(rgb(getComputedStyle(node).color)), b = light(behind(node));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
  }).map(function (node) { return node.tagName + ' ' + node.id + ' ' + node.textContent.slice(0, 20); });
}())
"""


def pale(browser: PageBrowser) -> list[str]:
    """Return the elements whose text has too little contrast (WCAG 2, AA)."""
    found: list[str] = browser.value(_PALE)
    return found
