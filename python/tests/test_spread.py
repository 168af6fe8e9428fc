"""Sizes of tasks, and who may work on them, without a cluster."""

import pytest

from raft_atlas import _work
from raft_atlas._engine import BUILD
from raft_atlas._spread import NUMBERS_MAX, TASK_S, Left, Sizes


def test_a_task_is_one_number_until_something_is_known() -> None:
    assert Sizes().next(1000, 2) == 1


@pytest.mark.parametrize(("each_s", "size"), [(0.02, 100), (0.5, 4), (30.0, 1)])
def test_a_task_takes_some_seconds(each_s: float, size: int) -> None:
    sizes = Sizes()
    sizes.learn(10, 10 * each_s)
    assert sizes.next(10**6, 2) == size
    assert each_s * size <= max(TASK_S, each_s) + 1e-9


def test_what_takes_no_time_makes_no_endless_task() -> None:
    sizes = Sizes()
    sizes.learn(1, 0.0)
    assert sizes.next(10**9, 1) == NUMBERS_MAX


def test_tasks_get_smaller_towards_the_end_but_not_tiny() -> None:
    sizes = Sizes()
    sizes.learn(100, 1.0)
    assert sizes.next(400, 2) == 100
    assert sizes.next(120, 2) == 30
    assert sizes.next(40, 2) == 10
    assert sizes.next(5, 2) == 5


def test_every_number_is_taken_once_and_only_neighbours_together() -> None:
    left = Left([(0, 5), (9, 10), (20, 24)])
    assert left.count == 10
    taken = []
    while left.count > 0:
        taken.append(left.take(3))
    assert taken == [(0, 3), (3, 5), (9, 10), (20, 23), (23, 24)]


def test_another_engine_does_not_work_for_a_driver() -> None:
    _work.same_build(BUILD)
    with pytest.raises(_work.OtherBuildError, match=f"found build {BUILD}"):
        _work.same_build("0000000000000000")
