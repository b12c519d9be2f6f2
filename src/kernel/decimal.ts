import { assert } from './assert.ts'

/** An exact decimal number, `units` × 10^-`scale`. Never converted to a float. */
export type Decimal = { readonly units: bigint; readonly scale: number }

const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)$/

/** Whether a text is a decimal number: digits with at most one point, with or without a minus sign. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** Parses a decimal number; undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  if (!isDecimal(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(`${whole}${fraction}`), scale: fraction.length }
}

/** The shortest text with at least `decimalsMin` decimals: further trailing zeros are dropped, nothing is rounded. */
export function formatDecimal(value: Decimal, decimalsMin = 0): string {
  const { units, scale } = withScaleAtLeast(trimmed(value), decimalsMin)
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (scale === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** How many decimals it really has: 1.500 has one. */
export function decimalsOf(value: Decimal): number {
  return trimmed(value).scale
}

export function isZero({ units }: Decimal): boolean {
  return units === 0n
}

export function sumOf(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: withScaleAtLeast(a, scale).units + withScaleAtLeast(b, scale).units, scale }
}

export function differenceOf(a: Decimal, b: Decimal): Decimal {
  return sumOf(a, { units: -b.units, scale: b.scale })
}

export function absolute({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale }
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** A hundredth of it, for rates in percent. */
export function hundredth({ units, scale }: Decimal): Decimal {
  return { units, scale: scale + 2 }
}

/** The only function that rounds: to `scale` decimals, halves away from zero. */
export function rounded(value: Decimal, decimals: number): Decimal {
  if (value.scale <= decimals) return withScaleAtLeast(value, decimals)
  const divisor = 10n ** BigInt(value.scale - decimals)
  const magnitude = value.units < 0n ? -value.units : value.units
  const units = (magnitude + divisor / 2n) / divisor
  return { units: value.units < 0n ? -units : units, scale: decimals }
}

/** The same number with exactly `scale` decimals; it must not have more. */
export function withScale(value: Decimal, decimals: number): Decimal {
  const exact = withScaleAtLeast(trimmed(value), decimals)
  assert(exact.scale === decimals, 'A decimal is not written with fewer decimals than it has.')
  return exact
}

function withScaleAtLeast(value: Decimal, decimals: number): Decimal {
  if (value.scale >= decimals) return value
  return { units: value.units * 10n ** BigInt(decimals - value.scale), scale: decimals }
}

function trimmed({ units, scale }: Decimal): Decimal {
  if (units === 0n) return { units, scale: 0 }
  let [shorter, decimals] = [units, scale]
  while (decimals > 0 && shorter % 10n === 0n) {
    shorter /= 10n
    decimals -= 1
  }
  return { units: shorter, scale: decimals }
}
