import { expect, test } from 'vitest'
import { anInvoice, usd } from '../../../test/support/data/invoices.ts'
import { DELIVERY_MODES, INVOICE_STATUSES, type Invoice } from '../rules/invoice.ts'
import { paid } from '../rules/paid.ts'
import { remindedOnRequest } from '../rules/reminded.ts'
import { canceled, published, sent } from '../rules/sent.ts'
import { updated } from '../rules/updated.ts'
import { isRepeatedMail, MERCHANT_ACTIONS, type MerchantAction, refusalOf } from './merchant-actions.ts'

const at = Temporal.Instant.from('2026-03-09T10:00:00Z')
const IN_TIME = { at, timeZone: 'UTC' }

/** The change that the action makes with a valid body; a refusal if there is none. */
const CHANGES: Readonly<Record<MerchantAction, (invoice: Invoice) => unknown>> = {
  send: (invoice) => sent(invoice, { at }),
  publish: (invoice) => published(invoice, { at }),
  remind: (invoice) => remindedOnRequest(invoice, IN_TIME),
  cancel: (invoice) => canceled(invoice, { at }),
  update: (invoice) => updated(invoice, invoice.terms, { at, newToken: 'b'.repeat(64) }),
  recordPayment: (invoice) => paid(invoice, { at, transactionId: 'T', amount: usd('0.01'), origin: 'external' }),
}

const INVOICES = INVOICE_STATUSES.flatMap((status) =>
  DELIVERY_MODES.flatMap((deliveryMode) => {
    const isPaid = status === 'PAID'
    const invoice = anInvoice({
      status,
      balance: usd(isPaid ? '0.00' : '100.00'),
      terms: { deliveryMode },
      publishedAt: at,
    })
    const { terms } = invoice
    return [
      invoice,
      { ...invoice, reserved: invoice.balance },
      { ...invoice, terms: { ...terms, expiresOn: Temporal.PlainDate.from('2026-03-09') } },
      { ...invoice, terms: { ...terms, customer: { ...terms.customer, email: undefined } } },
    ]
  }),
)

test.each(MERCHANT_ACTIONS)('%s is said to be refused exactly when it is refused', (action) => {
  for (const invoice of INVOICES) {
    const refusal = refusalOf(action, invoice, { at })

    if (refusal === undefined) expect(() => CHANGES[action](invoice)).not.toThrow()
    else expect(() => CHANGES[action](invoice)).toThrow()
  }
})

test('an action that is refused by the state has the sentence of the state table', () => {
  const paidInvoice = anInvoice({ status: 'PAID', balance: usd('0.00') })

  expect(refusalOf('cancel', paidInvoice, { at })).toBe('A fully paid invoice cannot be canceled.')
  expect(refusalOf('recordPayment', paidInvoice, { at })).toBe('A fully paid invoice takes no further payment.')
  expect(refusalOf('remind', anInvoice({ status: 'DRAFT' }), { at })).toBe('A draft has no reminders.')
})

test.each([
  ['2026-03-08', 'overdue-reminder'],
  ['2026-03-09', 'reminder'],
  ['2026-03-10', 'reminder'],
])('a requested reminder of an invoice that is due on %s on March 9 is a mail of the kind %s', (dueOn, mail) => {
  const invoice = anInvoice({ status: 'SENT', terms: { dueOn: Temporal.PlainDate.from(dueOn) } })

  const change = remindedOnRequest(invoice, IN_TIME)

  expect(change).toMatchObject({ mail, isReminderRequested: true, history: [{ event: 'REMINDER' }] })
  expect(change.after).toMatchObject({ status: 'SENT', version: invoice.version + 1, submittedAt: at })
})

test('the day of the organization decides whether an invoice is overdue', () => {
  const invoice = anInvoice({ status: 'PARTIAL', terms: { dueOn: Temporal.PlainDate.from('2026-03-09') } })
  const late = Temporal.Instant.from('2026-03-09T12:00:00Z')

  expect(remindedOnRequest(invoice, { at: late, timeZone: 'Pacific/Kiritimati' }).mail).toBe('overdue-reminder')
  expect(remindedOnRequest(invoice, { at: late, timeZone: 'UTC' }).mail).toBe('reminder')
})

test('the first mail of a draft is not a repetition; every other send and reminder is', () => {
  expect(isRepeatedMail('send', { status: 'DRAFT' })).toBe(false)
  expect(isRepeatedMail('send', { status: 'CREATED' })).toBe(true)
  expect(isRepeatedMail('remind', { status: 'SENT' })).toBe(true)
  expect(isRepeatedMail('cancel', { status: 'SENT' })).toBe(false)
})
