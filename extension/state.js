// What outlives a page and the worker: which tabs have the agent on, and the tasks. In memory only of the browser
// (`storage.session`); content scripts cannot read it.

/**
 * @typedef {{ home: string, task: string }} Tab `home`: the document in which its Python runs
 * @typedef {{ tabs: Record<number, Tab>, tasks: Record<string, Task> }} State
 * @typedef {{ tabs: (number | null)[], active: number, status: string, acting: boolean, origins: string[] }} Task
 */

let last = /** @type {Promise<any>} */ (Promise.resolve())

/** @returns {Promise<State>} */
export const read = async () =>
  /** @type {any} */ (await chrome.storage.session.get({ state: { tabs: {}, tasks: {} } })).state

/** Change the state; changes run one after the other. @template T @param {(state: State) => T} edit @returns {Promise<T>} */
export const change = edit =>
  (last = last.catch(() => {}).then(async () => {
    const state = await read()
    const result = edit(state)
    await chrome.storage.session.set({ state })
    return result
  }))

/** @returns {Promise<Record<string, any>>} what the options page saved, the key included */
export const settings = async () =>
  /** @type {any} */ (await chrome.storage.local.get({ settings: {} })).settings
