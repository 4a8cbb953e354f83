// Runs in the hidden frame's isolated world, where WebAssembly compiles and `parent` is the page; where no frame could be
// had, in the page's own isolated world. Boots Python and hands it what it needs.
{
  const page = globalThis.pagehandSide ? globalThis : /** @type {typeof globalThis} */ (/** @type {unknown} */ (parent))
  const side = /** @type {PagehandSide} */ (page.pagehandSide)
  const at = (/** @type {string} */ name) => chrome.runtime.getURL(`runtime/${name}`)
  const { boot: module, lock, files } = side.parts.RUNTIME

  const start = async () => {
    const { boot } = await import(at(module))
    const addressed = Object.entries(files).map(([name, file]) => [name, { ...file, url: at(file.name) }])
    const { python, parts } = await boot({ page, lock, files: Object.fromEntries(addressed), onProgress: side.progress })
    side.python = python
    side.parts.milliseconds = parts
    await python.pyimport('pagehand.host.extension').start(side, chrome)
  }
  start().catch(error => side.fail(error.kind === 'wasm_refused' ? side.parts.TEXTS.refused : String(error.message ?? error)))
}
