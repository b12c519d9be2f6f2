import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { family, withScope } from '../../../test/support/data/organizations.ts'
import { aCompletedReport, aStoredReport } from '../../../test/support/data/stored-reports.ts'
import { downloadClient } from '../../../test/support/http/download-client.ts'
import { getNamedReport, getReport } from './download-report.ts'

const app = await startApp({ with: [family, downloadClient] })

const byName = (name: string, more = '', date = '2026-03-09') =>
  `/report-downloads?reportName=${encodeURIComponent(name)}&reportDate=${date}${more}`

describe('a report by name and date', () => {
  test.each(['2026-03-09', '20260309'])('a report is found by the date %s', async (date) => {
    const reportName = `dated ${date}`
    await aCompletedReport(app, { reportName, content: 'the file\n' })

    const response = await app.ask(app.shop, byName(reportName, '', date))

    expect(response).toMatchObject({ status: 200, text: 'the file\n' })
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${reportName}.csv"`)
  })

  test('a report is found by the local date of its end', async () => {
    const given = { reportName: 'far', timeZone: 'Asia/Tokyo', endsAt: '2026-03-08T15:00:00Z' }
    await aCompletedReport(app, { ...given, startsAt: '2026-03-04T15:00:00Z' })

    expect((await app.ask(app.shop, byName('far'))).status).toBe(200)
    expect((await app.ask(app.shop, byName('far', '', '2026-03-08'))).status).toBe(404)
  })

  test('the newest of several reports is found, by the end of its period and then by arrival', async () => {
    for (const [content, endsAt] of [
      ['late', '2026-03-09T20:00:00Z'],
      ['early', '2026-03-09T10:00:00Z'],
      ['late again', '2026-03-09T20:00:00Z'],
    ] as const) {
      await aCompletedReport(app, { reportName: 'several', content, endsAt })
    }

    expect((await app.ask(app.shop, byName('several'))).text).toBe('late again')
  })

  test.each([
    ['10%3A00%3A00%2B05%3A00', 'morning'],
    ['10:00:00+05:00', 'morning'],
    ['10:00:00%2B0500', 'morning'],
    ['10:00%2B05:00', 'morning'],
    ['05:00:00Z', 'morning'],
    ['22:30:00%2B05:00', 'evening'],
    ['', 'evening'],
  ])('a report is selected by reportTime=%s', async (reportTime, content) => {
    const reportName = `timed ${reportTime.replaceAll(/\W/g, ' ')}`
    const given = { reportName, timeZone: 'Asia/Tashkent', startsAt: '2026-03-08T19:00:00Z' }
    await aCompletedReport(app, { ...given, content: 'evening', endsAt: '2026-03-09T17:30:00Z' })
    await aCompletedReport(app, { ...given, content: 'morning', endsAt: '2026-03-09T05:00:00Z' })

    const response = await app.ask(app.shop, byName(reportName, `&reportTime=${reportTime}`))

    expect(response).toMatchObject({ status: 200, text: content })
  })

  test('a report with another time is not found', async () => {
    await aCompletedReport(app, { reportName: 'once' })

    const response = await app.ask(app.shop, byName('once', '&reportTime=10:00:00Z'))

    expect(response).toMatchObject({ status: 404, body: { reason: 'NOT_FOUND' } })
    expect(response.body.details.map((one: { field: string }) => one.field)).toContain('reportTime')
  })

  test('a replaced version is never found by name', async () => {
    const old = await aCompletedReport(app, {
      reportName: 'again',
      content: 'old',
      isReplaced: true,
    })
    expect((await app.ask(app.shop, byName('again'))).status).toBe(404)
    await aCompletedReport(app, { reportName: 'again', content: 'new', rerunOf: old.reportId })

    expect((await app.ask(app.shop, byName('again'))).text).toBe('new')
    const byId = await app.ask(app.shop, `/reports/${old.reportId}?download=true`)
    expect(byId.text).toBe('old')
  })

  test('a report with a file is preferred to newer reports without one', async () => {
    await aCompletedReport(app, { reportName: 'mixed', content: 'there' })
    for (const status of ['NO_DATA', 'RUNNING', 'ERROR'] as const) {
      await aStoredReport(app, status, { reportName: 'mixed', endsAt: '2026-03-09T20:00:00Z' })
    }

    expect((await app.ask(app.shop, byName('mixed'))).text).toBe('there')
  })

  test.each(['true', 'TRUE', 'false', ''])('a report by name is a file with download=%s', async (download) => {
    const reportName = `download ${download}`
    await aCompletedReport(app, { reportName })

    expect((await app.ask(app.shop, byName(reportName, `&download=${download}`))).status).toBe(200)
  })
})

describe('a report without a file', () => {
  test('a report without data says that it ran', async () => {
    const { reportId } = await aStoredReport(app, 'NO_DATA', { reportName: 'nothing' })

    for (const path of [byName('nothing'), `/reports/${reportId}?download=true`]) {
      const { status, body } = await app.ask(app.shop, path)

      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 'RESOURCE_NOTFOUND', reason: 'NO_DATA' })
      expect(body.message).toContain('no transactions were found')
    }
  })

  test('a client that accepts only XML gets the refusal in XML', async () => {
    await aStoredReport(app, 'NO_DATA', { reportName: 'nothing in xml' })

    const response = await app.ask(app.shop, byName('nothing in xml'), { accept: 'application/xml' })

    expect(response.headers['content-type']).toContain('application/xml')
    expect(response.text).toContain('<errorBean><code>RESOURCE_NOTFOUND</code>')
    expect(response.text).toContain('no transactions were found')
  })

  test.each(['PENDING', 'QUEUED', 'RUNNING'] as const)('a report that is %s says so', async (status) => {
    const reportName = `being made ${status}`
    const { reportId } = await aStoredReport(app, status, { reportName })

    for (const path of [byName(reportName), `/reports/${reportId}?download=true`]) {
      const response = await app.ask(app.shop, path)
      expect(response).toMatchObject({ status: 404, body: { reason: 'REPORT_NOT_READY' } })
      expect(response.body.message).toContain(`is ${status}`)
    }
  })

  test('a failed report says why', async () => {
    await aStoredReport(app, 'ERROR', { reportName: 'failed', reason: 'canceled' })

    const { status, body } = await app.ask(app.shop, byName('failed'))

    expect(status).toBe(404)
    expect(body).toMatchObject({ reason: 'REPORT_FAILED' })
    expect(body.message).toContain('failed: canceled')
  })

  test('a report with an invalid name is not found', async () => {
    expect((await app.ask(app.shop, byName('a\0b'))).status).toBe(404)
  })

  test('a report that was never ordered is not found', async () => {
    const response = await app.ask(app.shop, byName('never'))

    expect(response).toMatchObject({ status: 404, body: { reason: 'NOT_FOUND' } })
    expect(response.body.message).toContain('Report "never" of 2026-03-09')
  })
})

describe('an invalid request', () => {
  test.each([
    ['/report-downloads', ['reportName', 'reportDate']],
    ['/report-downloads?reportName=&reportDate=20260309', ['reportName']],
    ['/report-downloads?reportName=a', ['reportDate']],
    ['/report-downloads?reportName=a&reportDate=2026-02-30', ['reportDate']],
    ['/report-downloads?reportName=a&reportDate=yesterday&reportTime=noon', ['reportDate', 'reportTime']],
    ['/report-downloads?reportName=a&reportDate=20260309&reportTime=10:00:00', ['reportTime']],
    ['/report-downloads?reportName=a&reportDate=20260309&download=perhaps', ['download']],
    [`/report-downloads?reportName=${'a'.repeat(251)}&reportDate=20260309`, ['reportName']],
    ['/reports/6d9cb5b6-0e97-4d03-8053-7cb8d30af52e?download=perhaps', ['download']],
  ])('an invalid request is refused with every field listed: %s', async (path, fields) => {
    const { status, body } = await app.ask(app.shop, path)

    expect(status).toBe(400)
    expect(body.fields.map((field: { path: string }) => field.path)).toEqual(fields)
    for (const { message } of body.fields) expect(message).toMatch(/ (?:must|is required)/)
  })
})

describe('access to a report', () => {
  test('a request without a key is 401', async () => {
    const { reportId } = await aCompletedReport(app, { reportName: 'secret' })

    for (const path of [byName('secret'), `/reports/${reportId}`]) {
      expect((await app.ask(undefined, path)).status).toBe(401)
    }
  })

  test('a key without the scope is 403', async () => {
    const { reportId } = await aCompletedReport(app, { reportName: 'scoped' })
    const key = await withScope(app, app.shop, 'invoices')

    for (const path of [byName('scoped'), `/reports/${reportId}`]) {
      const response = await app.ask(key, path)
      expect(response).toMatchObject({ status: 403, body: { reason: 'MISSING_SCOPE' } })
    }
  })

  test('another organization does not see the report', async () => {
    const { reportId } = await aCompletedReport(app, { reportName: 'mine' })

    for (const by of [app.foreign, app.sister]) {
      for (const path of [byName('mine'), `/reports/${reportId}?download=true`]) {
        expect((await app.ask(by, path)).status).toBe(404)
        expect((await app.ask(by, `${path}&organizationId=shop`)).status).toBe(404)
      }
    }
  })

  test('a partner gets its own report first, then those of organizations below it', async () => {
    await aCompletedReport(app, { reportName: 'shared', content: 'of the shop' })
    const below = await app.ask(app.partner, byName('shared'))
    await aCompletedReport(app, {
      reportName: 'shared',
      organizationId: 'partner',
      content: 'its own',
      endsAt: '2026-03-09T00:00:00Z',
    })

    expect(below.text).toBe('of the shop')
    expect((await app.ask(app.partner, byName('shared'))).text).toBe('its own')
    const ofTheShop = await app.ask(app.partner, byName('shared', '&organizationId=shop'))
    expect(ofTheShop.text).toBe('of the shop')
    const ofTheSister = await app.ask(app.partner, byName('shared', '&organizationId=sister'))
    expect(ofTheSister.status).toBe(404)
    expect((await app.ask(app.shop, byName('shared'))).text).toBe('of the shop')
  })

  test('a partner reads reports of organizations below it by id', async () => {
    const { reportId } = await aCompletedReport(app, { reportName: 'by id', content: 'below' })

    const responses = [
      await app.ask(app.partner, `/reports/${reportId}?download=true`),
      await app.ask(app.partner, `/reports/${reportId}?download=true&organizationId=shop`),
      await app.ask(app.partner, `/reports/${reportId}?download=true&organizationId=partner`),
      await app.ask(app.partner, `/reports/${reportId}?download=true&organizationId=nobody`),
    ]

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 404])
  })

  test('reports below a partner are found without reading the ids of all organizations', async () => {
    const { reportId } = await aCompletedReport(app, { reportName: 'joined' })
    let rows = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        rows += result.rows.length
        return result
      },
    }
    const db = app.database.db.withPlugin(counting)
    const owners = { organizationId: 'partner', includesBelow: true }

    const byId = await getReport(db, owners, reportId)
    const named = { reportName: 'joined', reportOn: byId.reportOn, endsWithin: undefined }
    const byItsName = await getNamedReport(db, owners, named)

    expect([byId.reportId, byItsName.reportId]).toEqual([reportId, reportId])
    expect(rows).toBe(2)
  })
})

describe('a report by its id', () => {
  test('a report by its id is its metadata', async () => {
    const { reportId } = await aCompletedReport(app, { reportName: 'known' })

    const response = await app.ask(app.shop, `/reports/${reportId}`)

    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept',
    })
    expect(response.body).toMatchObject({ reportId, reportName: 'known', reportStatus: 'COMPLETED' })
    const { href } = response.body._link.reportDownload
    const file = await app.ask(app.shop, href.replace('/reporting/v3', ''))
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  })

  test.each([
    ['text/csv', 'text/csv; charset=utf-8'],
    ['application/hal+json', 'application/hal+json; charset=utf-8'],
    ['application/xml', 'application/json; charset=utf-8'],
    ['text/csv, */*', 'application/json; charset=utf-8'],
  ])('metadata accepted as %s are sent as %s', async (accept, type) => {
    const { reportId } = await aCompletedReport(app, { reportName: `accepted as ${accept}` })

    const response = await app.ask(app.shop, `/reports/${reportId}`, { accept })

    expect(response.headers['content-type']).toBe(type)
    expect(response.headers['vary']).toMatch(/^accept\b/)
  })

  test('a report without a file has metadata', async () => {
    const { reportId } = await aStoredReport(app, 'RUNNING', { reportName: 'at work' })

    const response = await app.ask(app.shop, `/reports/${reportId}`)

    expect(response).toMatchObject({ status: 200, body: { reportStatus: 'RUNNING' } })
    expect(response.body.progress).toMatchObject({ rowsDone: 0 })
  })

  test.each(['unknown', '%00', 'a%2Fb', 'x'.repeat(90)])('the unknown id %s is not found', async (reportId) => {
    expect((await app.ask(app.shop, `/reports/${reportId}`)).status).toBe(404)
  })
})
