// node snapshot.mjs PYODIDE_DIR STDLIB_ZIP SITE_ZIP PYDANTIC_CORE_SO SNAPSHOT BEFORE BEFORE_AGAIN
// A memory image of the interpreter with the whole package imported and every tool schema built; and the memory as it
// was before Python started, which a browser has too when it loads the image, twice, to tell what differs by chance.
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { LIBRARY_PATH, nativeLibrary } from '../pagehand/host/web/native-library.mjs'

const [pyodide, stdlib, site, library, snapshot, before, beforeAgain] = process.argv.slice(2)
const at = name => pathToFileURL(`${pyodide}/${name}`).href
const { loadPyodide } = await import(at('pyodide.mjs'))
const { default: createModule } = await import(at('pyodide.asm.mjs'))

/** @param {string} file where the memory is written just before Python starts */
function start(file) {
  return loadPyodide({
    indexURL: pyodide,
    stdLibURL: stdlib,
    _makeSnapshot: true,
    createPyodideModule: settings => {
      let module
      nativeLibrary(settings, library).preRun.push(created => (module = created))
      return createModule({ ...settings, onRuntimeInitialized: () => fs.writeFileSync(file, module.HEAP8) })
    },
  })
}

try {
  await start(beforeAgain)
  const python = await start(before)
  python.unpackArchive(new Uint8Array(fs.readFileSync(site)), 'zip', { extractDir: '/lib/python3.14/site-packages' })
  // The library is loaded already; the import system only wants to see a file of its name.
  python.FS.writeFile(LIBRARY_PATH, '')
  python.runPython(`
import importlib
importlib.invalidate_caches()
from pagehand.host import preload
preload.import_everything()
`)
  fs.writeFileSync(snapshot, python.makeMemorySnapshot())
} catch (error) {
  // Node would print the whole minified runtime around an uncaught error.
  console.error(String(error.message ?? error))
  process.exit(1)
}
