import { spawnSync } from 'node:child_process'
import { chmodSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../processes/startup-error.ts'

/** PostgreSQL refuses to run as root; this decides how to start it from the current user. */
export type RunAs = {
  readonly command: (program: string, args: readonly string[]) => readonly [string, string[]]
  readonly ids?: AccountIds
}

type AccountIds = { readonly uid: number; readonly gid: number }
type Place = { readonly postgres: string; readonly dataDir: string }

const NAMESPACE_ARGS = ['-U', '--map-user=65534', '--map-group=65534', '--']
/** Our own account, if the system has one. We never create it. */
const OWN_ACCOUNT = 'quittance'
/** Debian reserves the number and systemd never assigns it; containers map all numbers below 65,536. */
const UNUSED_ID = 65_525
/** Other programs run as this account too: they could read the cluster and stop the server. It only creates a cluster. */
const SHARED_ACCOUNT = 'nobody'

const direct: RunAs['command'] = (program, args) => [program, [...args]]

/** How to run the server. As root: in a user namespace, as our own account, or as a user that no other program has. */
export function chooseRunAs(place: Place): RunAs {
  if (process.getuid?.() !== 0) return { command: direct }
  return namespace(place.postgres) ?? account(place, accountIds(OWN_ACCOUNT) ?? unusedIds()) ?? refuse()
}

/** How to create the cluster: initdb insists on a user with a name. */
export function chooseCreator(runAs: RunAs, place: Place): RunAs {
  if (runAs.ids?.uid !== UNUSED_ID) return runAs
  return account(place, accountIds(SHARED_ACCOUNT)) ?? refuse()
}

/** A user namespace in which we are not root: works below folders that only root may enter. */
function namespace(postgres: string): RunAs | undefined {
  const command: RunAs['command'] = (program, args) => ['unshare', [...NAMESPACE_ARGS, program, ...args]]
  return answers(command, postgres) ? { command } : undefined
}

/** Undefined if the account may not enter the data folder and the program. */
function account({ postgres, dataDir }: Place, ids: AccountIds | undefined): RunAs | undefined {
  if (ids === undefined || !answers(direct, postgres, ids)) return undefined
  return canEnter(dataDir, ids) || canEnterOnceOpened(dataDir, ids) ? { command: direct, ids } : undefined
}

function canEnter(folder: string, ids: AccountIds): boolean {
  const entering = ['-c', 'cd "$1"', 'sh', folder]
  return spawnSync('/bin/sh', entering, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Others may pass through the data folder, but not list it; its content stays closed to them. */
function canEnterOnceOpened(dataDir: string, ids: AccountIds): boolean {
  const mode = statSync(dataDir).mode & 0o777
  chmodSync(dataDir, mode | 0o011)
  if (canEnter(dataDir, ids)) return true
  chmodSync(dataDir, mode)
  return false
}

function accountIds(name: string): AccountIds | undefined {
  return passwdEntries().find((entry) => entry.name === name)
}

function unusedIds(): AccountIds | undefined {
  const isTaken = passwdEntries().some(({ uid }) => uid === UNUSED_ID)
  return isTaken ? undefined : { uid: UNUSED_ID, gid: UNUSED_ID }
}

function passwdEntries(): readonly (AccountIds & { readonly name: string })[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}

function answers(command: RunAs['command'], postgres: string, ids?: AccountIds): boolean {
  const [program, args] = command(postgres, ['--version'])
  return spawnSync(program, args, { ...ids, cwd: '/', stdio: 'ignore', timeout: 10_000 }).status === 0
}

function refuse(): never {
  throw new StartupError(
    'PostgreSQL does not run as root, user namespaces are refused here, and neither an account quittance nor, with the help of nobody, the user 65525 may enter the data folder and the program: create the account, start Quittance as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/**
 * PostgreSQL accepts only a folder that belongs to the user it runs as. Needed only as root. The folder is closed to its
 * former owner first, and links are not followed: that owner may have put them there. A start that was interrupted
 * repeats all of it, because the folder gets its owner last.
 */
export function changeOwner(path: string, { ids }: RunAs): void {
  const { uid, gid } = ids ?? { uid: 0, gid: 0 }
  if (process.getuid?.() !== 0 || lstatSync(path).uid === uid) return
  lchownSync(path, 0, 0)
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid)
  }
  lchownSync(path, uid, gid)
}
