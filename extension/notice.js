// The toolbar button's popup where the panel cannot be: says why. The reason comes as Chrome's own words, or as our word.
const { TEXTS } = pagehandOptions
const { settings = {} } = /** @type {any} */ (await chrome.storage.local.get('settings'))
const texts = TEXTS[/^zh/i.test(settings.language || navigator.language) ? 'zh-CN' : 'en-US']
const reason = decodeURIComponent(location.hash.slice(1))
const kinds = /** @type {[RegExp, string][]} */ ([
  [/^denied$/, 'notice_denied'],
  [/web ?store|gallery/i, 'notice_store'],
  [/file:|file access/i, 'notice_file'],
  [/error page/i, 'notice_error_page'],
])
const kind = kinds.find(([words]) => words.test(reason))?.[1] ?? 'notice_other'
const place = /** @type {HTMLElement} */ (document.getElementById('reason'))
place.textContent = texts[kind].replace('{reason}', reason)
export {}
