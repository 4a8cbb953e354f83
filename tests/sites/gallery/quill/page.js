// Two Quill editors: the snow theme with its toolbar, and the bubble theme without one.
import Quill from "quill"
import "quill/dist/quill.snow.css"
import "quill/dist/quill.bubble.css"

const state = { published: null }
const editor = new Quill("#editor", { theme: "snow", placeholder: "Write the note", modules: { toolbar: [[{ header: [1, 2, false] }], ["bold", "italic", "link"], [{ list: "ordered" }, { list: "bullet" }], ["clean"]] } })
const answer = new Quill("#answer", { theme: "bubble", placeholder: "Answer in a sentence" })
answer.setText("Old answer\n")
editor.root.setAttribute("aria-label", "Note")
answer.root.setAttribute("aria-label", "Answer")
document.getElementById("publish").addEventListener("click", () => { state.published = editor.getText().trimEnd() })
window.galleryState = () => ({ ...state, text: editor.getText().trimEnd(), answer: answer.getText().trimEnd(), delta: editor.getContents().ops })
