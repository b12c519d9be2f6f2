import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aSubscription } from '../../../test/support/data/report-orders.ts'
import { reportingClients } from '../../../test/support/http/reporting-clients.ts'
import { statusesOf, subscriptionClients } from '../../../test/support/http/subscription-clients.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { createMerchantGroup } from '../../organizations/groups/change-merchant-groups.ts'
import { systemClock } from '../../platform/clock/clock.ts'

const PATH = '/reporting/v3/report-subscriptions'
const NAMED = `${PATH}/{reportName}`

const app = await startApp({ clock: settableClock('2026-03-10T10:00:00Z'), with: [reportingClients] })
let contract: Awaited<ReturnType<typeof documentedContract>>
let another: ReturnType<typeof subscriptionClients>
beforeAll(async () => {
  contract = await documentedContract(app.url)
  another = subscriptionClients(app)
})

describe('a subscription', () => {
  test('a subscription is created and returned as it is stored', async () => {
    const { organizationId, ask, get, list } = await another()
    const body = aSubscription({
      reportMimeType: 'text/csv',
      reportFrequency: 'Monthly',
      startTime: '0230',
      startDay: 31,
      reportFilters: { 'Application.Name': ['ics_auth', 'ics_bill'] },
      reportPreferences: { signedAmounts: true, fieldNameConvention: 'SCMP' },
      deliverTo: ['ann@shop.example'],
    })
    expect(contract.requestProblems('PUT', PATH, body)).toEqual([])

    const created = await ask('PUT', '', { body })
    const read = await get()
    const all = await list()

    expect(statusesOf([created, read, all])).toEqual([200, 200, 200])
    expect(contract.answerProblems('PUT', PATH, created)).toEqual([])
    expect(contract.answerProblems('GET', NAMED, read)).toEqual([])
    expect(contract.answerProblems('GET', PATH, all)).toEqual([])
    expect(created.body).toEqual({
      organizationId,
      reportDefinitionId: '210',
      reportDefinitionName: 'TransactionRequestClass',
      reportDefintionName: 'TransactionRequestClass',
      reportMimeType: 'text/csv',
      reportFrequency: 'MONTHLY',
      reportName: 'My subscription',
      timezone: 'Europe/Berlin',
      startTime: '0230',
      startDay: 31,
      reportFields: ['Request.MerchantID', 'Request.RequestID'],
      reportFilters: { 'Application.Name': ['ics_auth', 'ics_bill'] },
      reportPreferences: { signedAmounts: true, fieldNameConvention: 'SCMP' },
      deliverTo: ['ann@shop.example'],
      subscriptionStatus: 'ACTIVE',
      nextRunTime: '2026-03-31T00:30:00Z',
      skippedPeriods: [],
    })
    expect(read.text).toBe(created.text)
    expect(all.body).toEqual({ subscriptions: [created.body], totalSubscriptions: 1 })
  })

  test('a subscription with an interval shows it and has no start day', async () => {
    const { put } = await another()
    const created = await put({ reportFrequency: 'user_defined', reportInterval: 'PT2H30M' })

    expect(contract.answerProblems('PUT', PATH, created)).toEqual([])
    expect(created.body).toMatchObject({
      reportFrequency: 'USER_DEFINED',
      reportInterval: 'PT2H30M',
    })
    expect(created.body).not.toHaveProperty('startDay')
  })

  test('a subscription has the JSON media type that the client accepts', async () => {
    const { ask } = await another()
    const headers = { accept: 'application/hal+json' }
    const created = await ask('PUT', '', { body: aSubscription(), headers })
    const read = await ask('GET', '/My%20subscription', { headers })

    for (const response of [created, read]) {
      expect(response.headers['content-type']).toBe('application/hal+json; charset=utf-8')
    }
  })

  test('putting an equal subscription is 304, in any spelling, and a different one is an edit', async () => {
    const { put, get, list } = await another()
    const before = { reportFrequency: 'WEEKLY', startDay: 1, startTime: '0000' }
    const created = await put(before)
    const same = [
      await put(before),
      await put({ ...before, reportFrequency: 'weekly', startDay: '1' }),
      await put({ reportFrequency: 'Weekly' }),
      await put({ ...before, reportDefinitionName: 'transactionrequestclass' }),
      await put({ ...before, timezone: undefined, timeZone: 'Europe/Berlin' }),
      await put({ ...before, reportFilters: [], reportPreferences: { signedAmounts: 'false' } }),
    ]
    const edits = [
      { startTime: '0001' },
      { startDay: 2 },
      { timezone: 'Europe/Vienna' },
      { reportFrequency: 'DAILY' },
      { reportMimeType: 'application/xml' },
      { reportFields: ['Request.RequestID', 'Request.MerchantID'] },
      { reportFilters: { 'Application.Name': ['ics_auth'] } },
      { reportPreferences: { signedAmounts: true } },
      { deliverTo: ['ann@shop.example'] },
      { deliverTo: [] },
    ]

    expect(same.map(({ status, text }) => [status, text])).toEqual(same.map(() => [304, '']))
    for (const edit of edits) {
      const changed = { ...before, ...edit }
      const edited = await put(changed)
      expect([edited.status, (await put(changed)).status]).toEqual([200, 304])
      expect(contract.answerProblems('PUT', PATH, edited)).toEqual([])
      expect((await get()).text).toBe(edited.text)
    }
    expect((await list()).body.subscriptions).toEqual([created.body])
  })

  test('a subscription keeps its recipients if a body does not name any, and loses them by an empty list', async () => {
    const { put } = await another()
    await put({ deliverTo: ['ann@shop.example'] })
    const left = [await put({}), await put({ startTime: '0100' }), await put({ startTime: '0200', deliverTo: null })]
    const emptied = await put({ startTime: '0200', deliverTo: [] })

    expect(left.map(({ status }) => status)).toEqual([304, 200, 200])
    expect(left[2]?.body.deliverTo).toEqual(['ann@shop.example'])
    expect([emptied.status, emptied.body.deliverTo]).toEqual([200, []])
  })

  test('parts of a body without an effect are warnings of that response', async () => {
    const { put, get } = await another()
    const idle = {
      reportInterval: 'PT1H',
      reportMimeType: 'application/xml',
      reportPreferences: { fieldNameConvention: 'SCMP' },
    }
    const response = await put(idle)

    expect(response.status).toBe(200)
    expect(contract.answerProblems('PUT', PATH, response)).toEqual([])
    expect(
      response.body.warnings.map(({ field, reason }: { field: string; reason: string }) => [field, reason]),
    ).toEqual([
      ['reportInterval', 'NO_EFFECT'],
      ['reportPreferences.fieldNameConvention', 'NO_EFFECT'],
    ])
    expect((await get()).body).not.toHaveProperty('warnings')
  })

  test.each([
    ['UTC', 'GMT'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['America/Argentina/Ushuaia', 'America/Argentina/Ushuaia'],
  ])(
    'a subscription of an organization in %s can have the default zone of the definition, %s',
    async (timeZone, timezone) => {
      const keys = await anOrganization(app, timeZone.toLowerCase().replaceAll('/', '-'), { timeZone })
      const definition = await app.clientOf(keys, 'report-definitions')('GET', '/TransactionRequestClass')
      const body = aSubscription({ timezone: definition.body.defaultSettings.timezone })
      const created = await app.clientOf(keys, 'report-subscriptions')('PUT', '', { body })

      expect(definition.body.defaultSettings.timezone).toBe(timezone)
      expect([created.status, created.body.timezone]).toEqual([200, timezone])
    },
  )

  test('a subscription keeps the requested names of its fields', async () => {
    const { put, get } = await another()
    const aliased = { reportFields: ['Exception.CYBSExceptionID', 'AVSResult', 'request.requestid'] }
    const created = await put(aliased)
    const repeated = await put(aliased)
    const read = await get()
    const renamed = await put({ reportFields: ['Exception.ProviderExceptionID', 'AVSResult', 'Request.RequestID'] })

    const names = ['Exception.CYBSExceptionID', 'Authorization.AVSResult', 'Request.RequestID']
    expect([created.status, repeated.status, renamed.status]).toEqual([200, 304, 200])
    expect([created.body.reportFields, read.body.reportFields]).toEqual([names, names])
    expect(renamed.body.reportFields[0]).toBe('Exception.ProviderExceptionID')
  })

  test('a subscription keeps its definition, and another name is another subscription', async () => {
    const { put, list } = await another()
    const created = await put()
    const other = await put({
      reportDefinitionName: 'DepositDetailClass',
      reportFields: ['Request.RequestID'],
    })
    await put({ reportName: 'my subscription' })

    expect([other.status, other.body.details]).toEqual([
      400,
      [{ field: 'reportDefinitionName', reason: 'INVALID_DATA' }],
    ])
    expect(contract.answerProblems('PUT', PATH, other)).toEqual([])
    expect((await list()).body.subscriptions).toMatchObject([created.body, { reportName: 'my subscription' }])
  })

  test('deleting a subscription frees its name', async () => {
    const { put, get, list, remove } = await another()
    await put()
    const deleted = await remove()
    const gone = [await remove(), await get(), await list()]

    expect([deleted.status, deleted.text]).toEqual([200, ''])
    expect(statusesOf(gone)).toEqual([404, 404, 404])
    expect(contract.answerProblems('GET', PATH, gone[2] ?? deleted)).toEqual([])
    expect(gone[2]?.body).toMatchObject({
      code: 'RESOURCE_NOTFOUND',
      message: 'Subscriptions not found.',
    })
    expect((await put({ reportDefinitionName: 'DepositDetailClass' })).status).toBe(200)
  })

  test('a subscription can be for a merchant group of the organization', async () => {
    const { organizationId, put } = await another({ type: 'partner' })
    await anOrganization(app, `below-${organizationId}`, { parentId: organizationId })
    await createMerchantGroup(
      { db: app.database, clock: systemClock, machineClock: systemClock },
      { organizationId, by: aTester },
      { name: 'north', merchantIds: [`below-${organizationId}`] },
    )
    const created = await put({ selectedMerchantGroupName: 'north' })
    const unknown = await put({ groupName: 'south' })

    expect([created.status, created.body.groupName]).toEqual([200, 'north'])
    expect([unknown.status, unknown.body.details[0].field]).toEqual([400, 'groupName'])
  })
})

describe('a body', () => {
  let client: Awaited<ReturnType<typeof another>>
  beforeAll(async () => {
    client = await another()
  })

  test('a body is refused with every problem listed', async () => {
    const response = await client.put({
      reportName: '/',
      timezone: 'Europe/Berln',
      startTime: '2500',
    })

    expect(response.status).toBe(400)
    expect(contract.answerProblems('PUT', PATH, response)).toEqual([])
    expect(response.body).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [
        { path: 'reportName' },
        { path: 'timezone', message: expect.stringContaining('did you mean Europe/Berlin?') },
        { path: 'startTime' },
      ],
    })
  })

  test.each([[undefined], [null], [[]], ['text'], [7]])('the body %j is refused', async (body) => {
    const { status, body: response } = await client.ask('PUT', '', { body })

    expect([status, response.details[0].field]).toEqual([400, 'body'])
  })

  test('a body with an unknown definition is 404', async () => {
    const response = await client.put({ reportDefinitionName: 'NoSuchClass' })

    expect([response.status, response.body.code]).toEqual([404, 'RESOURCE_NOTFOUND'])
  })
})

test('an Idempotency-Key gets the first response again, even if the subscription has changed since', async () => {
  const { ask, list, remove } = await another()
  const asked = { body: aSubscription(), headers: { 'idempotency-key': 'once' } }
  const first = await ask('PUT', '', asked)
  await remove()
  const again = await ask('PUT', '', asked)
  const other = await ask('PUT', '', { ...asked, body: aSubscription({ startTime: '0100' }) })

  expect([again.status, again.text]).toEqual([200, first.text])
  expect(again.headers['content-type']).toBe(first.headers['content-type'])
  expect(other.status).toBe(409)
  expect(contract.answerProblems('PUT', PATH, other)).toEqual([])
  expect((await list()).status).toBe(404)
})

test('an Idempotency-Key of a request that changed nothing gets its 304 again', async () => {
  const { ask, put, remove } = await another()
  await put()
  const asked = { body: aSubscription(), headers: { 'idempotency-key': 'unchanged' } }
  const first = await ask('PUT', '', asked)
  await remove()
  const again = await ask('PUT', '', asked)

  expect([first, again].map(({ status, text }) => [status, text])).toEqual([
    [304, ''],
    [304, ''],
  ])
})

test('the audit trail has every change with its actor, and no entry for requests that changed nothing', async () => {
  const { organizationId, put, pause, resume, remove } = await another()
  await put()
  await put()
  await put({ startTime: '0930' })
  for (const act of [pause, pause, resume, resume]) expect((await act()).status).toBe(200)
  await remove()

  const filter = { organizationId, action: 'subscription' }
  const entries = (await listAudit(app.database.db, filter, { limit: 100 })).toReversed()
  expect(entries.map(({ action }) => action.replace('subscription.', ''))).toEqual([
    'created',
    'edited',
    'paused',
    'resumed',
    'deleted',
  ])
  expect(new Set(entries.map(({ subject }) => subject)).size).toBe(1)
  expect(entries[1]).toMatchObject({
    actor: { kind: 'key', organizationId },
    details: {
      reportName: 'My subscription',
      reportDefinitionName: 'TransactionRequestClass',
      reportFrequency: 'DAILY',
      startTime: '0930',
      timezone: 'Europe/Berlin',
    },
  })
})
