import { constants, createGzip, createZstdCompress, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { KINDS } from '../../src/catalogue/kinds.ts'
import { lockRecords } from '../../src/records/storage/record-store.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { family } from '../support/data/organizations.ts'
import { aRecordLine, ingestClient, ndjson } from '../support/http/ingest-client.ts'
import { RawConnection } from '../support/http/raw-connection.ts'
import { isLongRun } from '../support/run/test-run.ts'

const MEBIBYTE = 1024 * 1024
const SILENT = isLongRun ? 60 : 20
const BOMB_BYTES = (isLongRun ? 1_000 : 72) * MEBIBYTE
/** A sender of bad lines gets its response long before this. */
const BAD_LINES_SENT_MAX = 20_000_000
const PATH = '/ingest/v1/records/transaction'

const service = await startWholeService()
const app = { ...service, ...(await family(service.stores)), ...ingestClient(service) }

async function opened(headers = ''): Promise<RawConnection> {
  const connection = await RawConnection.open(app.port)
  onTestFinished(() => connection.destroy())
  connection.send(
    `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.shop.bearer.key}\r\n` +
      `content-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n${headers}\r\n`,
  )
  return connection
}

const piece = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

test('idle uploads block no one, not even their own organization', async () => {
  for (let count = 0; count < SILENT; count += 1) await opened()

  const own = await app.post(app.shop, ndjson(aRecordLine({ recordId: 'own' })))
  const other = await app.post(app.sister, ndjson(aRecordLine({ recordId: 'other', merchantId: 'sister' })))

  expect(own.body).toMatchObject({ accepted: 1 })
  expect(other.body).toMatchObject({ accepted: 1 })
})

test('idle signed uploads occupy the disk turns of their own organization only', async () => {
  for (let count = 0; count < 8; count += 1) await opened(`idempotency-key: silent-${count}\r\n`)

  const other = await app.post(app.sister, ndjson(aRecordLine({ recordId: 'spooled', merchantId: 'sister' })), {
    headers: { 'idempotency-key': 'other' },
  })
  const own = await app.post(app.shop, ndjson(aRecordLine()), { headers: { 'idempotency-key': 'own' } })

  expect([own.status, own.body.reason]).toEqual([429, 'TOO_MANY_AT_ONCE'])
  expect(own.headers['retry-after']).toBe('2')
  expect(other.body).toMatchObject({ accepted: 1 })
})

test('uploads that wait for the locks of one organization delay no other, and a fifth one is asked to retry', async () => {
  const { database } = app.stores
  const locked = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const lock = { kind: KINDS.transaction, merchantIds: ['shop'], isCluster: false }
  const locking = database.transaction(async (tx) => {
    await lockRecords(tx, lock)
    locked.resolve()
    await isOver.promise
  })
  await locked.promise
  const uploadOf = (recordId: string) => app.post(app.shop, ndjson(aRecordLine({ recordId })))

  const waiting = ['first', 'second', 'third', 'fourth', 'fifth'].map(uploadOf)
  const refused = await Promise.race(waiting)
  const fee = ndjson(aRecordLine({ recordId: 'fee', merchantId: 'sister', fields: {} }))
  const other = await app.post(app.sister, fee, { kind: 'fee' })
  isOver.resolve()
  await locking
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)

  expect([refused.status, refused.body.reason, refused.headers['retry-after']]).toEqual([429, 'TOO_MANY_AT_ONCE', '2'])
  expect(refused.body).toMatchObject({ accepted: 0, message: expect.stringContaining('Nothing was stored.') })
  expect(other.body).toMatchObject({ accepted: 1 })
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429])
})

test('a body that expands more than two hundred times is refused, whatever it expands to', async () => {
  const gzip = createGzip({ level: 9 })
  const packed = gzip.toArray() as Promise<Buffer[]>
  const blank = Buffer.from(' \n'.repeat(MEBIBYTE / 2))
  for (let bytes = 0; bytes < BOMB_BYTES; bytes += blank.length) gzip.write(blank)
  gzip.end()
  const body = Buffer.concat(await packed)

  const response = await app.post(app.shop, body, { headers: { 'content-encoding': 'gzip' } })

  expect(body.length).toBeLessThan(BOMB_BYTES / 200)
  expect([response.status, response.body.reason]).toEqual([413, 'COMPRESSION_RATIO_TOO_HIGH'])
  expect(response.body).toMatchObject({ accepted: 0, rejectedCount: 0 })
})

test('a small body may expand as much', async () => {
  const lines = ndjson(...Array.from({ length: 9_000 }, () => 'x'), aRecordLine({ recordId: 'after bad ones' }))
  const packed = gzipSync(lines)

  const response = await app.post(app.shop, packed, { headers: { 'content-encoding': 'gzip' } })

  expect(lines.length / packed.length).toBeGreaterThan(50)
  expect(response.body).toMatchObject({ accepted: 1, rejectedCount: 9_000 })
})

test('endless bad lines are cut off after ten thousand, and the response says what was stored', async () => {
  const connection = await opened()
  connection.send(piece(`${JSON.stringify(aRecordLine({ recordId: 'before bad ones' }))}\n`))
  const received = connection.receivedUntil('"_links"')
  let hasResponse = false
  const response = received.finally(() => {
    hasResponse = true
  })
  const bad = 'x\n'.repeat(5_000)
  let sent = 0
  for (; !hasResponse && sent < BAD_LINES_SENT_MAX; sent += 5_000) {
    connection.send(piece(bad))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const [head = '', body = ''] = (await response).split('\r\n\r\n')

  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(body).toContain('"reason":"TOO_MANY_REJECTED_LINES"')
  expect(body).toContain('"accepted":1,"duplicates":0,"rejectedCount":10000,')
  expect(body).toContain('The first 10001 lines had been processed')
  expect(await app.stored('record_id')).toContainEqual({ record_id: 'before bad ones' })
})

test('zstd data that needs a window of more than 8 MiB is refused before it takes the memory', async () => {
  const packedWith = async (windowLog: number): Promise<Buffer> => {
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: windowLog } })
    zstd.write(`${JSON.stringify(aRecordLine({ recordId: `window ${windowLog}` }))}\n`)
    zstd.end(' '.repeat(200_000))
    return Buffer.concat((await zstd.toArray()) as Buffer[])
  }
  const headers = { 'content-encoding': 'zstd' }

  const large = await app.post(app.shop, await packedWith(24), { headers })
  const small = await app.post(app.shop, await packedWith(23), { headers })

  expect([large.status, large.body.reason]).toEqual([400, 'WINDOW_TOO_LARGE'])
  expect(large.body.message).toContain('more than 8 MiB')
  expect(small.body).toMatchObject({ accepted: 1 })
})
