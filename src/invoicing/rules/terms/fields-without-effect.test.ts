import { expect, test } from 'vitest'
import { parseDecimal } from '../../../kernel/decimal.ts'
import type { InvoiceValues } from '../invoice-rules.ts'
import { fieldsWithoutEffect, unsentByUpdate } from './fields-without-effect.ts'

const AMOUNTS = 'orderInformation.amountDetails'
const ONLY = 'an amount-only invoice (an invoice without line items)'
const idle = (values: Partial<InvoiceValues>, hasLines: boolean) =>
  fieldsWithoutEffect(values as InvoiceValues, { hasLines }).map(({ field, message }) => [field, message])

test('tax, taxable freight and a minimum installment of an amount-only invoice are named with the reason', () => {
  const values = { taxType: 'VAT', freightTaxable: true, minimumPartialAmount: parseDecimal('10') }

  expect(idle(values, false)).toEqual([
    [`${AMOUNTS}.taxDetails.type`, `${AMOUNTS}.taxDetails.type has no effect: ${ONLY} has no tax.`],
    [`${AMOUNTS}.freight.taxable`, `${AMOUNTS}.freight.taxable has no effect: ${ONLY} has no shipping fee.`],
    [
      `${AMOUNTS}.minimumPartialAmount`,
      `${AMOUNTS}.minimumPartialAmount has no effect: ${ONLY} has no partial payments.`,
    ],
  ])
})

test('on an itemized invoice only a minimum installment without installments is named', () => {
  const values = { taxType: 'VAT', freightTaxable: true, minimumPartialAmount: parseDecimal('10') }

  expect(idle({ ...values, allowPartialPayments: true }, true)).toEqual([])
  expect(idle(values, true)).toEqual([
    [
      `${AMOUNTS}.minimumPartialAmount`,
      `${AMOUNTS}.minimumPartialAmount has no effect: allowPartialPayments is not true.`,
    ],
  ])
})

test('what says nothing is not named', () => {
  expect(idle({ freightTaxable: false, minimumPartialAmount: parseDecimal('0.00') }, false)).toEqual([])
})

test('the warning about sendImmediately in the update of a draft names the request that sends it', () => {
  const [remark] = unsentByUpdate({ invoiceNumber: 'A/1 x', status: 'DRAFT' })

  expect(remark?.message).toBe(
    'invoiceInformation.sendImmediately has no effect: an update does not send the invoice; POST /invoicing/v2/invoices/A%2F1%20x/delivery does.',
  )
  expect(unsentByUpdate({ invoiceNumber: 'A/1 x', status: 'SENT' })).toEqual([])
})
