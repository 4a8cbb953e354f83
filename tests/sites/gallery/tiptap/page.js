// TipTap (ProseMirror) with a toolbar of ordinary buttons, which do not take the focus.
import { Editor } from "@tiptap/core"
import StarterKit from "@tiptap/starter-kit"

const editor = new Editor({ element: document.getElementById("editor"), extensions: [StarterKit], content: "<p>Draft</p>", editorProps: { attributes: { "aria-label": "Article", role: "textbox" } } })
for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("mousedown", event => event.preventDefault())
  button.addEventListener("click", () => editor.chain().focus()[button.dataset.do](button.dataset.do === "toggleHeading" ? { level: 2 } : undefined).run())
}
const state = { published: null }
document.getElementById("publish").addEventListener("click", () => { state.published = editor.getText() })
window.galleryState = () => ({ ...state, text: editor.getText(), html: editor.getHTML(), first: first(editor.state.doc.firstChild) })
function first(node) {
  return { type: node.type.name, text: node.textContent, bold: node.content.content.length > 0 && node.content.content.every(text => text.marks.some(mark => mark.type.name === "bold")) }
}
