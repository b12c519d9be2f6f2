import { expect, test } from 'vitest'
import { at, usd } from '../../../../test/support/data/invoices.ts'
import { aPayPage } from '../../../../test/support/data/pay-pages.ts'
import { PAGE_WORDS } from '../words/all-words.ts'
import { thanks, underReview } from './result.ts'
import { screen } from './screens.ts'

type Given = NonNullable<Parameters<typeof aPayPage>[0]>

const PUBLISHED = { publishedAt: at('2026-03-02T10:00:00Z') }
const REVIEWED = {
  ...{ paymentId: 'p-1', receivedAt: at('2026-03-05T10:00:00Z'), receivedOn: undefined, method: 'card' },
  ...{ amount: usd('100.00'), refunded: usd('0.00'), status: 'REVIEW' as const },
}

/** The labels and values of the rows, without those of the folded invoice. */
function rowsOf(text: string): readonly string[] {
  const [shown = ''] = text.split('<div class="below">')
  return [...shown.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)/g)].map(([, label, value]) => `${label}: ${value}`)
}

test.each([
  ['suspended', ['Due: April 1, 2026']],
  ['held', ['Due: April 1, 2026']],
  ['noMethod', ['Due: April 1, 2026']],
  // Nothing that is not owed is called due.
  ['nothingToPay', ['Issued: March 2, 2026']],
  ['canceled', ['Canceled on: March 1, 2026']],
] as const)('the screen %s has its date', (name, rows) => {
  const { page } = aPayPage({ invoice: { ...PUBLISHED, ...(name === 'canceled' && { status: 'CANCELED' }) } })

  expect(rowsOf(screen(page, name).text)).toEqual(rows)
})

test('a payment under review says when it was submitted, on the page of the link and on the payer’s own', () => {
  const { page } = aPayPage({ invoice: { status: 'PENDING' }, payments: [REVIEWED] })
  const { review } = page
  const own = review && { ...review, rest: undefined, receiptPath: '', mailedTo: undefined }

  for (const shown of [screen(page, 'underReview'), own && underReview(page, own)])
    expect(rowsOf(shown?.text ?? '').slice(0, 2)).toEqual(['Submitted on: March 5, 2026', 'Payment method: Card'])
  expect(rowsOf(own ? thanks(page, own).text : '')[0]).toBe('Paid on: March 5, 2026')
})

const PHONE = { phone: '+49 (0) 30 1234-56' }

/** The way to the merchant: its address and its label. */
function contactIn(given: Given) {
  const { text } = screen(aPayPage(given).page, 'expired')
  return /<a class="button wide" href="([^"]+)">([^<]+)</.exec(text)?.slice(1)
}

test('the merchant is written to if it has a mail address, else called, and its number can be read', () => {
  const email = 'hello@shop.example'

  expect(contactIn({ contact: { email, ...PHONE } })).toEqual([`mailto:${email}?subject=Invoice%201`, 'Email Café Bar'])
  expect(contactIn({ contact: PHONE })).toEqual(['tel:+4930123456', 'Call +49 (0) 30 1234-56'])
  expect(contactIn({})).toBeUndefined()
})

test.each(Object.entries(PAGE_WORDS))('the number stands whole in the words of %s', (_, words) => {
  expect(words.call(PHONE)).toContain(PHONE.phone)
})
