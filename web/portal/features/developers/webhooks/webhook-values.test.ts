import { expect, test } from 'vitest'
import { bodyOf, valuesOf } from './webhook-values.ts'

test('chosen events are sent by product, in the order of the service', () => {
  const events = ['payments.declined', 'invoicing.customer.invoice.paid', 'payments.approved']
  const body = bodyOf({ name: ' Shop ', url: ' https://shop.example ', scope: 'SELF', events })

  expect(body).toEqual({
    ...{ name: 'Shop', webhookUrl: 'https://shop.example', notificationScope: 'SELF' },
    products: [
      { productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.paid'] },
      { productId: 'payments', eventTypes: ['payments.approved', 'payments.declined'] },
    ],
  })
})

test('a new webhook has no events', () => {
  expect(valuesOf(undefined).events).toEqual([])
})
