// pure
import type { AuditActor } from '../../kernel/actor.ts'

/** One action. Details contain no secrets, and no personal data except ids. */
export type AuditEntry = {
  /** The owner of the trail; `INSTALLATION` if no organization is concerned. */
  readonly organizationId: string
  readonly entryId: string
  /** By the machine's clock: the sandbox clock may go back. */
  readonly at: Temporal.Instant
  readonly actor: AuditActor
  /** The event, such as `organization.created`. */
  readonly action: string
  /** The affected object, such as `organization:shop1`. */
  readonly subject: string
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

/** Not a valid organization id. */
export const INSTALLATION = '*'

/** The actor as text, for lists. */
export function actorWords(actor: AuditActor): string {
  switch (actor.kind) {
    case 'command-line':
      return `command line (${actor.name})`
    case 'key':
      return `key ${actor.keyId} of ${actor.organizationId}`
    case 'user':
      return `person ${actor.personId} of ${actor.organizationId}`
    case 'payer':
    case 'service':
      return actor.kind
  }
}
