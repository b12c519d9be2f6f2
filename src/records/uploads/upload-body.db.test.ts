import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { family } from '../../../test/support/data/organizations.ts'
import { aRecordLine, ingestClient, ndjson } from '../../../test/support/http/ingest-client.ts'
import { RawConnection } from '../../../test/support/http/raw-connection.ts'
import { sendRequest } from '../../../test/support/http/send-request.ts'
import { signHttpSignature, signJwtSharedSecret } from '../../../test/support/http/signers.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import type { DuckDbEngine } from '../../platform/duckdb/duckdb-engine.ts'
import { readJsonFile } from '../../platform/files/small-file.ts'

/** More than one batch holds. */
const MANY = 25_000
const PATH = '/ingest/v1/records/transaction'

const service = await startWholeService()
const app = { ...service, ...(await family(service.stores)), ...ingestClient(service) }

const line = (recordId: string) => aRecordLine({ recordId, fields: {} })
const manyLines = (prefix: string, count = MANY) =>
  ndjson(...Array.from({ length: count }, (_, n) => line(`${prefix}${n}`)))
const countOf = async (prefix: string): Promise<number> => {
  const { engine } = app.stores
  const [counted] = await engine.rows<{ found: number }>(
    `select count(*) as found from ${engine.dialect.newest('transactions')}
     where ${engine.dialect.beginsWith('record_id', prefix)}`,
  )
  return counted?.found ?? 0
}
const spooledFiles = () => readdirSync(app.stores.folder.spool)

describe('a signed body', () => {
  const host = () => new URL(app.url).host
  const sign = {
    signature: async (body: string) =>
      signHttpSignature(app.shop.sharedSecret, {
        ...{ method: 'POST', host: host(), path: PATH, merchantId: 'shop', body },
      }),
    token: async (body: string) =>
      signJwtSharedSecret(app.shop.sharedSecret, {
        ...{ method: 'POST', host: host(), path: PATH, merchantId: 'shop', body },
      }),
  }

  test.each(['signature', 'token'] as const)(
    'a body with the wrong digest is not stored, and one with the right digest is stored whole: %s',
    async (scheme) => {
      const signed = manyLines(`signed-${scheme}-`)
      const other = signed.replace(`signed-${scheme}-${MANY - 1}`, `signed-${scheme}-${MANY}`)
      const headers = {
        ...(await sign[scheme](signed)),
        'content-type': 'application/x-ndjson',
      }
      const request = { method: 'POST', path: PATH, headers }

      const refused = await sendRequest(app.port, { ...request, body: other })
      const storedThen = await countOf(`signed-${scheme}-`)
      const taken = await sendRequest(app.port, { ...request, body: signed })

      expect(refused.status).toBe(401)
      expect(refused.text).toBe('{"response":{"rmsg":"Authentication Failed"}}')
      expect(storedThen).toBe(0)
      expect(taken.body).toMatchObject({ accepted: MANY, rejectedCount: 0 })
      expect(spooledFiles()).toEqual([])
    },
  )
})

describe('a body with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'once' }

  test('a repeated body gets the same response, and another body with the key is refused', async () => {
    const body = ndjson(line('once-1'), 'no')

    const first = await app.post(app.shop, body, { headers })
    const again = await app.post(app.shop, body, { headers })
    const packed = await app.post(app.shop, gzipSync(body), {
      headers: { ...headers, 'content-encoding': 'gzip' },
    })
    const other = await app.post(app.shop, ndjson(line('once-2')), { headers })
    const elsewhere = await app.post(app.sister, body, { headers })

    expect(first.body).toMatchObject({ accepted: 1, rejectedCount: 1 })
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect([packed.status, packed.body.reason]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect([other.status, other.body.reason]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect(elsewhere.body).toMatchObject({ accepted: 0, rejectedCount: 2 })
    expect(await countOf('once-')).toBe(1)
    expect(spooledFiles()).toEqual([])
  })

  test('a refused upload does not claim its Idempotency-Key', async () => {
    const key = { headers: { 'idempotency-key': 'later' } }

    const refused = await app.post(app.shop, 'x', { ...key, query: '?organizationId=sister' })
    const taken = await app.post(app.shop, ndjson(line('later-1')), key)

    expect(refused.status).toBe(404)
    expect(taken.body).toMatchObject({ accepted: 1 })
    expect(spooledFiles()).toEqual([])
  })
})

describe('a body that breaks off', () => {
  test('a damaged compressed body reports the lines before the damage and can be sent again', async () => {
    const packed = gzipSync(manyLines('damaged-'))
    const headers = { 'content-encoding': 'gzip' }

    const cut = await app.post(app.shop, packed.subarray(0, -20), { headers })
    const storedThen = await countOf('damaged-')
    const whole = await app.post(app.shop, packed, { headers })

    expect([cut.status, cut.body.reason]).toEqual([400, 'DAMAGED_BODY'])
    expect(cut.body.message).toContain(`The first ${storedThen} lines had been processed`)
    expect(storedThen).toBeGreaterThan(0)
    expect(whole.body).toMatchObject({ accepted: MANY - storedThen, duplicates: storedThen })
  })

  test('an incomplete line is never stored if the sender disconnects', async () => {
    const half = JSON.stringify(line('gone-half'))
    const body = `${manyLines('gone-')}\n${half}`
    const connection = await RawConnection.open(Number(new URL(app.url).port))
    connection.send(
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.shop.bearer.key}\r\n` +
        `content-type: application/x-ndjson\r\ncontent-length: ${body.length + 10}\r\n\r\n${body}`,
    )
    await eventually(async () => (await countOf('gone-')) > 0)
    connection.destroy()

    const again = await app.post(app.shop, manyLines('gone-'))

    expect(again.body.accepted + again.body.duplicates).toBe(MANY)
    expect(await countOf('gone-half')).toBe(0)
    expect(await countOf('gone-')).toBe(MANY)
  })
})

test('an upload gets a time to retry and the stored count while the engine is unavailable', async () => {
  const { engine, folder } = app.stores
  const lines = ndjson(line('away-1'))
  const access = readJsonFile(join(folder.run, 'records.json'))

  const moving = engine as DuckDbEngine
  moving.moveTo('http://127.0.0.1:1')
  const refused = await app.post(app.shop, lines)
  moving.moveTo(`http://${access?.['user']}:${access?.['password']}@127.0.0.1:${access?.['port']}`)
  const taken = await app.post(app.shop, lines)

  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
  expect(refused.body).toMatchObject({
    reason: 'STORE_UNAVAILABLE',
    message: expect.stringContaining('Nothing was stored.'),
  })
  expect(taken.body).toMatchObject({ accepted: 1 })
})
