import { beforeAll, describe, expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aCompletedReport, aStoredReport } from '../../../test/support/data/stored-reports.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { aReportStore } from '../../../test/support/stores/report-store.ts'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { reportsHolder } from './reports-holder.ts'

const PERSONAL = ['Request.RequestID', 'BillTo.Email']
const HARMLESS = ['Request.RequestID', 'Request.TransactionDate']

type Deps = {
  readonly database: Awaited<ReturnType<typeof aDatabase>>['database']
  readonly reports: Awaited<ReturnType<typeof aReportStore>>
}
let deps: Deps
beforeAll(async () => {
  const { database } = await aDatabase()
  deps = { database, reports: await aReportStore() }
  await anOrganization(deps, 'partner', { type: 'partner' })
  for (const id of ['shop', 'sister', 'busy', 'asked']) {
    await anOrganization(deps, id, { parentId: 'partner' })
  }
})

const sought = (organizationId: string, organizationIds = [organizationId]): SoughtPerson => ({
  organizationId,
  organizationIds,
  person: { emails: ['jane@example.org'], phones: [], customerIds: [] },
})
const holder = () =>
  reportsHolder({
    db: deps.database,
    clock: systemClock,
    machineClock: systemClock,
    config: { reportRetentionMonths: 16 },
  })

describe('reports that may hold a person’s data', () => {
  test('reports with personal fields are listed, of the organization and of those above it', async () => {
    const own = await aCompletedReport(deps, { fields: PERSONAL, reportName: 'own' })
    const replaced = await aCompletedReport(deps, { fields: PERSONAL, isReplaced: true })
    const above = await aCompletedReport(deps, { fields: PERSONAL, organizationId: 'partner' })
    await aCompletedReport(deps, { fields: PERSONAL, organizationId: 'sister' })
    await aCompletedReport(deps, { fields: HARMLESS, reportName: 'harmless' })
    const atWork = await aStoredReport(deps, 'RUNNING', { fields: PERSONAL, reportName: 'at work' })
    await aStoredReport(deps, 'QUEUED', { fields: HARMLESS, reportName: 'harmless too' })
    await aStoredReport(deps, 'NO_DATA', { fields: PERSONAL, reportName: 'empty' })

    const { counts, remaining } = await holder().find(sought('shop'))

    expect(counts).toEqual({})
    const named = remaining.map(({ what }) => what)
    expect(named).toHaveLength(4)
    for (const { reportId } of [own, replaced, above, atWork]) {
      expect(named.filter((what) => what.includes(reportId))).toHaveLength(1)
    }
    const [ownReport] = remaining.filter(({ what }) => what.includes(own.reportId))
    expect(ownReport?.what).toBe(`report "own" of 2026-03-09 (${own.reportId}, shop)`)
    expect(ownReport?.why).toContain('removed by 2027-07-10')
    expect(ownReport?.why).toContain(`quittance reports remove ${own.reportId}`)
    const [unfinished] = remaining.filter(({ what }) => what.includes(atWork.reportId))
    expect(unfinished?.why).toContain('repeat the command when it has finished')
  })

  test('reports that were ordered with an address of the person are listed', async () => {
    const given = { organizationId: 'asked', fields: HARMLESS }
    const email = 'Jane@Example.org'
    await aStoredReport(deps, 'NO_DATA', { ...given, filters: { 'BillTo.Email': [email] } })
    await aCompletedReport(deps, { ...given, deliverTo: [email] })
    await aCompletedReport(deps, { ...given, deliverTo: [`not-${email}`] })

    const { remaining } = await holder().find(sought('asked'))

    expect(remaining.filter(({ what }) => what.includes('asked'))).toHaveLength(2)
  })

  test('many reports are listed in part and then counted, and none is changed', async () => {
    for (let number = 1; number <= 23; number += 1) {
      await aCompletedReport(deps, { organizationId: 'busy', fields: PERSONAL })
    }

    const found = await holder().find(sought('busy'))
    const erased = await holder().erase(sought('busy'), aTester)

    expect(found.remaining).toHaveLength(21)
    // With the partner's.
    expect(found.remaining.at(-1)?.what).toBe('4 more reports')
    expect(erased).toEqual(found)
  })
})
