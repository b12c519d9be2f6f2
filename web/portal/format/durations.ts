// pure
import type { Language } from '../../../src/kernel/language.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** An interval in the largest unit that it is a whole number of: 1 day, 36 hours, 90 minutes. */
export function intervalText(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? UNITS[3]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
