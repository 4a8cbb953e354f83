import { h } from "./elements.js"
import { money, orderTotal, state } from "./store.js"

export function customersView() {
  return h("div", { class: "view" },
    h("header", { class: "view-head" }, h("div", {}, h("h1", {}, "Customers"), h("p", { class: "muted" }, "Who orders, and how much"))),
    h("section", { class: "card" },
      h("table", { class: "customers" },
        h("caption", { class: "hidden-text" }, "Customers"),
        h("thead", {}, h("tr", {},
          ["Customer", "City"].map(label => h("th", { scope: "col" }, label)),
          ["Orders", "Spent"].map(label => h("th", { scope: "col", class: "number" }, label)))),
        h("tbody", {}, customers().map(customer => h("tr", {},
          h("td", { class: "customer" }, h("a", { href: `#/orders?search=${encodeURIComponent(customer.name)}` }, customer.name)),
          h("td", { class: "muted" }, customer.city),
          h("td", { class: "number" }, String(customer.orders)),
          h("td", { class: "number total" }, money(customer.spent))))))))
}

function customers() {
  const byName = new Map()
  for (const order of state.orders) {
    const customer = byName.get(order.customer) ?? { name: order.customer, city: order.city, orders: 0, spent: 0 }
    customer.orders += 1
    if (order.state !== "Cancelled") customer.spent += orderTotal(order)
    byName.set(order.customer, customer)
  }
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, "en"))
}
