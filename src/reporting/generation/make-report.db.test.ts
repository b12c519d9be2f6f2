import { beforeAll, expect, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { reportMaker } from '../../../test/support/data/made-reports.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { putRecords } from '../../../test/support/data/stored-records.ts'
import { readPerson } from '../../kernel/person.ts'
import { type Clock, systemClock } from '../../platform/clock/clock.ts'
import { recordsHolder } from '../../records/index.ts'
import { countLateRecords } from '../downloads/late-records.ts'

const FIELDS = ['Request.RequestID', 'BillTo.LastName']

let service: Awaited<ReturnType<typeof startWholeService>>
beforeAll(async () => {
  service = await startWholeService({ QUITTANCE_ROLE: 'api' })
})

async function shopWith(organizationId: string): Promise<void> {
  await anOrganization(service.stores, organizationId)
  await put(organizationId, '1')
  await put(organizationId, '2')
}

async function put(merchantId: string, recordId: string, receivedAt = systemClock.now().toString()): Promise<void> {
  const fields = {
    'Request.RequestID': recordId,
    'BillTo.LastName': `Payer ${recordId}`,
    'BillTo.Email': `payer${recordId}@example.com`,
  }
  const record = { recordId, merchantId, occurredAt: '2026-03-09T10:00:00Z', fields }
  await putRecords(service.stores, 'transaction', [record], { receivedAt })
}

/** Makes reports with a hook between the complete first file and the check after it. */
function makerWith(meanwhile: () => Promise<void>, clock: Clock = systemClock) {
  const { files: reports } = service.stores
  let isFirst = true
  return reportMaker(service, {
    clock,
    reports: {
      ...reports,
      adopt: async (...given) => {
        await reports.adopt(...given)
        if (!isFirst) return
        isFirst = false
        await meanwhile()
      },
    },
  })
}

test('a record that arrives between the file and its totals is in both or in neither', async () => {
  await shopWith('late')
  const { make } = makerWith(() => put('late', '3'))

  const { report, text } = await make({ organizationId: 'late', fields: FIELDS })

  expect(text.trim().split('\n').length - 2).toBe(report.manifest?.rows)
})

test('a record that arrives while a report is read is in its file or counted as late', async () => {
  await shopWith('either')
  let now = systemClock.now()
  const ticking = { now: () => (now = now.add({ seconds: 1 })) }
  const inTwoReadings = () => put('either', '3', now.add({ milliseconds: 1_500 }).toString())
  const { make, deps } = makerWith(inTwoReadings, ticking)

  const { report } = await make({ organizationId: 'either', fields: FIELDS })

  const late = await countLateRecords(deps, report)
  expect([report.manifest?.rows, late]).toEqual([2, 1])
})

test('data that is erased while a report is made is not in its file', async () => {
  await shopWith('erased')
  const { database, engine } = service.stores
  const person = readPerson({ emails: ['payer1@example.com'], phones: [], customerIds: [] })
  const { make } = makerWith(async () => {
    const sought = { organizationId: 'erased', organizationIds: ['erased'], person }
    await recordsHolder({ db: database, engine }).erase(sought, aTester)
  })

  const { report, text } = await make({ organizationId: 'erased', fields: FIELDS })

  expect(report.manifest).toMatchObject({ rows: 2, erased: 1 })
  expect(text).not.toContain('Payer 1')
  expect(text).toContain('Payer 2')
})

test('a report of a deleted group fails immediately with the reason', async () => {
  await shopWith('grouped')

  const { report } = await makerWith(async () => {}).make({
    organizationId: 'grouped',
    groupName: 'gone',
  })

  expect(report).toMatchObject({ status: 'ERROR', failures: 0 })
  expect(report.reason).toContain('gone')
})
