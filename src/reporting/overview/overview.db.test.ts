import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { anOrder, aSubscription } from '../../../test/support/data/report-orders.ts'
import { aCompletedReport, aStoredReport } from '../../../test/support/data/stored-reports.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { createMerchantGroup } from '../../organizations/groups/change-merchant-groups.ts'
import { systemClock } from '../../platform/clock/clock.ts'

const LIST = '/portal/v1/reports'

const app = await startApp({ clock: settableClock('2026-03-10T10:00:00Z') })
let contract: Awaited<ReturnType<typeof documentedContract>>
let shop: Awaited<ReturnType<typeof anOrganization>>
let empty: typeof shop
let partner: typeof shop
beforeAll(async () => {
  contract = await documentedContract(app.url)
  partner = await anOrganization(app, 'partner', { type: 'partner', timeZone: 'Asia/Tashkent' })
  shop = await anOrganization(app, 'shop', { parentId: 'partner' })
  empty = await anOrganization(app, 'empty')
  await aCompletedReport(app, { reportName: 'Daily', completedAt: '2026-03-09T00:00:10Z' })
  await aStoredReport(app, 'RUNNING', {
    reportName: 'daily again',
    frequency: 'ADHOC',
    queuedAt: '2026-03-09T01:00:00Z',
  })
  await aStoredReport(app, 'ERROR', {
    ...{ reportName: 'Deposits', definitionName: 'DepositDetailClass', queuedAt: '2026-03-09T02:00:00Z' },
    reason: 'canceled',
  })
})

const get = (path: string, owner = shop) => sendAs(app.port, owner, { method: 'GET', path })
const namesOf = async (query: string): Promise<readonly string[]> => {
  const { body } = await get(`${LIST}?${query}`)
  return body.reports.map(({ reportName }: { readonly reportName: string }) => reportName)
}

test('the list has reports with progress and rows, and those below a partner', async () => {
  const response = await get(LIST)
  const below = await get(LIST, partner)

  expect(contract.answerProblems('GET', LIST, response)).toEqual([])
  expect(response.body.totalReports).toBe(3)
  expect(response.body.reports).toContainEqual(
    expect.objectContaining({ reportName: 'Daily', status: 'COMPLETED', rows: 1, isEarly: false, isOwn: false }),
  )
  expect(response.body.reports).toContainEqual(
    expect.objectContaining({ reportName: 'daily again', progress: { phase: 'waiting for records', rowsDone: 0 } }),
  )
  expect(below.body.totalReports).toBe(3)
})

test('the list is empty for an organization without reports', async () => {
  const [reports, subscriptions] = [await get(LIST, empty), await get('/portal/v1/report-subscriptions', empty)]

  expect([reports.status, reports.body]).toEqual([200, { reports: [], totalReports: 0 }])
  expect(subscriptions.body).toEqual({ subscriptions: [], totalSubscriptions: 0, subscriptionsMax: 20 })
})

test.each([
  ['search=DAILY', ['daily again', 'Daily']],
  ['status=COMPLETED,ERROR&limit=10', ['Deposits', 'Daily']],
  ['isOneTime=true', ['daily again']],
  ['isOneTime=false&search=da', ['Daily']],
  ['reportDefinitionId=218', ['Deposits']],
  ['startTime=2026-03-09T00:00:30Z&endTime=2026-03-10T00:00:00Z', []],
  ['limit=1&offset=1&search=daily', ['Daily']],
])('%s shows only what matches', async (query, names) => {
  expect((await namesOf(query)).toSorted()).toEqual([...names].toSorted())
})

test('a wrong filter is refused with its name', async () => {
  const { status, body } = await get(`${LIST}?status=DONE&limit=999&isOneTime=maybe`)

  expect(status).toBe(400)
  expect(body.fields.map(({ path }: { readonly path: string }) => path).toSorted()).toEqual([
    'isOneTime',
    'limit',
    'status',
  ])
})

test('the options of an order are the zones, groups and limits of the organization', async () => {
  const deps = { db: app.database, clock: systemClock, machineClock: systemClock }
  const group = { name: 'North', merchantIds: ['shop'] }
  await createMerchantGroup(deps, { organizationId: 'partner', by: aTester }, group)
  await sendAs(app.port, partner, { method: 'POST', path: '/reporting/v3/reports', body: anOrder() })
  await sendAs(app.port, partner, { method: 'PUT', path: '/reporting/v3/report-subscriptions', body: aSubscription() })

  const { body } = await get('/portal/v1/report-options', partner)

  expect(body).toMatchObject({
    ...{ subscriptions: 1, subscriptionsMax: 20, unfinished: 1 },
    merchantGroups: [{ groupName: 'North', merchants: 1 }],
  })
  expect(body.timeZones).toEqual(expect.arrayContaining(['Asia/Tashkent', 'Europe/Berlin', 'UTC']))
})
