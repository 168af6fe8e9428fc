"""Which cluster, and which of its nodes: what a task needs, how many of them run at once, and the
connection. It must not know what the tasks are.
"""

import argparse
import logging
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

LOOPBACK = "127.0.0.1"
_log = logging.getLogger("raft_atlas")


@dataclass(frozen=True)
class Where:
    """A cluster, and what a node must have to run a task."""

    address: str = "auto"
    cpus: float = 1.0
    resources: Mapping[str, float] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    runtime_env: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        for name, amount in {"cpus": self.cpus, **self.resources}.items():
            if not (math.isfinite(amount) and amount > 0):
                raise ValueError(f"{name}: found {amount}, expected a number above 0")

    def options(self) -> dict[str, Any]:
        """Of a task, as Ray takes them."""
        options: dict[str, Any] = {"num_cpus": self.cpus}
        if self.resources:
            options["resources"] = dict(self.resources)
        if self.labels:
            options["label_selector"] = dict(self.labels)
        return options

    def slots(self, nodes: list[dict[str, Any]]) -> int:
        """How many tasks these nodes, as `ray.nodes()` lists them, run at once."""
        return sum(self._slots_of(node) for node in nodes if node["Alive"])

    def _slots_of(self, node: dict[str, Any]) -> int:
        labels = node.get("Labels") or {}
        if any(labels.get(key) != value for key, value in self.labels.items()):
            return 0
        has = node["Resources"]
        wanted = {"CPU": self.cpus, **self.resources}
        return min(math.floor(float(has.get(name, 0)) / amount) for name, amount in wanted.items())


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that say which cluster, and which of its nodes."""
    parser.add_argument(
        "--address",
        default="auto",
        help="the Ray cluster: HOST:PORT, ray://HOST:PORT through its client server, auto for the "
        "one that RAY_ADDRESS names or that runs on this machine (the default), or local for one "
        "that lasts as long as this command",
    )
    parser.add_argument(
        "--cpus", type=float, default=1.0, metavar="N", help="processors of a task; 1 by default"
    )
    parser.add_argument(
        "--resource",
        action="append",
        default=[],
        metavar="NAME=N",
        help="what else a task takes of a node, e.g. sweeps=1; may be given again",
    )
    parser.add_argument(
        "--label",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a label that a node must have to run a task; may be given again",
    )
    parser.add_argument(
        "--runtime-env",
        metavar="FILE",
        help="Ray's runtime environment for the tasks, as YAML or JSON",
    )


def where_of(args: argparse.Namespace) -> Where:
    """What these options say."""
    resources = {}
    for name, text in _pairs("--resource", args.resource).items():
        try:
            resources[name] = float(text)
        except ValueError:
            raise ValueError(f"--resource {name}: found {text}, expected a number") from None
    labels = _pairs("--label", args.label)
    return Where(args.address, args.cpus, resources, labels, _runtime_env(args.runtime_env))


def _pairs(option: str, texts: list[str]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not (name and sign and value):
            raise ValueError(f"{option}: found {text}, expected NAME=VALUE")
        pairs[name] = value
    return pairs


def _runtime_env(file: str | None) -> Mapping[str, Any] | None:
    if file is None:
        return None
    # Ray itself needs it.
    import yaml

    with open(file, encoding="utf-8") as text:
        try:
            found = yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise ValueError(f"{file}: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f"{file}: found {type(found).__name__}, expected keys and values")
    return found


def quiet(address: str) -> None:
    """Before Ray is imported: it tells nobody, and where a cluster listens on the loopback alone,
    so does what joins it. Ray takes the machine's address else, and finds nothing there.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    named = os.environ.get("RAY_ADDRESS", "") if address == "auto" else address
    if named == "local" or named.startswith(f"{LOOPBACK}:"):
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"


@contextmanager
def connected(where: Where) -> Iterator[None]:
    """Connected to the cluster, for as long as the work takes. A connection that the program has
    already stays its own.
    """
    quiet(where.address)
    import ray

    if ray.is_initialized():
        yield
        return
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "WARNING"}
    if where.address == "local":
        options["include_dashboard"] = False
    if where.runtime_env is not None:
        options["runtime_env"] = dict(where.runtime_env)
    ray.init(address=where.address, **options)
    said = _hear_raylets()
    try:
        yield
    finally:
        ray.shutdown()
        _print_raylets_by(said)


def _hear_raylets() -> Any:
    """What Ray says of a node that dies, thirty lines of its log each time, it prints among the
    program's own lines, whatever it is told of logs. It goes to the logger `raft_atlas` instead.
    """

    def log(data: dict[str, Any], **_: Any) -> None:
        for line in data["lines"]:
            _log.info("%s: %s", data["pid"], line)

    return _print_raylets_by(log)


def _print_raylets_by(way: Any) -> Any:
    """Returns the way before; there is no public one, and where Ray has none nothing is changed."""
    from ray._private import worker

    before = getattr(worker, "print_to_stdstream", None)
    if before is not None and way is not None:
        worker.print_to_stdstream = way
    return before
