import type { Field } from '../../../src/catalogue/field.ts'
import { CURRENCIES } from '../../../src/kernel/currency.ts'
import { ODD_TEXTS } from '../../fixtures/report-records.ts'
import type { Random } from './seeded-random.ts'

/** Fields that decide whether a record is a refund, with some of their values. */
const DECIDING: Readonly<Record<string, readonly string[]>> = {
  'Application.Name': ['ics_bill', 'ics_auth', 'ics_credit', 'ics_oct'],
  'Subscriptions.Applications': ['ics_bill', 'ics_credit'],
  'Event.Event': ['Payment', 'Refund'],
}
const AMOUNT_UNITS_MAX = 10n ** 18n - 1n
const MS_MAX = Date.UTC(2200, 0)

/** A value that may be printed wrongly. */
export function aReportValue(random: Random, { type, wireName, masking }: Field): string {
  const any = <T>(from: readonly T[]): T => from[random.integer(0, from.length - 1)] as T
  switch (type.kind) {
    case 'text':
    case 'code': {
      const deciding = DECIDING[wireName]
      if (deciding !== undefined) return any(deciding)
      if (masking !== undefined) return '4111111111111111'
      if (/Currency|Ccy/.test(wireName) && random.integer(0, 9) > 0) return any(CURRENCIES)
      return any(ODD_TEXTS).slice(0, type.lengthMax).toWellFormed()
    }
    case 'amount':
      return withPoint(aDecimal(random), 4)
    case 'decimal': {
      const decimals = type.decimalsMax ?? 8
      return withPoint(aDecimal(random) / 10n ** BigInt(8 - decimals), decimals)
    }
    case 'integer':
      return String(any([0, -1, 1, 2 ** 53 - 1, -(2 ** 53) + 1, random.integer(0, 2 ** 31)]))
    case 'date':
      return new Temporal.PlainDate(1970, 1, 1).add({ days: random.integer(0, 84_000) }).toString()
    case 'instant':
      return Temporal.Instant.fromEpochMilliseconds(random.integer(0, MS_MAX - 1)).toString()
  }
}

/** Of any length, with any number of zeros at its end. */
function aDecimal(random: Random): bigint {
  const digits = random.integer(0, 18)
  const zeros = random.integer(0, digits)
  const high = BigInt(random.integer(0, 999_999_999))
  const low = BigInt(random.integer(0, 999_999_999))
  const size = (high * 10n ** 9n + low) % 10n ** BigInt(digits)
  const units = (size / 10n ** BigInt(zeros)) * 10n ** BigInt(zeros)
  const chosen = random.integer(0, 99) === 0 ? AMOUNT_UNITS_MAX : units
  return random.isHeads() ? -chosen : chosen
}

function withPoint(units: bigint, decimals: number): string {
  const size = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  return `${units < 0n ? '-' : ''}${size.slice(0, -decimals)}.${size.slice(-decimals)}`
}
