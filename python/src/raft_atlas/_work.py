"""What a worker does: tasks of Ray. They stand apart from the commands, so that every process of a
cluster finds them by their name.
"""

import platform
import time
from functools import lru_cache

import ray

from raft_atlas._engine import BUILD, Campaign, Sweep

# A worker that dies takes its task along, and the task is run again. One that kills a worker each
# time (no memory, say) must come to an end.
RETRIES = 10


class OtherBuildError(Exception):
    """Another engine than the driver's may give other digests."""


def same_build(build: str) -> None:
    """What a driver of that build asks is done by the same engine, or not at all."""
    if build != BUILD:
        where = platform.node()
        text = f"found build {BUILD} of the package on {where}, expected the driver's, {build}"
        raise OtherBuildError(text)


@lru_cache(maxsize=1)
def _sweep(texts: tuple[str, str]) -> Sweep:
    return Sweep.handed_over(texts)


@lru_cache(maxsize=1)
def _campaign(text: str) -> Campaign:
    return Campaign.handed_over(text)


@ray.remote(max_retries=RETRIES)
def rows(build: str, texts: tuple[str, str], start: int, until: int) -> tuple[float, bytes]:
    """The rows of some runs as the bytes of a Parquet file, and the seconds that they took."""
    same_build(build)
    sweep = _sweep(texts)
    began = time.perf_counter()
    part = sweep.rows(start, until)
    return time.perf_counter() - began, part


@ray.remote(max_retries=RETRIES)
def seeds(build: str, text: str, start: int, until: int, keep_going: bool) -> tuple[float, str]:
    """What came of some seeds as a line, and the seconds that they took."""
    same_build(build)
    campaign = _campaign(text)
    began = time.perf_counter()
    line = campaign.run(start, until, keep_going)
    return time.perf_counter() - began, line
