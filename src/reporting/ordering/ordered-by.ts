import type { AuditActor } from '../../kernel/actor.ts'

/** Whose running reports are counted together: those of a key or of a user. */
export function orderedByOf(by: AuditActor): string {
  switch (by.kind) {
    case 'key':
      return `key ${by.organizationId} ${by.keyId}`
    case 'user':
      return `user ${by.organizationId} ${by.userId}`
    case 'command-line':
      return `command-line ${by.name}`
    case 'service':
      return 'service'
  }
}
