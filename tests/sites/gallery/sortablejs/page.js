// SortableJS: a plain list, two lists that share their items, and one with handles.
import Sortable from "sortablejs"

Sortable.create(document.getElementById("playlist"), { animation: 100 })
Sortable.create(document.getElementById("todo"), { group: "work", animation: 100 })
Sortable.create(document.getElementById("done"), { group: "work", animation: 100 })
Sortable.create(document.getElementById("handles"), { handle: ".grip", forceFallback: true })
const items = id => [...document.querySelectorAll(`#${id} > li`)].map(item => item.textContent.replace("::", ""))
window.galleryState = () => ({ playlist: items("playlist"), todo: items("todo"), done: items("done"), priorities: items("handles") })
