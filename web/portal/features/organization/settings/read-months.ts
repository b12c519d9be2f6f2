// pure

const MONTHS_MAX = 240

/** Null for an empty field; undefined if it is not a number of months that the service takes. */
export function readMonths(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  if (!/^\d{1,3}$/.test(text)) return undefined
  const months = Number(text)
  return months >= 1 && months <= MONTHS_MAX ? months : undefined
}
