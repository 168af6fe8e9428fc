"""The engine: what a driver plans and keeps, and what a worker runs."""

from os import PathLike
from typing import final

BUILD: str
"""What the engine is made from: another is another engine."""

@final
class Sweep:
    """A sweep that can be run."""

    @staticmethod
    def read(path: str | PathLike[str]) -> Sweep: ...
    @staticmethod
    def handed_over(texts: tuple[str, str]) -> Sweep: ...
    def texts(self) -> tuple[str, str]: ...
    @property
    def runs(self) -> int: ...
    def rows(self, start: int, until: int) -> bytes: ...

@final
class SweepFolder:
    """The folder of a sweep that begins or goes on."""

    def __new__(cls, path: str | PathLike[str], sweep: Sweep) -> SweepFolder: ...
    def missing(self) -> list[tuple[int, int]]: ...
    def add(self, part: bytes) -> None: ...
    def finish(self) -> tuple[str, str]: ...

@final
class Campaign:
    """A campaign that can be run."""

    @staticmethod
    def read(
        path: str | PathLike[str],
        *,
        variant: str | None,
        faults: str,
        with_: str,
        mode: str | None,
        drift_beyond: bool,
        search_steps: int,
        shrink_tries: int | None,
    ) -> Campaign: ...
    @staticmethod
    def handed_over(text: str) -> Campaign: ...
    def text(self) -> str: ...
    def run(self, start: int, until: int, keep_going: bool) -> str: ...

@final
class CampaignRun:
    """A campaign under way, told in the order of its seeds."""

    def __new__(
        cls,
        campaign: Campaign,
        seeds: str,
        keep_going: bool,
        out: str | PathLike[str] | None,
        page: str,
    ) -> CampaignRun: ...
    def missing(self) -> list[tuple[int, int]]: ...
    def add(self, line: str) -> None: ...
    def lines(self) -> list[str]: ...
    @property
    def is_stopped(self) -> bool: ...
    def conclude(self) -> tuple[list[str], bool]: ...
