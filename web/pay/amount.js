// Partial payments: the button and the rest follow the amount.

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

/** As the service writes it, with the narrow sign of yen. @param {number} minor @param {Words} words @returns {string} */
function moneyText(minor, { language, currency, decimals = 0 }) {
  const text = new Intl.NumberFormat(language, { style: 'currency', currency }).format(minor / 10 ** decimals)
  return text.replace('\uffe5', '\u00a5')
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
  other.addEventListener('change', update)
  // Only a pointer leads on into the field: arrow keys choose by passing, and must not lose their place.
  other.addEventListener('click', ({ detail }) => {
    if (detail > 0) amount.focus()
  })
  update()
}
