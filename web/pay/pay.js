// Additions of the payment page to plain HTML. Everything works without them, where the method allows.

/**
 * The texts of the page, in its language.
 * @typedef {Record<'language' | 'currency' | 'paying' | 'pay' | 'payOther' | 'remaining' | 'remainingBelowMinimum' | 'cardNumber' | 'expiry' | 'securityCode' | 'email', string> & { decimals?: number, mostMinor?: number, leastMinor?: number, minimumMinor?: number }} Words
 *
 * The service's response to a form that the script sent.
 * @typedef {{ go?: string, isOutdated?: boolean, notice?: string, problems?: Record<string, string>, attempt?: string, restConfirmed?: string }} PayResponse
 */

const STILL_WORKING_AFTER_MS = 5_000
const TOO_MANY_REQUESTS = 429
const WIDE = '(min-width: 960px)'

/** @type {[RegExp, string][]} */
const BRANDS = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'Amex'],
  [/^(6011|65|64[4-9])/, 'Discover'],
  [/^35/, 'JCB'],
  [/^3[068]/, 'Diners'],
  [/^62/, 'UnionPay'],
]

/** @param {string} text @returns {string} */
function digitsOf(text) {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/** @param {string} digits @returns {boolean} */
function isLuhnValid(digits) {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = digit < 5 ? digit * 2 : digit * 2 - 9
    sum += index % 2 === 0 ? digit : doubled
  }
  return sum % 10 === 0
}

/**
 * Grouped as printed on the card: 4-4-4-4, or 4-6-5.
 * @param {string} digits
 * @returns {string}
 */
function groupedCardNumber(digits) {
  const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3]
  let rest = digits.slice(0, 19)
  /** @type {string[]} */
  const parts = []
  for (const size of groups) {
    if (rest === '') break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

/** @param {string} text @returns {string} */
function writtenExpiry(text) {
  const plain = text.normalize('NFKC')
  const parts = /^\s*(\d{1,2})\s*[/.\-\s]\s*(\d{0,4})\s*$/.exec(plain)
  if (parts !== null) return `${parts[1]?.padStart(2, '0')} / ${parts[2]}`
  const digits = digitsOf(plain).slice(0, 6)
  if (digits.length < 3) return /^[2-9]$/.test(digits) ? `0${digits} / ` : digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/**
 * Formats while typing and keeps the caret behind the same digit.
 * @param {HTMLInputElement} input
 * @param {(text: string) => string} format
 * @returns {void}
 */
function formatWhileTyping(input, format) {
  input.addEventListener('input', () => {
    const caret = input.selectionStart ?? input.value.length
    const isAtEnd = caret === input.value.length
    const digitsBefore = digitsOf(input.value.slice(0, caret)).length
    const formatted = format(input.value)
    if (formatted === input.value) return
    input.value = formatted
    if (isAtEnd) return
    let place = 0
    for (let seen = 0; place < formatted.length && seen < digitsBefore; place += 1) {
      if (/\d/.test(formatted[place] ?? '')) seen += 1
    }
    input.setSelectionRange(place, place)
  })
}

/**
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T | undefined}
 */
function find(root, selector, type) {
  const found = root.querySelector(selector)
  return found instanceof type ? found : undefined
}

/** @param {HTMLFormElement} form @param {string} name @returns {HTMLInputElement | undefined} */
function field(form, name) {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : undefined
}

/** @param {HTMLElement} input @param {string | undefined} sentence @returns {void} */
function showProblem(input, sentence) {
  const box = input.closest('.field')
  if (box === null) return
  const id = `${input.id}-problem`
  box.querySelector(`#${CSS.escape(id)}`)?.remove()
  const others = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((other) => other !== id && other !== '')
  if (sentence === undefined) input.removeAttribute('aria-invalid')
  else {
    const line = document.createElement('p')
    line.className = 'problem'
    line.id = id
    line.textContent = sentence
    box.querySelector('.inside, select')?.after(line)
    input.setAttribute('aria-invalid', 'true')
    others.push(id)
  }
  if (others.length === 0) input.removeAttribute('aria-describedby')
  else input.setAttribute('aria-describedby', others.join(' '))
}

/** @param {string} text @param {Words} words @returns {string | undefined} */
function expiryProblem(text, words) {
  const parts = /^(\d{2}) \/ (\d{2}|\d{4})$/.exec(writtenExpiry(text))
  if (parts === null || Number(parts[1]) < 1 || Number(parts[1]) > 12) return words.expiry
  return undefined
}

/**
 * Returns the problem of a field that was left; empty fields are not flagged yet.
 * @param {string} name
 * @param {string} text
 * @param {Words} words
 * @returns {string | undefined}
 */
function problemOf(name, text, words) {
  if (text.trim() === '') return undefined
  if (name === 'cardNumber') {
    const digits = digitsOf(text)
    return digits.length >= 12 && isLuhnValid(digits) ? undefined : words.cardNumber
  }
  if (name === 'cardExpiry') return expiryProblem(text, words)
  if (name === 'cardCode') return /^\d{3,4}$/.test(digitsOf(text)) ? undefined : words.securityCode
  if (name === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? undefined : words.email
  return undefined
}

/** @param {HTMLFormElement} form @param {Words} words @returns {void} */
function prepareFields(form, words) {
  const number = field(form, 'cardNumber')
  const expiry = field(form, 'cardExpiry')
  if (number !== undefined) {
    formatWhileTyping(number, (text) => groupedCardNumber(digitsOf(text)))
    const brand = number.parentElement?.querySelector('span')
    number.addEventListener('input', () => {
      if (brand) brand.textContent = BRANDS.find(([prefix]) => prefix.test(digitsOf(number.value)))?.[1] ?? ''
    })
  }
  if (expiry !== undefined) formatWhileTyping(expiry, (text) => (text.endsWith(' ') ? text : writtenExpiry(text)))
  form.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement && target.id !== '')
      showProblem(target, problemOf(target.name, target.value, words))
  })
}

/**
 * The amount in the smallest unit, unless the text is ambiguous.
 * @param {string} text
 * @param {Words} words
 * @returns {number | undefined}
 */
function typedMinor(text, { decimals = 0 }) {
  const plain = text.normalize('NFKC').trim().replace(',', '.')
  const parts = /^(\d{1,12})(?:\.(\d+))?$/.exec(plain)
  if (parts === null) return undefined
  const fraction = parts[2] ?? ''
  // 1.000 may be one or a thousand; the service asks.
  if (fraction.length > decimals || fraction.length === 3) return undefined
  return Number(`${parts[1]}${fraction.padEnd(decimals, '0')}`)
}

/** @param {number} minor @param {Words} words @returns {string} */
function moneyText(minor, { language, currency, decimals = 0 }) {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(minor / 10 ** decimals)
}

/**
 * Says what an amount leaves to pay. The payer reads it before paying, so the service need not ask about a small rest.
 * @param {HTMLFormElement} form
 * @param {number | undefined} typed
 * @param {Words} words
 * @returns {void}
 */
function showRest(form, typed = 0, words) {
  const { decimals = 0, mostMinor = 0, leastMinor = 0, minimumMinor = 0 } = words
  const left = typed < leastMinor ? 0 : mostMinor - typed
  const isSmall = left > 0 && left < minimumMinor
  const sentence = isSmall ? words.remainingBelowMinimum : words.remaining
  const line = find(form, '.rest', HTMLElement)
  const confirmed = field(form, 'restConfirmed')
  line?.classList.toggle('warning', isSmall)
  if (line !== undefined) line.textContent = left > 0 ? sentence.replace('{amount}', moneyText(left, words)) : ''
  if (confirmed !== undefined) confirmed.value = isSmall ? (typed / 10 ** decimals).toFixed(decimals) : ''
}

/**
 * The button repeats the amount to pay, and the rest is shown below it.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {Words} words
 * @returns {void}
 */
function prepareAmount(form, button, words) {
  const amount = field(form, 'amount')
  const full = find(form, 'input[name=amountChoice][value=full]', HTMLInputElement)
  const other = find(form, 'input[name=amountChoice][value=other]', HTMLInputElement)
  if (amount === undefined || full === undefined || other === undefined) return
  const update = () => {
    const typed = other.checked ? typedMinor(amount.value, words) : words.mostMinor
    button.textContent = typed === undefined ? words.payOther : words.pay.replace('{amount}', moneyText(typed, words))
    showRest(form, typed, words)
  }
  amount.addEventListener('input', update)
  full.addEventListener('change', () => {
    amount.value = ''
    showProblem(amount, undefined)
    update()
  })
  other.addEventListener('change', () => {
    amount.focus()
    update()
  })
  update()
}

/** @param {string} text @returns {HTMLElement} */
function paragraphOf(text) {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  return paragraph
}

/**
 * A problem, with a link to its field.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} problem
 * @returns {HTMLElement}
 */
function problemLine(form, name, problem) {
  const line = paragraphOf(` ${problem}`)
  const link = document.createElement('a')
  link.href = `#${name}`
  link.textContent = form.querySelector(`label[for="${CSS.escape(name)}"]`)?.textContent ?? ''
  if (link.textContent !== '') line.prepend(link)
  return line
}

/** @param {HTMLFormElement} form @param {PayResponse} response @returns {void} */
function showResponse(form, { notice, problems = {}, attempt, restConfirmed }) {
  const box = find(form, '.notice', HTMLElement)
  const key = field(form, 'attempt')
  if (key !== undefined && attempt !== undefined) key.value = attempt
  const rest = field(form, 'restConfirmed')
  if (rest !== undefined && restConfirmed !== undefined) rest.value = restConfirmed
  for (const input of form.querySelectorAll('.field input, .field select')) {
    if (input instanceof HTMLElement) showProblem(input, problems[input.id])
  }
  const code = field(form, 'cardCode')
  if (code !== undefined) code.value = ''
  if (box === undefined) return
  box.hidden = false
  box.textContent = ''
  if (notice !== undefined) box.append(paragraphOf(notice))
  for (const [name, problem] of Object.entries(problems)) box.append(problemLine(form, name, problem))
  const first = find(form, '[aria-invalid="true"]', HTMLElement) ?? box
  first.focus()
}

/**
 * Sends the form without leaving the page, so that a decline keeps the input.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {Words} words
 * @returns {void}
 */
function prepareSending(form, button, words) {
  const working = find(form, '.working', HTMLElement)
  let isSending = false
  form.addEventListener('submit', (event) => {
    if (isSending) event.preventDefault()
    if (isSending || isConfirmedElsewhere(form)) return
    event.preventDefault()
    isSending = true
    const label = button.textContent
    button.disabled = true
    button.textContent = words.paying
    const timer = setTimeout(() => {
      if (working !== undefined) working.hidden = false
    }, STILL_WORKING_AFTER_MS)
    /** @param {PayResponse} response */
    const stay = (response) => {
      clearTimeout(timer)
      isSending = false
      button.disabled = false
      button.textContent = label
      if (working !== undefined) working.hidden = true
      showResponse(form, response)
    }
    send(form).then(
      (response) => {
        // More than the form has changed. Sent in the ordinary way, it leads to the page as it is now.
        if (response.isOutdated) form.submit()
        else if (response.go === undefined) stay(response)
        else location.assign(response.go)
      },
      // The response was lost. Sent again in the ordinary way, the same form shows the outcome.
      () => form.submit(),
    )
  })
}

/**
 * A wallet has a page of its own, to which the form leads.
 * @param {HTMLFormElement} form
 * @returns {boolean}
 */
function isConfirmedElsewhere(form) {
  const panel = form.querySelector('input[name=method]:checked')?.closest('.option')
  return panel !== null && panel !== undefined && panel.querySelector('.panel input') === null
}

/** @param {HTMLFormElement} form @returns {Promise<PayResponse>} */
async function send(form) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  const response = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } })
  // Refused before anything was read: the input stays, and the same form can be sent once more.
  if (!response.ok && response.status !== TOO_MANY_REQUESTS) throw new Error(response.statusText)
  return response.json()
}

function start() {
  const form = find(document, 'form[data-words]', HTMLFormElement)
  const button = form && find(form, 'button[type=submit]', HTMLButtonElement)
  if (form !== undefined && button !== undefined) {
    const [words, amounts] = ['data-words', 'data-amounts'].map((name) => JSON.parse(form.getAttribute(name) ?? '{}'))
    prepareFields(form, words)
    prepareAmount(form, button, { ...words, ...amounts })
    prepareSending(form, button, words)
  }
  const details = find(document, '.summary details', HTMLDetailsElement)
  if (details !== undefined && matchMedia(WIDE).matches) details.open = true
  const print = find(document, '[data-print]', HTMLButtonElement)
  if (print !== undefined) {
    print.hidden = false
    print.addEventListener('click', () => window.print())
  }
  find(document, 'form[data-send]', HTMLFormElement)?.requestSubmit()
}

start()
