// Tasks and their tabs: where the agent is on, which tab a task works in, how it gets from page to page and from tab to
// tab, and how it is stopped from the toolbar.
import * as state from './state.js'

/** @typedef {chrome.tabs.Tab & { id: number }} OpenTab */

const BUSY = /^(running|waiting)$/

/** The page of a tab has come to be, or has come back. @param {OpenTab} tab */
export async function pageLoaded(tab) {
  const { tabs, tasks } = await state.read()
  if (!tabs[tab.id]) return
  if (await denied(tab)) {
    await end(tabs[tab.id].task)
    return explain(tab.id, 'denied')
  }
  await showBadge(tabs[tab.id].task, tasks[tabs[tab.id].task])
  await inject(tab.id)
}

/** @param {number} tabId */
const inject = tabId =>
  chrome.scripting.executeScript({ target: { tabId }, injectImmediately: true, files: ['shield.js', 'parts.js', 'panel.js'] })

/** The toolbar button: stops the task that runs in this tab; otherwise shows or hides the panel. @param {OpenTab} tab */
async function pressed(tab) {
  const { tabs, tasks } = await state.read()
  const running = tabs[tab.id]?.task
  if (running && BUSY.test(tasks[running].status)) return stop(running)
  if (await denied(tab)) return explain(tab.id, 'denied')
  if (!running) {
    await state.change(({ tabs, tasks }) => {
      const task = crypto.randomUUID()
      tabs[tab.id] = { home: '', task }
      tasks[task] = { tabs: [tab.id], active: tab.id, epoch: 0, status: 'idle', acting: false, origins: [] }
    })
  }
  try {
    const func = () => Boolean(globalThis.pagehandSide?.shadow.host.isConnected && (globalThis.pagehandSide?.toggle(), true))
    const [{ result: toggled }] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, injectImmediately: true, func })
    if (!toggled) await inject(tab.id)
  } catch (error) {
    await explain(tab.id, error instanceof Error ? error.message : String(error))
  }
}

/** Where nothing may be injected the button's own popup says why. @param {number} tabId @param {string} reason */
async function explain(tabId, reason) {
  await forget(tabId)
  await chrome.action.setPopup({ tabId, popup: `notice.html#${encodeURIComponent(reason)}` })
  await chrome.action.openPopup().catch(() => chrome.action.setBadgeText({ tabId, text: '!' })) // no window has the focus
}

/** @param {OpenTab} tab */
async function denied({ url = '' }) {
  const { denied = [] } = await state.settings()
  return denied.some((/** @type {string} */ site) => matches(site, url))
}

/** @param {string} site a host name with `*`, or a whole address with `*` @param {string} url */
function matches(site, url) {
  const pattern = site.includes('://') ? site : `*://${site}/*`
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return URL.canParse(url) && new RegExp(`^${source}$`).test(site.includes('://') ? url : url.replace(/:\d+(?=[/?#]|$)/, ''))
}

/** @param {string} task */
async function stop(task) {
  const { tabs, tasks } = await state.read()
  const { active } = tasks[task]
  const answered = await tell(active, tabs[active]?.home, { op: 'stop' })
  if (!answered) await end(task)
}

/** To the Python of a tab. @param {number} tabId @param {string} documentId @param {object} message @returns {Promise<any>} */
const tell = (tabId, documentId, message) =>
  documentId ? chrome.tabs.sendMessage(tabId, message, { documentId }).catch(() => null) : Promise.resolve(null)

/** Ends a task whose Python is not there to do it. @param {string} task */
async function end(task) {
  const text = await state.savedSession(task)
  if (text) await keep(task, JSON.stringify({ ...JSON.parse(text), status: 'stopped' }))
}

/** Saves a session; a task that has ended goes into the archive. @param {string} task @param {string} text */
async function keep(task, text) {
  const saved = JSON.parse(text)
  await state.saveSession(task, text)
  const ended = await state.change(({ tasks }) => {
    const known = tasks[task]
    const before = known.status
    const step = saved.history.findLast((/** @type {any} */ event) => event.type === 'step')
    known.status = saved.status
    known.acting = Boolean(step?.actions.some((/** @type {any} */ action) => action.ok === null || action.ok === undefined))
    return BUSY.test(before) && !BUSY.test(saved.status)
  })
  if (ended) await state.archive(saved)
  await showBadge(task, (await state.read()).tasks[task])
}

/** @param {string} task @param {state.Task} [known] */
async function showBadge(task, known) {
  const busy = BUSY.test(known?.status ?? '')
  for (const tabId of known?.tabs ?? []) {
    const title = busy ? 'Pagehand: stop the task' : 'Pagehand'
    await chrome.action.setBadgeText({ tabId, text: busy ? '■' : '' }).catch(() => {}) // a tab that is just going
    await chrome.action.setTitle({ tabId, title }).catch(() => {})
  }
}

/** The task works in this tab from now on; whoever spoke for it before is refused. @param {string} task @param {number} tabId */
async function move(task, tabId) {
  const home = await state.change(({ tabs, tasks }) => {
    const known = tasks[task]
    tabs[tabId] ??= { home: '', task }
    if (!known.tabs.includes(tabId)) known.tabs.push(tabId)
    known.active = tabId
    known.epoch++
    return tabs[tabId].home
  })
  // Whoever asked for this need not wait: where Python is not there yet, its page will ask for the task by itself.
  tell(tabId, home, { op: 'resume' }).then(resumed => resumed || inject(tabId)).catch(() => {})
}

/** @param {number} tabId */
const forget = tabId =>
  state.change(({ tabs, tasks }) => {
    const id = tabs[tabId]?.task
    delete tabs[tabId]
    if (!id) return null
    const task = tasks[id]
    task.tabs = task.tabs.filter(each => each !== tabId)
    return { id, back: task.active === tabId && BUSY.test(task.status) ? (task.tabs.at(-1) ?? null) : undefined }
  })

/** What the Python that speaks for a tab may ask for. @type {Record<string, (tab: OpenTab, message: any, task: string) => any>} */
export const forPython = {
  async begin(tab) {
    const { key, ...settings } = await state.settings()
    return { settings: { ...settings, keyed: Boolean(key) }, tab: tab.id, incognito: tab.incognito }
  },
  async 'session.load'(tab, _, task) {
    const { active, epoch } = (await state.read()).tasks[task]
    return { epoch, text: active === tab.id ? await state.savedSession(task) : null }
  },
  async 'session.save'(tab, { text, epoch }, task) {
    const known = (await state.read()).tasks[task]
    if (known.active !== tab.id || known.epoch !== epoch) return { superseded: true }
    await keep(task, text)
    return {}
  },
  'session.stop': (_tab, _message, task) => end(task),
  'session.clear': (_tab, _message, task) => state.saveSession(task, null),
  origins: async (_tab, _message, task) => (await state.read()).tasks[task].origins,
  'origins.add': (_tab, { origin }, task) => state.change(({ tasks }) => void tasks[task].origins.push(origin)),
  options: () => chrome.runtime.openOptionsPage(),
  async tabs(_tab, _message, task) {
    const { tabs, active } = (await state.read()).tasks[task]
    const open = await Promise.all(tabs.map(id => chrome.tabs.get(id)))
    return open.map(({ id, title = '', url = '' }) => ({ id, title, url, active: id === active }))
  },
  async 'tabs.open'(tab, { url }, task) {
    if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('only http and https addresses can be opened')
    const opened = await chrome.tabs.create({ url, openerTabId: tab.id, windowId: tab.windowId, active: true })
    await move(task, /** @type {number} */ (opened.id))
  },
  async 'tabs.switch'(_tab, { id }, task) {
    await mine(task, id)
    await chrome.tabs.update(id, { active: true })
    await move(task, id)
  },
  async 'tabs.close'(_tab, { id }, task) {
    await mine(task, id)
    await chrome.tabs.remove(id)
  },
}

/** @param {string} task @param {number} id */
async function mine(task, id) {
  if (!(await state.read()).tasks[task].tabs.includes(id)) throw new Error('this tab is not one of the task')
}

chrome.action.onClicked.addListener(tab => pressed(/** @type {OpenTab} */ (tab)))

// A tab that a page opens while the agent acts there (a link, a pop-up) is where the task goes on; others are the user's.
chrome.tabs.onCreated.addListener(async tab => {
  const { tabs, tasks } = await state.read()
  const opener = tabs[tab.openerTabId ?? -1]
  const task = opener && tasks[opener.task]
  if (task?.acting && task.active === tab.openerTabId && BUSY.test(task.status)) await move(opener.task, /** @type {number} */ (tab.id))
})

chrome.tabs.onRemoved.addListener(async tabId => {
  const left = await forget(tabId)
  if (left?.back) {
    await chrome.tabs.update(left.back, { active: true })
    await move(left.id, left.back)
  } else if (left?.back === null) await end(left.id)
})
