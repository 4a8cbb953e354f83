// What was done on this page, one line each, for a reader and for the tests.
export function note(line) {
  document.querySelector("#log").append(`${line}\n`)
}

document.addEventListener("click", event => {
  const button = event.target.closest("button")
  if (!button || button.form) return
  note(`pressed ${button.textContent.trim()}${button.closest("tr") ? ` of ${button.closest("tr").cells[0].textContent}` : ""}`)
})
document.addEventListener("submit", event => {
  event.preventDefault()
  note(`sent ${new FormData(event.target, event.submitter).get("mail") ?? event.target.name}`)
})
for (const [id, ask] of [["#tell", () => alert("The desk closes at six.")], ["#ask", () => note(`answered ${confirm("Close the desk?")}`)]]) {
  document.querySelector(id)?.addEventListener("click", ask)
}
