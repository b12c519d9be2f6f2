import { expect, test } from 'vitest'
import { aReport, completion } from '../../../test/support/data/reports.ts'
import { presentListedReport, presentReport } from './present.ts'

const own = { ownOrganizationId: 'shop' }

test('metadata repeat the order, with times in the report’s zone', () => {
  const report = aReport({
    status: 'RUNNING',
    generatingAt: Temporal.Instant.from('2026-03-10T08:00:01.5Z'),
    progress: { phase: 'reading', rowsDone: 3, rowsEstimated: undefined },
    rerunOf: 'older',
    terms: {
      filters: { 'Application.Name': ['ics_auth', 'ics_bill'] },
      preferences: { signedAmounts: true, fieldNameConvention: 'SCMP' },
      groupName: 'north',
      deliverTo: ['a@example.com'],
    },
  })

  expect(presentReport(report, own)).toEqual({
    _links: {
      self: { href: '/reporting/v3/reports/6d9cb5b6-0e97-4d03-8053-7cb8d30af52e', method: 'GET' },
    },
    organizationId: 'shop',
    reportId: '6d9cb5b6-0e97-4d03-8053-7cb8d30af52e',
    reportDefinitionId: '210',
    reportDefinitionName: 'TransactionRequestClass',
    reportDefintionName: 'TransactionRequestClass',
    reportName: 'A+B report',
    reportMimeType: 'text/csv',
    reportFrequency: 'ADHOC',
    reportFields: ['Request.MerchantID', 'Request.RequestID'],
    status: 'RUNNING',
    reportStatus: 'RUNNING',
    reportStartTime: '2026-03-09T00:00:00+01:00',
    reportEndTime: '2026-03-10T00:00:00+01:00',
    timezone: 'Europe/Berlin',
    reportFilters: { 'Application.Name': ['ics_auth', 'ics_bill'] },
    reportPreferences: { signedAmounts: true, fieldNameConvention: 'SCMP' },
    groupName: 'north',
    groupId: 'north',
    deliverTo: ['a@example.com'],
    queuedTime: '2026-03-10T08:00:00Z',
    reportGeneratingTime: '2026-03-10T08:00:01.5Z',
    progress: { phase: 'reading', rowsDone: 3 },
    rerunOf: 'older',
    subscriptionType: 'CUSTOM',
  })
})

test('a completed report shows the manifest for checking its file', () => {
  const { manifest, ...completed } = completion()
  const presented = presentReport(aReport({ ...completed, manifest }), own)
  const { baseUrl: _, ...checkable } = manifest ?? {}

  expect(presented.manifest).toEqual(checkable)
  expect(presented).not.toHaveProperty('file')
})

test('a failed report has the reason', () => {
  expect(presentReport(aReport({ status: 'ERROR', reason: 'canceled' }), own)).toMatchObject({
    reportStatus: 'ERROR',
    reason: 'canceled',
  })
})

test('the download link has name, date and time, with every character escaped', () => {
  const { _link } = presentListedReport(aReport(completion()), own)

  expect(_link?.reportDownload).toEqual({
    href:
      '/reporting/v3/report-downloads?reportDate=2026-03-10&reportName=A%2BB%20report' +
      '&reportTime=00%3A00%3A00%2B01%3A00',
    method: 'GET',
  })
})

test('a replaced version is downloaded by its id', () => {
  const { _link } = presentListedReport(aReport({ ...completion(), status: 'RERUN' }), own)

  expect(_link?.reportDownload.href).toBe('/reporting/v3/reports/6d9cb5b6-0e97-4d03-8053-7cb8d30af52e?download=true')
})

test('links to a report of another organization name that organization', () => {
  const partner = { ownOrganizationId: 'partner' }
  const completed = presentReport(aReport(completion()), partner)
  const replaced = presentReport(aReport({ ...completion(), status: 'RERUN' }), partner)

  expect(completed._link?.reportDownload.href).toMatch(/&organizationId=shop$/)
  expect(completed._links.self.href).toMatch(/\?organizationId=shop$/)
  expect(replaced._link?.reportDownload.href).toMatch(/\?download=true&organizationId=shop$/)
})

test.each(['PENDING', 'QUEUED', 'RUNNING', 'NO_DATA', 'RERUN'] as const)(
  'a %s report without a file has no download',
  (status) => {
    expect(presentListedReport(aReport({ status }), own)).not.toHaveProperty('_link')
  },
)
