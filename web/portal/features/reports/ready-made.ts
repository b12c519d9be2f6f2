// pure

/** A subscription that beginners start with: its fields are the default ones of its definition. */
export type ReadyMadeReport = {
  readonly key: 'dailyPayments' | 'weeklyDeposits' | 'monthEnd' | 'invoicePayments'
  /** In English, because names of reports have Latin letters only. */
  readonly reportName: string
  readonly definition: string
  readonly frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  /** Only for WEEKLY, where 2 is Monday, and MONTHLY. */
  readonly startDay: number
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** They run at midnight, so that their periods are calendar days, weeks and months. */
export const READY_MADE_TIME = '00:00'

export const READY_MADE: readonly ReadyMadeReport[] = [
  {
    key: 'dailyPayments',
    reportName: 'Daily payments',
    definition: 'TransactionRequestClass',
    frequency: 'DAILY',
    startDay: 1,
    filters: {},
  },
  {
    key: 'weeklyDeposits',
    reportName: 'Weekly deposits',
    definition: 'DepositDetailClass',
    frequency: 'WEEKLY',
    startDay: 2,
    filters: {},
  },
  {
    key: 'monthEnd',
    reportName: 'Month end',
    definition: 'ProcessorSettlementDetailClass',
    frequency: 'MONTHLY',
    startDay: 1,
    filters: {},
  },
  {
    key: 'invoicePayments',
    reportName: 'Invoice payments',
    definition: 'TransactionRequestClass',
    frequency: 'DAILY',
    startDay: 1,
    filters: { 'Request.Source': ['Invoicing'] },
  },
]

export function readyMadeOf(key: string | undefined): ReadyMadeReport | undefined {
  return READY_MADE.find((report) => report.key === key)
}
