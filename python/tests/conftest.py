"""A Ray cluster of two workers on this machine, and the commands as other programs call them."""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers import Commands, processes_with

from raft_atlas.local_cluster import local_cluster

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

MARK = "RAFT_ATLAS_TEST_CLUSTER"


@pytest.fixture(scope="session")
def cluster() -> Iterator["Cluster"]:
    """A head that runs nothing, and two workers. Nothing of it is left afterwards."""
    mark = uuid.uuid4().hex
    os.environ[MARK] = mark
    with local_cluster(nodes=2) as cluster:
        yield cluster
    del os.environ[MARK]
    left = processes_with(f"{MARK}={mark}", none_within_s=20)
    assert left == [], "processes of the cluster are left"


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    """The commands, called in a folder of their own."""
    return Commands(tmp_path)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return Path(__file__).parents[2]


def pytest_sessionstart() -> None:
    """What is called must be there."""
    program = os.environ.get("RAFT_ATLAS", "")
    assert Path(program).is_file(), "RAFT_ATLAS names no raft-atlas; run: npm run test:python"
    subprocess.run([sys.executable, "-c", "import raft_atlas._engine"], check=True)
