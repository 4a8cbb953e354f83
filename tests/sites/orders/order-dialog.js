// One order in a modal dialog: what was bought, and the form that changes how it is handled.

import { SPEEDS, STATES } from "./data.js"
import { h, icon } from "./elements.js"
import { day, money, orderTotal, saveOrder } from "./store.js"
import { toast } from "./toast.js"

export function openOrder(order, onSaved) {
  const title = `order-${order.number}-title`
  const dialog = h("dialog", { class: "order-dialog", "aria-labelledby": title },
    h("form", { method: "dialog", onsubmit: event => submit(event, order, dialog, onSaved) },
      h("header", {},
        h("div", {},
          h("h2", { id: title }, `Order #${order.number}`),
          h("p", { class: "muted" }, `${order.customer}, ${order.city} · placed ${day(order.placed)}`)),
        h("button", { type: "button", class: "ghost square", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
      h("div", { class: "dialog-body" }, lines(order), fields(order)),
      h("footer", {},
        h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
        h("button", { type: "submit", class: "primary" }, "Save"))))
  dialog.addEventListener("close", () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function lines(order) {
  return h("table", { class: "lines" },
    h("caption", {}, "Items"),
    h("tbody", {}, order.lines.map(line => h("tr", {},
      h("td", {}, line.item),
      h("td", { class: "number" }, `${line.quantity} × ${money(line.price)}`),
      h("td", { class: "number" }, money(line.quantity * line.price))))),
    h("tfoot", {}, h("tr", {},
      h("th", { scope: "row", colspan: "2" }, "Total"),
      h("td", { class: "number" }, money(orderTotal(order))))))
}

function fields(order) {
  return h("div", { class: "fields" },
    h("label", { class: "field" }, "Status",
      h("select", { name: "state" }, STATES.map(name => h("option", { selected: name === order.state }, name)))),
    h("label", { class: "field" }, "Ship by",
      h("input", { type: "date", name: "shipBy", required: true, min: order.placed, value: order.shipBy })),
    h("fieldset", {},
      h("legend", {}, "Shipping speed"),
      SPEEDS.map(speed => h("label", { class: "choice" },
        h("input", { type: "radio", name: "shipping", value: speed.name, checked: speed.name === order.shipping }),
        h("span", {}, speed.name, h("small", {}, speed.detail))))),
    h("label", { class: "check" },
      h("input", { type: "checkbox", name: "giftWrap", checked: order.giftWrap }), "Gift wrap"),
    h("label", { class: "field wide" }, "Note",
      h("textarea", { name: "note", rows: "3", maxlength: "200", placeholder: "Visible to the packing team", value: order.note })))
}

function submit(event, order, dialog, onSaved) {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  saveOrder(order.number, {
    state: form.get("state"),
    shipBy: form.get("shipBy"),
    shipping: form.get("shipping"),
    giftWrap: form.has("giftWrap"),
    note: form.get("note").trim(),
  })
  dialog.close()
  toast(`Order #${order.number} saved: ${form.get("state")}`)
  onSaved()
}
