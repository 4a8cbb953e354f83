// Calls of the model for the side in the page. The key is put in here and nowhere else: Python writes a placeholder into
// the header. One port per call, so that a page that goes away, or a task that is stopped, ends its request.
import * as state from './state.js'

const PLACEHOLDER = 'pagehand:key'
const SENT_LIMIT = 24_000_000
const RECEIVED_LIMIT = 8_000_000
const ALIVE_EVERY = 20_000

chrome.runtime.onConnect.addListener(port => {
  if (port.name !== 'model') return port.disconnect()
  const leaving = new AbortController()
  // A worker that only waits for an answer is stopped after 30 s; a call of the extension API starts that time anew.
  const alive = setInterval(chrome.runtime.getPlatformInfo, ALIVE_EVERY)
  port.onDisconnect.addListener(() => leaving.abort())
  leaving.signal.addEventListener('abort', () => clearInterval(alive))
  port.onMessage.addListener(async request => {
    const answer = await call(port.sender, request, leaving.signal).catch(error => ({ failed: String(error.message ?? error) }))
    if (!leaving.signal.aborted) port.postMessage(answer)
    clearInterval(alive)
  })
})

/**
 * @param {chrome.runtime.MessageSender | undefined} sender
 * @param {{ url: string, headers: Record<string, string>, body: string, timeout: number }} request `timeout` in seconds
 * @param {AbortSignal} leaving
 */
async function call(sender, request, leaving) {
  const { baseURL = '', key = '' } = await state.settings()
  if (!(await mayCall(sender))) return { refused: 'no task is running in this tab' }
  if (!within(request.url, baseURL)) return { refused: 'the address is not the configured one' }
  if (request.body.length > SENT_LIMIT) return { refused: 'the request is too large' }
  const headers = Object.entries(request.headers).map(([name, value]) => [name, value.replaceAll(PLACEHOLDER, key)])
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(request.timeout * 1000)])
  const response = await fetch(request.url, {
    ...{ method: 'POST', body: request.body, headers: Object.fromEntries(headers), signal },
    ...{ redirect: 'manual', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' },
  })
  if (response.type === 'opaqueredirect') return { redirected: true } // a key must not travel on
  const body = await limited(response)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: key ? body.replaceAll(key, '[redacted]') : body, // servers like to quote the key that they refuse
  }
}

/** @param {chrome.runtime.MessageSender | undefined} sender */
async function mayCall(sender) {
  if (sender?.id !== chrome.runtime.id) return false
  if (sender.url?.startsWith(chrome.runtime.getURL('options.html'))) return true
  const { tabs, tasks } = await state.read()
  const tab = tabs[sender.tab?.id ?? -1]
  return Boolean(tab) && tab.home === sender.documentId && /^(running|waiting)$/.test(tasks[tab.task].status)
}

/** @param {string} address @param {string} baseURL */
function within(address, baseURL) {
  if (!URL.canParse(address) || !URL.canParse(baseURL)) return false
  const [{ origin, pathname }, base] = [new URL(address), new URL(baseURL)]
  return origin === base.origin && /^https?:$/.test(base.protocol) && pathname.startsWith(base.pathname.replace(/\/+$/, ''))
}

/** @param {Response} response */
async function limited(response) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > RECEIVED_LIMIT) throw new Error('the answer is too large')
  }
  return text + decoder.decode()
}
