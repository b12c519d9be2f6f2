import { beforeAll, describe, expect, test } from 'vitest'
import { createBearerKey } from '../../src/organizations/credentials/create-key.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anOrganization, aTester } from '../support/data/organizations.ts'
import { plainHttp, sdkReportDefinitions } from '../support/http/sdk-client.ts'
import { documentedContract } from '../support/references/documented-contract.ts'

const BASE = '/reporting/v3/report-definitions'
/** Existing clients know the first two. */
const FORMATS = [
  ...['text/csv', 'application/xml', 'application/x-ndjson', 'application/vnd.apache.parquet'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
const NAMED = `${BASE}/{reportDefinitionName}`

type Attribute = { readonly name: string } & Readonly<Record<string, unknown>>
type Definition = Readonly<Record<string, unknown>> & {
  readonly reportDefinitionName: string
  readonly attributes: readonly Attribute[]
}
type ApiResponse = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape.
  readonly body: any
}

let app: Awaited<ReturnType<typeof startWholeService>>
let contract: Awaited<ReturnType<typeof documentedContract>>
let shop: Awaited<ReturnType<typeof anOrganization>>
let partner: typeof shop
beforeAll(async () => {
  app = await startWholeService()
  const { stores, url } = app
  contract = await documentedContract(url)
  partner = await anOrganization(stores, 'partner', { type: 'partner', timeZone: 'Europe/Berlin' })
  shop = await anOrganization(stores, 'shop', { parentId: 'partner', timeZone: 'America/Chicago' })
  await anOrganization(stores, 'foreign')
})

type AskOptions = {
  /** Empty for an anonymous caller; the shop's by default. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function ask(path: string, { key = shop.bearer.key, headers = {} }: AskOptions = {}): Promise<ApiResponse> {
  const authorization = key === '' ? {} : { authorization: `Bearer ${key}` }
  const response = await fetch(`${app.url}${path}`, { headers: { ...authorization, ...headers } })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const body = isJson ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, body }
}

const withoutKey = { key: '' }
const attributeOf = (definition: Definition, name: string) =>
  definition.attributes.find((attribute) => attribute.name === name)

describe('the list of report definitions', () => {
  test('the list has all 18 definitions, with the settings of the requested organization', async () => {
    const own = await ask(BASE)
    const ofShop = await ask(`${BASE}?organizationId=shop&subscriptionType=custom`, {
      key: partner.bearer.key,
    })
    const ofPartner = await ask(BASE, { key: partner.bearer.key })

    expect(own.status).toBe(200)
    expect(contract.answerProblems('GET', BASE, own)).toEqual([])
    expect(own.body.reportDefinitions).toHaveLength(18)
    expect(own.body.reportDefinitions[0]).toEqual({
      type: 'Transaction Request Report',
      reportDefinitionId: 210,
      reportDefinitionName: 'TransactionRequestClass',
      reportDefintionName: 'TransactionRequestClass',
      supportedFormats: FORMATS,
      supportedFrequencies: ['DAILY', 'WEEKLY', 'MONTHLY', 'USER_DEFINED', 'ADHOC'],
      description: expect.stringMatching(/^Every request/),
      defaultSettings: {
        reportMimeType: 'text/csv',
        reportFrequency: 'DAILY',
        reportName: 'Transaction Request Report',
        timezone: 'America/Chicago',
        startTime: '0000',
        startDay: 1,
        reportFilters: {},
        reportPreferences: { signedAmounts: false },
      },
      subscriptionType: 'CUSTOM',
      dtd: '/reporting/v3/dtds/trr-1.0',
    })
    expect(ofShop.text).toBe(own.text)
    expect(ofPartner.body.reportDefinitions[0].defaultSettings.timezone).toBe('Europe/Berlin')
  })
})

describe('a report definition', () => {
  test('a definition names every field, and each definition of the list can be read', async () => {
    const { body } = await ask(BASE)
    for (const listed of body.reportDefinitions as readonly Definition[]) {
      const response = await ask(`${BASE}/${listed.reportDefinitionName}`)
      const { attributes, ...rest } = response.body as Definition

      expect(response.status).toBe(200)
      expect(contract.answerProblems('GET', NAMED, response)).toEqual([])
      expect(rest).toEqual(listed)
      expect(attributes.map(({ name }) => name)).toContain('Request.MerchantID')
      expect(new Set(attributes.map((attribute) => attribute['id'])).size).toBe(attributes.length)
      expect(attributes.filter((attribute) => attribute['default'])).not.toEqual([])
    }
  })

  test('a definition gives the type, the filters and the column name of each field', async () => {
    const { body } = await ask(`${BASE}/TransactionRequestClass`)

    expect(attributeOf(body, 'BillTo.Email')).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      description: expect.any(String),
      filterType: expect.stringMatching(/^(SINGLE|MULTI)$/),
      shortFilterName: 'email',
      default: true,
      required: false,
      type: 'text',
      length: expect.any(Number),
      soapiName: 'billTo_email',
      scmpName: 'bill_to_email',
      masked: false,
    })
    expect(attributeOf(body, 'PaymentData.RequestedAmount')).toMatchObject({ type: 'amount' })
    for (const attribute of (body as Definition).attributes) {
      const hasValues = attribute['filterType'] !== undefined && attribute['codes'] !== undefined
      const values = hasValues ? Object.keys(attribute['codes'] as object) : undefined
      expect([attribute.name, attribute['supportedType']]).toEqual([attribute.name, values])
    }
  })

  test.each([
    ['transactionrequestclass', 'TransactionRequestClass'],
    ['DecisionManagerEventDetailClass', 'FraudDecisionEventDetailClass'],
  ])('a definition requested as %s is %s', async (name, own) => {
    const { status, body } = await ask(`${BASE}/${name}`)

    expect([status, body.reportDefinitionName]).toEqual([200, own])
  })

  test('a definition for XML has settings for XML, and downloads as a file on request', async () => {
    const inline = await ask(`${BASE}/DepositDetailClass?reportMimeType=Application/XML`)
    const file = await ask(`${BASE}/DepositDetailClass?download=true`)
    const noFile = await ask(`${BASE}/DepositDetailClass?download=FALSE&reportMimeType=`)

    expect(inline.body.defaultSettings.reportMimeType).toBe('application/xml')
    expect(inline.headers.get('content-disposition')).toBeNull()
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="DepositDetailClass.json"')
    expect([noFile.text, noFile.headers.get('content-disposition')]).toEqual([file.text, null])
  })
})

describe('both endpoints', () => {
  const PATHS = [BASE, `${BASE}/DepositDetailClass`]

  test.each(PATHS)('%s responds with the JSON media type that the client accepts', async (path) => {
    for (const [accept, type] of [
      ['application/hal+json', 'application/hal+json'],
      ['application/json', 'application/json'],
      ['*/*', 'application/json'],
      ['application/xml', 'application/json'],
    ] as const) {
      const { status, headers } = await ask(path, { headers: { accept } })
      expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
    }
  })

  test.each(PATHS)('%s responds with 304 to a client that has the current version', async (path) => {
    const first = await ask(path)
    const tag = first.headers.get('etag') ?? ''

    expect((await ask(path, { headers: { 'if-none-match': '*' } })).status).toBe(304)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await ask(path, { headers: { 'if-none-match': known } })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
    }
    const other = await ask(path, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, other.text]).toEqual([200, first.text])
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
  })

  test.each([
    ['subscriptionType=NONE', ['subscriptionType']],
    ['subscriptionType=CUSTOM&subscriptionType=CUSTOM', ['subscriptionType']],
    ['subscriptionType=1&reportMimeType=text/plain&download=maybe', ['subscriptionType', 'reportMimeType', 'download']],
  ])('?%s is 400 and names each problem', async (query, fields) => {
    for (const [path, documentedPath, known] of [
      [BASE, BASE, ['subscriptionType']],
      [`${BASE}/DepositDetailClass`, NAMED, ['subscriptionType', 'reportMimeType', 'download']],
    ] as const) {
      const response = await ask(`${path}?${query}`)
      const wrong = known.filter((field) => fields.includes(field))

      expect(response.status).toBe(400)
      expect(contract.answerProblems('GET', documentedPath, response)).toEqual([])
      expect(response.body.details).toEqual(wrong.map((field) => ({ field, reason: 'INVALID_DATA' })))
      expect(response.body.fields.map((field: { path: string }) => field.path)).toEqual(wrong)
    }
  })

  test.each(['CLASSIC', 'standard'])('a request for %s definitions is 404: there are none', async (type) => {
    for (const path of PATHS) {
      const { status, body } = await ask(`${path}?subscriptionType=${type}`)

      expect([status, body.code]).toEqual([404, 'RESOURCE_NOTFOUND'])
      expect(body.message).toBe(`There are no ${type.toUpperCase()} report definitions; all definitions are CUSTOM.`)
    }
  })

  test.each([
    ['TransactionRequestClas', ' Did you mean TransactionRequestClass?'],
    ['BillableTransactionsDetailClass', ''],
    ['AcquirerExceptionDetailClass', ''],
    ['%00', ''],
    ['x'.repeat(200), ''],
  ])('an unknown definition, %s, is 404', async (name, hint) => {
    const response = await ask(`${BASE}/${name}`)

    expect([response.status, response.body.code]).toEqual([404, 'RESOURCE_NOTFOUND'])
    expect(contract.answerProblems('GET', NAMED, response)).toEqual([])
    if (name.length < 100) {
      expect(response.body.message).toBe(`Report definition not found.${hint}`)
    }
  })

  test.each(PATHS)('%s refuses callers without key, scope or access', async (path) => {
    const deps = { db: app.stores.database, clock: systemClock, machineClock: systemClock }
    const { key } = await createBearerKey(
      { ...deps, secrets: app.stores.secrets },
      { organizationId: 'shop', by: aTester },
      { label: path, scopes: ['invoices'], expiresAt: undefined },
    )
    const anonymous = await ask(path, withoutKey)
    const scopeless = await ask(path, { key })

    expect([anonymous.status, anonymous.text]).toEqual([401, '{"response":{"rmsg":"Authentication Failed"}}'])
    expect([scopeless.status, scopeless.body.reason]).toEqual([403, 'MISSING_SCOPE'])
    for (const foreign of ['foreign', 'partner', 'nobody', '<>']) {
      const { status, body } = await ask(`${path}?organizationId=${foreign}`)
      expect([status, body.code]).toEqual([404, 'RESOURCE_NOTFOUND'])
    }
  })
})

describe('a DTD', () => {
  test.each(['cdr', 'cdr-1.1', 'cdr.dtd', 'cdr-1.1.dtd'])('a DTD is public by the name %s', async (name) => {
    const { status, headers, text } = await ask(`/reporting/v3/dtds/${name}`, withoutKey)

    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml-dtd; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(text).toMatch(/^<!-- Conversion Detail Report, version 1\.1 -->\n<!ELEMENT Report /)
  })

  test('each definition gives the address of its DTD', async () => {
    const { body } = await ask(BASE)
    const dtds = (body.reportDefinitions as readonly Definition[]).map(({ dtd }) => String(dtd))
    const responses = await Promise.all(dtds.map((dtd) => ask(dtd, withoutKey)))

    expect(responses.map(({ status }) => status)).toEqual(dtds.map(() => 200))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(18)
  })

  test.each(['cdr-9.9', 'xyz', 'TransactionRequestClass', '__proto__'])(
    'a DTD named %s is 404, as JSON or XML',
    async (name) => {
      const path = `/reporting/v3/dtds/${name}`
      const json = await ask(path, withoutKey)
      const xml = await ask(path, { ...withoutKey, headers: { accept: 'application/xml' } })

      expect([json.status, json.body.code]).toEqual([404, 'RESOURCE_NOTFOUND'])
      expect(xml.status).toBe(404)
      expect(xml.text).toContain('<errorBean><code>RESOURCE_NOTFOUND</code>')
    },
  )
})

test('the published SDK lists the definitions, reads one under both spellings, and gets a DTD', async () => {
  const sdk = sdkReportDefinitions({
    ...plainHttp(Number(new URL(app.url).port)),
    authenticationType: 'http_signature',
    merchantID: 'shop',
    merchantKeyId: shop.sharedSecret.keyId,
    merchantsecretKey: shop.sharedSecret.secret,
  })

  const list = await sdk.list({ subscriptionType: 'CUSTOM' })
  const one = await sdk.get('FundingDetailClass', {
    subscriptionType: 'CUSTOM',
    reportMimeType: 'application/xml',
    organizationId: 'shop',
  })
  const unknown = await sdk.get('AcquirerExceptionDetailClass')
  const classic = await sdk.list({ subscriptionType: 'CLASSIC' })
  const dtd = await sdk.getDtd('fdr-1.0')

  expect([list, one, unknown, classic, dtd].map(({ status }) => status)).toEqual([200, 200, 404, 404, 200])
  const { reportDefinitions } = list.data as {
    readonly reportDefinitions: readonly Readonly<Record<string, unknown>>[]
  }
  expect(reportDefinitions).toHaveLength(18)
  expect(reportDefinitions[5]).toMatchObject({
    reportDefinitionId: 215,
    reportDefintionName: 'FundingDetailClass',
    supportedFormats: FORMATS,
    defaultSettings: { timezone: 'America/Chicago', reportFrequency: 'DAILY', startDay: 1 },
  })
  expect(JSON.parse(one.text)).toMatchObject({ reportDefinitionName: 'FundingDetailClass' })
  expect(one.data).toMatchObject({
    reportDefinitionId: 215,
    reportDefintionName: 'FundingDetailClass',
    subscriptionType: 'CUSTOM',
    defaultSettings: { reportMimeType: 'application/xml' },
    attributes: expect.arrayContaining([
      expect.objectContaining({ name: 'Funding.FundingAmount', default: true, required: false }),
      expect.objectContaining({ name: 'BillTo.City', default: false, required: false }),
    ]),
  })
  expect(dtd.text).toContain('<!ELEMENT Report (Record*)>')
})
