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
