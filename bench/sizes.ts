// biome-ignore lint/style/noProcessEnv: a bench is a program of its own, and these are its only settings.
const environment = process.env

/** How much is measured. Smaller numbers are for trying a bench out: bars hold for the usual ones. */
export const SIZES = {
  /** Rows of the reports that are made, in ascending order. */
  reportRows: numbers('BENCH_REPORT_ROWS', [1_000_000, 10_000_000]),
  /** Rows of the reports of all fields. */
  wideRows: number('BENCH_WIDE_ROWS', 300_000),
  /** Payments below which reports on demand look for some. */
  payments: numbers('BENCH_PAYMENTS', [10_000_000]),
  /** Records that are ingested. */
  records: number('BENCH_RECORDS', 300_000),
  /** Length of the upload during which the memory of the service is watched. */
  uploadMegabytes: number('BENCH_UPLOAD_MB', 300),
  /** Invoices of the merchant that misbehaves. */
  invoices: number('BENCH_INVOICES', 100_000),
  /** Invoices of the merchant whose lists the portal shows. */
  portalInvoices: number('BENCH_PORTAL_INVOICES', 1_000_000),
  /** Invoices of the merchant that reads and creates them by the API. */
  apiInvoices: number('BENCH_API_INVOICES', 1_000_000),
  /** Where they are kept for another run; undefined: nowhere. */
  portalFolder: environment['BENCH_PORTAL_FOLDER'],
  /** Attempts to pay that were made in the past. */
  attempts: number('BENCH_ATTEMPTS', 1_000_000),
  /** Mails that are delivered, in each of several rounds. */
  mails: number('BENCH_MAILS', 2_000),
  /** Notifications to the receivers of webhooks, a hundred of them, in each round. */
  notifications: number('BENCH_NOTIFICATIONS', 10_000),
  /** Invoices that are paid. */
  payable: number('BENCH_PAYABLE', 20_000),
  /** Transactions of the demo data, and of the merchant whose list the portal shows. */
  transactions: number('BENCH_TRANSACTIONS', 1_000_000),
  /** People who mistype their password. */
  accounts: number('BENCH_ACCOUNTS', 200),
  /** Rows that the bare engine and ours stream. */
  engineRows: number('BENCH_ENGINE_ROWS', 2_000_000),
  /** Invoices and records of the installation that is backed up. */
  backupInvoices: number('BENCH_BACKUP_INVOICES', 1_000_000),
  backupRecords: number('BENCH_BACKUP_RECORDS', 10_000_000),
} as const

function numbers(name: string, usual: readonly number[]): readonly number[] {
  const given = environment[name]?.split(',').map(Number) ?? usual
  const isFit = given.every((size) => Number.isSafeInteger(size) && size > 0)
  if (!isFit) throw new Error(`${name} must be whole numbers above 0, separated by commas.`)
  return given.toSorted((a, b) => a - b)
}

function number(name: string, usual: number): number {
  const [given = usual] = numbers(name, [usual])
  return given
}
