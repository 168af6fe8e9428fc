"""A sweep on a cluster gives the rows of the local one, whatever dies meanwhile."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helpers import Commands, sweep_of, until

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

# 5 × 10 × 10 points.
AXES: list[dict[str, Any]] = [
    {
        "path": "settings.read_mode",
        "name": "mode",
        "values": ["leader", "lease", "follower", "proxy", "stale"],
    },
    {
        "path": "topology.links.cross_zone.rtt",
        "name": "rtt",
        "values": {"from": 5, "to": 50, "step": 5, "unit": "ms"},
    },
    {
        "path": "workload[west].clients",
        "name": "clients",
        "values": {"from": 1, "to": 10, "step": 1},
    },
]
POINTS = 500
KEYS = ["title", "scenario", "axes"]
PROGRESS = r"(?m)^(\d+ of \d+ runs.*|Tasks that the cluster runs at once: \d, before \d\.)\n"
PROGRAM = """
import sys
import raft_atlas
from pyarrow import parquet
file, address = sys.argv[1:]
table = raft_atlas.sweep(file, address=address, out="kept")
print(table.num_rows, table.equals(parquet.read_table("kept/runs.parquet")))
print(table.schema.field("axis.mode").type, table.column("digest")[0])
try:
    raft_atlas.sweep({"format": "raft-atlas-sweep/2"}, address=address)
except ValueError as error:
    print(error)
try:
    raft_atlas.sweep(file, resources={"sweeps": 0})
except ValueError as error:
    print(error)
"""


def test_a_worker_dies_and_every_row_is_there_once_and_the_same(
    cluster: "Cluster", commands: Commands, root: Path
) -> None:
    (commands.folder / "ray.json").write_text(sweep_of(root, AXES, "2s"))
    local = commands.local("sweep", "ray.json", "--out", "local")
    assert local.returncode == 0, local.stderr

    # Its folder has its name.
    running = commands.begin(cluster.address, "sweep", "ray.json")
    # The first parts are small ones, for measuring; then each is a good share of all.
    until(lambda: commands.parts("ray") >= 8 or running.poll() is not None, "parts of the rows")
    assert running.poll() is None, "a worker dies halfway, not when all is over"
    victim = sorted(cluster.worker_nodes, key=lambda node: node.unique_id)[0]
    cluster.remove_node(victim, allow_graceful=False)
    assert running.poll() is None, "a worker died while tasks were under way"
    said, complained = running.communicate(timeout=120)
    cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1", include_log_monitor=False)

    assert running.returncode == 0, complained
    assert not re.sub(PROGRESS, "", complained), "Ray's own words about the node are no news"
    assert len(said.splitlines()) == 2, said
    assert f"{POINTS} runs in ray/runs.parquet, {POINTS} of them made now" in said
    assert commands.rows("ray") == commands.rows("local")
    # By its words too, so that a difference is told and not only found.
    report = commands.local("sweep", "report", "ray", "--json")
    told = json.loads(report.stdout)
    assert told["runs"] == told["runs_in_all"] == POINTS
    assert f"digest of all: {told['digest']}" in said
    assert f"digest of all: {told['digest']}" in local.stdout


def test_a_driver_is_killed_and_either_goes_on(
    cluster: "Cluster", commands: Commands, root: Path
) -> None:
    example = root / "public/sweeps/read-modes.json"
    running = commands.begin(cluster.address, "sweep", str(example), "--out", "killed")
    until(lambda: commands.parts("killed") >= 5 or running.poll() is not None, "parts of the rows")
    assert running.poll() is None, "it is killed halfway"
    # Another that would write there is refused meanwhile.
    second = commands.ray(cluster.address, "sweep", str(example), "--out", "killed")
    assert second.returncode == 2
    assert "found a sweep that is writing here" in second.stderr
    running.kill()
    running.communicate()
    report = json.loads(commands.local("sweep", "report", "killed", "--json").stdout)
    assert 0 < report["runs"] < 240

    resumed = commands.ray(cluster.address, "sweep", str(example), "--out", "killed")
    assert resumed.returncode == 0, resumed.stderr
    assert f" {240 - report['runs']} of them made now" in resumed.stdout
    published = example.with_suffix(".parquet").read_bytes()
    assert commands.rows("killed") == published
    again = commands.local("sweep", str(example), "--out", "killed")
    assert " 0 of them made now" in again.stdout
    assert again.stdout.splitlines()[-1] == resumed.stdout.splitlines()[-1]


def test_what_cannot_be_run_is_said_before_any_cluster_is_looked_for(commands: Commands) -> None:
    (commands.folder / "wrong.json").write_text('{\n  "format": "raft-atlas-sweep/2"\n}')
    run = commands.ray("127.0.0.1:1", "sweep", "wrong.json", "--out", "never")
    assert run.returncode == 2
    assert run.stderr.startswith("wrong.json:2:13: format: found")
    assert not (commands.folder / "never").exists()


def test_a_program_gets_the_rows_as_a_table(
    cluster: "Cluster", commands: Commands, root: Path
) -> None:
    sweep = json.loads((root / "public/sweeps/read-modes.json").read_text())
    (commands.folder / "one.json").write_text(json.dumps({**sweep, "seeds": [1]}))
    local = commands.local("sweep", "one.json", "--out", "local")
    assert local.returncode == 0, local.stderr
    done = commands.program(PROGRAM, "one.json", cluster.address)
    assert done.returncode == 0, done.stderr
    rows, mode, wrong, *more, none = done.stdout.splitlines()
    assert rows == "48 True"
    assert mode.startswith("string ")
    assert wrong.startswith("sweep:2:13: format: found")
    assert more == [f'sweep: found nothing, expected the key "{key}"' for key in KEYS]
    assert none == "sweeps: found 0, expected a number above 0"
    assert commands.rows("kept") == commands.rows("local")
