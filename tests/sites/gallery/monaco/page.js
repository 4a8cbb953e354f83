// Monaco, bundled as an application does: nothing of it is on the window.
import * as monaco from "monaco-editor"

self.MonacoEnvironment = { getWorker: () => new Worker(new URL("./edit.worker.js", import.meta.url), { type: "module" }) }
const editor = monaco.editor.create(document.getElementById("editor"), { value: "name: demo\nsize: 1", language: "yaml", ariaLabel: "Configuration", minimap: { enabled: false }, automaticLayout: true })
const state = { saved: null }
document.getElementById("save").addEventListener("click", () => { state.saved = editor.getValue() })
window.galleryState = () => ({ ...state, text: editor.getValue().replaceAll("\r\n", "\n") })
