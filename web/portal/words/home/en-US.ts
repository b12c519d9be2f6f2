// pure
import { plural } from '../../../../src/kernel/wording/plural.ts'

/** A number to choose the form by, and its text in the language. */
type Counted = { readonly count: number; readonly text: string }
type Named<Name extends string> = Readonly<Record<Name, string>>

/** The first page: debts of customers, payments received, and everything that needs attention. */
export const words = {
  title: 'Home',
  currency: 'Currency',
  attention: ({ count, text }: Counted) =>
    plural('en-US', count, { one: `${text} item needs your attention`, other: `${text} items need your attention` }),
  owed: 'Owed to you',
  openInvoices: ({ count, text }: Counted) =>
    plural('en-US', count, { one: `${text} open invoice`, other: `${text} open invoices` }),
  overdue: 'Overdue',
  ages: {
    notDue: 'Not due yet',
    late1: '1–30 days overdue',
    late31: '31–60 days overdue',
    late61: '61–90 days overdue',
    late91: 'More than 90 days overdue',
  },
  invoiceCount: ({ count, text }: Counted) =>
    plural('en-US', count, { one: `${text} invoice`, other: `${text} invoices` }),
  nothingOwed: 'Nothing is owed in this currency',
  byAge: 'Owed by age',
  received: 'Received in the last 30 days',
  paymentCount: ({ count, text }: Counted) =>
    plural('en-US', count, { one: `${text} payment`, other: `${text} payments` }),
  more: ({ percent, amount }: Named<'percent' | 'amount'>) => `${percent} more than in the 30 days before: ${amount}`,
  less: ({ percent, amount }: Named<'percent' | 'amount'>) => `${percent} less than in the 30 days before: ${amount}`,
  same: ({ amount }: Named<'amount'>) => `As much as in the 30 days before: ${amount}`,
  nothingBefore: 'Nothing in the 30 days before',
  refunded: 'Refunded',
  external: 'Received elsewhere',
  settled: 'Paid out to you',
  settledText: 'Everything that was settled in these 30 days, with fees and chargebacks.',
  purchases: 'Payments',
  refunds: 'Refunds',
  fees: 'Fees',
  chargebacks: 'Chargebacks',
  net: 'Net',
  byDay: 'Payments by day',
  openDay: 'Enter shows the payments of the day.',
  dayNow: ({ day, amount, payments }: Named<'day' | 'amount' | 'payments'>) => `${day}: ${amount}, ${payments}`,
  dayBefore: ({ day, amount }: Named<'day' | 'amount'>) => `30 days before, ${day}: ${amount}`,
  last30: 'Last 30 days',
  before30: '30 days before',
  columns: {
    day: 'Day',
    paid: 'Payments',
    refunded: 'Refunds',
    external: 'Received elsewhere',
    before: '30 days before',
    age: 'Age',
    invoices: 'Invoices',
    amount: 'Amount',
  },
  incomplete: 'The latest payments are still being counted. Reload the page in a moment.',
  unavailable: 'Payments cannot be shown right now',
  nothingReceived: 'No payments in the last 60 days',
  needs: 'Needs your attention',
  nothing: 'Nothing needs your attention',
  nothingText: 'Reviews, disputes, declined payments and refused emails are listed here.',
  underReview: 'Under review',
  decideBy: ({ time }: Named<'time'>) => `Decide by ${time}`,
  waitingSince: ({ time }: Named<'time'>) => `Waiting since ${time}`,
  disputes: 'Disputes',
  disputedAt: ({ kind, time }: Named<'kind' | 'time'>) => `${kind}, ${time}`,
  declined: 'Declined payments',
  declinedAt: ({ time }: Named<'time'>) => `Declined ${time}`,
  /** By the reason of the processor; a plain refusal has no more to say. */
  declineReasons: {
    insufficientFunds: 'Not enough funds',
    expiredCard: 'Card expired',
    lostOrStolen: 'Card reported lost or stolen',
    invalidCard: 'Card number not valid',
    wrongSecurityCode: 'Security code wrong',
    limitExceeded: 'Card limit exceeded',
    notAllowed: 'Card not allowed for this payment',
    issuerUnavailable: 'Bank could not be reached',
    authenticationFailed: 'Payer not authenticated',
    suspectedFraud: 'Suspected fraud',
    accountProblem: 'Bank account cannot be debited',
    notProcessed: 'Not processed',
    authorizationExpired: 'Not completed in time',
  } as Readonly<Record<string, string>>,
  refusedMails: 'Refused emails',
  refusedAt: ({ time }: Named<'time'>) => `Refused ${time}`,
  webhooks: 'Failing webhooks',
  suspended: 'Suspended',
  notifications: ({ count, text }: Counted) =>
    plural('en-US', count, {
      one: `${text} notification was not delivered`,
      other: `${text} notifications were not delivered`,
    }),
  reports: 'Failed reports',
  failedAt: ({ time }: Named<'time'>) => `Failed ${time}`,
  actions: {
    review: 'Review',
    openInvoice: 'Open invoice',
    checkAddress: 'Check address',
    openPayment: 'Open payment',
    openWebhook: 'Open webhook',
    openReport: 'Open report',
  },
  labeled: ({ label, value }: Named<'label' | 'value'>) => `${label}: ${value}`,
  others: ({ count, text }: Counted) => plural('en-US', count, { one: `${text} more`, other: `${text} more` }),
  showAll: ({ text }: Named<'text'>) => `Show all ${text}`,
  empty: 'Nothing here yet',
  emptyText:
    'Send your first invoice. Home then shows what customers owe, what came in, and what needs your attention.',
  emptyPartnerText:
    'As soon as a merchant sends an invoice, Home shows what customers owe, what came in, and what needs your attention.',
  unnamed: 'No name',
  failed: 'This page could not be loaded',
}
