import { beforeAll, describe, expect, test } from 'vitest'
import { fieldNamed } from '../../src/catalogue/catalogue.ts'
import { ALL_KINDS } from '../../src/catalogue/kinds.ts'
import { REPORT_DEFINITIONS } from '../../src/catalogue/report-definitions.ts'
import { readPerson } from '../../src/kernel/person.ts'
import { eraseRecords } from '../../src/records/erasure/erase-records.ts'
import type { Outcome } from '../../src/records/storage/versions.ts'
import { REPORT_MIME_TYPES, type ReportMimeType } from '../../src/reporting/reports/report.ts'
import type { GivenReport } from '../support/data/made-reports.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { putRecords } from '../support/data/stored-records.ts'
import {
  among,
  PERSON_EMAIL,
  type RandomDelivery,
  RECORDS_SPAN,
  randomDeliveries,
} from '../support/random/random-deliveries.ts'
import { aRandomOrder } from '../support/random/random-orders.ts'
import { aRandomQuestion, ON_DEMAND_NAMES } from '../support/random/random-questions.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { PARSERS } from '../support/references/parsed-reports.ts'
import { seeds, USUAL_SEED } from '../support/run/test-run.ts'
import { archivedAgain, archiveOf, type EngineSide, startClickHouseSide, startDuckDbSide } from './engine-sides.ts'

/**
 * The same random records in both engines, and the same bytes out of both. A failure names its seed:
 * QUITTANCE_TEST_SEED=… QUITTANCE_TEST_SEEDS=1 repeats it alone.
 */
const SEEDS = seeds({ usual: 1, long: 200 })
/** One seed in four erases, archives and makes two reports of each definition, which takes ClickHouse the longest. */
const isWhole = (seed: number): boolean => seed % 4 === USUAL_SEED % 4
const RECORDS_MAX = 8
const PARQUET: ReportMimeType = 'application/vnd.apache.parquet'

let duckdb: EngineSide
let clickhouse: EngineSide
beforeAll(async () => {
  duckdb = await startDuckDbSide()
  clickhouse = await startClickHouseSide()
})

/** Does the same on both sides at the same time, for they share nothing. The result of DuckDB comes first. */
async function onBoth<T>(work: (side: EngineSide) => Promise<T>): Promise<readonly [T, T]> {
  return Promise.all([work(duckdb), work(clickhouse)])
}

describe.each(SEEDS)('seed %i', (seed) => {
  const partnerId = `p${seed}`
  const merchantIds = [`a${seed}`, `b${seed}`]
  const random = seededRandom(seed)
  const deliveries = randomDeliveries(random, { merchantIds, recordsMax: RECORDS_MAX })
  const later = randomDeliveries(random, { merchantIds, recordsMax: 2 }).filter(() => random.integer(1, 4) === 1)
  const archivedKinds = ALL_KINDS.filter(() => random.integer(1, 5) === 1)
  let keys: readonly [string, string]

  beforeAll(async () => {
    keys = await onBoth(async ({ service: { stores } }) => {
      const { bearer } = await anOrganization(stores, partnerId, { type: 'partner' })
      for (const merchantId of merchantIds) {
        await anOrganization(stores, merchantId, { parentId: partnerId })
      }
      return bearer.key
    })
    const [expected, found] = await onBoth(store)
    expect(found, `seed ${seed}: outcomes`).toEqual(expected)
  })

  /** Some records come later, in a whole seed after somebody was erased. */
  async function store(side: EngineSide): Promise<unknown> {
    const before = await deliver(side, deliveries)
    if (!isWhole(seed)) return { before, after: await deliver(side, later) }
    const { database, engine } = side.service.stores
    const person = readPerson({ emails: [PERSON_EMAIL], phones: [], customerIds: [] })
    const sought = { organizationId: partnerId, organizationIds: merchantIds, person }
    const { held } = await eraseRecords({ db: database, engine }, sought)
    const after = await deliver(side, later)
    return { before, held, after }
  }

  test.each(REPORT_DEFINITIONS)('$name has the same bytes from both engines', async (definition) => {
    const orders = seededRandom(seed * 1_000 + definition.id)
    const isOfAll = isWhole(seed) || orders.integer(0, 1) === 1
    if (isOfAll) {
      const all = { ...aRandomOrder(orders, definition, deliveries), ...RECORDS_SPAN, filters: {} }
      const mimeType = among(orders, REPORT_MIME_TYPES)
      const status = await expectSameReport({ ...all, organizationId: partnerId, mimeType })
      // A report of unfunded payments may be empty.
      if (definition.derivation === undefined) expect(status).toBe('COMPLETED')
    }
    if (!isOfAll || isWhole(seed)) {
      await expectSameReport({
        ...aRandomOrder(orders, definition, deliveries),
        organizationId: among(orders, [partnerId, ...merchantIds]),
        mimeType: among(orders, REPORT_MIME_TYPES),
      })
    }
  })

  async function expectSameReport(order: GivenReport & { readonly mimeType: ReportMimeType }) {
    const about = `seed ${seed}: ${JSON.stringify(order)}`
    const [expected, found] = await onBoth(({ maker }) => maker.make(order))
    expect(found.report.status, about).toBe(expected.report.status)
    const { rows, totals } = expected.report.manifest ?? {}
    expect(found.report.manifest?.rows, about).toBe(rows)
    expect(found.report.manifest?.totals, about).toEqual(totals)
    if (found.bytes.equals(expected.bytes)) return expected.report.status
    const fields = (order.fields ?? []).map(fieldNamed)
    const parse = PARSERS[order.mimeType]
    expect(await parse(found.bytes, fields), about).toEqual(await parse(expected.bytes, fields))
    if (order.mimeType !== PARQUET) expect(found.text, about).toBe(expected.text)
    return expected.report.status
  }

  test('on-demand reports are the same from both engines', async () => {
    const questions = seededRandom(seed)
    const statuses: number[] = []
    for (const name of ON_DEMAND_NAMES) {
      for (const accept of ['application/json', among(questions, ['text/csv', 'application/xml'])]) {
        const path = `/reporting/v3/${name}?${aRandomQuestion(questions, name, { partnerId, merchantIds })}`
        const [expected, found] = await onBoth(async (side) => {
          const key = keys[side === duckdb ? 0 : 1]
          const headers = { authorization: `Bearer ${key}`, accept }
          const response = await fetch(`${side.service.url}${path}`, { headers })
          const text = withoutAddress(await response.text(), side)
          // A refusal has a time and an id of its own.
          return response.ok ? { status: response.status, text } : { status: response.status }
        })
        expect(found, `seed ${seed}: ${accept} of ${path}`).toEqual(expected)
        statuses.push(expected.status)
      }
    }
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })

  test.runIf(isWhole(seed))('an archive comes out of the other engine as it went in', async () => {
    const wanted = { merchantIds, kinds: archivedKinds }
    const [ofDuckDb, ofClickHouse] = await onBoth(({ service }) => archiveOf(service.stores.engine, wanted))
    const [inDuckDb, inClickHouse] = await onBoth((side) =>
      archivedAgain(side, side === duckdb ? ofClickHouse : ofDuckDb, wanted),
    )

    expect(ofDuckDb.lines.length).toBeGreaterThanOrEqual(archivedKinds.length)
    expect(inClickHouse, `seed ${seed}`).toEqual(ofDuckDb.lines)
    expect(inDuckDb, `seed ${seed}`).toEqual(ofDuckDb.lines)
  })
})

async function deliver(
  { service: { stores } }: EngineSide,
  deliveries: readonly RandomDelivery[],
): Promise<readonly (readonly Outcome[])[]> {
  const outcomes: (readonly Outcome[])[] = []
  for (const { kind, records, receivedAt } of deliveries) {
    outcomes.push(await putRecords(stores, kind.name, records, { receivedAt }))
  }
  return outcomes
}

/** Each service names its own address. */
function withoutAddress(text: string, { service }: EngineSide): string {
  return text.replaceAll(service.url, '')
}
