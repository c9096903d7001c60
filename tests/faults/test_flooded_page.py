"""More connections to the page of an audience than the process has descriptors: saving goes on, nothing is said."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from phones import Probe, address_of, request
from small import small_collection

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="phones of many addresses need Linux")

SOFT, HARD = 220, 260
STAGE = """
import resource, sys
from contextlib import ExitStack
from jurybox.audience.server import AudienceServer
from jurybox.audience.votes import Ballot, VoteBook
from jurybox.commands import Judge
from jurybox.label_schemes import CORRECTNESS
from jurybox.session import open_session
from pathlib import Path

resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]), int(sys.argv[3])))
session = open_session(Path(sys.argv[1]), assessor="Ana")
server = AudienceServer(VoteBook(), "127.0.0.1", (0,))
server.book.show(Ballot(1, "q", "a", CORRECTNESS))
print(server.url, resource.getrlimit(resource.RLIMIT_NOFILE)[0], flush=True)
for line in sys.stdin:
    answer = int(line)
    session.execute(Judge((answer,), "correct"))
    session.flush()
    with ExitStack() as files:
        for _ in range(100):
            files.enter_context(open(sys.argv[1], "rb"))
    print("saved", len(session.ledger), flush=True)
server.stop()
session.close()
"""


def test_a_flood_takes_no_descriptor_from_saving_and_fills_no_terminal(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury")
    words = [sys.executable, "-c", STAGE, str(path), str(SOFT), str(HARD)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as stage:
        assert stage.stdin is not None
        assert stage.stdout is not None
        assert stage.stderr is not None
        said, asked = stage.stdout, stage.stdin
        url, soft = said.readline().split()
        assert int(soft) == HARD  # raised as far as the system allows

        def save(answer: int) -> str:
            asked.write(f"{answer}\n")
            asked.flush()
            return said.readline().strip()

        assert save(0) == "saved 1"
        asyncio.run(flood(url, save))
        assert save(9) == "saved 5"
        asked.close()
        assert stage.wait(PATIENCE) == 0
        assert stage.stderr.read() == ""


async def flood(url: str, save: object) -> None:
    assert callable(save)
    probe = Probe.__new__(Probe)
    host, port = url.split("/")[2].split(":")
    probe.__dict__ |= {"url": url, "host": host, "port": int(port), "source": "127.0.0.1"}
    held: list[asyncio.StreamWriter] = []
    async with asyncio.timeout(PATIENCE):
        for label in range(1, 4):
            for at in range(150):
                _, writer = await asyncio.open_connection(host, int(port), local_addr=(address_of(at), 0))
                writer.write(request("GET", url)[: 20 * label])  # never a whole request
                held.append(writer)
            assert await asyncio.to_thread(save, label) == f"saved {label + 1}"
        for writer in held:
            writer.transport.abort()
        while (await probe.get()).status != 200:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("limit", [150, 210])
def test_too_few_descriptors_for_phones_are_said(limit: int, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury")
    words = [sys.executable, "-c", STAGE, str(path), str(limit), str(limit)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert f"may open only {limit} files and connections at once here, too few for phones beside saving" in done.stderr


USED_UP = """
import os, resource, sys
from pathlib import Path
from jurybox.commands import Judge
from jurybox.errors import NotSaved
from jurybox.session import open_session

session = open_session(Path(sys.argv[1]), assessor="Ana")
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
held = []
try:
    while True:
        held.append(os.open(os.devnull, os.O_RDONLY))
except OSError:
    pass
session.execute(Judge((0,), "correct"))
try:
    session.flush()
except NotSaved as error:
    print(error)
for one in held:
    os.close(one)
session.saver.retry()
while session.saving.pending:  # it is tried on another thread
    try:
        session.flush()
    except NotSaved:
        pass
print(len(session.ledger), session.saving.problem)
session.close()
"""


def test_the_true_cause_is_named_where_descriptors_are_used_up(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury")
    words = [sys.executable, "-c", USED_UP, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True)
    first, last = done.stdout.splitlines()
    assert first == (
        "Not saved: too many files and connections are open in this program. Saving is retried automatically."
    )
    assert last == "1 None"
