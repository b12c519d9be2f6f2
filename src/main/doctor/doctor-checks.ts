import { checkBackups } from '../../backup/index.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inEnglish } from '../../kernel/reading/reading.ts'
import { mailFigures, type OpenMails } from '../../notifications/index.ts'
import { countOpenAlerts } from '../../payments/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { CommandDeps } from '../../platform/command-line/run-command.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { liveProblems } from '../../platform/config/live-settings.ts'
import type { EngineStatus, Upkeep } from '../../platform/engine/engine.ts'
import { readRecordMigrations } from '../../platform/engine/read-record-migrations.ts'
import { freeBytes, openDataFolder } from '../../platform/files/data-folder.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import { redactText } from '../../platform/log/redaction.ts'
import { explainPostgres } from '../../platform/postgres/explain-postgres.ts'
import { pendingInPostgres } from '../../platform/postgres/migrate-postgres.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import { findMode, refuseOtherMode } from '../../platform/stores/installation-mode.ts'
import { findRestoredCopy } from '../../platform/stores/restored-copy.ts'
import { openStores, type Stores } from '../../platform/stores/stores.ts'
import { recordOutbox } from '../../records/index.ts'
import type { Config } from '../config.ts'
import { checkMail } from './check-mail.ts'
import { checkPayments } from './check-payments.ts'
import { checkReportStore } from './check-report-store.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { CLOCK_DIFFERENCE_MS_MAX, measureClockDifferenceMs } from './clock-difference.ts'

export type Diagnosis = {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly message: string
}

type Finding = Omit<Diagnosis, 'name'>

const MEBIBYTE = 1024 ** 2
const GIBIBYTE = 1024 ** 3
const FREE_BYTES_WARN = 2 * GIBIBYTE
const OUTBOX_SECONDS_WARN = 60
const CLOCK_DIFFERENCE_MS_WARN = 1_000

const ok = (message: string): Finding => ({ state: 'ok', message })
const warning = (message: string): Finding => ({ state: 'warning', message })

/** Runs every check, whatever the others find. */
export async function examine({ config, log }: CommandDeps<Config>): Promise<readonly Diagnosis[]> {
  const folder = await diagnose('data folder', () => examineFolder(config))
  const stores = await openedStores({ config, log })
  try {
    return [
      folder,
      await diagnose('postgres', async () => inPostgres(opened(stores), examinePostgres)),
      await diagnose('mode', async () => inTables(opened(stores), (store) => examineMode(store, config))),
      await diagnose('restored copy', async () => inTables(opened(stores), examineCopy)),
      await diagnose('records', async () => examineRecords(opened(stores))),
      await diagnose('record outbox', async () => inTables(opened(stores), examineOutbox)),
      await diagnose('payments', async () => inTables(opened(stores), (store) => examinePayments(store, config))),
      await diagnose('payment alerts', async () => inTables(opened(stores), examineAlerts)),
      await diagnose('report store', () => examineReportStore(config)),
      await diagnose('mail', async () => examineMail(config, stores)),
      await diagnose('webhooks', async () => inTables(opened(stores), ({ database }) => checkWebhooks(database))),
      await diagnose('backups', async () =>
        checkBackups({ config, machineClock: systemClock }, (await modeIn(stores)) ?? config.requestedMode),
      ),
      await diagnose('clock', async () => inPostgres(opened(stores), examineClock)),
    ]
  } finally {
    if ('database' in stores) await stores.close()
  }
}

async function diagnose(name: string, look: () => Promise<Finding>): Promise<Diagnosis> {
  try {
    return { name, ...(await look()) }
  } catch (error) {
    return { name, state: 'failed', message: inWords(error) }
  }
}

function inWords(error: unknown): string {
  if (error instanceof StartupError) return error.message
  const message = redactText(error instanceof Error ? error.message : String(error))
  const reason = failureReason(error)
  return reason === undefined ? message : `${reason} (${message})`
}

type Unopened = { readonly reason: unknown }

async function openedStores({ config, log }: CommandDeps): Promise<Stores | Unopened> {
  try {
    return await openStores(config, log)
  } catch (reason) {
    return { reason }
  }
}

function opened(stores: Stores | Unopened): Stores {
  if ('reason' in stores) throw stores.reason
  return stores
}

async function inPostgres(stores: Stores, look: (stores: Stores) => Promise<Finding>): Promise<Finding> {
  try {
    return await look(stores)
  } catch (error) {
    throw explainPostgres(error, stores.databaseUrl())
  }
}

/** For a check that reads tables, which the migrations make. */
async function inTables(stores: Stores, look: (stores: Stores) => Promise<Finding>): Promise<Finding> {
  return inPostgres(stores, async () => {
    const isMigrated = (await pendingInPostgres(stores.database)) === 0
    return isMigrated ? look(stores) : ok('not checked before the migrations')
  })
}

async function examineFolder(config: PlatformConfig): Promise<Finding> {
  const { path } = openDataFolder(config.dataDir)
  const free = freeBytes(path)
  const room = `${path}, ${(free / GIBIBYTE).toFixed(1)} GiB free`
  return free < FREE_BYTES_WARN ? warning(`${room}: low disk space`) : ok(room)
}

async function examinePostgres({ database, isEmbedded }: Stores): Promise<Finding> {
  const { version, isDurable } = await database.describe()
  const pending = await pendingInPostgres(database)
  const place = `PostgreSQL ${version}, ${isEmbedded.postgres ? 'embedded' : 'at DATABASE_URL'}`
  if (!isDurable) {
    return warning(`${place}: fsync or synchronous_commit is off, a crash can lose payments`)
  }
  return pending === 0 ? ok(place) : warning(`${place}: ${toRun(pending)}`)
}

/** Checks the mode as the next start of the service would. */
async function examineMode(stores: Stores, config: PlatformConfig): Promise<Finding> {
  const stored = await findMode(stores.database.db)
  if (stored === undefined) return ok(`the first start writes ${config.requestedMode ?? 'sandbox'}`)
  refuseOtherMode(stored, config.requestedMode)
  const problems = stored === 'live' ? liveProblems(config) : []
  return problems.length === 0 ? ok(stored) : warning(`live, but a start is refused: ${inEnglish(problems)}`)
}

async function examineCopy({ database }: Stores): Promise<Finding> {
  const copy = await findRestoredCopy(database.db)
  if (copy === undefined) return ok('no: this installation was not restored from a backup')
  const { restoredTo, activatedAt } = copy
  if (activatedAt !== undefined) return ok(`restored to ${restoredTo}, active since ${activatedAt}`)
  return warning(`restored to ${restoredTo}: read-only and silent until "quittance activate" is run`)
}

/** Undefined where it cannot be read; the check of the mode says why. */
async function modeIn(stores: Stores | Unopened): Promise<Mode | undefined> {
  return 'database' in stores ? findMode(stores.database.db).catch(() => undefined) : undefined
}

async function examineRecords({ engine }: Stores): Promise<Finding> {
  const { name, version, host } = await engine.describe()
  const pending = await engine.pendingMigrations(readRecordMigrations())
  const where = `${name} ${version}, ${host === undefined ? 'embedded' : `at ${host}`}`
  if (pending > 0) return warning(`${where}: ${toRun(pending)}`)
  const facts = fileFacts(await engine.status())
  return ok([where, ...facts].join(', '))
}

const UPKEEP_WORDS: Readonly<Record<Upkeep, string>> = {
  checkpoint: 'a checkpoint is running',
  sort: 'a month is being sorted',
  rewrite: 'the file is being rewritten',
}

function fileFacts({ file, upkeep }: Partial<EngineStatus> = {}): readonly string[] {
  if (file === undefined) return []
  const { bytes, freeBytes: free, logBytes, unsortedMonths } = file
  return [
    `file ${mebibytes(bytes)} (${mebibytes(free)} free in it)`,
    `log ${mebibytes(logBytes)}`,
    `${unsortedMonths} ${unsortedMonths === 1 ? 'month' : 'months'} to sort`,
    ...(upkeep === undefined ? [] : [UPKEEP_WORDS[upkeep]]),
  ]
}

function mebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`
}

function toRun(count: number): string {
  return `${count} migration${count === 1 ? '' : 's'} to run: start the service or run "quittance migrate"`
}

async function examineOutbox({ database }: Stores): Promise<Finding> {
  const { waiting, refused, oldestSeconds } = await recordOutbox.depth(database)
  const age = `the oldest for ${Math.round(oldestSeconds)} s`
  if (refused > 0) {
    return warning(`${counted(refused)} refused: record_outbox keeps the reasons; ${counted(waiting)} waiting`)
  }
  if (waiting === 0) return ok('no records waiting')
  return oldestSeconds > OUTBOX_SECONDS_WARN
    ? warning(`${counted(waiting)} waiting, ${age}: is a service with role all or worker running?`)
    : ok(`${counted(waiting)} waiting, ${age}`)
}

async function examinePayments(
  { database, secrets }: Stores,
  { requestedMode, baseUrl }: PlatformConfig,
): Promise<Finding> {
  const mode = (await findMode(database.db)) ?? requestedMode ?? 'sandbox'
  return checkPayments({ database, secrets }, mode, baseUrl)
}

function counted(records: number): string {
  return records === 1 ? '1 record' : `${records} records`
}

async function examineAlerts({ database }: Stores): Promise<Finding> {
  const open = Object.entries(await countOpenAlerts(database)).filter(([, count]) => count > 0)
  if (open.length === 0) return ok('none open')
  return warning(`${open.map(([kind, count]) => `${count} ${kind}`).join(', ')}: see "quittance payments alerts"`)
}

async function examineReportStore({ fileStore }: PlatformConfig): Promise<Finding> {
  await checkReportStore(fileStore)
  return ok(fileStore.kind === 'folder' ? fileStore.folder : `s3://${fileStore.bucket}/${fileStore.prefix}`)
}

async function examineMail({ smtpUrl, requestedMode }: PlatformConfig, stores: Stores | Unopened): Promise<Finding> {
  const mode = (await modeIn(stores)) ?? requestedMode
  const { parked, waiting, aboveRate, dead } = await openMailsIn(stores)
  if (smtpUrl === undefined) {
    const count = parked + waiting + aboveRate
    return mode !== 'live'
      ? ok('no SMTP_URL: mails stay in the sandbox inbox')
      : warning(`no SMTP_URL: no mail can be sent, ${count === 1 ? '1 mail waits' : `${count} mails wait`}`)
  }
  await checkMail(smtpUrl)
  const late =
    aboveRate === 0 ? '' : `; ${aboveRate} above the rate of their organizations: see "quittance mails rates"`
  const accepts = `${new URL(smtpUrl).host} accepts mail${late}`
  return dead === 0 ? ok(accepts) : warning(`${accepts}, but ${dead} given up: see "quittance mails list --state dead"`)
}

/** None before the migrations. */
async function openMailsIn(stores: Stores | Unopened): Promise<OpenMails> {
  return 'database' in stores ? mailFigures.count(stores.database).catch(() => mailFigures.none) : mailFigures.none
}

async function examineClock({ database }: Stores): Promise<Finding> {
  const differenceMs = Math.abs(await measureClockDifferenceMs({ database }))
  const words = `${systemClock.now().toString({ smallestUnit: 'second' })}, ${differenceMs} ms from PostgreSQL's`
  if (differenceMs > CLOCK_DIFFERENCE_MS_MAX)
    throw new StartupError(`${words}: set the clocks (NTP), or no node starts`)
  return differenceMs > CLOCK_DIFFERENCE_MS_WARN ? warning(`${words}: set the clocks (NTP)`) : ok(words)
}
