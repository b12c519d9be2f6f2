import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import type { Service } from '../../src/main/service.ts'
import { openBlobStore } from '../../src/platform/blobs/open-blob-store.ts'
import { REPORT_MIME_TYPES } from '../../src/reporting/domain/report.ts'
import { manifestKeyOf } from '../../src/reporting/domain/report-files.ts'
import { startTestApp } from '../support/app.ts'
import { fileResources } from '../support/file-resources.ts'
import { reportMaker } from '../support/made-reports.ts'
import { anOrganization } from '../support/organizations.ts'
import { startS3 } from '../support/s3-server.ts'
import { putRecords } from '../support/stored-records.ts'
import { aTemporaryEngine } from '../support/temporary-engine.ts'

/** More than the engine sends at once, so that pieces meet within rows. */
const RECORDS = 3_000
const NAMES = ['=1+1', 'O"Hara, <Jr.> & Co', 'line\nfeed\r', '👩‍👩‍👧 ünï', 'שלום']

let embedded: Service
let served: Service
beforeAll(async () => {
  const server = await aTemporaryEngine()
  fileResources.defer(server.remove)
  const password = encodeURIComponent(server.settings.password)
  const CLICKHOUSE_URL = `http://default:${password}@127.0.0.1:${server.engine.port}`
  embedded = await startTestApp({ QUITTANCE_ROLE: 'api' })
  served = await startTestApp({ QUITTANCE_ROLE: 'api', CLICKHOUSE_URL })
  const records = Array.from({ length: RECORDS }, (_, n) => ({
    recordId: `${n}`,
    merchantId: 'shop',
    occurredAt: Temporal.Instant.from('2026-03-01T00:00:00Z')
      .add({ minutes: n * 7 })
      .toString(),
    fields: {
      'Request.RequestID': `${9_000_000 + n}`,
      'Application.Name': n % 7 === 0 ? 'ics_credit' : 'ics_bill',
      'BillTo.LastName': NAMES[n % NAMES.length] ?? '',
      'PaymentData.RequestedAmount': `${n}.125`,
      'PaymentData.RequestedAmountCurrencyCode': n % 2 === 0 ? 'EUR' : 'KWD',
    },
  }))
  for (const { stores } of [embedded, served]) {
    await anOrganization(stores, 'shop')
    await putRecords(stores, 'transaction', records)
  }
})

const given = {
  fields: [
    'Request.RequestID',
    'Request.TransactionDate',
    'Application.Name',
    'PaymentData.RequestedAmount',
    'PaymentData.RequestedAmountCurrencyCode',
    'BillTo.LastName',
  ],
  timeZone: 'America/New_York',
  signedAmounts: true,
}

test.each(REPORT_MIME_TYPES)(
  'a report in %s has the same bytes from the embedded engine and from a server, in a folder and in a bucket',
  async (mimeType) => {
    const { endpoint } = await startS3('reports')
    const bucket = await openBlobStore({ kind: 's3', bucket: 'reports', prefix: 'all', endpoint })
    fileResources.defer(bucket.close)
    expect([embedded, served].map(({ stores }) => stores.engine.isEmbedded)).toEqual([
      true,
      false,
    ])

    const made = []
    for (const [service, options] of [
      [embedded, {}],
      [embedded, { reports: bucket }],
      [served, {}],
      [served, { reports: bucket }],
    ] as const) {
      const maker = reportMaker(service, options)
      const { report, bytes } = await maker.make({ ...given, mimeType })
      const manifestKey = manifestKeyOf(report.file?.key ?? '')
      const manifest = await buffer(await maker.deps.reports.read(manifestKey))
      made.push({ report, bytes, manifest: JSON.parse(manifest.toString()) })
    }

    const [first] = made
    expect(first?.report.manifest).toMatchObject({ rows: RECORDS, bytes: first?.bytes.length })
    for (const { report, bytes, manifest } of made) {
      expect(bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true)
      expect(report.manifest).toEqual(first?.report.manifest)
      expect(manifest).toEqual(first?.report.manifest)
    }
  },
)
