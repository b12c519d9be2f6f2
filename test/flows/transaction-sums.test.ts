import { beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { startApp } from '../support/apps/app.ts'
import { aDemoPlan } from '../support/data/demo-records.ts'
import { onDemandClient } from '../support/http/on-demand-client.ts'
import { sendAs } from '../support/http/send-request.ts'
import { settableClock } from '../support/run/settable-clock.ts'

// The first demo merchant sells in USD, EUR, CAD, JPY and KWD, refunds and loses disputes.

const app = await startApp({ hasEngine: true, clock: settableClock('2026-03-10T10:00:00Z'), with: [onDemandClient] })
const plan = {
  ...aDemoPlan({ transactions: 4_000, merchants: 1 }),
  merchants: [{ merchantId: 'shop', timeZone: 'America/New_York' }],
}
const QUARTERS = ['2025-01-01', '2025-04-01', '2025-07-01', '2025-10-01', '2026-03-01']
const YEAR = { startTime: '2025-01-01T00:00:00Z', endTime: '2026-03-01T00:00:00Z' }

beforeAll(async () => {
  const at = Temporal.Instant.from('2026-03-09T10:00:00Z')
  await loadDemo({ engine: app.engine }, { plan, organizationId: 'partner', at })
})

type Sum = Readonly<Record<'currency' | 'paymentAmount' | 'refundAmount', string>> & {
  readonly paymentCount: string
  readonly refundCount: string
}

/** Numbers as they are written. */
function exact(text: string) {
  const source = (_: string, value: unknown, { source }: { readonly source: string }) =>
    typeof value === 'number' ? source : value
  return JSON.parse(text, source as never)
}

async function sumsOf(query: Readonly<Record<string, string>>): Promise<readonly Sum[]> {
  const path = `/portal/v1/transaction-list/sums?${new URLSearchParams(query)}`
  const { text, status } = await sendAs(app.port, app.owners.shop, { method: 'GET', path })
  expect(status, text).toBe(200)
  return exact(text).sums
}

/** In units of 1/10000, which every currency has. */
const unitsOf = (amount: string): bigint => {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(`${whole}${decimals.padEnd(4, '0')}`)
}

type Totals = Readonly<Record<string, readonly [number, bigint, number, bigint]>>

function totalsOf(rows: readonly (readonly [string, number, bigint, number, bigint])[]): Totals {
  const totals: Record<string, readonly [number, bigint, number, bigint]> = {}
  for (const [currency, sales, sold, credits, credited] of rows) {
    const [a, b, c, d] = totals[currency] ?? [0, 0n, 0, 0n]
    totals[currency] = [a + sales, b + sold, c + credits, d + credited]
  }
  return totals
}

test('sums by currency are those of the on-demand report, to the smallest unit', async () => {
  const sums = totalsOf(
    (await sumsOf({})).map((sum) => [
      ...([sum.currency, Number(sum.paymentCount), unitsOf(sum.paymentAmount)] as const),
      ...([Number(sum.refundCount), unitsOf(sum.refundAmount)] as const),
    ]),
  )
  const report = await app.ask('shop', 'payment-batch-summaries', { ...YEAR })
  const reported = totalsOf(
    exact(report.text).paymentBatchSummaries.map((row: Readonly<Record<string, string>>) => [
      ...[row['currencyCode'], Number(row['salesCount']), unitsOf(row['salesAmount'] ?? '')],
      ...[Number(row['creditCount']), unitsOf(row['creditAmount'] ?? '')],
    ]),
  )

  expect(Object.keys(sums).toSorted()).toEqual(['CAD', 'EUR', 'JPY', 'KWD', 'USD'])
  expect(sums).toEqual(reported)
  expect(Object.values(sums).every(([, , refunds]) => refunds > 0)).toBe(true)
})

test('sums of periods add up to those of the whole', async () => {
  const whole = await sumsOf({})
  const parts = await Promise.all(
    QUARTERS.slice(1).map((to, index) => sumsOf({ from: `${QUARTERS[index]}T00:00:00Z`, to: `${to}T00:00:00Z` })),
  )
  const units = (sums: readonly Sum[]) =>
    totalsOf(sums.map((sum) => [sum.currency, Number(sum.paymentCount), unitsOf(sum.paymentAmount), 0, 0n]))

  expect(units(parts.flat())).toEqual(units(whole))
})
