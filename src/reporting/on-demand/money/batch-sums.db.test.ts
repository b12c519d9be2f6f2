import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { type Random, seededRandom } from '../../../../test/support/random/seeded-random.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { decimalsOfCurrency } from '../../../kernel/currency.ts'
import { type Decimal, formatDecimal, parseDecimal, sumOf } from '../../../kernel/decimal.ts'
import { type BatchSum, loadBatchSums } from './batch-sums.ts'
import { ROLL_UPS, type RollUp, timeBuckets } from './time-buckets.ts'

/** Spellings of payment methods, and the name that is reported for each. */
const METHODS: Readonly<Record<string, string>> = {
  Visa: 'Visa',
  '001': 'Visa',
  vI: 'Visa',
  '005': 'Diners Club',
  'DINERS CLUB': 'Diners Club',
  '036': 'Cartes Bancaires',
  'Cartes bancaires': 'Cartes Bancaires',
  Troy: 'Other',
  '': 'Other',
}
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KWD', '']
const MERCHANTS = ['shop', 'sister', 'foreign']
const OFFSETS = ['Z', '+00:00', '-08:00', '+05:45', '-09:30', '+14:00', '-00:45', '+01:00']
const ITEMS = 600
const QUERIES = 60

type Stored = {
  readonly merchantId: string
  readonly atMs: number
  readonly amount: string | undefined
  readonly currency: string
  readonly card: string
  readonly isRefund: boolean
}

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
const stored: Stored[] = []
const random = seededRandom(814)

beforeAll(async () => {
  const kept = Array.from({ length: ITEMS }, () => aStoredItem(random))
  const inputs = kept.map((item, index) => inputOf(item, `i${index}`))
  await app.put('batch-item', inputs)
  // A third is corrected, and some of the rest deleted.
  const later = kept.map((item, index) => {
    if (index % 3 === 0) return { ...item, amount: '12.3456', card: 'Visa' }
    return index % 7 === 0 ? undefined : item
  })
  const changes = later.flatMap((item, index) => {
    if (item === kept[index]) return []
    const input = inputs[index]
    if (input === undefined) return []
    return item === undefined
      ? [{ ...input, version: 2, deleted: true }]
      : [{ ...inputOf(item, `i${index}`), version: 2 }]
  })
  await app.put('batch-item', changes)
  stored.push(...later.filter((item) => item !== undefined))
})

function pick<T>(from: readonly T[]): T {
  return from[random.integer(0, from.length - 1)] as T
}

/** Often at the very beginning or end of an hour, where buckets begin. */
function aMoment({ integer }: Random): number {
  const hour = Date.UTC(2025, 11, 1) + integer(0, 100 * 24 * 4) * 900_000
  return hour + pick([0, -1, 1, integer(0, 899_999)])
}

function aStoredItem(source: Random): Stored {
  const size = `${source.integer(0, 99_999)}.${source.integer(0, 99)}`
  const huge = '99999999999999.9999'
  return {
    merchantId: pick(MERCHANTS),
    atMs: aMoment(source),
    amount: pick([size, size, `-${size}`, huge, undefined]),
    currency: pick(CURRENCIES),
    card: pick(Object.keys(METHODS)),
    isRefund: source.integer(1, 4) === 1,
  }
}

function inputOf(item: Stored, recordId: string) {
  const { merchantId, atMs, amount, currency, card, isRefund } = item
  return {
    recordId,
    merchantId,
    occurredAt: new Date(atMs).toISOString(),
    fields: {
      'Application.Name': isRefund ? 'ics_credit' : 'ics_bill',
      'PaymentData.RequestedAmountCurrencyCode': currency,
      'PaymentMethod.CardType': card,
      ...(amount === undefined ? {} : { 'PaymentData.RequestedAmount': amount }),
    },
  }
}

test('sums match the records, for any window, offset, roll-up and breakdown', async () => {
  let nonEmpty = 0
  for (let index = 0; index < QUERIES; index += 1) {
    const offset = pick(OFFSETS)
    const fromMs = aMoment(random)
    const toMs = fromMs + 1 + random.integer(0, pick([1, 30, 120]) * 86_400_000)
    const rollUp = pick([undefined, 'day', 'week', 'month'])
    const breakdown = pick(['account_rollup', 'all_merchant'])
    const startDayOfWeek = random.integer(1, 7)
    const owner = pick(['partner', 'account', 'shop', 'foreign'] as const)

    const asked = {
      startTime: written(fromMs, offset),
      endTime: written(toMs, pick(OFFSETS)),
      ...(rollUp === undefined ? {} : { rollUp, breakdown, startDayOfWeek }),
    }
    const { status, body } = await app.ask(owner, 'payment-batch-summaries', asked)

    const expected = reference(
      { ...{ fromMs, toMs, offset, rollUp, startDayOfWeek, owner } },
      {
        isByMerchant: rollUp !== undefined && breakdown === 'all_merchant',
      },
    )
    const got = status === 404 ? [] : body.paymentBatchSummaries.map(essence)
    expect(got, JSON.stringify({ owner, asked })).toEqual(expected)
    nonEmpty += expected.length > 0 ? 1 : 0
  }
  expect(nonEmpty).toBeGreaterThan(QUERIES / 2)
})

test('sums loaded in small parts are complete, in order, and add up to the sum of one bucket', async () => {
  const [from, to] = ['2025-11-01T00:00:00Z', '2031-01-01T00:00:00Z'].map((text) => Temporal.Instant.from(text)) as [
    Temporal.Instant,
    Temporal.Instant,
  ]
  const window = { from, to, offset: '-09:30' }
  const sumsBy = async (rollUp: RollUp | undefined, isByMerchant: boolean, rowsMax?: number) => {
    const buckets = timeBuckets(window, { rollUp, startDayOfWeek: 3 })
    const wanted = { merchantIds: MERCHANTS, window, buckets, isByMerchant }
    const sums: BatchSum[] = []
    for await (const some of loadBatchSums(app.engine, wanted, rowsMax)) sums.push(...some)
    return sums
  }
  const whole = totals(await sumsBy(undefined, false))

  for (const rollUp of ROLL_UPS) {
    const inOne = await sumsBy(rollUp, true)
    const inParts = await sumsBy(rollUp, true, 60)
    expect(inParts).toEqual(inOne)
    expect(totals(inOne)).toEqual(whole)
  }
})

/** Counts and sums by currency and payment method. */
function totals(sums: readonly BatchSum[]) {
  const groups = Map.groupBy(sums, (sum) => `${sum.currencyCode} ${sum.paymentSubTypeDescription}`)
  const added = (texts: readonly string[]): string =>
    formatDecimal(texts.map((text) => parseDecimal(text) ?? NONE).reduce(sumOf, NONE))
  return [...groups]
    .map(([key, own]) => ({
      key,
      salesCount: own.reduce((count, sum) => count + sum.salesCount, 0),
      salesAmount: added(own.map((sum) => sum.salesAmount)),
      creditCount: own.reduce((count, sum) => count + sum.creditCount, 0),
      creditAmount: added(own.map((sum) => sum.creditAmount)),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

const NONE: Decimal = { units: 0n, scale: 0 }

function essence(row: Readonly<Record<string, unknown>>): string {
  return [
    ...['startTime', 'endTime', 'merchantId', 'currencyCode', 'paymentSubTypeDescription'],
    ...['salesCount', 'salesAmount', 'creditCount', 'creditAmount'],
  ]
    .map((name) => row[name] ?? '')
    .join('|')
}

const HAS: Readonly<Record<string, readonly string[]>> = {
  partner: ['shop', 'sister'],
  account: ['shop', 'sister'],
  shop: ['shop'],
  foreign: ['foreign'],
}

type Query = {
  readonly fromMs: number
  readonly toMs: number
  readonly offset: string
  readonly rollUp: string | undefined
  readonly startDayOfWeek: number
  readonly owner: string
}

function reference(query: Query, { isByMerchant }: { readonly isByMerchant: boolean }) {
  const { fromMs, toMs, owner, offset } = query
  const own = stored.filter(
    ({ merchantId, atMs }) => HAS[owner]?.includes(merchantId) === true && atMs >= fromMs && atMs < toMs,
  )
  const groups = Map.groupBy(own, (item) => {
    const [startMs, endMs] = bucketOf(item.atMs, query)
    const merchant = isByMerchant ? item.merchantId : ''
    // The number of the instant comes first, for sorting.
    const order = String(Math.max(startMs, fromMs)).padStart(15, '0')
    const times = [Math.max(startMs, fromMs), Math.min(endMs, toMs)].map((ms) => written(ms, offset))
    return JSON.stringify([order, merchant, item.currency, METHODS[item.card], ...times])
  })
  return [...groups]
    .map(([key, items]) => ({ key: JSON.parse(key) as string[], items }))
    .sort((a, b) => compareLists(a.key, b.key))
    .map(({ key: [, merchant = '', currency = '', method, startTime, endTime], items }) => {
      const sides = [items.filter((one) => !one.isRefund), items.filter((one) => one.isRefund)]
      const sums = sides.flatMap((side) => [side.length, sumText(side, currency)])
      return [startTime, endTime, merchant, currency, method, ...sums].join('|')
    })
}

function sumText(items: readonly Stored[], currency: string): string {
  const amounts = items.map(({ amount = '0', isRefund }): Decimal => {
    const { units, scale } = parseDecimal(amount) ?? { units: 0n, scale: 0 }
    return { units: isRefund && units < 0n ? -units : units, scale }
  })
  const sum = amounts.reduce(sumOf, { units: 0n, scale: 0 })
  return formatDecimal(sum, decimalsOfCurrency(currency) ?? 2)
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((text, at) => text !== b[at])
  return index === -1 ? 0 : (a[index] ?? '') < (b[index] ?? '') ? -1 : 1
}

/** Walks back and forth by whole days until the calendar of the shifted clock says that the bucket ends. */
function bucketOf(atMs: number, { fromMs, toMs, offset, rollUp, startDayOfWeek }: Query) {
  if (rollUp === undefined) return [fromMs, toMs] as const
  const shiftMs = offsetMs(offset)
  const isFirst = (dayMs: number): boolean => {
    const day = new Date(dayMs)
    if (rollUp === 'month') return day.getUTCDate() === 1
    return rollUp === 'day' || day.getUTCDay() === startDayOfWeek - 1
  }
  const DAY_MS = 86_400_000
  let start = Math.floor((atMs + shiftMs) / DAY_MS) * DAY_MS
  while (!isFirst(start)) start -= DAY_MS
  let end = start + DAY_MS
  while (!isFirst(end)) end += DAY_MS
  return [start - shiftMs, end - shiftMs] as const
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}

function written(ms: number, offset: string): string {
  const local = new Date(ms + offsetMs(offset)).toISOString().slice(0, -1)
  return `${local}${offsetMs(offset) === 0 ? 'Z' : offset}`
}
