import { ARABIC_CUSTOMER, JAPANESE_CUSTOMER, LONG_CUSTOMER, LONG_WORD, PARAGRAPH } from '../../data/hostile-words.ts'
import { acts, answer, click, hold, popup, press, scrollTo, see } from './portal-acts.ts'
import type { PortalState } from './portal-state.ts'

const HOME = '**/portal/v1/home?*'
const RECEIVED = '.home-sums > .home-card:nth-of-type(2)'
const CHARTS = '.columns-chart [role=slider]'

/** Home with everything, with nothing, and without an answer. */
export function homeStates(): readonly PortalState[] {
  const full = { path: '/o/shop/', before: answer(HOME, 200, home()), ready: CHARTS }
  return [
    { name: 'home', ...full },
    { name: 'home-table', ...full, act: acts(click('.chart-tools > button'), see('.chart-table')) },
    {
      name: 'home-days',
      ...full,
      act: acts(click(`${RECEIVED} .chart-tools > button`), see('.chart-table a'), scrollTo('.chart-table')),
    },
    { name: 'home-save', ...full, act: popup('.chart-tools > button:nth-of-type(2)') },
    { name: 'home-currencies', ...full, act: popup('.page-head button') },
    { name: 'home-read', ...full, act: acts(focus(CHARTS), press('ArrowLeft'), see('.column.chosen')) },
    {
      name: 'home-yen',
      path: '/o/empty/?currency=JPY',
      before: answer(HOME, 200, { ...home('JPY'), needs: {}, currencies: ['EUR', 'JPY'] }),
      ready: CHARTS,
    },
    { name: 'home-partner', path: '/o/verbund/', before: answer(HOME, 200, home('KWD', 'Filiale')), ready: CHARTS },
    {
      name: 'home-unavailable',
      path: '/o/shop/?currency=USD',
      before: answer(HOME, 200, { ...home('USD'), received: null, needs: {} }),
      ready: '.needs.calm',
    },
    { name: 'home-real', path: '/o/shop/?currency=KWD', ready: '.home-answers' },
    { name: 'home-nothing', path: '/o/empty/', ready: '.home-empty' },
    { name: 'home-suspended', path: '/o/suspended/', ready: '.banner.alert' },
    { name: 'home-loading', path: '/o/filiale-00001/', before: hold(HOME), ready: '.skeleton' },
    {
      name: 'home-failed',
      path: '/o/filiale-00002/',
      before: answer(HOME, 500, { reason: 'SERVER_ERROR', message: '' }),
      ready: '[role=alert]',
    },
  ]
}

const focus = (target: string) => (page: Parameters<PortalState['act'] & object>[0]) =>
  page.locator(target).first().focus()

const DAY_MS = 86_400_000
const TODAY_MS = Date.UTC(2026, 10, 19)
const AGES = ['notDue', 'late1', 'late31', 'late61', 'late91'] as const
const OWED = {
  EUR: [7_654_321_098.76, 234_567.89, 98_765.4, 0.01, 1_234_567.8],
  JPY: [765_432_109_876, 0, 0, 50_000, 0],
}

const dayOf = (daysAgo: number): string => new Date(TODAY_MS - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** Uneven, with empty days, and one that is far above the others. */
function aDay(index: number, scale: number) {
  const paid = index % 7 === 6 ? 0 : ((index * 7919) % 9973) * (index === 41 ? 9_000 : 900)
  const [hasRefund, hasExternal] = [index % 5 === 0, index === 50]
  return {
    ...{ date: dayOf(59 - index), paidAmount: Math.round(paid) / scale, paidCount: index % 9 },
    ...{ refundedAmount: hasRefund ? 12.5 : 0, refundedCount: Number(hasRefund) },
    ...{ externalAmount: hasExternal ? 987_654_321 : 0, externalCount: Number(hasExternal) },
  }
}

/** A response as long and as uneven as any. */
function home(currency = 'EUR', organizationName = 'Shop') {
  const scale = currency === 'JPY' ? 1_000 : 10
  const days = Array.from({ length: 60 }, (_, index) => aDay(index, scale))
  const sum = { refundedAmount: 75_123.45, refundedCount: 6, externalAmount: 987_654_321, externalCount: 1 }
  const amounts = currency === 'JPY' ? OWED.JPY : OWED.EUR
  return {
    ...{ today: dayOf(0), timeZone: 'Europe/Berlin', currency, hasInvoices: true },
    currencies: ['EUR', 'USD', 'JPY', 'KWD', 'GBP', 'CHF', 'BRL', 'MXN', 'AUD', 'CAD'],
    owed: {
      ...{ count: 12_345, amount: 7_655_889_000.86, overdueCount: 345, overdueAmount: 1_567_901.1 },
      parts: AGES.map((age, index) => ({
        ...{ age, count: amounts[index] === 0 ? 0 : 12_000 - index * 2_900, amount: amounts[index] },
        ...{ dueFrom: age === 'late91' ? null : dayOf(30 * index), dueTo: age === 'notDue' ? null : dayOf(1) },
      })),
    },
    received: {
      ...{ from: dayOf(29), to: dayOf(0), previousFrom: dayOf(59), previousTo: dayOf(30), isComplete: false },
      total: { paidAmount: 98_765_432_109.87, paidCount: 123_456, ...sum },
      previous: { paidAmount: 87_654_321_098.76, paidCount: 98_765, ...sum },
      settled: {
        ...{ purchaseAmount: 91_234_567_890.12, refundAmount: 75_123.45, feeAmount: 1_234_567.89 },
        ...{ chargebackAmount: 5_000, netAmount: 91_233_253_198.78 },
      },
      days,
    },
    needs: needs(organizationName),
  }
}

function needs(organizationName: string) {
  const about = (invoiceId: string, customerName: string | null, amount = 1_234.5, currency = 'EUR') => ({
    ...{
      organizationId: organizationName === 'Shop' ? 'shop' : 'filiale-00001',
      organizationName: `${organizationName} ${LONG_CUSTOMER.company.name}`,
    },
    ...{ invoiceId, customerName, customerEmail: LONG_CUSTOMER.email, amount, currency },
  })
  const at = '2026-11-18T15:30:00.000Z'
  const of = <T>(count: number, ...entries: readonly T[]) => ({ count, entries })
  return {
    reviews: of(
      12,
      {
        ...about('RECHNUNG-2026-04711-NRW', LONG_CUSTOMER.name, 765_432_109_876, 'JPY'),
        paymentId: '1',
        receivedAt: at,
        decideBy: '2026-11-20T09:00:00.000Z',
      },
      { ...about('A1001', JAPANESE_CUSTOMER.name), paymentId: '2', receivedAt: at, decideBy: null },
    ),
    disputes: of(1, {
      ...about('A1002', ARABIC_CUSTOMER.name, 999_999_999.99, 'USD'),
      paymentId: '3',
      kind: 'chargeback',
      occurredAt: at,
    }),
    declined: of(1, { ...about('A1003', LONG_WORD), paymentId: '4', reason: 'insufficientFunds', declinedAt: at }),
    refusedMails: of(1_000, {
      ...{ ...about('A1004', null), mailId: '5', to: LONG_CUSTOMER.email, refusedAt: at },
      reason: `550 5.1.1 The email account that you tried to reach does not exist: ${LONG_WORD}`,
    }),
    webhooks: of(1, { webhookId: '6', name: LONG_WORD, isSuspended: true, notifications: 1_000 }),
    reports: of(1, { reportId: '7', name: `Daily ${LONG_WORD}`, reason: PARAGRAPH.slice(0, 200), failedAt: at }),
  }
}
