import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anInvoice, at, usd } from '../../../test/support/data/invoices.ts'
import { AppError } from '../../kernel/errors.ts'
import { DELIVERY_MODES, INVOICE_STATUSES, type Invoice } from './invoice.ts'
import { isOffered, type OfferedAction } from './offered.ts'
import { canceled, sent } from './sent.ts'
import { refuseForbiddenUpdate, updated } from './updated.ts'

const NONE = { deliveryMode: 'none' } as const
const NAMELESS = { customer: { name: undefined } }
const moment = { at: at('2026-03-09T10:00:00Z') }

/** The actions themselves, with a valid body where they need one. */
const ACTIONS: Readonly<Record<OfferedAction, (invoice: Invoice) => unknown>> = {
  update: (invoice) => {
    refuseForbiddenUpdate(invoice, { hasLines: invoice.terms.lines.length > 0 })
    return updated(invoice, invoice.terms, { ...moment, newToken: 'b'.repeat(64) })
  },
  send: (invoice) => sent(invoice, moment),
  cancel: (invoice) => canceled(invoice, moment),
}

function succeeds(action: OfferedAction, invoice: Invoice): boolean {
  try {
    ACTIONS[action](invoice)
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return false
    throw error
  }
}

const orNone = (text: string) => fc.constantFrom(text, undefined)
const anyInvoice = fc
  .record({
    status: fc.constantFrom(...INVOICE_STATUSES),
    deliveryMode: fc.constantFrom(...DELIVERY_MODES),
    name: orNone('Ada Lovelace'),
    email: orNone('ada@example.com'),
    reserved: fc.constantFrom('0.00', '0.01', '60.00'),
    balance: fc.constantFrom('60.00', '100.00'),
    openReviews: fc.nat({ max: 2 }),
    statusBeforePayment: fc.constantFrom('CREATED', 'SENT', undefined),
  })
  .map(({ deliveryMode, name, email, reserved, balance, ...given }) =>
    anInvoice({
      ...given,
      balance: usd(balance),
      reserved: usd(reserved),
      terms: { deliveryMode, customer: { name, email } },
    }),
  )

test.each(['update', 'send', 'cancel'] as const)('%s is offered if and only if it succeeds', (action) => {
  fc.assert(
    fc.property(anyInvoice, (invoice) => {
      expect(isOffered(action, invoice)).toBe(succeeds(action, invoice))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['a published invoice with deliveryMode none is not sent', { status: 'CREATED', terms: NONE }, 'send', false],
  ['a draft with deliveryMode none is', { status: 'DRAFT', terms: NONE }, 'send', true],
  ['an invoice without the customer’s name is not sent', { status: 'SENT', terms: NAMELESS }, 'send', false],
  ['an invoice with a payment on its way is not updated', { status: 'SENT', reserved: usd('1.00') }, 'update', false],
  ['it is not canceled either', { status: 'SENT', reserved: usd('1.00') }, 'cancel', false],
  ['but it is sent again', { status: 'SENT', reserved: usd('1.00') }, 'send', true],
] as const)('%s', (_, given, action, isExpected) => {
  expect(isOffered(action, anInvoice(given))).toBe(isExpected)
})
