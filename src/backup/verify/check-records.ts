import { paymentCare } from '../../payments/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import { recordOutbox, recordRetention } from '../../records/index.ts'
import { compareNewestSums } from '../../reporting/index.ts'
import type { Check } from './check.ts'

/** Their sums are compared without making them again, so that it can be many more. */
const REPORTS_MAX = 1_000
const NAMED_MAX = 5

type Deps = {
  readonly stores: Stores
  /** The product's. */
  readonly clock: Clock
  readonly config: { readonly retentionMonths: number; readonly baseUrl: string; readonly agingLookBackDays: number }
  readonly log: Logger
}

/** Whether each charge, refund and payment has its records, with its amount. */
export async function checkRecords({ stores, clock, config, log }: Deps): Promise<Check> {
  const { database, engine } = stores
  const { retentionMonths } = config
  // The engine may lack what it would get from the outbox as soon as the copy is active.
  await recordOutbox.loadEverything({ database, engine, clock, log })
  const compared = await paymentCare.compareRecorded({ db: database.db, engine, retentionMonths }, { now: clock.now() })
  const { records, expired, differences } = compared
  const old = expired === 0 ? '' : `; ${expired} are older than records are kept`
  const sentences = differences.map(
    ({ organizationId, currency, application, charged, recorded, recordId, differences: count }) =>
      `${organizationId} has ${charged.count} ${application} of ${charged.amount} ${currency} in PostgreSQL and ${recorded.count} of ${recorded.amount} ${currency} in the records (${count} differ, first ${recordId})`,
  )
  return checkOf(
    'records',
    sentences,
    `all ${records} of charges, refunds and payments are there with their amounts${old}`,
  )
}

/** Whether the sums that reports were made with are those of their records. */
export async function checkReportSums({ stores, clock, config }: Deps): Promise<Check> {
  const { database, engine, files, folder } = stores
  const usualMonths = config.retentionMonths
  const { keptSinceByAll } = await recordRetention.load(database.db, { now: clock.now(), usualMonths })
  const { baseUrl, agingLookBackDays } = config
  const { reports, differences } = await compareNewestSums(
    { database, engine, reports: files, exportsFolder: folder.exports, baseUrl, agingLookBackDays },
    { count: REPORTS_MAX, keptSince: keptSinceByAll },
  )
  const sentences = differences.map(({ organizationId, reportId, field, currency, reported, recorded }) => {
    const unit = field === undefined ? ' rows' : ` ${currency}`.trimEnd()
    const subject = field === undefined ? '' : `${field} of `
    return `${organizationId} has ${subject}${reported}${unit} in the report ${reportId} and ${recorded}${unit} in its records`
  })
  return checkOf('report sums', sentences, `the newest ${reports} have those of their records`)
}

function checkOf(name: string, wrong: readonly string[], message: string): Check {
  if (wrong.length === 0) return { name, isPassed: true, message }
  const others = wrong.length - NAMED_MAX
  const more = others > 0 ? `; and ${others} more` : ''
  return { name, isPassed: false, message: `${wrong.slice(0, NAMED_MAX).join('; ')}${more}` }
}
