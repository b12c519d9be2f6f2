import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RoutePlugin } from '../../src/platform/http/server/create-http-app.ts'
import { startAuthenticatedApp } from '../support/apps/authenticated-app.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { aCertificate } from '../support/http/certificates.ts'
import {
  plainHttp,
  type SdkConfiguration,
  sdkCall,
  sdkInvoicing,
  sdkSearchReports,
} from '../support/http/sdk-client.ts'
import { startTamperingProxy, type Tamper, type TamperingProxy } from '../support/processes/tampering-proxy.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { makeTemporaryFolder } from '../support/stores/temporary-folder.ts'

/** The published SDK's own requests, changed on their way. */

const REFUSED = '{"response":{"rmsg":"Authentication Failed"}}'
const invoice = { invoiceInformation: { description: 'Zwölf Äpfel', dueDate: '2027-07-11' } }
const routes: RoutePlugin = async (app) => {
  const config = { scope: 'any' } as const
  app.post('/invoicing/v2/invoices', { config }, async ({ body }) => body)
  app.put('/invoicing/v2/invoices', { config }, async ({ body }) => body)
  app.delete('/invoicing/v2/invoices', { config }, async () => ({ done: true }))
  app.get('/reporting/v3/reports', { config }, async ({ query }) => query)
}

let proxy: TamperingProxy
const keys = {} as Record<'secret' | 'p12', SdkConfiguration>
beforeAll(async () => {
  const app = await startAuthenticatedApp({ routes: [routes] })
  const { sharedSecret } = await anOrganization(app, 'shop')
  const { p12 } = await aCertificate(app, 'shop')
  const folder = makeTemporaryFolder()
  fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'shop.p12'), p12)
  proxy = await startTamperingProxy(app.port)
  const { keyId, secret } = sharedSecret
  keys.secret = { merchantID: 'shop', merchantKeyId: keyId, merchantsecretKey: secret }
  keys.p12 = { merchantID: 'shop', keysDirectory: folder, keyFileName: 'shop', keyPass: 'shop' }
})

const untouched: Tamper = (request) => request
const header =
  (name: string, alter: (value: string) => string): Tamper =>
  (request) => ({
    ...request,
    headers: { ...request.headers, [name]: alter(request.headers[name] ?? '') },
  })
const hasten = (date: string): string => new Date(Date.parse(date) + 1_000).toUTCString()

const ofEveryScheme: Record<string, Tamper> = {
  'the body': (request) => ({ ...request, body: request.body?.toString().replace('Zwölf', 'Zwanzig') }),
  'the body, not its length': (request) => ({ ...request, body: request.body?.toString().replace('Ä', 'Ö') }),
  'the method': (request) => ({ ...request, method: 'PUT' }),
  'the path': (request) => ({ ...request, path: '/test/v1/echo' }),
  'the query': (request) => ({ ...request, path: `${request.path}?organizationId=shop` }),
}
const ofSignatures: Record<string, Tamper> = {
  'the digest': header('digest', (value) => value.replace(/=.{4}/, '=AAAA')),
  'the date': header('date', hasten),
  'the host': header('host', () => 'evil.example'),
  'the key': header('signature', (value) => value.replace(/keyid="./, 'keyid="x')),
  'the signature': header('signature', (value) => value.replace(/ signature="..../, ' signature="AAAA')),
  'what is signed': header('signature', (value) => value.replace(' digest', '')),
}
const claimsOf = (authorization: string) =>
  JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()) as object
const withClaims =
  (altered: object) =>
  (authorization: string): string => {
    const claims = JSON.stringify({ ...claimsOf(authorization), ...altered })
    return authorization.replace(/\.[^.]+\./, `.${Buffer.from(claims).toString('base64url')}.`)
  }
const ofTokens: Record<string, Tamper> = {
  'the digest': header('authorization', withClaims({ digest: `${'A'.repeat(43)}=` })),
  'the date': header('authorization', withClaims({ iat: 1, exp: 4_000_000_000 })),
  'the merchant': header('authorization', withClaims({ 'v-c-merchant-id': 'portfolio' })),
  'the signature': header('authorization', (value) => value.replace(/\.[^.]{4}(?=[^.]*$)/, '.AAAA')),
  'the key': header('authorization', (value) => {
    const encoded = /Bearer ([^.]+)/.exec(value)?.[1] ?? ''
    const altered = { ...JSON.parse(Buffer.from(encoded, 'base64url').toString()), kid: 'other' }
    return value.replace(encoded, Buffer.from(JSON.stringify(altered)).toString('base64url'))
  }),
}

describe.each([
  ['http_signature', { authenticationType: 'http_signature' }, 'secret', ofSignatures],
  ['JWT with a shared secret', { authenticationType: 'jwt', jwtKeyType: 'SHARED_SECRET' }, 'secret', ofTokens],
  ['JWT with a P12', { authenticationType: 'jwt', jwtKeyType: 'P12' }, 'p12', ofTokens],
] as const)('%s', (_, scheme, kind, ofThisScheme) => {
  const configuration = () => ({ ...plainHttp(proxy.port), ...keys[kind], ...scheme })

  test('is accepted untouched, with a body, without one, and with a query', async () => {
    proxy.tamper = untouched

    const created = await sdkInvoicing(configuration()).create(invoice)
    const found = await sdkSearchReports(configuration())
    const removed = await sdkCall(configuration(), {
      method: 'DELETE',
      path: '/invoicing/v2/invoices',
    })
    const emptied = await sdkCall(configuration(), {
      method: 'POST',
      path: '/invoicing/v2/invoices',
      body: {},
    })

    expect(created.status).toBe(200)
    expect(JSON.parse(created.text)).toMatchObject(invoice)
    expect(JSON.parse(found.text)).toMatchObject({ startTime: '2026-10-01T00:00:00.00Z' })
    expect(removed.status).toBe(200)
    expect(emptied).toMatchObject({ status: 200, text: '{}' })
  })

  test.each(Object.entries({ ...ofEveryScheme, ...ofThisScheme }))(
    'is refused when %s is tampered with',
    async (_name, tamper) => {
      let isTampered = false
      proxy.tamper = (request) => {
        const altered = tamper(request)
        isTampered = JSON.stringify(altered) !== JSON.stringify(request)
        return altered
      }

      const response = await sdkInvoicing(configuration()).create(invoice)

      expect(isTampered).toBe(true)
      expect(response).toMatchObject({ status: 401, text: REFUSED })
    },
  )
})
