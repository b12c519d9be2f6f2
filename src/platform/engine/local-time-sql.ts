import { type ZoneOffset, zoneOffsets } from '../../kernel/zone-offsets.ts'

/** The years that instants of records may have. */
const YEARS = Array.from({ length: 230 }, (_, index) => 1970 + index)
const EVER = { fromMs: Date.UTC(1970, 0, 1), toMs: Date.UTC(2200, 0, 1) }
const NEVER_MS = Date.UTC(9999, 0, 1)
const UTC: ZoneOffset = { fromMs: Number.NEGATIVE_INFINITY, offsetMs: 0 }
const MARGIN_MS = 366 * 86_400_000
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000

type Written = (offset: ZoneOffset) => string

/** Local time of one zone in queries. The rules are written into them: the engine's own are of another age. */
export type LocalTimeSql = {
  /** Local time in milliseconds, as if it were UTC, of an instant in milliseconds. */
  readonly localMs: (instantMs: string) => string
  /** The offset at an instant in milliseconds, as `+05:30`. */
  readonly offsetText: (instantMs: string) => string
}

/** Gives an expression a name in the query, and answers what stands for it. */
export type Declare = (name: string, sql: string) => string

/** Quick for instants around the span, and right for all others. */
export function localTimeSql(
  timeZone: string,
  span: { readonly fromMs: number; readonly toMs: number },
  declare: Declare = (_name, sql) => sql,
): LocalTimeSql {
  const near = { fromMs: span.fromMs - MARGIN_MS, toMs: span.toMs + MARGIN_MS }
  const offsetsNear = zoneOffsets(timeZone, near)
  const offsetsEver = offsetsEverOf(timeZone)
  const pick = (what: string, instantMs: string, written: Written): string => {
    const distinct = new Set([...offsetsEver, ...offsetsNear].map(written))
    const [only] = distinct
    if (distinct.size === 1 && only !== undefined) return only
    const isNear = `${instantMs} >= ${near.fromMs} and ${instantMs} <= ${near.toMs}`
    const declareOwn: Declare = (name, sql) => declare(`zone_${what}_${name}`, sql)
    const far = lookedUp(instantMs, offsetsEver, written, declareOwn)
    return `if(${isNear}, ${picked(instantMs, offsetsNear, written)}, ${far})`
  }
  return {
    localMs: (instantMs) =>
      `(${instantMs} + ${pick('ms', instantMs, ({ offsetMs }) => `${offsetMs}`)})`,
    offsetText: (instantMs) =>
      pick('text', instantMs, ({ offsetMs }) => `'${offsetTextOf(offsetMs)}'`),
  }
}

/** To look them up takes longer than to write most queries, and they stay the same while the process lives. */
const knownEver = new Map<string, readonly ZoneOffset[]>()

function offsetsEverOf(timeZone: string): readonly ZoneOffset[] {
  const offsets = knownEver.get(timeZone) ?? zoneOffsets(timeZone, EVER)
  knownEver.set(timeZone, offsets)
  return offsets
}

function picked(instantMs: string, offsets: readonly ZoneOffset[], written: Written): string {
  const last = offsets.at(-1) ?? UTC
  const cases = offsets
    .slice(0, -1)
    .map((offset, index) => `${instantMs} < ${offsets[index + 1]?.fromMs}, ${written(offset)}`)
  return cases.length === 0 ? written(last) : `multiIf(${cases.join(', ')}, ${written(last)})`
}

/**
 * By the year, since a table of all changes beside each of many rows would need much memory: what held when it
 * began, and then what each change of that year brought.
 */
function lookedUp(
  instantMs: string,
  offsets: readonly ZoneOffset[],
  written: Written,
  declare: Declare,
): string {
  const years = YEARS.map((year) => {
    const [fromMs, toMs] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    const first = offsets.findLast((offset) => offset.fromMs <= fromMs) ?? UTC
    const changes = offsets.filter((offset) => offset.fromMs > fromMs && offset.fromMs < toMs)
    return { first, changes }
  })
  const year = `toYear(fromUnixTimestamp64Milli(${instantMs}, 'UTC'))`
  const known = declare('years', `[${YEARS.join(', ')}]`)
  const ofYear = (
    name: string,
    values: readonly (string | number)[],
    otherwise: string | number,
  ): string =>
    `transform(${year}, ${known}, ${declare(name, `[${values.join(', ')}]`)}, ${otherwise})`
  const changesMax = Math.max(...years.map(({ changes }) => changes.length))
  const cases = Array.from({ length: changesMax }, (_, index) => {
    // Counted from the last one, which holds until the year ends.
    const starts = years.map(({ changes }) => changes.at(-1 - index)?.fromMs ?? NEVER_MS)
    const brought = years.map(({ first, changes }) => written(changes.at(-1 - index) ?? first))
    const last = written(offsets.at(-1) ?? UTC)
    const start = ofYear(`starts_${index}`, starts, NEVER_MS)
    return `${instantMs} >= ${start}, ${ofYear(`brought_${index}`, brought, last)}`
  })
  const begun = ofYear(
    'begun',
    years.map(({ first }) => written(first)),
    written(offsets.at(-1) ?? UTC),
  )
  return cases.length === 0 ? begun : `multiIf(${cases.join(', ')}, ${begun})`
}

/** As ISO 8601 writes it. Some zones once had seconds in their offsets. */
function offsetTextOf(offsetMs: number): string {
  const size = Math.abs(offsetMs)
  const parts = [
    Math.floor(size / MS_PER_HOUR),
    Math.floor(size / MS_PER_MINUTE) % 60,
    Math.floor(size / 1_000) % 60,
  ].map((part) => String(part).padStart(2, '0'))
  const seconds = parts[2] === '00' ? [] : parts.slice(2)
  return `${offsetMs < 0 ? '-' : '+'}${[...parts.slice(0, 2), ...seconds].join(':')}`
}
