// The native library must stand at the same place when a snapshot is made (Node) and when it is loaded (a browser):
// engines differ by a few slots before it, so the table of functions is first grown to a fixed length.
export const LIBRARY_PATH =
  '/lib/python3.14/site-packages/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so'
const TABLE_LENGTH = 16384

/**
 * Emscripten settings that load the library before Python starts.
 * @param {any} settings
 * @param {string} address a path under Node, an absolute address in a browser
 */
export function nativeLibrary(settings, address) {
  const { locateFile } = settings
  settings.locateFile = (/** @type {string} */ name, /** @type {any[]} */ ...rest) =>
    name.endsWith('.so') ? address : locateFile(name, ...rest)
  settings.preRun = /** @type {any[]} */ ([]).concat(settings.preRun ?? [], (/** @type {any} */ module) => {
    module.addRunDependency('native library')
    module.wasmTable.grow(TABLE_LENGTH - module.wasmTable.length)
    const options = { loadAsync: true, global: false, nodelete: true, allowUndefined: true }
    module.loadDynamicLibrary(LIBRARY_PATH, options, {}).then(
      () => module.removeRunDependency('native library'),
      (/** @type {unknown} */ error) => settings.onNativeLibraryError?.(error),
    )
  })
  return settings
}
