// h("button", { class: "primary", onclick }, "Save") makes an element; text is always text, never markup.

export function h(name, properties = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value)
    else if (key === "value" || key === "checked" || key === "selected") element[key] = value
    else element.setAttribute(key, value === true ? "" : value)
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false))
  return element
}

const ICONS = {
  orders: "M4 7l8-4 8 4v10l-8 4-8-4V7zm0 0l8 4 8-4m-8 4v10",
  customers: "M9 11a4 4 0 100-8 4 4 0 000 8zm-6 9c0-3.3 2.7-6 6-6s6 2.7 6 6m1-16.5a4 4 0 010 7m2 3.9c1.9.9 3 2.9 3 5.6",
  settings: "M4 7h9m5 0h2M4 17h3m5 0h8M15.5 9.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zm-6 10a2.5 2.5 0 100-5 2.5 2.5 0 000 5z",
  search: "M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zm4.7-1.8L20 20",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  leaf: "M5 19c0-9 5-14 15-14 0 10-5 15-13 14m-2 0c2-5 5-8 9-10",
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }))
    svg.setAttribute(key, value)
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
  path.setAttribute("d", ICONS[name])
  svg.append(path)
  return svg
}
