// A demo page's copilot: `new Pagehand` with the address's query as its configuration, for example
// ?model=qwen3&baseURL=http://localhost:11434/v1&language=zh-CN. Without any, the built-in offline model. A key is not
// taken from an address, which ends up in histories and logs.
// On pages that serve both ways the copilot comes only with ?pagehand (see ./shop).

const NUMBERS = ["maxSteps", "timeout", "maxRetries", "viewportExpansion", "stepDelay"]
const NAMES = ["model", "baseURL", "language", "dialogs", "vocabulary", "protocol", ...NUMBERS]
const SUGGESTIONS = [
  "Set the order of Ada to shipped",
  "Open Settings, choose Dark, press Save settings",
]
const query = new URLSearchParams(location.search)

if (typeof globalThis.Pagehand === "function") {
  const config = { model: "offline" }
  for (const name of NAMES) {
    const value = query.get(name)
    if (value !== null) config[name] = NUMBERS.includes(name) ? Number(value) : value
  }
  const suggested = query.getAll("suggest")
  if (suggested.length) config.suggestions = suggested
  else if (location.pathname.includes("/orders/")) config.suggestions = SUGGESTIONS
  globalThis.agent = new Pagehand(config)
  if (query.get("panel") !== "hidden") globalThis.agent.panel.show()
} else {
  const notice = document.createElement("p")
  notice.setAttribute("role", "alert")
  notice.dataset.pagehandMissing = ""
  notice.style.cssText =
    "position:fixed;right:16px;bottom:16px;z-index:10;margin:0;padding:12px 16px;max-width:360px;border-radius:10px;" +
    "background:#7a1f1f;color:#fff;font:14px/1.4 system-ui,sans-serif;box-shadow:0 8px 24px rgb(0 0 0/.25)"
  notice.textContent = "The copilot did not load: /pagehand/pagehand.js is missing. Build it with: python build.py"
  document.body.append(notice)
}
