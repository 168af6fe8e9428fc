"""`python -m raft_atlas.sweep`: a sweep on a Ray cluster. The folder, its rows and its digests are
those of `raft-atlas sweep`, which goes on with it and reports it.
"""

import argparse
import sys
from pathlib import Path

from raft_atlas._command import EXIT_OK, Progress, add_address, connect, ended
from raft_atlas._engine import BUILD, Sweep, SweepFolder
from raft_atlas._place import Place, StorePlace, place_of


def run(file: Path, out: str, address: str) -> int:
    """Runs what is not there yet."""
    sweep = Sweep.read(file)
    with place_of(out) as place:
        return _run(sweep, place, address)


def _run(sweep: Sweep, place: Place, address: str) -> int:
    folder = SweepFolder(place.path, sweep)
    missing = folder.missing()
    count = sum(until - start for start, until in missing)
    if count > 0:
        connect(address)
        _run_missing(sweep, folder, place, missing)
    path, digest = folder.finish()
    place.save()
    runs = place.told(str(path))
    print(f"{sweep.runs} runs in {runs}, {count} of them made now; digest of all: {digest}")
    if isinstance(place, StorePlace):
        print("what they say: copy the folder here, then raft-atlas sweep report DIR")
    else:
        print(f"what they say: raft-atlas sweep report {place.name}")
    return EXIT_OK


def _run_missing(
    sweep: Sweep, folder: SweepFolder, place: Place, missing: list[tuple[int, int]]
) -> None:
    import ray

    from raft_atlas import _spread, _work

    done = sweep.runs - sum(until - start for start, until in missing)
    progress = Progress(sweep.runs, "runs")
    progress.at(done)
    texts = ray.put(sweep.texts())

    def take(part: bytes, runs: tuple[int, int]) -> bool:
        nonlocal done
        folder.add(part)
        place.save()
        done += runs[1] - runs[0]
        progress.at(done)
        return True

    try:
        _spread.spread(missing, lambda a, b: _work.rows.remote(BUILD, texts, a, b), take)
    finally:
        progress.clear()


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m raft_atlas.sweep",
        description="Runs a sweep on a Ray cluster. The same command goes on with what is missing.",
    )
    parser.add_argument("file", type=Path, help="a sweep file; docs/sweeps.md describes it")
    parser.add_argument(
        "--out",
        metavar="PLACE",
        help="its folder, or an address that fsspec knows, e.g. s3://bucket/runs; the default is "
        "the file's name without its ending, here",
    )
    add_address(parser)
    args = parser.parse_args()
    return ended(lambda: run(args.file, args.out or args.file.stem, args.address))


if __name__ == "__main__":
    sys.exit(main())
