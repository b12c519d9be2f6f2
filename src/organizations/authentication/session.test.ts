import { expect, test } from 'vitest'
import { isSignedIn } from './session.ts'

const start = Temporal.Instant.from('2026-03-01T12:00:00Z')
const minute = (count: number) => start.add({ minutes: count })
const session = { lastSeenAt: start, expiresAt: minute(90), endedAt: undefined }

test.each([
  ['immediately', session, 0, true],
  ['just before it was idle for too long', session, 59, true],
  ['when it was idle for too long', session, 60, false],
  ['when it was used in between', { ...session, lastSeenAt: minute(50) }, 89, true],
  ['when its time is over, however busy', { ...session, lastSeenAt: minute(89) }, 90, false],
  ['when it was ended', { ...session, endedAt: start }, 0, false],
])('the state of a session %s', (_, given, minutes, isExpected) => {
  expect(isSignedIn(given, minute(minutes))).toBe(isExpected)
})
