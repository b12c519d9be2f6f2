// Additions of the sandbox's pages to plain HTML: lists that refresh themselves, filters that apply while they are
// typed, mails at their full height. Everything works without them.

const REFRESH_MS = 4_000
/** While the clock is on its way. */
const MOVING_MS = 1_000
/** After failures, each wait is twice as long. */
const REFRESH_MS_MAX = 60_000
const TYPING_MS = 300
const FRAME_HEIGHT_MIN = 160
/** Longer mails scroll in their frame: a hostile one could otherwise take the browser's memory. */
const FRAME_HEIGHT_MAX = 20_000

/**
 * The markup of elements as it was sent. They have changed since if a detail was opened, for instance.
 * @type {WeakMap<Element, string>}
 */
const sent = new WeakMap()

/** @param {ParentNode} page @returns {HTMLElement[]} */
function liveParts(page) {
  return [...page.querySelectorAll('[data-live]')].filter((part) => part instanceof HTMLElement)
}

/** @param {ParentNode} part @returns {Element | null} */
function rowsIn(part) {
  return part.querySelector('[data-rows]')
}

/** @param {Element} element */
function remember(element) {
  sent.set(element, element.outerHTML)
  for (const row of rowsIn(element)?.children ?? []) sent.set(row, row.outerHTML)
}

/** @param {string} words */
function announce(words) {
  const place = document.querySelector('[data-announce]')
  if (place !== null) place.textContent = words
}

/**
 * Puts new rows in their places and removes old ones. Rows that stay are the same elements, so that they keep the focus
 * and the details that were opened in them.
 * @param {Element} rows
 * @param {Element} fresh
 * @returns {number} how many are new at the top
 */
function mergeRows(rows, fresh) {
  const known = new Map([...rows.children].map((row) => [row.getAttribute('data-key'), row]))
  const firstKey = rows.firstElementChild?.getAttribute('data-key')
  const keys = [...fresh.children].map((row) => row.getAttribute('data-key'))
  /** @type {Element | null} */
  let place = rows.firstElementChild
  for (const row of [...fresh.children]) {
    const kept = known.get(row.getAttribute('data-key'))
    known.delete(row.getAttribute('data-key'))
    if (kept !== undefined && kept === place) {
      place = place.nextElementSibling
      continue
    }
    const added = kept ?? document.importNode(row, true)
    if (kept === undefined) sent.set(added, row.outerHTML)
    rows.insertBefore(added, place)
  }
  for (const gone of known.values()) gone.remove()
  return firstKey === undefined ? 0 : Math.max(0, keys.indexOf(firstKey ?? null))
}

/**
 * @param {HTMLElement} part
 * @param {HTMLElement} fresh
 */
function updatePart(part, fresh) {
  const html = fresh.outerHTML
  if (sent.get(part) === html) return
  const [rows, freshRows] = [rowsIn(part), rowsIn(fresh)]
  if (rows !== null && freshRows !== null) {
    const count = mergeRows(rows, freshRows)
    const [one, many] = (freshRows.getAttribute('data-rows') ?? '').split('|')
    if (count > 0) announce(`${count} ${count === 1 ? one : many}`)
    sent.set(part, html)
    return
  }
  part.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)))
  sent.set(part, html)
}

/**
 * Loads a page and shows what has changed.
 * @param {string} url
 * @returns {Promise<boolean>} whether it was loaded
 */
async function refresh(url) {
  const response = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (response === undefined || (!response.ok && response.status !== 401)) return false
  // The key has expired: the page asks for it.
  if (response.status === 401) {
    location.reload()
    return true
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  // The filter was changed while the page was loaded.
  if (url !== location.href) return true
  const fresh = new Map(liveParts(page).map((part) => [part.dataset['live'], part]))
  for (const part of liveParts(document)) {
    const next = fresh.get(part.dataset['live'])
    if (next !== undefined) updatePart(part, next)
  }
  return true
}

function keepFresh() {
  if (liveParts(document).length === 0) return
  for (const part of liveParts(document)) remember(part)
  let waitMs = REFRESH_MS
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const next = () => {
    clearTimeout(timer)
    const isMoving = document.querySelector('[data-moving]') !== null
    timer = setTimeout(turn, isMoving ? MOVING_MS : waitMs)
  }
  const turn = async () => {
    if (document.hidden) return
    waitMs = (await refresh(location.href)) ? REFRESH_MS : Math.min(2 * waitMs, REFRESH_MS_MAX)
    next()
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (!document.hidden) void turn()
  })
  next()
}

/** Applies a filter without leaving the page, so that the field that was changed keeps the focus. */
function applyFilters() {
  const form = document.querySelector('form[data-filter]')
  if (!(form instanceof HTMLFormElement)) return
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const apply = async () => {
    clearTimeout(timer)
    /** @type {[string, string][]} */
    const given = []
    for (const [name, value] of new FormData(form)) if (String(value).trim() !== '') given.push([name, String(value)])
    const query = new URLSearchParams(given).toString()
    history.replaceState(null, '', query === '' ? form.action : `${form.action}?${query}`)
    const url = location.href
    if (!(await refresh(url)) || url !== location.href) return
    announce(document.querySelector('[data-live="count"]')?.textContent ?? '')
  }
  const button = form.querySelector('button')
  if (button !== null) button.hidden = true
  form.addEventListener('change', () => void apply())
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(apply, TYPING_MS)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void apply()
  })
}

/** A second click on a button that moves the clock would move it twice. */
function sendOnce() {
  for (const form of document.querySelectorAll('form[data-once]')) {
    form.addEventListener('submit', () => {
      // After the browser has read which button was pressed.
      setTimeout(() => {
        for (const button of form.querySelectorAll('button')) button.disabled = true
      })
    })
  }
  // The browser may show the page again as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

/** Lets the frame of a mail grow to its content. A copy that nobody sees, without scripts and links, is measured. */
function growMail() {
  const place = document.querySelector('[data-measure]')
  const shown = place?.querySelector('iframe')
  if (!(place instanceof HTMLElement) || shown === null || shown === undefined) return
  const copy = document.createElement('iframe')
  copy.className = 'measured'
  copy.setAttribute('sandbox', 'allow-same-origin')
  copy.setAttribute('aria-hidden', 'true')
  copy.tabIndex = -1
  copy.title = 'A copy of the mail that is measured'
  copy.src = place.dataset['measure'] ?? ''
  const measure = () => {
    // The mail may give an element any name, even one of these.
    const height = Number(copy.contentDocument?.documentElement?.scrollHeight)
    if (!(height > 0)) return
    shown.style.height = `${Math.min(Math.max(Math.ceil(height) + 2, FRAME_HEIGHT_MIN), FRAME_HEIGHT_MAX)}px`
    place.dataset['grown'] = ''
  }
  copy.addEventListener('load', measure)
  new ResizeObserver(measure).observe(shown)
  place.append(copy)
}

keepFresh()
applyFilters()
sendOnce()
growMail()
