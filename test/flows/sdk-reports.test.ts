import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { anOrder } from '../support/data/report-orders.ts'
import { putRecords } from '../support/data/stored-records.ts'
import { plainHttp, type SdkConfiguration, sdkDownload, sdkReports } from '../support/http/sdk-client.ts'
import { eventually } from '../support/run/eventually.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

type Json = Readonly<Record<string, unknown>>

let stores: Awaited<ReturnType<typeof startWholeService>>['stores']
let ofShop: SdkConfiguration
let sdk: ReturnType<typeof sdkReports>
let ofPartner: typeof sdk
beforeAll(async () => {
  const service = await startWholeService()
  stores = service.stores
  const configured = async (organizationId: string, given: Parameters<typeof anOrganization>[2]) => {
    const { sharedSecret } = await anOrganization(stores, organizationId, given)
    return {
      ...plainHttp(Number(new URL(service.url).port)),
      authenticationType: 'http_signature',
      merchantID: organizationId,
      merchantKeyId: sharedSecret.keyId,
      merchantsecretKey: sharedSecret.secret,
    }
  }
  ofPartner = sdkReports(await configured('partner', { type: 'partner' }))
  ofShop = await configured('shop', { parentId: 'partner', timeZone: 'Europe/Berlin' })
  sdk = sdkReports(ofShop)
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

test('the published SDK orders for a merchant below, and receives the reason of a refusal', async () => {
  const order = anOrder({ reportName: 'of the partner', organizationId: 'shop' })
  const created = await ofPartner.create(order)
  const all = await ofPartner.search(FROM, TO, { reportName: 'of the partner' })
  const wrong = await sdk.create({ reportDefinitionName: 'TransactionRequestClass' })
  const unknown = await sdk.create(anOrder({ reportDefinitionName: 'NoSuchClass' }))
  const none = await sdk.search(FROM, TO, { reportStatus: 'NO_DATA', reportName: 'nobody' })

  expect([created, all, wrong, unknown, none].map(({ status }) => status)).toEqual([200, 200, 400, 404, 404])
  expect(resultsOf(all)[0]).toMatchObject({ organizationId: 'shop', reportName: 'of the partner' })
  expect(JSON.parse(wrong.text).details).toContainEqual({
    field: 'reportStartTime',
    reason: 'MISSING_FIELD',
  })
})

/** Orders a report as a program does, waits for it, and lets the SDK write it to a file. */
async function downloaded(
  body: Json & { readonly reportName: string },
  accept?: 'application/xml' | 'text/csv',
): Promise<{ readonly text: string; readonly message: string | undefined }> {
  const created = await sdk.create(body)
  expect([created.status, created.text]).toEqual([200, expect.stringContaining('reportId')])
  const { reportId } = JSON.parse(created.text) as { readonly reportId: string }
  const read = async () => JSON.parse((await sdk.get(reportId)).text)
  await eventually(async () => (await read()).reportStatus === 'COMPLETED')
  const { manifest, reportEndTime } = await read()
  const { file, message } = await sdkDownload(ofShop, {
    reportDate: reportEndTime.slice(0, 10),
    reportName: body.reportName,
    path: join(temporaryFolder(), 'report'),
    ...(accept === undefined ? {} : { accept }),
  })
  // The SDK does not say when the file is complete.
  await eventually(async () => existsSync(file) && statSync(file).size === manifest.bytes)
  return { text: readFileSync(file, 'utf8'), message }
}

async function putPayments(): Promise<void> {
  const records = ['1', '2'].map((recordId) => ({
    recordId,
    merchantId: 'shop',
    occurredAt: '2026-03-12T10:00:00Z',
    fields: { 'Request.RequestID': recordId, 'BillTo.City': 'Łódź' },
  }))
  await putRecords(stores, 'transaction', records)
}

const PERIOD = {
  reportStartTime: '2026-03-12T00:00:00.000Z',
  reportEndTime: '2026-03-13T00:00:00.000Z',
}

test('the published SDK writes reports to files, in both of its formats', async () => {
  await putPayments()
  const order = anOrder({ ...PERIOD, reportFields: ['Request.RequestID', 'BillTo.City'] })
  const csv = { ...order, reportName: 'CSV of the SDK' }
  const xml = { ...order, reportName: 'XML of the SDK', reportMimeType: 'application/xml' }

  const asCsv = await downloaded(csv, 'text/csv')
  const asXml = await downloaded(xml)

  expect(asCsv.text.split('\n').slice(2)).toEqual(['"1","Łódź"', '"2","Łódź"', ''])
  expect(asXml.text).toMatch(/^<\?xml /)
  expect(asXml.text.match(/<City>Łódź<\/City>/g)).toHaveLength(2)
  // The SDK treats every file as a response that it cannot parse.
  for (const { message } of [asCsv, asXml]) expect(message).toMatch(/^Failed to decrypt response/)
})

test('bodies of the published samples are accepted unchanged', async () => {
  await putPayments()
  // Names are a matter of CSV alone, and a filter without values filters nothing.
  const sample = {
    reportDefinitionName: 'TransactionRequestClass',
    reportFields: ['Request.RequestID', 'Request.TransactionDate', 'Request.MerchantID'],
    reportMimeType: 'application/xml',
    reportName: 'Samples_v1',
    timezone: 'GMT',
    ...PERIOD,
    reportFilters: { 'Application.Name': [] },
    reportPreferences: { signedAmounts: 'true', fieldNameConvention: 'SOAPI' },
  }

  const { text } = await downloaded(sample)

  expect(text).toContain('<RequestID>1</RequestID>')
  expect(text).toContain('<RequestID>2</RequestID>')
})
