// The service worker: puts the agent on in a tab, keeps what outlives a page, and calls the model with the key. It keeps
// nothing in memory that it could not read again, since the browser stops it whenever it likes.
import { closeFrame, openFrame } from './frame-rules.js'
import './model-calls.js'
import * as state from './state.js'

/** @typedef {chrome.runtime.MessageSender & { tab: chrome.tabs.Tab & { id: number }, documentId: string }} Sender */

const FRAME_ADDRESS = /^\/[\w.-]+\?[0-9a-f]{32}$/

/** What the side in the page may ask for. @type {Record<string, (sender: Sender, message: any) => any>} */
const fromPage = {
  async hello({ tab }) {
    if ((await state.read()).tabs[tab.id]) await inject(tab.id)
  },
  language: async () => (await state.settings()).language || navigator.language,
  async 'frame.open'({ tab, url = '' }, message) {
    const address = new URL(message.url)
    if (address.origin !== new URL(url).origin || !FRAME_ADDRESS.test(address.pathname + address.search)) return
    await openFrame(tab.id, address.href)
  },
  async 'frame.close'({ tab }, { url, boot }) {
    await closeFrame(url)
    if (!boot) return false
    const found = await chrome.scripting.executeScript({
      target: { tabId: tab.id, allFrames: true },
      injectImmediately: true,
      func: address => location.href === address,
      args: [url],
    })
    const frame = found.find(each => each.result)
    return Boolean(frame) && bootIn(tab.id, /** @type {any} */ (frame).documentId)
  },
  'boot.here': ({ tab, documentId }) => bootIn(tab.id, documentId),
}

/** Python runs in that document from now on, and only it may speak for the tab. @param {number} tabId @param {string} documentId */
async function bootIn(tabId, documentId) {
  await state.change(({ tabs }) => {
    if (tabs[tabId]) tabs[tabId].home = documentId
  })
  await chrome.scripting.executeScript({ target: { tabId, documentIds: [documentId] }, injectImmediately: true, files: ['frame.js'] })
  return true
}

/** @param {number} tabId */
const inject = tabId =>
  chrome.scripting.executeScript({ target: { tabId }, injectImmediately: true, files: ['parts.js', 'panel.js'] })

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  const serve = fromPage[message.op]
  if (sender.id !== chrome.runtime.id || !sender.tab || !serve) return false
  Promise.resolve(serve(/** @type {Sender} */ (sender), message)).then(answer, error => {
    console.error(message.op, error)
    answer({ failed: String(error.message ?? error) })
  })
  return true
})

chrome.action.onClicked.addListener(async tab => {
  const id = /** @type {number} */ (tab.id)
  try {
    await state.change(({ tabs }) => (tabs[id] ??= { home: '', task: '' }))
    await inject(id)
  } catch (error) {
    await state.change(({ tabs }) => delete tabs[id])
    await explain(id, error)
  }
})

/** Where nothing may be injected the button's own popup says why. @param {number} tabId @param {any} error */
async function explain(tabId, error) {
  await chrome.action.setPopup({ tabId, popup: `notice.html?${encodeURIComponent(error.message)}` })
  await chrome.action.openPopup()
}

chrome.runtime.onInstalled.addListener(({ reason }) => {
  if (reason === 'install') chrome.runtime.openOptionsPage()
})
chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })
closeFrame()
