"""Raft Atlas on a cluster: sweeps and campaigns as tasks of Ray.

What is planned, run, kept and told is the engine's (`raft_atlas._engine`); here is who runs what,
and where. `python -m raft_atlas.sweep` and `python -m raft_atlas.swarm` are the commands.
"""
