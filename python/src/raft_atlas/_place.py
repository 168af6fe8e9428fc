"""Where a sweep or a campaign is kept: a folder of this machine, or an object store. Of a store the
engine works in a folder that lasts as long as the command; what it writes there is copied as soon
as it is written. It must not know what the files are of.
"""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# The engine's own, of this machine alone: who holds the folder, and what is not whole yet.
LOCK = "lock"
UNFINISHED = ".unfinished"


def is_address(text: str) -> bool:
    """Whether it names a store, `s3://bucket/x`, and no path."""
    scheme, sign, _ = text.partition("://")
    return bool(sign) and re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme) is not None


class Place:
    """A folder of this machine."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, str(path)

    def save(self) -> None:
        """What was written is there."""

    def told(self, text: str) -> str:
        """What the engine says of its files, as the one who gave the place knows them."""
        return text


class StorePlace(Place):
    """A folder that is kept in a store."""

    def __init__(self, path: Path, address: str) -> None:
        super().__init__(path)
        self.name = address.rstrip("/")
        self._fs, root = _file_system(self.name)
        self._root = root.rstrip("/")
        # Of each file that the store has: when it was written here, and how long it was.
        self._saved: dict[str, tuple[int, int]] = {}
        for name in self._stored():
            here = path / name
            here.parent.mkdir(parents=True, exist_ok=True)
            self._fs.get_file(f"{self._root}/{name}", str(here))
            self._saved[name] = _state(here)

    def save(self) -> None:
        """Copies what is new or longer than before, then removes what is gone here."""
        files = {name: _state(self.path / name) for name in self._written()}
        for name, state in files.items():
            if self._saved.get(name) == state:
                continue
            there = f"{self._root}/{name}"
            if name not in self._saved and self._fs.exists(there):
                raise ValueError(f"{self.name}: found {name}, which another wrote meanwhile")
            self._fs.put_file(str(self.path / name), there)
            self._saved[name] = state
        for name in self._saved.keys() - files.keys():
            self._fs.rm_file(f"{self._root}/{name}")
            del self._saved[name]

    def told(self, text: str) -> str:
        """With the store's address in the place of the folder's path."""
        return text.replace(str(self.path), self.name)

    def _written(self) -> list[str]:
        files = (path for path in self.path.rglob("*") if path.is_file())
        names = sorted(path.relative_to(self.path).as_posix() for path in files)
        return [name for name in names if name != LOCK and not name.endswith(UNFINISHED)]

    def _stored(self) -> list[str]:
        self._fs.invalidate_cache()
        root = str(self._fs._strip_protocol(self._root)).rstrip("/")
        if not self._fs.exists(root):
            return []
        return [str(found)[len(root) + 1 :] for found in self._fs.find(root)]


def _state(file: Path) -> tuple[int, int]:
    stat = file.stat()
    return stat.st_mtime_ns, stat.st_size


def _file_system(address: str) -> tuple[Any, str]:
    scheme = address.partition("://")[0]
    try:
        import fsspec
    except ImportError:
        raise ValueError(
            f"found an address of {scheme}://, which needs fsspec: pip install 'raft-atlas[stores]'"
        ) from None
    try:
        fs, root = fsspec.core.url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise ValueError(f"found an address of {scheme}://: {error}") from None
    if isinstance(fs.protocol, tuple) and "file" in fs.protocol:
        # Stores have no folders that must be there first; this one has.
        fs.auto_mkdir = True
    return fs, root


@contextmanager
def place_of(text: str) -> Iterator[Place]:
    """The place that a person named. Of a store its files are there at the beginning, and what was
    written is kept, whatever ends the work.
    """
    if not is_address(text):
        yield Place(Path(text))
        return
    with tempfile.TemporaryDirectory(prefix="raft-atlas-") as folder:
        place = StorePlace(Path(folder), text)
        try:
            yield place
        finally:
            place.save()
