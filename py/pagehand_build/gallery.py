"""Bundles of the gallery's pages: each page's script with its libraries from npm, by esbuild, into ``.cache/gallery``."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from pagehand_build.node import node_command
from pagehand_build.paths import CACHE, EXTENSION, NODE_MODULES, ROOT

PAGES = ROOT / "tests" / "sites" / "gallery"
BUNDLES = CACHE / "gallery"
ESBUILD = NODE_MODULES / "esbuild" / "bin" / "esbuild"
OPTIONS = (
    *("--bundle", "--minify", "--format=esm", "--log-level=warning", "--log-override:css-syntax-error=silent"),
    *("--alias:vue=vue/dist/vue.esm-bundler.js", "--alias:jquery=jquery3"),
    *(
        "--loader:.ttf=dataurl",
        "--loader:.woff2=dataurl",
        "--loader:.png=dataurl",
        "--loader:.gif=dataurl",
        "--loader:.svg=dataurl",
    ),
    *(
        '--define:process.env.NODE_ENV="production"',
        "--define:__VUE_OPTIONS_API__=true",
        "--define:__VUE_PROD_DEVTOOLS__=false",
    ),
    "--define:__VUE_PROD_HYDRATION_MISMATCH_DETAILS__=false",
)


def build_gallery() -> Path:
    """Bundle every page whose sources or libraries changed. Returns the folder; needs the optional npm packages."""
    pages = sorted(path for path in PAGES.glob("*/page.js*") if path.suffix in (".js", ".jsx"))
    common = hashlib.sha256((EXTENSION / "package-lock.json").read_bytes() + Path(__file__).read_bytes())
    for page in pages:
        digest = common.copy()
        for source in sorted(page.parent.iterdir()):
            digest.update(source.name.encode() + source.read_bytes())
        build_page(page, digest.hexdigest())
    return BUNDLES


def build_page(page: Path, digest: str) -> None:
    folder = BUNDLES / page.parent.name
    stamp = folder / "stamp.txt"
    if stamp.exists() and stamp.read_text("utf-8") == digest:
        return
    print(f"bundling the gallery's {page.parent.name}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    workers = sorted(page.parent.glob("*.worker.js"))
    subprocess.run(
        [*node_command(), str(ESBUILD), str(page), *map(str, workers), f"--outdir={folder}", *OPTIONS],
        check=True,
        # The pages are not below node_modules; this is where esbuild looks next.
        env={**os.environ, "NODE_PATH": str(NODE_MODULES)},
        cwd=ROOT,
    )
    stamp.write_text(digest, "utf-8")
