import { gzipSync, zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { anOrganization, aTester, family } from '../../../test/support/data/organizations.ts'
import { aRecordLine, ingestClient, ndjson } from '../../../test/support/http/ingest-client.ts'
import { RawConnection } from '../../../test/support/http/raw-connection.ts'
import { type Answer, sendRequest } from '../../../test/support/http/send-request.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import { createBearerKey } from '../../organizations/credentials/create-key.ts'
import { revokeKey } from '../../organizations/credentials/revoke-key.ts'
import { suspendOrganization } from '../../organizations/tree/change-organization.ts'
import { systemClock } from '../../platform/clock/clock.ts'

const service = await startWholeService()
const app = { ...service, ...(await family(service.stores)), ...ingestClient(service) }

const idsOf = async (prefix: string): Promise<readonly string[]> => {
  const rows = await app.stored<{ record_id: string }>('record_id')
  return rows.map((row) => row.record_id).filter((id) => id.startsWith(prefix))
}
const line = (recordId: string, overrides = {}) => aRecordLine({ recordId, ...overrides })
const reasonsOf = ({ body }: Answer) =>
  body.rejected.map(({ line: number, field, reason }: Record<string, unknown>) => [number, field, reason])

describe('an upload', () => {
  test('an upload stores valid lines and lists the problem of every other line', async () => {
    const lines = ndjson(
      line('mix-1', { fields: { 'BillTo.City': 'Oslo', 'BillTo.Nothing': 'x' } }),
      line('mix-2'),
      '',
      '{"recordId": "mix-3", ',
      line('mix-4', { fields: { 'PaymentData.RequestedAmount': 'much', 'BillTo.City': ['a'] } }),
      line('mix-5', { merchantId: 'foreign' }),
      line('mix-6', { merchantId: 'nobody' }),
      line('mix-7', { merchantId: 'partner' }),
      line('mix-8', { occurredAt: 'yesterday', version: -1, extra: 1 }),
      '[1]',
      line('mix-9', { fields: { 'BillTo.City': 'a\u0000b', 'BillTo.FirstName': '\ud800' } }),
      line('mix-10'),
    )

    const response = await app.post(app.shop, lines)

    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ accepted: 2, duplicates: 0, rejectedCount: 9 })
    expect(reasonsOf(response)).toEqual([
      [1, 'BillTo.Nothing', 'is not a field of this kind of record'],
      [4, null, 'is not valid JSON at column 23'],
      [5, 'PaymentData.RequestedAmount', 'must be a decimal number such as 12.34'],
      [5, 'BillTo.City', 'must be one value, not a list or an object'],
      [6, 'merchantId', 'is not a merchant of this organization'],
      [7, 'merchantId', 'is not a merchant of this organization'],
      [8, 'merchantId', 'is not a merchant of this organization'],
      [9, 'extra', 'is unknown'],
      [9, 'version', 'must be a whole number of at least 0'],
      [9, 'occurredAt', expect.stringContaining('must be a time with its offset')],
      [10, null, 'must be a JSON object'],
      [11, 'BillTo.City', 'contains a NUL character'],
      [11, 'BillTo.FirstName', 'contains half of a surrogate pair'],
    ])
    expect(await idsOf('mix-')).toEqual(['mix-10', 'mix-2'])
  })

  test('a repeated upload changes nothing; corrections replace, withdraw or conflict', async () => {
    const first = ndjson(line('again-1'), line('again-2'))
    const bergen = { fields: { 'BillTo.City': 'Bergen' } }

    const once = await app.post(app.shop, first)
    const twice = await app.post(app.shop, first)
    const corrected = await app.post(
      app.shop,
      ndjson(
        line('again-1', bergen),
        line('again-1', { version: 2, ...bergen }),
        line('again-2', { version: 2, deleted: true }),
        line('again-1'),
      ),
    )

    expect(once.body).toMatchObject({ accepted: 2, duplicates: 0, rejectedCount: 0 })
    expect(once.body).not.toHaveProperty('batchId')
    expect(twice.body).toMatchObject({ accepted: 0, duplicates: 2, rejectedCount: 0 })
    expect(corrected.body).toMatchObject({ accepted: 2, duplicates: 1, rejectedCount: 1 })
    expect(reasonsOf(corrected)).toEqual([[1, 'version', expect.stringMatching(/^conflict/)]])
    expect(await app.stored('record_id, bill_to_city as city, version')).toContainEqual({
      record_id: 'again-1',
      city: 'Bergen',
      version: 2,
    })
    expect(await idsOf('again-')).toEqual(['again-1'])
  })

  test('records can be ahead of the clock by at most a week', async () => {
    const inHours = (hours: number) => ({ occurredAt: systemClock.now().add({ hours }).toString() })

    const response = await app.post(
      app.shop,
      ndjson(line('ahead-1', inHours(7 * 24 - 1)), line('ahead-2', inHours(7 * 24 + 1))),
    )

    expect(response.body).toMatchObject({ accepted: 1 })
    expect(reasonsOf(response)).toEqual([[2, 'occurredAt', 'is more than 7 days in the future']])
    expect(await idsOf('ahead-')).toEqual(['ahead-1'])
  })

  test('unusual characters are stored with a warning', async () => {
    const fields = {
      'BillTo.City': 'a\u202eb',
      'BillTo.FirstName': 'Ada',
    }

    const { body } = await app.post(app.shop, ndjson(line('odd-1', { fields })))

    expect(body).toMatchObject({ accepted: 1, rejectedCount: 0, warningCount: 1 })
    expect(body.warnings).toEqual([{ line: 1, field: 'BillTo.City', reason: 'contains unusual characters' }])
  })

  test('fields are filled from the envelope, and numbers keep every digit', async () => {
    const text =
      '{"recordId":"exact-1","merchantId":"shop","occurredAt":"2026-03-09T11:30:00.123456+01:00",' +
      '"fields":{"Request.RequestID":7300000000000000000001,"PaymentData.RequestedAmount":12345678901234.5678}}'

    await app.post(app.shop, text)

    const rows = await app.stored<Record<string, unknown>>(
      `record_id, request_id, cast(transaction_date as varchar) as at, organization_id, source,
        cast(payment_data_requested_amount as varchar) as amount`,
    )
    expect(rows.filter((row) => row['record_id'] === 'exact-1')).toEqual([
      {
        record_id: 'exact-1',
        request_id: '7300000000000000000001',
        at: '2026-03-09 10:30:00.123',
        organization_id: 'shop',
        source: 'ingest',
        amount: '12345678901234.5678',
      },
    ])
  })

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['zstd', zstdCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ] as const)('an upload can be encoded as %s', async (encoding, pack) => {
    const body = pack(`\ufeff${ndjson(line(`packed-${encoding}`))}\r\n`)

    const response = await app.post(app.shop, body, { headers: { 'content-encoding': encoding } })

    expect(response.body).toMatchObject({ accepted: 1, rejectedCount: 0 })
  })

  test('records of each kind are stored in their own table', async () => {
    for (const kind of Object.keys(KINDS)) {
      const record = line(`kind-${kind}`, { fields: {} })
      const { body } = await app.post(app.shop, ndjson(record), { kind })
      expect(body, kind).toMatchObject({ accepted: 1, rejectedCount: 0 })
    }
    expect(await app.stored('record_id', 'billing-summary')).toEqual([{ record_id: 'kind-billing-summary' }])
  })

  test('an empty upload is accepted', async () => {
    expect((await app.post(app.shop, '')).body).toMatchObject({ accepted: 0, rejectedCount: 0 })
  })
})

describe('a partner', () => {
  test('a partner sends records of all merchants below it, or of the one it acts for', async () => {
    const both = ndjson(line('partner-1', { merchantId: 'shop' }), line('partner-2', { merchantId: 'sister' }))

    const own = await app.post(app.partner, both)
    const acting = await app.post(app.partner, both, { query: '?organizationId=shop' })

    expect(own.body).toMatchObject({ accepted: 2, rejectedCount: 0 })
    expect(acting.body).toMatchObject({ accepted: 0, duplicates: 1, rejectedCount: 1 })
    const rejected = await app.get(app.partner, acting.body._links.rejected.href)
    expect(rejected.text).toBe('{"line":2,"field":"merchantId","reason":"is not a merchant of this organization"}\n')
  })

  test('a partner cannot send records of a suspended merchant', async () => {
    await anOrganization(app.stores, 'closed', { parentId: 'partner' })
    const deps = { db: app.stores.database, clock: systemClock, machineClock: systemClock }
    const actor = { organizationId: 'closed', by: aTester }
    await suspendOrganization(deps, actor, { reason: undefined })

    const response = await app.post(app.partner, ndjson(line('closed-1', { merchantId: 'closed' })))
    const acting = await app.post(app.partner, '', { query: '?organizationId=closed' })

    expect(reasonsOf(response)).toEqual([[1, 'merchantId', 'is suspended']])
    expect(acting.status).toBe(403)
  })

  test('a partner cannot send records of a merchant below a suspended account', async () => {
    await anOrganization(app.stores, 'closed-account', { type: 'account', parentId: 'partner' })
    await anOrganization(app.stores, 'below', { parentId: 'closed-account' })
    const deps = { db: app.stores.database, clock: systemClock, machineClock: systemClock }
    const actor = { organizationId: 'closed-account', by: aTester }
    await suspendOrganization(deps, actor, { reason: undefined })

    const response = await app.post(app.partner, ndjson(line('below-1', { merchantId: 'below' })))

    expect(reasonsOf(response)).toEqual([[1, 'merchantId', 'is suspended']])
  })
})

describe('while an upload is running', () => {
  const deps = () => ({
    db: app.stores.database,
    secrets: app.stores.secrets,
    clock: systemClock,
    machineClock: systemClock,
  })
  /** Begins an upload that has not sent all of its line yet. */
  const begun = async (key: string, recordId: string, headers = '') => {
    const text = JSON.stringify(line(recordId, { merchantId: 'passing' }))
    const connection = await RawConnection.open(app.port)
    connection.send(
      `POST /ingest/v1/records/transaction HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
        `content-type: application/x-ndjson\r\ncontent-length: ${text.length}\r\n${headers}\r\n${text.slice(0, 10)}`,
    )
    // Once a whole upload has its response, the one that began before it is past its authentication.
    await app.post(app.sister, ndjson(line(`beside-${recordId}`, { merchantId: 'sister' })))
    return {
      finished: async (until: string): Promise<string> => {
        connection.send(text.slice(10))
        const received = await connection.receivedUntil(until)
        connection.destroy()
        return received
      },
    }
  }
  const aKeyOf = async (organizationId: string) => {
    const terms = { label: 'passing', scopes: ['ingest'] as const, expiresAt: undefined }
    return createBearerKey(deps(), { organizationId, by: aTester }, terms)
  }

  test('revoking the key ends an upload before its next batch', async () => {
    await anOrganization(app.stores, 'passing', { parentId: 'partner' })
    const key = await aKeyOf('passing')
    const upload = await begun(key.key, 'passing-1')
    await revokeKey(deps(), { organizationId: 'passing', by: aTester }, key)

    const response = await upload.finished('"warnings"')

    expect(response).toMatch(/^HTTP\/1\.1 403 [\s\S]*"KEY_REVOKED"[\s\S]*Nothing was stored[\s\S]*"accepted":0/)
    expect(await idsOf('passing-')).toEqual([])
  })

  test('an upload with a revoked key frees its Idempotency-Key for another key', async () => {
    const [key, another] = [await aKeyOf('passing'), await aKeyOf('passing')]
    const upload = await begun(key.key, 'passing-3', 'idempotency-key: passing\r\n')
    await revokeKey(deps(), { organizationId: 'passing', by: aTester }, key)

    const response = await upload.finished('"warnings"')
    const again = await app.post(
      { ...app.shop, bearer: another },
      ndjson(line('passing-3', { merchantId: 'passing' })),
      { headers: { 'idempotency-key': 'passing' } },
    )

    expect(response).toMatch(/^HTTP\/1\.1 403 [\s\S]*"KEY_REVOKED"/)
    expect(again.body).toMatchObject({ accepted: 1 })
    expect(again.headers).not.toHaveProperty('idempotency-replayed')
  })

  test('suspending the merchant ends an upload before its next batch', async () => {
    const key = await aKeyOf('passing')
    const upload = await begun(key.key, 'passing-2')
    await suspendOrganization(deps(), { organizationId: 'passing', by: aTester }, { reason: undefined })

    const response = await upload.finished('"warnings"')

    expect(response).toMatch(
      /^HTTP\/1\.1 403 [\s\S]*"ORGANIZATION_SUSPENDED"[\s\S]*Nothing was stored[\s\S]*"accepted":0/,
    )
    expect(await idsOf('passing-2')).toEqual([])
  })
})

describe('all rejections', () => {
  test('only the organization that sent an upload can download its rejections', async () => {
    const lines = Array.from({ length: 1_500 }, (_, n) => (n % 2 === 0 ? 'no' : line(`many-${n}`)))

    const { body } = await app.post(app.shop, ndjson(...lines))
    const path = body._links.rejected.href
    const file = await app.get(app.shop, path)
    const others = await Promise.all([app.get(app.sister, path), app.get(app.shop, path.replace(body.batchId, 'b1'))])

    expect(body).toMatchObject({ accepted: 750, rejectedCount: 750 })
    expect(file.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="rejected-transaction-${body.batchId}.ndjson"`,
    })
    const reasons = file.text
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(reasons).toEqual(body.rejected)
    expect(reasons.at(-1)).toEqual({
      line: 1499,
      field: null,
      reason: 'is not valid JSON at column 1',
    })
    for (const other of others) expect(other.status).toBe(404)
  })

  test('rejections are removed after seven days', async () => {
    const { body } = await app.post(app.sister, 'no')
    const path = body._links.rejected.href
    const clock = { advance: 'P7D', drain: true }

    const before = await app.get(app.sister, path)
    await sendRequest(app.port, {
      method: 'POST',
      path: '/sandbox/v1/clock',
      headers: {
        authorization: `Bearer ${app.sister.bearer.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(clock),
    })
    const after = await app.get(app.sister, path)
    const { rows } = await sql`select from ingest_rejections`.execute(app.stores.database.db)

    expect([before.status, after.status]).toEqual([200, 404])
    expect(rows).toEqual([])
  })
})

describe('uploads that are refused before storing', () => {
  const unsent = ndjson(line('refused-1'))
  const responseOf = ({ status, body }: Answer) => [status, body.reason]

  test('an unknown kind is refused with a list of kinds', async () => {
    const response = await app.post(app.shop, unsent, { kind: 'transactions' })

    expect(responseOf(response)).toEqual([404, 'NOT_FOUND'])
    expect(response.body.message).toContain('transaction, batch-item, settlement')
  })

  test.each([
    [{ 'content-type': 'application/json' }, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-type': 'application/x-ndjson; charset=utf-16' }, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-encoding': 'br' }, 'UNSUPPORTED_CONTENT_ENCODING'],
    [{ 'content-encoding': 'gzip, gzip' }, 'UNSUPPORTED_CONTENT_ENCODING'],
    [{ 'content-encoding': 'constructor' }, 'UNSUPPORTED_CONTENT_ENCODING'],
    [{ 'content-encoding': '__proto__' }, 'UNSUPPORTED_CONTENT_ENCODING'],
  ])('an upload with %j is refused', async (headers, reason) => {
    expect(responseOf(await app.post(app.shop, unsent, { headers }))).toEqual([415, reason])
  })

  test('a body that is announced as too large and a missing body are refused', async () => {
    const large = { 'content-length': String(1024 ** 3 + 1) }
    const connection = await RawConnection.open(Number(new URL(app.url).port))
    const authorization = `Bearer ${app.shop.bearer.key}`
    const head = `POST /ingest/v1/records/transaction HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n`
    connection.send(`${head}content-type: application/x-ndjson\r\ncontent-length: ${large['content-length']}\r\n\r\n`)
    const refused = await connection.receivedUntil('}')
    connection.destroy()
    const missing = await sendRequest(app.port, {
      method: 'POST',
      path: '/ingest/v1/records/transaction',
      headers: { authorization },
    })

    expect(refused).toMatch(/^HTTP\/1\.1 413 [\s\S]*larger than 1024 MiB/)
    expect(responseOf(missing)).toEqual([400, 'MISSING_BODY'])
  })

  test('a missing key, a key without the scope and another organization are refused', async () => {
    const deps = {
      db: app.stores.database,
      secrets: app.stores.secrets,
      clock: systemClock,
      machineClock: systemClock,
    }
    const terms = { label: 'narrow', scopes: ['invoices'] as const, expiresAt: undefined }
    const narrow = await createBearerKey(deps, { organizationId: 'shop', by: aTester }, terms)

    const unknown = await app.post(app.shop, unsent, { headers: { authorization: 'Bearer x' } })
    const lacking = await app.post({ ...app.shop, bearer: narrow }, unsent)
    const other = await app.post(app.shop, unsent, { query: '?organizationId=sister' })
    const noKey = await sendRequest(app.port, {
      method: 'GET',
      path: '/ingest/v1/batches/b1/rejected',
      headers: {},
    })

    expect(unknown.status).toBe(401)
    expect(responseOf(lacking)).toEqual([403, 'MISSING_SCOPE'])
    expect(responseOf(other)).toEqual([404, 'NOT_FOUND'])
    expect(noKey.status).toBe(401)
    expect(await idsOf('refused-')).toEqual([])
  })
})
