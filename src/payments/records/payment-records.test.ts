import { describe, expect, test } from 'vitest'
import { anAttempt, someFacts } from '../../../test/support/data/attempts.ts'
import { anInvoice, at } from '../../../test/support/data/invoices.ts'
import { fieldsOfKind, KINDS } from '../../catalogue/kinds.ts'
import { recordWrite } from '../../records/index.ts'
import type { Attempt } from '../model/attempt.ts'
import { DECLINE_REASONS } from '../port/port.ts'
import { conversionRecord, recordsOfCharge, recordsOfFollowUp } from './payment-records.ts'
import type { PaymentRecord } from './record-fields.ts'

const now = at('2026-03-09T10:00:00Z')
const invoice = anInvoice({ invoiceNumber: 'A-7' })
const [attempt, facts] = [anAttempt, someFacts]
const charge = (given: Partial<Attempt> = {}) => recordsOfCharge({ invoice, attempt: attempt(given), at: now })
const applications = (records: readonly PaymentRecord[]) =>
  records.map(({ kind, fields }) => `${kind} ${fields['Application.Name'] ?? ''}`.trim())

describe('records of a payment', () => {
  test.each([
    [
      {},
      [
        'transaction ics_auth',
        'transaction ics_bill',
        'payer-authentication ics_pa_enroll',
        'payer-authentication ics_pa_validate',
      ],
    ],
    [{ method: 'bankDebit', facts: undefined }, ['transaction ics_ecp_debit']],
    [{ status: 'declined', declineReason: 'expiredCard', facts: undefined }, ['transaction ics_auth']],
    [
      { status: 'review', facts: { ...facts, authentication: undefined } },
      ['transaction ics_auth', 'fraud-decision-event'],
    ],
    [{ status: 'unknown', facts: undefined }, []],
    [{ status: 'waiting', facts: undefined }, []],
  ] as const)('%j: %j', (given, expected) => {
    expect(applications(charge(given as Partial<Attempt>))).toEqual(expected)
  })

  test('carry one request id, the invoice number and the client application', () => {
    for (const { fields, merchantId } of charge()) {
      expect(fields).toMatchObject({
        ...{ 'Request.RequestID': '1'.repeat(22), 'Request.MerchantReferenceNumber': 'A-7' },
        'Request.Source': 'Invoicing',
      })
      expect(merchantId).toBe('shop')
    }
    expect(charge()[0]?.fields).toMatchObject({
      'Request.Source': 'Invoicing',
      'OrderFields.ConnectionMethod': 'Invoicing',
      'LineItems.InvoiceNumber': 'A-7',
      'PaymentData.RequestedAmount': '12.50',
      'BillTo.Email': 'payer@example.com',
      'BillTo.FirstName': 'Ada',
      'BillTo.LastName': 'Lovelace',
    })
  })

  test('of a capture carry the request id of the payment, those of a refund their own', () => {
    const own = { attemptId: '2'.repeat(22) }
    const of = (kind: Attempt['kind']) =>
      recordsOfFollowUp({ invoice, attempt: attempt({ ...own, kind }), charge: attempt(), at: now })

    expect(applications(of('capture'))).toEqual(['transaction ics_bill'])
    expect(of('capture')[0]?.fields['Request.RequestID']).toBe('1'.repeat(22))
    expect(applications(of('reverse'))).toEqual(['transaction ics_auth_reversal'])
    expect(applications(of('refund'))).toEqual(['transaction ics_credit'])
    expect(of('refund')[0]?.fields['Request.RequestID']).toBe('2'.repeat(22))
  })

  test('can all be stored, whatever the reason of a decline', () => {
    const conversion = { decision: 'ACCEPT', reviewer: 'key a of shop', comment: 'ok' } as const
    const records = [
      ...charge(),
      ...charge({ status: 'review' }),
      ...DECLINE_REASONS.flatMap((declineReason) => charge({ status: 'declined', declineReason })),
      conversionRecord({ invoice, attempt: attempt(), at: now }, conversion),
    ]

    for (const { kind, ...record } of records) {
      const known = new Set(fieldsOfKind(KINDS[kind]).map(({ wireName }) => wireName))
      expect(Object.keys(record.fields).filter((name) => !known.has(name))).toEqual([])
      recordWrite(kind, { ...record, organizationId: 'shop' })
    }
  })
})
