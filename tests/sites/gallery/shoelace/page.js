// Shoelace: web components with open shadow roots, used with the form API.
import "@shoelace-style/shoelace/dist/themes/light.css"
import "@shoelace-style/shoelace/dist/components/button/button.js"
import "@shoelace-style/shoelace/dist/components/checkbox/checkbox.js"
import "@shoelace-style/shoelace/dist/components/details/details.js"
import "@shoelace-style/shoelace/dist/components/dialog/dialog.js"
import "@shoelace-style/shoelace/dist/components/input/input.js"
import "@shoelace-style/shoelace/dist/components/option/option.js"
import "@shoelace-style/shoelace/dist/components/radio-group/radio-group.js"
import "@shoelace-style/shoelace/dist/components/radio/radio.js"
import "@shoelace-style/shoelace/dist/components/range/range.js"
import "@shoelace-style/shoelace/dist/components/select/select.js"
import "@shoelace-style/shoelace/dist/components/switch/switch.js"
import "@shoelace-style/shoelace/dist/components/textarea/textarea.js"

const form = document.getElementById("form")
const state = { sent: null, discarded: false, hidden: false }
const at = name => form.querySelector(`[name=${name}]`)
form.addEventListener("submit", event => { event.preventDefault(); state.sent = Object.fromEntries(new FormData(form)) })
document.getElementById("discard").addEventListener("click", () => document.querySelector("sl-dialog").show())
document.getElementById("really").addEventListener("click", () => { state.discarded = true; document.querySelector("sl-dialog").hide() })
document.getElementById("hidden").addEventListener("click", () => { state.hidden = true })
window.galleryState = () => ({ ...state, name: at("name").value, country: at("country").value, topics: at("topics").value, again: at("again").value, price: at("price").value, text: at("text").value, terms: at("terms").checked, contact: at("contact").checked })
