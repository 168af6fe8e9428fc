"""The figures of sweeps on Ray, measured on this machine, as JSON: `npm run bench -- ray`.

Ratios of commands that take turns, so that what else the machine does disturbs both; never part of
a test. Needs the package as it is built for use, and `raft-atlas` of a release build (RAFT_ATLAS).
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from raft_atlas.local_cluster import local_cluster

ROOT = Path(__file__).parents[2]
# 48 points of the published example.
SEEDS_OF_2000 = 42
SEEDS_OF_1000 = 21
SEEDS_OF_4000 = 84
WORKERS = 2
ROWS_A_TASK = 64
TASKS = 500
WRITES = 100
# What the model is asked.
NODES = 1000
NODE_CPUS = 16


def main() -> None:
    """Measures what is asked for."""
    parts = {"overhead": overhead, "scaling": scaling, "memory": memory, "model": model}
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="raft-atlas-") as folder:
        for name in args.parts or parts:
            print(f"{name} …", file=sys.stderr)
            load = os.getloadavg()[0]
            found[name] = {"load_before": load, **parts[name](Path(folder), args.rounds)}
    print(json.dumps(found, indent=2))


def overhead(folder: Path, rounds: int) -> dict[str, Any]:
    """Wall time of 2,016 runs, Ray over the local sweep, two workers each, taking turns."""
    file = _published(folder, SEEDS_OF_2000)
    local_s, ray_s = [], []
    with local_cluster(WORKERS) as cluster:
        _ray(file, folder / "warm", cluster.address, most=True)
        for turn in range(rounds):
            local_s.append(_local(file, folder / f"local-{turn}")[0])
            ray_s.append(_ray(file, folder / f"ray-{turn}", cluster.address)[0])
    same = (folder / "local-0/runs.parquet").read_bytes()
    for turn in range(rounds):
        assert (folder / f"ray-{turn}/runs.parquet").read_bytes() == same
    ratios = [ray / local for ray, local in zip(ray_s, local_s, strict=True)]
    return {
        "runs": 48 * SEEDS_OF_2000,
        "local_s": local_s,
        "ray_s": ray_s,
        "ratio": statistics.median(ratios),
    }


def scaling(folder: Path, rounds: int) -> dict[str, Any]:
    """Wall time of 4,032 runs, one worker over two, taking turns: a command takes two seconds
    to find its cluster and start workers, whatever it runs.
    """
    file = _published(folder, SEEDS_OF_4000)
    one_s, two_s = [], []
    with local_cluster(1) as cluster:
        _ray(file, folder / "warm-one", cluster.address, most=True)
        for turn in range(rounds):
            one_s.append(_ray(file, folder / f"one-{turn}", cluster.address)[0])
            node = cluster.add_node(num_cpus=1, node_ip_address="127.0.0.1")
            two_s.append(_ray(file, folder / f"two-{turn}", cluster.address)[0])
            cluster.remove_node(node)
    ratios = [one / two for one, two in zip(one_s, two_s, strict=True)]
    return {"one_s": one_s, "two_s": two_s, "ratio": statistics.median(ratios)}


def memory(folder: Path, _rounds: int) -> dict[str, Any]:
    """Most memory that a sweep of 100,000 points takes: the local one, and the driver on Ray."""
    sweep = json.loads((ROOT / "public/sweeps/read-modes.json").read_text())
    for key in ("exclude", "seeds"):
        sweep.pop(key)
    modes = ["leader", "lease", "follower", "proxy", "stale"]
    sweep["scenario"].pop("measure_from")
    sweep["scenario"]["duration"] = "20ms"
    sweep["axes"] = [
        {"path": "settings.read_mode", "values": modes},
        {
            "path": "topology.links.cross_zone.rtt",
            "values": {"from": 1, "to": 200, "step": 1, "unit": "ms"},
        },
        {"path": "workload[west].clients", "values": {"from": 1, "to": 100, "step": 1}},
    ]
    file = folder / "many.json"
    file.write_text(json.dumps(sweep))
    local = _local(file, folder / "many-local")
    with local_cluster(WORKERS) as cluster:
        ray = _ray(file, folder / "many-ray", cluster.address)
    local_rows, ray_rows = (folder / f"many-{who}/runs.parquet" for who in ("local", "ray"))
    assert local_rows.read_bytes() == ray_rows.read_bytes()
    return {
        "points": 100_000,
        "local_mib": local[1],
        "driver_mib": ray[1],
        "local_s": local[0],
        "ray_s": ray[0],
        "file_mib": local_rows.stat().st_size / 2**20,
    }


def model(folder: Path, _rounds: int) -> dict[str, Any]:
    """What the one driver spends on a task, and what that means for many nodes.

    Workers share nothing and each node runs its own; the driver alone sees every task. What it
    spends is processor time of its process (submitting, waiting, fetching) and the time in which a
    part is written, which it waits for.
    """
    import ray

    from raft_atlas import _spread
    from raft_atlas._engine import Sweep, SweepFolder

    sweep = Sweep.read(_published(folder, SEEDS_OF_1000))
    kept = SweepFolder(folder / "model", sweep)
    part = sweep.rows(0, ROWS_A_TASK)
    began = time.perf_counter()
    for _ in range(WRITES):
        kept.add(part)
    write_ms = (time.perf_counter() - began) / WRITES * 1e3
    with local_cluster(WORKERS) as cluster:
        ray.init(address=cluster.address, log_to_driver=False, logging_level="WARNING")
        empty, full = _task_cost(b""), _task_cost(part)
        ray.shutdown()
    driver_ms = full["driver_cpu_ms"] + write_ms
    return {
        "empty_task": empty,
        "task_with_rows": full,
        "write_ms": write_ms,
        "bytes_a_row": len(part) / ROWS_A_TASK,
        "driver_ms_a_task": driver_ms,
        "processors_kept_busy_by_tasks_of_2_s": _spread.TASK_S / (driver_ms / 1e3),
        "task_s_that_1000_nodes_need": NODES * NODE_CPUS * driver_ms / 1e3,
    }


def _task_cost(payload: bytes) -> dict[str, float]:
    """What a task costs that does nothing but give this."""
    import ray

    from raft_atlas import _spread
    from raft_atlas._cluster import Where

    class OneByOne(_spread.Sizes):
        def next(self, left: int, workers: int) -> int:
            return min(left, workers, 1)

    task = ray.remote(num_cpus=1)(_nothing)
    data = ray.put(payload)
    ray.get([task.remote(data) for _ in range(8)])
    wall, cpu = time.perf_counter(), time.process_time()
    cluster = _spread.Cluster(Where(), lambda _sentence: None)
    _spread.spread(
        [(0, TASKS)], lambda _start, _until: task.remote(data), lambda *_: True, cluster, OneByOne()
    )
    wall_s, cpu_s = time.perf_counter() - wall, time.process_time() - cpu
    return {"wall_ms": wall_s / TASKS * 1e3, "driver_cpu_ms": cpu_s / TASKS * 1e3}


def _nothing(result: bytes) -> tuple[float, bytes]:
    return 0.0, result


def _published(folder: Path, seeds: int) -> Path:
    sweep = json.loads((ROOT / "public/sweeps/read-modes.json").read_text())
    sweep["seeds"] = {"from": 1, "to": seeds}
    file = folder / f"read-modes-{seeds}.json"
    file.write_text(json.dumps(sweep))
    return file


def _local(file: Path, out: Path) -> tuple[float, float]:
    program = os.environ["RAFT_ATLAS"]
    return _timed([program, "sweep", str(file), "--out", str(out), "--threads", str(WORKERS)])


def _ray(file: Path, out: Path, address: str, *, most: bool = False) -> tuple[float, float]:
    """With `most` a warm-up: workers are started, and the file is in the system's memory."""
    if most:
        file = _published(file.parent, 1)
    module = [sys.executable, "-m", "raft_atlas", "sweep"]
    return _timed([*module, str(file), "--out", str(out), "--address", address])


def _timed(words: list[str]) -> tuple[float, float]:
    """Seconds, and most memory in MiB."""
    began = time.perf_counter()
    process = os.posix_spawn(words[0], words, os.environ, file_actions=_silent())
    _, status, used = os.wait4(process, 0)
    seconds = time.perf_counter() - began
    assert status == 0, f"{' '.join(words)} failed"
    return seconds, used.ru_maxrss / 1024


def _silent() -> list[Any]:
    return [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]


if __name__ == "__main__":
    main()
