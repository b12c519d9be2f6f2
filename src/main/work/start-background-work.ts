import { invoicingWork } from '../../invoicing/index.ts'
import type { Mode } from '../../kernel/mode.ts'
import { mailWork, notificationJobs, notificationPruning } from '../../notifications/index.ts'
import { accounts, auditSealing } from '../../organizations/index.ts'
import {
  payerDataPruning,
  paymentJobs,
  startCardTestingWatch,
  startDeclinePruning,
  startSearchPruning,
  watchForLostCharges,
} from '../../payments/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Repetition } from '../../platform/concurrency/repeat.ts'
import { PrintedPdfs } from '../../platform/pdf/printed-pdfs.ts'
import { entryUrl } from '../../platform/processes/program-files.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { recordPruning, startOutboxLoading, uploadJobs } from '../../records/index.ts'
import { reportJobs, reportPruning, subscriptionJobs, sweepingJobs } from '../../reporting/index.ts'
import type { Config } from '../config.ts'
import { mailDeps } from '../mail-deps.ts'
import { paymentDepsOf } from '../payment-deps.ts'
import { scheduleBackups } from './start-backups.ts'
import { startWebhookDeliveries } from './start-deliveries.ts'
import { type JobOptions, startJobs } from './start-jobs.ts'

/** Reports may run for hours. One worker always remains for those of other organizations. */
const CONCURRENT_REPORTS = 3
const REPORTS_PER_ORGANIZATION = 2
/** Work on many invoices: organizations take turns of a second. */
const CONCURRENT_TURNS = 2

/** Runs the commands. */
const PROGRAM = entryUrl(new URL('../quittance.ts', import.meta.url))

type BackgroundOptions = Omit<JobOptions, 'handlers' | 'lanes'> & {
  readonly config: Config
  readonly mode: Mode
  /** Additional jobs, besides the product's own. */
  readonly jobHandlers: JobHandlers
}

/** Starts everything that runs without a request: jobs and periodic work. */
export async function startBackgroundWork(options: BackgroundOptions): Promise<Repetition> {
  const { config, stores, clock, jobHandlers, log } = options
  const { retentionMonths, reportRetentionMonths, payerRetentionDays, mailRetentionDays, webhookRetentionDays } = config
  const kept = { retentionMonths, reportRetentionMonths, payerRetentionDays, mailRetentionDays, webhookRetentionDays }
  const pruning = { ...stores, clock, machineClock: systemClock, ...kept, log }
  const payments = paymentDepsOf(options)
  await using started = new AsyncDisposableStack()
  const pdfs = new PrintedPdfs({ askedBy: 'jobs' })
  started.defer(() => pdfs.close())
  const mail = mailDeps({ ...options, pdfs })
  started.defer(async () => mail.mailServer?.close())
  const daily = [
    recordPruning(pruning),
    reportPruning(pruning),
    payerDataPruning(pruning),
    invoicingWork.pruning(pruning),
    ...notificationPruning({ ...pruning, ...mail }),
  ]
  const handlers = {
    ...auditSealing.jobs({ ...stores, log }),
    ...notificationJobs(stores),
    ...invoicingWork.jobs({ ...stores, clock, machineClock: systemClock, config }),
    ...uploadJobs(pruning),
    ...Object.fromEntries(daily.flatMap((job) => Object.entries(job.handlers))),
    ...sweepingJobs({ ...pruning, reports: stores.files, exportsFolder: stores.folder.exports }),
    ...paymentJobs(payments),
    ...subscriptionJobs({ ...stores, clock, missedPeriodsMax: config.missedPeriodsMax }),
    ...jobHandlers,
  }
  const reports = reportJobs({
    ...stores,
    reports: stores.files,
    exportsFolder: stores.folder.exports,
    baseUrl: config.baseUrl,
    agingLookBackDays: config.agingLookBackDays,
    clock,
    log,
  })
  for (const job of daily) await job.schedule()
  await mailWork.resume(mail)
  const turns = invoicingWork.turns({ ...stores, clock, machineClock: systemClock, config, log })
  const lanes = [
    { handlers: reports, concurrency: CONCURRENT_REPORTS, perOwnerMax: REPORTS_PER_ORGANIZATION },
    { handlers: turns, concurrency: CONCURRENT_TURNS, perOwnerMax: 1 },
  ]
  const jobs = await startJobs({ ...options, handlers, lanes })
  started.defer(jobs.stop)
  started.defer(auditSealing.start({ ...stores, log }).stop)
  started.defer(accounts.startPruning({ ...stores, machineClock: systemClock, log }).stop)
  started.defer(watchForLostCharges(payments).stop)
  started.defer(startDeclinePruning(payments).stop)
  started.defer(startCardTestingWatch(payments).stop)
  started.defer(startSearchPruning(payments).stop)
  started.defer(startOutboxLoading({ ...stores, clock, keepsDelivered: config.backupTo !== undefined, log }).stop)
  started.defer((await startWebhookDeliveries(options)).stop)
  const backups = await scheduleBackups({ ...options, machineClock: systemClock, program: PROGRAM })
  started.defer(async () => backups?.stop())
  const mails = await mailWork.start({ ...mail, url: stores.databaseUrl() })
  started.defer(mails.stop)
  stores.onMove(({ postgres }) => postgres !== undefined && mails.moveTo(postgres))
  const running = started.move()
  return { wake: jobs.wake, stop: () => running.disposeAsync() }
}
