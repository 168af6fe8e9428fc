"""What is kept in an object store is what would be kept in a folder, and is gone on with."""

import uuid
from pathlib import Path
from typing import TYPE_CHECKING

import fsspec
import pytest
from helpers import Commands

from raft_atlas._place import Place, place_of

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster


@pytest.fixture
def address() -> str:
    """A folder of its own in the store of this process."""
    return f"memory://{uuid.uuid4().hex}/runs"


def _write(place: Place, name: str, text: str) -> None:
    file = place.path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def _stored(address: str) -> dict[str, str]:
    fs, root = fsspec.core.url_to_fs(address)
    return {name[len(root) + 1 :]: fs.cat_file(name).decode() for name in fs.find(root)}


def test_a_path_is_a_folder_of_this_machine(tmp_path: Path) -> None:
    for path in ["runs", str(tmp_path), "a:/b", "C:\\runs", "./s3:/x"]:
        with place_of(path) as place:
            assert (place.path, place.name) == (Path(path), path.removeprefix("./"))


def test_what_is_written_stands_in_the_store_and_is_there_the_next_time(address: str) -> None:
    with place_of(address) as place:
        for name in ["lock", "sweep.json", "parts/000000.parquet", "runs.parquet.unfinished"]:
            _write(place, name, name)
        place.save()
        kept = {name: name for name in ["sweep.json", "parts/000000.parquet"]}
        assert _stored(address) == kept
        assert place.told(f"{place.path}/sweep.json") == f"{address}/sweep.json"
        _write(place, "done.jsonl", "one")
        place.save()
        _write(place, "done.jsonl", "one and two")
    assert not place.path.exists()
    assert _stored(address) == {**kept, "done.jsonl": "one and two"}
    with place_of(address) as place:
        assert (place.path / "parts/000000.parquet").read_text() == "parts/000000.parquet"
        (place.path / "parts/000000.parquet").unlink()
        _write(place, "runs.parquet", "all")
    left = {"sweep.json": "sweep.json", "done.jsonl": "one and two", "runs.parquet": "all"}
    assert _stored(address) == left


def test_what_was_written_is_kept_whatever_ends_the_work(address: str) -> None:
    def work() -> None:
        with place_of(address) as place:
            _write(place, "parts.parquet", "a part")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert _stored(address) == {"parts.parquet": "a part"}


def test_two_that_write_there_at_once_find_each_other(address: str) -> None:
    def both() -> None:
        with place_of(address) as one, place_of(address) as other:
            _write(one, "000001.parquet", "its rows")
            one.save()
            _write(other, "000001.parquet", "other rows")

    with pytest.raises(ValueError, match=r"found 000001\.parquet, which another wrote meanwhile"):
        both()
    assert _stored(address) == {"000001.parquet": "its rows"}


@pytest.mark.parametrize(
    ("address", "says"),
    [("nosuch://bucket/x", "Protocol not known: nosuch"), ("s3://bucket/x", "s3fs")],
)
def test_a_store_that_cannot_be_reached_says_what_is_missing(address: str, says: str) -> None:
    with pytest.raises(ValueError, match=f"found an address of .*{says}"), place_of(address):
        pass


def test_a_sweep_is_kept_in_a_store(cluster: "Cluster", commands: Commands, root: Path) -> None:
    example = root / "public/sweeps/read-modes.json"
    store = f"file://{commands.folder}/bucket/runs"
    words = ["sweep", str(example), "--out", store]
    first = commands.ray(cluster.address, *words)
    assert first.returncode == 0, first.stderr
    assert f"240 runs in {store}/runs.parquet, 240 of them made now" in first.stdout
    assert commands.rows("bucket/runs") == example.with_suffix(".parquet").read_bytes()
    again = commands.ray(cluster.address, *words)
    assert " 0 of them made now" in again.stdout, again.stderr
    # Copied from there it is a folder like any other.
    report = commands.local("sweep", "report", "bucket/runs")
    assert report.returncode == 0, report.stderr


def test_a_campaign_is_kept_in_a_store(cluster: "Cluster", commands: Commands, root: Path) -> None:
    store = f"file://{commands.folder}/bucket/found"
    reads = str(root / "core/run/testdata/swarm/reads.json")
    words = ["swarm", reads, "--variant", "tso", "--out", store]
    first = commands.ray(cluster.address, *words, "--seeds", "0..6")
    assert first.returncode == 0, first.stderr
    done = commands.folder / "bucket/found/done.jsonl"
    before = done.read_text()
    more = commands.ray(cluster.address, *words, "--seeds", "0..8")
    assert more.returncode == 0, more.stderr
    assert done.read_text().startswith(before)
    assert len(done.read_text()) > len(before)
