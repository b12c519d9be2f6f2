/** With zeros before it, up to so many digits. */
export function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}
