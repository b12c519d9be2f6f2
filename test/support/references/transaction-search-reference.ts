import { beforeAll, expect, test } from 'vitest'
import { sortKeysOf } from '../../../src/payments/search/read-search.ts'
import { readSearchQuery } from '../../../src/payments/search/search-query.ts'
import { findTransactions, TRANSACTION_KINDS } from '../../../src/payments/search/transaction-store.ts'
import type { Engine } from '../../../src/platform/engine/engine.ts'
import { putRecords } from '../data/stored-records.ts'
import { type Random, seededRandom } from '../random/seeded-random.ts'
import { seeds } from '../run/test-run.ts'
import { aDatabase } from '../stores/record-store.ts'

// Few values, so that most queries find something.
const RECORDS = 400
const QUERIES = 40
const PAGES_MAX = 12
const MERCHANTS = ['shop', 'sister', 'foreign'] as const
const NOW = Temporal.Instant.from('2026-03-05T12:00:00Z')
const FIRST_MS = Temporal.Instant.from('2026-03-01T00:00:00Z').epochMilliseconds

type Stored = {
  readonly kind: (typeof TRANSACTION_KINDS)[number]
  readonly merchantId: string
  readonly recordId: string
  readonly occurredMs: number
  readonly requestedMs: number | undefined
  readonly requestId: string
  readonly code: string
  readonly application: string
  readonly email: string
  readonly units: number | undefined
}

const pick = <T>(random: Random, values: readonly T[]): T => values[random.integer(0, values.length - 1)] as T
const hoursLater = (random: Random) => FIRST_MS + random.integer(0, 96) * 3_600_000

function aRecord(random: Random, index: number): Stored {
  return {
    kind: pick(random, TRANSACTION_KINDS),
    merchantId: pick(random, MERCHANTS),
    recordId: `r${index}`,
    occurredMs: hoursLater(random),
    requestedMs: random.integer(0, 4) === 0 ? undefined : hoursLater(random),
    requestId: random.integer(0, 5) === 0 ? '' : `q${random.integer(1, 60)}`,
    code: pick(random, ['A-1', 'A 2', 'say "hi"', '']),
    application: pick(random, ['ics_auth', 'ics_bill', 'external_payment']),
    email: pick(random, ['Ada@example.com', 'ada@EXAMPLE.com', 'bob@example.com', '']),
    units: random.integer(0, 6) === 0 ? undefined : random.integer(0, 4000),
  }
}

const textOf = (units: number) => (units / 100).toFixed(2)

function inputOf(record: Stored) {
  const { merchantId, recordId, occurredMs, requestedMs, units } = record
  const instant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString()
  return {
    ...{ merchantId, recordId, occurredAt: instant(occurredMs) },
    fields: {
      'Request.RequestID': record.requestId,
      'Request.TransactionDate': requestedMs === undefined ? '' : instant(requestedMs),
      'Request.MerchantReferenceNumber': record.code,
      'Application.Name': record.application,
      'BillTo.Email': record.email,
      'PaymentData.RequestedAmount': units === undefined ? '' : textOf(units),
    },
  }
}

type Filter = { readonly written: string; readonly isMet: (record: Stored) => boolean }

const submittedMs = ({ requestedMs, occurredMs }: Stored) => requestedMs ?? occurredMs
const idOf = ({ requestId, recordId }: Stored) => requestId || recordId

const FILTERS: readonly ((random: Random) => Filter)[] = [
  (random) => {
    const ids = [`q${random.integer(1, 60)}`, `r${random.integer(0, RECORDS)}`]
    return { written: `id:(${ids.join(' OR ')})`, isMet: (record) => ids.includes(idOf(record)) }
  },
  (random) => {
    const code = pick(random, ['A-1', 'A 2', 'say "hi"'])
    const written = `clientReferenceInformation.code:"${code.replaceAll('"', '\\"')}"`
    return { written, isMet: (record) => record.code === code }
  },
  () => ({
    written: 'applicationInformation.applications.name:(ics_bill OR external_payment)',
    isMet: ({ application }) => application !== 'ics_auth',
  }),
  () => ({
    written: 'orderInformation.billTo.email:ADA@example.COM',
    isMet: ({ email }) => email.toLowerCase() === 'ada@example.com',
  }),
  (random) => {
    const [from, to] = [random.integer(0, 4000), random.integer(0, 4000)]
    const [open, close] = [pick(random, ['[', '{']), pick(random, [']', '}'])]
    return {
      written: `orderInformation.amountDetails.totalAmount:${open}${textOf(from)} TO ${textOf(to)}${close}`,
      isMet: ({ units }) =>
        units !== undefined &&
        (open === '[' ? units >= from : units > from) &&
        (close === ']' ? units <= to : units < to),
    }
  },
  (random) => {
    const [fromMs, toMs] = [hoursLater(random), hoursLater(random)]
    const [open, close] = [pick(random, ['[', '{']), pick(random, [']', '}'])]
    const [from, to] = [fromMs, toMs].map((ms) => Temporal.Instant.fromEpochMilliseconds(ms).toString())
    return {
      written: `submitTimeUtc:${open}${from} TO ${to}${close}`,
      isMet: (record) => {
        const ms = submittedMs(record)
        return (open === '[' ? ms >= fromMs : ms > fromMs) && (close === ']' ? ms <= toMs : ms < toMs)
      },
    }
  },
  () => ({
    written: 'submitTimeUtc:[NOW/DAY-2DAYS TO NOW/DAY}',
    isMet: (record) => {
      const days = (submittedMs(record) - FIRST_MS) / 86_400_000
      return days >= 2 && days < 4
    },
  }),
]

const SORTS: Readonly<Record<string, (a: Found, b: Found) => number>> = {
  'submitTimeUtc:desc': (a, b) => b.ms - a.ms,
  'submitTimeUtc:asc': (a, b) => a.ms - b.ms,
  'id:desc': (a, b) => byText(b.id, a.id),
  'id:asc,submitTimeUtc:asc': (a, b) => byText(a.id, b.id) || a.ms - b.ms,
}
type Found = { readonly merchantId: string; readonly id: string; readonly ms: number }
const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The expected result, found by a filter over all records. */
function expectedOf(records: readonly Stored[], { merchantIds, filters, sort }: Question) {
  const met = records.filter(
    (record) => merchantIds.includes(record.merchantId) && filters.every((f) => f.isMet(record)),
  )
  const groups = Map.groupBy(met, (record) => `${record.merchantId} ${idOf(record)}`)
  const found = [...groups.values()].map((group): Found => {
    const [first] = group as [Stored, ...Stored[]]
    return { merchantId: first.merchantId, id: idOf(first), ms: Math.min(...group.map(submittedMs)) }
  })
  const order = SORTS[sort] ?? (() => 0)
  return found
    .toSorted((a, b) => order(a, b) || byText(a.id, b.id) || byText(a.merchantId, b.merchantId))
    .map(({ merchantId, id }) => ({ merchantId, id }))
}

type Question = {
  readonly merchantIds: readonly string[]
  readonly filters: readonly Filter[]
  readonly sort: string
  readonly limit: number
}

function aQuestion(random: Random): Question {
  return {
    filters: Array.from({ length: random.integer(0, 3) }, () => pick(random, FILTERS)(random)),
    merchantIds: MERCHANTS.filter(() => random.isHeads()),
    sort: pick(random, Object.keys(SORTS)),
    limit: pick(random, [1, 7, 50, 2_500]),
  }
}

/** Requests every page, and compares them with the expected result. */
async function expectPages(
  engine: Engine,
  { merchantIds, filters, sort, limit }: Question,
  expected: readonly unknown[],
) {
  const written = filters.map((filter) => filter.written).join(' AND ')
  const conditions = readSearchQuery(written, { now: NOW, timeZone: 'UTC' })
  if ('problems' in conditions) throw new Error(JSON.stringify(conditions.problems))
  const search = { merchantIds, conditions: conditions.value, sort: sortKeysOf(sort) ?? [], limit }
  const pages: unknown[] = []
  for (let offset = 0; offset <= expected.length; offset += limit) {
    const { keys, total } = await findTransactions(engine, { ...search, offset })
    expect(total, written).toBe(expected.length)
    pages.push(...keys)
  }
  expect(pages, `${written} by ${sort}`).toEqual(expected)
}

/** Search against a filter over a list, with random records and queries, whatever the engine. */
export function describeSearchReference(open: () => Promise<{ readonly engine: Engine }>): void {
  const random = seededRandom(19)
  const records = Array.from({ length: RECORDS }, (_, index) => aRecord(random, index))
  let engine: Engine
  beforeAll(async () => {
    engine = (await open()).engine
    const stores = { database: await aDatabase(), engine }
    for (const kind of TRANSACTION_KINDS) {
      await putRecords(stores, kind, records.filter((record) => record.kind === kind).map(inputOf))
    }
  })

  test.each(seeds({ usual: 1, long: 50 }))(
    'search finds what a filter over all transactions finds, page by page (seed %i)',
    async (seed) => {
      const questions = seededRandom(seed)
      let foundSome = 0
      for (let count = 0; count < QUERIES; count += 1) {
        const question = aQuestion(questions)
        const expected = expectedOf(records, question)
        if (question.limit < expected.length / PAGES_MAX) continue
        await expectPages(engine, question, expected)
        if (expected.length > 0) foundSome += 1
      }
      expect(foundSome).toBeGreaterThan(QUERIES / 4)
    },
  )
}
