// pure
import type { Language } from '../../../../src/kernel/language.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1_000

/** The size of a file: 12 kB. */
export function sizeText(bytes: number, language: Language): string {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / STEP ** power
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  })
  return format.format(value)
}
