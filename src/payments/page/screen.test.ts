import { expect, test } from 'vitest'
import { usd } from '../../../test/support/data/invoices.ts'
import { type ScreenFacts, type ScreenName, screenOf } from './screen.ts'

const PAYABLE: ScreenFacts = {
  status: 'SENT',
  payable: { kind: 'exactly', amount: usd('10.00') },
  isLinkEnded: false,
  isSuspended: false,
  hasMethod: true,
}

test.each<[string, Partial<ScreenFacts>, ScreenName | undefined]>([
  ['can be paid', {}, undefined],
  ['is paid in part', { status: 'PARTIAL' }, undefined],
  ['is paid', { status: 'PAID', payable: { kind: 'nothing' } }, 'paid'],
  ['is paid and its link has ended', { status: 'PAID', isLinkEnded: true }, 'paid'],
  ['is canceled', { status: 'CANCELED' }, 'canceled'],
  ['is under review', { status: 'PENDING', payable: { kind: 'held' } }, 'underReview'],
  ['is over nothing', { payable: { kind: 'nothing' } }, 'nothingToPay'],
  ['has a link that ended', { isLinkEnded: true }, 'expired'],
  ['belongs to a suspended merchant', { isSuspended: true }, 'suspended'],
  ['has no method', { hasMethod: false }, 'noMethod'],
  ['is being paid by someone else', { payable: { kind: 'held' } }, 'held'],
])('an invoice that %s', (_, facts, name) => {
  expect(screenOf({ ...PAYABLE, ...facts })).toBe(name)
})
