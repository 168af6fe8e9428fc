"""`python -m raft_atlas sweep …` and `python -m raft_atlas swarm …`."""

import argparse
import sys

from raft_atlas import _swarm, _sweep
from raft_atlas._command import ended


def main(words: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m raft_atlas",
        description="Sweeps and campaigns of Raft Atlas on a Ray cluster.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, module in (("sweep", _sweep), ("swarm", _swarm)):
        command = commands.add_parser(
            name, help=module.DESCRIPTION.partition(".")[0], description=module.DESCRIPTION
        )
        module.add_options(command)
        command.set_defaults(run=module.run)
    args = parser.parse_args(words)
    return ended(lambda: int(args.run(args)))


if __name__ == "__main__":
    sys.exit(main())
