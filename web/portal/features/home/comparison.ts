// pure
import { magnitude } from '../../ui/charts/chart-table.ts'

/** How an amount compares with the one before. */
export type Comparison =
  | { readonly kind: 'more' | 'less'; readonly ratio: number }
  | { readonly kind: 'same' }
  | { readonly kind: 'nothingBefore' }

/** Ratios are shown in whole percent, so that a float is exact enough. */
export function comparisonOf(now: string, before: string): Comparison {
  const [a, b] = [magnitude(now), magnitude(before)]
  if (b <= 0) return { kind: 'nothingBefore' }
  const ratio = Math.abs(a - b) / b
  if (Math.round(ratio * 100) === 0) return { kind: 'same' }
  return { kind: a > b ? 'more' : 'less', ratio }
}
