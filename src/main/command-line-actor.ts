import { userInfo } from 'node:os'
import type { AuditActor } from '../organizations/index.ts'

/** Whoever runs a command, as the audit trail names them. */
export function commandLineActor(): AuditActor {
  return { kind: 'command-line', name: accountName() }
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container a process may run under a number that no account has.
    return `account ${process.getuid?.()}`
  }
}
