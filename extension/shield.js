// In every page, before its scripts: the first listeners of all, so that no page ever sees what is typed into the panel.
// They do nothing until panel.js has put a panel there. And one question to the worker: is the agent on in this tab?
// A page that was there before the extension gets them with its first panel.
if (!globalThis.pagehandShield) {
  globalThis.pagehandShield = true
  const TYPES = [
    ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput', 'change', 'copy', 'cut', 'paste'],
    ...['compositionstart', 'compositionupdate', 'compositionend', 'focus', 'blur', 'focusin', 'focusout'],
  ]
  const shield = (/** @type {Event} */ event) => {
    const side = globalThis.pagehandSide
    if (!side || event.target !== side.shadow.host) return
    event.stopImmediatePropagation()
    side.hand(event) // what is stopped here reaches no listener of the panel's
  }
  const greet = () => chrome.runtime.sendMessage({ op: 'hello' }).catch(() => {}) // the extension is being reloaded
  for (const type of TYPES) addEventListener(type, shield, true)
  addEventListener('pagehide', () => globalThis.pagehandSide?.leave())
  addEventListener('pageshow', event => event.persisted && greet())
  greet()
}
