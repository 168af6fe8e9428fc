"""A campaign on a Ray cluster. What it finds, keeps and tells is what `raft-atlas swarm` does, and
either goes on with the folder of the other.
"""

import argparse
from pathlib import Path

from raft_atlas import _cluster
from raft_atlas._cluster import Where, connected, where_of
from raft_atlas._command import EXIT_FAILED, EXIT_OK, Progress
from raft_atlas._engine import BUILD, Campaign, CampaignRun
from raft_atlas._place import Place, place_of

DESCRIPTION = (
    "Runs a scenario under random faults, seed by seed, on a Ray cluster. With --out the same "
    "command goes on with what is missing."
)


def run(args: argparse.Namespace) -> int:
    """Runs the seeds that are not known yet, and tells all in their order."""
    where = where_of(args)
    campaign = Campaign.read(
        args.file,
        variant=args.variant,
        faults=args.faults,
        with_=getattr(args, "with"),
        mode=args.mode,
        drift_beyond=args.drift_beyond,
        search_steps=args.search_steps,
        shrink_tries=None if args.out is None else args.shrink_tries,
    )
    if args.out is None:
        return _run(args, campaign, where, None)
    with place_of(args.out) as place:
        return _run(args, campaign, where, place)


def _run(args: argparse.Namespace, campaign: Campaign, where: Where, place: Place | None) -> int:
    out = None if place is None else place.path
    under_way = CampaignRun(campaign, args.seeds, args.keep_going, out, args.page)
    _tell(under_way.lines(), place)
    missing = under_way.missing()
    if missing and not under_way.is_stopped:
        with connected(where):
            _run_missing(campaign, under_way, place, where, missing, args.keep_going)
    lines, all_held = under_way.conclude()
    if place is not None:
        place.save()
    _tell(lines, place)
    return EXIT_OK if all_held else EXIT_FAILED


def _tell(lines: list[str], place: Place | None) -> None:
    for line in lines:
        print(line if place is None else place.told(line), flush=True)


def _run_missing(
    campaign: Campaign,
    under_way: CampaignRun,
    place: Place | None,
    where: Where,
    missing: list[tuple[int, int]],
    keep_going: bool,
) -> None:
    import ray

    from raft_atlas import _spread, _work

    done, of = 0, sum(until - start for start, until in missing)
    progress = Progress(of, "seeds")
    progress.at(0)
    text = ray.put(campaign.text())
    chunks = _work.seeds.options(**where.options())

    def take(line: str, seeds: tuple[int, int]) -> bool:
        nonlocal done
        under_way.add(line)
        if place is not None:
            place.save()
        done += seeds[1] - seeds[0]
        lines = under_way.lines()
        if lines:
            progress.clear()
            _tell(lines, place)
        progress.at(done)
        return not under_way.is_stopped

    def submit(start: int, until: int) -> object:
        return chunks.remote(BUILD, text, start, until, keep_going)

    try:
        _spread.spread(missing, submit, take, _spread.Cluster(where, progress.note))
    finally:
        progress.clear()


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options are those of `raft-atlas swarm`."""
    parser.add_argument("file", type=Path, help="a scenario file; its own actions are left out")
    parser.add_argument("--seeds", required=True, metavar="A..B", help="seeds A to B, B excluded")
    parser.add_argument("--faults", default="all", help="kinds of faults, separated by commas")
    parser.add_argument("--with", default="none", help="features that come and go")
    parser.add_argument("--mode", help="read modes that seeds take in turn, or all")
    parser.add_argument("--drift-beyond", action="store_true", help="clocks drift too far")
    parser.add_argument("--keep-going", action="store_true", help="goes on after a seed that fails")
    parser.add_argument(
        "--out",
        metavar="PLACE",
        help="what fails is shrunk, into this folder, or an address that fsspec knows",
    )
    parser.add_argument("--shrink-tries", type=int, default=1000, metavar="N")
    parser.add_argument("--page", default="http://localhost:4173/", metavar="ADDRESS")
    parser.add_argument("--search-steps", type=int, default=200_000, metavar="N")
    parser.add_argument("--variant", help="variant; the first by default")
    _cluster.add_options(parser)
