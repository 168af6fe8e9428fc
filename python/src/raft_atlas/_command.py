"""What the commands share: a cluster to run on, what is said of troubles, and how far they are."""

import argparse
import os
import sys
import time
from collections.abc import Callable

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130

LOOPBACK = "127.0.0.1"


class TaskFailedError(Exception):
    """The engine itself failed in a task: a find, which another try would find too."""


class ClusterLostError(Exception):
    """The cluster could not bring a task to its end."""


def add_address(parser: argparse.ArgumentParser) -> None:
    """The option that says which cluster."""
    parser.add_argument(
        "--address",
        default="auto",
        help="the Ray cluster: HOST:PORT, or auto for the one that RAY_ADDRESS names or that runs "
        "on this machine (the default), or local for one that lasts as long as this command",
    )


def quiet(address: str) -> None:
    """Before Ray is imported: it tells nobody, and where a cluster listens on the loopback alone,
    so does what joins it. Ray takes the machine's address else, and finds nothing there.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    named = os.environ.get("RAY_ADDRESS", "") if address == "auto" else address
    if named == "local" or named.startswith(f"{LOOPBACK}:"):
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"


def connect(address: str) -> None:
    """Connects to a cluster, or starts one on this machine alone."""
    quiet(address)
    import ray

    own = {"include_dashboard": False} if address == "local" else {}
    ray.init(address=address, log_to_driver=False, logging_level="WARNING", **own)


class Progress:
    """A line on a terminal, nothing anywhere else."""

    EVERY_S = 0.5

    def __init__(self, of: int, what: str) -> None:
        self._of, self._what = of, what
        self._is_shown = sys.stderr.isatty()
        self._began = self._told = time.monotonic()
        self._first: int | None = None

    def at(self, done: int, words: str = "") -> None:
        """So many are done."""
        now = time.monotonic()
        if self._first is None:
            self._first = done
        if not self._is_shown or now - self._told < self.EVERY_S:
            return
        self._told = now
        rate = (done - self._first) / (now - self._began)
        left = f", {(self._of - done) / rate:.0f} s left" if rate > 0 else ""
        print(f"\r\x1b[K{done} of {self._of} {self._what}{words}{left}", end="", file=sys.stderr)

    def clear(self) -> None:
        """Lines may be printed now without being mixed up with it."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def ended(work: Callable[[], int]) -> int:
    """Runs a command to its end and says in a sentence what kept it from there."""
    try:
        return work()
    except (ValueError, OverflowError, OSError) as error:
        print(error, file=sys.stderr)
        return EXIT_BAD_INPUT
    except TaskFailedError as error:
        print(error, file=sys.stderr)
        return EXIT_FAILED
    except ClusterLostError as error:
        print(f"{error}\nThe same command goes on with what is missing.", file=sys.stderr)
        return EXIT_FAILED
    except KeyboardInterrupt:
        print("Interrupted. The same command goes on with what is missing.", file=sys.stderr)
        return EXIT_INTERRUPTED
