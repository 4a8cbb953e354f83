// The table of orders: search, state filter, sorting, paging, and the figures above it.

import { STATES } from "./data.js"
import { h, icon } from "./elements.js"
import { openOrder } from "./order-dialog.js"
import { day, money, orderTotal, revenue, state } from "./store.js"

const COLUMNS = [
  { key: "number", label: "Order", of: order => order.number },
  { key: "customer", label: "Customer", of: order => order.customer },
  { key: "placed", label: "Placed", of: order => order.placed },
  { key: "state", label: "Status", of: order => STATES.indexOf(order.state) },
  { key: "total", label: "Total", of: orderTotal },
]

export function ordersView(query) {
  const shown = { search: query.get("search") ?? "", state: "", sort: "number", descending: true, page: 1 }
  const view = h("div", { class: "view" })
  const figures = h("dl", { class: "figures" })
  const head = h("tr")
  const body = h("tbody")
  const foot = h("div", { class: "table-foot" })

  const search = h("input", {
    type: "search", name: "search", placeholder: "Customer or order number", "aria-label": "Search orders",
    autocomplete: "off", value: shown.search, oninput: () => change({ search: search.value, page: 1 }),
  })
  const filter = h("select", { name: "state", "aria-label": "Status", onchange: () => change({ state: filter.value, page: 1 }) },
    h("option", { value: "" }, "All statuses"), STATES.map(name => h("option", {}, name)))

  view.append(
    h("header", { class: "view-head" }, h("div", {}, h("h1", {}, "Orders"), h("p", { class: "muted" }, "Everything placed in the last weeks"))),
    figures,
    h("section", { class: "card" },
      h("div", { class: "toolbar", role: "search" }, h("div", { class: "search" }, icon("search"), search), filter),
      h("table", { class: "orders" }, h("caption", { class: "hidden-text" }, "Orders"), h("thead", {}, head), body),
      foot))

  function change(changes) {
    Object.assign(shown, changes)
    render()
  }

  function sortBy(key) {
    change({ sort: key, descending: shown.sort === key ? !shown.descending : false, page: 1 })
  }

  function render() {
    const found = matching(shown)
    const pages = Math.max(1, Math.ceil(found.length / state.settings.pageSize))
    shown.page = Math.min(shown.page, pages)
    const from = (shown.page - 1) * state.settings.pageSize
    const rows = found.slice(from, from + state.settings.pageSize)
    figures.replaceChildren(...figureCards())
    head.replaceChildren(...COLUMNS.map(column => headCell(column, shown, sortBy)), h("th", {}, h("span", { class: "hidden-text" }, "Actions")))
    body.replaceChildren(...(rows.length ? rows.map(order => row(order, render)) : [emptyRow()]))
    foot.replaceChildren(
      h("p", { class: "muted", role: "status" }, summary(found, from, rows.length)),
      pager(shown.page, pages, page => change({ page })))
  }

  render()
  return view
}

function matching({ search, state: wanted, sort, descending }) {
  const words = search.trim().toLowerCase()
  const { of } = COLUMNS.find(column => column.key === sort)
  const found = state.orders.filter(order =>
    (!wanted || order.state === wanted) && (!words || `#${order.number} ${order.customer}`.toLowerCase().includes(words)))
  return found.sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0) * (descending ? -1 : 1))
}

function figureCards() {
  const count = name => String(state.orders.filter(order => order.state === name).length)
  const cards = [["New", count("New")], ["Packing", count("Packing")], ["On hold", count("On hold")], ["Revenue", money(revenue(state.orders))]]
  return cards.map(([label, value]) => h("div", { class: "card figure" }, h("dt", {}, label), h("dd", {}, value)))
}

function headCell(column, shown, sortBy) {
  const sorted = shown.sort === column.key
  const direction = sorted ? (shown.descending ? "descending" : "ascending") : null
  return h("th", { scope: "col", class: column.key === "total" ? "number" : null, "aria-sort": direction },
    h("button", { type: "button", class: "sort", onclick: () => sortBy(column.key) }, column.label))
}

function row(order, render) {
  return h("tr", {},
    h("td", { class: "order-number" }, `#${order.number}`),
    h("td", { class: "customer" }, order.customer),
    h("td", { class: "muted placed" }, day(order.placed)),
    h("td", { class: "state" }, h("span", { class: "badge", "data-state": order.state }, order.state)),
    h("td", { class: "number total" }, money(orderTotal(order))),
    h("td", { class: "action" },
      h("button", { type: "button", class: "small", "aria-label": `Open order #${order.number}`, onclick: () => openOrder(order, render) }, "Open")))
}

const emptyRow = () => h("tr", {}, h("td", { class: "empty", colspan: "6" }, "No orders match."))

function summary(found, from, count) {
  if (!count) return "0 orders"
  const total = money(found.reduce((sum, order) => sum + orderTotal(order), 0))
  return found.length === 1 ? `1 order · ${total}` : `${from + 1}–${from + count} of ${found.length} orders · ${total}`
}

function pager(page, pages, go) {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  return h("nav", { class: "pager", "aria-label": "Pages" },
    h("button", { type: "button", class: "small", disabled: page === 1, onclick: () => go(page - 1) }, "Previous"),
    numbers.map(number => h("button", {
      type: "button", class: "small page", "aria-label": `Page ${number}`,
      "aria-current": number === page ? "page" : null, onclick: () => go(number),
    }, String(number))),
    h("button", { type: "button", class: "small", disabled: page === pages, onclick: () => go(page + 1) }, "Next"))
}
