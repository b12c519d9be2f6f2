import { ageSeconds, type BackupAge, isDue, isOverdue } from '../../kernel/time/backup-age.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Repetition, repeat } from '../../platform/concurrency/repeat.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Figure, Metrics } from '../../platform/metrics/metrics.ts'
import { saveBackupSchedule } from '../../platform/stores/backup-schedule.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import { needsBase } from '../archive/archive-state.ts'
import type { BackupConfig } from '../config.ts'
import { openPlace } from '../place/open-place.ts'
import type { BackupPlace } from '../place/place.ts'
import { isPlaceInUse } from '../place/place-lock.ts'
import { newestBackupAt } from './newest-backup.ts'
import { type BackupRun, runBackupProcess } from './run-backup-process.ts'

const LOOK_MS = 60_000
const AGAIN_AFTER_FAILURE = Temporal.Duration.from({ minutes: 10 })
const COMPLAIN_AGAIN = Temporal.Duration.from({ hours: 1 })

type ScheduleDeps = {
  readonly config: Pick<PlatformConfig, 'backupTo' | 's3Endpoint'> & BackupConfig
  /** The program that runs the command of a backup. */
  readonly program: URL
  readonly stores: Pick<Stores, 'database' | 'folder'>
  readonly machineClock: Clock
  readonly metrics: Pick<Metrics, 'watch' | 'countElsewhere'>
  readonly log: Logger
  readonly lookMs?: number
}

/** The backups in metrics. */
const FIGURES: readonly Figure<{ readonly age: number | undefined; readonly interval: number }>[] = [
  {
    name: 'backup_age_seconds',
    help: 'Time since the start of the newest finished backup; none yet: no value.',
    valueOf: ({ age }) => age,
  },
  {
    name: 'backup_interval_seconds',
    help: 'How often a backup is scheduled.',
    valueOf: ({ interval }) => interval,
  },
]

/**
 * Makes backups by the machine's clock, each in a process of low priority. Any number of nodes may look: the place knows
 * the newest backup, and its lock lets one of them work. Undefined where none are scheduled.
 */
export async function startBackupSchedule(deps: ScheduleDeps): Promise<Repetition | undefined> {
  const { config, machineClock, metrics, log } = deps
  if (config.backupTo === undefined) return undefined
  const place = await openPlace(config.backupTo, config)
  const schedule = new Schedule(deps, place)
  metrics.watch(
    async () => ({
      age: ageSeconds(schedule.age, machineClock.now()),
      interval: config.backupEvery.total('seconds'),
    }),
    FIGURES,
  )
  metrics.countElsewhere({
    name: 'backup_failures_total',
    help: 'Scheduled backups of this node that failed.',
    read: () => schedule.failures,
  })
  const looking = repeat({
    work: async () => {
      await schedule.look()
      return deps.lookMs ?? LOOK_MS
    },
    delayAfterFailureMs: deps.lookMs ?? LOOK_MS,
    failureMessage: 'the backup place could not be read',
    log,
  })
  return {
    wake: looking.wake,
    stop: async () => {
      schedule.stop()
      await looking.stop()
      place.close()
    },
  }
}

class Schedule {
  readonly #deps: ScheduleDeps
  readonly #place: BackupPlace
  #age: BackupAge
  #run: BackupRun | undefined
  #notBefore: Temporal.Instant | undefined
  #complainedAt: Temporal.Instant | undefined
  #isStopped = false
  failures = 0

  constructor(deps: ScheduleDeps, place: BackupPlace) {
    this.#deps = deps
    this.#place = place
    this.#age = { newestAt: undefined, every: deps.config.backupEvery }
  }

  get age(): BackupAge {
    return this.#age
  }

  stop(): void {
    this.#isStopped = true
    this.#run?.stop()
  }

  /** Makes a backup if one is due and nobody else is making one. */
  async look(): Promise<void> {
    const { machineClock } = this.#deps
    await this.#readAge()
    const now = machineClock.now()
    this.#complainIfOverdue(now)
    const isHeldBack = this.#notBefore !== undefined && Temporal.Instant.compare(now, this.#notBefore) < 0
    if (this.#isStopped || isHeldBack) return
    if (!isDue(this.#age, now) && !(await needsBase(this.#deps.stores))) return
    if (await isPlaceInUse(this.#place, machineClock)) return
    await this.#make()
    await this.#readAge()
  }

  /** Also notes it for nodes that do not know the place. */
  async #readAge(): Promise<void> {
    const { config, stores, log } = this.#deps
    this.#age = { newestAt: await newestBackupAt(this.#place), every: config.backupEvery }
    await saveBackupSchedule(stores.database.db, this.#age).catch((error: Error) =>
      log.warn({ reason: error.message }, 'the newest backup could not be noted in PostgreSQL'),
    )
  }

  async #make(): Promise<void> {
    const { program, machineClock, log } = this.#deps
    const place = this.#place.name
    log.info({ place }, 'backup started')
    this.#run = runBackupProcess(program)
    const { code, output } = await this.#run.ended
    this.#run = undefined
    if (code === 0) {
      log.info({ place }, 'backup finished')
      return
    }
    if (this.#isStopped) return
    this.failures += 1
    this.#notBefore = machineClock.now().add(AGAIN_AFTER_FAILURE)
    log.error({ place, reason: output }, 'backup failed')
  }

  /** Every hour, since somebody has to see it. */
  #complainIfOverdue(now: Temporal.Instant): void {
    const { newestAt } = this.#age
    // A first backup has not been possible before this start.
    if (newestAt === undefined || !isOverdue(this.#age, now)) return
    const wasLately =
      this.#complainedAt !== undefined && Temporal.Instant.compare(this.#complainedAt.add(COMPLAIN_AGAIN), now) > 0
    if (wasLately) return
    this.#complainedAt = now
    this.#deps.log.error(
      { place: this.#place.name, newestAt: newestAt.toString() },
      'the newest backup is older than twice its interval',
    )
  }
}
