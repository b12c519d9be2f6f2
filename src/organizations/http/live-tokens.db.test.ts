import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, type Keyed } from '../../../test/support/data/organizations.ts'
import { type Answer, sendRequest } from '../../../test/support/http/send-request.ts'
import { type SignedHeaders, signHttpSignature, signJwtSharedSecret } from '../../../test/support/http/signers.ts'

const INVOICES = '/invoicing/v2/invoices'
const body = JSON.stringify(anInvoiceBody())
const facts = (method: string, path: string) => ({ method, path, host: 'api.example', merchantId: 'shop' })

let live: App
let sandbox: App
let shop: Keyed
let shopOfSandbox: Keyed
beforeAll(async () => {
  live = await startApp({ environment: { QUITTANCE_MODE: 'live' } })
  sandbox = await startApp()
  shop = await anOrganization(live, 'shop')
  shopOfSandbox = await anOrganization(sandbox, 'shop')
})

const create = (app: App, headers: SignedHeaders): Promise<Answer> =>
  sendRequest(app.port, {
    method: 'POST',
    path: INVOICES,
    body,
    headers: { host: 'api.example', 'content-type': 'application/json', ...headers },
  })
const signedCreate = ({ sharedSecret }: Keyed) =>
  signJwtSharedSecret(sharedSecret, { ...facts('POST', INVOICES), body })
/** A token that names no request and is valid for five minutes. */
async function unboundToken({ sharedSecret: { keyId, secret } }: Keyed): Promise<SignedHeaders> {
  const token = await new SignJWT({ iss: 'shop', jti: randomUUID(), 'v-c-jwt-version': '2', 'v-c-merchant-id': 'shop' })
    .setProtectedHeader({ alg: 'HS256', kid: keyId })
    .setIssuedAt()
    .setExpirationTime('300s')
    .sign(Buffer.from(secret, 'base64'))
  return { authorization: `Bearer ${token}` }
}
const statusesOf = (responses: readonly Answer[]) => responses.map(({ status }) => status)
const countInvoices = async (app: App) => (await app.database.pool.query('select from invoices')).rowCount

describe('in live mode', () => {
  test('a token is accepted for one change only, even by concurrent requests', async () => {
    const token = await signedCreate(shop)
    const before = (await countInvoices(live)) ?? 0

    const responses = await Promise.all([create(live, token), create(live, token), create(live, token)])

    expect(statusesOf(responses).toSorted()).toEqual([201, 401, 401])
    expect(await countInvoices(live)).toBe(before + 1)
  })

  test('a token with an Idempotency-Key gets the stored response, and another key does not help', async () => {
    const token = await signedCreate(shop)
    const keyed = { ...token, 'idempotency-key': 'first' }
    const before = (await countInvoices(live)) ?? 0

    const first = await create(live, keyed)
    const again = await create(live, keyed)
    const other = await create(live, { ...token, 'idempotency-key': 'second' })
    const none = await create(live, token)

    expect(statusesOf([first, again, other, none])).toEqual([201, 201, 401, 401])
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
    expect(await countInvoices(live)).toBe(before + 1)
  })

  test('an Idempotency-Key does not carry a token over to another path', async () => {
    const token = await unboundToken(shop)
    const path = (id: string, action: string) => `${INVOICES}/${id}/${action}`
    const { id } = JSON.parse((await create(live, await signedCreate(shop))).text) as { id: string }
    const send = (action: string) =>
      sendRequest(live.port, {
        method: 'POST',
        path: path(id, action),
        headers: { host: 'api.example', ...token, 'idempotency-key': 'k' },
      })

    const [published, canceled] = [await send('publication'), await send('cancelation')]

    expect(statusesOf([published, canceled])).toEqual([200, 401])
  })

  test('neither a GET nor an HTTP Signature is refused for being sent twice', async () => {
    const read = await signJwtSharedSecret(shop.sharedSecret, facts('GET', INVOICES))
    const get = () =>
      sendRequest(live.port, { method: 'GET', path: INVOICES, headers: { host: 'api.example', ...read } })
    const signature = signHttpSignature(shop.sharedSecret, { ...facts('POST', INVOICES), body })

    expect(statusesOf([await get(), await get()])).toEqual([200, 200])
    expect(statusesOf([await create(live, signature), await create(live, signature)])).toEqual([201, 201])
  })
})

test('in sandbox mode a token may be sent twice', async () => {
  const token = await signedCreate(shopOfSandbox)

  expect(statusesOf([await create(sandbox, token), await create(sandbox, token)])).toEqual([201, 201])
})
