"""What the commands share: how they end, what is said of troubles, and how far they are."""

import sys
import time
from collections.abc import Callable
from typing import TextIO

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class TaskFailedError(Exception):
    """The engine itself failed in a task: a find, which another try would find too."""


class ClusterLostError(Exception):
    """The cluster could not bring a task to its end."""


class Progress:
    """A line that changes on a terminal; in a log, as a job has it, a line now and then."""

    TERMINAL_S = 0.5
    LOG_S = 10.0

    def __init__(
        self,
        of: int,
        what: str,
        out: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._of, self._what, self._clock = of, what, clock
        self._out = sys.stderr if out is None else out
        self._is_terminal = self._out.isatty()
        self._every_s = self.TERMINAL_S if self._is_terminal else self.LOG_S
        self._began = self._told = clock()
        self._first: int | None = None

    def at(self, done: int) -> None:
        """So many are done."""
        now = self._clock()
        if self._first is None:
            self._first = done
        if now - self._told < self._every_s:
            return
        self._told = now
        rate = (done - self._first) / (now - self._began)
        left = f", {(self._of - done) / rate:.0f} s left" if rate > 0 else ""
        line = f"{done} of {self._of} {self._what}{left}"
        if self._is_terminal:
            print(f"\r\x1b[K{line}", end="", file=self._out, flush=True)
        else:
            print(line, file=self._out, flush=True)

    def note(self, sentence: str) -> None:
        """Says something on a line of its own."""
        self.clear()
        print(sentence, file=self._out, flush=True)

    def clear(self) -> None:
        """Lines may be printed now without being mixed up with it."""
        if self._is_terminal:
            print("\r\x1b[K", end="", file=self._out, flush=True)


class Silence(Progress):
    """Tells nothing."""

    def __init__(self) -> None:
        super().__init__(0, "")

    def at(self, done: int) -> None:
        """Not told."""

    def note(self, sentence: str) -> None:
        """Not told."""


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
