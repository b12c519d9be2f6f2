import type { Report, ReportTerms } from '../../../src/reporting/reports/report.ts'
import { reportOnOf } from '../../../src/reporting/reports/report.ts'

type ReportInput = Partial<Omit<Report, 'terms'>> & { readonly terms?: Partial<ReportTerms> }

/** A one-time report over one day in Berlin, just ordered by default. */
export function aReport(given: ReportInput = {}): Report {
  const terms: ReportTerms = {
    definitionName: 'TransactionRequestClass',
    mimeType: 'text/csv',
    reportName: 'A+B report',
    fields: ['Request.MerchantID', 'Request.RequestID'],
    fieldAliases: {},
    filters: {},
    preferences: { signedAmounts: false, fieldNameConvention: undefined },
    timeZone: 'Europe/Berlin',
    groupName: undefined,
    deliverTo: [],
    ...given.terms,
  }
  const period = given.period ?? {
    startsAt: Temporal.Instant.from('2026-03-08T23:00:00Z'),
    endsAt: Temporal.Instant.from('2026-03-09T23:00:00Z'),
  }
  return {
    organizationId: 'shop',
    reportId: '6d9cb5b6-0e97-4d03-8053-7cb8d30af52e',
    frequency: 'ADHOC',
    period,
    reportOn: reportOnOf(period, terms.timeZone),
    orderedBy: 'key:shop:1',
    status: 'PENDING',
    reason: undefined,
    failures: 0,
    queuedAt: Temporal.Instant.from('2026-03-10T08:00:00Z'),
    generatingAt: undefined,
    completedAt: undefined,
    runId: undefined,
    progress: undefined,
    file: undefined,
    manifest: undefined,
    rerunOf: undefined,
    subscriptionId: undefined,
    ...given,
    terms,
  }
}

const SHA256 = 'ab'.repeat(32)

/** The fields of a completed report. */
export function completion(): Pick<Report, 'status' | 'file' | 'manifest' | 'completedAt'> {
  return {
    status: 'COMPLETED',
    completedAt: Temporal.Instant.from('2026-03-10T08:01:00Z'),
    file: { key: 'shop/report/run.csv', bytes: 12, sha256: SHA256 },
    manifest: {
      rows: 1,
      erased: 0,
      totals: [{ field: 'PaymentData.Amount', currency: 'EUR', amount: '12.00' }],
      sha256: SHA256,
      bytes: 12,
      cutOff: '2026-03-10T08:00:30Z',
      definitionName: 'TransactionRequestClass',
      definitionVersion: '1.0',
      baseUrl: 'https://pay.example',
      fingerprint: 'f',
      renderingVersion: 1,
    },
  }
}
