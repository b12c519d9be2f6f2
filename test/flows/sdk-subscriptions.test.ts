import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { aSubscription } from '../support/data/report-orders.ts'
import { plainHttp, sdkSubscriptions } from '../support/http/sdk-client.ts'
import { statusesOf } from '../support/http/subscription-clients.ts'

type Listed = { readonly subscriptions: readonly Readonly<Record<string, unknown>>[] }

let sdk: ReturnType<typeof sdkSubscriptions>
let ofPartner: typeof sdk
beforeAll(async () => {
  const { stores, url } = await startWholeService()
  const clientOf = async (organizationId: string, given: Parameters<typeof anOrganization>[2]) => {
    const { sharedSecret } = await anOrganization(stores, organizationId, given)
    return sdkSubscriptions({
      ...plainHttp(Number(new URL(url).port)),
      authenticationType: 'http_signature',
      merchantID: organizationId,
      merchantKeyId: sharedSecret.keyId,
      merchantsecretKey: sharedSecret.secret,
    })
  }
  ofPartner = await clientOf('partner', { type: 'partner' })
  sdk = await clientOf('shop', { parentId: 'partner' })
})

test('the published SDK creates, reads, edits, lists and deletes subscriptions', async () => {
  const body = aSubscription({
    reportName: 'of the SDK',
    reportMimeType: 'application/xml',
    reportFrequency: 'MONTHLY',
    timezone: 'America/Los_Angeles',
    startTime: '0900',
    startDay: 31,
    reportFilters: { 'Application.Name': ['ics_auth'] },
    reportPreferences: { signedAmounts: true, fieldNameConvention: 'SOAPI' },
  })
  const none = await sdk.list()
  const created = await sdk.put(body)
  const again = await sdk.put(body)
  const read = await sdk.get('of the SDK')
  const listed = await sdk.list()

  expect(statusesOf([none, created, again, read, listed])).toEqual([404, 200, 304, 200, 200])
  expect(read.data).toMatchObject({
    organizationId: 'shop',
    reportDefinitionId: '210',
    reportDefinitionName: 'TransactionRequestClass',
    reportMimeType: 'application/xml',
    reportFrequency: 'MONTHLY',
    reportName: 'of the SDK',
    timezone: 'America/Los_Angeles',
    startDay: 31,
    reportFields: ['Request.MerchantID', 'Request.RequestID'],
    reportFilters: { 'Application.Name': ['ics_auth'] },
    reportPreferences: { signedAmounts: true },
  })
  // The SDK takes the time of day for a year; its callers find it in the text.
  expect(JSON.parse(read.text).startTime).toBe('0900')
  expect((listed.data as Listed).subscriptions).toEqual([read.data])

  const edited = await sdk.put({ ...body, startDay: '15' })
  const gone = await sdk.remove('of the SDK')
  const goneAlready = await sdk.remove('of the SDK')

  expect([edited.status, JSON.parse(edited.text).startDay]).toEqual([200, 15])
  expect(statusesOf([gone, goneAlready, await sdk.list()])).toEqual([200, 404, 404])
})

test.each(['two words', 'a+b', '-_+ 9', `${' +'.repeat(124)}zz`])(
  'the published SDK signs and finds the name %j',
  async (reportName) => {
    const responses = [
      await sdk.put(aSubscription({ reportName })),
      await sdk.get(reportName),
      await sdk.remove(reportName),
      await sdk.get(reportName),
    ]

    expect(statusesOf(responses)).toEqual([200, 200, 200, 404])
    expect(responses[1]?.data).toMatchObject({ reportName })
  },
)

test('the published SDK subscribes for a merchant below, and receives the reason of a refusal', async () => {
  const forShop = { organizationId: 'shop' }
  const body = aSubscription({ reportName: 'of the partner' })
  const created = await ofPartner.put(body, forShop)
  const inBody = await ofPartner.put({ ...body, ...forShop, startTime: '0100' })
  const read = await ofPartner.get('of the partner', forShop)
  const notOwn = await ofPartner.get('of the partner')
  const listed = await ofPartner.list(forShop)
  const gone = await ofPartner.remove('of the partner', forShop)
  const wrong = await sdk.put({ reportDefinitionName: 'TransactionRequestClass' })
  const unknown = await sdk.put(aSubscription({ reportDefinitionName: 'NoSuchClass' }))

  expect(statusesOf([created, inBody, read, notOwn, listed, gone, wrong, unknown])).toEqual([
    200, 200, 200, 404, 200, 200, 400, 404,
  ])
  expect((listed.data as Listed).subscriptions).toMatchObject([forShop])
  expect(JSON.parse(wrong.text).details).toContainEqual({
    field: 'timezone',
    reason: 'MISSING_FIELD',
  })
})

test('bodies of the published samples are accepted unchanged', async () => {
  const sample = {
    reportDefinitionName: 'TransactionRequestClass',
    reportFields: ['Request.RequestID', 'Request.TransactionDate', 'Request.MerchantID'],
    reportMimeType: 'application/xml',
    reportFrequency: 'WEEKLY',
    reportName: 'testrest_subcription_v1',
    timezone: 'GMT',
    startTime: '0900',
    startDay: 1,
  }
  const responses = [await sdk.put(sample), await sdk.get(sample.reportName), await sdk.remove(sample.reportName)]

  expect(statusesOf(responses)).toEqual([200, 200, 200])
})

test('the published SDK subscribes to a definition with its default fields', async () => {
  const standard = { reportDefinitionName: 'PaymentBatchDetailClass', subscriptionType: 'STANDARD' }
  const created = await sdk.putPredefined(standard)
  const again = await sdk.putPredefined({ ...standard, timezone: 'PST' })
  const paused = await sdk.putPredefined({ ...standard, subscriptionStatus: 'INACTIVE' })
  const classic = await sdk.putPredefined({ ...standard, subscriptionType: 'CLASSIC', reportName: 'my batches' })
  const wrong = await sdk.putPredefined({ ...standard, reportFrequency: 'USER_DEFINED', timezone: 'Asia/Tokyo' })
  const unknown = await sdk.putPredefined({ ...standard, reportDefinitionName: 'NoSuchClass' })

  expect(statusesOf([created, again, paused, classic, wrong, unknown])).toEqual([201, 200, 200, 201, 400, 404])
  const reportName = 'PaymentBatchDetailReport_Daily_Standard'
  expect((await sdk.get(reportName)).data).toMatchObject({
    ...{ reportName, reportMimeType: 'text/csv', reportFrequency: 'DAILY', timezone: 'America/Los_Angeles' },
    reportFields: expect.arrayContaining(['Batch.BatchID']),
  })
  const statusOf = ({ text }: { readonly text: string }) => JSON.parse(text).subscriptionStatus
  expect([created, again, paused].map(statusOf)).toEqual(['ACTIVE', 'ACTIVE', 'INACTIVE'])
  expect(JSON.parse(classic.text)).toMatchObject({ reportName: 'my batches', timezone: 'GMT' })
  const { details } = JSON.parse(wrong.text)
  expect(details.map(({ field }: { readonly field: string }) => field)).toEqual(['reportFrequency', 'timezone'])
  expect(statusesOf([await sdk.remove(reportName), await sdk.remove('my batches')])).toEqual([200, 200])
})
