import { beforeAll, expect, test } from 'vitest'
import { fieldNamed } from '../../src/catalogue/catalogue.ts'
import type { Service } from '../../src/main/service.ts'
import { openFileStore } from '../../src/platform/file-store/open-file-store.ts'
import { REPORT_MIME_TYPES } from '../../src/reporting/reports/report.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { reportMaker } from '../support/data/made-reports.ts'
import { anOrganization } from '../support/data/organizations.ts'
import { putRecords } from '../support/data/stored-records.ts'
import { startS3 } from '../support/processes/s3-server.ts'
import { PARSERS } from '../support/references/parsed-reports.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { startClickHouseApp } from './clickhouse-app.ts'

/** More than the server sends in one piece, so that pieces meet within rows. */
const RECORDS = 3_000
const NAMES = ['=1+1', 'O"Hara, <Jr.> & Co', 'line\nfeed\r', '👩‍👩‍👧 ünï', 'שלום']
const FIELDS = [
  ...['Request.RequestID', 'Request.TransactionDate', 'Application.Name', 'BillTo.LastName'],
  ...['PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'],
]

let embedded: Service
let served: Service
beforeAll(async () => {
  embedded = await startWholeService({ QUITTANCE_ROLE: 'api' })
  served = await startClickHouseApp()
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

test.each(REPORT_MIME_TYPES)(
  'a long report in %s is the same from the embedded engine and from a server, in a folder and in a bucket',
  async (mimeType) => {
    const { endpoint } = await startS3('reports')
    const bucket = await openFileStore({ kind: 's3', bucket: 'reports', prefix: 'all', endpoint })
    fileResources.defer(bucket.close)
    const given = { fields: FIELDS, timeZone: 'America/New_York', signedAmounts: true, mimeType }

    const expected = await reportMaker(embedded).make(given)
    const inFolder = await reportMaker(served).make(given)
    const inBucket = await reportMaker(served, { reports: bucket }).make(given)

    expect(expected.report.manifest?.rows).toBe(RECORDS)
    expect(inBucket.bytes.equals(inFolder.bytes)).toBe(true)
    for (const { report, bytes } of [inFolder, inBucket]) {
      expect(report.manifest?.rows).toBe(RECORDS)
      expect(report.manifest?.totals).toEqual(expected.report.manifest?.totals)
      if (bytes.equals(expected.bytes)) continue
      // Only Parquet has several ways to write the same values.
      expect(mimeType).toBe('application/vnd.apache.parquet')
      const rowsOf = (file: Buffer) => PARSERS[mimeType](file, FIELDS.map(fieldNamed))
      expect(await rowsOf(bytes)).toEqual(await rowsOf(expected.bytes))
    }
  },
)
