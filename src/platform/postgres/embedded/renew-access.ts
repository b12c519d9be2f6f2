import { spawn } from 'node:child_process'
import type { DataFolder } from '../../files/data-folder.ts'
import { readOrCreateAccess } from '../../files/store-access.ts'
import { exitOf } from '../../processes/child-process.ts'
import { SERVICE_ROLE, serviceUrlOf } from '../service-role.ts'
import { accessFileOf, CLUSTER_OWNER, urlOf } from './embedded-access.ts'
import { refuseOtherVersion } from './make-cluster.ts'
import { ENVIRONMENT, explainFailure, findProgram, readOutput } from './postgres-program.ts'
import { changeOwner } from './run-as.ts'
import { serverSettings } from './server-settings.ts'

const SETTINGS_MEMORY_BYTES = 1024 ** 3

/**
 * Recovers a cluster that was copied to this folder, and gives its roles new passwords: those of the original stay with
 * the original. The server runs alone, without a port, until that is done. Further settings are for the recovery, about
 * which the output tells.
 */
export async function renewAccess(
  folder: DataFolder,
  recovery: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { binaries, runAs } = await findProgram(folder)
  refuseOtherVersion(folder)
  changeOwner(folder.postgres, runAs)
  const access = readOrCreateAccess(accessFileOf(folder))
  const servicePassword = new URL(serviceUrlOf(urlOf(access))).password
  const settings = { ...serverSettings(SETTINGS_MEMORY_BYTES), exit_on_error: 'on', ...recovery }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, commandArgs] = runAs.command(binaries.postgres, [
    '--single',
    '-D',
    folder.postgres,
    ...args,
    'postgres',
  ])
  const child = spawn(command, commandArgs, { ...(runAs.ids ?? {}), stdio: 'pipe', env: ENVIRONMENT })
  const output: string[] = []
  readOutput(child, (line) => output.push(line))
  child.stdin.on('error', () => undefined)
  child.stdin.end(
    [
      `alter role ${CLUSTER_OWNER} password '${access.password}'`,
      `alter role ${SERVICE_ROLE} password '${servicePassword}'`,
      '',
    ].join('\n'),
  )
  const { code } = await exitOf(child)
  if (code !== 0) throw explainFailure('could not be recovered', folder, output)
  return output
}
