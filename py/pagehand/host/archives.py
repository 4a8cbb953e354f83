"""Modules that the memory image leaves out, fetched when one is imported after all.

With a snapshot the file system is empty: the archives of the standard library and of the bundled packages are for the
plain boot. Whatever a run needs is in the image (a test says so); a host's own Python may want more, and an import
cannot wait for a promise, so its archives come by a synchronous request. :func:`fetch` gets them ahead, without blocking.
"""

from __future__ import annotations

import importlib
import io
import pkgutil
import sys
import zlib
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

STDLIB_ARCHIVE = "/lib/python314.zip"
SITE_PACKAGES = "/lib/python3.14/site-packages"
GZIP = 16 + zlib.MAX_WBITS
GZIP_MAGIC = b"\x1f\x8b"


class ArchiveError(ImportError):
    """The archives could not be fetched; the message names the address."""


class ArchiveFinder:
    """The last finder: knows by name what the archives hold, and mounts them when it is asked for the first such module."""

    def __init__(self) -> None:
        self._names = "\n"
        """Lines, not a set: it lives in the image, and is hardly ever asked."""
        self.mounted = False

    def note_absent(self) -> None:
        """At build time, archives in place: remember what they hold and the image does not."""
        paths = (STDLIB_ARCHIVE, SITE_PACKAGES)
        names = sorted({name for path in paths for name in module_names(path)} - set(sys.modules))
        self._names = "\n" + "".join(f"{name}\n" for name in names)

    def knows(self, name: str) -> bool:
        return f"\n{name}\n" in self._names

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if self.mounted or not self.knows(name):
            return None
        _realm().console.info(f"Pagehand fetches its archives, because the module {name} is imported.")
        addresses = _addresses()
        self.mount(*(_read_now(address) for address in addresses))
        return PathFinder.find_spec(name, path, target)

    def mount(self, stdlib: bytes, site: bytes) -> None:
        """Put the archives where imports look for them."""
        if self.mounted:
            return
        self.mounted = True
        with open(STDLIB_ARCHIVE, "wb") as file:  # noqa: PTH123 - pathlib may not be in the image
            file.write(stdlib)
        forget_listings()
        import zipfile

        with zipfile.ZipFile(io.BytesIO(site)) as archive:
            archive.extractall(SITE_PACKAGES)
        forget_listings()


finder = ArchiveFinder()


async def fetch() -> None:
    """Get the archives ahead of imports that need them. Raises :class:`ArchiveError`."""
    if finder.mounted or finder not in sys.meta_path:
        return
    requests = [_realm().fetch(address) for address in _addresses()]
    contents = []
    for request in requests:
        response = await request
        if not response.ok:
            raise ArchiveError(f"Pagehand could not load {response.url}: the server answered {response.status}.")
        contents.append(_unpacked((await response.arrayBuffer()).to_bytes()))
    finder.mount(*contents)


def forget_listings() -> None:
    """Directory listings, cached by the import system, of files that are not there any more or not yet.

    A stale one of an archive does not fail to find a module, it fails to read it (``EOFError``).
    """
    import zipimport

    zipimport._zip_directory_cache.clear()  # pyright: ignore[reportAttributeAccessIssue]
    sys.path_importer_cache.clear()
    importlib.invalidate_caches()


def module_names(path: str, prefix: str = "") -> Iterator[str]:
    """Full names of all modules below a folder or archive, without importing any."""
    for module in pkgutil.iter_modules([path], prefix):
        yield module.name
        if module.ispkg:
            yield from module_names(f"{path}/{module.name.rpartition('.')[2]}", f"{module.name}.")


def _read_now(address: str) -> bytes:
    """A file's bytes by a synchronous request: as text, one character a byte, for only text may come that way."""
    request = _realm().XMLHttpRequest.new()
    request.open("GET", address, False)
    request.overrideMimeType("text/plain; charset=x-user-defined")
    request.send()
    if not 200 <= request.status < 300:
        raise ArchiveError(f"Pagehand could not load {address}: the server answered {request.status}.")
    return _unpacked(str(request.responseText).encode("utf-16-le")[::2])


def _unpacked(content: bytes) -> bytes:
    return zlib.decompress(content, GZIP) if content.startswith(GZIP_MAGIC) else content


def _realm() -> Any:
    import pagehand_realm  # type: ignore[import-not-found]  # registered by the loader

    return pagehand_realm.window


def _addresses() -> tuple[str, str]:
    import pagehand_realm  # type: ignore[import-not-found]

    return str(pagehand_realm.archives.stdlib), str(pagehand_realm.archives.site)
