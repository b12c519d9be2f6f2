/** How issuers of numbers let a wrong one be told from a right one. All take digits as text. */

export function isLuhnValid(digits: string): boolean {
  const sum = numbersOf(digits)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : doubled(digit)), 0)
  return sum % 10 === 0
}

function doubled(digit: number): number {
  return digit < 5 ? digit * 2 : digit * 2 - 9
}

/** Of article numbers and all that is made like them. */
export function isArticleNumberValid(digits: string): boolean {
  const sum = numbersOf(digits)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit * 3), 0)
  return sum % 10 === 0
}

/** The digits times their weights, added up; digits without a weight do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  const numbers = numbersOf(digits)
  return weights.reduce((total, weight, index) => total + weight * (numbers[index] ?? 0), 0)
}

/** The rest of a number of any length: letters count as two digits each, A as 10 and Z as 35. */
export function restOf97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (value < 10 ? rest * 10 + value : rest * 100 + value) % 97
  }
  return rest
}

// The ten turns and flips of a pentagon, and what each does after another.
const AFTER = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const MOVED = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** Verhoeff's scheme, which also finds two digits that changed places. */
export function isVerhoeffValid(digits: string): boolean {
  const rest = numbersOf(digits)
    .reverse()
    .reduce((soFar, digit, index) => at(AFTER, soFar, at(MOVED, index % 8, digit)), 0)
  return rest === 0
}

function at(table: readonly string[], row: number, column: number): number {
  return Number(table[row]?.[column])
}

/** ISO 7064, MOD 11,10. */
export function isMod11And10Valid(digits: string): boolean {
  const product = numbersOf(digits.slice(0, -1)).reduce((soFar, digit) => {
    const sum = (digit + soFar) % 10
    return ((sum === 0 ? 10 : sum) * 2) % 11
  }, 10)
  return (11 - product) % 10 === Number(digits.at(-1))
}

export function numbersOf(digits: string): number[] {
  return Array.from(digits, Number)
}
