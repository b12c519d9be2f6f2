// pure
import { decimalsOfCurrency } from '../../kernel/currency.ts'
import { type Decimal, differenceOf, formatDecimal, isZero, sumOf } from '../../kernel/decimal.ts'
import { decimalOfMoney, type Money } from '../../kernel/money.ts'
import type { ExpectedRecord } from '../records/expected-records.ts'

/** An expected record as the record store has it. */
type StoredRecord = { readonly currency: string; readonly amount: Decimal }

type Sum = { readonly count: number; readonly amount: Decimal }

/** The sums of one organization, currency and application, where PostgreSQL and the record store differ. */
export type SumDifference = {
  readonly organizationId: string
  readonly currency: string
  readonly application: string
  readonly charged: { readonly count: number; readonly amount: string }
  readonly recorded: { readonly count: number; readonly amount: string }
  /** The first record that is missing or differs, and how many do. */
  readonly recordId: string
  readonly differences: number
}

type Entry = Pick<SumDifference, 'organizationId' | 'currency' | 'application'> & {
  charged: Sum
  recorded: Sum
  recordId: string | undefined
  differences: number
}

const NONE: Sum = { count: 0, amount: { units: 0n, scale: 0 } }

/** Adds up expected records, and those that are stored, by organization, currency and application. */
export class RecordedSums {
  readonly #entries = new Map<string, Entry>()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Two wrong amounts may have the right sum, so each record is compared. */
  add(expected: ExpectedRecord, stored: StoredRecord | undefined): void {
    const { organizationId, application, amount, recordId } = expected
    const { currency } = amount
    const key = `${organizationId} ${currency} ${application}`
    const entry = this.#entries.get(key) ?? newEntry({ organizationId, currency, application })
    this.#entries.set(key, entry)
    this.#count += 1
    entry.charged = plusOne(entry.charged, decimalOfMoney(amount))
    if (stored?.currency === currency) entry.recorded = plusOne(entry.recorded, stored.amount)
    if (isEqual(amount, stored)) return
    entry.differences += 1
    entry.recordId ??= recordId
  }

  differences(): readonly SumDifference[] {
    return [...this.#entries.values()].flatMap(({ recordId, charged, recorded, ...entry }) =>
      recordId === undefined
        ? []
        : [{ ...entry, recordId, charged: written(charged, entry), recorded: written(recorded, entry) }],
    )
  }
}

function newEntry(of: Pick<Entry, 'organizationId' | 'currency' | 'application'>): Entry {
  return { ...of, charged: NONE, recorded: NONE, recordId: undefined, differences: 0 }
}

function plusOne({ count, amount }: Sum, more: Decimal): Sum {
  return { count: count + 1, amount: sumOf(amount, more) }
}

function isEqual(amount: Money, stored: StoredRecord | undefined): boolean {
  return stored?.currency === amount.currency && isZero(differenceOf(stored.amount, decimalOfMoney(amount)))
}

function written({ count, amount }: Sum, { currency }: Pick<Entry, 'currency'>) {
  return { count, amount: formatDecimal(amount, decimalsOfCurrency(currency) ?? 0) }
}
