"""Pages for any browser: what is in them, what they leave out, and what merging makes of what they return."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import re
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from demo_file import demo_file
from dumps import in_force
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import PaperPage, content_of, save_lines
from small import small_collection

from jurybox.campaign import pages
from jurybox.campaign.folder_follower import Follower
from jurybox.campaign.merges import merge_files, preview_merge
from jurybox.campaign.page_returns import merge_page_return
from jurybox.campaign.pages import hand_out_page, hand_out_pages
from jurybox.cli.assign import assign
from jurybox.collection.check import check
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import new_assessor
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.resources import asset
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

if TYPE_CHECKING:
    from collections.abc import Sequence

TWO = "1" * 32


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return small_collection(tmp_path / "home.jury")


def page_of(home: Path, name: str = "Ana", store: str = "0" * 32) -> PaperPage:
    return PaperPage(hand_out_page(home, name, home.with_name(f"{name}-{store[:4]}.html")).path, store)


def merge(home: Path, *returned: Path) -> int:
    with closing(open_session(home)) as session:
        return merge_files(session, returned).added


def labels(home: Path, who: int = 0) -> list[str]:
    with closing(State(home)) as state:
        return [state.ledger.codes.word(code, "conflict") for code in state.ledger.labels[who].tolist()]


def scores(home: Path) -> list[str]:
    with closing(open_session(home)) as session:
        boards = [Scoreboard(session.collection, Gold(gold)) for gold in ("adjudicated", "GAW")]
        return [repr(board.score(measure, run)) for board in boards for measure in board.measures for run in board.runs]


# What is in a page


def test_a_page_has_what_is_judged_and_nothing_else(tmp_path: Path) -> None:
    home = small_collection(tmp_path / "home.jury", questions=20)
    with closing(open_session(home)) as session:
        session.execute(Judge((0,), "correct", assessor=1))
        session.execute(SetFact("repeats", 0.5))
        session.execute(SetFact("calibration", ["q3"]))
        session.flush()
        code = session.catalog.assessors[0].code.hex()
    made = hand_out_page(home, "Ana", home.with_name("ana.html"))
    text, content = made.path.read_text("utf-8"), content_of(made.path)
    assert (made.questions, made.answers) == (20, len(content["items"]))
    assert made.answers > 60, "repeats are in it"
    for secret in ("Ben", "a1.1", "one", "two", code, "repeat", "calibration"):
        assert not re.search(rf"\b{secret}\b", json.dumps({**content, "words": {}})), secret
    assert {frozenset(item) for item in content["items"]} == {frozenset(("q", "on", "text", "support"))}
    assert content["questions"][0]["name"] == "q3"
    assert len({item["on"] for item in content["items"]}) == len(content["items"])
    assert text.count("<script") == 2


def test_the_policy_allows_the_page_s_own_program_and_no_request(small: Path) -> None:
    text = page_text(small)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    found = dict(part.split(" ", 1) for part in policy[1].split("; "))
    hashes = {}
    for tag, name in (("script", "js"), ("style", "css")):
        inside = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert inside == [asset(f"handout/page.{name}").read_text("utf-8")]
        hashes[tag] = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()
    assert found == {
        "default-src": "'none'",
        "script-src": f"'sha256-{hashes['script']}'",
        "style-src": f"'sha256-{hashes['style']}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert sum(len(asset(f"handout/page.{name}").read_bytes()) for name in ("js", "css", "html")) < 50_000
    assert not re.search(r"https?:|localStorage|innerHTML|eval\(|fetch\(|XMLHttp", text.split('id="content"')[0])


def page_text(home: Path) -> str:
    return hand_out_page(home, "Ana", home.with_name("policy.html")).path.read_text("utf-8")


def test_a_script_in_a_text_stays_text(small: Path) -> None:
    evil = "</script><script>alert(1)</script><!-- %%SCRIPT%% \u2028"
    with closing(open_writing(small)) as db:
        db.execute("UPDATE answer SET text = ? WHERE id = 1", (evil,))
        db.commit()
    text = page_text(small)
    assert text.count("<script") == 2
    assert "alert(1)</script>" not in text
    assert evil in [item["text"] for item in content_of(small.with_name("policy.html"))["items"]]


def test_the_same_page_is_the_same_file(small: Path) -> None:
    first, second = (hand_out_page(small, "Ana", small.with_name(f"{n}.html")).path.read_bytes() for n in (1, 2))
    assert first == second
    with closing(open_session(small)) as session:
        session.execute(Judge((0,), "correct", assessor=0))
    third = content_of(hand_out_page(small, "Ana", small.with_name("3.html")).path)
    assert third["handout"] != content_of(small.with_name("1.html"))["handout"], "what was kept is kept apart"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("Zoe", "no assessor 'Zoe'"), ("organiser", "organizer keeps"), ("Cam", "Nothing is assigned to Cam")],
)
def test_a_page_that_cannot_be_is_refused(small: Path, name: str, sentence: str) -> None:
    with closing(open_writing(small)) as db:
        for one in ("organiser", "Cam"):
            new_assessor(db, one)
        db.execute("INSERT INTO assignment (assessor, question) VALUES (1, 1)")
        db.commit()
    with pytest.raises(Refused, match=sentence):
        hand_out_page(small, name, small.with_name("page.html"))
    assert not small.with_name("page.html").exists()


def test_too_many_texts_are_refused_with_how_many_fit(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_BYTES", 1_100)
    with pytest.raises(Refused, match="the first 2 questions would fit"):
        hand_out_page(small, "Ana", small.with_name("page.html"))


def test_kinds_that_a_page_cannot_hold_are_named(demo_series: Path) -> None:
    made = hand_out_page(demo_series, "Elif Kaya", demo_series.with_name("page.html"))
    assert made.left_out == {"list": 6, "other": 4}
    assert "6 list questions, 4 Other questions" in str(made)
    content = content_of(made.path)
    assert content["left"] in str(made)
    assert {question["kind"] for question in content["questions"]} == {"factoid"}
    assert any(question["before"] for question in content["questions"])


@pytest.fixture
def demo_series(tmp_path: Path) -> Path:
    return demo_file(tmp_path / "series.jury", "series")


def test_everybody_s_pages_are_written_or_none(small: Path) -> None:
    folder = small.with_name("pages")
    made = hand_out_pages(small, folder)
    assert [one.path.name for one in made] == ["home-Ana.html", "home-Ben.html"]
    assert all(one.path.is_file() for one in made)
    with pytest.raises(Refused, match="not empty"):
        hand_out_pages(small, folder)


def test_the_command_line_writes_pages(small: Path) -> None:
    one, folder = small.with_name("ana.html"), small.with_name("pages")
    made = said("--hand-out", "Ana", "-o", one, small=small)
    assert (made["file"], made["answers"], made["left_out"]) == (str(one), 12, {})
    all_made = said("--hand-out-all", "--pages", folder, small=small)
    assert [Path(file["file"]).name for file in all_made["files"]] == ["home-Ana.html", "home-Ben.html"]


def said(*options: object, small: Path) -> dict[str, Any]:
    run = CliRunner().invoke(assign, [str(small), *map(str, options), "--format", "json"], catch_exceptions=False)
    found: dict[str, Any] = json.loads(run.output)
    return found


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--pages", "x"], "goes with --hand-out-all"),
        (["--hand-out", "Ana", "--pages", "x"], "goes with --hand-out-all"),
        (["--hand-out-all", "--pages", "x", "-o", "y"], "goes with --hand-out-all"),
        (["--hand-out", "Ana", "-o", "x.html", "--message"], "--message is for .jury files"),
    ],
)
def test_options_that_do_not_go_together_are_refused(small: Path, options: list[str], sentence: str) -> None:
    run = CliRunner().invoke(assign, [str(small), *options])
    assert isinstance(run.exception, Refused)
    assert sentence in str(run.exception)


# What comes back

SAID = st.one_of(
    st.tuples(st.just("label"), st.sampled_from(["correct", "incorrect"])),
    st.tuples(st.just("state"), st.sampled_from(["cannot-tell", "skipped", "deferred"])),
    st.tuples(st.just("note"), st.sampled_from(["<script>alert(1)</script>", "later", "見て"])),
    st.tuples(st.just("clear"), st.just("")),
    st.tuples(st.just("undo"), st.just("")),
)
LABELED = [(0, 0, "incorrect"), (1, 2, "correct")]
GIVEN = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5), SAID), max_size=14)


@settings(max_examples=examples(30), deadline=None)
@given(GIVEN, GIVEN, st.randoms(use_true_random=False))
def test_merging_in_any_order_is_judging_in_the_window(early: Sequence[Any], late: Sequence[Any], lot: Any) -> None:
    with TemporaryDirectory() as folder:
        home = small_collection(
            Path(folder) / "home.jury", questions=2, labels=[(0, 0, "incorrect"), (1, 2, "correct")]
        )
        window = Path(shutil.copy(home, home.with_name("window.jury")))
        both = [page_of(home, name, store) for name, store in (("Ana", "a" * 32), ("Ben", "b" * 32))]
        returned: list[Path] = []
        with closing(open_session(window)) as session:
            for part in (early, late):
                for who, answer, said in part:
                    page = both[who]
                    on = say(page, page.on(f"q{answer // 3 + 1}", f"Answer {answer % 3 + 1}"), *said)
                    if on is not None:
                        now = page.now(on)
                        same = Judge((answer_of(page, on),), now.get("label"), now.get("state"), assessor=who)
                        session.execute(replace(same, note=now.get("note")))
                returned += [page.save(home.with_name(f"{len(returned)}-{page.store[0]}.jury-labels")) for page in both]
        files = [*returned, *returned]
        lot.shuffle(files)
        others = Path(shutil.copy(home, home.with_name("others.jury")))
        for file in files:
            merge(home, file)
        merge(others, *sorted(returned, reverse=True))
        for who in range(2):
            assert labels(home, who) == labels(others, who) == labels(window, who)
        assert in_force(home) == in_force(others) == in_force(window)
        assert scores(home) == scores(others) == scores(window)
        assert problems(home) == problems(others) == []
        assert hashes(home) == hashes(others)


def say(page: PaperPage, on: str, what: str, word: str) -> str | None:
    """Give or take back something on a page; return what answer it was about."""
    now = page.now(on)
    if what == "undo":
        return page.undo()
    if what == "note":
        page.say(on, **{**now, "note": word})
    else:
        page.say(on, note=now.get("note"), **({what: word} if word else {}))
    return on


def answer_of(page: PaperPage, on: str) -> int:
    item = next(item for item in page.items if item["on"] == on)
    question = page.content["questions"][item["q"]]["name"]
    return 3 * (int(question[1:]) - 1) + int(item["text"].split()[1]) - 1


def problems(home: Path) -> list[str]:
    with closing(open_reading(home)) as db:
        return check(db)


def hashes(home: Path) -> set[bytes]:
    with closing(open_reading(home)) as db:
        return {hash_ for (hash_,) in db.execute("SELECT hash FROM entry WHERE kind <> 'fact'")}


def test_an_earlier_label_is_replaced_and_no_conflict(small: Path) -> None:
    with closing(open_session(small)) as session:
        session.execute(Judge((0,), "correct", note="sure", assessor=0))
        session.execute(Judge((1,), state="deferred", assessor=0))
    page = page_of(small)
    assert page.now(page.on("q1", "Answer 1")) == {"label": "correct", "note": "sure"}
    page.say(page.on("q1", "Answer 1"), label="incorrect")
    page.say(page.on("q1", "Answer 2"), label="correct")
    assert merge(small, page.save(small.with_name("ana.jury-labels"))) == 2
    assert labels(small)[:2] == ["incorrect", "correct"]


def test_two_browsers_are_two_writers_and_contradict_each_other(small: Path) -> None:
    first, second = page_of(small), page_of(small, store=TWO)
    for page, label in ((first, "correct"), (second, "incorrect")):
        page.say(page.on("q1", "Answer 1"), label=label)
        page.say(page.on("q2", "Answer 1"), label="correct")
    files = [page.save(small.with_name(f"{page.store[0]}.jury-labels")) for page in (first, second)]
    with closing(open_session(small)) as session:
        report = merge_files(session, files)
    assert (report.added, report.conflicts) == (4, 2)
    assert labels(small)[0] == "conflict"


def test_what_one_browser_saved_goes_on_in_another(small: Path) -> None:
    first, second = page_of(small), page_of(small, store=TWO)
    on = first.on("q1", "Answer 1")
    first.say(on, label="correct")
    second.open(first.lines)
    second.say(on, label="incorrect")
    assert merge(small, second.save(small.with_name("2.jury-labels"))) == 2
    assert merge(small, first.save(small.with_name("1.jury-labels"))) == 0
    assert labels(small)[0] == "incorrect"


def test_repeats_return_as_repeats(tmp_path: Path) -> None:
    home = small_collection(tmp_path / "home.jury", questions=20)
    with closing(open_session(home)) as session:
        session.execute(SetFact("repeats", 0.5))
    page = page_of(home)
    for item in page.items:
        page.say(item["on"], label="correct")
    assert merge(home, page.save(home.with_name("ana.jury-labels"))) == len(page.items)
    assert len(page.items) > 60
    with closing(open_reading(home)) as db:
        kinds = dict(db.execute("SELECT kind, count(*) FROM entry WHERE kind <> 'fact' GROUP BY kind"))
    assert kinds == {"judgment": 60, "repeat": len(page.items) - 60}


def test_a_renamed_assessor_and_a_dropped_question_keep_their_labels(small: Path) -> None:
    page = page_of(small)
    page.say(page.on("q1", "Answer 1"), label="correct", note="x")
    page.say(page.on("q2", "Answer 1"), label="correct")
    file = page.save(small.with_name("ana.jury-labels"))
    with closing(open_session(small)) as session:
        session.execute(SetFact("dropped:q1", "unclear"))
    with closing(open_writing(small)) as db:
        db.execute("UPDATE assessor SET name = 'Anna' WHERE name = 'Ana'")
        db.commit()
    report = preview_merge(small, [file])
    assert report.added == 2
    assert (
        "1 label of ana.jury-labels is about a question that is dropped from all scores; it is kept." in report.lines()
    )


def test_the_follower_takes_what_pages_return(small: Path) -> None:
    page = page_of(small)
    page.say(page.on("q1", "Answer 1"), label="correct")
    page.save(small.with_name("ana.jury-labels"))
    with closing(Follower(small.parent)) as follower:
        assert labels(follower.path)[0] == "correct"
        page.say(page.on("q1", "Answer 1"), label="incorrect")
        page.save(small.with_name("ana.jury-labels"), lines=9)
        assert "1 of 9" in next(iter(follower.look().problems.values())).replace("2 of 9", "1 of 9")
        page.save(small.with_name("ana.jury-labels"))
        assert follower.look().added == 1
        assert labels(follower.path)[0] == "incorrect"


# Hostile and broken files

Change = Callable[[list[Any]], object]


def _set(at: int, /, **other: Any) -> Change:
    def change(rows: list[Any]) -> None:
        rows[at].update(other)

    return change


def _without(at: int) -> Change:
    return lambda rows: rows.pop(at)


def _copied(at: int) -> Change:
    return lambda rows: rows.insert(at, rows[at])


def _several(*changes: Change) -> Change:
    def change(rows: list[Any]) -> None:
        for one in changes:
            one(rows)

    return change


def _put(at: int, row: object) -> Change:
    return lambda rows: rows.__setitem__(at, row)


HASH = "ab" * 32
BROKEN: dict[str, tuple[Change, str]] = {
    "nothing": (lambda rows: rows.clear(), "not a file of labels"),
    "no head": (_without(0), "not a file of labels"),
    "newer": (_set(0, **{"jurybox labels": 2}), "newer Jurybox"),
    "version true": (_set(0, **{"jurybox labels": True}), "not a file of labels"),
    "other collection": (_set(0, collection="x"), "another collection"),
    "no collection": (_set(0, collection=None), "damaged"),
    "other person": (_set(0, person="0" * 24), "not an assessor here"),
    "other name": (_set(0, assessor="Ben"), "was handed out to 'Ana'"),
    "cut off": (lambda rows: rows.pop(), "3 of 4"),
    "first line gone": (_without(1), "3 of 4"),
    "line in between gone": (_several(_without(2), _set(0, lines=3)), "not the one that follows"),
    "twice": (_several(_copied(1), _set(0, lines=5)), "not the one that follows"),
    "swapped": (lambda rows: rows.insert(1, rows.pop(2)), "not the one that follows"),
    "count is text": (_set(0, lines="4"), "damaged"),
    "count below zero": (_set(0, lines=-4), "4 of -4"),
    "not handed out": (_set(1, on="0" * 24), "not handed out"),
    "on is a number": (_set(1, on=7), "which answer"),
    "on is a list": (_set(1, on=["x"]), "which answer"),
    "no id": (_set(1, id=None), "which answer"),
    "id of zero": (_set(1, id=f"{'0' * 32}:0"), "which answer"),
    "id of a path": (_set(1, id="../../etc:1"), "which answer"),
    "unknown label": (_set(1, label="A"), "which is none here"),
    "label of script": (_set(1, label="<script>alert(1)</script>"), "which is none here"),
    "label is a number": (_set(1, label=1), "not a text"),
    "label is a list": (_set(1, label=["correct"]), "not a text"),
    "label and state": (_set(1, state="skipped"), "can say"),
    "unknown state": (_set(2, state="junk", label=None), "can say"),
    "conflict": (_set(2, state="conflict", label=None), "can say"),
    "half a character": (_set(1, note="\ud800"), "half of a character"),
    "long note": (_set(1, note="x" * 1_000_001), "too long"),
    "time is text": (_set(1, at="now"), "is no time"),
    "time is a fraction": (_set(1, at=1.5), "is no time"),
    "time before 1970": (_set(1, at=-1), "is no time"),
    "time without end": (_set(1, at=10**30), "is no time"),
    "time is true": (_set(1, at=True), "is no time"),
    "seconds below zero": (_set(1, seconds=-1), "seconds"),
    "seconds are text": (_set(1, seconds="1"), "seconds"),
    "seconds not a number": (_set(1, seconds=float("nan")), "seconds"),
    "seconds without end": (_set(1, seconds=float("inf")), "seconds"),
    "seconds of years": (_set(1, seconds=1e9), "seconds"),
    "replaces a text": (_set(1, replaces="x"), "what it replaces"),
    "replaces numbers": (_set(1, replaces=[1]), "what it replaces"),
    "replaces nothing known": (_set(1, replaces=["x"]), "not an earlier label"),
    "replaces a later line": (_set(1, replaces=[f"{'0' * 32}:2"]), "not an earlier label"),
    "replaces itself": (_set(1, replaces=[f"{'0' * 32}:1"]), "not an earlier label"),
    "replaces another answer": (_set(3, replaces=[f"{'0' * 32}:1"]), "not an earlier label"),
    "undo is text": (_set(1, undo="yes"), "damaged"),
    "kind of its own": (_set(1, kind="adjudication"), "'kind' is nothing"),
    "assessor of its own": (_set(1, assessor="Ben"), "'assessor' is nothing"),
    "hash of its own": (_set(1, hash=HASH), "'hash' is nothing"),
    "writer of its own": (_set(1, writer=HASH), "'writer' is nothing"),
    "a list": (_put(1, []), "not what a page returns"),
    "a number": (_put(1, 7), "not what a page returns"),
    "changed past": (_set(1, label="incorrect"), "differs from what the same page returned"),
    "changed note of the past": (_set(1, note="later"), "differs from what the same page returned"),
    "changed time of the past": (_set(1, at=5), "differs from what the same page returned"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_file_is_refused_and_nothing_is_harmed(small: Path, how: str) -> None:
    change, sentence = BROKEN[how]
    page = returned_once(small)
    rows = [page.head(), *copy.deepcopy(page.lines)]
    change(rows)
    file = small.with_name("bad.jury-labels")
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    refused(small, file, sentence)


def returned_once(home: Path) -> PaperPage:
    """Return a page of four lines, of which the first was merged."""
    page = page_of(home)
    page.say(page.on("q1", "Answer 1"), label="correct")
    merge(home, page.save(home.with_name("first.jury-labels")))
    page.say(page.on("q1", "Answer 2"), label="correct")
    page.say(page.on("q1", "Answer 3"), state="skipped")
    page.say(page.on("q1", "Answer 1"), label="incorrect")
    return page


def refused(home: Path, file: Path, sentence: str) -> None:
    before, content = home.read_bytes(), file.read_bytes()
    with closing(open_session(home)) as session, pytest.raises(Refused, match=re.escape(sentence)) as problem:
        merge_files(session, [file])
    assert str(problem.value).count("Nothing was merged.") == 1
    assert str(problem.value).startswith(file.name)
    assert file.read_bytes() == content
    assert in_force_unchanged(home, before)


def in_force_unchanged(home: Path, before: bytes) -> bool:
    old = home.with_name("before.jury")
    old.write_bytes(before)
    return in_force(home) == in_force(old) and hashes(home) == hashes(old) and not problems(home)


BYTES = {
    "empty": b"",
    "blank": b"\n\n",
    "not text": b"\xff\xfe\x00",
    "zeros": bytes(4096),
    "a database": b"SQLite format 3\x00" + bytes(4096),
    "a page": b"<!doctype html><script>alert(1)</script>",
    "deep": b"[" * 100_000,
    "deep object": b'{"jurybox labels":' * 50_000,
    "a long number": b'{"jurybox labels":1,"lines":' + b"9" * 5_000 + b"}",
    "half a line": b'{"jurybox labels":1,"coll',
}


@pytest.mark.parametrize("how", BYTES)
def test_bytes_that_no_page_writes_are_refused(small: Path, how: str) -> None:
    file = small.with_name("bad.jury-labels")
    file.write_bytes(BYTES[how])
    refused(small, file, file.name)


@pytest.mark.parametrize("cut", range(0, 100, 3))
def test_a_file_cut_anywhere_is_refused(small: Path, cut: int) -> None:
    page = returned_once(small)
    file = page.save(small.with_name("cut.jury-labels"))
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) * cut // 100])
    refused(small, file, file.name)


def test_lines_of_somebody_else_s_page_are_nobody_s(small: Path) -> None:
    ana, ben = page_of(small), page_of(small, "Ben")
    ben.say(ben.on("q1", "Answer 1"), label="correct")
    file = save_lines(small.with_name("x.jury-labels"), ana.head(lines=1), ben.lines)
    refused(small, file, "1 of 1 labels are about answers that were not handed out")


def test_an_entry_of_somebody_else_is_not_replaced(small: Path) -> None:
    with closing(open_session(small)) as session:
        session.execute(Judge((0,), "correct", assessor=1))
    with closing(open_reading(small)) as db:
        (hash_,) = db.execute("SELECT hash FROM entry WHERE kind = 'judgment'").fetchone()
    page = page_of(small)
    page.say(page.on("q1", "Answer 1"), label="incorrect")["replaces"] = [hash_.hex()]
    refused(small, page.save(small.with_name("x.jury-labels")), "not an earlier label of the same answer")


def test_a_changed_text_is_refused(small: Path) -> None:
    page = page_of(small)
    page.say(page.on("q1", "Answer 1"), label="correct")
    with closing(open_writing(small)) as db:
        db.execute("UPDATE answer SET digest = x'00112233445566778899aabbccddeeff' WHERE id = 1")
        db.commit()
    file = page.save(small.with_name("x.jury-labels"))
    with closing(open_reading(small)) as db, pytest.raises(Refused, match="whose texts have changed since"):
        merge_page_return(db, file)


def test_a_mail_program_s_endings_do_no_harm(small: Path) -> None:
    page = page_of(small)
    page.say(page.on("q1", "Answer 1"), label="correct", note="a\nb")
    file = page.save(small.with_name("x.jury-labels.txt"))
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert merge(small, file) == 1
