import { randomBytes } from 'node:crypto'
import { request as startRequest } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { family } from '../../../test/support/data/organizations.ts'
import { aCompletedReport } from '../../../test/support/data/stored-reports.ts'
import { downloadClient } from '../../../test/support/http/download-client.ts'
import { startS3 } from '../../../test/support/processes/s3-server.ts'
import { aReportStore } from '../../../test/support/stores/report-store.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import type { FileStore } from '../../platform/file-store/file-store.ts'
import { openFileStore } from '../../platform/file-store/open-file-store.ts'
import { waitUntil } from '../../platform/processes/wait-until.ts'

type App = typeof app

const CONTENT = Array.from({ length: 500 }, (_, row) => `${row},Oslo,10.00\n`).join('')
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const app = await startApp({ with: [family, downloadClient] })

let names = 0
async function aReportOf(running: App, given: Parameters<typeof aCompletedReport>[1] = {}) {
  names += 1
  const report = await aCompletedReport(running, {
    reportName: `Report ${names}`,
    content: CONTENT,
    ...given,
  })
  const path = `/reports/${report.reportId}?download=true`
  return { report, path, tag: `"${report.file.sha256}"` }
}

async function downloads(running: App, reportId: string) {
  const filter = { organizationId: 'shop', action: 'report.downloaded' }
  const entries = await listAudit(running.database.db, filter, { limit: 1000 })
  return entries.filter(({ subject }) => subject === `report:${reportId}`)
}

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

describe('a file', () => {
  test('a file is sent whole, with its length and media type, and the download is audited', async () => {
    const { report, path, tag } = await aReportOf(app)

    const response = await app.ask(app.shop, path, { accept: 'application/xml' })

    expect(response).toMatchObject({ status: 200, text: CONTENT })
    expect(response.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="${report.terms.reportName}.csv"`,
      'content-length': String(CONTENT.length),
      'content-type': 'text/csv; charset=utf-8',
      etag: tag,
      vary: 'accept, accept-encoding',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers).not.toHaveProperty('content-encoding')
    expect(await downloads(app, report.reportId)).toMatchObject([
      {
        actor: { kind: 'key', organizationId: 'shop' },
        details: { bytes: CONTENT.length },
      },
    ])
  })

  test('a partner’s download of a merchant’s file is audited with the merchant', async () => {
    const { report, path } = await aReportOf(app)

    await app.ask(app.partner, path)

    expect(await downloads(app, report.reportId)).toMatchObject([
      { organizationId: 'shop', actor: { kind: 'key', organizationId: 'partner' } },
    ])
  })

  test.each([
    ['application/xml', 'xml', 'application/xml; charset=utf-8'],
    ['application/x-ndjson', 'ndjson', 'application/x-ndjson; charset=utf-8'],
    ['application/vnd.apache.parquet', 'parquet', 'application/vnd.apache.parquet'],
    [XLSX, 'xlsx', XLSX],
  ] as const)('a file in %s is named .%s', async (mimeType, extension, type) => {
    const { path } = await aReportOf(app, { mimeType })

    const { headers } = await app.ask(app.shop, path)

    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(new RegExp(`\\.${extension}"$`))
  })

  test('a client that accepts gzip gets a compressed file with its own ETag', async () => {
    const { path, tag } = await aReportOf(app)

    const response = await app.ask(app.shop, path, { 'accept-encoding': 'gzip;q=0.8' })

    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      etag: tag.replace(/"$/, '-gzip"'),
    })
    expect(response.headers).not.toHaveProperty('content-length')
    expect(response.bytes.length).toBeLessThan(CONTENT.length)
    expect(gunzipSync(response.bytes).toString()).toBe(CONTENT)
  })

  test('a file in a compressed format is not compressed again', async () => {
    const { path } = await aReportOf(app, { mimeType: XLSX })

    const { headers } = await app.ask(app.shop, path, { 'accept-encoding': 'gzip' })

    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers['vary']).toBe('accept')
  })

  test('a file that the client already has is not sent, and no download is audited', async () => {
    const { report, path, tag } = await aReportOf(app)

    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const response = await app.ask(app.shop, path, { 'if-none-match': known })
      expect(response).toMatchObject({ status: 304, text: '' })
      expect(response.headers['etag']).toBe(tag)
    }
    expect(await downloads(app, report.reportId)).toEqual([])
  })

  test('a HEAD request gets the headers, and no download is audited', async () => {
    const { report, path, tag } = await aReportOf(app)
    const byName = `/report-downloads?reportName=${encodeURIComponent(report.terms.reportName)}&reportDate=20260309`

    for (const way of [path, byName]) {
      const response = await app.ask(app.shop, way, { range: 'bytes=0-1' }, 'HEAD')
      expect(response).toMatchObject({ status: 200, text: '' })
      expect(response.headers).toMatchObject({
        'content-length': String(CONTENT.length),
        etag: tag,
      })
    }
    const metadata = await app.ask(app.shop, path.replace(/\?.*/, ''), {}, 'HEAD')
    expect(metadata).toMatchObject({ status: 200, text: '' })
    expect(await downloads(app, report.reportId)).toEqual([])
  })
})

describe('a part of a file', () => {
  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, CONTENT.length],
    ['bytes=-7', CONTENT.length - 7, CONTENT.length],
  ])('the range %s is sent uncompressed, and the download is audited', async (range, from, to) => {
    const { report, path } = await aReportOf(app)

    const response = await app.ask(app.shop, path, { range, 'accept-encoding': 'gzip' })

    expect(response).toMatchObject({ status: 206, text: CONTENT.slice(from, to) })
    expect(response.headers).toMatchObject({
      'content-length': String(to - from),
      'content-range': `bytes ${from}-${to - 1}/${CONTENT.length}`,
    })
    expect(await downloads(app, report.reportId)).toMatchObject([
      { details: { bytes: to - from, range: `${from}-${to - 1}` } },
    ])
  })

  test('a download resumes where it broke off, unless the file has changed', async () => {
    const { path, tag } = await aReportOf(app)
    const range = 'bytes=100-'

    const rest = await app.ask(app.shop, path, { range, 'if-range': tag })
    const all = await app.ask(app.shop, path, { range, 'if-range': '"other"' })

    expect(rest).toMatchObject({ status: 206, text: CONTENT.slice(100) })
    expect(all).toMatchObject({ status: 200, text: CONTENT })
  })

  test('a request for several ranges gets the whole file', async () => {
    const { path } = await aReportOf(app)

    const response = await app.ask(app.shop, path, { range: 'bytes=0-1,5-6' })

    expect(response).toMatchObject({ status: 200, text: CONTENT })
  })

  test('a range outside the file is refused with the length, and no download is audited', async () => {
    const { report, path } = await aReportOf(app)

    const response = await app.ask(app.shop, path, { range: `bytes=${CONTENT.length}-` })

    expect(response).toMatchObject({ status: 416, body: { reason: 'RANGE_NOT_SATISFIABLE' } })
    expect(response.headers['content-range']).toBe(`bytes */${CONTENT.length}`)
    expect(response.headers).not.toHaveProperty('etag')
    expect(await downloads(app, report.reportId)).toEqual([])
  })
})

describe('a missing or damaged file', () => {
  test('a missing file is 404, and the log names its report', async () => {
    const { report, path } = await aReportOf(app)
    await app.reports.remove(report.file.key)

    for (const method of ['GET', 'HEAD']) {
      expect((await app.ask(app.shop, path, {}, method)).status).toBe(404)
    }

    const { body } = await app.ask(app.shop, path)
    expect(body).toMatchObject({ reason: 'FILE_GONE' })
    const line = await app.logLine((one) => one['reportId'] === report.reportId)
    expect(line['msg']).toContain('missing from the report store')
    expect(await downloads(app, report.reportId)).toEqual([])
  })

  test('a file of the wrong length is not sent', async () => {
    const { report, path } = await aReportOf(app)
    await app.reports.write(report.file.key, piecesOf('short'))

    const response = await app.ask(app.shop, path)

    expect(response).toMatchObject({ status: 404, body: { reason: 'FILE_DAMAGED' } })
    const line = await app.logLine((one) => one['reportId'] === report.reportId)
    expect(line['reason']).toBe(`it has 5 bytes, not ${CONTENT.length}`)
  })

  test.each([{}, { 'accept-encoding': 'gzip' }])('a file with changed content is not sent: %j', async (headers) => {
    const { report, path } = await aReportOf(app)
    await app.reports.write(report.file.key, piecesOf(CONTENT.replace('Oslo', 'Rome')))

    const response = await app.ask(app.shop, path, headers)

    expect(response).toMatchObject({ status: 404, body: { reason: 'FILE_DAMAGED' } })
    const line = await app.logLine((one) => one['file'] === `${report.terms.reportName}.csv`)
    expect(line['reason']).toContain('its hash is')
  })

  test.each([{}, { 'accept-encoding': 'gzip' }])('a download breaks off at late damage: %j', async (headers) => {
    const content = randomBytes(512 * 1024).toString('hex')
    const { report, path } = await aReportOf(app, { content })
    const last = content.endsWith('0') ? '1' : '0'
    await app.reports.write(report.file.key, piecesOf(`${content.slice(0, -1)}${last}`))

    await expect(app.ask(app.shop, path, headers)).rejects.toThrow(/aborted|hang up/)
  })
})

describe('a long download', () => {
  const BYTES = 64 * 1024 * 1024

  /** A store with endless files, and the streams that were opened on them. */
  async function anEndlessStore() {
    const folder = await aReportStore()
    const sources: Readable[] = []
    const reports: FileStore = {
      ...folder,
      sizeOf: async () => BYTES,
      read: async () => {
        const piece = Buffer.alloc(64 * 1024, 'x')
        const source = new Readable({
          read() {
            this.push(piece)
          },
        })
        sources.push(source)
        return source
      },
    }
    return { reports, sources }
  }

  async function aHungryClient(running: App, path: string) {
    const request = startRequest(`${running.url}/reporting/v3${path}`, {
      headers: { authorization: `Bearer ${running.shop.bearer.key}` },
    })
    request.on('error', () => {})
    onTestFinished(() => void request.destroy())
    const responding = new Promise<Readable>((resolve) => request.once('response', resolve))
    request.end()
    const response = await responding
    response.on('error', () => {})
    return { request, response }
  }

  async function anEndlessReport(running: App) {
    const { report, path } = await aReportOf(running)
    const file = JSON.stringify({ ...report.file, bytes: BYTES })
    const { pool } = running.database
    await pool.query(`update reports set file = $1::jsonb where report_id = $2`, [file, report.reportId])
    return path
  }

  test('a download is read no faster than the client reads it, and stops when the client disconnects', async () => {
    const { reports, sources } = await anEndlessStore()
    const running = await startApp({ reports, with: [family, downloadClient] })
    const path = await anEndlessReport(running)

    const { request, response } = await aHungryClient(running, path)
    response.pause()
    request.destroy()

    const isStopped = async () => sources[0]?.destroyed || undefined
    expect(await waitUntil(isStopped, { withinMs: 10_000 })).toBe(true)
    const line = await running.logLine((one) => one['msg'] === 'the client went away')
    expect(line['status']).toBe(499)
  })

  test('the request timeout does not end a download', async () => {
    const limits = { requestTimeoutMs: 500, headersTimeoutMs: 500, checkIntervalMs: 20 }
    const slow = new PassThrough()
    const folder = await aReportStore()
    const running = await startApp({
      reports: { ...folder, read: async () => slow },
      limits,
      with: [family, downloadClient],
    })
    const { path } = await aReportOf(running)

    slow.write(CONTENT.slice(0, 1000))
    slow.write(CONTENT.slice(1000, 2000))
    const { response } = await aHungryClient(running, path)
    // Other requests follow for longer than the request timeout.
    const startedAt = performance.now()
    while (performance.now() - startedAt < 1_000) await running.ask(running.shop, '/reports/none')
    slow.end(CONTENT.slice(2000))

    expect((await response.toArray()).join('')).toBe(CONTENT)
  })

  test('a download does not delay a shutdown forever', async () => {
    const { reports, sources } = await anEndlessStore()
    const running = await startApp({ reports, limits: { closeTimeoutMs: 100 }, with: [family, downloadClient] })
    const path = await anEndlessReport(running)

    const { response } = await aHungryClient(running, path)
    response.pause()
    await running.app.close()

    const isStopped = async () => sources[0]?.destroyed || undefined
    expect(await waitUntil(isStopped, { withinMs: 10_000 })).toBe(true)
  })
})

test('a file in a bucket is sent whole and in parts', async () => {
  const { endpoint } = await startS3('reports')
  const reports = await openFileStore({ kind: 's3', bucket: 'reports', prefix: 'p', endpoint })
  onTestFinished(reports.close)
  const running = await startApp({ reports, with: [family, downloadClient] })
  const { report, path } = await aReportOf(running)

  const whole = await running.ask(running.shop, path, { 'accept-encoding': 'gzip' })
  const part = await running.ask(running.shop, path, { range: 'bytes=5-9' })
  await reports.remove(report.file.key)
  const gone = await running.ask(running.shop, path)

  expect(gunzipSync(whole.bytes).toString()).toBe(CONTENT)
  expect(part).toMatchObject({ status: 206, text: CONTENT.slice(5, 10) })
  expect(gone).toMatchObject({ status: 404, body: { reason: 'FILE_GONE' } })
})
