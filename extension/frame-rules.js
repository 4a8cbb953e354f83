// The two rules on network requests. One frees the hidden frame's single response from the page's policy while that frame
// loads; it is a hole while it stands, so it never stands longer. The other lets local model servers accept our calls.
const ORIGIN_RULE = 1
const FRAME_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'"
let last = Promise.resolve()

/** Changes of the session rules, one after the other. @param {() => Promise<void>} change */
const inTurn = change => (last = last.then(change, change))

/** @param {number} tab @param {string} url the marked address of one frame */
export const openFrame = (tab, url) =>
  inTurn(async () => {
    const rules = await chrome.declarativeNetRequest.getSessionRules()
    const id = Math.max(ORIGIN_RULE, ...rules.map(rule => rule.id)) + 1
    /** @type {any} */
    const rule = {
      id,
      action: {
        type: 'modifyHeaders',
        responseHeaders: [
          // A policy of its own: WebAssembly may be compiled, and the page cannot borrow this realm's eval.
          { header: 'content-security-policy', operation: 'set', value: FRAME_POLICY },
          { header: 'content-security-policy-report-only', operation: 'remove' },
          { header: 'x-frame-options', operation: 'remove' },
          // Without it a page with COEP refuses the frame.
          { header: 'cross-origin-embedder-policy', operation: 'set', value: 'require-corp' },
        ],
      },
      // A service worker of the site repeats the request by itself, from no tab.
      condition: { tabIds: [tab, -1], urlFilter: `|${url}|`, resourceTypes: ['sub_frame', 'xmlhttprequest', 'other'] },
    }
    await chrome.declarativeNetRequest.updateSessionRules({ addRules: [rule] })
  })

/** @param {string} [url] one frame's; without it all, when the worker starts: nobody waits for them any more */
export const closeFrame = url =>
  inTurn(async () => {
    const rules = await chrome.declarativeNetRequest.getSessionRules()
    const ours = rules.filter(rule => (url ? rule.condition.urlFilter === `|${url}|` : rule.id !== ORIGIN_RULE))
    await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: ours.map(rule => rule.id) })
  })

/** Ollama and its like refuse an extension's `Origin`. @param {string} baseURL */
export const dropOrigin = baseURL =>
  inTurn(async () => {
    /** @type {any} */
    const rule = {
      id: ORIGIN_RULE,
      action: { type: 'modifyHeaders', requestHeaders: [{ header: 'origin', operation: 'remove' }] },
      condition: { tabIds: [-1], urlFilter: `|${baseURL}`, resourceTypes: ['xmlhttprequest', 'other'] },
    }
    const addRules = URL.canParse(baseURL) ? [rule] : []
    await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [ORIGIN_RULE], addRules })
  })
