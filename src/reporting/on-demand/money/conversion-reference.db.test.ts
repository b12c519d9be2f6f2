import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { seededRandom } from '../../../../test/support/random/seeded-random.ts'
import { entriesInAllFormats } from '../../../../test/support/references/on-demand-formats.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { isLongRun, seed } from '../../../../test/support/run/test-run.ts'
import { CONVERSION_FORM } from './conversion-details.ts'

const RUNS = isLongRun ? 200 : 25
const MERCHANTS = ['shop', 'sister', 'foreign'] as const
const FROM_MS = Date.UTC(2026, 2, 28)
const HALF_HOUR_MS = 1_800_000
const HALF_HOURS = 200
/** Strings that have broken files before. */
const TEXTS = ['fine', '=1+1', '-5', 'a "b", c', '<i>&amp;]]></i>', 'x\ny\r\nz\t', '🎉 ünï ﷽', "'", ' ']
const FIELDS = {
  'Request.MerchantReferenceNumber': 'merchantReferenceNumber',
  'Request.RequestID': 'requestId',
  'Conversion.OriginalDecision': 'originalDecision',
  'Conversion.NewDecision': 'newDecision',
  'Conversion.Reviewer': 'reviewer',
  'Conversion.ReviewerComments': 'reviewerComments',
  'Conversion.Queue': 'queue',
  'Conversion.Profile': 'profile',
} as const

const random = seededRandom(seed)
const oneOf = <T>(values: readonly T[]): T => values[random.integer(0, values.length - 1)] as T

type Review = {
  readonly recordId: string
  readonly merchantId: string
  readonly atMs: number
  readonly changedAtMs: number | undefined
  readonly fields: Readonly<Record<string, string>>
}

const reviews: readonly Review[] = Array.from({ length: 300 }, (_, index) => {
  const atMs = FROM_MS + random.integer(0, HALF_HOURS) * HALF_HOUR_MS
  const said = Object.keys(FIELDS).filter(() => random.integer(1, 4) > 1)
  return {
    recordId: `c${index}`,
    merchantId: oneOf(MERCHANTS),
    atMs,
    changedAtMs: random.isHeads() ? atMs - random.integer(0, 10_000) : undefined,
    fields: Object.fromEntries(said.map((name) => [name, oneOf(TEXTS)])),
  }
})

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  const inputs = reviews.map(({ recordId, merchantId, atMs, changedAtMs, fields }) => ({
    ...{ recordId, merchantId, occurredAt: new Date(atMs).toISOString() },
    fields: {
      ...fields,
      ...(changedAtMs === undefined ? {} : { 'Conversion.ConversionDate': new Date(changedAtMs).toISOString() }),
    },
  }))
  await app.put('conversion', inputs)
})

/** The expected reviews, computed from the records: strings by JSON name. */
function expectedReviews({ merchantIds, fromMs, toMs }: Question): readonly Readonly<Record<string, string>>[] {
  return reviews
    .filter(({ merchantId, atMs }) => merchantIds.includes(merchantId) && atMs >= fromMs && atMs < toMs)
    .map((review) => ({ review, key: [review.merchantId, review.atMs, review.recordId].join(' ') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ review: { fields, atMs, changedAtMs } }) => ({
      ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [FIELDS[name as keyof typeof FIELDS], text])),
      conversionTime: new Date(changedAtMs ?? atMs).toISOString(),
    }))
}

type Question = {
  readonly owner: 'partner' | 'sister' | 'foreign'
  readonly merchantIds: readonly string[]
  readonly fromMs: number
  readonly toMs: number
}

function someQuestion(): Question {
  const start = random.integer(0, HALF_HOURS)
  const [owner, merchantIds] = oneOf([
    ['partner', ['shop', 'sister']],
    ['sister', ['sister']],
    ['foreign', ['foreign']],
  ] as const)
  return {
    ...{ owner, merchantIds },
    fromMs: FROM_MS + start * HALF_HOUR_MS,
    toMs: FROM_MS + (start + random.integer(1, HALF_HOURS)) * HALF_HOUR_MS,
  }
}

/** The instant in an offset, given in minutes east. */
function written(ms: number, minutes: number): string {
  const size = Math.abs(minutes)
  const [hours, rest] = [Math.floor(size / 60), size % 60].map((n) => String(n).padStart(2, '0'))
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, -1)
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${rest}`
}

test('every format has the reviews of the window, as they were sent', async () => {
  const counts: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const question = someQuestion()
    const { owner, fromMs, toMs } = question
    const parameters = {
      startTime: written(fromMs, random.integer(-48, 56) * 15),
      endTime: written(toMs, random.integer(-48, 56) * 15),
    }
    const expected = expectedReviews(question)
    counts.push(expected.length)

    if (expected.length === 0) {
      expect((await app.ask(owner, 'conversion-details', parameters)).status).toBe(404)
      continue
    }
    const asked = [owner, 'conversion-details', parameters] as const
    const { json, xml, csv, dtd } = await entriesInAllFormats(app, asked, CONVERSION_FORM.item)

    expect(dtd, `run ${run}`).toBe('')
    expect(
      json.map(({ notes: _, ...entry }) => entry),
      `run ${run}`,
    ).toEqual(expected)
    expect(xml, `run ${run}`).toEqual(expected)
    expect(csv, `run ${run}`).toEqual(expected)
  }
  expect(Math.max(...counts)).toBeGreaterThan(50)
})
