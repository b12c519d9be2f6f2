// pure
import type { AuditActor } from '../../kernel/actor.ts'

/** The actor as text, for lists. */
export function actorWords(actor: AuditActor): string {
  switch (actor.kind) {
    case 'command-line':
      return `command line (${actor.name})`
    case 'key':
      return `key ${actor.keyId} of ${actor.organizationId}`
    case 'user':
      return `user ${actor.userId} of ${actor.organizationId}`
    case 'payer':
    case 'service':
      return actor.kind
  }
}
