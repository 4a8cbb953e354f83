// Runs in the hidden frame's isolated world, where WebAssembly compiles and `parent` is the page; where no frame could be
// had, in the page's own isolated world. Boots Python and hands it what it needs.
{
  const page = globalThis.pagehandSide ? globalThis : /** @type {typeof globalThis} */ (/** @type {unknown} */ (parent))
  const side = /** @type {PagehandSide} */ (page.pagehandSide)
  const at = (/** @type {string} */ name) => chrome.runtime.getURL(`runtime/${name}`)

  const start = async () => {
    const { boot: module, files, ...rest } = side.parts.RUNTIME
    const { boot } = await import(at(module))
    const addressed = Object.entries(files).map(([name, file]) => [name, { ...file, url: at(file.name) }])
    const booted = await boot({ ...rest, page, files: Object.fromEntries(addressed), onProgress: side.progress })
    side.booted = booted
    await booted.python.pyimport('pagehand.host.extension').start(side, chrome)
  }
  start().catch(error => side.fail(error.kind === 'wasm_refused' ? side.texts.refused : String(error.message ?? error)))
}
