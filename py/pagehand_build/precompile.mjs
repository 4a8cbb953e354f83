// node precompile.mjs PYODIDE_DIR SOURCE_DIR OUTPUT_DIR
// Compiles every .py below SOURCE_DIR to a .pyc beside its place in OUTPUT_DIR, with the very Python that will run it.
import { pathToFileURL } from 'node:url'

const [pyodide, source, output] = process.argv.slice(2)
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href)
const python = await loadPyodide({ indexURL: pyodide })
python.mountNodeFS('/source', source)
python.mountNodeFS('/output', output)
python.runPython(`
import py_compile
from pathlib import Path

# Docstrings are a good part of the memory image. Ours describe the tools, and Pyodide's own its native functions at
# start-up.
KEPT = ("pagehand/tools/", "pagehand/host/extension_tabs", "pyodide/", "_pyodide/")

for path in Path("/source").rglob("*.py"):
    name = path.relative_to("/source")
    target = Path("/output") / name.with_suffix(".pyc")
    target.parent.mkdir(parents=True, exist_ok=True)
    py_compile.compile(
        str(path), cfile=str(target), dfile=str(name), doraise=True,
        optimize=0 if name.as_posix().startswith(KEPT) else 2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
`)
