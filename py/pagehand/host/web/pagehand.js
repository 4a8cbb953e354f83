// The embed: `new Pagehand(config)` on a host's own page, with page-agent's shape. Everything that thinks is Python; this
// file shows the panel's shell at once, boots Python in a hidden frame, and hands calls over.
import { BUNDLES, RUNTIME, SHELL } from './parts.js' // the build puts their values here

/** @typedef {import('./boot.mjs').Booted} Booted */
/** @typedef {{ method: string, resolve: (answer: any) => void, reject: (error: unknown) => void }} Call */
/** @typedef {{ method: string, values: any[], number: Promise<number> }} Registration */

const ROOT_TAG = 'pagehand-root'
const HERE = new URL('.', import.meta.url).href

/** What every call that cannot be made is refused with. `kind` as in the model client's errors. */
export class PagehandError extends Error {
  name = 'PagehandError'
  /** @param {string} kind @param {string} message @param {unknown} [cause] */
  constructor(kind, message, cause) {
    super(message, { cause })
    this.kind = kind
  }
}

const at = (/** @type {string} */ name) => new URL(`runtime/${name}`, HERE).href

/** @param {any} realm @param {string} address @returns {any} */
function trusted(realm, address) {
  try {
    return realm.trustedTypes.createPolicy('pagehand', { createScriptURL: (/** @type {string} */ text) => text }).createScriptURL(address)
  } catch {
    return address // no Trusted Types, or no policy of that name: then the assignment decides
  }
}

// What every boot needs is on its way before `boot.mjs` asks for it.
const FIRST = ['module', 'loader', 'wasm', 'library', 'snapshot']

/** @param {Document} document the frame's @param {string} name */
function preload(document, name) {
  const link = document.createElement('link')
  const script = name === 'module' || name === 'loader'
  link.rel = script ? 'modulepreload' : 'preload'
  if (!script) Object.assign(link, { as: 'fetch', crossOrigin: 'anonymous' })
  link.href = at(RUNTIME.files[name].name)
  return link
}

const disposed = () => new PagehandError('disposed', 'This agent was disposed. Make a new Pagehand.')
const removed = () => new PagehandError('removed', 'The page replaced its document while this was at work.')

const DISPOSED_WITHIN = 5_000 // ms; a host's hook may hang
const { MutationObserver } = globalThis // the page may wrap it later
const MOST_LOSSES = 5
const LOSSES_WITHIN = 20_000

/**
 * One runtime for all agents of the page (X41): booted for the first, removed after the last, and booted again when the
 * page throws its frame away, as frameworks and `document.open` do.
 */
const runtime = {
  /** @type {Promise<Booted> | null} */ booted: null,
  /** @type {HTMLIFrameElement | null} */ frame: null,
  /** @type {MutationObserver | null} */ watch: null,
  /** Each agent and what it does when something of ours was thrown away. @type {Map<object, (lost: boolean) => void>} */
  users: new Map(),
  progress: new Set(),
  /** @type {number[]} */ losses: [],

  /** @param {object} user @param {(lost: boolean) => void} tend */
  join(user, tend) {
    this.users.set(user, tend)
    this.booted ??= this.start()
    return this.booted
  },

  /** @param {object} user */
  leave(user) {
    if (this.users.delete(user) && this.users.size === 0) this.drop()
  },

  drop() {
    this.watch?.disconnect()
    this.frame?.remove()
    this.watch = this.frame = this.booted = null
  },

  /** The page's document changed near its root. */
  check() {
    if (!document.documentElement) return // `document.open`: the page is being written anew
    this.watch?.observe(document.documentElement, { childList: true })
    const lost = !this.frame?.isConnected
    if (lost) {
      this.drop()
      const now = performance.now()
      this.losses = [...this.losses.filter(time => now - time < LOSSES_WITHIN), now]
    }
    for (const tend of [...this.users.values()]) tend(lost)
  },

  async start() {
    if (this.losses.length > MOST_LOSSES) {
      throw new PagehandError('removed', 'This page keeps removing Pagehand from its document.')
    }
    const frame = document.createElement('iframe')
    this.frame = frame
    frame.setAttribute('aria-hidden', 'true')
    frame.setAttribute('data-pagehand-ignore', '')
    frame.title = 'Pagehand runtime'
    frame.style.setProperty('display', 'none', 'important')
    const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
    document.documentElement.append(frame)
    this.watch = new MutationObserver(() => this.check())
    this.watch.observe(document, { childList: true })
    this.watch.observe(document.documentElement, { childList: true })
    await loaded
    try {
      const boot = await this.evaluate(/** @type {any} */ (frame.contentWindow), at(RUNTIME.boot))
      // A frame that loads again has been moved, and its realm is a new one.
      frame.addEventListener('load', () => {
        frame.remove()
        this.check()
      })
      return await this.boot(boot)
    } catch (error) {
      if (this.frame === frame) this.drop()
      const { kind = 'failed', message = String(error) } = /** @type {any} */ (error) // of the frame's realm
      throw new PagehandError(kind, message, String(error))
    }
  },

  /** Evaluates `boot.mjs` in the frame's realm. @param {any} realm @param {string} address @returns {Promise<any>} */
  async evaluate(realm, address) {
    const missing = () => new PagehandError('file_missing', `Pagehand could not load ${address}. Is the whole folder hosted?`)
    const script = realm.document.createElement('script')
    script.type = 'module'
    try {
      script.src = trusted(realm, address)
    } catch {
      // Trusted Types that allow no policy of ours: a page of our own has the script in its markup, which is no sink.
      const frame = /** @type {HTMLIFrameElement} */ (this.frame)
      const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
      frame.src = at(RUNTIME.frame)
      await loaded
      const boot = /** @type {any} */ (frame.contentWindow)?.pagehandBoot
      if (!boot) throw missing()
      return boot
    }
    return new Promise((resolve, reject) => {
      realm.pagehandBoot = resolve
      script.onerror = () => reject(missing())
      realm.document.head.append(script, ...FIRST.map(name => preload(realm.document, name)))
    })
  },

  /** @param {(request: object) => Promise<Booted>} boot */
  async boot(boot) {
    const files = /** @type {Record<string, any>} */ ({})
    for (const name of Object.keys(RUNTIME.files)) files[name] = { ...RUNTIME.files[name], url: at(RUNTIME.files[name].name) }
    return boot({
      ...RUNTIME,
      files,
      page: window,
      plain: new URL(import.meta.url).searchParams.get('plain') ?? undefined,
      onProgress: (/** @type {number} */ done, /** @type {number} */ total) => {
        for (const report of this.progress) report(done, total)
      },
    })
  },
}

const TRACKED = /^(click|dblclick|contextmenu|(mouse|pointer|touch|key)[a-z]+|drag[a-z]*|drop)$/

/** Which elements have listeners that a person sets off (X37): a transparent wrapper in the page, gone with its last user. */
const tracking = {
  users: new Set(),
  known: new WeakSet(),
  /** @type {WeakRef<Element>[]} */ elements: [],
  original: EventTarget.prototype.addEventListener,
  wrapper: {
    /** @this {any} @param {any} type @param {any} listener @param {any[]} options */
    addEventListener(type, listener, ...options) {
      if (tracking.users.size && listener && TRACKED.test(type) && this?.nodeType === 1) tracking.note(this)
      return tracking.original.call(this, type, listener, .../** @type {[any]} */ (options))
    },
  }.addEventListener,

  /** @param {object} user */
  join(user) {
    this.users.add(user)
    if (this.users.size === 1) EventTarget.prototype.addEventListener = this.wrapper
  },

  /** @param {object} user */
  leave(user) {
    // Where somebody wrapped ours in turn, it stays and only passes on.
    if (!this.users.delete(user) || this.users.size || EventTarget.prototype.addEventListener !== this.wrapper) return
    EventTarget.prototype.addEventListener = this.original
  },

  /** @param {Element} element */
  note(element) {
    if (this.known.has(element)) return
    this.known.add(element)
    this.elements.push(new WeakRef(element))
  },

  connected() {
    this.elements = this.elements.filter(reference => reference.deref())
    return this.elements.map(reference => reference.deref()).filter(element => element?.isConnected)
  },
}

/** The agent. Events: `statuschange`, `historychange`, `activity`, `dispose` (X26). */
export class Pagehand extends EventTarget {
  #root = /** @type {HTMLElement | null} */ (null)
  #shadow = /** @type {ShadowRoot} */ (/** @type {unknown} */ (null))
  #python = /** @type {any} */ (null)
  #disposed = /** @type {Promise<void> | null} */ (null)
  #adopted = new AbortController()
  /** Calls that Python has not answered. @type {Set<Call>} */
  #pending = new Set()
  /** What the host registered, to be registered again where Python boots again. @type {Set<Registration>} */
  #registered = new Set()
  /** Calls without an answer that a new agent needs again. @type {Map<string, [string, any]>} */
  #given = new Map()
  #state = { status: 'idle', task: '', history: /** @type {object[]} */ ([]), lastResult: /** @type {object | null} */ (null) }
  /** @type {Promise<void>} */ ready
  /** Somebody listens to `ask`, and may answer by `respond`. */
  answersQuestions = false
  /** @type {((question: string, context: object) => any) | null} */ onAskUser = null

  /** @param {Record<string, any>} config */
  constructor(config = {}) {
    super()
    const given = (/** @type {string[]} */ ...names) => names.some(name => config[name])
    const keyless = config.model === 'offline' || config.model === 'chrome'
    if (!given('model') || (!keyless && !given('baseURL', 'base_url'))) {
      throw new PagehandError(
        'config_error',
        'Pagehand needs `baseURL` and `model`, for example { baseURL: "http://localhost:11434/v1", model: "qwen3" }; ' +
          'model "offline" needs no baseURL.',
      )
    }
    this.config = config
    this.onAskUser = config.onAskUser ?? config.on_ask_user ?? null
    if (config.trackListeners ?? config.track_listeners) tracking.join(this)
    this.panel = {
      show: () => this.#togglePanel(true),
      hide: () => this.#togglePanel(false),
      toggle: () => this.#togglePanel(),
    }
    this.page = {
      read: () => this.#call('read_page'),
      click: (/** @type {any} */ index) => this.#call('page_click', index),
      inputText: (/** @type {any} */ index, /** @type {string} */ text) => this.#call('page_input_text', index, text),
      selectOption: (/** @type {any} */ index, /** @type {string} */ text) => this.#call('page_select_option', index, text),
      scroll: (/** @type {object} */ options = {}) => this.#call('page_scroll', options),
      scrollHorizontally: (/** @type {object} */ options = {}) => this.#call('page_scroll_horizontally', options),
    }
    this.#showShell(config.panel !== false)
    this.ready = this.#start()
    this.ready.catch(error => this.#showFailure(error))
  }

  get status() {
    return this.#state.status
  }
  get task() {
    return this.#state.task
  }
  get history() {
    return this.#state.history
  }
  get lastResult() {
    return this.#state.lastResult
  }
  get disposed() {
    return this.#disposed !== null
  }

  /** @param {string} type @param {any[]} rest */
  addEventListener(type, ...rest) {
    if (type === 'ask') this.answersQuestions = true
    super.addEventListener(type, .../** @type {[any]} */ (rest))
  }

  /** The conversation as JSON text, secrets left out. */
  exportHistory() {
    const { status, task, history, lastResult } = this.#state
    const result = lastResult && { ...lastResult, history: undefined }
    return JSON.stringify({ task, status, result, history }, null, 2)
  }

  /** `followUp: true` goes on with the conversation, `schema` asks for data. @param {string} task @param {object} [options] */
  execute(task, options = {}) {
    return this.#call('execute', task, options)
  }

  /** Resolves when the run has settled. */
  stop() {
    return this.#call('stop')
  }

  /** Run one tool without the model; not recorded (C140). @param {string} name @param {object} parameters */
  executeAction(name, parameters = {}) {
    return this.#call('execute_action', name, parameters)
  }

  /** Answer the oldest open question (C124). @param {string} text */
  respond(text) {
    return this.#call('respond', text)
  }

  /** Begin a new conversation: history and saved session are gone. */
  clear() {
    return this.#call('clear')
  }

  /** Add or override a tool, in either shape; the answer removes it again. @param {any} tool @param {string} [name] */
  registerTool(tool, name) {
    return this.#register('register_tool', tool, name)
  }

  /** @param {any} action */
  registerAction(action) {
    return this.registerTool(action)
  }

  /** Tell the model something in every step, as data. @param {string} name @param {string | (() => any)} content */
  registerContext(name, content) {
    return this.#register('register_context', name, content)
  }

  /** What shows the surfaces of `present_surface`. @param {((surface: any, placement: string) => any) | null} mount */
  setSurfaceMounter(mount) {
    return this.#give('set_surface_mounter', mount)
  }

  /** Make a file available to `upload_file` by its name. @param {File} file */
  addFile(file) {
    return this.#give('add_file', file, file.name)
  }

  /** @param {string} method @param {any} value @param {string} [key] */
  async #give(method, value, key = '') {
    await this.ready
    this.#given.set(`${method} ${key}`, [method, value])
    this.#python[method](value)
  }

  /** @param {string} method @param {any[]} values */
  #register(method, ...values) {
    const registration = { method, values, number: this.#call(method, ...values) }
    this.#registered.add(registration)
    registration.number.catch(() => this.#registered.delete(registration)) // told to whoever removes it, too
    const remove = async () => {
      const number = await registration.number
      if (this.#registered.delete(registration)) await this.#call('unregister', number)
    }
    return Object.assign(remove, { ready: registration.number.then(() => {}) })
  }

  /** For Python: the elements that are known to listen. */
  listening() {
    return tracking.connected()
  }

  /** Stops at once; resolves when the page is as it was. Rejects with what `onDispose` threw. @param {string} [reason] */
  dispose(reason = '') {
    this.#disposed ??= this.#end(reason)
    return this.#disposed
  }

  /** @param {string} reason */
  async #end(reason) {
    await null // `disposed` says so from here on
    this.#adopted.abort()
    this.#root?.remove()
    runtime.progress.delete(this.#showProgress)
    const python = this.#python
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer
    const late = new Promise(resolve => (timer = setTimeout(resolve, DISPOSED_WITHIN)))
    try {
      await Promise.race([python?.dispose(reason), late])
    } finally {
      clearTimeout(timer)
      this.#python = null
      for (const { reject } of this.#pending) reject(disposed())
      python?.destroy()
      tracking.leave(this)
      runtime.leave(this)
      this.dispatchEvent(new Event('dispose'))
    }
  }

  async #start() {
    runtime.progress.add(this.#showProgress)
    const { python, plain, parts } = await runtime.join(this, lost => this.#tend(lost))
    if (this.#disposed) throw disposed()
    const module = python.pyimport('pagehand.host.embed')
    const agent = await module.create_agent(this.config, this, this.#shadow, this.#receive)
    module.destroy()
    if (this.#disposed) {
      await agent.dispose()
      throw disposed()
    }
    this.#python = agent
    for (const registration of this.#registered) registration.number = this.#ask(registration.method, registration.values)
    for (const [method, value] of this.#given.values()) agent[method](value)
    this.#adopted.abort()
    runtime.progress.delete(this.#showProgress)
    this.boot = { plain, parts: { ...parts } } // a copy: an object of the frame's realm would keep it alive
  }

  /** The page threw away the panel, or the frame with all that Python was doing. @param {boolean} lost */
  #tend(lost) {
    if (this.#disposed) return
    if (!lost) {
      if (this.#root && !this.#root.isConnected) document.documentElement.append(this.#root)
      return
    }
    const python = this.#python
    const typed = /** @type {HTMLTextAreaElement} */ (this.#part('task'))
    const { value, dataset } = typed
    const shown = { open: !this.#part('panel').hidden, hidden: this.#root?.hidden }
    this.#python = null
    this.#adopted.abort()
    this.#root?.remove()
    const interrupted = [...this.#pending]
    this.#pending.clear()
    try {
      python?.abandon() // its event loop died with the frame, but what is called directly still works
    } catch (error) {
      console.warn('Pagehand could not take everything back:', String(error))
    }
    this.#showShell(!shown.hidden)
    const task = /** @type {HTMLTextAreaElement} */ (this.#part('task'))
    task.value = value
    if (dataset.queued) task.dataset.queued = dataset.queued
    if (shown.open) this.#togglePanel(true)
    this.ready = this.#start().then(() => this.#recall(interrupted))
    this.ready.catch(error => {
      for (const { reject } of interrupted) reject(error)
      this.#showFailure(error)
    })
  }

  /** The conversation goes on in a new agent, and so does a task that was at work. @param {Call[]} interrupted */
  async #recall(interrupted) {
    const { status, history } = this.#state
    const running = status === 'running' || status === 'waiting'
    const taken = history.length ? this.#ask('take_up', [running]) : null
    if (!running) await taken
    for (const { method, resolve, reject } of interrupted) {
      if (method === 'execute') Promise.resolve(taken).then(value => (value ? resolve({ value }) : reject(removed())), reject)
      else if (method === 'stop') this.#ask('stop', []).then(value => resolve({ value }), reject)
      else reject(removed())
    }
  }

  /** @param {string} method @param {any[]} values */
  async #call(method, ...values) {
    if (this.#disposed) throw disposed()
    await this.ready
    if (this.#disposed) throw disposed()
    return this.#ask(method, values)
  }

  /** @param {string} method @param {any[]} values */
  async #ask(method, values) {
    let call
    try {
      const answer = await new Promise((resolve, reject) => {
        this.#pending.add((call = { method, resolve, reject }))
        const answered = (/** @type {unknown} */ text) => {
          if (typeof text === 'string') resolve(JSON.parse(text))
          else reject(text) // what a hook of the host threw, as it was thrown
        }
        this.#python[method](...values).then(answered, reject)
      })
      if (answer?.refused) throw new PagehandError(answer.refused.kind, answer.refused.message)
      return answer?.value
    } finally {
      this.#pending.delete(/** @type {any} */ (call))
    }
  }

  /** Python reports what changed as JSON. @param {string} type @param {string} json */
  #receive = (type, json) => {
    const detail = JSON.parse(json)
    const known = type === 'statuschange' || type === 'historychange'
    if (known) Object.assign(this.#state, detail)
    this.dispatchEvent(known ? new Event(type) : new CustomEvent(type, { detail }))
  }

  /** @param {boolean} visible */
  #showShell(visible) {
    const root = document.createElement(ROOT_TAG)
    this.#adopted = new AbortController()
    this.#root = root
    this.#shadow = root.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(SHELL.css)
    this.#shadow.adoptedStyleSheets = [sheet]
    const language = this.config.language ?? navigator.language
    const shell = /^zh/i.test(language) ? SHELL['zh-CN'] : SHELL['en-US']
    this.#shadow.append(...shell.map(build))
    root.hidden = !visible
    this.#serveShell()
    document.documentElement.append(root)
  }

  #showProgress = (/** @type {number} */ done, /** @type {number} */ total) => {
    const percent = String(Math.round(total ? (100 * done) / total : 0))
    this.#part('boot-progress').setAttribute('value', percent)
    const text = this.#part('boot-text')
    text.textContent = (text.dataset.percent ?? '{percent}%').replace('{percent}', percent)
  }

  /** @param {unknown} error */
  #showFailure(error) {
    if (this.#disposed) return
    const message = error instanceof Error ? error.message : String(error)
    console.error('Pagehand did not start:', error)
    this.#part('boot-error-text').textContent = message
    this.#part('boot-error').hidden = false
    this.#part('boot-progress').hidden = this.#part('boot-text').hidden = true
    this.#state.status = 'error'
    this.dispatchEvent(new Event('statuschange'))
  }

  /** Until Python adopts the shell, the launcher and Enter are served here. */
  #serveShell() {
    const launcher = this.#part('launcher')
    const task = /** @type {HTMLTextAreaElement} */ (this.#part('task'))
    launcher.addEventListener('click', () => this.#togglePanel(), { signal: this.#adopted.signal })
    for (const id of ['minimise', 'close']) {
      this.#part(id).addEventListener('click', () => this.#togglePanel(false), { signal: this.#adopted.signal })
    }
    const queue = (/** @type {Event} */ event) => {
      event.preventDefault()
      if (!event.isTrusted || !task.value.trim()) return
      task.dataset.queued = 'true'
      this.#part('queued').hidden = false
    }
    this.#part('send').addEventListener('click', queue, { signal: this.#adopted.signal })
    task.addEventListener(
      'keydown',
      event => event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== 229 && queue(event),
      { signal: this.#adopted.signal },
    )
  }

  /** @param {boolean} [visible] */
  #togglePanel(visible) {
    if (!this.#root) return
    if (this.#python) return this.#python.show_panel(visible ?? null)
    const panel = this.#part('panel')
    panel.hidden = visible === undefined ? !panel.hidden : !visible
    this.#part('launcher').setAttribute('aria-expanded', String(!panel.hidden))
    this.#root.hidden = false
  }

  /** @param {string} id @returns {HTMLElement} */
  #part(id) {
    const part = this.#shadow.getElementById(id)
    if (!part) throw new Error(`the panel's shell has no part ${id}`)
    return part
  }
}

/** A node of the shell, made without HTML parsing, which Trusted Types would refuse. @param {any} node @returns {Node} */
function build(node) {
  if (typeof node === 'string') return document.createTextNode(node)
  const [tag, attributes, children] = node
  const drawn = tag === 'svg' || tag === 'path'
  const element = drawn ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (name !== 'xmlns') element.setAttribute(name, String(value))
  element.append(...children.map(build))
  return element
}

/** `<script type="module" src="pagehand.js" data-model="..." data-base-url="..." data-language="..." data-panel>` */
function startDeclared() {
  for (const script of document.querySelectorAll('script[type=module][data-model]')) {
    if (/** @type {HTMLScriptElement} */ (script).src !== import.meta.url) continue
    const { model, baseUrl, apiKey, language, panel } = /** @type {HTMLElement} */ (script).dataset
    new Pagehand({ model, baseURL: baseUrl, apiKey, language, panel: panel !== 'false' })
  }
}

Object.assign(Pagehand, BUNDLES)
export { Pagehand as PageAgent }
/** @type {any} */ (globalThis).Pagehand ??= Pagehand
startDeclared()
