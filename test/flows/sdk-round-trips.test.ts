import { beforeAll, describe, expect, test } from 'vitest'
import { createMerchantGroup } from '../../src/organizations/groups/change-merchant-groups.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { aPng } from '../support/data/images.ts'
import { aLineBody, anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization, aTester } from '../support/data/organizations.ts'
import { anOrder, aSubscription } from '../support/data/report-orders.ts'
import {
  plainHttp,
  type SdkAnswer,
  type SdkResult,
  sdkInvoicing,
  sdkReports,
  sdkSubscriptions,
  sdkWebhooks,
} from '../support/http/sdk-client.ts'

/**
 * Programs read an object with the published SDK, change a part and send it back. The SDK makes Dates of dates, texts of
 * amounts, and drops every member that it does not know; nothing but the changed part may move.
 */

type Json = Readonly<Record<string, unknown>>
type SettingsBody = { readonly invoiceSettingsInformation: Json; readonly warnings?: unknown }

let invoicing: ReturnType<typeof sdkInvoicing>
let subscriptions: ReturnType<typeof sdkSubscriptions>
let ofPartner: typeof subscriptions
let reports: ReturnType<typeof sdkReports>
let webhooks: ReturnType<typeof sdkWebhooks>
/** Calls what the SDK does not know, such as recipients of a report. */
let ask: (method: string, path: string, body?: object) => Promise<Response>
beforeAll(async () => {
  const { url, stores } = await startWholeService()
  const configured = async (organizationId: string, given: Parameters<typeof anOrganization>[2]) => {
    const organization = await anOrganization(stores, organizationId, given)
    const { keyId, secret } = organization.sharedSecret
    const key = { merchantID: organizationId, merchantKeyId: keyId, merchantsecretKey: secret }
    const to = plainHttp(Number(new URL(url).port))
    return { organization, configuration: { ...to, authenticationType: 'http_signature', ...key } }
  }
  const partner = await configured('partner', { type: 'partner' })
  const { organization: shop, configuration } = await configured('sdk-shop', { name: 'Shop', parentId: 'partner' })
  invoicing = sdkInvoicing(configuration)
  subscriptions = sdkSubscriptions(configuration)
  reports = sdkReports(configuration)
  webhooks = sdkWebhooks(configuration)
  ofPartner = sdkSubscriptions(partner.configuration)
  const deps = { db: stores.database, clock: systemClock, machineClock: systemClock }
  const group = { name: 'north', merchantIds: ['sdk-shop'] }
  await createMerchantGroup(deps, { organizationId: 'partner', by: aTester }, group)
  ask = async (method, path, body) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${shop.bearer.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
})

const bodyOf = ({ text }: SdkAnswer) => JSON.parse(text)
/** An object without what every write moves. */
function kept({ text }: SdkAnswer): Json {
  const { submitTimeUtc, invoiceHistory, totalInvoiceHistory, updatedOn, nextRunTime, ...rest } = JSON.parse(text)
  return rest
}

type Trip = {
  readonly read: () => Promise<SdkResult>
  readonly write: (object: Json) => Promise<SdkResult>
}

/** Sends back what the SDK made of the object, and expects that it is the same afterwards, byte for byte. */
async function expectSame({ read, write }: Trip, statuses: readonly number[] = [200]): Promise<void> {
  const before = await read()
  const written = await write(before.data as Json)
  const after = await read()

  expect([before.status, after.status]).toEqual([200, 200])
  expect(statuses, written.text).toContain(written.status)
  expect(kept(after)).toEqual(kept(before))
  if (written.status === 200) expect(bodyOf(written).warnings).toEqual(bodyOf(before).warnings)
}

describe('an invoice', () => {
  const trip = (id: string): Trip => ({
    read: () => invoicing.get(id),
    write: (object) => invoicing.update(id, object),
  })
  const created = async (body: object): Promise<string> => {
    const response = await invoicing.create(body)
    expect(response.status, response.text).toBe(201)
    return bodyOf(response).id
  }
  /** Of the first three, day and month could be mistaken for each other. */
  const DATES = [
    ['11-07-2028', '2028-07-11'],
    ['2028-07-11', '2028-07-11'],
    ['04-11-2031', '2031-11-04'],
    ['31-12-2099', '2099-12-31'],
  ] as const

  test.each(DATES)('that expires on %s is the same when it is sent back, and expires on %s', async (sent, expires) => {
    const id = await created(anInvoiceBody({ invoiceInformation: { expirationDate: sent, sendImmediately: true } }))

    await expectSame(trip(id))
    expect(bodyOf(await invoicing.get(id)).invoiceInformation.expirationDate).toBe(expires)
    expect(bodyOf(await invoicing.list(0, 1)).invoices[0].invoiceInformation.expirationDate).toBe(expires)
  })

  test('with every field is the same when it is sent back, in every status that can be updated', async () => {
    const fields = await invoicing.createField({ fieldType: 'text', label: 'Purchase order', textMinLength: 1 })
    const definitionId = Number(bodyOf(fields)[0].id)
    const body = anInvoiceBody({
      clientReferenceInformation: { partner: { developerId: 'D1', solutionId: 'S1' } },
      customerInformation: { merchantCustomerId: 'C 7', company: { name: 'Analytical Ltd' } },
      processingInformation: { requestPhone: true, requestShipping: true },
      invoiceInformation: {
        ...{ invoiceNumber: 'A/1 x', transactionReferenceNumber: 'REF1', expirationDate: '11-07-2028' },
        ...{ allowPartialPayments: true, dueDate: new Date(Date.UTC(2028, 2, 4)) },
      },
      orderInformation: {
        amountDetails: {
          ...{ currency: 'KWD', totalAmount: '99999.125', subAmount: '100', minimumPartialAmount: '0.5' },
          ...{ discountAmount: '1.1', discountPercent: 1.25 },
          taxDetails: { type: 'State Tax', amount: '0.01', rate: '8.25' },
          freight: { amount: 1, taxable: true, taxRate: '5' },
        },
        lineItems: [
          aLineBody({ unitPrice: '0.123456', quantity: '3', totalAmount: '0.37' }),
          aLineBody({ discountAmount: '0.000', totalAmount: 100 }),
        ],
      },
      merchantDefinedFieldValues: [{ definitionId, value: 'PO 77' }],
    })
    const id = await created(body)

    await expectSame(trip(id))
    await invoicing.publish(id)
    await expectSame(trip(id))
    await invoicing.send(id)
    await expectSame(trip(id))
  })

  test('of which one part is changed keeps all others', async () => {
    const id = await created(
      anInvoiceBody({
        invoiceInformation: { expirationDate: '11-07-2028', allowPartialPayments: true },
        orderInformation: { lineItems: [aLineBody()] },
      }),
    )
    const before = await invoicing.get(id)
    const { invoiceInformation, ...others } = before.data as { readonly invoiceInformation: Json }
    const information = { ...invoiceInformation, description: 'Changed' }
    const changed = await invoicing.update(id, { ...others, invoiceInformation: information })

    expect(changed.status, changed.text).toBe(200)
    const { invoiceInformation: told, ...rest } = kept(before) as { readonly invoiceInformation: Json }
    expect(kept(await invoicing.get(id))).toEqual({
      ...rest,
      invoiceInformation: { ...told, description: 'Changed' },
    })
  })
})

describe('a custom field', () => {
  test.each([
    { fieldType: 'Text', label: 'Table', textMinLength: 1, textMaxLength: 3, textDefaultValue: '12', readOnly: true },
    { fieldType: 'Select', label: 'Size', possibleValues: 'S, M', customerVisible: true, merchantDefinedDataIndex: 70 },
  ])('is the same when it is sent back: %j', async (definition) => {
    const fields = bodyOf(await invoicing.createField(definition)) as readonly { readonly id: string }[]
    const at = fields.length - 1
    const id = fields[at]?.id ?? ''

    const before = await invoicing.listFields()
    const written = await invoicing.updateField(id, (before.data as readonly object[])[at] ?? {})
    const after = await invoicing.listFields()

    expect([before.status, written.status, after.status], written.text).toEqual([200, 200, 200])
    expect(bodyOf(written)).toEqual(bodyOf(before))
    expect(bodyOf(after)).toEqual(bodyOf(before))
  })
})

describe('invoice settings', () => {
  test('are read and written, a large logo and labels included', async () => {
    const merchantLogo = (await aPng({ width: 500, height: 500 })).toString('base64')

    const fresh = await invoicing.getSettings()
    const changed = await invoicing.updateSettings({
      invoiceSettingsInformation: {
        merchantLogo,
        headerStyle: { fontColor: '#000001', backgroundColor: '#009999' },
        deliveryLanguage: 'en-US',
        defaultCurrencyCode: 'EUR',
        payerAuthenticationInInvoicing: 'enable',
        customLabels: [{ key: 'billTo', value: 'Receiver' }],
      },
    })
    const found = await invoicing.getSettings()

    expect([fresh.status, changed.status, found.status]).toEqual([200, 200, 200])
    expect(settingsOf(fresh).invoiceSettingsInformation).toMatchObject({
      merchantDisplayName: 'Shop',
      defaultCurrencyCode: 'USD',
    })
    expect(settingsOf(changed).warnings).toBeUndefined()
    expect(settingsOf(found)).toEqual(settingsOf(changed))
    expect(settingsOf(found).invoiceSettingsInformation).toMatchObject({
      merchantLogo: expect.stringMatching(/^data:image\/png;base64,/),
      headerStyle: { fontColor: '#000001', backgroundColor: '#009999' },
      defaultCurrencyCode: 'EUR',
      payerAuthentication3DSVersion: true,
      customLabels: [{ key: 'billTo', value: 'Receiver' }],
    })
  })

  test('are the same when they are sent back, also with every setting', async () => {
    const trip = { read: () => invoicing.getSettings(), write: (object: Json) => invoicing.updateSettings(object) }

    await expectSame(trip)
    const changed = await invoicing.updateSettings({
      invoiceSettingsInformation: {
        ...{ merchantDisplayName: 'Fancy Shop', customEmailMessage: 'Thank you!', enableReminders: true },
        ...{ deliveryLanguage: 'de-DE', showVatNumber: true, vatRegistrationNumber: 'DE 1', shipTo: true },
        ...{ phoneNumber: true, email: true, enableMerchantEmailNotifications: true, merchantEmail: 'a@shop.example' },
        customLabels: [
          { key: 'discount', value: 'Rebate', hiddenForInvoice: true, hiddenForItem: false },
          { key: 'description', hidden: true },
        ],
        customRedirectUrls: { paymentAccepted: 'https://shop.example/ok', paymentRejected: 'https://shop.example/no' },
        payerAuthenticationInInvoicing: 'disable',
      },
    })
    expect(changed.status, changed.text).toBe(200)
    await expectSame(trip)
  })
})

describe('a report subscription', () => {
  const trip = (name: string, api = subscriptions, options: object = {}): Trip => ({
    read: () => api.get(name, options),
    write: (object) => api.put(object, options),
  })

  test.each([
    ['daily at nine', { startTime: '0900' }],
    ['at midnight', { startTime: '0000' }],
    ['at the last minute of a day', { startTime: '2359' }],
    ['at a time that is a year of today', { startTime: '2026' }],
    ['weekly', { reportFrequency: 'WEEKLY', startDay: 7, startTime: '1230' }],
    [
      'monthly in XML',
      { reportFrequency: 'MONTHLY', startDay: 31, reportMimeType: 'application/xml', timezone: 'Asia/Calcutta' },
    ],
    ['by the hour', { reportFrequency: 'USER_DEFINED', reportInterval: 'PT2H30M', startTime: '0130' }],
    [
      'with filters and names',
      {
        reportFilters: { 'Application.Name': ['ics_auth', 'ics_bill'] },
        reportPreferences: { signedAmounts: true, fieldNameConvention: 'SCMP' },
        reportFields: ['Request.RequestID', 'Exception.CYBSExceptionID', 'Request.MerchantID'],
      },
    ],
    ['with recipients', { deliverTo: ['ann@shop.example'] }],
  ])('that runs %s is not changed when it is sent back', async (reportName, changes) => {
    const made = await ask('PUT', '/reporting/v3/report-subscriptions', aSubscription({ reportName, ...changes }))

    expect(made.status).toBe(200)
    await expectSame(trip(reportName), [304])
    expect((await subscriptions.remove(reportName)).status).toBe(200)
  })

  test('of a merchant group, and one that is paused, stay so', async () => {
    const grouped = aSubscription({ reportName: 'of a group', groupName: 'north', startTime: '0900' })
    expect((await ofPartner.put(grouped)).status).toBe(200)
    expect((await subscriptions.put(aSubscription({ reportName: 'paused' }))).status).toBe(200)
    await ask('POST', '/reporting/v3/report-subscriptions/paused/pause')

    await expectSame(trip('of a group', ofPartner), [304])
    await expectSame(trip('paused'), [304])
    expect(bodyOf(await subscriptions.get('paused')).subscriptionStatus).toBe('INACTIVE')
  })

  test('of the list is not changed when it is sent back, and one changed part changes nothing else', async () => {
    const made = { reportName: 'listed', startTime: '0915', reportFrequency: 'MONTHLY', startDay: 3 }
    expect((await subscriptions.put(aSubscription(made))).status).toBe(200)
    const listed = (await subscriptions.list()).data as { readonly subscriptions: readonly Json[] }
    const entry = listed.subscriptions.find(({ reportName }) => reportName === 'listed') ?? {}
    const before = await subscriptions.get('listed')

    const same = await subscriptions.put(entry)
    const changed = await subscriptions.put({ ...entry, startDay: 4 })

    expect([same.status, changed.status]).toEqual([304, 200])
    expect(kept(await subscriptions.get('listed'))).toEqual({ ...kept(before), startDay: 4 })
  })
})

test('the order of a report is the same order when it is sent back with the name of its definition', async () => {
  const { reportId } = bodyOf(
    await reports.create(
      anOrder({
        ...{ reportName: 'once', timezone: 'Asia/Calcutta', reportStartTime: '2026-03-08T00:00:00+05:30' },
        ...{ reportEndTime: '2026-03-09T00:00:00+05:30', reportFilters: { 'Application.Name': ['ics_auth'] } },
      }),
    ),
  )
  const read = await reports.get(reportId)
  const again = await reports.create({ ...(read.data as Json), reportDefinitionName: 'TransactionRequestClass' })

  expect([read.status, again.status], again.text).toEqual([200, 304])
})

test('a webhook is the same when it is sent back', async () => {
  const key = { provider: 'nrtd', tenant: 'sdk-shop', keyType: 'sharedSecret', organizationId: 'sdk-shop' }
  await webhooks.createKey({ clientRequestAction: 'CREATE', keyInformation: { ...key, expiryDuration: '365' } })
  const created = await webhooks.create({
    ...{ name: 'My webhook', description: 'Of the SDK', organizationId: 'sdk-shop', notificationScope: 'SELF' },
    products: [{ productId: 'customerInvoicing', eventTypes: ['invoicing.customer.invoice.cancel'] }],
    ...{ webhookUrl: 'https://shop.example/hooks', healthCheckUrl: 'https://shop.example/health' },
    retryPolicy: { algorithm: 'GEOMETRIC', firstRetry: 2, interval: 3, numberOfRetries: 4, deactivateFlag: 'true' },
    securityPolicy: { securityType: 'KEY' },
  })
  expect(created.status, created.text).toBe(201)
  const { webhookId } = bodyOf(created)

  await expectSame({
    read: () => webhooks.get(webhookId),
    write: (object) => webhooks.update(webhookId, object),
  })
})

function settingsOf({ text }: SdkAnswer): SettingsBody {
  return JSON.parse(text) as SettingsBody
}
