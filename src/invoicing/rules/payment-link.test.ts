import { expect, test } from 'vitest'
import { anInvoice, at } from '../../../test/support/data/invoices.ts'
import { linkEndsAt, paymentLinkOf } from './payment-link.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test('the payment link contains the token and the version', () => {
  expect(paymentLinkOf(anInvoice(), { baseUrl: 'https://pay.example' })).toBe(
    `https://pay.example/pay/${'a'.repeat(64)}?version=v2.1`,
  )
})

test.each([
  ['2026-04-01', '2026-03-02T10:00:00Z', '2027-04-01T00:00:00Z'],
  ['2019-07-11', '2026-03-02T10:00:00Z', '2027-03-02T10:00:00Z'],
  ['2024-02-29', '2024-02-29T10:00:00Z', '2025-02-28T10:00:00Z'],
])('the link of an invoice due %s and published %s ends %s', (due, publishedAt, ends) => {
  const invoice = anInvoice({
    status: 'SENT',
    publishedAt: at(publishedAt),
    terms: { dueOn: day(due) },
  })

  expect(linkEndsAt(invoice)?.toString()).toBe(ends)
})

test('an expiration date ends the link at 00:00 GMT of that day, before or after the usual end', () => {
  const terms = { expiresOn: day('2030-07-15') }
  const invoice = anInvoice({ publishedAt: at('2026-03-02T10:00:00Z'), terms })

  expect(linkEndsAt(invoice)?.toString()).toBe('2030-07-15T00:00:00Z')
  expect(linkEndsAt({ ...invoice, publishedAt: undefined })?.toString()).toBe('2030-07-15T00:00:00Z')
})

test('the link of a draft without an expiration date has no end', () => {
  expect(linkEndsAt(anInvoice({ terms: { dueOn: day('2019-07-11') } }))).toBeUndefined()
})
