"""Which nodes run tasks, and how far a command is, without a cluster."""

import argparse
import io
from pathlib import Path
from typing import Any

import pytest

from raft_atlas._cluster import Where, add_options, where_of
from raft_atlas._command import Progress


def _node(cpus: float, *, is_alive: bool = True, **others: Any) -> dict[str, Any]:
    labels = others.pop("labels", {})
    return {"Alive": is_alive, "Resources": {"CPU": cpus, **others}, "Labels": labels}


def _where(*words: str) -> Where:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return where_of(parser.parse_args(words))


def test_a_task_for_each_processor_of_the_nodes_that_live() -> None:
    nodes = [_node(4), _node(2.5), _node(8, is_alive=False)]
    assert _where().slots(nodes) == 6
    assert _where("--cpus", "2").slots(nodes) == 3
    assert _where().slots([]) == 0


def test_only_nodes_count_that_have_what_a_task_needs() -> None:
    spot = {"pool": "spot"}
    nodes = [_node(4, sweeps=2, labels=spot), _node(4, sweeps=9), _node(4, labels=spot)]
    assert _where("--label", "pool=spot").slots(nodes) == 8
    assert _where("--resource", "sweeps=1").slots(nodes) == 6
    both = _where("--resource", "sweeps=1", "--label", "pool=spot")
    assert both.slots(nodes) == 2
    assert both.options() == {
        "num_cpus": 1.0,
        "resources": {"sweeps": 1.0},
        "label_selector": {"pool": "spot"},
    }
    assert _where().options() == {"num_cpus": 1.0}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--label", "pool"], "--label: found pool, expected NAME=VALUE"),
        (["--resource", "gpu=many"], "--resource gpu: found many, expected a number"),
        (["--resource", "gpu=-1"], "gpu: found -1.0, expected a number above 0"),
        (["--cpus", "0"], "cpus: found 0.0, expected a number above 0"),
    ],
)
def test_what_no_node_can_have_is_refused(words: list[str], says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}$"):
        _where(*words)


def test_a_runtime_environment_is_a_file_of_keys(tmp_path: Path) -> None:
    file = tmp_path / "env.yaml"
    file.write_text("pip: [s3fs]\nenv_vars: { A: b }\n")
    found = _where("--runtime-env", str(file)).runtime_env
    assert found == {"pip": ["s3fs"], "env_vars": {"A": "b"}}
    file.write_text("- s3fs\n")
    with pytest.raises(ValueError, match=r"env\.yaml: found list, expected keys and values"):
        _where("--runtime-env", str(file))


def test_a_log_gets_a_line_every_ten_seconds() -> None:
    now = 0.0
    log = io.StringIO()
    progress = Progress(100, "runs", log, lambda: now)
    progress.at(20)
    for second in range(1, 31):
        now = second
        progress.at(20 + second)
    progress.note("Tasks that the cluster runs at once: 1, before 2.")
    progress.clear()
    assert log.getvalue().splitlines() == [
        "30 of 100 runs, 70 s left",
        "40 of 100 runs, 60 s left",
        "50 of 100 runs, 50 s left",
        "Tasks that the cluster runs at once: 1, before 2.",
    ]


def test_a_terminal_has_one_line_that_changes() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    now = 0.0
    terminal = Terminal()
    progress = Progress(100, "runs", terminal, lambda: now)
    progress.at(0)
    now = 1.0
    progress.at(50)
    progress.clear()
    assert terminal.getvalue() == "\r\x1b[K50 of 100 runs, 1 s left\r\x1b[K"
