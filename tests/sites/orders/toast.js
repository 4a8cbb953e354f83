import { h, icon } from "./elements.js"

const region = h("div", { class: "toasts", role: "status", "aria-live": "polite" })

export function mountToasts() {
  document.body.append(region)
}

export function toast(message) {
  const card = h("div", { class: "toast" }, icon("check"), h("span", {}, message))
  region.append(card)
  setTimeout(() => card.remove(), 6000)
}
