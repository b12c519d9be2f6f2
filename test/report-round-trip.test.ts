import { beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '../src/catalogue/field.ts'
import { KINDS } from '../src/catalogue/kinds.ts'
import { fieldsOfDefinition, type ReportDefinition } from '../src/catalogue/report-definition.ts'
import { REPORT_DEFINITIONS } from '../src/catalogue/report-definitions.ts'
import type { RecordContent } from '../src/records/reading/record.ts'
import { REPORT_MIME_TYPES, type ReportMimeType } from '../src/reporting/reports/report.ts'
import { REPORT_TIME_ZONES } from '../src/reporting/reports/terms/report-time-zones.ts'
import { startWholeService } from './support/apps/whole-service.ts'
import { type ReportMaker, reportMaker } from './support/data/made-reports.ts'
import { anOrganization } from './support/data/organizations.ts'
import { storeRecords } from './support/data/store-records.ts'
import { aRandomRecord } from './support/random/random-records.ts'
import { aReportValue } from './support/random/random-report-values.ts'
import { seededRandom } from './support/random/seeded-random.ts'
import { guardedText } from './support/references/guarded-text.ts'
import { dtdProblems, PARSERS } from './support/references/parsed-reports.ts'
import { referenceCell, referenceTotals } from './support/references/report-reference.ts'
import { isLongRun, seed } from './support/run/test-run.ts'

const RECORDS = isLongRun ? 400 : 40
const ROUNDS = isLongRun ? 40 : 1
const FIELDS_MAX = 40
const SPAN = { startsAt: '2025-01-01T00:00:00Z', endsAt: '2025-02-01T00:00:00Z' }

const random = seededRandom(seed)
const stored = new Map<string, readonly RecordContent[]>()
let maker: ReportMaker

beforeAll(async () => {
  const { stores } = await startWholeService({ QUITTANCE_ROLE: 'api' })
  await anOrganization(stores, 'shop')
  maker = reportMaker({ stores })
  for (const kind of Object.values(KINDS)) {
    const given = { merchantIds: ['shop'], months: 1, oneIn: 2, valueFor: aReportValue }
    const records = Array.from({ length: RECORDS }, (_, index) => aRandomRecord(random, kind, `r${index}`, given))
    const delivery = { organizationId: 'shop', source: 'ingest', receivedAtMs: 0 } as const
    await storeRecords({ db: stores.database, engine: stores.engine }, { kind, delivery, records })
    stored.set(kind.name, records)
  }
})

/** Each format in turn: usual runs make two of each report. */
const FORMATS_SHOWN = isLongRun ? REPORT_MIME_TYPES.length : 2
const definitions = REPORT_DEFINITIONS.map((definition, index) => {
  const formats = Array.from({ length: FORMATS_SHOWN }, (_, turn) => {
    return REPORT_MIME_TYPES[(index * FORMATS_SHOWN + turn + seed) % REPORT_MIME_TYPES.length] ?? 'text/csv'
  })
  return [definition.name, { definition, formats }] as const
})

describe.each(definitions)('%s says the same in every format', (_, { definition, formats }) => {
  test.each(Array.from({ length: ROUNDS }, (__, round) => [round]))('round %i', async () => {
    const order = anOrder(definition)
    // The aging report lists unfunded payments: its formats are compared with each other only.
    const expected =
      definition.derivation === undefined ? referenceOf(order) : await rowsOf(order, 'application/x-ndjson')

    expect(expected.length).toBeGreaterThan(0)
    for (const mimeType of formats) {
      const rows = await rowsOf(order, mimeType)
      const wanted = expected.map((row) => row.map((cell, at) => asIn(mimeType, cell, order.fields[at])))
      expect(rows, mimeType).toEqual(wanted)
    }
  })
})

type Order = ReturnType<typeof anOrder>

function anOrder(definition: ReportDefinition) {
  const all = fieldsOfDefinition(definition)
  const count = random.integer(1, Math.min(FIELDS_MAX, all.length))
  const fields = shuffled(all).slice(0, count)
  const convention = ([undefined, 'SOAPI', 'SCMP'] as const)[random.integer(0, 2)]
  return {
    definition,
    fields,
    timeZone: REPORT_TIME_ZONES[random.integer(0, REPORT_TIME_ZONES.length - 1)] ?? 'GMT',
    signedAmounts: random.isHeads(),
    ...(convention === undefined ? {} : { fieldNameConvention: convention }),
  }
}

function shuffled<T>(all: readonly T[]): readonly T[] {
  return all
    .map((item) => [random.integer(0, 2 ** 31), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

async function rowsOf({ definition, fields, ...order }: Order, mimeType: ReportMimeType) {
  const { report, bytes } = await maker.make({
    definitionName: definition.name,
    mimeType,
    fields: fields.map(({ wireName }) => wireName),
    ...order,
    ...SPAN,
  })
  expect(report.status).toBe('COMPLETED')
  if (definition.derivation === undefined) {
    const given = { kind: KINDS[definition.kind], ...order }
    expect(report.manifest?.totals).toEqual(referenceTotals(liveRecords(definition), fields, given))
  }
  if (mimeType === 'application/xml') expect(dtdProblems(definition, bytes)).toBe('')
  return PARSERS[mimeType](bytes, fields)
}

function referenceOf({ definition, fields, timeZone, signedAmounts }: Order) {
  const kind = KINDS[definition.kind]
  return liveRecords(definition).map((record) =>
    fields.map((field) => referenceCell(record, field, { kind, timeZone, signedAmounts })),
  )
}

function liveRecords({ kind }: ReportDefinition) {
  return (stored.get(kind) ?? [])
    .filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => a.occurredAtMs - b.occurredAtMs || (a.recordId < b.recordId ? -1 : 1))
}

function isText(field: Field | undefined): boolean {
  return field?.type.kind === 'text' || field?.type.kind === 'code'
}

/** The cell as the format writes it: escaped, with substitutes, or as a plain value. */
function asIn(mimeType: ReportMimeType, cell: string, field: Field | undefined): string {
  switch (mimeType) {
    case 'text/csv':
      return isText(field) ? guardedText(cell) : cell
    case 'application/x-ndjson':
      return cell
    case 'application/xml':
    case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
      return isText(field) ? cell.replaceAll(NOT_IN_XML, '\uFFFD') : cell
    case 'application/vnd.apache.parquet':
      return cell === '' ? cell : asValue(cell, field)
  }
}

/** Values have no writing of their own: no zone, no zeros at the end. */
function asValue(cell: string, field: Field | undefined): string {
  const kind = field?.type.kind
  if (kind === 'instant') {
    return Temporal.Instant.from(cell).toString({ smallestUnit: 'millisecond' })
  }
  if (kind === 'date') return `${cell}T00:00:00.000Z`
  const isDecimal = kind === 'amount' || kind === 'decimal'
  return isDecimal ? cell.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : cell
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML has no place for.
const NOT_IN_XML = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
