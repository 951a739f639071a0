"""A server of the app's own, for the tests that look at it from outside: by browser, or by wire."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from core.ui.contents import ROOT


@dataclass(frozen=True)
class Server:
    """A server that runs: where it answers, and its process."""

    address: str
    process: subprocess.Popen

    def cpu_seconds(self) -> float:
        """The processor time that it has used; 0 where the system does not tell (elsewhere than on Linux)."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except FileNotFoundError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """The memory that it holds. Linux alone tells."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


@contextmanager
def serving(script: Path, *, folder: Path = ROOT, **options: object) -> Iterator[Server]:
    """A fresh server for one app, started in a folder, with options of Streamlit, such as `server_baseUrlPath`."""
    port = _free_port()
    settings = {
        "server.headless": "true",
        "server.address": "127.0.0.1",
        "server.port": port,
        "server.fileWatcherType": "none",
    } | {name.replace("_", ".", 1): value for name, value in options.items()}
    arguments = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", str(script), *arguments],
        cwd=folder,
        env=os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    base = str(settings.get("server.baseUrlPath", "")).strip("/")
    address = f"http://127.0.0.1:{port}" + (f"/{base}" if base else "")
    try:
        _wait_until_it_answers(process, address)
        yield Server(address, process)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:  # it waits for a script that is still running
            process.kill()
            process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_it_answers(process: subprocess.Popen, address: str) -> None:
    for _ in range(480):
        assert process.poll() is None, "the server ended"
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2)
            return
        except OSError:
            time.sleep(0.25)
    raise AssertionError("the server did not answer in two minutes")
