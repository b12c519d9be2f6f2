// Fields: formatted while they are typed in, checked when they are left.

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
    const line = paragraphOf(sentence)
    line.className = 'problem'
    line.id = id
    box.querySelector('.inside, select')?.after(line)
    input.setAttribute('aria-invalid', 'true')
    others.push(id)
  }
  if (others.length === 0) input.removeAttribute('aria-describedby')
  else input.setAttribute('aria-describedby', others.join(' '))
}

/** @param {string} text @returns {HTMLElement} */
function paragraphOf(text) {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  return paragraph
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

/**
 * Inputs that were typed in since the service last checked them. Others keep the problem that it found.
 * @type {Set<EventTarget>}
 */
const changedInputs = new Set()

/** @param {HTMLFormElement} form @param {Words} words @returns {void} */
function prepareFields(form, words) {
  const number = field(form, 'cardNumber')
  const expiry = field(form, 'cardExpiry')
  if (number !== undefined) {
    formatWhileTyping(number, (text) => groupedCardNumber(digitsOf(text)))
    number.addEventListener('input', () => showBrand(number))
    showBrand(number)
  }
  if (expiry !== undefined) formatWhileTyping(expiry, (text) => (text.endsWith(' ') ? text : writtenExpiry(text)))
  form.addEventListener('input', ({ target }) => {
    if (target !== null) changedInputs.add(target)
  })
  form.addEventListener('focusout', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    if (isField && target.id !== '' && changedInputs.has(target))
      afterPress(() => showProblem(target, problemOf(target.name, target.value, words)))
  })
}

let isPressed = false
addEventListener('mousedown', () => (isPressed = true), true)
addEventListener('mouseup', () => (isPressed = false), true)

/**
 * A problem that comes or goes moves what is below it. While a button is pressed it would leave the pointer, and the click
 * would be lost.
 * @param {() => void} act
 * @returns {void}
 */
function afterPress(act) {
  if (isPressed) addEventListener('mouseup', () => setTimeout(act), { once: true })
  else act()
}

/** @param {HTMLInputElement} number @returns {void} */
function showBrand(number) {
  const mark = number.parentElement?.querySelector('.brand')
  const brand = brandOf(number.value)
  mark?.toggleAttribute('hidden', brand === undefined)
  mark?.querySelector('use')?.setAttribute('href', `#mark-${brand}`)
}

/**
 * The button of a wallet chooses it and sends the form; its choice among the other methods is not shown then.
 * @param {HTMLFormElement} form
 * @returns {void}
 */
function prepareExpress(form) {
  for (const button of form.querySelectorAll('[data-wallet]')) {
    const wallet = button.getAttribute('data-wallet') ?? ''
    button.addEventListener('click', () => {
      const choice = find(form, `input[name=method][value="${CSS.escape(wallet)}"]`, HTMLInputElement)
      if (choice === undefined) return
      choice.checked = true
      form.requestSubmit()
    })
  }
  chooseShownMethod(form)
  // After a browser has put back what was entered before.
  addEventListener('pageshow', () => chooseShownMethod(form))
}

/**
 * A payer who comes back from a wallet must not be led there by the button of the form. With a puzzle the script itself
 * goes on to the wallet.
 * @param {HTMLFormElement} form
 * @returns {void}
 */
function chooseShownMethod(form) {
  if (form.hasAttribute('data-puzzle')) return
  const choices = [...form.querySelectorAll('input[name=method]')].filter((one) => one instanceof HTMLInputElement)
  const shown = choices.filter((choice) => choice.getClientRects().length > 0)
  const [first] = shown
  if (first !== undefined && !shown.some(({ checked }) => checked)) first.checked = true
}

/**
 * Wallets that only some browsers have are hidden until the script finds the wallet.
 * @param {HTMLFormElement} form
 * @returns {void}
 */
function showWallets(form) {
  for (const option of form.querySelectorAll('[data-needs]')) {
    if ((option.getAttribute('data-needs') ?? '') in window) option.removeAttribute('hidden')
  }
}
