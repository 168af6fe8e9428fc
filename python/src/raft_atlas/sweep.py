"""`python -m raft_atlas.sweep`: a sweep on a Ray cluster. The folder, its rows and its digests are
those of `raft-atlas sweep`, which goes on with it and reports it.
"""

import argparse
import sys
from pathlib import Path

from raft_atlas._command import EXIT_OK, Progress, add_address, connect, ended, local_path
from raft_atlas._engine import BUILD, Sweep, SweepFolder


def run(file: Path, out: Path, address: str) -> int:
    """Runs what the folder does not have yet."""
    sweep = Sweep.read(file)
    folder = SweepFolder(out, sweep)
    missing = folder.missing()
    count = sum(until - start for start, until in missing)
    if count > 0:
        connect(address)
        _run_missing(sweep, folder, missing)
    path, digest = folder.finish()
    print(f"{sweep.runs} runs in {path}, {count} of them made now; digest of all: {digest}")
    print(f"what they say: raft-atlas sweep report {out}")
    return EXIT_OK


def _run_missing(sweep: Sweep, folder: SweepFolder, missing: list[tuple[int, int]]) -> None:
    import ray

    from raft_atlas import _spread, _work

    done = sweep.runs - sum(until - start for start, until in missing)
    progress = Progress(sweep.runs, "runs")
    progress.at(done)
    texts = ray.put(sweep.texts())

    def take(part: bytes, runs: tuple[int, int]) -> bool:
        nonlocal done
        folder.add(part)
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
        type=local_path,
        metavar="DIR",
        help="its folder; the default is the file's name without its ending, here",
    )
    add_address(parser)
    args = parser.parse_args()
    return ended(lambda: run(args.file, args.out or Path(args.file.stem), args.address))


if __name__ == "__main__":
    sys.exit(main())
