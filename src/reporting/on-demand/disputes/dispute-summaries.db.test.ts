import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { type Random, seededRandom } from '../../../../test/support/random/seeded-random.ts'
import { entriesInAllFormats } from '../../../../test/support/references/on-demand-formats.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { isLongRun, seed } from '../../../../test/support/run/test-run.ts'
import { CHARGEBACK_SUMMARIES, RETRIEVAL_SUMMARIES } from './dispute-summaries.ts'

type Question = {
  readonly owner: 'partner' | 'shop'
  readonly kind: 'chargeback' | 'retrieval'
  readonly fromMs: number
  readonly toMs: number
  /** In minutes. */
  readonly offset: number
}
type Dispute = { readonly merchantId: string; readonly atMs: number; readonly caseType: string }

const KIND = 'chargeback-or-retrieval'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FROM_MS = Date.UTC(2026, 1, 20)
const HOURS = 24 * 20
const CASE_TYPES = ['Retrieval', 'retrieval REQUEST', 'Chargeback', 'Representment', 'Reversal', '']
const RUNS = isLongRun ? 300 : 30

/** The first half hour that the store can hold: in the west its day began before that. */
const OLD_MS = 30 * MINUTE_MS

const random = seededRandom(seed)
const stored = someDisputes(random)

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  const inputs = stored.map(({ merchantId, atMs, caseType }, index) => ({
    recordId: `d${index}`,
    merchantId,
    occurredAt: new Date(atMs).toISOString(),
    fields: { 'ChargebackAndRetrieval.CaseType': caseType },
  }))
  await app.put(KIND, inputs)
})

describe('summaries', () => {
  test('summaries count by days in the offset of startTime, clipped to the window', async () => {
    const counts: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const question = someQuestion(random)
      const { owner, kind, fromMs, toMs, offset } = question
      const expected = countedByHand(question)

      const { status, body } = await app.ask(owner, `${kind}-summaries`, {
        startTime: written(fromMs, offset),
        endTime: new Date(toMs).toISOString(),
      })

      counts.push(expected.length)
      expect([status, body[`${kind}Summaries`]], `run ${run}`).toEqual(
        expected.length === 0 ? [404, undefined] : [200, expected],
      )
    }
    expect(Math.max(...counts)).toBeGreaterThan(5)
  })

  test('summaries count by days before 1970 too', async () => {
    const { body } = await app.ask('sister', 'chargeback-summaries', {
      startTime: '1969-01-01T00:00:00-01:00',
      endTime: '1971-01-01T00:00:00Z',
    })

    expect(body.chargebackSummaries).toEqual([{ count: 1, time: '1969-12-31T01:00:00.000Z', accountId: 'sister' }])
  })

  test.each([
    ['chargeback', CHARGEBACK_SUMMARIES.form],
    ['retrieval', RETRIEVAL_SUMMARIES.form],
  ])('summaries of a %s have the same values in every format, and XML is valid against its DTD', async (kind, form) => {
    const { json, xml, csv, dtd } = await entriesInAllFormats(
      app,
      ['partner', `${kind}-summaries`, { startTime: '2026-02-20T12:00:00-08:00', endTime: '2026-03-12T00:00:00Z' }],
      form.item,
    )

    expect(json.length).toBeGreaterThan(5)
    expect(json[0]).toMatchObject({ time: '2026-02-20T20:00:00.000Z', accountId: 'shop' })
    expect(xml).toEqual(json)
    expect(csv).toEqual(json)
    expect(dtd).toBe('')
  })

  test.each(['chargeback-summaries', 'retrieval-summaries'])(
    '%s of a window without records or of a foreign organization are 404',
    async (name) => {
      const march = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }
      const nothing = await app.ask('foreign', name, march)
      const foreign = await app.ask('foreign', name, { ...march, organizationId: 'shop' })
      const backwards = await app.ask('shop', name, {
        startTime: march.endTime,
        endTime: march.startTime,
      })

      expect([nothing.status, foreign.status, backwards.status]).toEqual([404, 404, 400])
    },
  )
})

test('counts in a CSV summary are plain numbers', async () => {
  const { text } = await app.ask(
    'sister',
    'chargeback-summaries',
    { startTime: '1969-01-01T00:00:00Z', endTime: '1971-01-01T00:00:00Z' },
    { accept: 'text/csv' },
  )

  expect(text.split('\n').slice(1)).toEqual(['count,time,accountId', '1,"1970-01-01T00:00:00.000Z","sister"', ''])
})

function someDisputes({ integer }: Random): readonly Dispute[] {
  const some = Array.from({ length: 600 }, () => ({
    merchantId: ['shop', 'sister'][integer(0, 1)] ?? '',
    // Often full hours, so that some are exactly at the edge of a day.
    atMs: FROM_MS + integer(0, HOURS) * HOUR_MS - (integer(0, 2) === 0 ? 1 : 0),
    caseType: CASE_TYPES[integer(0, CASE_TYPES.length - 1)] ?? '',
  }))
  return [
    ...some,
    // At the beginning of a window that the formats are compared for.
    ...['Retrieval', 'Chargeback'].map((caseType) => ({
      merchantId: 'shop',
      atMs: Date.UTC(2026, 1, 20, 20),
      caseType,
    })),
    { merchantId: 'sister', atMs: OLD_MS, caseType: 'Chargeback' },
  ]
}

function someQuestion({ integer, isHeads }: Random): Question {
  const fromMs = FROM_MS + integer(0, HOURS * 60) * MINUTE_MS
  return {
    owner: isHeads() ? 'partner' : 'shop',
    kind: isHeads() ? 'chargeback' : 'retrieval',
    fromMs,
    toMs: fromMs + integer(1, 10 * 24 * 60) * MINUTE_MS,
    offset: integer(-14 * 4, 14 * 4) * 15,
  }
}

function countedByHand({ owner, kind, fromMs, toMs, offset }: Question) {
  const merchants = owner === 'partner' ? ['shop', 'sister'] : ['shop']
  const zone = offsetText(offset)
  const meant = stored.filter(
    ({ merchantId, atMs, caseType }) =>
      merchants.includes(merchantId) &&
      atMs >= fromMs &&
      atMs < toMs &&
      /^retrieval/i.test(caseType) === (kind === 'retrieval'),
  )
  const beginnings = meant.map(({ merchantId, atMs }) => {
    const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone)
    const beganMs = local.startOfDay().epochMilliseconds
    return { merchantId, time: new Date(Math.max(beganMs, fromMs)).toISOString() }
  })
  const counts = Map.groupBy(beginnings, ({ merchantId, time }) => `${merchantId} ${time}`)
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, [first, ...others]]) => ({
      count: 1 + others.length,
      time: first?.time,
      accountId: first?.merchantId,
    }))
}

function written(ms: number, offset: number): string {
  const local = new Date(ms + offset * MINUTE_MS).toISOString()
  return local.replace('Z', offsetText(offset))
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}
