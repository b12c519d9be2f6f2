import { expect, test } from 'vitest'
import {
  type ActionState,
  type Entry,
  nextActionOf,
  refundablePayments,
  reversiblePayments,
  timelineOf,
} from './activity.ts'

const at = '2026-03-01T10:00:00Z'
const history = (
  event: 'SEND' | 'REMINDER' | 'PAYMENT' | 'CANCEL' | 'CREATE',
  transactionId: string | null = null,
): Entry => ({
  ...{ kind: 'history', at, event, transactionId, amount: null, currency: null },
})
const mail = (mailKind: string): Entry => ({
  ...{ kind: 'mail', at, mailId: mailKind, mailKind, state: 'handedOver', to: 'ada@example.com', reason: null },
  ...{ attempts: 1, isKept: true },
})
const payment = (transactionId: string, refundableAmount: string): Entry => ({
  ...{ kind: 'payment', at, transactionId, origin: 'processor', method: 'card', status: 'COMPLETED' },
  ...{ amount: '10.00', currency: 'USD', refundedAmount: '0.00', refundableAmount },
})

test('an entry of the history gives way to the mail or the payment that tells the same', () => {
  const entries = [history('SEND'), mail('invoice'), history('PAYMENT', '7'), payment('7', '10.00'), history('CREATE')]

  expect(timelineOf(entries).map(({ kind }) => kind)).toEqual(['mail', 'payment', 'history'])
})

test('a reminder whose mail is no longer kept stays in the timeline, and so does a mail to the merchant', () => {
  const entries = [history('REMINDER'), mail('merchant-notification')]

  expect(timelineOf(entries)).toEqual(entries)
})

test('only payments with an amount left can be refunded', () => {
  expect(refundablePayments([payment('1', '0.00'), payment('2', '0.01'), payment('3', '0')])).toHaveLength(1)
})

test('only payments received elsewhere that still count can be reversed', () => {
  const received = { ...payment('2', '0.00'), origin: 'external' } as Entry
  const reversed = { ...received, transactionId: '3', status: 'REVERSED' } as Entry

  expect(reversiblePayments([payment('1', '5.00'), received, reversed])).toEqual([received])
})

test.each([
  ['DRAFT', ['send', 'publish', 'cancel'], 'send'],
  ['DRAFT', ['publish'], 'publish'],
  ['DRAFT', [], undefined],
  ['CREATED', ['send'], 'send'],
  ['CREATED', [], 'copyLink'],
  ['SENT', ['send', 'remind'], 'remind'],
  ['PARTIAL', [], 'copyLink'],
  ['PENDING', [], undefined],
  ['PAID', ['refund'], undefined],
  ['CANCELED', [], undefined],
])('the next action of an invoice that is %s with %j is %s', (status, allowed, next) => {
  const actions = allowed.map((action) => ({
    action,
    isAllowed: true,
    reason: null,
    availableAt: null,
  })) as ActionState[]

  expect(nextActionOf(status, actions)).toBe(next)
})
