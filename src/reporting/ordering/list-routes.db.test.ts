import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { aReport, completion } from '../../../test/support/data/reports.ts'
import { reportingClients } from '../../../test/support/http/reporting-clients.ts'
import { documentedContract } from '../../../test/support/references/documented-contract.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { createBearerKey } from '../../organizations/credentials/create-key.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Report } from '../reports/report.ts'
import { insertReports, saveReport } from '../reports/report-store.ts'
import { listStatement } from './report-list-store.ts'

const REPORTS = '/reporting/v3/reports'
const MARCH = 'startTime=2026-03-01T00:00:00Z&endTime=2026-04-01T00:00:00Z'
const FRAME = `?${MARCH}&timeQueryType=reportTimeFrame`
const EXECUTED = `?${MARCH}&timeQueryType=executedTime`

const app = await startApp({ clock: settableClock('2026-03-10T10:00:00Z'), with: [reportingClients] })
let contract: Awaited<ReturnType<typeof documentedContract>>
let shop: ReturnType<typeof app.clientOf>
let partner: typeof shop
let empty: typeof shop
beforeAll(async () => {
  contract = await documentedContract(app.url)
  partner = app.clientOf(await anOrganization(app, 'partner', { type: 'partner' }))
  shop = app.clientOf(await anOrganization(app, 'shop', { parentId: 'partner' }))
  empty = app.clientOf(await anOrganization(app, 'empty', { parentId: 'partner' }))
  await anOrganization(app, 'other', { parentId: 'partner' })
  await anOrganization(app, 'foreign')
  for (const report of REPORTS_AT_HAND) await store(report)
})

type ReportInput = Parameters<typeof aReport>[0] & { readonly reportId: string }
const at = (text: string) => Temporal.Instant.from(text)
const day = (date: string) => ({
  startsAt: at(`${date}T00:00:00Z`),
  endsAt: at(`${date}T00:00:00Z`).add({ hours: 24 }),
})
/** A report over one day, ordered on the day after it. */
function dated(date: string, { reportId, terms, ...given }: ReportInput): Report {
  const period = day(date)
  return aReport({
    reportId,
    period,
    queuedAt: period.endsAt.add({ hours: 1 }),
    ...given,
    terms: { timeZone: 'GMT', reportName: reportId, ...terms },
  })
}

const REPORTS_AT_HAND = [
  dated('2026-03-05', { reportId: 'done', ...completion() }),
  dated('2026-03-06', { reportId: 'waits', status: 'QUEUED', terms: { reportName: ' waits ' } }),
  dated('2026-03-07', {
    reportId: 'runs',
    status: 'RUNNING',
    generatingAt: at('2026-04-01T00:00:00Z'),
    terms: { mimeType: 'application/xml', definitionName: 'DepositDetailClass' },
  }),
  dated('2026-03-08', { reportId: 'replaced', ...completion(), status: 'RERUN' }),
  dated('2026-03-31', { reportId: 'last', frequency: 'DAILY', terms: { reportName: 'A+B' } }),
  dated('2026-02-28', { reportId: 'before', queuedAt: at('2026-03-01T00:00:00Z') }),
  dated('2026-04-01', { reportId: 'after' }),
  dated('2026-03-09', { reportId: 'others', organizationId: 'other', ...completion() }),
  dated('2026-03-09', { reportId: 'foreigners', organizationId: 'foreign' }),
]

async function store(report: Report): Promise<void> {
  await app.database.transaction(async (tx) => {
    await insertReports(tx, [{ ...report, status: 'PENDING' }])
    await saveReport(tx, report)
  })
}

const idsOf = ({ body }: { readonly body: { readonly reportSearchResults: readonly Report[] } }) =>
  body.reportSearchResults.map(({ reportId }) => reportId)

const nextOf = (responses: readonly { readonly headers: Readonly<Record<string, unknown>> }[]) =>
  /^<(.*)>; rel="next"$/.exec(String(responses.at(-1)?.headers['link']))?.[1]

describe('the list of reports', () => {
  test('the list has the reports whose period is in the window, newest first', async () => {
    const response = await shop('GET', FRAME)

    expect(response.status).toBe(200)
    expect(contract.answerProblems('GET', REPORTS, response)).toEqual([])
    expect(idsOf(response)).toEqual(['last', 'replaced', 'runs', 'waits', 'done'])
  })

  test('the list has the reports that started in the window, or were ordered in it and have not started', async () => {
    expect(idsOf(await shop('GET', EXECUTED))).toEqual(['replaced', 'waits', 'done', 'before'])
  })

  test('the list has the metadata and the download link of each report', async () => {
    const { body } = await shop('GET', FRAME)
    const [, replaced, , waits, done] = body.reportSearchResults

    expect(done).toEqual({
      _link: {
        reportDownload: {
          href: '/reporting/v3/report-downloads?reportDate=2026-03-06&reportName=done&reportTime=00%3A00%3A00%2B00%3A00',
          method: 'GET',
        },
      },
      organizationId: 'shop',
      reportId: 'done',
      reportDefinitionId: '210',
      reportName: 'done',
      reportMimeType: 'text/csv',
      reportFrequency: 'ADHOC',
      status: 'COMPLETED',
      reportStartTime: '2026-03-05T00:00:00+00:00',
      reportEndTime: '2026-03-06T00:00:00+00:00',
      timezone: 'GMT',
      queuedTime: '2026-03-06T01:00:00Z',
      reportCompletedTime: '2026-03-10T08:01:00Z',
      subscriptionType: 'CUSTOM',
    })
    expect(replaced._link.reportDownload.href).toBe(`${REPORTS}/replaced?download=true`)
    expect(waits).not.toHaveProperty('_link')
  })

  test.each([
    ['reportStatus=completed', ['done']],
    ['reportStatus=RERUN', ['replaced']],
    ['reportStatus=QUEUED', ['waits']],
    ['reportMimeType=Application/XML', ['runs']],
    ['reportFrequency=daily', ['last']],
    ['reportName=A%2BB', ['last']],
    ['reportName=%20waits+&reportStatus=+queued+', ['waits']],
    ['reportDefinitionId=218', ['runs']],
    ['reportFrequency=&reportName=&reportStatus=', ['last', 'replaced', 'runs', 'waits', 'done']],
    ['limit=2', ['last', 'replaced']],
    ['limit=2&offset=3', ['waits', 'done']],
    ['reportFrequency=ADHOC&reportStatus=RUNNING&reportMimeType=application/xml', ['runs']],
  ])('the list filtered by %s has %j', async (query, ids) => {
    expect(idsOf(await shop('GET', `${FRAME}&${query}`))).toEqual(ids)
  })

  test('the list has the total and a link to the next page, except on the last', async () => {
    const whole = await partner('GET', FRAME)
    const pages = [await partner('GET', `${FRAME}&limit=4&reportName=`)]
    for (let next = nextOf(pages); next !== undefined; next = nextOf(pages)) {
      pages.push(await partner('GET', next.slice(REPORTS.length)))
    }

    expect([whole.body.totalReports, whole.headers['link']]).toEqual([6, undefined])
    expect(pages.map((page) => [idsOf(page).length, page.body.totalReports])).toEqual([
      [4, 6],
      [2, 6],
    ])
    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole))
    expect(pages.flatMap((page) => contract.answerProblems('GET', REPORTS, page))).toEqual([])
    expect((await shop('GET', `${FRAME}&limit=5&reportFrequency=ADHOC&offset=1`)).body.totalReports).toBe(4)
  })

  test.each(['reportDefinitionId=1', 'reportName=nobody', 'reportStatus=NO_DATA', 'offset=5'])(
    'the list filtered by %s is empty, which is 404',
    async (query) => {
      const response = await shop('GET', `${FRAME}&${query}`)

      expect([response.status, response.body.message]).toEqual([404, 'No reports found.'])
      expect(contract.answerProblems('GET', REPORTS, response)).toEqual([])
    },
  )

  test('every format of time is accepted, even with an unescaped plus sign', async () => {
    const forms = [
      'startTime=2026-03-01T01:00:00.000%2B0100&endTime=2026-03-07T00:00:00.00Z',
      'startTime=2026-03-01T01:00:00+01:00&endTime=2026-03-06T19:00:00-05:00',
    ]
    for (const form of forms) {
      const response = await shop('GET', `?${form}&timeQueryType=REPORTTIMEFRAME`)
      expect(idsOf(response)).toEqual(['waits', 'done'])
    }
    const ever = 'startTime=0000-01-01T00:00:00Z&endTime=9999-12-31T23:59:59-23:00'
    for (const type of ['reportTimeFrame', 'executedTime']) {
      expect(idsOf(await shop('GET', `?${ever}&timeQueryType=${type}`))).toHaveLength(7)
    }
  })

  test.each([
    ['', ['startTime', 'endTime', 'timeQueryType']],
    ['?startTime=yesterday&endTime=2026-03-01&timeQueryType=other', ['startTime', 'endTime', 'timeQueryType']],
    [`${FRAME}&timeQueryType=executedTime`, ['timeQueryType']],
    ['?startTime=2026-03-01T00:00:00Z&endTime=2026-03-01T00:00:00Z&timeQueryType=executedTime', ['endTime']],
    [
      `${FRAME}&reportMimeType=a&reportFrequency=b&reportName=%00&reportDefinitionId=x&reportStatus=c&offset=-1&limit=2001`,
      ['offset', 'limit', 'reportMimeType', 'reportFrequency', 'reportName', 'reportDefinitionId', 'reportStatus'],
    ],
  ])('the query %s is 400 with each problem listed', async (query, fields) => {
    const response = await shop('GET', query)

    expect(response.status).toBe(400)
    expect(contract.answerProblems('GET', REPORTS, response)).toEqual([])
    expect(response.body.details.map(({ field }: { field: string }) => field)).toEqual(fields)
  })

  test('a partner lists the reports of all organizations below it or of one, and links name the organization', async () => {
    const all = await partner('GET', FRAME)
    const one = await partner('GET', `${FRAME}&organizationId=shop`)
    const own = await partner('GET', `${FRAME}&organizationId=partner`)

    expect(idsOf(all)).toEqual(['last', 'others', 'replaced', 'runs', 'waits', 'done'])
    expect(idsOf(one)).toEqual(['last', 'replaced', 'runs', 'waits', 'done'])
    expect(own.status).toBe(404)
    expect(all.body.reportSearchResults[1]._link.reportDownload.href).toMatch(/&organizationId=other$/)
    expect(one.body.reportSearchResults[4]._link.reportDownload.href).toMatch(/&organizationId=shop$/)
  })

  test('the list needs a key with the scope and access to the organization', async () => {
    const { key } = await createBearerKey(
      { db: app.database, machineClock: systemClock, secrets: testSecrets },
      { organizationId: 'shop', by: aTester },
      { label: 'a key', scopes: ['invoices'], expiresAt: undefined },
    )

    expect((await app.clientOf()('GET', FRAME)).status).toBe(401)
    expect((await app.clientOf({ bearer: { key } })('GET', FRAME)).status).toBe(403)
    expect((await empty('GET', FRAME)).status).toBe(404)
    expect((await shop('GET', `${FRAME}&organizationId=other`)).status).toBe(404)
  })

  test('the list has the JSON media type that the client accepts', async () => {
    for (const [accept, type] of [
      ['application/hal+json', 'application/hal+json'],
      ['application/json', 'application/json'],
      ['application/xml', 'application/json'],
    ] as const) {
      const { headers } = await shop('GET', FRAME, { headers: { accept } })
      expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
    }
  })
})

describe('among very many reports', () => {
  test.each(['reportTimeFrame', 'executedTime'] as const)(
    'a page by %s reads only its own rows, from an index',
    async (timeQueryType) => {
      await anOrganization(app, `busy-${timeQueryType}`)
      await sql`insert into reports (organization_id, report_id, report_name, definition_name,
          mime_type, frequency, terms, time_zone, starts_at, ends_at, report_on, ordered_by, status,
          queued_at)
        select ${`busy-${timeQueryType}`}, 'report ' || n, 'name', 'TransactionRequestClass', 'text/csv',
          'DAILY', '{}', 'GMT', start, start + interval '1 minute', start::date, 'service', 'NO_DATA', start
        from (select n, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' as start
          from generate_series(1, 20000) n) many`.execute(app.database.db)
      await sql`analyze reports`.execute(app.database.db)
      const statement = listStatement(
        { organizationId: `busy-${timeQueryType}`, includesBelow: true },
        {
          timeQueryType,
          from: at('2026-01-01T00:00:00Z'),
          to: at('2027-01-01T00:00:00Z'),
          offset: 0,
          limit: 10,
          reportMimeType: undefined,
          reportFrequency: undefined,
          reportName: undefined,
          reportDefinitionId: undefined,
          reportStatus: undefined,
        },
      )

      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, costs off, timing off)
        ${statement}`.execute(app.database.db)

      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const index = timeQueryType === 'reportTimeFrame' ? 'reports_period' : 'reports_executed'
      expect(plan).toContain(`Backward using ${index}`)
      expect(plan).not.toMatch(/Seq Scan on reports/)
      expect(plan).toMatch(new RegExp(`using ${index} .*actual rows=(?:\\d|1\\d)(?:\\.\\d+)? `))
    },
  )
})
