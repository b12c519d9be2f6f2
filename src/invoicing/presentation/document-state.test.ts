import { expect, test } from 'vitest'
import { anInvoice, at } from '../../../test/support/data/invoices.ts'
import type { InvoiceStatus } from '../rules/invoice.ts'
import { type DocumentState, documentState } from './document-state.ts'

const BEFORE = at('2027-03-31T23:59:59Z')
const AFTER = at('2027-04-01T00:00:00Z')

test.each<[InvoiceStatus, DocumentState, DocumentState]>([
  ['DRAFT', 'draft', 'draft'],
  ['CREATED', 'open', 'expired'],
  ['SENT', 'open', 'expired'],
  ['PARTIAL', 'open', 'expired'],
  ['PENDING', 'underReview', 'underReview'],
  ['PAID', 'paid', 'paid'],
  ['CANCELED', 'canceled', 'canceled'],
])('a document of a %s invoice shows it as %s, and as %s after its link has ended', (status, before, after) => {
  // Due on April 1, 2026; the link ends twelve months later.
  const invoice = anInvoice({ status, publishedAt: at('2026-03-01T12:00:00Z') })

  expect([documentState(invoice, BEFORE), documentState(invoice, AFTER)]).toEqual([before, after])
})
