import { join } from 'node:path'
import type { Exit } from '../child-process.ts'
import type { DataFolder } from '../data-folder.ts'
import { freePort } from '../free-port.ts'
import type { Logger } from '../log.ts'
import { readOrCreateAccess, writeAccess } from '../store-access.ts'
import { startEngine } from './engine/start-engine.ts'

/** The engine knows no users, only its password. */
const USER = 'default'

export type EmbeddedClickHouse = {
  readonly url: string
  readonly pid: number
  readonly exited: Promise<Exit>
  readonly stop: () => Promise<void>
}

/** Starts the ClickHouse engine of a data folder at its usual port, or another where that is taken. */
export async function startEmbeddedClickHouse(
  folder: DataFolder,
  options: { readonly memoryMaxBytes: number; readonly log: Logger },
): Promise<EmbeddedClickHouse> {
  const accessFile = join(folder.run, 'clickhouse.json')
  const { port: wished, password } = readOrCreateAccess(accessFile)
  const engine = await startEngine({
    folder: folder.clickhouse,
    exportsFolder: folder.exports,
    port: await freePort(wished),
    password,
    ...options,
  })
  const { port, pid, exited, stop } = engine
  writeAccess(accessFile, { port, password }, { user: USER, pid: String(pid) })
  return { url: `http://${USER}:${password}@127.0.0.1:${port}`, pid, exited, stop }
}
