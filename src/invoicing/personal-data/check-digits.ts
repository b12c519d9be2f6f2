// pure
/** Check digits of various issuers. All functions take the digits as a string. */

/** EAN-13 and numbers with the same check digit. */
export function isArticleNumberValid(digits: string): boolean {
  const sum = numbersOf(digits)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit * 3), 0)
  return sum % 10 === 0
}

/** The sum of the digits times their weights; digits without a weight are ignored. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  const numbers = numbersOf(digits)
  return weights.reduce((total, weight, index) => total + weight * (numbers[index] ?? 0), 0)
}

/** The remainder modulo 97 of a number of any length; letters count as two digits, A as 10 and Z as 35. */
export function restOf97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (value < 10 ? rest * 10 + value : rest * 100 + value) % 97
  }
  return rest
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
