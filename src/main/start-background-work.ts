import { enqueueInvoiceJobs, invoiceJobs } from '../invoicing/index.ts'
import type { Mode } from '../kernel/mode.ts'
import { auditJobs, startAuditSealing } from '../organizations/index.ts'
import {
  payerDataJobs,
  paymentJobs,
  schedulePayerDataPruning,
  startDeclinePruning,
  startSearchPruning,
  watchForLostCharges,
} from '../payments/index.ts'
import { systemClock } from '../platform/clock/clock.ts'
import type { Repetition } from '../platform/concurrency/repeat.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import { recordJobs, scheduleRecordPruning, startOutboxLoading } from '../records/index.ts'
import {
  reportJobs,
  reportPruningJobs,
  scheduleReportPruning,
  subscriptionJobs,
  sweepingJobs,
} from '../reporting/index.ts'
import type { Config } from './config.ts'
import { paymentDepsOf } from './payment-deps.ts'
import { type JobOptions, startJobs } from './start-jobs.ts'

type BackgroundOptions = Omit<JobOptions, 'handlers' | 'longHandlers'> & {
  readonly config: Config
  readonly mode: Mode
  /** Additional jobs, besides the product's own. */
  readonly jobHandlers: JobHandlers
}

/** Starts everything that runs without a request: jobs and periodic work. */
export async function startBackgroundWork(options: BackgroundOptions): Promise<Repetition> {
  const { config, stores, clock, jobHandlers, log } = options
  const { retentionMonths, reportRetentionMonths, payerRetentionDays } = config
  const kept = { retentionMonths, reportRetentionMonths, payerRetentionDays }
  const pruning = { ...stores, clock, machineClock: systemClock, ...kept, log }
  const payments = paymentDepsOf(options)
  const handlers = {
    ...auditJobs({ ...stores, log }),
    ...invoiceJobs({ ...stores, machineClock: systemClock, log }),
    ...recordJobs(pruning),
    ...reportPruningJobs(pruning),
    ...payerDataJobs(pruning),
    ...sweepingJobs({ ...stores, reports: stores.files, exportsFolder: stores.folder.exports }),
    ...paymentJobs(payments),
    ...subscriptionJobs({ ...stores, clock, missedPeriodsMax: config.missedPeriodsMax }),
    ...jobHandlers,
  }
  const longHandlers = reportJobs({
    ...stores,
    reports: stores.files,
    exportsFolder: stores.folder.exports,
    baseUrl: config.baseUrl,
    agingLookBackDays: config.agingLookBackDays,
    clock,
    log,
  })
  await using started = new AsyncDisposableStack()
  await enqueueInvoiceJobs(stores)
  await scheduleRecordPruning(pruning)
  await scheduleReportPruning(pruning)
  await schedulePayerDataPruning(pruning)
  const jobs = await startJobs({ ...options, handlers, longHandlers })
  started.defer(jobs.stop)
  started.defer(startAuditSealing({ ...stores, log }).stop)
  started.defer(watchForLostCharges(payments).stop)
  started.defer(startDeclinePruning(payments).stop)
  started.defer(startSearchPruning(payments).stop)
  started.defer(startOutboxLoading({ ...stores, clock, log }).stop)
  const running = started.move()
  return { wake: jobs.wake, stop: () => running.disposeAsync() }
}
