"""A sweep on a Ray cluster, for programs and as a command. The folder, its rows and its digests are
those of `raft-atlas sweep`, which goes on with it and reports it.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from raft_atlas import _cluster
from raft_atlas._cluster import Where, connected, where_of
from raft_atlas._command import EXIT_OK, Progress, Silence
from raft_atlas._engine import BUILD, Sweep, SweepFolder
from raft_atlas._place import Place, StorePlace, place_of

if TYPE_CHECKING:
    import pyarrow

DESCRIPTION = "Runs a sweep on a Ray cluster. The same command goes on with what is missing."


def sweep(
    file: str | os.PathLike[str] | Mapping[str, Any],
    *,
    out: str | os.PathLike[str] | None = None,
    address: str = "auto",
    cpus: float = 1.0,
    resources: Mapping[str, float] | None = None,
    labels: Mapping[str, str] | None = None,
    runtime_env: Mapping[str, Any] | None = None,
    progress: bool = False,
) -> "pyarrow.Table":
    """Runs a sweep and returns its rows, one for each run, as docs/sweeps.md describes them.

    `file` is a sweep file's path, or its content; `out` keeps the rows in a folder or store, where
    the same call goes on with what is missing. A program that is connected to Ray already stays so;
    else `address` names the cluster, and `runtime_env` what its workers need. `cpus`, `resources`
    and `labels` are what a node must have for a task. Raises ValueError or OSError for what cannot
    be used, TaskFailedError for a panic of the engine, ClusterLostError for a lost cluster.
    """
    try:
        from pyarrow import parquet
    except ImportError:
        raise ImportError("a table needs pyarrow: pip install 'raft-atlas[tables]'") from None
    where = Where(address, cpus, resources or {}, labels or {}, runtime_env)
    given = _given(file)
    with _kept_in(out) as place:
        path, _, _ = _fill(given, place, where, shows=progress)
        # The file as it is: a folder that is called name=value is no column.
        return parquet.read_table(path, partitioning=None)


def _given(file: str | os.PathLike[str] | Mapping[str, Any]) -> Sweep:
    if not isinstance(file, Mapping):
        return Sweep.read(file)
    content = dict(file)
    if isinstance(content.get("scenario"), str):
        content["scenario"] = str(Path(content["scenario"]).absolute())
    with tempfile.TemporaryDirectory(prefix="raft-atlas-") as folder:
        path = Path(folder) / "sweep.json"
        path.write_text(json.dumps(content, indent=2), encoding="utf-8")
        try:
            return Sweep.read(path)
        except ValueError as error:
            raise ValueError(str(error).replace(str(path), "sweep")) from None


@contextmanager
def _kept_in(out: str | os.PathLike[str] | None) -> Iterator[Place]:
    if out is not None:
        with place_of(os.fspath(out)) as place:
            yield place
        return
    with tempfile.TemporaryDirectory(prefix="raft-atlas-") as folder:
        yield Place(Path(folder))


def _fill(given: Sweep, place: Place, where: Where, *, shows: bool) -> tuple[str, str, int]:
    """Runs what is not there yet; gives the file of all rows, their digest, and how many ran."""
    folder = SweepFolder(place.path, given)
    missing = folder.missing()
    count = sum(until - start for start, until in missing)
    if count > 0:
        with connected(where):
            progress = Progress(given.runs, "runs") if shows else Silence()
            _run_missing(given, folder, place, where, missing, progress)
    path, digest = folder.finish()
    place.save()
    return str(path), digest, count


def _run_missing(
    given: Sweep,
    folder: SweepFolder,
    place: Place,
    where: Where,
    missing: list[tuple[int, int]],
    progress: Progress,
) -> None:
    import ray

    from raft_atlas import _spread, _work

    done = given.runs - sum(until - start for start, until in missing)
    progress.at(done)
    texts = ray.put(given.texts())
    rows = _work.rows.options(**where.options())

    def take(part: bytes, runs: tuple[int, int]) -> bool:
        nonlocal done
        folder.add(part)
        place.save()
        done += runs[1] - runs[0]
        progress.at(done)
        return True

    def submit(start: int, until: int) -> object:
        return rows.remote(BUILD, texts, start, until)

    try:
        _spread.spread(missing, submit, take, _spread.Cluster(where, progress.note))
    finally:
        progress.clear()


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("file", type=Path, help="a sweep file; docs/sweeps.md describes it")
    parser.add_argument(
        "--out",
        metavar="PLACE",
        help="its folder, or an address that fsspec knows, e.g. s3://bucket/runs; the default is "
        "the file's name without its ending, here",
    )
    _cluster.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """The command."""
    where = where_of(args)
    given = Sweep.read(args.file)
    with place_of(args.out or args.file.stem) as place:
        path, digest, count = _fill(given, place, where, shows=True)
        runs = place.told(path)
        print(f"{given.runs} runs in {runs}, {count} of them made now; digest of all: {digest}")
        if isinstance(place, StorePlace):
            print("what they say: copy the folder here, then raft-atlas sweep report DIR")
        else:
            print(f"what they say: raft-atlas sweep report {place.name}")
    return EXIT_OK
