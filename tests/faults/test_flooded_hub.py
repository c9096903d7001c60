"""More connections to the front of a hub than its process can have open: it accepts again when they are gone."""

import os
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from jurybox.hub.certificates import make_certificate

ROOT = Path(__file__).resolve().parents[2]
ASKS_FOR_TLS = bytes((0, 0, 0, 8, 4, 210, 22, 47))
LISTENS = """
import resource, sys, threading
from pathlib import Path
from jurybox.hub.front import Front

resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
front = Front("127.0.0.1", 0, 9, Path(sys.argv[1]), Path(sys.argv[2]))
print(front.port, flush=True)
sys.stdin.read()
front.close()
"""


def answer(port: int, timeout: float = 10) -> bytes:
    """Return what the front answers to a request for encryption."""
    with socket.create_connection(("127.0.0.1", port), timeout) as one:
        one.sendall(ASKS_FOR_TLS)
        return one.recv(1)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere connections and files have no limit in common")
def test_a_hub_accepts_again_after_a_flood(tmp_path: Path) -> None:
    certificate, key = tmp_path / "own.pem", tmp_path / "own.key"
    make_certificate("127.0.0.1", certificate, key)
    process = subprocess.Popen(
        [sys.executable, "-c", LISTENS, certificate, key],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "model")},
    )
    with process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        assert answer(port) == b"S"
        with ExitStack() as flood:
            for _ in range(120):
                flood.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            with pytest.raises(TimeoutError):
                answer(port, 1)
        assert answer(port) == b"S"
        _, told = process.communicate("", timeout=20)
    assert told == ""
    assert process.returncode == 0
