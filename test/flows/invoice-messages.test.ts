import { expect, test } from 'vitest'
import { aMessagingMerchant, hasNoDoubles } from '../support/apps/messaging-merchant.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization } from '../support/data/organizations.ts'

const DUE = '2027-04-01'
const LAB = '/sandbox/v1/receivers/story'

type Delivery = {
  readonly verified: boolean
  readonly notificationId: string
  readonly eventType: string
  readonly body: {
    readonly sequenceNumber: number
    readonly payload: { readonly data: { readonly invoiceNumber: string } }
  }
}

test('from sending to a refund, mails and notifications come once each, in order, at the moments of the clock', async () => {
  const service = await startWholeService()
  const { bearer } = await anOrganization(service.stores, 'shop', { timeZone: 'Europe/Berlin' })
  const shop = aMessagingMerchant({ url: () => service.url, key: bearer.key })
  await shop.subscribe(service.url + LAB)
  const anInvoice = (given: object) =>
    shop.ask(
      'POST',
      '/invoicing/v2/invoices',
      anInvoiceBody({ invoiceInformation: { dueDate: DUE, sendImmediately: true, ...given } }),
    )
  await shop.move({ set: '2027-03-09T10:00:00Z' })

  const { id, invoiceInformation } = await anInvoice({})
  const { id: ending } = await anInvoice({ expirationDate: '2027-04-03' })
  const early = await shop.move({ set: '2027-03-27T08:00:00Z' })
  const afterEarly = (await shop.inbox()).length
  // The overdue reminder and the end of a link lie in one move.
  await shop.move({ set: '2027-04-26T10:00:00Z' })
  await shop.pay(invoiceInformation.paymentLink, id)
  const { payments } = await shop.ask('GET', `/payments/v1/invoices/${id}/payments`)
  await shop.ask('POST', `/payments/v1/payments/${payments[0].id}/refunds`, { amount: '40.00' })
  await shop.move({ advance: 'P30D' })

  const mails = await shop.inbox()
  const mailsOf = (invoice: string) =>
    mails.filter(({ invoiceId }) => invoiceId === invoice).map(({ kind, createdAt }) => `${kind} ${createdAt}`)
  const reminders = ['reminder 2027-03-27T08:00:00.000Z', 'overdue-reminder 2027-04-02T07:00:00.000Z']
  const sentAt = expect.stringMatching(/^invoice 2027-03-09T10:00:/)
  expect([early.now, early.movingTo, afterEarly]).toEqual(['2027-03-27T08:00:00.000Z', undefined, 4])
  expect(mailsOf(id).slice(0, 3)).toEqual([sentAt, ...reminders])
  expect(
    mailsOf(id)
      .slice(3)
      .map((mail) => mail.replace(/ 2027-04-26T10:0.*/, ''))
      .toSorted(),
  ).toEqual([...['merchant-notification', 'merchant-notification', 'receipt', 'refund']])
  expect(mailsOf(ending)).toEqual([sentAt, ...reminders])
  expect(mails).toHaveLength(10)
  expect(hasNoDoubles(mails.map(({ headers }) => headers['Message-ID']))).toBe(true)

  const { deliveries }: { deliveries: readonly Delivery[] } = await shop.ask('GET', `${LAB}/deliveries`)
  const eventsOf = (invoice: string) =>
    deliveries
      .filter(({ body }) => body.payload.data.invoiceNumber === invoice)
      .map(({ eventType, body }) => `${body.sequenceNumber} ${eventType.replace('invoicing.customer.invoice', '')}`)
      .toReversed()
  expect(eventsOf(id)).toEqual([
    ...['1 .send', '2 .reminder', '3 .overdue-reminder', '4 .paid', '5 payments.approved', '6 payments.refunded'],
  ])
  expect(eventsOf(ending)).toEqual(['1 .send', '2 .reminder', '3 .overdue-reminder'])
  expect(deliveries).toHaveLength(9)
  expect(deliveries.filter(({ verified }) => !verified)).toEqual([])
  expect(hasNoDoubles(deliveries.map(({ notificationId }) => notificationId))).toBe(true)
})
