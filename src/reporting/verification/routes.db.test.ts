import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { putRecords } from '../../../test/support/data/stored-records.ts'
import { aCompletedReport, aStoredReport } from '../../../test/support/data/stored-reports.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'

const app = await startApp({ hasEngine: true })
let shop: Awaited<ReturnType<typeof anOrganization>>
let foreign: typeof shop
beforeAll(async () => {
  shop = await anOrganization(app, 'shop')
  foreign = await anOrganization(app, 'foreign')
  await putRecords(app, 'transaction', [
    {
      ...{ recordId: 'r1', merchantId: 'shop', occurredAt: '2026-03-08T10:00:00Z' },
      fields: { 'Request.RequestID': '7300' },
    },
  ])
})

const verify = (reportId: string, owner = shop) =>
  sendAs(app.port, owner, { method: 'POST', path: `/portal/v1/reports/${reportId}/verification`, body: {} })

test('a report without a file is refused, and so is one of another organization', async () => {
  const { reportId } = await aStoredReport(app, 'NO_DATA')
  const [own, other] = [await verify(reportId), await verify(reportId, foreign)]

  expect([own.status, own.body.reason]).toEqual([409, 'NO_FILE'])
  expect([other.status, (await verify('unknown')).status]).toEqual([404, 404])
})

test('a report that takes too long to be made again is for the command', async () => {
  const { reportId } = await aCompletedReport(app, { reportName: 'Large' })
  await app.database.pool.query(
    `update reports set manifest = jsonb_set(manifest, '{rows}', '2500001') where report_id = $1`,
    [reportId],
  )

  const { status, body } = await verify(reportId)

  expect([status, body.reason]).toEqual([409, 'REPORT_TOO_LARGE'])
  expect(body.message).toContain(`quittance reports verify ${reportId}`)
})

test('a missing file is said as the documented contract has it', async () => {
  const contract = await documentedContract(app.url)
  const report = await aCompletedReport(app, { reportName: 'Lost', mimeType: XLSX })
  await app.reports.remove(report.file.key)

  const response = await verify(report.reportId)

  expect(response.body).toMatchObject({ file: 'missing', isReproduced: false, rowsThen: 1, rowsNow: 1 })
  expect(contract.answerProblems('POST', '/portal/v1/reports/{reportId}/verification', response)).toEqual([])
})

/** Written by the service itself, so that the engine of the test needs no folder. */
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
