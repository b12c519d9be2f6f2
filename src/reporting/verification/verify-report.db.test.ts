import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { type ReportMaker, reportMaker } from '../../../test/support/data/made-reports.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { putRecords } from '../../../test/support/data/stored-records.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import type { RecordInput } from '../../records/reading/record.ts'
import { verifyReport } from './verify-report.ts'

const signal = new AbortController().signal
const madeAt = '2026-06-01T00:00:00Z'

let service: Awaited<ReturnType<typeof startWholeService>>
let maker: ReportMaker
beforeAll(async () => {
  service = await startWholeService({ QUITTANCE_ROLE: 'api' })
  for (const id of ['intact', 'damaged', 'missing', 'changed']) {
    await anOrganization(service.stores, id)
    await put(
      [1, 2, 3, 4].map((n) => record(id, n, 1, `Payer ${n}`)),
      '2026-04-01T00:00:00Z',
    )
  }
  maker = reportMaker(service, { clock: settableClock(madeAt) })
})

function record(merchantId: string, n: number, version: number, name: string): RecordInput {
  return {
    recordId: `r${n}`,
    merchantId,
    version,
    occurredAt: `2026-03-0${n}T10:00:00Z`,
    fields: { 'Request.RequestID': `100${n}`, 'BillTo.LastName': name },
  }
}

async function put(inputs: readonly RecordInput[], receivedAt: string): Promise<void> {
  await putRecords(service.stores, 'transaction', inputs, { receivedAt })
}

test('an unchanged report is intact and is generated again with the same bytes', async () => {
  const { report } = await maker.make({ organizationId: 'intact' })

  const verified = await verifyReport(maker.deps, report, signal)

  expect(verified).toMatchObject({
    file: 'intact',
    isReproduced: true,
    rowsThen: 4,
    rowsNow: 4,
    changes: [],
  })
  expect(readdirSync(maker.deps.exportsFolder)).toEqual([])
})

test('a report with escaped formulas names its rendering version and is generated again with the same bytes', async () => {
  const organizationId = 'guarded'
  await anOrganization(service.stores, organizationId)
  await put([record(organizationId, 1, 1, '＝1+1'), record(organizationId, 2, 1, '\n=1')], '2026-04-01T00:00:00Z')
  const fields = ['Request.RequestID', 'BillTo.LastName']
  const { report, bytes } = await maker.make({ organizationId, fields })

  const verified = await verifyReport(maker.deps, report, signal)

  expect(bytes.toString('utf8')).toContain(`"1001","'＝1+1"\n"1002","'\n'=1"\n`)
  expect(report.manifest?.renderingVersion).toBe(1)
  expect(verified).toMatchObject({ file: 'intact', isReproduced: true })
})

test('a changed or missing file is reported', async () => {
  const damaged = await maker.make({ organizationId: 'damaged' })
  const missing = await maker.make({ organizationId: 'missing' })
  appendFileSync(join(maker.folder, damaged.report.file?.key ?? ''), 'x')
  rmSync(join(maker.folder, missing.report.file?.key ?? ''))

  expect((await verifyReport(maker.deps, damaged.report, signal)).file).toBe('damaged')
  expect((await verifyReport(maker.deps, missing.report, signal)).file).toBe('missing')
})

test('records that arrived, changed or were removed since the cut-off are listed', async () => {
  const organizationId = 'changed'
  const { report } = await maker.make({ organizationId })
  const later = '2026-06-02T00:00:00Z'
  await put([record(organizationId, 5, 1, 'Late')], later)
  await put([record(organizationId, 2, 2, 'Corrected')], later)
  await put([{ ...record(organizationId, 3, 2, ''), deleted: true, fields: {} }], later)

  const verified = await verifyReport(maker.deps, report, signal)

  expect(verified).toMatchObject({ file: 'intact', isReproduced: false, rowsThen: 4, rowsNow: 4 })
  expect(verified.changes.map(({ recordId, change }) => [recordId, change])).toEqual([
    ['r2', 'corrected'],
    ['r3', 'deleted'],
    ['r5', 'late'],
  ])
})
