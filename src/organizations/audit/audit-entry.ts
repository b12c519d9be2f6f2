// pure
import type { AuditActor } from '../../kernel/actor.ts'

/** One thing that was done. Details name no secrets and no personal data beyond ids. */
export type AuditEntry = {
  /** Whose trail it belongs to; `INSTALLATION` where it concerns no organization. */
  readonly organizationId: string
  readonly entryId: string
  /** By the machine's clock: the sandbox clock may go back. */
  readonly at: Temporal.Instant
  readonly actor: AuditActor
  /** What happened, as `organization.created`. */
  readonly action: string
  /** What it happened to, as `organization:shop1`. */
  readonly subject: string
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

/** No organization can be called so. */
export const INSTALLATION = '*'
