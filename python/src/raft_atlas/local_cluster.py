"""`python -m raft_atlas.local_cluster`: a Ray cluster of some nodes on this machine alone, for
trying what runs on a real one. It listens on the loopback only, tells nobody, and ends with its
command.
"""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from raft_atlas._cluster import LOOPBACK, quiet
from raft_atlas._command import EXIT_INTERRUPTED, EXIT_OK

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

# Rows and lines are small, and each is taken as soon as it is there.
OBJECTS_BYTES = 100 * 1024 * 1024
# The commands of this package by their names.
COMMANDS = ("sweep", "swarm")


@contextmanager
def local_cluster(nodes: int, cpus: int = 1) -> Iterator["Cluster"]:
    """A head that runs nothing, and so many nodes with so many processors each."""
    quiet("local")
    from ray.cluster_utils import Cluster

    common = {
        "node_ip_address": LOOPBACK,
        "object_store_memory": OBJECTS_BYTES,
        "include_log_monitor": False,
    }
    cluster = Cluster(
        initialize_head=True,
        head_node_args={**common, "num_cpus": 0, "include_dashboard": False},
    )
    try:
        for _ in range(nodes):
            cluster.add_node(num_cpus=cpus, **common)
        yield cluster
    finally:
        cluster.shutdown()


def run(nodes: int, cpus: int, command: list[str]) -> int:
    """Runs a command on such a cluster, or holds it until somebody interrupts."""
    with local_cluster(nodes, cpus) as cluster:
        address = str(cluster.address)
        if command:
            if command[0] in COMMANDS:
                command = [sys.executable, "-m", "raft_atlas", *command]
            # That is what `--address auto` goes by.
            return subprocess.call(command, env={**os.environ, "RAY_ADDRESS": address})
        print(f"{nodes} nodes with {cpus} processors each, until Ctrl-C; in another terminal:")
        print(f"  python -m raft_atlas sweep FILE --out DIR --address {address}", flush=True)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
    return EXIT_OK


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m raft_atlas.local_cluster",
        description="A Ray cluster on this machine, for as long as the command runs.",
        epilog="Example: python -m raft_atlas.local_cluster -- sweep FILE --out DIR",
    )
    parser.add_argument("--nodes", type=int, default=2, metavar="N", help="nodes that run tasks")
    parser.add_argument("--cpus", type=int, default=1, metavar="N", help="processors of each")
    parser.add_argument(
        "command",
        nargs="*",
        help="what runs on it: sweep or swarm with their options, or any program, which finds the "
        "address in RAY_ADDRESS; without one it stays until Ctrl-C",
    )
    args = parser.parse_args()
    # Ended like any program: its nodes are ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(EXIT_INTERRUPTED))
    try:
        return run(args.nodes, args.cpus, args.command)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
