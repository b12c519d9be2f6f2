import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'

/** Bounds of windows that follow each other, and how many records lie in each: one at .999 and one at midnight. */
const BOUNDS = [
  '2026-03-09T00:00:00Z',
  '2026-03-09T23:59:59.9985Z',
  '2026-03-09T23:59:59.999Z',
  '2026-03-09T23:59:59.9990001Z',
  '2026-03-09T23:59:59.999999Z',
  '2026-03-09T23:59:59.999999999Z',
  '2026-03-10T00:00:00Z',
  '2026-03-10T00:00:00.000000001Z',
  '2026-03-10T00:00:00.0005Z',
  '2026-03-11T00:00:00Z',
] as const
const COUNTS = [0, 0, 1, 0, 0, 0, 1, 0, 0]

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  await app.put(
    'batch-item',
    ['2026-03-09T23:59:59.999Z', '2026-03-10T00:00:00Z'].map((occurredAt) => ({
      ...{ recordId: occurredAt, merchantId: 'shop', occurredAt },
      fields: { 'Request.RequestID': occurredAt },
    })),
  )
})

const byDay = { rollUp: 'day', breakdown: 'all_merchant' }

describe.each([
  ['net-fundings', {}],
  ['payment-batch-summaries', {}],
  ['payment-batch-summaries', byDay],
  ['payment-batch-summaries', { ...byDay, rollUp: 'week' }],
  ['payment-batch-summaries', { ...byDay, rollUp: 'month' }],
  ['purchase-refund-details', {}],
  ['purchase-refund-details', { viewBy: 'submissionDate' }],
])('%s %o', (name, parameters) => {
  test('a bound between two milliseconds neither loses nor repeats a record', async () => {
    const counts: number[] = []
    for (const [index, startTime] of BOUNDS.slice(0, -1).entries()) {
      const asked = { startTime, endTime: BOUNDS[index + 1] ?? '', ...parameters }
      counts.push(countIn(await app.ask('shop', name, asked)))
    }
    expect(counts).toEqual(COUNTS)
  })

  test('a day that ends with its last microsecond includes its last millisecond', async () => {
    const asked = { startTime: BOUNDS[0], endTime: '2026-03-09T23:59:59.999999Z', ...parameters }
    expect(countIn(await app.ask('shop', name, asked))).toBe(1)
  })
})

function countIn({ status, body }: Awaited<ReturnType<typeof app.ask>>): number {
  if (status === 404) return 0
  expect(status).toBe(200)
  const [{ salesCount, conveyedCount } = {} as Record<string, number>] = [
    ...(body.paymentBatchSummaries ?? []),
    ...(body.netFundingSummaries ?? []),
  ]
  return salesCount ?? conveyedCount ?? body.pageResults
}
