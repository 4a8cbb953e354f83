// A shop of separate documents: forms use GET, the cart travels in the address (?cart=mug:2,tray:1), and the browser
// really loads a page at every step.

const GOODS = {
  mug: { name: "Stoneware mug", price: 1800 },
  tray: { name: "Oak tray", price: 4200 },
  lamp: { name: "Paper lamp", price: 6900 },
  throw: { name: "Wool throw", price: 8800 },
}

const query = new URLSearchParams(location.search)
const money = cents => `€${(cents / 100).toFixed(2)}`
const cart = new Map((query.get("cart") || "").split(",").filter(Boolean).map(part => part.split(":")).map(([id, count]) => [id, Number(count)]))

if (query.has("add")) cart.set(query.get("add"), (cart.get(query.get("add")) ?? 0) + Number(query.get("quantity") || 1))
if (query.has("remove")) cart.delete(query.get("remove"))

const packed = [...cart].map(([id, count]) => `${id}:${count}`).join(",")
const total = [...cart].reduce((sum, [id, count]) => sum + GOODS[id].price * count, 0)
const copilot = ["pagehand", "model", "baseURL", "dialogs"].filter(name => query.has(name)).map(name => [name, query.get(name)])
const kept = copilot.map(pair => "&" + pair.map(encodeURIComponent).join("=")).join("")

for (const field of document.querySelectorAll("input[name=cart]")) field.value = packed
for (const link of document.querySelectorAll("a[data-keep]")) link.href += `?cart=${packed}${kept}`
for (const count of document.querySelectorAll("[data-count]")) count.textContent = [...cart.values()].reduce((sum, one) => sum + one, 0)
for (const place of document.querySelectorAll("[data-total]")) place.textContent = money(total)
for (const form of document.forms) for (const [name, value] of copilot) {
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }))
}

for (const item of document.querySelectorAll(".goods li")) {
  const { name, price } = GOODS[item.dataset.id]
  item.querySelector("h2").textContent = name
  item.querySelector("p").textContent = money(price)
}

const rows = document.querySelector("#lines")
for (const [id, count] of rows ? cart : []) {
  const row = rows.insertRow()
  for (const text of [GOODS[id].name, String(count), money(GOODS[id].price * count)]) row.insertCell().textContent = text
  const link = Object.assign(document.createElement("a"), { href: `cart.html?cart=${packed}&remove=${id}${kept}`, textContent: "Remove" })
  row.insertCell().append(link)
}

const receipt = document.querySelector("#receipt")
if (receipt) receipt.textContent = `Thank you, ${query.get("name")}. ${money(total)} by ${query.get("delivery")}, to ${query.get("city")}.`

if (query.has("pagehand")) for (const source of ["/pagehand/pagehand.js", "../agent.js"]) {
  const script = document.createElement("script")
  script.type = "module"
  script.async = false
  script.src = source
  document.head.append(script)
}
