// CodeMirror 6 as its basic setup makes it, and a second one for a single expression.
import { javascript } from "@codemirror/lang-javascript"
import { basicSetup, EditorView } from "codemirror"

const name = label => EditorView.contentAttributes.of({ "aria-label": label })
const editor = new EditorView({ doc: "select 1", extensions: [basicSetup, javascript(), name("Query")], parent: document.getElementById("editor") })
const line = new EditorView({ doc: "", extensions: [basicSetup, name("Expression")], parent: document.getElementById("line") })
const state = { ran: null }
document.getElementById("run").addEventListener("click", () => { state.ran = editor.state.doc.toString() })
window.galleryState = () => ({ ...state, query: editor.state.doc.toString(), line: line.state.doc.toString() })
