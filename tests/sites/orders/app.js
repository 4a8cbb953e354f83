// The back office of a small shop: a side navigation and three views, chosen by the address's hash.

import { customersView } from "./customers-view.js"
import { h, icon } from "./elements.js"
import { ordersView } from "./orders-view.js"
import { applySettings, settingsView } from "./settings-view.js"
import { mountToasts } from "./toast.js"

const VIEWS = {
  orders: { label: "Orders", make: ordersView },
  customers: { label: "Customers", make: customersView },
  settings: { label: "Settings", make: settingsView },
}

const links = Object.entries(VIEWS).map(([name, { label }]) => h("a", { href: `#/${name}` }, icon(name), h("span", {}, label)))
const main = h("main", { id: "main", tabindex: "-1" })

document.body.append(
  h("div", { class: "shell" },
    h("aside", { class: "side" },
      h("div", { class: "brand" }, h("span", { class: "brand-mark" }, icon("leaf")), h("span", { class: "brand-name" })),
      h("nav", { "aria-label": "Main" }, links),
      h("p", { class: "signed-in muted" }, "Signed in as Robin Vale")),
    main))
mountToasts()
applySettings()
show()
addEventListener("hashchange", show)

function show() {
  const [name, query] = location.hash.replace(/^#\/?/, "").split("?")
  const current = name in VIEWS ? name : "orders"
  document.title = `${VIEWS[current].label} · Fernhill back office`
  links.forEach(link => {
    if (link.hash === `#/${current}`) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  })
  main.replaceChildren(VIEWS[current].make(new URLSearchParams(query)))
}
