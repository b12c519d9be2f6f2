/** Pads a number with leading zeros. */
export function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}
