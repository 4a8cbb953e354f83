// The options page: a form over `storage.local`, saved as it is changed; the tasks that ended; and Test, a real call by the
// same Python and through the same worker as a task's.
const { PRESETS, TEXTS } = pagehandOptions
const at = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const form = /** @type {HTMLFormElement} */ (at('settings'))
const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name))
const fields = /** @type {HTMLInputElement[]} */ (/** @type {unknown} */ ([...form.querySelectorAll('[name]')]))
const { settings = {}, archive = [] } = /** @type {any} */ (await chrome.storage.local.get(['settings', 'archive']))
let texts = TEXTS['en-US']

function translate() {
  const chinese = /^zh/i.test(field('language').value || navigator.language)
  texts = TEXTS[chinese ? 'zh-CN' : 'en-US']
  document.documentElement.lang = chinese ? 'zh-CN' : 'en'
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-text]'))) {
    node.textContent = texts[node.dataset.text ?? '']
  }
  const preset = PRESETS.find(each => each.id === field('preset').value)
  at('preset-note').textContent = preset?.note ?? ''
  showArchive()
}

const lines = (/** @type {string} */ text) => text.split('\n').map(line => line.trim()).filter(Boolean)
const value = (/** @type {HTMLInputElement} */ { type, checked, name, value }) =>
  type === 'checkbox' ? checked : /^(allowed|denied)$/.test(name) ? lines(value) : value.trim()

async function save() {
  await chrome.storage.local.set({ settings: Object.fromEntries(fields.map(each => [each.name, value(each)])) })
  at('saved').textContent = texts.saved
}

async function test() {
  const result = at('test-result')
  result.className = ''
  result.textContent = texts.testing
  await save()
  try {
    const { ok, message } = JSON.parse(await (await python()).test_model(chrome))
    result.className = ok ? 'good' : 'bad'
    result.textContent = message
  } catch (error) {
    result.className = 'bad'
    result.textContent = String(error)
  }
}

/** @type {Promise<any> | undefined} */
let booted
const python = () =>
  (booted ??= (async () => {
    const { boot: module, files, ...rest } = pagehandParts.RUNTIME
    const at = (/** @type {string} */ name) => new URL(`runtime/${name}`, location.href).href
    const { boot } = await import(at(module))
    const addressed = Object.entries(files).map(([name, file]) => [name, { ...file, url: at(file.name) }])
    const { python } = await boot({ ...rest, page: globalThis, files: Object.fromEntries(addressed) })
    return python.pyimport('pagehand.host.extension_options')
  })())

function showArchive() {
  at('archive').replaceChildren(...archive.map(entry))
  at('clear').hidden = archive.length === 0
}

/** @param {any} task @param {number} index */
function entry(task, index) {
  const item = document.createElement('li')
  const summary = document.createElement('summary')
  const details = document.createElement('details')
  const pre = document.createElement('pre')
  const open = document.createElement('span')
  const when = document.createElement('small')
  open.textContent = task.task
  when.textContent = `${new Date(task.at).toLocaleString(document.documentElement.lang)} · ${texts[`status_${task.status}`]} · ${task.url}`
  summary.append(open, when)
  details.append(summary, pre)
  details.addEventListener('toggle', () => (pre.textContent = JSON.stringify(task.history, null, 1)), { once: true })
  item.append(details, button(texts.export, () => download(task)), button(texts.delete, () => drop(index, 1)))
  return item
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.addEventListener('click', act)
  return made
}

/** @param {any} task */
function download(task) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(task, null, 2)], { type: 'application/json' }))
  link.download = `pagehand-${new Date(task.at).toISOString().slice(0, 19).replaceAll(':', '-')}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** @param {number} index @param {number} count */
async function drop(index, count) {
  archive.splice(index, count)
  await chrome.storage.local.set({ archive })
  showArchive()
}

field('preset').append(new Option('', ''), ...PRESETS.map(({ id, label }) => new Option(label, id)))
for (const each of fields) {
  const saved = settings[each.name]
  if (each.type === 'checkbox') each.checked = Boolean(saved)
  else if (saved !== undefined) each.value = Array.isArray(saved) ? saved.join('\n') : saved
}
field('preset').addEventListener('change', () => {
  const preset = PRESETS.find(each => each.id === field('preset').value)
  if (preset) [field('baseURL').value, field('model').value] = [preset.base_url, preset.model]
})
form.addEventListener('input', () => void save())
form.addEventListener('change', translate)
form.addEventListener('submit', event => event.preventDefault())
at('test').addEventListener('click', test)
at('clear').addEventListener('click', () => drop(0, archive.length))
translate()
export {}
