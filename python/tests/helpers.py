"""What the tests share: commands as other programs, sweep files, waiting for what is expected."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE_S = 120


@dataclass
class Commands:
    """`raft-atlas` and `python -m raft_atlas …`, in a folder."""

    folder: Path

    def local(self, *args: str) -> "subprocess.CompletedProcess[str]":
        """The command line, to its end."""
        return self._ended([os.environ["RAFT_ATLAS"], *args])

    def ray(self, address: str, name: str, *args: str) -> "subprocess.CompletedProcess[str]":
        """A command of the package, to its end."""
        return self._ended([*_module(name), *args, "--address", address])

    def program(self, text: str, *args: str) -> "subprocess.CompletedProcess[str]":
        """A program that somebody wrote with the package, to its end."""
        return self._ended([sys.executable, "-c", text, *args])

    def begin(self, address: str, name: str, *args: str) -> "subprocess.Popen[str]":
        """A command of the package that runs while a test looks on."""
        words = [*_module(name), *args, "--address", address]
        pipe = subprocess.PIPE
        return subprocess.Popen(words, cwd=self.folder, stdout=pipe, stderr=pipe, text=True)

    def rows(self, out: str) -> bytes:
        """All rows of a sweep that is done."""
        return (self.folder / out / "runs.parquet").read_bytes()

    def parts(self, out: str) -> int:
        """Parts of a sweep that is under way."""
        return len(list((self.folder / out / "parts").glob("*.parquet")))

    def _ended(self, words: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            words, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )


def _module(name: str) -> list[str]:
    return [sys.executable, "-m", "raft_atlas", name]


def until(is_so: Callable[[], bool], what: str, within_s: float = PATIENCE_S) -> None:
    """Waits for what is expected."""
    end = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < end, f"it did not come: {what}"
        time.sleep(0.005)


def sweep_of(root: Path, axes: list[dict[str, Any]], duration: str) -> str:
    """A sweep over the published example's scenario with other axes."""
    sweep = json.loads((root / "public/sweeps/read-modes.json").read_text())
    for key in ("$schema", "exclude", "seeds"):
        sweep.pop(key)
    sweep["axes"] = axes
    scenario = sweep["scenario"]
    scenario.pop("measure_from", None)
    scenario["duration"] = duration
    return json.dumps(sweep)


def processes_with(variable: str, none_within_s: float) -> list[str]:
    """Other processes that were started with this in their environment, once time is up."""
    end = time.monotonic() + none_within_s
    while (found := _processes_with(variable.encode())) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def _processes_with(variable: bytes) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes().split(b"\0")
            words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if variable in environment and words and process.name != str(os.getpid()):
            found.append(words)
    return found
