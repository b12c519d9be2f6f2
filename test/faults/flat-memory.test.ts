import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { isLongRun } from '../support/run/test-run.ts'

const MEBIBYTE = 1024 * 1024
/** Far more than a batch and its copies take, far less than the data sent. */
const GROWTH_MAX = 250 * MEBIBYTE
/** Of records, which are slow to store, and of lines that are thrown away. */
const RECORD_BYTES = (isLongRun ? 1_000 : 25) * MEBIBYTE
const LONG_LINES = isLongRun ? 1_000 : 400

type Credentials = { readonly merchant: { readonly bearer: { readonly key: string } } }

function peakBytes({ pid }: ServiceProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

function* records(): Generator<Buffer> {
  for (let sent = 0, n = 0; sent < RECORD_BYTES; ) {
    const lines = Array.from({ length: 500 }, () => {
      n += 1
      const fields = { 'Request.RequestID': `${n}`, 'Request.Comments': 'x'.repeat(200) }
      const occurredAt = new Date(Date.UTC(2026, 0) + n * 10).toISOString()
      return JSON.stringify({
        recordId: `${n}`,
        merchantId: 'sandbox-merchant',
        occurredAt,
        fields,
      })
    })
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    sent += bytes.length
    yield bytes
  }
}

/** Each too long by one byte, and packed to about a hundredth: more would be refused. */
function* longLines(): Generator<Buffer> {
  const random = randomBytes(8 * 1024).toString('hex')
  const line = Buffer.from(`${random}${' '.repeat(MEBIBYTE - random.length)}x\n`)
  for (let n = 1; n <= LONG_LINES; n += 1) yield line
}

test.skipIf(!existsSync('/proc/self/status'))(
  'the memory of the service does not grow with the data sent to it',
  async () => {
    const folder = await startedDataFolder()
    const service = await startService(folder, { QUITTANCE_LOG_LEVEL: 'silent' })
    const credentials = JSON.parse(readFileSync(`${folder}/sandbox-credentials.json`, 'utf8')) as Credentials
    const headers = {
      authorization: `Bearer ${credentials.merchant.bearer.key}`,
      'content-type': 'application/x-ndjson',
    }
    const send = async (body: Readable, more: Readonly<Record<string, string>> = {}) => {
      const init = { method: 'POST', headers: { ...headers, ...more }, body, duplex: 'half' }
      const url = `${service.url}/ingest/v1/records/transaction`
      return (await (await fetch(url, init as unknown as RequestInit)).json()) as object
    }
    await send(Readable.from(['no']))
    const before = peakBytes(service)

    const taken = await send(Readable.from(records()))
    const packed = Readable.from(longLines()).pipe(createGzip({ level: 1 }))
    const refused = await send(packed, { 'content-encoding': 'gzip' })
    const growth = peakBytes(service) - before
    await service.terminate()

    expect(taken).toMatchObject({ rejectedCount: 0, duplicates: 0 })
    expect(refused).toMatchObject({ accepted: 0, rejectedCount: LONG_LINES })
    expect(growth).toBeLessThan(GROWTH_MAX)
  },
)
