// The service worker: puts the agent on in a tab, and answers the side in the page. It keeps nothing in memory that it
// could not read again, since the browser stops it whenever it likes.
import { closeFrame, dropOrigin, openFrame } from './frame-rules.js'
import './model-calls.js'
import * as state from './state.js'
import * as tasks from './tasks.js'

/** @typedef {chrome.runtime.MessageSender & { tab: chrome.tabs.Tab & { id: number }, documentId: string, url: string }} Sender */

const FRAME_ADDRESS = /^\/[\w.-]+\?[0-9a-f]{32}$/

/** What the loader in the page may ask for. @type {Record<string, (sender: Sender, message: any) => any>} */
const forLoader = {
  hello: ({ tab }) => tasks.pageLoaded(tab),
  async 'frame.open'({ tab, url }, message) {
    const address = new URL(message.url)
    if (address.origin !== new URL(url).origin || !FRAME_ADDRESS.test(address.pathname + address.search)) return
    if ((await state.read()).tabs[tab.id]) await openFrame(tab.id, address.href)
  },
  async 'frame.close'({ tab }, { url, boot }) {
    await closeFrame(url)
    if (!boot) return false
    const target = { tabId: tab.id, allFrames: true }
    const func = (/** @type {string} */ address) => location.href === address
    const found = await chrome.scripting.executeScript({ target, injectImmediately: true, func, args: [url] })
    const frame = /** @type {any} */ (found.find(each => each.result))
    return Boolean(frame) && bootIn(tab.id, frame.documentId)
  },
  'boot.here': ({ tab, documentId }) => bootIn(tab.id, documentId),
}

/** Python runs in that document from now on, and only it may speak for the tab. @param {number} tabId @param {string} documentId */
async function bootIn(tabId, documentId) {
  await state.change(({ tabs }) => tabs[tabId] && (tabs[tabId].home = documentId))
  const target = { tabId, documentIds: [documentId] }
  await chrome.scripting.executeScript({ target, injectImmediately: true, files: ['frame.js'] })
  return true
}

/** @param {Sender} sender @param {any} message */
async function serve(sender, message) {
  if (message.op in forLoader) return forLoader[message.op](sender, message)
  const { tabs } = await state.read()
  if (tabs[sender.tab.id]?.home !== sender.documentId) throw new Error('this document does not speak for its tab')
  return tasks.forPython[message.op](sender.tab, message, tabs[sender.tab.id].task)
}

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== chrome.runtime.id || !sender.tab) return false
  serve(/** @type {Sender} */ (sender), message).then(
    value => answer({ value }),
    error => answer({ failed: String(error.message ?? error) }),
  )
  return true
})

const freeOrigin = async () => dropOrigin((await state.settings()).baseURL ?? '')
chrome.storage.local.onChanged.addListener(changes => changes.settings && freeOrigin())
chrome.runtime.onStartup.addListener(freeOrigin)
chrome.runtime.onInstalled.addListener(({ reason }) => {
  freeOrigin()
  if (reason === 'install') chrome.runtime.openOptionsPage()
})
chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' })
closeFrame() // nobody waits for those that a stopped worker left
