"""What is imported before the memory snapshot is taken, so that nobody waits for it in the page.

With a snapshot the page has no archive of the standard library (it is fetched when a host's own Python asks for it), so
whatever a run may import late has to be here. The rest is :mod:`pagehand.host.archives`' business.
"""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys

from pagehand.host import archives

# Imported late, inside functions, by what we use.
STANDARD = [
    "asyncio",
    "asyncio.taskgroups",
    "asyncio.timeouts",
    "concurrent.futures.thread",
    "contextlib",
    "copy",
    "datetime",
    "_strptime",
    "decimal",
    "difflib",
    "encodings.ascii",
    "encodings.idna",
    "encodings.latin_1",
    "encodings.punycode",
    "encodings.unicode_escape",
    "encodings.utf_8_sig",
    "encodings.utf_16",
    "encodings.utf_16_le",
    "encodings.utf_16_be",
    "encodings.utf_32",
    "fractions",
    "hashlib",
    "hmac",
    "html",
    "ipaddress",
    "json",
    "mimetypes",
    "numbers",
    "pyodide.ffi.wrappers",
    "pyodide.http",
    "random",
    "re",
    "secrets",
    "string",
    "stringprep",
    "textwrap",
    "traceback",
    "typing",
    "unicodedata",
    "urllib.parse",
    "uuid",
    "zoneinfo",
]
PACKAGES = ("pydantic", "pydantic_core", "json_repair", "typing_inspection", "pagehand")
# Host-side, or bound to packages that are not here.
LEFT_OUT = (
    *("pydantic.mypy", "pydantic.v1", "pydantic._hypothesis_plugin", "json_repair.__main__"),
    *("pagehand.__main__", "pagehand.proxy", "pagehand.serve"),
)


def import_everything() -> None:
    """Import all that a run needs, and build what is built once; a module that fails to import fails the build."""
    for name in STANDARD:
        importlib.import_module(name)
    for package in PACKAGES:
        root = importlib.import_module(package)
        for module in pkgutil.walk_packages(root.__path__, f"{package}."):
            if not module.name.startswith(LEFT_OUT):
                importlib.import_module(module.name)
    build_schemas()
    archives.finder.note_absent()
    blank_free_memory()


def build_schemas() -> None:
    """Tool schemas, which are cached on the tools."""
    from pagehand.tools import default_tools

    schemas = [tool.json_schema for tool in default_tools().values()]
    if not all(schemas):
        raise ValueError("a tool has no schema")


def blank_free_memory() -> None:
    """Overwrite what the build freed with zeros: it is part of the image and would not compress.

    Small sizes first: what one size leaves between its blocks, the next larger one overwrites.
    """
    gc.collect()
    sys._clear_internal_caches()
    header = sys.getsizeof(b"")
    sizes = [*range(48, 513, 16), 1 << 13, 1 << 16, 1 << 20]
    for size in sizes:
        blocks = [bytes(size - header) for _ in range(min(4 << 20, 1200 * size) // size)]
        del blocks


def after_load(*, from_image: bool) -> None:
    """Put right what a memory image carries from the build machine: the state of ``random``, and its file system."""
    import random

    random.seed()
    if from_image:
        archives.forget_listings()
        sys.meta_path.append(archives.finder)
