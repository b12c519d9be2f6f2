import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { anOrder } from '../../../test/support/data/report-orders.ts'
import { completion } from '../../../test/support/data/reports.ts'
import { reportingClients } from '../../../test/support/http/reporting-clients.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { createBearerKey } from '../../organizations/credentials/create-key.ts'
import { suspendOrganization } from '../../organizations/tree/change-organization.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { finishReport, lockToFinish } from '../reports/finish-report.ts'
import { completed, running } from '../reports/report-states.ts'

const REPORTS = '/reporting/v3/reports'
const REPORT = `${REPORTS}/{reportId}`

const app = await startApp({ clock: settableClock('2026-03-10T10:00:00Z'), with: [reportingClients] })
let contract: Awaited<ReturnType<typeof documentedContract>>
let shop: ReturnType<typeof app.clientOf>
let partner: typeof shop
let foreign: typeof shop
let nobody: typeof shop
let names = 0
beforeAll(async () => {
  contract = await documentedContract(app.url)
  partner = app.clientOf(await anOrganization(app, 'partner', { type: 'partner' }))
  shop = app.clientOf(await anOrganization(app, 'shop', { parentId: 'partner' }))
  foreign = app.clientOf(await anOrganization(app, 'foreign'))
  nobody = app.clientOf()
})

const anotherOrder = (changes: Readonly<Record<string, unknown>> = {}) => {
  names += 1
  return anOrder({ reportName: `report ${names}`, ...changes })
}

async function ordered(): Promise<string> {
  const { body } = await shop('POST', '', { body: anotherOrder() })
  return body.reportId
}

async function finish(reportId: string): Promise<void> {
  await app.database.transaction(async (tx) => {
    const before = await lockToFinish(tx, { organizationId: 'shop', reportId })
    const admitted = before.status === 'QUEUED' ? { ...before, status: 'PENDING' as const } : before
    const report = running(admitted, { at: app.clock.now(), runId: 'run' })
    const { file, manifest } = completion()
    if (file === undefined || manifest === undefined) throw new Error('There is no file.')
    await finishReport(tx, completed(report, { at: app.clock.now(), file, manifest }))
  })
}

async function keyWith(scopes: readonly ('reports:read' | 'invoices')[]) {
  const deps = { db: app.database, clock: systemClock, machineClock: systemClock }
  return createBearerKey(
    { ...deps, secrets: testSecrets },
    { organizationId: 'shop', by: aTester },
    { label: 'a key', scopes: [...scopes], expiresAt: undefined },
  )
}

describe('an order', () => {
  test('an order returns the metadata and their location', async () => {
    const order = anotherOrder({ reportFilters: { 'Application.Name': ['ics_auth'] } })
    expect(contract.requestProblems('POST', REPORTS, order)).toEqual([])

    const response = await shop('POST', '', { body: order })

    expect(response.status).toBe(200)
    expect(contract.answerProblems('POST', REPORTS, response)).toEqual([])
    expect(response.headers['location']).toBe(`${REPORTS}/${response.body.reportId}`)
    expect(response.body).toMatchObject({
      organizationId: 'shop',
      reportDefinitionId: '210',
      reportStatus: 'PENDING',
      reportFrequency: 'ADHOC',
      reportStartTime: '2026-03-08T00:00:00+00:00',
      reportEndTime: '2026-03-09T00:00:00+00:00',
      timezone: 'UTC',
      queuedTime: '2026-03-10T10:00:00Z',
      _links: { self: { href: `${REPORTS}/${response.body.reportId}`, method: 'GET' } },
    })
  })

  test('an order gets a response of the JSON media type that the client accepts', async () => {
    const headers = { accept: 'application/hal+json' }
    const response = await shop('POST', '', { body: anotherOrder(), headers })

    expect(response.headers['content-type']).toBe('application/hal+json; charset=utf-8')
  })

  test('a repeated order is 304, and another order with the same name is 400', async () => {
    const body = anotherOrder()
    await shop('POST', '', { body })
    const again = await shop('POST', '', { body })
    const other = await shop('POST', '', { body: { ...body, reportMimeType: 'application/xml' } })

    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers).not.toHaveProperty('location')
    expect([other.status, other.body.details]).toEqual([400, [{ field: 'reportName', reason: 'INVALID_DATA' }]])
  })

  test('an order with an Idempotency-Key gets its first response again', async () => {
    const asked = { body: anotherOrder(), headers: { 'idempotency-key': 'once' } }
    const first = await shop('POST', '', asked)
    const again = await shop('POST', '', asked)
    const other = await shop('POST', '', { ...asked, body: anotherOrder() })

    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers['location']).toBe(first.headers['location'])
    expect(other.status).toBe(409)
  })

  test('an order is refused with every problem listed', async () => {
    const body = {
      ...anotherOrder(),
      reportName: '/',
      reportFields: ['BillTo.Citi'],
      timezone: 'X',
    }
    const response = await shop('POST', '', { body })

    expect(response.status).toBe(400)
    expect(contract.answerProblems('POST', REPORTS, response)).toEqual([])
    expect(response.body).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [
        { path: 'reportName' },
        { path: 'timezone' },
        {
          path: 'reportFields[0]',
          message: 'reportFields[0] (BillTo.Citi) is not a known field; did you mean BillTo.City?',
        },
      ],
    })
  })

  test.each([[undefined], [null], [[]], ['text'], [7]])('the body %j is refused', async (body) => {
    const { status, body: response } = await shop('POST', '', { body })

    expect([status, response.details[0].field]).toEqual([400, 'body'])
  })

  test('an order with an unknown definition is 404', async () => {
    const body = anotherOrder({ reportDefinitionName: 'NoSuchClass' })
    const response = await shop('POST', '', { body })

    expect([response.status, response.body.code]).toEqual([404, 'RESOURCE_NOTFOUND'])
  })

  test('a partner can order for a merchant, named in the query or in the body', async () => {
    const inQuery = await partner('POST', '?organizationId=shop', { body: anotherOrder() })
    const inBody = await partner('POST', '', { body: anotherOrder({ organizationId: 'shop' }) })
    const both = await partner('POST', '?organizationId=shop', {
      body: anotherOrder({ organizationId: 'partner' }),
    })
    const stranger = await foreign('POST', '', { body: anotherOrder({ organizationId: 'shop' }) })

    expect([inQuery, inBody].map(({ status, body }) => [status, body.organizationId])).toEqual([
      [200, 'shop'],
      [200, 'shop'],
    ])
    expect(inQuery.headers['location']).toBe(`${REPORTS}/${inQuery.body.reportId}?organizationId=shop`)
    expect([both.status, stranger.status]).toEqual([400, 404])
  })

  test('an order needs a key with the scope and an organization that is not suspended', async () => {
    const body = anotherOrder()
    const reader = app.clientOf({ bearer: await keyWith(['reports:read']) })
    const suspended = app.clientOf(await anOrganization(app, 'suspended'))
    await suspendOrganization(
      { db: app.database, clock: systemClock, machineClock: systemClock },
      { organizationId: 'suspended', by: aTester },
      { reason: 'for a test' },
    )

    expect((await nobody('POST', '', { body })).status).toBe(401)
    expect((await reader('POST', '', { body })).body.reason).toBe('MISSING_SCOPE')
    expect((await suspended('POST', '', { body })).body.reason).toBe('ORGANIZATION_SUSPENDED')
  })
})

describe('a cancellation', () => {
  test('a cancellation ends the report, and a second one is 409', async () => {
    const reportId = await ordered()
    const response = await shop('DELETE', `/${reportId}`)
    const again = await shop('DELETE', `/${reportId}`)

    expect(response.status).toBe(200)
    expect(contract.answerProblems('DELETE', REPORT, response)).toEqual([])
    expect(response.body).toMatchObject({ reportId, reportStatus: 'ERROR', reason: 'canceled' })
    expect([again.status, again.body.reason]).toEqual([409, 'INVALID_STATUS'])
    expect(contract.answerProblems('DELETE', REPORT, again)).toEqual([])
  })

  test('a cancellation needs access to the report', async () => {
    const reportId = await ordered()
    const reader = app.clientOf({ bearer: await keyWith(['reports:read']) })

    expect((await nobody('DELETE', `/${reportId}`)).status).toBe(401)
    expect((await reader('DELETE', `/${reportId}`)).status).toBe(403)
    expect((await foreign('DELETE', `/${reportId}`)).status).toBe(404)
    expect((await partner('DELETE', `/${reportId}`)).status).toBe(404)
    expect((await partner('DELETE', `/${reportId}?organizationId=shop`)).status).toBe(200)
  })

  test.each(['nothing', '%00', 'x'.repeat(200)])('canceling the report %s is 404', async (reportId) => {
    expect((await shop('DELETE', `/${reportId}`)).status).toBe(404)
  })
})

describe('a re-run', () => {
  test('a re-run creates one new report', async () => {
    const reportId = await ordered()
    const early = await shop('POST', `/${reportId}/rerun`)
    await finish(reportId)
    const headers = { 'idempotency-key': 'again' }
    const response = await shop('POST', `/${reportId}/rerun`, { headers })
    const same = await shop('POST', `/${reportId}/rerun`, { headers })
    const another = await shop('POST', `/${reportId}/rerun`, { body: {} })

    expect(response.status).toBe(200)
    expect(contract.answerProblems('POST', `${REPORT}/rerun`, response)).toEqual([])
    expect(response.body.rerunOf).toBe(reportId)
    expect(response.headers['location']).toBe(`${REPORTS}/${response.body.reportId}`)
    expect(same.text).toBe(response.text)
    expect([early.status, another.status]).toEqual([409, 409])
    expect(another.body.message).toContain(response.body.reportId)
  })

  test('a re-run needs access to the report', async () => {
    const reportId = await ordered()
    await finish(reportId)

    expect((await nobody('POST', `/${reportId}/rerun`)).status).toBe(401)
    expect((await foreign('POST', `/${reportId}/rerun`)).status).toBe(404)
    expect((await shop('POST', '/nothing/rerun')).status).toBe(404)
  })
})

describe('an order whose period is not over', () => {
  /** The tenth of March in Berlin, which ends an hour before midnight in GMT. */
  const TODAY = {
    timezone: 'Europe/Berlin',
    reportStartTime: '2026-03-10T00:00:00+01:00',
    reportEndTime: '2026-03-11T00:00:00+01:00',
  }
  const WARNING = {
    field: 'reportEndTime',
    reason: 'PERIOD_NOT_OVER',
    message:
      'The report does not cover its whole period, which ends at 2026-03-11T00:00:00+01:00. After that, the same order runs it again.',
  }
  const of = async (reportId: string) => (await shop('GET', `/${reportId}`)).body

  test('is accepted with a warning, and the same order runs the report again until it covers the period', async () => {
    app.clock.set('2026-03-10T10:00:00Z')
    const body = anotherOrder(TODAY)
    const first = await shop('POST', '', { body })
    const unfinished = await shop('POST', '', { body })
    await finish(first.body.reportId)
    app.clock.set('2026-03-10T22:59:59.999Z')
    const second = await shop('POST', '', { body })
    await finish(second.body.reportId)
    app.clock.set('2026-03-10T23:00:00Z')
    const third = await shop('POST', '', { body })
    const running3 = await shop('POST', '', { body })
    await finish(third.body.reportId)
    const complete = await shop('POST', '', { body })

    expect([first, unfinished, second, third, running3, complete].map(({ status }) => status)).toEqual([
      ...[200, 304, 200, 200, 304, 304],
    ])
    expect(contract.answerProblems('POST', REPORTS, first)).toEqual([])
    expect([first, second, third].map(({ body: { warnings } }) => warnings)).toEqual([[WARNING], [WARNING], undefined])
    expect(second.body.rerunOf).toBe(first.body.reportId)
    expect(second.headers['location']).toBe(`${REPORTS}/${second.body.reportId}`)
    expect(third.body.rerunOf).toBe(second.body.reportId)
    expect((await of(first.body.reportId)).reportStatus).toBe('RERUN')
    for (const { body: made } of [first, third]) expect(await of(made.reportId)).not.toHaveProperty('warnings')
  })

  test('is run again after its end even if it found nothing in a future period', async () => {
    app.clock.set('2026-03-01T10:00:00Z')
    const body = anotherOrder(TODAY)
    const early = await shop('POST', '', { body })
    await finish(early.body.reportId)
    app.clock.set('2026-03-12T10:00:00Z')
    const other = await shop('POST', '', { body: { ...body, reportMimeType: 'application/xml' } })
    const again = await shop('POST', '', { body, headers: { 'idempotency-key': 'early' } })
    const repeated = await shop('POST', '', { body, headers: { 'idempotency-key': 'early' } })

    expect(early.body.warnings).toEqual([WARNING])
    expect(await of(early.body.reportId)).toMatchObject({ reportStatus: 'COMPLETED', warnings: [WARNING] })
    expect([other.status, again.status, repeated.text]).toEqual([400, 200, again.text])
    expect(again.body).toMatchObject({ rerunOf: early.body.reportId, reportName: body.reportName })
    expect(again.body).not.toHaveProperty('warnings')
  })

  test('is not run again if it was ordered early but made after its end', async () => {
    app.clock.set('2026-03-10T10:00:00Z')
    const body = anotherOrder(TODAY)
    const { reportId } = (await shop('POST', '', { body })).body
    app.clock.set('2026-03-11T00:00:00Z')
    await finish(reportId)

    expect((await shop('POST', '', { body })).status).toBe(304)
    expect(await of(reportId)).not.toHaveProperty('warnings')
  })
})

test('a naming convention that the format does not have is a warning', async () => {
  const body = anotherOrder({ reportMimeType: 'application/xml', reportPreferences: { fieldNameConvention: 'SCMP' } })
  const response = await shop('POST', '', { body })

  expect(contract.answerProblems('POST', REPORTS, response)).toEqual([])
  expect(response.body.warnings).toEqual([
    {
      field: 'reportPreferences.fieldNameConvention',
      reason: 'NO_EFFECT',
      message: expect.stringContaining('a report in application/xml has names of its own'),
    },
  ])
})
