import { h } from "./elements.js"
import { saveSettings, state } from "./store.js"
import { toast } from "./toast.js"

const CURRENCIES = { EUR: "Euro (€)", GBP: "Pound sterling (£)", USD: "US dollar ($)" }
const THEMES = { auto: "Like the system", light: "Light", dark: "Dark" }

export function settingsView() {
  const settings = state.settings
  const digest = h("button", {
    type: "button", class: "switch", role: "switch", id: "digest", "aria-labelledby": "digest-label", "aria-checked": String(settings.dailyDigest),
    onclick: () => digest.setAttribute("aria-checked", String(digest.getAttribute("aria-checked") !== "true")),
  })
  return h("div", { class: "view narrow" },
    h("header", { class: "view-head" }, h("div", {}, h("h1", {}, "Settings"), h("p", { class: "muted" }, "How this shop looks and behaves"))),
    h("form", { class: "card padded fields", onsubmit: event => submit(event, digest) },
      h("label", { class: "field wide" }, "Shop name", h("input", { name: "shopName", required: true, value: settings.shopName })),
      h("label", { class: "field" }, "Currency", h("select", { name: "currency" },
        Object.entries(CURRENCIES).map(([value, label]) => h("option", { value, selected: value === settings.currency }, label)))),
      h("label", { class: "field" }, "Orders per page",
        h("input", { type: "number", name: "pageSize", min: "5", max: "50", required: true, value: String(settings.pageSize) })),
      h("div", { class: "check wide spread" }, h("span", { id: "digest-label" }, "Daily digest by mail"), digest),
      h("fieldset", {},
        h("legend", {}, "Appearance"),
        Object.entries(THEMES).map(([value, label]) => h("label", { class: "choice" },
          h("input", { type: "radio", name: "theme", value, checked: value === settings.theme }), h("span", {}, label)))),
      h("footer", { class: "wide" }, h("button", { type: "submit", class: "primary" }, "Save settings"))))
}

export function applySettings() {
  document.documentElement.dataset.theme = state.settings.theme
  const name = document.querySelector(".brand-name")
  if (name) name.textContent = state.settings.shopName
}

function submit(event, digest) {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  saveSettings({
    shopName: form.get("shopName").trim(),
    currency: form.get("currency"),
    pageSize: Number(form.get("pageSize")),
    dailyDigest: digest.getAttribute("aria-checked") === "true",
    theme: form.get("theme"),
  })
  applySettings()
  toast("Settings saved")
}
