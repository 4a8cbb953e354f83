// Lexical with rich text and history; the button is enabled by the editor's own model, not by the page's text.
import { createEmptyHistoryState, registerHistory } from "@lexical/history"
import { HeadingNode, QuoteNode, registerRichText } from "@lexical/rich-text"
import { $getRoot, createEditor, FORMAT_TEXT_COMMAND, UNDO_COMMAND } from "lexical"

const editor = createEditor({ namespace: "post", nodes: [HeadingNode, QuoteNode], onError(error) { throw error } })
editor.setRootElement(document.getElementById("editor"))
registerRichText(editor)
registerHistory(editor, createEmptyHistoryState(), 300)
const state = { published: null }
const text = () => editor.getEditorState().read(() => $getRoot().getTextContent())
editor.registerUpdateListener(() => {
  document.getElementById("post").disabled = !text()
  document.getElementById("count").textContent = `${text().length} characters`
})
document.getElementById("bold").addEventListener("click", () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, "bold"))
document.getElementById("undo").addEventListener("click", () => editor.dispatchCommand(UNDO_COMMAND, undefined))
document.getElementById("post").addEventListener("click", () => { state.published = text() })
window.galleryState = () => ({ ...state, text: text(), formats: editor.getEditorState().read(() => $getRoot().getAllTextNodes().map(node => node.hasFormat("bold"))) })
