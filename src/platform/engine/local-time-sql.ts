import { type ZoneOffset, zoneOffsets } from '../../kernel/time/zone-offsets.ts'
import type { Dialect } from './dialect.ts'

/** The years that instants of records may have. */
const FIRST_YEAR = 1970
const YEARS = Array.from({ length: 230 }, (_, index) => FIRST_YEAR + index)
const EVER = { fromMs: Date.UTC(FIRST_YEAR, 0, 1), toMs: Date.UTC(2200, 0, 1) }
const NEVER_MS = Date.UTC(9999, 0, 1)
const UTC: ZoneOffset = { fromMs: Number.NEGATIVE_INFINITY, offsetMs: 0 }
const MARGIN_MS = 366 * 86_400_000

/** Local time of one zone in queries. Offsets are inlined, because the engine's tzdata may be of another version. */
export type LocalTimeSql = {
  /** The offset in milliseconds at an instant in milliseconds. */
  readonly offsetMs: (instantMs: string) => string
  /** Local time in milliseconds, as if it were UTC, of an instant in milliseconds. */
  readonly localMs: (instantMs: string) => string
  /** One of the offsets in milliseconds, as `+05:30`: far quicker to plan than a second lookup. */
  readonly offsetText: (offsetMs: string) => string
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
  const { offsets: offsetsEver, years } = knownZone(timeZone)
  const [first = 0, ...others] = new Set([...offsetsEver, ...offsetsNear].map(({ offsetMs }) => offsetMs))
  const offsetMs = (instantMs: string): string => {
    if (others.length === 0) return `${first}`
    // One comparison rather than two with `and`, which both engines are slow to analyze above many columns.
    const isNear = `abs(${instantMs} - ${middleMs}) <= ${near.toMs - middleMs}`
    const far = lookedUp(dialect, instantMs, years)
    return `case when ${isNear} then ${picked(instantMs, offsetsNear)} else ${far} end`
  }
  return {
    offsetMs,
    localMs: (instantMs) => `(${instantMs} + ${offsetMs(instantMs)})`,
    offsetText: (offset) => {
      const cases = others.map((other) => `when ${other} then '${offsetTextOf(other)}'`)
      const otherwise = `'${offsetTextOf(first)}'`
      return cases.length === 0 ? otherwise : `case ${offset} ${cases.join(' ')} else ${otherwise} end`
    },
  }
}

type KnownZone = { readonly offsets: readonly ZoneOffset[]; readonly years: YearLists }

/** Looking them up takes longer than writing most queries, and they do not change while the process lives. */
const knownZones = new Map<string, KnownZone>()

function knownZone(timeZone: string): KnownZone {
  return knownZones.getOrInsertComputed(timeZone, () => {
    const offsets = zoneOffsets(timeZone, EVER)
    return { offsets, years: yearLists(offsets) }
  })
}

function picked(instantMs: string, offsets: readonly ZoneOffset[]): string {
  const last = offsets.at(-1) ?? UTC
  const cases = offsets
    .slice(0, -1)
    .map((offset, index) => `when ${instantMs} < ${offsets[index + 1]?.fromMs} then ${offset.offsetMs}`)
  return cases.length === 0 ? `${last.offsetMs}` : `case ${cases.join(' ')} else ${last.offsetMs} end`
}

/** With a value for each of the years. */
type YearLists = {
  /** The offsets in which the years begin. */
  readonly begun: readonly number[]
  /** When clocks change, and to which offset; counted from the last change, which holds until the year ends. */
  readonly changes: readonly { readonly starts: readonly number[]; readonly brought: readonly number[] }[]
  /** The offset outside of the years. */
  readonly last: number
}

function yearLists(offsets: readonly ZoneOffset[]): YearLists {
  const years = YEARS.map((year) => {
    const [fromMs, toMs] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    const first = offsets.findLast((offset) => offset.fromMs <= fromMs) ?? UTC
    const changes = offsets.filter((offset) => offset.fromMs > fromMs && offset.fromMs < toMs)
    return { first, changes }
  })
  const changesMax = Math.max(...years.map(({ changes }) => changes.length))
  return {
    begun: years.map(({ first }) => first.offsetMs),
    changes: Array.from({ length: changesMax }, (_, index) => ({
      starts: years.map(({ changes }) => changes.at(-1 - index)?.fromMs ?? NEVER_MS),
      brought: years.map(({ first, changes }) => (changes.at(-1 - index) ?? first).offsetMs),
    })),
    last: (offsets.at(-1) ?? UTC).offsetMs,
  }
}

/**
 * By the year, because a table of all changes for each row would need much memory: the offset at the start of the year, then each
 * change within it.
 */
function lookedUp(dialect: Dialect, instantMs: string, { begun, changes, last }: YearLists): string {
  const nth = `${dialect.year(instantMs)} - ${FIRST_YEAR}`
  const isUnknown = [`${instantMs} < ${EVER.fromMs}`, `${instantMs} >= ${EVER.toMs}`]
  const cases = [
    ...isUnknown.map((condition) => `when ${condition} then ${last}`),
    ...changes.map(
      ({ starts, brought }) => `when ${instantMs} >= ${dialect.nth(starts, nth)} then ${dialect.nth(brought, nth)}`,
    ),
  ]
  return `case ${cases.join(' ')} else ${dialect.nth(begun, nth)} end`
}

/** As ISO 8601 writes it. Some zones once had seconds in their offsets. */
function offsetTextOf(offsetMs: number): string {
  const time = new Date(Math.abs(offsetMs)).toISOString().slice('1970-01-01T'.length, '1970-01-01T00:00:00'.length)
  return `${offsetMs < 0 ? '-' : '+'}${time.replace(/:00$/, '')}`
}
