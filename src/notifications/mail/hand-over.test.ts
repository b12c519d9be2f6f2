import { expect, test } from 'vitest'
import { handOverOf } from './hand-over.ts'

const OF_ADDRESS = { outcome: 'refused', isAddress: true }
const OF_MAIL = { outcome: 'refused', isAddress: false }
const LATER = { outcome: 'deferred' }

test.each([
  ['RCPT TO', '550 5.1.1 no such user', OF_ADDRESS],
  ['RCPT TO', '550 mailbox unavailable', OF_ADDRESS],
  ['RCPT TO', '553 5.1.3 bad address', OF_ADDRESS],
  ['RCPT TO', '550-5.1.1 The account does not exist.\n550 5.1.1 See our help.', OF_ADDRESS],
  ['RCPT TO', '552 5.2.2 mailbox full', OF_MAIL],
  ['RCPT TO', '552 mailbox full', OF_MAIL],
  ['RCPT TO', '554 5.7.1 relay access denied', OF_MAIL],
  ['DATA', '554 5.7.1 looks like spam', OF_MAIL],
  ['DATA', '550 5.1.1 no such user', OF_ADDRESS],
  ['DATA', '554 no', OF_MAIL],
  ['RCPT TO', '450 4.7.1 greylisted, try later', LATER],
  ['RCPT TO', '503 bad sequence of commands', LATER],
  ['RCPT TO', '530 5.7.0 authentication required', LATER],
  ['DATA', '451 local error', LATER],
  ['MAIL FROM', '550 5.7.1 this sender may not send', LATER],
  ['AUTH PLAIN', '535 5.7.8 wrong password', LATER],
])('%s answered with "%s"', (command, response, expected) => {
  const responseCode = Number(response.slice(0, 3))

  expect(handOverOf({ message: 'failed', command, response, responseCode })).toMatchObject(expected)
})

test('a mail without an answer is retried, and the reason is one line', () => {
  const failure = { message: 'connect ECONNREFUSED\r\n127.0.0.1:1', command: 'CONN' }

  expect(handOverOf(failure)).toEqual({ outcome: 'deferred', reason: 'connect ECONNREFUSED 127.0.0.1:1' })
})
