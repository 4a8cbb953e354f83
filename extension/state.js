// What outlives a page and the worker: settings, the tabs in which the agent is on, and their tasks. All but the settings
// and the archive live in the browser's memory only, and no content script can read any of it.

/**
 * @typedef {{ home: string, task: string }} Tab `home`: the document whose Python speaks for the tab
 * @typedef {{ tabs: number[], active: number, epoch: number, status: string, acting: boolean, origins: string[] }} Task `epoch` counts its moves
 * @typedef {{ tabs: Record<number, Tab>, tasks: Record<string, Task> }} State
 * @typedef {{ at: number, task: string, url: string, status: string, history: any[] }} Archived
 */

const ARCHIVE_LENGTH = 50
const ARCHIVE_CHARS = 4_000_000
const { local, session } = chrome.storage
let last = /** @type {Promise<any>} */ (Promise.resolve())

/** @returns {Promise<State>} */
export const read = async () => /** @type {any} */ (await session.get({ state: { tabs: {}, tasks: {} } })).state

/** Changes run one after the other. @template T @param {(state: State) => T} edit @returns {Promise<T>} */
export const change = edit =>
  (last = last.catch(() => {}).then(async () => {
    const state = await read()
    const result = edit(state)
    await session.set({ state })
    return result
  }))

/** @returns {Promise<Record<string, any>>} what the options page saved, the key included */
export const settings = async () => /** @type {any} */ (await local.get({ settings: {} })).settings

/** @param {string} task @returns {Promise<string | null>} */
export const savedSession = async task => /** @type {any} */ (await session.get({ [task]: null }))[task]

/** @param {string} task @param {string | null} text */
export const saveSession = (task, text) => (text === null ? session.remove(task) : session.set({ [task]: text }))

/** Keeps an ended task for the options page; the oldest go. @param {any} saved the saved session's value */
export async function archive({ task, url, status, history }) {
  const { archive } = /** @type {any} */ (await local.get({ archive: [] }))
  archive.unshift({ at: Date.now(), task, url, status, history })
  archive.length = Math.min(archive.length, ARCHIVE_LENGTH)
  while (archive.length > 1 && JSON.stringify(archive).length > ARCHIVE_CHARS) archive.pop()
  await local.set({ archive })
}
