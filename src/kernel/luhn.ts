/** Whether the last digit is the check digit of those before it, as of card numbers. Takes digits alone. */
export function isLuhnValid(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = digit < 5 ? digit * 2 : digit * 2 - 9
    sum += index % 2 === 0 ? digit : doubled
  }
  return sum % 10 === 0
}
