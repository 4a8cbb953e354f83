// Injected where the agent is on (after parts.js): shows the panel's shell at once and boots Python behind it, in a
// hidden same-origin frame whose response alone is freed of the page's policy. Injected again, it finds the panel there.
{
  const HOST = 'pagehand-root'
  const FRAME = 'iframe[data-pagehand-ignore][sandbox=allow-same-origin]'
  const PATHS = ['/robots.txt', '/favicon.ico', `/${crypto.randomUUID()}`] // addresses that are no HTML page
  const FRAME_TIMEOUT = 3000
  const { pagehandParts: parts } = globalThis
  const ask = async (/** @type {object} */ message) => {
    const { value, failed } = await chrome.runtime.sendMessage(message)
    if (failed) throw new Error(failed)
    return value
  }

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

  /** The shell, and what serves it until Python does. @param {boolean} chinese @returns {PagehandSide} */
  function mount(chinese) {
    document.querySelectorAll(`${HOST}, ${FRAME}`).forEach(left => left.remove()) // of an extension that was reloaded
    const root = document.createElement(HOST)
    const shadow = root.attachShadow({ mode: 'closed' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(parts.SHELL.css)
    shadow.adoptedStyleSheets = [sheet]
    shadow.append(.../** @type {any[]} */ (parts.SHELL[chinese ? 'zh-CN' : 'en-US']).map(build))
    const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (shadow.getElementById(id))
    at('panel').hidden = false
    at('launcher').hidden = true
    document.documentElement.append(root)
    at('close').addEventListener('click', () => at('boot').hidden || (root.hidden = true))
    const watch = new MutationObserver(() => {
      if (side.frame && !side.frame.isConnected) side.lost()
      else if (!root.isConnected) document.documentElement.append(root)
    })
    watch.observe(document, { childList: true })
    watch.observe(document.documentElement, { childList: true })

    /** @type {PagehandSide} */
    const side = {
      shadow,
      parts,
      frame: null,
      texts: parts.TEXTS[chinese ? 'zh-CN' : 'en-US'],
      hand(event) {
        const { type, key, shiftKey, isComposing } = /** @type {KeyboardEvent} */ (event)
        if (type !== 'keydown' || key !== 'Enter' || shiftKey || isComposing || !event.isTrusted) return
        event.preventDefault()
        at('task').dataset.queued = 'true'
        at('queued').hidden = false
      },
      progress(done, total) {
        const percent = String(total ? Math.round((100 * done) / total) : 0)
        at('boot-progress').setAttribute('value', percent)
        at('boot-text').textContent = (at('boot-text').dataset.percent ?? '').replace('{percent}', percent)
      },
      fail(message) {
        at('boot').hidden = at('boot-error').hidden = false
        at('boot-progress').hidden = at('boot-text').hidden = true
        at('boot-error-text').textContent = message
      },
      toggle() {
        root.hidden = !root.hidden
      },
      leave() {
        watch.disconnect()
        side.frame?.remove()
        root.remove()
        globalThis.pagehandSide = undefined
      },
      lost() {
        side.leave()
        if (chrome.runtime?.id) start() // else a reloaded extension has taken the page over
      },
    }
    return side
  }

  /** @param {PagehandSide} side @param {string} path @returns {Promise<boolean>} whether Python boots in a frame there */
  async function bootInFrame(side, path) {
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

  /** @param {boolean} [focus] */
  async function start(focus) {
    const side = mount(/^zh/i.test(navigator.language)) // Python puts it into the configured language
    globalThis.pagehandSide = side
    if (focus) side.shadow.getElementById('task')?.focus()
    try {
      if (/^https?:$/.test(location.protocol) && origin !== 'null') {
        for (const path of PATHS) if (await bootInFrame(side, path)) return
      }
      await ask({ op: 'boot.here' }) // where the page's own policy decides; frame.js tells when it refuses WebAssembly
    } catch (error) {
      side.fail(String(error instanceof Error ? error.message : error))
    }
  }

  if (!globalThis.pagehandSide?.shadow.host.isConnected) start(document.hasFocus())
}
