import { expect, test } from 'vitest'
import { INVOICE_EVENTS } from '../src/invoicing/rules/invoice-event.ts'
import { PRODUCT_IDS, PRODUCTS, productOf } from '../src/notifications/webhooks/products.ts'

test('every event of the service belongs to one product', () => {
  const names = PRODUCTS.flatMap(({ eventTypes }) => eventTypes.map(({ eventName }) => eventName))

  expect(new Set(names).size).toBe(names.length)
  expect(Object.values(INVOICE_EVENTS).map(productOf)).toEqual(
    Object.values(INVOICE_EVENTS).map(() => 'customerInvoicing'),
  )
  for (const name of ['disputed', 'dispute-won', 'dispute-lost', 'refund-failed']) {
    expect(productOf(`payments.${name}`)).toBe('payments')
  }
  expect(productOf('reporting.report.no-data')).toBe('reporting')
  expect(productOf('payments.unknown')).toBeUndefined()
  expect(PRODUCTS.map(({ productId }) => productId)).toEqual([...PRODUCT_IDS])
})
