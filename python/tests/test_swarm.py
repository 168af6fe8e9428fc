"""A campaign on a cluster finds, shrinks, keeps and tells what the local one does."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from helpers import Commands

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

# The bug that is injected is clocks that run further than leases allow: of these seeds the last one
# does not hold.
INJECTED = ["--variant", "raw", "--mode", "lease", "--drift-beyond", "--faults", "cuts,one-way"]
SEEDS = ["--seeds", "130..135"]
# Reads that promise nothing: many seeds do not hold.
MANY = ["--variant", "raw", "--mode", "local", "--seeds", "0..40", "--keep-going"]
FAULTS = {"cut", "degrade", "crash", "pause"}


def _reads(root: Path) -> str:
    return str(root / "core/run/testdata/swarm/reads.json")


def test_an_injected_bug_is_shrunk_to_the_same_file(
    cluster: "Cluster", commands: Commands, root: Path
) -> None:
    words = [_reads(root), *SEEDS, *INJECTED, "--page", "https://atlas.example/"]
    local = commands.local("swarm", *words, "--out", "found")
    (commands.folder / "found").rename(commands.folder / "by-the-local-one")
    ray = commands.ray(cluster.address, "swarm", *words, "--out", "found")
    assert (local.returncode, ray.returncode) == (1, 1), local.stderr + ray.stderr
    assert ray.stdout == local.stdout
    assert "  open it: https://atlas.example/#2" in ray.stdout
    text = (commands.folder / "found/seed-134.json").read_text()
    assert text == (commands.folder / "by-the-local-one/seed-134.json").read_text()
    faults = [action for action in json.loads(text)["actions"] if action["do"] in FAULTS]
    assert 1 <= len(faults) <= 3, faults


def test_all_that_does_not_hold_is_told_in_the_order_of_seeds(
    cluster: "Cluster", commands: Commands, root: Path
) -> None:
    local = commands.local("swarm", _reads(root), *MANY)
    ray = commands.ray(cluster.address, "swarm", _reads(root), *MANY)
    assert (local.returncode, ray.returncode) == (1, 1), local.stderr + ray.stderr

    def failures(said: str) -> list[str]:
        return [line for line in said.splitlines() if " seeds held" not in line]

    assert len(failures(ray.stdout)) > 8
    assert failures(ray.stdout) == failures(local.stdout)
    assert ray.stdout.splitlines()[-1] == local.stdout.splitlines()[-1]


def test_either_goes_on_with_the_folder_of_the_other(
    cluster: "Cluster", commands: Commands, root: Path
) -> None:
    campaign = [_reads(root), "--variant", "tso", "--mode", "all", "--out", "found"]
    first = commands.local("swarm", *campaign, "--seeds", "0..10")
    assert first.returncode == 0, first.stderr
    done = commands.folder / "found/done.jsonl"
    before = done.read_text()
    # A process that was killed as it wrote.
    done.write_text(before + '{"from":10,"unt')
    more = commands.ray(cluster.address, "swarm", *campaign, "--seeds", "0..20")
    assert more.returncode == 0, more.stderr
    lines = done.read_text()
    assert lines.startswith(before)
    ranges = [json.loads(line) for line in lines.splitlines()]
    seeds = sorted(seed for one in ranges for seed in range(one["from"], one["until"]))
    assert seeds == list(range(20)), "each seed is done once"
    again = commands.local("swarm", *campaign, "--seeds", "0..20")
    assert again.stdout.splitlines()[-1] == more.stdout.splitlines()[-1]
    assert done.read_text() == lines, "nothing is done again"
    other = commands.ray(
        cluster.address, "swarm", *campaign, "--seeds", "0..20", "--faults", "none"
    )
    assert other.returncode == 2
    assert "campaign.json: found another campaign" in other.stderr
