import { describe, expect, test } from 'vitest'
import { stepsWithinDays } from './steps-within-days.ts'

const HOUR_MS = 3_600_000
const spanOf = (from: string, days: number) => {
  const fromMs = Date.parse(`${from}T00:00:00Z`)
  return { fromMs, toMs: fromMs + days * 24 * HOUR_MS }
}

test.each([
  ['UTC', '2026-10-01', 24 * HOUR_MS, 0],
  ['Asia/Kolkata', '2026-10-01', 24 * HOUR_MS, 5.5 * HOUR_MS],
  ['Pacific/Kiritimati', '2026-10-01', 24 * HOUR_MS, 14 * HOUR_MS],
  // Clocks change by an hour, by half an hour, at midnight, and by a whole day.
  ['Europe/Berlin', '2026-10-01', HOUR_MS, 2 * HOUR_MS],
  ['Australia/Lord_Howe', '2026-09-15', HOUR_MS / 2, 10.5 * HOUR_MS],
  ['America/Havana', '2026-10-01', HOUR_MS, -4 * HOUR_MS],
  ['Pacific/Apia', '2011-12-01', 24 * HOUR_MS, -10 * HOUR_MS],
])('in %s from %s on, a step has %d ms', (timeZone, from, ms, offsetMs) => {
  expect(stepsWithinDays(timeZone, spanOf(from, 60))).toEqual({ ms, offsetMs })
})

describe('each step is within one day and one offset', () => {
  test.each(Intl.supportedValuesOf('timeZone').filter((_, index) => index % 7 === 0))('%s', (timeZone) => {
    for (const from of ['1972-01-01', '1995-09-01', '2011-12-01', '2026-03-01', '2026-10-01']) {
      const span = spanOf(from, 60)
      const { ms, offsetMs } = stepsWithinDays(timeZone, span)
      const looks = (atMs: number) => {
        const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone)
        return `${local.toPlainDate().toString()} ${local.offset}`
      }

      // Many short steps are alike, so some of them are read.
      const count = Math.floor((span.toMs - span.fromMs) / ms)
      const among = Math.max(1, Math.floor(count / 200))
      const firstStep = Math.ceil((span.fromMs + offsetMs) / ms)
      for (let step = firstStep; step < firstStep + count; step += among) {
        const startMs = step * ms - offsetMs
        expect([timeZone, looks(startMs + ms - 1)]).toEqual([timeZone, looks(startMs)])
      }
    }
  })
})
