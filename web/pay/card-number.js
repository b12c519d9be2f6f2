// Card numbers and expiration dates as payers type them.

/** @type {[RegExp, string][]} */
const BRANDS = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|65|64[4-9])/, 'discover'],
  [/^35/, 'jcb'],
  [/^3[068]/, 'diners'],
  [/^62/, 'unionpay'],
]

/** @param {string} text @returns {string} */
function digitsOf(text) {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/** @param {string} text @returns {string | undefined} */
function brandOf(text) {
  return BRANDS.find(([prefix]) => prefix.test(digitsOf(text)))?.[1]
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
 * A card is valid until the end of its month.
 * @param {string} text
 * @param {Words} words
 * @returns {string | undefined}
 */
function expiryProblem(text, words) {
  const [, month, year = ''] = /^(\d{2}) \/ (\d{2}|\d{4})$/.exec(writtenExpiry(text)) ?? []
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return words.expiry
  return `${year.padStart(4, '20')}-${month}` < words.month ? words.expired : undefined
}
