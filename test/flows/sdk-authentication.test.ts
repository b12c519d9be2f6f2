import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../../src/main/service.ts'
import { makeCertificate } from '../../src/organizations/credentials/make-certificate.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { makeCertificateAuthority } from '../support/http/certificate-authority.ts'
import { aCertificate } from '../support/http/certificates.ts'
import { httpsWithCa, plainHttp, type SdkConfiguration, sdkCall, sdkInvoicing } from '../support/http/sdk-client.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { makeTemporaryFolder } from '../support/stores/temporary-folder.ts'

/** The published SDK against the whole running service. */

const REFUSED = '{"response":{"rmsg":"Authentication Failed"}}'
const me = { method: 'GET', path: '/organizations/v1/me' }

const folder = makeTemporaryFolder()
fileResources.defer(() => rmSync(folder, { recursive: true, force: true }))

/** The SDK's configurations for an organization: with its keys, and with keys that only look like them. */
type Keys = Record<'secret' | 'p12' | 'wrong-secret' | 'wrong-p12', SdkConfiguration> & {
  readonly organizationId: string
}

let plain: { readonly place: SdkConfiguration } & Record<'shop' | 'portfolio', Keys>
let secure: typeof plain
beforeAll(async () => {
  const { caFile, certFile, keyFile } = await makeCertificateAuthority(folder)
  const http = await startWholeService()
  const https = await startWholeService({
    QUITTANCE_MODE: 'live',
    QUITTANCE_TLS_CERT: certFile,
    QUITTANCE_TLS_KEY: keyFile,
  })
  plain = { place: plainHttp(portOf(http)), ...(await organizationsOf(http, 'plain')) }
  secure = {
    place: httpsWithCa(portOf(https), caFile),
    ...(await organizationsOf(https, 'secure')),
  }
})

const portOf = ({ url }: Service): number => Number(new URL(url).port)

async function organizationsOf({ stores }: Service, name: string) {
  const portfolio = await keysOf(stores, `${name}-portfolio`, { type: 'partner' })
  return {
    portfolio,
    shop: await keysOf(stores, `${name}-shop`, { parentId: `${name}-portfolio` }),
  }
}

async function keysOf(
  stores: Service['stores'],
  organizationId: string,
  given: Parameters<typeof anOrganization>[2],
): Promise<Keys> {
  const { sharedSecret } = await anOrganization(stores, organizationId, given)
  const { p12, keyId } = await aCertificate(stores, organizationId)
  const now = systemClock.now()
  const lifetime = { validFrom: now.subtract({ hours: 1 }), validUntil: now.add({ hours: 1 }) }
  const forged = await makeCertificate({
    keyId,
    organizationId,
    password: organizationId,
    ...lifetime,
  })
  writeFileSync(join(folder, `${organizationId}.p12`), p12)
  writeFileSync(join(folder, `${organizationId}-forged.p12`), forged.p12)
  const secretOf = (secret: string) => ({
    merchantID: organizationId,
    merchantKeyId: sharedSecret.keyId,
    merchantsecretKey: secret,
  })
  const fileOf = (keyFileName: string) => ({
    merchantID: organizationId,
    keysDirectory: folder,
    keyFileName,
    keyAlias: organizationId,
    keyPass: organizationId,
  })
  return {
    organizationId,
    secret: secretOf(sharedSecret.secret),
    'wrong-secret': secretOf(Buffer.alloc(32).toString('base64')),
    p12: fileOf(organizationId),
    'wrong-p12': fileOf(`${organizationId}-forged`),
  }
}

const schemes = [
  ['http_signature', { authenticationType: 'http_signature' }, 'secret', 'http_signature'],
  ['JWT with a shared secret', { authenticationType: 'jwt', jwtKeyType: 'SHARED_SECRET' }, 'secret', 'jwt'],
  ['JWT with a P12', { authenticationType: 'jwt', jwtKeyType: 'P12' }, 'p12', 'jwt'],
] as const

describe.each([
  ['HTTP', () => plain],
  ['HTTPS with a CA of one’s own, in live mode', () => secure],
] as const)('over %s', (_, site) => {
  test.each(schemes)('%s is authenticated', async (_name, scheme, keys, schemeName) => {
    const { place, shop } = site()

    const response = await sdkCall({ ...place, ...shop[keys], ...scheme }, me)

    expect(response.status).toBe(200)
    expect(JSON.parse(response.text)).toMatchObject({
      organization: { organizationId: shop.organizationId },
      authentication: { scheme: schemeName },
    })
  })

  test.each(schemes)('%s with another key of the same name is refused', async (_name, scheme, keys) => {
    const { place, shop } = site()

    const response = await sdkCall({ ...place, ...shop[`wrong-${keys}`], ...scheme }, me)

    expect(response).toMatchObject({ status: 401, text: REFUSED })
  })

  test.each(schemes)('%s with a portfolio’s key acts for its merchant', async (_name, scheme, keys) => {
    const { place, shop, portfolio } = site()
    const meta = {
      merchantID: shop.organizationId,
      useMetaKey: true,
      portfolioID: portfolio.organizationId,
    }

    const response = await sdkCall({ ...place, ...portfolio[keys], ...scheme, ...meta }, me)

    expect(JSON.parse(response.text)).toMatchObject({
      organization: { organizationId: portfolio.organizationId },
      actingFor: { organizationId: shop.organizationId },
    })
  })
})

test.each(schemes)('%s creates and cancels invoices in live mode', async (_name, scheme, keys) => {
  const sdk = sdkInvoicing({ ...secure.place, ...secure.shop[keys], ...scheme })

  const first = await sdk.create(anInvoiceBody())
  const second = await sdk.create(anInvoiceBody())
  const canceled = await sdk.cancel((first.data as { readonly id: string }).id)

  expect([first.status, second.status, canceled.status]).toEqual([201, 201, 200])
})
