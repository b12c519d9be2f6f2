import { expect, test } from 'vitest'
import { isConfirmed, isSignedIn, started } from './session.ts'

const start = Temporal.Instant.from('2026-03-01T12:00:00Z')
const minute = (count: number) => start.add({ minutes: count })
const day = (count: number) => start.add({ hours: 24 * count })
const input = { sessionId: 'one', personId: 'ada', device: 'Firefox on Linux', network: '192.0.2.1' }
const session = started({ ...input, isKept: false }, { at: start })
const kept = started({ ...input, isKept: true }, { at: start })

test.each([
  ['immediately', session, minute(0), true],
  ['just before it was idle for too long', session, minute(59), true],
  ['when it was idle for too long', session, minute(60), false],
  ['when it was used in between', { ...session, lastSeenAt: minute(50) }, minute(109), true],
  ['before its twelve hours are over', { ...session, lastSeenAt: minute(719) }, minute(719), true],
  ['when its twelve hours are over, however busy', { ...session, lastSeenAt: minute(719) }, minute(720), false],
  ['when it was ended', { ...session, endedAt: start }, minute(0), false],
  ['that is kept, when it was idle for 29 days', kept, day(29), true],
  ['that is kept, after 30 days', { ...kept, lastSeenAt: day(29) }, day(30), false],
  ['that is kept, when it was ended', { ...kept, endedAt: start }, minute(0), false],
])('the state of a session %s', (_, given, at, isExpected) => {
  expect(isSignedIn(given, at)).toBe(isExpected)
})

test('a password or code counts as just asked for until 15 minutes later', () => {
  expect(isConfirmed(session, minute(14))).toBe(true)
  expect(isConfirmed(session, minute(15))).toBe(false)
})
