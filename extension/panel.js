// Injected where the agent is on (after parts.js): shows the panel's shell at once and boots Python behind it, in a
// hidden same-origin frame whose response alone is freed of the page's policy. Injected again, it shows or hides the panel.
{
  const HOST = 'pagehand-root'
  const PATHS = ['/robots.txt', '/favicon.ico', `/${crypto.randomUUID()}`] // addresses that are no HTML page
  const FRAME_TIMEOUT = 3000
  const { pagehandParts: parts } = globalThis
  const ask = (/** @type {object} */ message) => chrome.runtime.sendMessage(message)

  /** A node of the shell, without HTML parsing, which Trusted Types would refuse. @param {any} node @returns {Node} */
  function build(node) {
    if (typeof node === 'string') return document.createTextNode(node)
    const [tag, attributes, children] = node
    const drawn = tag === 'svg' || tag === 'path'
    const element = drawn ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) if (name !== 'xmlns') element.setAttribute(name, String(value))
    element.append(...children.map(build))
    return element
  }

  /** @param {string} language */
  function mount(language) {
    document.querySelectorAll(HOST).forEach(left => left.remove()) // of an extension that was reloaded
    const root = document.createElement(HOST)
    const shadow = root.attachShadow({ mode: 'closed' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(parts.SHELL.css)
    shadow.adoptedStyleSheets = [sheet]
    shadow.append(.../** @type {any[]} */ (parts.SHELL[/^zh/i.test(language) ? 'zh-CN' : 'en-US']).map(build))
    document.documentElement.append(root)
    const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (shadow.getElementById(id))
    at('panel').hidden = false
    at('launcher').hidden = true

    /** @type {PagehandSide} */
    const side = {
      shadow,
      parts,
      frame: null,
      trusted: new WeakSet(),
      progress(done, total) {
        const percent = total ? Math.round((100 * done) / total) : 0
        at('boot-progress').setAttribute('value', String(percent))
        at('boot-text').textContent = (at('boot-text').dataset.percent ?? '').replace('{percent}', String(percent))
      },
      fail(message) {
        at('boot-error-text').textContent = message
        at('boot-error').hidden = false
      },
      leave() {
        side.frame?.remove()
        root.remove()
        globalThis.pagehandSide = undefined
      },
    }
    const queue = (/** @type {Event} */ event) => {
      const { key, shiftKey, isComposing } = /** @type {KeyboardEvent} */ (event)
      if (key !== 'Enter' || shiftKey || isComposing || at('boot').hidden) return
      event.preventDefault()
      at('task').dataset.queued = 'true'
      at('queued').hidden = false
    }
    at('task').addEventListener('keydown', queue)
    at('close').addEventListener('click', () => at('boot').hidden || (root.hidden = true))
    at('task').focus()
    return side
  }

  /** @param {string} path @returns {Promise<boolean>} whether Python is on its way in a frame at this address */
  async function bootInFrame(/** @type {PagehandSide} */ side, path) {
    const mark = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
    const url = new URL(`${path}?${mark}`, location.href).href
    await ask({ op: 'frame.open', url })
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-same-origin') // none of the site's scripts can run in it; ours do
    frame.setAttribute('aria-hidden', 'true')
    frame.setAttribute('data-pagehand-ignore', '')
    frame.style.setProperty('display', 'none', 'important')
    frame.src = url
    const loaded = new Promise(resolve => {
      frame.addEventListener('load', resolve, { once: true })
      setTimeout(resolve, FRAME_TIMEOUT)
    })
    document.documentElement.append(frame)
    await loaded
    const reachable = frame.contentDocument?.URL === url
    if (reachable) side.frame = frame
    const booting = await ask({ op: 'frame.close', url, boot: reachable })
    if (!booting) frame.remove()
    return booting
  }

  async function start() {
    const side = mount(await ask({ op: 'language' }))
    globalThis.pagehandSide = side
    if (/^https?:$/.test(location.protocol) && origin !== 'null') {
      for (const path of PATHS) if (await bootInFrame(side, path)) return
    }
    // The page's own policy decides here; frame.js tells when it refuses WebAssembly.
    await ask({ op: 'boot.here' })
  }

  const side = globalThis.pagehandSide
  if (side?.shadow.host.isConnected) {
    const host = /** @type {HTMLElement} */ (side.shadow.host)
    host.hidden = !host.hidden
  } else start().catch(error => globalThis.pagehandSide?.fail(String(error.message ?? error)))
}
