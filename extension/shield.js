// In every page, before its scripts: the first listeners of all, so that no page ever sees what is typed into the panel
// (C: "The key shield"). They do nothing until panel.js has put a panel there. And one question: is the agent on here?
{
  const TYPES = [
    ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput', 'change', 'copy', 'cut', 'paste'],
    ...['compositionstart', 'compositionupdate', 'compositionend', 'focus', 'blur', 'focusin', 'focusout'],
  ]

  const shield = (/** @type {Event} */ event) => {
    const shadow = globalThis.pagehandSide?.shadow
    if (!shadow || event.target !== shadow.host) return
    event.stopImmediatePropagation()
    // What is stopped here never reaches the panel, so the panel gets a copy that cannot leave its shadow tree.
    const copied = /** @type {any} */ ({})
    for (const name in event) copied[name] = /** @type {any} */ (event)[name]
    const copy = new /** @type {any} */ (event.constructor)(event.type, { ...copied, composed: false })
    globalThis.pagehandSide?.trusted.add(copy)
    if (!(shadow.activeElement ?? shadow).dispatchEvent(copy)) event.preventDefault()
  }

  const greet = () => chrome.runtime.sendMessage({ op: 'hello' }).catch(() => {}) // a worker that is being updated
  for (const type of TYPES) addEventListener(type, shield, true)
  addEventListener('pagehide', () => globalThis.pagehandSide?.leave())
  addEventListener('pageshow', event => event.persisted && greet())
  greet()
}
