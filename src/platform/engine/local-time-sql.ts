import { type ZoneOffset, zoneOffsets } from '../../kernel/zone-offsets.ts'
import type { Dialect } from './dialect.ts'

/** The years that instants of records may have. */
const FIRST_YEAR = 1970
const YEARS = Array.from({ length: 230 }, (_, index) => FIRST_YEAR + index)
const EVER = { fromMs: Date.UTC(FIRST_YEAR, 0, 1), toMs: Date.UTC(2200, 0, 1) }
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

/** Quick for instants around the span, and right for all others. */
export function localTimeSql(
  dialect: Dialect,
  timeZone: string,
  span: { readonly fromMs: number; readonly toMs: number },
): LocalTimeSql {
  const near = { fromMs: span.fromMs - MARGIN_MS, toMs: span.toMs + MARGIN_MS }
  const middleMs = Math.floor((near.fromMs + near.toMs) / 2)
  const offsetsNear = zoneOffsets(timeZone, near)
  const offsetsEver = offsetsEverOf(timeZone)
  const pick = (instantMs: string, written: Written): string => {
    const distinct = new Set([...offsetsEver, ...offsetsNear].map(written))
    const [only] = distinct
    if (distinct.size === 1 && only !== undefined) return only
    // One comparison rather than two with `and`, which ClickHouse is slow to analyze above many columns.
    const isNear = `abs(${instantMs} - ${middleMs}) <= ${near.toMs - middleMs}`
    const far = lookedUp(dialect, instantMs, offsetsEver, written)
    return `case when ${isNear} then ${picked(instantMs, offsetsNear, written)} else ${far} end`
  }
  return {
    localMs: (instantMs) => `(${instantMs} + ${pick(instantMs, ({ offsetMs }) => `${offsetMs}`)})`,
    offsetText: (instantMs) => pick(instantMs, ({ offsetMs }) => `'${offsetTextOf(offsetMs)}'`),
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
    .map((offset, index) => `when ${instantMs} < ${offsets[index + 1]?.fromMs} then ${written(offset)}`)
  return cases.length === 0 ? written(last) : `case ${cases.join(' ')} else ${written(last)} end`
}

/**
 * By the year, because a table of all changes for each row would need much memory: the offset at the start of the year, then each
 * change within it.
 */
function lookedUp(dialect: Dialect, instantMs: string, offsets: readonly ZoneOffset[], written: Written): string {
  const years = YEARS.map((year) => {
    const [fromMs, toMs] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    const first = offsets.findLast((offset) => offset.fromMs <= fromMs) ?? UTC
    const changes = offsets.filter((offset) => offset.fromMs > fromMs && offset.fromMs < toMs)
    return { first, changes }
  })
  const last = written(offsets.at(-1) ?? UTC)
  const nth = `${dialect.year(instantMs)} - ${FIRST_YEAR}`
  const ofYear = (values: readonly (string | number)[]): string => dialect.nth(values.map(String), nth)
  const changesMax = Math.max(...years.map(({ changes }) => changes.length))
  const cases = Array.from({ length: changesMax }, (_, index) => {
    // Counted from the last one, which holds until the year ends.
    const starts = years.map(({ changes }) => changes.at(-1 - index)?.fromMs ?? NEVER_MS)
    const brought = years.map(({ first, changes }) => written(changes.at(-1 - index) ?? first))
    return `when ${instantMs} >= ${ofYear(starts)} then ${ofYear(brought)}`
  })
  const begun = ofYear(years.map(({ first }) => written(first)))
  const isUnknown = [`${instantMs} < ${EVER.fromMs}`, `${instantMs} >= ${EVER.toMs}`]
  const unknown = isUnknown.map((condition) => `when ${condition} then ${last}`)
  return `case ${[...unknown, ...cases].join(' ')} else ${begun} end`
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
