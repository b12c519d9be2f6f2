import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedDuckDb } from '../duckdb/embedded-duckdb.ts'
import { openDataFolder, storesLogOf } from '../files/data-folder.ts'
import { readJsonFile } from '../files/small-file.ts'
import { createLogger, type Logger } from '../log/log.ts'
import { LogWriter } from '../log/log-writer.ts'
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts'
import { isRunning } from '../processes/child-process.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { takeFolderLock } from './folder-lock.ts'
import { Keeper } from './keeper.ts'
import { STORE_NAMES } from './lease-protocol.ts'

/** The previous keeper may still be stopping its stores. */
const LOCK_MS_MAX = 60_000
const LOG_BYTES_MAX = 16 * 1024 * 1024

const [dataDir = '', engineMemoryBytesMax = '', archiveSeconds = '', ...needs] = process.argv.slice(2)
const folder = openDataFolder(dataDir)
const log = openLog(storesLogOf(folder))
// Shown in the process list.
process.title = `quittance stores ${folder.path}`
// Signals are for the services: the keeper ends with the last lease.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {})
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'the keeper failed')
  process.exit(1)
})

const addressFile = join(folder.run, 'keeper.json')
const lock = await waitUntil(
  () => takeFolderLock(join(folder.run, 'keeper.lock')) ?? (isAnotherServing() ? 'taken' : undefined),
  { withinMs: LOCK_MS_MAX },
)
if (lock === undefined || lock === 'taken') {
  log.info('another keeper is using this folder')
  process.exit(0)
}
await new Keeper({
  addressFile,
  needs: STORE_NAMES.filter((name) => needs.includes(name)),
  starters: {
    postgres: () => startEmbeddedPostgres(folder, log, { archiveSeconds: Number(archiveSeconds) }),
    records: () => startEmbeddedDuckDb(folder, { memoryMaxBytes: Number(engineMemoryBytesMax), log }),
  },
  log,
}).run()
lock.release()
process.exit(0)

/** A keeper that is stopping has already removed its address; this one waits for it. */
function isAnotherServing(): boolean {
  const pid = readJsonFile(addressFile)?.['pid']
  return typeof pid === 'number' && isRunning(pid)
}

function openLog(file: string): Logger {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_BYTES_MAX) renameSync(file, `${file}.1`)
  return createLogger({ level: 'info', destination: LogWriter.toFile(file) })
}
