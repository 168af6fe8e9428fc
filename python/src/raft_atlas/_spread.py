"""Spreads numbered work over a cluster: tasks of some seconds, so many at a time, each result once.
It knows neither what the work is nor where results go.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import ray
from ray.exceptions import RayError, RayTaskError

from raft_atlas._cluster import Where
from raft_atlas._command import ClusterLostError, TaskFailedError

Result = TypeVar("Result")
Range = tuple[int, int]

# A task takes about so long: what Ray does for each is little against it, and a worker that dies
# costs no more than that.
TASK_S = 2.0
# What the one driver spends on a task, as `npm run bench -- ray` measures it: tasks are longer when
# there are so many workers that it could not keep up.
DRIVER_S = 0.003
# Towards the end tasks get smaller, so that all workers end together, but not as small as this: the
# last of them runs alone, and for each the driver has something to do.
TASK_S_MIN = 0.1
# More numbers than this make no task: what comes of them is held in memory.
NUMBERS_MAX = 4096
# Tasks for each that runs at once: one that runs, and one that waits for its place.
TASKS_PER_SLOT = 2
# The cluster may grow and shrink.
LOOK_S = 5.0


class Sizes:
    """How many numbers make a task, by what they took so far."""

    def __init__(self) -> None:
        self._each_s: float | None = None

    def learn(self, count: int, seconds: float) -> None:
        """A task of so many took so long. What came lately counts most."""
        each = max(seconds, 1e-6) / count
        self._each_s = each if self._each_s is None else 0.7 * self._each_s + 0.3 * each

    def next(self, left: int, workers: int) -> int:
        """Of so many that are left, for so many workers."""
        if self._each_s is None:
            return 1
        even = left / (TASKS_PER_SLOT * workers)
        task_s = max(TASK_S, DRIVER_S * workers)
        wanted = min(task_s / self._each_s, max(even, TASK_S_MIN / self._each_s), NUMBERS_MAX)
        return max(1, min(left, math.floor(wanted)))


class Left:
    """Numbers that nobody works on yet."""

    def __init__(self, ranges: Iterable[Range]) -> None:
        self._ranges = deque(ranges)
        self.count = sum(until - start for start, until in self._ranges)

    def take(self, count: int) -> Range:
        """The next numbers, neighbours, at most so many."""
        start, until = self._ranges.popleft()
        end = min(until, start + count)
        if end < until:
            self._ranges.appendleft((end, until))
        self.count -= end - start
        return start, end


class Cluster:
    """How many tasks run at once, looked at now and then; what changes is noted."""

    def __init__(self, where: Where, note: Callable[[str], None]) -> None:
        self._where, self._note = where, note
        self._slots: int | None = None
        self._looked = -math.inf

    def slots(self) -> int:
        """At least one: where there is none yet, a task waits for it."""
        if time.monotonic() - self._looked > LOOK_S:
            self._looked = time.monotonic()
            self._found(self._where.slots(ray.nodes()))
        return max(1, self._slots or 0)

    def _found(self, slots: int) -> None:
        before, self._slots = self._slots, slots
        if slots == before:
            return
        if slots == 0:
            self._note("No node of the cluster has what a task needs; the tasks wait for one.")
        elif before is not None:
            self._note(f"Tasks that the cluster runs at once: {slots}, before {before}.")


def _come_of(task: Any) -> tuple[float, Any]:
    try:
        return cast("tuple[float, Any]", ray.get(task))
    except RayTaskError as error:
        raise TaskFailedError(str(error.cause)) from error
    except (RayError, ConnectionError) as error:
        raise ClusterLostError(str(error)) from error


def spread(
    ranges: Iterable[Range],
    submit: Callable[[int, int], Any],
    take: Callable[[Result, Range], bool],
    cluster: Cluster,
    sizes: Sizes | None = None,
) -> None:
    """Runs all numbers of these ranges.

    `submit` begins a task for some of them; it gives the seconds that they took and what came of
    them. `take` gets that, once for each task, and says whether to go on.
    """
    left, sizes = Left(ranges), sizes or Sizes()
    under_way: dict[Any, Range] = {}
    while left.count > 0 or under_way:
        slots = cluster.slots()
        while left.count > 0 and len(under_way) < TASKS_PER_SLOT * slots:
            start, until = left.take(sizes.next(left.count, slots))
            under_way[submit(start, until)] = (start, until)
        ready, _ = ray.wait(list(under_way), num_returns=1, timeout=LOOK_S)
        for task in ready:
            numbers = under_way.pop(task)
            seconds, result = _come_of(task)
            sizes.learn(numbers[1] - numbers[0], seconds)
            if not take(result, numbers):
                for other in under_way:
                    ray.cancel(other, force=False)
                return
