// Boots Python in the realm that evaluates this module: a hidden frame's, in the embed and in the extension alike.
// The realm is ours alone, so its `fetch` may serve the runtime's own files: downloads start at once and in parallel,
// compressed files are unpacked on the way, and progress is counted in bytes.
import { LIBRARY_PATH, nativeLibrary } from './native-library.mjs'

/**
 * @typedef {{ url: string, bytes: number, gzip?: boolean }} RuntimeFile `bytes` as transferred
 * @typedef {Record<'loader' | 'module' | 'wasm' | 'library' | 'snapshot' | 'stdlib' | 'site', RuntimeFile>} RuntimeFiles
 * @typedef {{ files: RuntimeFiles, page: any, lock: object, snapshotLength: number, snapshotHead: number,
 *   onProgress?: (loaded: number, total: number) => void,
 *   plain?: string }} BootRequest `plain`: why the snapshot must not be used
 * @typedef {{ python: any, plain: string | null, parts: Record<string, number> }} Booted `parts` in ms
 */

const STALLED_AFTER = 60_000
const SITE_PACKAGES = '/lib/python3.14/site-packages'
const EMPTY_ZIP = new Uint8Array([80, 75, 5, 6, ...new Array(18).fill(0)])

/** A failure with a sentence for the person at the page. */
export class BootError extends Error {
  name = 'BootError'
  /** @param {'wasm_refused' | 'file_missing' | 'unsupported' | 'stalled' | 'failed'} kind @param {string} message @param {unknown} [cause] */
  constructor(kind, message, cause) {
    super(message, { cause })
    this.kind = kind
  }
}

/** @param {BootRequest} request @returns {Promise<Booted>} */
export async function boot(request) {
  refuseWithoutWebAssembly()
  const started = performance.now()
  const parts = /** @type {Record<string, number>} */ ({})
  const mark = (/** @type {string} */ name) => (parts[name] = Math.round(performance.now() - started))
  const downloads = new Downloads(request)
  let plain = request.plain ?? null
  if (typeof DecompressionStream !== 'function') {
    throw new BootError('unsupported', 'This browser is too old for Pagehand: it cannot unpack compressed files (DecompressionStream).')
  }
  if (!plain) {
    try {
      const python = await bootOnce(request, downloads, true, mark)
      return { python, plain: null, parts }
    } catch (error) {
      if (error instanceof BootError && error.kind !== 'failed') throw error
      plain = error instanceof Error ? error.message : String(error)
    }
  }
  console.warn(`Pagehand starts without its snapshot, which takes some seconds longer: ${plain}`)
  const python = await bootOnce(request, downloads, false, mark)
  return { python, plain, parts }
}

function refuseWithoutWebAssembly() {
  try {
    new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
  } catch (error) {
    throw new BootError(
      'wasm_refused',
      "This page's Content-Security-Policy refuses WebAssembly. Add 'wasm-unsafe-eval' to its script-src.",
      error,
    )
  }
}

/** @param {BootRequest} request @param {Downloads} downloads @param {boolean} fast @param {(name: string) => void} mark */
async function bootOnce(request, downloads, fast, mark) {
  const { files } = request
  /** @type {(error: unknown) => void} */
  let fail = () => {}
  const failure = new Promise((_, reject) => (fail = reject))
  failure.catch(() => {}) // reported through the race below
  downloads.begin(fast ? ['wasm', 'library', 'snapshot'] : ['wasm', 'library', 'stdlib', 'site'], fail)
  const restore = serveFiles(files, downloads, fail)
  try {
    return await Promise.race([failure, start()])
  } finally {
    restore()
    downloads.finish()
  }

  async function start() {
    const [{ loadPyodide }, { default: createModule }] = await Promise.all([
      imported(files.loader.url),
      imported(files.module.url),
    ])
    mark('scripts')
    const options = {
      indexURL: new URL('.', files.loader.url).href,
      stdLibURL: files.stdlib.url,
      lockFileContents: request.lock,
      jsglobals: request.page,
    }
    const python = await (fast ? fromSnapshot(loadPyodide, createModule, options) : loadPyodide({ ...options, createPyodideModule: createModule }))
    mark('python')
    const archives = { stdlib: files.stdlib.url, site: files.site.url }
    python.registerJsModule('pagehand_realm', { window: globalThis, archives })
    if (!fast) {
      python.unpackArchive(await downloads.buffer('site'), 'zip', { extractDir: SITE_PACKAGES })
      python.FS.writeFile(LIBRARY_PATH, new Uint8Array(await downloads.buffer('library')))
    }
    const preload = python.pyimport('pagehand.host.preload')
    preload.after_load.callKwargs({ from_image: fast })
    preload.destroy()
    mark('package')
    return python
  }

  /** @param {any} loadPyodide @param {any} createModule @param {object} options */
  async function fromSnapshot(loadPyodide, createModule, options) {
    // Pyodide wants a snapshot before it starts the module, and copies its memory over the heap at the end. It gets
    // the head alone, filled in time, and the memory is put in place here: no second image of it is made.
    const head = new Uint8Array(request.snapshotHead)
    const createPyodideModule = async (/** @type {any} */ settings) => {
      settings.onNativeLibraryError = (/** @type {unknown} */ error) => fail(downloads.damaged('library', error))
      const module = await createModule(nativeLibrary(settings, files.library.url))
      mark('wasm')
      const packed = await downloads.buffer('snapshot')
      mark('snapshot')
      restoreMemory(packed, module, head, request.snapshotLength)
      return module
    }
    return loadPyodide({ ...options, _loadSnapshot: head, createPyodideModule })
  }
}

/**
 * Writes the memory that the build packed (`packed_image`) over that of a module in which Python has not started. Blocks
 * that the build left out must be as they were there, which their sum shows.
 * @param {ArrayBuffer} packed @param {any} module @param {Uint8Array} head filled @param {number} expected
 */
function restoreMemory(packed, module, head, expected) {
  const [length, headLength, count, checksum] = new Uint32Array(packed, 0, 4)
  if (length !== expected || headLength !== head.length) throw new Error('the snapshot is not the one this loader was built with')
  const places = new Uint32Array(packed, 16, 2 * count)
  let offset = 16 + 8 * count
  head.set(new Uint8Array(packed, offset, headLength))
  offset += headLength
  const before = module.HEAP8.length
  while (module.HEAP8.length < length - headLength && module._malloc(4 << 20)); // grows the memory; gone with what is restored
  const memory = new Uint8Array(module.HEAP8.buffer)
  memory.fill(0, before)
  const words = new Uint32Array(memory.buffer, 0, before / 4)
  let sum = 0
  let end = 0
  for (let i = 0; i <= places.length; i += 2) {
    const last = i === places.length
    const start = Math.min(last ? before : places[i], before)
    for (let word = end / 4; word < start / 4; word++) sum = (sum + words[word]) >>> 0
    if (last) break
    end = places[i + 1]
    memory.set(new Uint8Array(packed, offset, end - places[i]), places[i])
    offset += end - places[i]
  }
  if (sum !== checksum) throw new Error('memory before Python is not what the snapshot was made over')
}

/** A body in one piece; by its chunks, since `arrayBuffer` takes twice as long over a stream. @param {Response} response */
async function collected(response) {
  const chunks = []
  let length = 0
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value)
    length += read.value.length
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole.buffer
}

/** @param {string} url */
async function imported(url) {
  try {
    return await import(url)
  } catch (error) {
    throw new BootError('file_missing', `Pagehand could not load ${url}. Is the whole folder hosted?`, error)
  }
}

/** Downloads that have begun, by the name of the file; one set for both attempts. */
class Downloads {
  /** @type {Map<string, Promise<Response>>} */
  #responses = new Map()
  /** @type {Map<string, Promise<ArrayBuffer>>} */
  #buffers = new Map()
  #loaded = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watch

  /** Compiled while it arrives. @type {Promise<WebAssembly.Module> | undefined} */
  module
  /** Compiled beside it. @type {Promise<WebAssembly.Module> | undefined} */
  library
  total = 0
  /** @type {string[]} */ wanted = []
  /** @type {(error: unknown) => void} */
  fail = () => {}

  /** @param {BootRequest} request */
  constructor(request) {
    this.request = request
    this.fetch = globalThis.fetch.bind(globalThis)
  }

  /** What has come already for an attempt before is not fetched again. @param {string[]} names @param {(error: unknown) => void} fail */
  begin(names, fail) {
    this.fail = fail
    this.wanted = names
    for (const name of names) {
      if (this.#responses.has(name)) continue
      this.total += this.request.files[/** @type {keyof RuntimeFiles} */ (name)].bytes
      const response = this.#begin(name)
      response.catch(() => {}) // told to `fail` already
      this.#responses.set(name, response)
      // Unpacked while it arrives and while WebAssembly compiles: a body that nobody reads stands still.
      if (name !== 'wasm') this.buffer(name)
    }
    this.module ??= WebAssembly.compileStreaming(/** @type {Promise<Response>} */ (this.#responses.get('wasm')))
    this.module.catch(() => {}) // whoever instantiates it reports
    if (names.includes('snapshot')) {
      this.library ??= this.buffer('library').then(bytes => WebAssembly.compile(bytes))
      this.library.catch(() => {})
    }
    this.#progress(0)
  }

  /** @param {string} name */
  async #begin(name) {
    const file = this.request.files[/** @type {keyof RuntimeFiles} */ (name)]
    const broken = (/** @type {string} */ reason, /** @type {unknown} */ cause) => {
      // The snapshot is only a faster way: without it a plain boot follows.
      const error = new BootError(name === 'snapshot' ? 'failed' : 'file_missing', `Pagehand could not load ${file.url}${reason}`, cause)
      if (this.wanted.includes(name)) this.fail(error)
      return error
    }
    let response, reader, first
    try {
      response = await this.fetch(file.url, { credentials: 'same-origin' })
      reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader()
      first = await reader.read()
    } catch (error) {
      throw broken('.', error)
    }
    if (!response.ok || first.done) throw broken(`: the server answered ${response.status}.`, null)
    if (/html/.test(response.headers.get('content-type') ?? '')) throw broken(': the server answered with a page. Is the whole folder hosted?', null)
    /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
    let body = new ReadableStream({
      start: controller => this.#pass(first.value, controller),
      pull: async controller => {
        try {
          const { value, done } = await reader.read()
          if (done) controller.close()
          else this.#pass(value, controller)
        } catch (error) {
          controller.error(broken(': the connection broke.', error))
        }
      },
    })
    // Some servers take the ending for a content encoding, and the browser has unpacked the file already.
    if (file.gzip && first.value[0] === 0x1f && first.value[1] === 0x8b) body = body.pipeThrough(new DecompressionStream('gzip'))
    return new Response(body, { headers: { 'content-type': 'application/wasm' } })
  }

  /** @param {Uint8Array<ArrayBuffer>} chunk @param {ReadableStreamDefaultController} controller */
  #pass(chunk, controller) {
    this.#progress(chunk.byteLength)
    controller.enqueue(chunk)
  }

  /** @param {number} bytes */
  #progress(bytes) {
    this.#loaded += bytes
    this.request.onProgress?.(Math.min(this.#loaded, this.total), this.total)
    clearTimeout(this.#watch)
    if (this.#loaded < this.total) {
      this.#watch = setTimeout(() => {
        this.fail(new BootError('stalled', `No data for ${STALLED_AFTER / 1000} s while loading Pagehand. Check the connection.`))
      }, STALLED_AFTER)
    }
  }

  /** @param {string} name */
  response(name) {
    return this.#responses.get(name)
  }

  /** @param {string} name @returns {Promise<ArrayBuffer>} */
  buffer(name) {
    let buffer = this.#buffers.get(name)
    if (!buffer) {
      buffer = /** @type {Promise<Response>} */ (this.#responses.get(name)).then(collected).catch(error => {
        throw error instanceof BootError ? error : this.damaged(name, error)
      })
      buffer.catch(() => {}) // told by whoever waits for it
      this.#buffers.set(name, buffer)
    }
    return buffer
  }

  /** A file that came and could not be used. @param {string} name @param {unknown} error */
  damaged(name, error) {
    const { url } = this.request.files[/** @type {keyof RuntimeFiles} */ (name)]
    const kind = name === 'snapshot' ? 'failed' : 'file_missing'
    return new BootError(kind, `${url} is damaged: ${error instanceof Error ? error.message : error}`, error)
  }

  finish() {
    clearTimeout(this.#watch)
  }
}

/**
 * Pyodide asks for its parts through this realm's `fetch`, and says nothing but a console warning when the module does
 * not compile: both are answered and watched here while it boots.
 * @param {RuntimeFiles} files @param {Downloads} downloads @param {(error: unknown) => void} fail
 */
function serveFiles(files, downloads, fail) {
  const { fetch } = globalThis
  const { instantiate, instantiateStreaming } = WebAssembly
  const names = new Map(Object.entries(files).map(([name, file]) => [file.url, name]))
  names.set(new URL('pyodide.asm.wasm', files.loader.url).href, 'wasm')
  globalThis.fetch = async (input, init) => {
    const name = names.get(String(input instanceof Request ? input.url : input))
    // With a snapshot the standard library is in memory already, and Pyodide only wants to see an archive.
    if (name === 'stdlib' && !downloads.response(name)) return new Response(EMPTY_ZIP)
    // An attempt that failed may still be asking: each gets a response of its own.
    if (name === 'library' || name === 'stdlib') {
      const content = downloads.buffer(name)
      content.catch(fail)
      return new Response(await content)
    }
    return (name && downloads.response(name)) || fetch(input, init)
  }
  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      if ((await source) !== (await downloads.response('wasm'))) return await instantiateStreaming.call(WebAssembly, source, imports)
      const module = /** @type {WebAssembly.Module} */ (await downloads.module)
      return { module, instance: await instantiate.call(WebAssembly, module, imports) }
    } catch (error) {
      fail(downloads.damaged('wasm', error))
      throw error
    }
  }
  WebAssembly.instantiate = /** @type {any} */ (async (/** @type {any} */ source, /** @type {any} */ imports) => {
    const isLibrary = downloads.library && source.byteLength === (await downloads.buffer('library')).byteLength
    if (!isLibrary) return instantiate.call(WebAssembly, source, imports)
    const module = /** @type {WebAssembly.Module} */ (await downloads.library)
    return { module, instance: await instantiate.call(WebAssembly, module, imports) }
  })
  return () => {
    globalThis.fetch = fetch
    Object.assign(WebAssembly, { instantiate, instantiateStreaming })
  }
}

// The embed waits for this call, or finds the function, in the frame that evaluates the module; the extension imports it.
const { pagehandBoot } = /** @type {any} */ (globalThis)
if (pagehandBoot) pagehandBoot(boot)
else /** @type {any} */ (globalThis).pagehandBoot = boot
