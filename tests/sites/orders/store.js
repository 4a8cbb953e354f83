// The shop's state: in memory, written as JSON into <script id="shop-state"> after every change so that a check can
// read it, and kept in sessionStorage when the address says ?persist.

import { initialOrders, initialSettings } from "./data.js"

const KEY = "fernhill"
const persistent = new URLSearchParams(location.search).has("persist")
const stored = persistent ? sessionStorage.getItem(KEY) : null

export const state = stored ? JSON.parse(stored) : { orders: initialOrders(), settings: initialSettings(), saves: 0 }

const published = document.head.appendChild(document.createElement("script"))
published.type = "application/json"
published.id = "shop-state"
publish()

function publish() {
  published.textContent = JSON.stringify(state)
  if (persistent) sessionStorage.setItem(KEY, published.textContent)
}

export const orderTotal = order => order.lines.reduce((sum, line) => sum + line.quantity * line.price, 0)

export const revenue = orders => orders.filter(order => order.state !== "Cancelled").reduce((sum, order) => sum + orderTotal(order), 0)

export function money(cents) {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency: state.settings.currency }).format(cents / 100)
}

export function day(iso) {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(iso))
}

export function saveOrder(number, changes) {
  Object.assign(state.orders.find(order => order.number === number), changes)
  state.saves += 1
  publish()
}

export function saveSettings(changes) {
  Object.assign(state.settings, changes)
  state.saves += 1
  publish()
}
