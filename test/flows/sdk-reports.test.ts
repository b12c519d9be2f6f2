import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app.ts'
import { anOrganization } from '../support/organizations.ts'
import { anOrder } from '../support/report-orders.ts'
import { plainHttp, sdkReports } from '../support/sdk-client.ts'

type Json = Readonly<Record<string, unknown>>

let sdk: ReturnType<typeof sdkReports>
let ofPartner: typeof sdk
beforeAll(async () => {
  const { stores, url } = await startTestApp()
  const configured = async (
    organizationId: string,
    given: Parameters<typeof anOrganization>[2],
  ) => {
    const { sharedSecret } = await anOrganization(stores, organizationId, given)
    return sdkReports({
      ...plainHttp(Number(new URL(url).port)),
      authenticationType: 'http_signature',
      merchantID: organizationId,
      merchantKeyId: sharedSecret.keyId,
      merchantsecretKey: sharedSecret.secret,
    })
  }
  ofPartner = await configured('partner', { type: 'partner' })
  sdk = await configured('shop', { parentId: 'partner', timeZone: 'Europe/Berlin' })
})

const [FROM, TO] = ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']
const resultsOf = ({ data }: { readonly data: unknown }) =>
  (data as { readonly reportSearchResults: readonly Json[] }).reportSearchResults

test('the published SDK orders a one-time report, finds it in the list and reads it by its id', async () => {
  const order = anOrder({
    reportName: 'of the SDK',
    timezone: 'GMT',
    reportStartTime: '2026-03-08T05:30:00.000+05:30',
    reportEndTime: '2026-03-09T05:30:00.000+05:30',
    reportPreferences: { signedAmounts: true, fieldNameConvention: 'SOAPI' },
  })
  const created = await sdk.create(order, { organizationId: 'shop' })
  const again = await sdk.create(order)
  const listed = await sdk.search(FROM, TO, { reportFrequency: 'ADHOC', reportDefinitionId: 210 })

  expect([created.status, again.status, listed.status]).toEqual([200, 304, 200])
  const { reportId } = JSON.parse(created.text) as { readonly reportId: string }
  expect(resultsOf(listed)).toHaveLength(1)
  expect(resultsOf(listed)[0]).toMatchObject({
    reportId,
    reportDefinitionId: '210',
    reportName: 'of the SDK',
    reportMimeType: 'text/csv',
    reportFrequency: 'ADHOC',
    timezone: 'GMT',
    organizationId: 'shop',
    subscriptionType: 'CUSTOM',
    reportStartTime: new Date('2026-03-08T00:00:00Z'),
    reportEndTime: new Date('2026-03-09T00:00:00Z'),
    queuedTime: expect.any(Date),
  })

  const read = await sdk.get(reportId, { organizationId: 'shop' })
  expect(read.status).toBe(200)
  expect(read.data).toMatchObject({
    reportId,
    reportName: 'of the SDK',
    reportFields: ['Request.MerchantID', 'Request.RequestID'],
    reportPreferences: { signedAmounts: true, fieldNameConvention: 'SOAPI' },
  })
})

test('the published SDK orders for a merchant below, and is told what it did wrong', async () => {
  const order = anOrder({ reportName: 'of the partner', organizationId: 'shop' })
  const created = await ofPartner.create(order)
  const all = await ofPartner.search(FROM, TO, { reportName: 'of the partner' })
  const wrong = await sdk.create({ reportDefinitionName: 'TransactionRequestClass' })
  const unknown = await sdk.create(anOrder({ reportDefinitionName: 'NoSuchClass' }))
  const none = await sdk.search(FROM, TO, { reportStatus: 'NO_DATA', reportName: 'nobody' })

  expect([created, all, wrong, unknown, none].map(({ status }) => status)).toEqual([
    200, 200, 400, 404, 404,
  ])
  expect(resultsOf(all)[0]).toMatchObject({ organizationId: 'shop', reportName: 'of the partner' })
  expect(JSON.parse(wrong.text).details).toContainEqual({
    field: 'reportStartTime',
    reason: 'MISSING_FIELD',
  })
})
