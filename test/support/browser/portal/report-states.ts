import type { Page } from 'playwright-core'
import { LEGAL_NAME, LONG_CUSTOMER } from '../../data/hostile-words.ts'
import { acts, answer, click, dialog, fill, popup, press, scrollTo, see } from './portal-acts.ts'
import type { PortalState } from './portal-state.ts'

const PATH = '/o/shop/reports'
/** Names of reports have Latin letters only. */
const LONG_NAME = `Donaudampfschifffahrtsgesellschaftskapitaensmuetzenbaender ${'Grundstuecksverkehrsgenehmigung '.repeat(3)}2026`
const CSV = 'text/csv'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const aReport = (reportId: string, more: object = {}) => ({
  ...{ organizationId: 'shop', reportId, reportDefinitionId: '210', reportDefinitionName: 'TransactionRequestClass' },
  ...{ reportName: LONG_NAME, reportMimeType: CSV, reportFrequency: 'ADHOC', status: 'COMPLETED' },
  ...{ reportStartTime: '2026-03-01T00:00:00+01:00', reportEndTime: '2026-04-01T00:00:00+02:00' },
  ...{ timezone: 'Europe/Berlin', queuedTime: '2026-04-01T00:00:00Z', reportCompletedTime: '2026-04-01T00:00:07Z' },
  ...{ subscriptionType: 'CUSTOM', isEarly: false, isOwn: true, rows: 9_876_543, bytes: 1_234_567_890 },
  _link: { reportDownload: { href: '/x', method: 'GET' } },
  ...more,
})
const without = { _link: undefined, rows: undefined, bytes: undefined, reportCompletedTime: undefined }
const running = {
  status: 'RUNNING',
  progress: { phase: 'writing', rowsDone: 1_234_567, rowsEstimated: 9_876_543 },
  ...without,
}
const REPORTS = [
  aReport('1'),
  aReport('2', running),
  aReport('3', { status: 'QUEUED', reportName: 'Deposits', ...without }),
  aReport('4', { status: 'ERROR', reason: 'the record store was away', reportName: 'Fees 2026-03', ...without }),
  aReport('5', { status: 'NO_DATA', reportName: 'Month end', reportMimeType: SHEET, ...without }),
  aReport('6', {
    ...{ reportName: 'Every two hours', reportFrequency: 'USER_DEFINED', isEarly: true, rows: 1 },
    ...{ reportStartTime: '2026-03-08T06:00:00-08:00', reportEndTime: '2026-03-08T08:30:00-07:00' },
  }),
]

/** A report with every kind of notice, and totals that are as wide as they get. */
const detail = (more: object = {}) => ({
  ...aReport('1'),
  ...{ reportStatus: 'COMPLETED', reportFields: fieldNames(583), reportFilters: { email: [LONG_CUSTOMER.email] } },
  ...{ reportPreferences: { signedAmounts: true, fieldNameConvention: 'SOAPI' }, deliverTo: [LONG_CUSTOMER.email] },
  manifest: {
    ...{ rows: 9_876_543, erased: 12, sha256: 'a1'.repeat(32), bytes: 1_234_567_890, cutOff: '2026-04-01T00:00:05Z' },
    ...{ definitionName: 'TransactionRequestClass', definitionVersion: '1.0', fingerprint: 'f', renderingVersion: 1 },
    totals: [
      { field: 'PaymentData.RequestedAmount', currency: 'EUR', amount: '2345.67' },
      { field: 'PaymentData.RequestedAmount', currency: 'JPY', amount: '765432109876' },
      { field: 'PaymentData.RequestedAmount', currency: 'USD', amount: '7654321098.76' },
      { field: 'ChargebackAndRetrieval.MerchantReferenceNumberAmount', currency: 'KWD', amount: '765432109.876' },
    ],
  },
  ...more,
})

function fieldNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `PayerAuthentication.TransactionStatusReason${index}`)
}

const aSubscription = (reportName: string, more: object = {}) => ({
  ...{ organizationId: 'shop', reportName, reportDefinitionName: 'DepositDetailClass', reportMimeType: CSV },
  ...{ reportFrequency: 'WEEKLY', startTime: '0600', startDay: 2, timezone: 'Europe/Berlin' },
  ...{ reportFields: ['Request.RequestID'], reportFilters: {}, reportPreferences: { signedAmounts: false } },
  ...{ deliverTo: [], subscriptionStatus: 'ACTIVE', nextRunTime: '2026-03-30T04:00:00Z', skippedPeriods: [] },
  ...more,
})
const SUBSCRIPTIONS = {
  subscriptions: [
    aSubscription('Weekly deposits'),
    aSubscription(LONG_NAME, {
      ...{ reportFrequency: 'USER_DEFINED', reportInterval: 'PT2H30M', deliverTo: [LONG_CUSTOMER.email, 'a@x.org'] },
      ...{ subscriptionStatus: 'INACTIVE', nextRunTime: undefined },
      skippedPeriods: [
        { startTime: '2026-03-01T00:00:00+01:00', endTime: '2026-03-09T00:00:00+01:00', reason: 'PAUSED' },
      ],
    }),
  ],
  ...{ totalSubscriptions: 20, subscriptionsMax: 20 },
}

const SAMPLE = {
  ...{ reportStartTime: '2026-03-08T00:00:00+01:00', reportEndTime: '2026-03-09T00:00:00+01:00', hasMore: true },
  columns: [
    { field: 'Request.RequestID', name: 'Request.RequestID' },
    { field: 'Application.Name', name: 'Application.Name' },
    { field: 'PaymentData.RequestedAmount', name: 'PaymentData.RequestedAmount' },
    { field: 'BillTo.LastName', name: 'BillTo.LastName' },
    { field: 'BillTo.Email', name: 'BillTo.Email' },
  ],
  rows: Array.from({ length: 50 }, (_, index) => [
    ...[`73000000000000000${index}`, 'ics_auth', index % 2 === 0 ? '765432109876' : '12.50'],
    ...[index % 3 === 0 ? 'شركة الخليج' : LEGAL_NAME, LONG_CUSTOMER.email],
  ]),
}

const list = answer('**/portal/v1/reports?*', 200, { reports: REPORTS, totalReports: 2_345 })
const one = (reportId: string, report: object) => answer(`**/reporting/v3/reports/${reportId}?*`, 200, report)
const subscriptions = answer('**/portal/v1/report-subscriptions?*', 200, SUBSCRIPTIONS)
const sample = answer('**/portal/v1/report-samples?*', 200, SAMPLE)
/** The tab keeps the texts of the state before. */
const forget = (page: Page) => page.evaluate('sessionStorage.clear()')

/** The reports, the builder, subscriptions and reports on demand. */
export function reportStates(): readonly PortalState[] {
  return [...listStates(), ...detailStates(), ...builderStates(), ...onDemandStates()]
}

function listStates(): readonly PortalState[] {
  const page = { path: PATH, before: list, ready: '.reports-table' }
  // Not those of the shop, which other states have loaded.
  const onSubscriptions = {
    path: '/o/filiale-00003/reports/-/subscriptions',
    before: subscriptions,
    ready: '.subscription-list',
  }
  return [
    { name: 'reports', ...page },
    { name: 'reports-viewer', as: 'viewer', ...page },
    { name: 'reports-nothing', path: '/o/empty/reports', ready: '.empty' },
    { name: 'reports-filtered', path: `${PATH}?search=nothing&state=failed&kind=once&since=30`, ready: '.empty' },
    {
      name: 'reports-failed',
      path: `${PATH}?search=failed`,
      before: answer('**/portal/v1/reports?*', 500, { reason: 'SERVER_ERROR', message: '' }),
      ready: '[role=alert]',
    },
    { name: 'reports-subscribe', path: '/o/empty/reports', ready: '.ready-made', act: dialog('.ready-made button') },
    { name: 'subscriptions', ...onSubscriptions },
    { name: 'subscriptions-nothing', path: '/o/empty/reports/-/subscriptions', ready: '.empty' },
    { name: 'subscription-actions', ...onSubscriptions, act: popup('.subscription-actions button') },
    {
      name: 'subscription-delete',
      ...onSubscriptions,
      act: acts(popup('.subscription-actions button'), click('.popup .danger'), see('.dialog')),
    },
  ]
}

function detailStates(): readonly PortalState[] {
  const page = (name: string, report: object, more: Partial<PortalState> = {}): PortalState => ({
    ...{ name, path: `${PATH}/${name}`, before: one(name, report), ready: '.report-page' },
    ...more,
  })
  const verified = {
    ...{ file: 'intact', isReproduced: false, rowsThen: 9_876_543, rowsNow: 9_876_545, areAllListed: false },
    verifiedTime: '2026-04-02T10:00:00Z',
    changes: Array.from({ length: 5 }, (_, index) => ({
      ...{ merchantId: 'shop', recordId: `${LONG_NAME}-${index}`, occurredAt: '2026-03-09T10:00:00Z' },
      change: ['late', 'corrected', 'deleted', 'erased'][index % 4],
    })),
  }
  const early = [{ field: 'reportEndTime', reason: 'PERIOD_NOT_OVER', message: '' }]
  const none = { manifest: undefined, ...without }
  return [
    page('report', detail({ lateRecords: 12, rerunOf: '0', warnings: early })),
    page('report-viewer', detail(), { as: 'viewer' }),
    page('report-running', detail({ ...running, manifest: undefined })),
    page('report-queued', detail({ status: 'QUEUED', reason: 'the record store was away', ...none })),
    page('report-failed', detail({ status: 'ERROR', reason: LEGAL_NAME, ...none })),
    page('report-empty', detail({ status: 'NO_DATA', ...none })),
    page('report-verified', detail(), {
      before: acts(one('report-verified', detail()), answer('**/portal/v1/reports/1/verification?*', 200, verified)),
      act: acts(click('.verification button'), see('.changes-table'), scrollTo('.changes-table')),
    }),
    { name: 'report-unknown', path: `${PATH}/nothing`, ready: '.state' },
  ]
}

function builderStates(): readonly PortalState[] {
  const page = { path: `${PATH}/-/new`, before: acts(forget, sample), ready: '.value-table' }
  const repeated = acts(
    page.before,
    answer('**/portal/v1/report-runs?*', 200, { timezone: 'Europe/Berlin', nextRunTimes: RUNS }),
  )
  return [
    { name: 'report-builder', ...page },
    { name: 'report-builder-viewer', as: 'viewer', path: page.path, ready: '.state' },
    {
      name: 'report-builder-fields',
      ...page,
      act: acts(
        click('.chosen-head button:last-of-type'),
        see('.chosen-fields li:nth-child(500)'),
        fill('.field-columns input[type=search]', 'amount currency'),
        see('.field-options li'),
      ),
    },
    {
      name: 'report-builder-codes',
      ...page,
      act: acts(
        fill('.field-columns input[type=search]', 'Application.Name'),
        click('.field-codes summary'),
        see('.field-codes dl'),
      ),
    },
    {
      name: 'report-builder-long',
      ...page,
      act: acts(fill('input[type=date]', '2025-12-01'), see('.notice.warning'), scrollTo('.notice.warning')),
    },
    {
      name: 'report-builder-problems',
      ...page,
      act: acts(
        fill('.builder-part [maxlength="250"]', LONG_CUSTOMER.name),
        click('.builder-side [type=submit]'),
        see('.builder-side .notice'),
      ),
    },
    {
      name: 'report-builder-repeated',
      ...page,
      path: `${PATH}/-/new?kind=subscription`,
      before: repeated,
      ready: '.next-runs li',
    },
    {
      name: 'report-builder-full',
      ...page,
      path: '/o/filiale-00004/reports/-/new?kind=subscription',
      before: acts(repeated, subscriptions),
      ready: '.builder-side .notice',
    },
    {
      name: 'subscription-edit',
      path: `${PATH}/-/subscriptions/${encodeURIComponent(LONG_NAME)}`,
      before: acts(
        repeated,
        answer('**/reporting/v3/report-subscriptions/*', 200, SUBSCRIPTIONS.subscriptions[1] ?? {}),
      ),
      ready: '.next-runs li',
    },
  ]
}

const RUNS = [
  ['2026-03-28', '+01:00', '+01:00', []],
  ['2026-03-29', '+01:00', '+02:00', ['DAYLIGHT_SAVING']],
  ['2026-03-30', '+02:00', '+02:00', []],
  ['2026-10-25', '+02:00', '+01:00', ['MONTH_END']],
].map(([day, before, after, movedBy]) => ({
  runTime: `${day}T04:00:00Z`,
  localRunTime: `${day}T06:00:00${after}`,
  reportStartTime: `2026-03-27T06:00:00${before}`,
  reportEndTime: `${day}T06:00:00${after}`,
  movedBy,
}))

function onDemandStates(): readonly PortalState[] {
  const page = (name: string, report: string, data: object): PortalState => ({
    name: `on-demand-${name}`,
    path: `${PATH}/-/on-demand?report=${report}&from=2026-03-01&to=${name === 'nothing' ? '2026-03-02' : '2026-03-31'}`,
    before: answer('**/portal/v1/on-demand-reports/*', 200, data),
    ready: Object.keys(data).length === 0 ? '.empty' : '.on-demand-result',
  })
  return [
    page('net', 'net-fundings', NET),
    page('batches', 'payment-batch-summaries', BATCHES),
    page('lists', 'chargeback-details', DISPUTES),
    { ...page('counts', 'chargeback-summaries', COUNTS), ready: '.on-demand-result .columns' },
    page('nothing', 'net-fundings', {}),
    { name: 'on-demand-order', path: `${PATH}/-/on-demand?from=2026-03-31&to=2026-03-01`, ready: '.notice' },
    {
      name: 'on-demand-too-large',
      path: `${PATH}/-/on-demand?report=retrieval-details`,
      before: answer('**/portal/v1/on-demand-reports/*', 413, { reason: 'REPORT_TOO_LARGE', message: '' }),
      ready: '.notice',
      act: press('Tab'),
    },
  ]
}

const totals = (value: string) => [
  { currency: 'EUR', value },
  { currency: 'JPY', value: '765432109876' },
  { currency: 'KWD', value: '765432109.876' },
]
const NET = {
  netFundingSummaries: (['PURCHASES', 'REFUNDS', 'FEES', 'CHARGEBACKS'] as const).flatMap((type) =>
    ['VI', 'OTHER'].map((paymentSubType) => ({
      ...{ type, paymentSubType, conveyedCount: 1, conveyedAmount: '1.00', settledCount: 1, fundedCount: 1_234_567 },
      ...{ fundedAmount: '765432109876', currencyCode: 'JPY' },
    })),
  ),
  totalPurchases: totals('7654321098.76'),
  totalRefunds: totals('2345.67'),
  totalFees: totals('0.00'),
  totalChargebacks: totals('-12.50'),
  netTotal: totals('7654318740.59'),
}
const COUNTS = {
  chargebackSummaries: Array.from({ length: 12 }, (_, index) => ({
    ...{ count: index + 1, accountId: index % 2 === 0 ? 'donaudampfschifffahrtsgesellschaft-hohenlohe' : 'id-cafe' },
    time: `2026-03-${String(2 * index + 1).padStart(2, '0')}T00:00:00.000+01:00`,
  })),
}
const BATCHES = {
  paymentBatchSummaries: Array.from({ length: 31 }, (_, index) => {
    const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}T00:00:00.000+01:00`
    return {
      ...{ currencyCode: index % 2 === 0 ? 'USD' : 'JPY', paymentSubTypeDescription: 'American Express' },
      ...{ startTime: day(index + 1), endTime: index === 30 ? '2026-04-01T00:00:00.000+02:00' : day(index + 2) },
      ...{ salesCount: 1_234_567, salesAmount: '7654321098.76', creditCount: 12, creditAmount: '2345.67' },
    }
  }),
}
const DISPUTES = {
  chargebackDetails: Array.from({ length: 40 }, (_, index) => ({
    ...{ merchantName: LEGAL_NAME, transactionReferenceNumber: `0${index}`.repeat(20), amount: '7654321098.76' },
    ...{ sign: '-', currencyCode: 'USD', natureOfDispute: LEGAL_NAME, reasonCode: '10.4', customerId: LONG_NAME },
  })),
}
