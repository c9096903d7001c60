"""The page of an audience in a real browser, as large as a phone and a tablet; run by hand with -m xkeys.

JURYBOX_PICTURES names a folder for what the screens look like.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium import CHROMIUM, Browser, Page, browser
from patience import PATIENCE, until
from phones import Phone, Probe, address_of

from jurybox.audience.server import AudienceServer
from jurybox.audience.votes import Ballot, Limits, VoteBook
from jurybox.collection.own_schemes import scheme_of_text
from jurybox.label_schemes import CORRECTNESS, QUALITY, VALIDATION

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.xkeys, pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")]

SIZES = pytest.mark.parametrize(("width", "height"), [(360, 640), (820, 1180)])
BUTTON = "document.querySelectorAll('#labels button')[{}]"
PRESSED = "document.querySelector('[aria-pressed=true] b').textContent"
LONG = "The Lurn bridge was opened on the first of May, in the presence of the mayor of Osk. " * 20


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chromium")) as one:
        yield one


@pytest.fixture
def server() -> Iterator[AudienceServer]:
    one = AudienceServer(VoteBook(Limits(per_address=9)), "127.0.0.1", (0,))
    yield one
    one.stop()


def keep_picture(page: Page, name: str) -> None:
    if folder := os.environ.get("JURYBOX_PICTURES"):
        page.picture(Path(folder) / f"{name}.png")


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and every button is at least as large as a finger."""
    assert page.value("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.value("document.documentElement.scrollHeight <= window.innerHeight")
    sizes = page.value(
        "Array.prototype.map.call(document.querySelectorAll('#labels button'),"
        "function (b) { var r = b.getBoundingClientRect(); return [r.width, r.height]; })"
    )
    assert sizes
    assert all(wide >= 44 and tall >= 44 for wide, tall in sizes), sizes


@SIZES
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_phone_votes_changes_its_mind_and_follows(
    chromium: Browser, server: AudienceServer, width: int, height: int, *, dark: bool
) -> None:
    book, name = server.book, f"{width}-{'dark' if dark else 'light'}"
    page = chromium.new_page(width, height, dark=dark)
    page.open(server.url)
    page.until("document.getElementById('status').textContent === 'Wait for the next answer.'")
    keep_picture(page, f"{name}-1-waiting")
    book.show(Ballot(1, "When was the Lurn bridge opened?", "in 1911", VALIDATION, LONG))
    page.until("document.getElementById('answer').textContent === 'in 1911'")
    fits(page)
    keep_picture(page, f"{name}-2-open")
    page.tap(BUTTON.format(0))
    page.until("/^Your vote: Correct/.test(document.getElementById('status').textContent)")
    assert book.count().votes == 1
    page.tap(BUTTON.format(1))
    page.until("/^Your vote: Incorrect/.test(document.getElementById('status').textContent)")
    assert book.count().tally.counts == (0, 1)  # type: ignore[union-attr]
    keep_picture(page, f"{name}-3-voted")
    book.close()
    page.until("/closed/.test(document.getElementById('status').textContent)")
    assert page.value(BUTTON.format(0) + ".disabled")
    keep_picture(page, f"{name}-4-closed")
    book.show(Ballot(2, "映画の監督は誰ですか。", "星野ゆき " * 30, QUALITY))
    page.until("/星野/.test(document.getElementById('answer').textContent)")
    assert page.value("document.querySelectorAll('[aria-pressed=true]').length") == 0
    fits(page)
    keep_picture(page, f"{name}-5-japanese")
    book.show(Ballot(3, "متى افتتح الجسر؟", "افتتح الجسر عام ١٩١١ <b>x</b>", CORRECTNESS, "نص " * 200))
    page.until("/الجسر/.test(document.getElementById('answer').textContent)")
    assert page.value("getComputedStyle(document.getElementById('answer')).direction") == "rtl"
    assert page.value("document.querySelectorAll('#answer b').length") == 0  # text stays text
    fits(page)
    keep_picture(page, f"{name}-6-arabic")
    server.stop()
    page.until("/ended/.test(document.getElementById('status').textContent)")
    keep_picture(page, f"{name}-7-ended")
    assert page.complaints == []


@SIZES
def test_many_labels_and_long_scales(chromium: Browser, server: AudienceServer, width: int, height: int) -> None:
    book = server.book
    page = chromium.new_page(width, height)
    page.open(server.url)
    book.show(Ballot(1, "How helpful?", "Ask at the harbor.", scheme_of_text("0..9", "ranked")))
    page.until("document.querySelectorAll('#labels button').length === 10")
    fits(page)
    keep_picture(page, f"{width}-8-ten")
    page.tap(BUTTON.format(9))
    page.until("/^Your vote: 0/.test(document.getElementById('status').textContent)")
    book.show(Ballot(2, "How helpful?", "Ask at the harbor.", scheme_of_text("0..100", "ranked")))
    page.until("!!document.querySelector('input[type=range]')")
    assert page.value("document.querySelector('output').textContent") == "50"
    page.tap(BUTTON.format(2))  # more
    assert page.value("document.querySelector('output').textContent") == "51"
    keep_picture(page, f"{width}-9-scale")
    page.tap(BUTTON.format(1))
    page.until("/^Your vote: 51/.test(document.getElementById('status').textContent)")
    tally = book.count().tally
    assert tally is not None
    assert tally.label == "51"
    assert page.complaints == []


def test_two_browsers_and_two_hundred_phones_vote_on_thirty_answers(chromium: Browser, server: AudienceServer) -> None:
    """Some change their mind, some press twice: what each was told last is what is counted, once."""
    book, words = server.book, VALIDATION.words
    pages = [chromium.new_page(360, 640), chromium.new_page(820, 1180)]
    for page in pages:
        page.open(server.url)
    crowd = [Phone(Probe(server, address_of(at)), seed=at, flaky=0.1 * (at % 5 == 0)) for at in range(200)]

    async def take_part() -> None:
        async with asyncio.timeout(3 * PATIENCE), asyncio.TaskGroup() as group:
            for one in crowd:
                group.create_task(one.run())

    phones = threading.Thread(target=asyncio.run, args=(take_part(),))
    phones.start()
    counted: dict[int, Counter[str]] = {}
    pressed: dict[int, Counter[str]] = {}
    for key in range(30):
        number = book.show(Ballot(key + 1, "When was the Lurn bridge opened?", f"in {1900 + key}", VALIDATION))
        pressed[number] = Counter()
        for at, page in enumerate(pages):
            page.until(f"document.getElementById('answer').textContent === 'in {1900 + key}'")
            taps = [(key + at) % 2] if key % 3 else [(key + at) % 2, (key + at + 1) % 2]
            for tap in taps * (2 if key % 5 == 0 else 1):
                page.tap(BUTTON.format(tap))
            name = VALIDATION.labels[taps[-1]].name
            page.until(f"document.getElementById('status').textContent.indexOf('Your vote: {name}') === 0")
            pressed[number][words[taps[-1]]] += 1
        until(lambda number=number: all(number in one.given for one in crowd))  # type: ignore[misc]
        book.close()
        tally = book.count().tally
        assert tally is not None
        counted[number] = Counter(dict(zip(words, tally.counts, strict=True)))
    book.end()
    phones.join(PATIENCE)
    assert not phones.is_alive()
    assert len(counted) == 30
    for number, votes in counted.items():
        assert votes.total() == len(crowd) + len(pages)
        assert votes == pressed[number] + Counter(one.given[number] for one in crowd)
    assert [page.complaints for page in pages] == [[], []]


def test_the_keyboard_alone_is_enough(chromium: Browser, server: AudienceServer) -> None:
    page = chromium.new_page(360, 640)
    server.book.show(Ballot(1, "q", "a", VALIDATION))
    page.open(server.url)
    page.until("document.querySelectorAll('#labels button').length === 2")
    page.press("Tab", 9)
    page.press("Tab", 9)
    assert page.value("document.activeElement.querySelector('b').textContent") == "Incorrect"
    keep_picture(page, "360-10-focus")
    page.press("Enter", 13, "\r")
    page.until("/^Your vote: Incorrect/.test(document.getElementById('status').textContent)")
    assert server.book.count().tally.counts == (0, 1)  # type: ignore[union-attr]


def test_the_network_goes_and_comes_back(chromium: Browser, server: AudienceServer) -> None:
    book = server.book
    page = chromium.new_page(360, 640)
    book.show(Ballot(1, "q", "a", VALIDATION))
    page.open(server.url)
    page.until("document.querySelectorAll('#labels button').length === 2")
    page.offline(is_off=True)
    page.tap(BUTTON.format(0))
    page.until("/No connection/.test(document.getElementById('status').textContent)")
    assert page.value(PRESSED) == "Correct"
    assert book.count().votes == 0
    keep_picture(page, "360-11-offline")
    page.offline(is_off=False)
    page.until("/^Your vote: Correct/.test(document.getElementById('status').textContent)")
    until(lambda: book.count().votes == 1)
    page.offline(is_off=True)
    book.show(Ballot(2, "q", "another answer", VALIDATION))
    page.until("/No connection/.test(document.getElementById('status').textContent)")
    page.offline(is_off=False)
    page.until("document.getElementById('answer').textContent === 'another answer'")
    assert book.count().votes == 0


def test_a_page_that_is_loaded_again_is_the_same_phone(chromium: Browser, server: AudienceServer) -> None:
    page = chromium.new_page(360, 640)
    server.book.show(Ballot(1, "q", "a", VALIDATION))
    page.open(server.url)
    page.until("document.querySelectorAll('#labels button').length === 2")
    page.tap(BUTTON.format(1))
    page.until("/^Your vote: Incorrect/.test(document.getElementById('status').textContent)")
    page.open(server.url)
    page.until("/^Your vote: Incorrect/.test((document.getElementById('status') || {}).textContent || '')")
    page.tap(BUTTON.format(0))
    page.until("/^Your vote: Correct/.test(document.getElementById('status').textContent)")
    assert server.book.count().tally.counts == (1, 0)  # type: ignore[union-attr]
    assert page.call("Network.getCookies")["cookies"] == []


@pytest.mark.parametrize(("rate", "delay"), [(50_000, 60), (50_000, 300)])
def test_a_slow_link_shows_the_answer_within_a_second(
    chromium: Browser, server: AudienceServer, rate: int, delay: int
) -> None:
    """400 kbit/s, as the slow 3G of the developer tools, and with the delay of a crowded network."""
    page = chromium.new_page(360, 640)
    page.offline(is_off=False, rate=rate, latency=delay)
    server.book.show(Ballot(1, "When was the Lurn bridge opened?", "in 1911", VALIDATION, LONG))
    begun = time.monotonic()
    page.open(server.url)
    page.until("(document.getElementById('answer') || {}).textContent === 'in 1911'")
    page.until("document.querySelectorAll('#labels button:enabled').length === 2")
    print(f"usable after {time.monotonic() - begun:.2f} s with {delay} ms of delay")
    assert time.monotonic() - begun < 1.0
    page.tap(BUTTON.format(0))  # at once, also before the phone has a name
    until(lambda: server.book.count().votes == 1)
    assert server.book.count().tally.counts == (1, 0)  # type: ignore[union-attr]
