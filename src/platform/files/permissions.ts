import { statSync } from 'node:fs'
import { StartupError } from '../processes/startup-error.ts'

/** Read or write for the group or for others. Entering alone is harmless: PostgreSQL's account may need 0711. */
const SHARED_BITS = 0o066

/** Refuses a file or folder that other users can read or change, with the command that repairs it. */
export function refuseShared(path: string, what: string, { ownerOnly }: { readonly ownerOnly: '600' | '700' }): void {
  const mode = statSync(path).mode & 0o777
  if ((mode & SHARED_BITS) === 0) return
  throw new StartupError(
    `${what} ${path} can be read by other users (mode ${mode.toString(8)}): run "chmod ${ownerOnly} ${quoted(path)}".`,
  )
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
