import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resendWait } from './resend-limit.ts'

const START = Temporal.Instant.from('2026-03-09T10:00:00Z')
const after = (seconds: number) => START.add({ seconds })
const secondsLeft = (sent: readonly number[], now: number) =>
  resendWait(sent.map(after), after(now))?.until.since(after(now)).total('seconds')

test.each([
  ['the first mail', [], 0, undefined],
  ['the first resend, a second later', [0], 1, undefined],
  ['a second resend within a minute', [0, 1], 31, 30],
  ['a second resend after a minute', [0, 1], 61, undefined],
  ['a sixth resend within a day', [0, 60, 120, 180, 240, 300], 400, 86_400 + 60 - 400],
  ['a sixth resend when the first is a day old', [0, 60, 120, 180, 240, 300], 86_460, undefined],
  ['both limits: the later one counts', [0, 60, 120, 180, 240, 86_399], 86_440, 59 - 40 + 1],
  ['a resend long after many', [0, 60, 120, 180, 240, 300, 90_000], 200_000, undefined],
])('%s', (_, sent, now, expected) => {
  expect(secondsLeft(sent, now)).toBe(expected)
})

test('a merchant that tries every few seconds sends one a minute and five a day', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 10, maxLength: 40 }), (pauses) => {
      const sent = [0]
      let now = 0
      for (const pause of pauses) {
        now += pause
        const wait = secondsLeft(sent, now)
        if (wait === undefined) sent.push(now)
        // Waiting as long as it says is enough.
        else if (secondsLeft(sent, now + wait) !== undefined) throw new Error(`${wait} seconds are not enough.`)
      }
      const resent = sent.slice(1)
      for (const [index, time] of resent.entries()) {
        expect(time - (resent[index - 1] ?? -60)).toBeGreaterThanOrEqual(60)
        expect(time - (resent[index - 5] ?? -86_400)).toBeGreaterThanOrEqual(86_400)
      }
    }),
    { numRuns: 50 },
  )
})
