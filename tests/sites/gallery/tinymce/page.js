// TinyMCE with its menu bar; the text lives in a frame.
import tinymce from "tinymce"
import "tinymce/icons/default"
import "tinymce/models/dom"
import "tinymce/plugins/lists"
import "tinymce/skins/ui/oxide/skin.css"
import "tinymce/themes/silver"

const state = { sent: null, undone: false }
await tinymce.init({ selector: "#letter", license_key: "gpl", skin: false, content_css: false, content_style: "body { font: 15px sans-serif }", plugins: "lists", toolbar: "bold italic bullist undo", promotion: false, branding: false, height: 320 })
const editor = tinymce.activeEditor
document.getElementById("send").addEventListener("click", () => { state.sent = editor.getContent({ format: "text" }).trim() })
editor.on("Undo", () => { state.undone = true })
window.galleryState = () => ({ ...state, loud: editor.getContent().includes("<strong>Loud</strong>"), mistaken: editor.getContent().includes("Mistake"), html: editor.getContent(), text: editor.getContent({ format: "text" }).trim() })
