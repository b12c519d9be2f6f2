// pure
import type { Outcome } from './content-problem.ts'
import { instantOf, type QueryReader, trimmed, withPlus } from './query-reader.ts'

/** The time that a request asks about. */
export type AskedWindow = {
  /** Included. */
  readonly from: Temporal.Instant
  /** Excluded. */
  readonly to: Temporal.Instant
  /** The offset that startTime was written with, such as `-08:00`: it says where days begin. */
  readonly offset: string
}

type Written = { readonly instant: Temporal.Instant; readonly offset: string }

const UTC = '+00:00'
const NO_TIME: Written = { instant: Temporal.Instant.fromEpochMilliseconds(0), offset: UTC }

/** `startTime` and `endTime`, both required. */
export function readWindow(reader: QueryReader): AskedWindow {
  const from = reader.required('startTime', trimmed(writtenTime), NO_TIME)
  const to = reader.required('endTime', trimmed(writtenTime), NO_TIME)
  if (reader.isFlawless && Temporal.Instant.compare(from.instant, to.instant) >= 0) {
    reader.refuse('endTime', 'must be later than startTime')
  }
  return { from: from.instant, to: to.instant, offset: from.offset }
}

/**
 * The same for times of records, which are whole milliseconds: a bound between two of them means the later one, for
 * the end as for the start. So each record lies in the window that its time lies in, and in none that begins later.
 */
export function readRecordWindow(reader: QueryReader): AskedWindow {
  const { from, to, offset } = readWindow(reader)
  return { from: wholeMillisecond(from), to: wholeMillisecond(to), offset }
}

function wholeMillisecond(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })
}

function writtenTime(text: string): Outcome<Written> {
  const read = instantOf(text)
  if ('sentence' in read) return read
  const [, hours = '+00', minutes = '00'] = /([+-]\d\d):?(\d\d)$/.exec(withPlus(text)) ?? []
  return { value: { instant: read.value, offset: `${hours}:${minutes}` } }
}
