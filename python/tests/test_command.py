"""What the commands read from the command line, without a cluster."""

import argparse
from pathlib import Path

import pytest

from raft_atlas._command import local_path


@pytest.mark.parametrize(
    "address", ["s3://bucket/x", "gs://b", "file:///tmp/x", "abfs+ssl://c@a/x"]
)
def test_an_address_is_refused_and_not_made_a_folder(address: str) -> None:
    scheme = address.split("://")[0]
    with pytest.raises(
        argparse.ArgumentTypeError, match="expected a path on this machine"
    ) as found:
        local_path(address)
    assert f"{scheme}://" in str(found.value)


@pytest.mark.parametrize("path", ["runs", "/tmp/runs", "a:/b", "C:\\runs", "./s3:/x"])
def test_a_path_stays_one(path: str) -> None:
    assert local_path(path) == Path(path)
