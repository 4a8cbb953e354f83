// An example's options with the model from the page's address: ?model=qwen3&baseURL=http://localhost:11434/v1&language=zh-CN.
// Without any, the built-in offline model. A key is not taken from an address, which ends up in histories and logs.

const NUMBERS = ["maxSteps", "stepDelay", "sessionExpiry"]
const NAMES = ["model", "baseURL", "language", "dialogs", "protocol", "name", ...NUMBERS]

export function configured(options = {}) {
  const config = { model: "offline", ...options }
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (NAMES.includes(name)) config[name] = NUMBERS.includes(name) ? Number(value) : value
  }
  return config
}
