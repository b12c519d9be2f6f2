import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../processes/child-process.ts'
import { StartupError } from '../processes/startup-error.ts'
import type { DataFolder } from './data-folder.ts'
import { readJsonFile } from './small-file.ts'

/**
 * Refuses a data folder whose records the former embedded engine holds. This program cannot read them, and starting
 * on an empty store would look as if they were lost.
 */
export function refuseLegacyRecords({ path, run }: Pick<DataFolder, 'path' | 'run'>): void {
  const former = join(path, 'clickhouse')
  if (!existsSync(join(former, 'data'))) return
  const pid = Number(readJsonFile(join(run, 'keeper.json'))?.['pid'] ?? 0)
  const isFormerKeeper = existsSync(join(run, 'clickhouse.json')) && pid > 1 && isRunning(pid)
  const keeper = isFormerKeeper ? ` (its stores run now, as process ${pid})` : ''
  throw new StartupError(
    `The report records in ${former} were written by a former version: export them with that version${keeper} ("quittance records export FOLDER"), stop it, rename ${former}, start this version, and load them ("quittance records load FOLDER").`,
  )
}
