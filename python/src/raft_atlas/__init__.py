"""Raft Atlas on a cluster: sweeps and campaigns as tasks of Ray.

    import raft_atlas
    table = raft_atlas.sweep("read-modes.json", address="ray://head:10001")

`python -m raft_atlas sweep` and `python -m raft_atlas swarm` are the commands. What is planned, run
and kept is the engine's (`raft_atlas._engine`); here is who runs what, and where.
"""

from raft_atlas._command import ClusterLostError, TaskFailedError
from raft_atlas._sweep import sweep

__all__ = ["ClusterLostError", "TaskFailedError", "sweep"]
