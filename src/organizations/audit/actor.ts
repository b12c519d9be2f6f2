// pure
import type { AuditActor } from './audit-entry.ts'

/** For whom something is done, and by whom. */
export type Actor = {
  /** Whose things they are: the organization acted for. */
  readonly organizationId: string
  readonly by: AuditActor
}
