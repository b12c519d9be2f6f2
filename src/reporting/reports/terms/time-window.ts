// pure
import { checked, converted, invalid, members, type Reader, required } from '../../../kernel/reading/reading.ts'
import { given, instant, type Parse, trimmed, withPlus } from '../../../kernel/reading/text-readers.ts'

/** The time window of a request. */
export type TimeWindow = {
  /** Inclusive. */
  readonly from: Temporal.Instant
  /** Exclusive. */
  readonly to: Temporal.Instant
  /** The offset of startTime, such as `-08:00`: it determines where days begin. */
  readonly offset: string
}

type WrittenTime = { readonly instant: Temporal.Instant; readonly offset: string }

const writtenTime: Parse<WrittenTime> = trimmed((text) => {
  const read = instant(text)
  if (!('value' in read)) return read
  const [, hours = '+00', minutes = '00'] = /([+-]\d\d):?(\d\d)$/.exec(withPlus(text)) ?? []
  return { value: { instant: read.value, offset: `${hours}:${minutes}` } }
})

const times = checked(
  members({ startTime: required(given(writtenTime)), endTime: required(given(writtenTime)) }),
  ({ startTime, endTime }) =>
    Temporal.Instant.compare(startTime.instant, endTime.instant) < 0
      ? []
      : [invalid('endTime', 'must be later than startTime')],
)

/** Reads `startTime` and `endTime` of a query, both required. */
export const timeWindow: Reader<TimeWindow> = converted(times, ({ startTime, endTime }) => ({
  from: startTime.instant,
  to: endTime.instant,
  offset: startTime.offset,
}))

/**
 * Reads a window for record times, which are whole milliseconds: a start or end between two of them is rounded up, so
 * that each record lies in exactly one of several adjacent windows.
 */
export const recordWindow: Reader<TimeWindow> = converted(timeWindow, (window) => ({
  ...window,
  from: wholeMillisecond(window.from),
  to: wholeMillisecond(window.to),
}))

function wholeMillisecond(time: Temporal.Instant): Temporal.Instant {
  return time.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })
}
