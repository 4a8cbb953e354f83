// CodeMirror 5: one editor made from a text area, one of 400 lines that are drawn as they scroll into view.
import CodeMirror from "codemirror5/lib/codemirror.js"
import "codemirror5/lib/codemirror.css"
import "codemirror5/mode/javascript/javascript.js"

const code = CodeMirror.fromTextArea(document.getElementById("code"), { lineNumbers: true, mode: "javascript" })
const long = CodeMirror(document.getElementById("long"), { lineNumbers: true, value: Array.from({ length: 400 }, (_, i) => `// line ${i + 1}`).join("\n") })
code.getWrapperElement().setAttribute("aria-label", "Code editor")
long.getInputField().setAttribute("aria-label", "Long file editor")
const state = { ran: null }
document.getElementById("run").addEventListener("click", () => { state.ran = code.getValue() })
window.galleryState = () => ({ ...state, code: code.getValue(), length: long.lineCount(), long: long.getValue().slice(0, 200) })
