import { mkdirSync } from 'node:fs'
import type { DataFolder } from '../../files/data-folder.ts'
import { readOrCreateAccess } from '../../files/store-access.ts'
import type { Logger } from '../../log/log.ts'
import type { RunningStore } from '../../processes/child-process.ts'
import { withClient } from '../with-client.ts'
import { accessFileOf, createDatabase, saveAccess, urlOf } from './embedded-access.ts'
import { hasCluster, makeCluster, refuseOtherVersion, removeDrafts } from './make-cluster.ts'
import { findProgram } from './postgres-program.ts'
import { endOrphan, startServer } from './postgres-server.ts'
import { changeOwner } from './run-as.ts'
import { archiveSettings } from './server-settings.ts'

type StartOptions = {
  /** After how long an unfinished segment of the write-ahead log is archived; 0: none is. */
  readonly archiveSeconds?: number
}

/** Starts the PostgreSQL of a data folder, and creates or recovers it if needed. */
export async function startEmbeddedPostgres(
  folder: DataFolder,
  log: Logger,
  { archiveSeconds = 0 }: StartOptions = {},
): Promise<RunningStore> {
  const program = await findProgram(folder)
  const wished = readOrCreateAccess(accessFileOf(folder))
  await endOrphan(folder, log)
  removeDrafts(folder)
  if (!hasCluster(folder)) await makeCluster(folder, program, wished.password)
  refuseOtherVersion(folder)
  changeOwner(folder.postgres, program.runAs)
  const settings = archiveSeconds === 0 ? {} : archiveSettings({ folder: folder.wal, seconds: archiveSeconds })
  if (archiveSeconds !== 0) {
    mkdirSync(folder.wal, { recursive: true, mode: 0o700 })
    changeOwner(folder.wal, program.runAs)
  }
  const server = await startServer({ folder, program, log, settings }, wished)
  saveAccess(folder, server.access)
  await createDatabase(server.access)
  if (archiveSeconds !== 0) await startArchiveTimer(urlOf(server.access))
  const stop = async (): Promise<void> => {
    await server.stop()
    // An initdb that outlives its keeper creates its folders again if a later start has removed them.
    removeDrafts(folder)
  }
  return { url: urlOf(server.access), exited: server.exited, stop }
}

/**
 * The checkpointer, which ends segments in time, goes to sleep before the server is up, and then for five minutes: it does
 * not know yet that it has to. Reading the settings again wakes it.
 */
async function startArchiveTimer(url: string): Promise<void> {
  await withClient({ connectionString: url }, (client) => client.query('select pg_reload_conf()'))
}
