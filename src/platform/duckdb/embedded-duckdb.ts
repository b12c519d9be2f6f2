import { join } from 'node:path'
import type { DataFolder } from '../files/data-folder.ts'
import { readJsonFile } from '../files/small-file.ts'
import { readOrCreateAccess, writeAccess } from '../files/store-access.ts'
import type { Logger } from '../log/log.ts'
import { commandLineOf, endProcess, isRunning, type RunningStore } from '../processes/child-process.ts'
import { freePort } from '../processes/free-port.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { startDuckDb } from './start-duckdb.ts'

/** The engine knows no users, only its password. */
const USER = 'default'
const ORPHAN_MS_MAX = 3_000

/** Starts the record engine of a data folder at its usual port, or at another if that is taken. */
export async function startEmbeddedDuckDb(
  folder: Pick<DataFolder, 'records' | 'exports' | 'run'>,
  options: { readonly memoryMaxBytes: number; readonly log: Logger },
): Promise<RunningStore> {
  const accessFile = join(folder.run, 'records.json')
  await endOrphan(accessFile, options.log)
  const { port: wished, password } = readOrCreateAccess(accessFile)
  const { port, pid, exited, stop } = await startDuckDb({
    folder: folder.records,
    exportsFolder: folder.exports,
    port: await freePort(wished),
    password,
    ...options,
  })
  writeAccess(accessFile, { port, password }, { user: USER, pid: String(pid) })
  return { url: `http://${USER}:${password}@127.0.0.1:${port}`, exited, stop }
}

/** The engine of a killed keeper ends by itself; one that is too busy for that is ended. */
async function endOrphan(accessFile: string, log: Logger): Promise<void> {
  const pid = Number(readJsonFile(accessFile)?.['pid'] ?? 0)
  const isOurs = (): boolean => pid > 1 && isRunning(pid) && isEngineProcess(pid)
  const isGone = await waitUntil(() => (isOurs() ? undefined : true), { withinMs: ORPHAN_MS_MAX })
  if (isGone) return
  log.warn({ pid }, 'stopping the engine that an earlier run left behind')
  await endProcess(pid, [{ signal: 'SIGKILL', withinMs: ORPHAN_MS_MAX }])
}

/** The process id may belong to another program by now. */
function isEngineProcess(pid: number): boolean {
  return /\bduckdb-process\.(mjs|ts)\b/.test(commandLineOf(pid) ?? '')
}
