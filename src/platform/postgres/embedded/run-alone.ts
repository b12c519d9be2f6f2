import { spawn } from 'node:child_process'
import type { DataFolder } from '../../files/data-folder.ts'
import { closeOf } from '../../processes/child-process.ts'
import { ENVIRONMENT, explainFailure, findProgram, readOutput } from './postgres-program.ts'
import { changeOwner } from './run-as.ts'
import { serverSettings } from './server-settings.ts'

const SETTINGS_MEMORY_BYTES = 1024 ** 3

type Alone = {
  readonly database: string
  /** For the recovery, about which the output tells. */
  readonly settings: Readonly<Record<string, string>>
  /** One line each; the first that fails ends the run. */
  readonly statements: readonly string[]
}

/** Recovers a cluster if needed and runs statements on it, as its superuser: the server runs alone, without a port. */
export async function runAlone(
  folder: DataFolder,
  { database, settings, statements }: Alone,
): Promise<readonly string[]> {
  const { binaries, runAs } = await findProgram(folder)
  changeOwner(folder.postgres, runAs)
  const all = { ...serverSettings(SETTINGS_MEMORY_BYTES), exit_on_error: 'on', ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, commandArgs] = runAs.command(binaries.postgres, [
    '--single',
    '-D',
    folder.postgres,
    ...args,
    database,
  ])
  const child = spawn(command, commandArgs, { ...(runAs.ids ?? {}), stdio: 'pipe', env: ENVIRONMENT })
  const output: string[] = []
  readOutput(child, (line) => output.push(line))
  child.stdin.on('error', () => undefined)
  child.stdin.end([...statements, ''].join('\n'))
  const { code } = await closeOf(child)
  if (code !== 0) throw explainFailure('could not be recovered', folder, output)
  return output
}
