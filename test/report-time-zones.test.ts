import { beforeAll, expect, test } from 'vitest'
import { fieldNamed } from '../src/catalogue/catalogue.ts'
import { fieldsOfDefinition } from '../src/catalogue/report-definition.ts'
import { REPORT_DEFINITIONS } from '../src/catalogue/report-definitions.ts'
import type { Engine } from '../src/platform/engine/engine.ts'
import { cellSql } from '../src/reporting/generation/cell-sql.ts'
import { layoutOf, renderedQuery } from '../src/reporting/generation/report-query.ts'
import { summarySql } from '../src/reporting/generation/report-summary.ts'
import { REPORT_MIME_TYPES } from '../src/reporting/reports/report.ts'
import { REPORT_TIME_ZONES } from '../src/reporting/reports/terms/report-time-zones.ts'
import { aReport } from './support/data/made-reports.ts'
import { instantText } from './support/references/report-reference.ts'
import { inTurn, isLongRun } from './support/run/test-run.ts'
import { aRecordStore } from './support/stores/record-store.ts'

const HOUR_MS = 3_600_000
const YEARS = { fromMs: Date.UTC(2020, 0), toMs: Date.UTC(isLongRun ? 2036 : 2028, 0) }
const EVER = { fromMs: Date.UTC(1970, 0), toMs: Date.UTC(2200, 0) }
/** A usual report's: most of the years are far from it, and looked up by the year. */
const MONTH = { fromMs: Date.UTC(2026, 2), toMs: Date.UTC(2026, 3) }
/** Every n-th hour that is not near a clock change is checked; n is prime, so that all hours of the day occur. */
const SAMPLED = isLongRun ? 1 : 37
const SAMPLED_EVER = isLongRun ? 29 : 997
const SAMPLED_OFFSETS = isLongRun ? 1 : 7

let engine: Engine
beforeAll(async () => {
  engine = (await aRecordStore()).engine
})

/** Zones that change by half an hour, have odd offsets or turn their clocks the other way. */
const ODD_ZONES = [
  ...['America/St_Johns', 'Australia/Lord_Howe', 'Australia/Eucla', 'Asia/Katmandu'],
  ...['Europe/Dublin', 'America/Godthab', 'Africa/Cairo', 'Pacific/Norfolk'],
]
/** Every sixth of the others in turn; the test after this one looks at all of them. */
const PRINTED_ZONES = [...new Set([...ODD_ZONES, ...inTurn(REPORT_TIME_ZONES, 6)])]

test.each(PRINTED_ZONES)('local times in %s match the calendar', async (timeZone) => {
  const changes = changesOf(timeZone)
  const years = instantsWithin(YEARS, SAMPLED, changes)
  const ever = instantsWithin(EVER, SAMPLED_EVER, changes)

  await expectTexts(timeZone, [YEARS, MONTH], years)
  await expectTexts(timeZone, [MONTH], ever)
})

test.each(REPORT_TIME_ZONES)('%s has the calendar’s offset in every hour', async (timeZone) => {
  const from = `(select make_timestamp_ms(${YEARS.fromMs} + hour * ${HOUR_MS}) as moment
    from (select ${unnested(hoursOf(timeZone))} as hour))`
  const { query, text } = printedInstant(timeZone, MONTH, from)
  const printed = query.selectSql(['moment', `${text} as written`])

  const [result] = await engine.rows<{ wrong: number; hours: number[]; offsets: string[] }>(
    // With its offset a text is an instant again, whatever the engine knows of zones.
    `select count(*) filter (where cast(written as timestamptz) != moment at time zone 'UTC') as wrong,
      list(hour order by hour) filter (where shift is distinct from before) as hours,
      list(shift order by hour) filter (where shift is distinct from before) as offsets
    from (select *, lag(shift) over (order by moment) as before
      from (select moment, written, substring(written, 24) as shift,
          (epoch_ms(moment) - ${YEARS.fromMs}) // ${HOUR_MS} as hour
        from (${printed})))`,
  )

  const shifts = offsetsByHour(timeZone)
  expect(result).toEqual({
    wrong: 0,
    hours: shifts.map(({ hour }) => hour),
    offsets: shifts.map(({ offset }) => offset),
  })
})

test('no query names a time zone of the engine but UTC', () => {
  for (const definition of REPORT_DEFINITIONS) {
    const fields = fieldsOfDefinition(definition).map(({ wireName }) => wireName)
    for (const mimeType of REPORT_MIME_TYPES) {
      const timeZone = 'America/Vancouver'
      const report = aReport({ definitionName: definition.name, mimeType, timeZone, fields })
      const scope = { merchantIds: ['shop'], agingLookBackDays: 180, receivedUntilMs: 0 }
      const layout = layoutOf(engine.dialect, report, {
        ...scope,
        baseUrl: 'https://pay.example.com',
      })

      const queries = [renderedQuery(layout, mimeType).select, summarySql(layout), layout.source.storedStateSql]

      for (const query of queries) {
        const zones = [...query.matchAll(/'([A-Z][A-Za-z]+(?:\/[A-Za-z_]+)*)'/g)]
          .map(([, text = '']) => text)
          .filter((text) => text === 'UTC' || text === 'GMT' || text.includes('/'))
        expect(zones.filter((zone) => zone !== 'UTC')).toEqual([])
        expect(query).not.toMatch(/toTimeZone\(|timezone\(|now\(/i)
      }
    }
  }
})

/** Every hour of the two days around each change, its very edge, and some of all others. */
function instantsWithin({ fromMs, toMs }: Span, sampled: number, changes: readonly number[]): readonly number[] {
  const instants = new Set<number>()
  for (let atMs = fromMs; atMs < toMs; atMs += sampled * HOUR_MS) instants.add(atMs)
  const hours = Array.from({ length: 49 }, (_, hour) => (hour - 24) * HOUR_MS)
  const edges = [-1_000, -999, -1, 0, 1, 999, 1_000]
  const isEver = fromMs === EVER.fromMs
  for (const change of changes.filter((atMs) => atMs >= fromMs && atMs < toMs)) {
    for (const by of isEver ? edges : [...hours, ...edges]) {
      if (change + by >= EVER.fromMs) instants.add(change + by)
    }
  }
  return [...instants, fromMs, fromMs + 1, toMs - 1]
}

/** Those of the day around each change of the years, and some of all others, in order. */
function hoursOf(timeZone: string): readonly number[] {
  const count = (YEARS.toMs - YEARS.fromMs) / HOUR_MS
  const sampled = Array.from({ length: Math.ceil(count / SAMPLED_OFFSETS) }, (_, index) => index * SAMPLED_OFFSETS)
  const near = changesOf(timeZone).flatMap((atMs) => {
    const hour = Math.ceil((atMs - YEARS.fromMs) / HOUR_MS)
    return Array.from({ length: 25 }, (_, index) => hour + index - 12)
  })
  const within = [...sampled, ...near].filter((hour) => hour >= 0 && hour < count)
  return [...new Set(within)].sort((a, b) => a - b)
}

/** As one text, which is far quicker to plan than a list of literals. */
function unnested(numbers: readonly number[]): string {
  return `unnest(cast('[${numbers.join(', ')}]' as bigint[]))`
}

const knownChanges = new Map<string, readonly number[]>()

function changesOf(timeZone: string): readonly number[] {
  const known = knownChanges.get(timeZone) ?? readChanges(timeZone)
  knownChanges.set(timeZone, known)
  return known
}

function readChanges(timeZone: string): readonly number[] {
  const changes: number[] = []
  let local: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
  for (;;) {
    local = local.getTimeZoneTransition('next')
    if (local === null || local.epochMilliseconds >= EVER.toMs) return changes
    changes.push(local.epochMilliseconds)
  }
}

/** The first hour of the years, and each at which the calendar has another offset than before. */
function offsetsByHour(timeZone: string): readonly { hour: number; offset: string }[] {
  const instants = [YEARS.fromMs, ...changesOf(timeZone)].filter((atMs) => atMs >= YEARS.fromMs && atMs < YEARS.toMs)
  const all = instants.map((atMs) => {
    const hour = Math.ceil((atMs - YEARS.fromMs) / HOUR_MS)
    const first = Temporal.Instant.fromEpochMilliseconds(YEARS.fromMs + hour * HOUR_MS)
    return { hour, offset: first.toZonedDateTimeISO(timeZone).offset }
  })
  return all.filter(({ offset }, index) => offset !== all[index - 1]?.offset)
}

type Span = { readonly fromMs: number; readonly toMs: number }

/** Compares the instants that reports of the spans print with the calendar. */
async function expectTexts(timeZone: string, spans: readonly Span[], instants: readonly number[]): Promise<void> {
  const expected = instants.map((atMs) => instantText(atMs, timeZone))
  for (const span of spans) {
    const printed = await printedTexts(timeZone, span, instants)

    expect(printed.length).toBe(instants.length)
    const wrong = expected.flatMap((text, index) =>
      printed[index] === text ? [] : [`${printed[index]} instead of ${text}`],
    )
    expect(wrong.slice(0, 10)).toEqual([])
  }
}

async function printedTexts(timeZone: string, span: Span, instants: readonly number[]): Promise<readonly string[]> {
  const at = `make_timestamp_ms(${unnested(instants)})`
  const { query, text } = printedInstant(timeZone, span, `(select ${at} as moment)`)
  const select = query.selectSql([text])
  const chunks: Uint8Array[] = []
  for await (const chunk of engine.lines(select)) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8').trimEnd().split('\n')
}

/** The SQL of the instants `moment` as a report of the span prints them. */
function printedInstant(timeZone: string, span: Span, from: string) {
  const source = {
    dialect: engine.dialect,
    from,
    unfiltered: from,
    condition: undefined,
    order: 'moment',
    valueIn: () => 'moment',
    isRepetitive: () => false,
    isRefund: '0',
    refundedAmounts: [],
    isSingle: false,
    readsMaps: () => false,
    bytesOf: () => '0',
    slices: undefined,
    rowNumber: engine.dialect.rowNumber,
    storedStateSql: '',
    lateCountSql: () => '',
    changedSinceSql: () => '',
  }
  const { query, text } = cellSql({ source, signedAmounts: false, timeZone, span })
  return { query, text: text(fieldNamed('Request.TransactionDate')) }
}
