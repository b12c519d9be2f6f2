import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/support/apps/app.ts'
import { onDemandClient } from '../../../../test/support/http/on-demand-client.ts'
import { entriesInAllFormats } from '../../../../test/support/references/on-demand-formats.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { NOTIFICATION_OF_CHANGES } from './notification-of-changes.ts'

const NAME = 'notification-of-changes'
const MARCH = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' }

const app = await startApp({ hasEngine: true, clock: settableClock('2026-04-10T10:00:00Z'), with: [onDemandClient] })
beforeAll(async () => {
  await app.put('processor-event', [
    {
      recordId: 'e1',
      merchantId: 'shop',
      occurredAt: '2026-03-09T10:00:00Z',
      fields: {
        'Request.MerchantReferenceNumber': 'ORD-1',
        'Request.TransactionReferenceNumber': 'T-1',
        'Application.Name': 'ics_ecp_debit',
        'PaymentMethod.AccountSuffix': '4321',
        'PaymentMethod.BankAccountName': 'Ann "A" <Example> & Co',
        'BillTo.FirstName': 'Somebody',
        'Check.BankTransitNumber': '071923284',
        'Check.SecCode': 'WEB',
        'Event.Event': 'Correction',
        'Event.EventDate': '2026-03-08T06:00:00Z',
        'Event.ProcessorMessage': 'C01: Incorrect account number',
      },
    },
    {
      recordId: 'e2',
      merchantId: 'shop',
      occurredAt: '2026-03-10T10:00:00Z',
      fields: {
        'BillTo.FirstName': 'Ben',
        'BillTo.LastName': 'Example',
        'Event.Event': 'noc',
        'Event.ProcessorMessage': 'Code C02 was given',
      },
    },
    {
      recordId: 'e3',
      merchantId: 'shop',
      occurredAt: '2026-03-11T10:00:00Z',
      fields: { 'Event.Event': 'Settled', 'Event.ProcessorMessage': 'C03' },
    },
    {
      recordId: 'e4',
      merchantId: 'sister',
      occurredAt: '2026-03-01T10:00:00Z',
      fields: { 'Event.Event': 'CORRECTION', 'Event.ProcessorMessage': 'c05' },
    },
  ])
})

test('a change has the bank’s data, with only the last digits of the account', async () => {
  const { status, body } = await app.ask('shop', NAME, MARCH)

  expect(status).toBe(200)
  expect(body).toEqual({
    organizationId: 'shop',
    startTime: '2026-03-01T00:00:00.000Z',
    endTime: '2026-04-01T00:00:00.000Z',
    notificationOfChanges: [
      {
        merchantReferenceNumber: 'ORD-1',
        transactionReferenceNumber: 'T-1',
        time: '2026-03-08T06:00:00.000Z',
        code: 'C01',
        routingNumber: '071923284',
        accountNumber: '####4321',
        consumerName: 'Ann "A" <Example> & Co',
      },
      { time: '2026-03-10T10:00:00.000Z', consumerName: 'Ben Example' },
    ],
  })
})

test('all formats have the same values, and XML is valid against its DTD', async () => {
  const { json, xml, csv, dtd } = await entriesInAllFormats(
    app,
    ['partner', NAME, MARCH],
    NOTIFICATION_OF_CHANGES.form.item,
  )

  expect(json.map(({ code }) => code)).toEqual(['C01', undefined, 'C05'])
  expect(xml).toEqual(json)
  expect(csv).toEqual(json)
  expect(dtd).toBe('')
})

test('a window without records and a foreign organization are 404', async () => {
  const nothing = await app.ask('foreign', NAME, MARCH)
  const foreign = await app.ask('foreign', NAME, { ...MARCH, organizationId: 'shop' })
  const nobody = await app.ask(undefined, NAME, MARCH)
  const zoneless = await app.ask('shop', NAME, { ...MARCH, startTime: '2026-03-01T00:00:00' })

  expect([nothing.status, foreign.status]).toEqual([404, 404])
  expect([nobody.status, zoneless.status]).toEqual([401, 400])
})

test('corrected records are reported in their last version, and deleted ones are left out', async () => {
  const of = (recordId: string, event: string) => ({
    recordId,
    merchantId: 'sister',
    occurredAt: '2026-06-02T10:00:00Z',
    fields: { 'Request.MerchantReferenceNumber': recordId, 'Event.Event': event },
  })
  await app.put('processor-event', [of('n1', 'Correction'), of('n2', 'Correction'), of('n3', 'Other')])
  await app.put('processor-event', [
    { ...of('n1', 'Other'), version: 2 },
    {
      recordId: 'n2',
      merchantId: 'sister',
      occurredAt: '2026-06-02T10:00:00Z',
      version: 2,
      deleted: true,
    },
    { ...of('n3', 'Correction'), version: 2 },
  ])

  const { body } = await app.ask('sister', NAME, {
    startTime: '2026-06-01T00:00:00Z',
    endTime: '2026-07-01T00:00:00Z',
  })

  expect(body.notificationOfChanges).toEqual([{ merchantReferenceNumber: 'n3', time: '2026-06-02T10:00:00.000Z' }])
})
