import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../processes/startup-error.ts'

/** PostgreSQL refuses to run as root; this says how to start it from the user that we are. */
export type RunAs = {
  readonly command: (program: string, args: readonly string[]) => readonly [string, string[]]
  readonly ids?: AccountIds
}

type AccountIds = { readonly uid: number; readonly gid: number }

const NAMESPACE_ARGS = ['-U', '--map-user=65534', '--map-group=65534', '--']
/** Accounts that exist to be harmless. None is ever made by us. */
const UNPRIVILEGED_ACCOUNTS = ['postgres', 'nobody']

const direct: RunAs['command'] = (program, args) => [program, [...args]]

export function chooseRunAs({ postgres, dataDir }: { postgres: string; dataDir: string }): RunAs {
  if (process.getuid?.() !== 0) return { command: direct }
  return namespace(postgres) ?? account({ postgres, dataDir }) ?? refuse()
}

/** A user namespace in which we are not root: works below folders that only root may enter. */
function namespace(postgres: string): RunAs | undefined {
  const command: RunAs['command'] = (program, args) => ['unshare', [...NAMESPACE_ARGS, program, ...args]]
  return answers(command, postgres) ? { command } : undefined
}

/** An account that exists anyway, where it may enter the data folder and the program. */
function account({ postgres, dataDir }: { postgres: string; dataDir: string }): RunAs | undefined {
  for (const name of UNPRIVILEGED_ACCOUNTS) {
    const ids = accountIds(name)
    if (ids === undefined || !answers(direct, postgres, ids)) continue
    if (canEnter(dataDir, ids) || canEnterOnceOpened(dataDir, ids)) return { command: direct, ids }
  }
  return undefined
}

function canEnter(folder: string, ids: AccountIds): boolean {
  const entering = ['-c', 'cd "$1"', 'sh', folder]
  return spawnSync('/bin/sh', entering, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Others may pass through the data folder, but not list it; what lies in it stays closed to them. */
function canEnterOnceOpened(dataDir: string, ids: AccountIds): boolean {
  const mode = statSync(dataDir).mode & 0o777
  chmodSync(dataDir, mode | 0o011)
  if (canEnter(dataDir, ids)) return true
  chmodSync(dataDir, mode)
  return false
}

function accountIds(name: string): AccountIds | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

function answers(command: RunAs['command'], postgres: string, ids?: AccountIds): boolean {
  const [program, args] = command(postgres, ['--version'])
  return spawnSync(program, args, { ...ids, cwd: '/', stdio: 'ignore', timeout: 10_000 }).status === 0
}

function refuse(): never {
  throw new StartupError(
    'PostgreSQL does not run as root, user namespaces are refused here, and no unprivileged account (postgres, nobody) may enter the data folder and the program: start Quittance as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** PostgreSQL accepts only a folder that belongs to the user it runs as. Needed only as root. */
export function changeOwner(path: string, { ids }: RunAs): void {
  const { uid, gid } = ids ?? { uid: 0, gid: 0 }
  if (process.getuid?.() !== 0 || lstatSync(path).uid === uid) return
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), uid, gid)
  }
  chownSync(path, uid, gid)
}
