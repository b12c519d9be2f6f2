import type { Db, Tx } from '../postgres/database.ts'

/**
 * The data that a component makes in sandbox mode. Live mode begins without it; organizations, settings and the audit
 * trail are kept. Every component that stores something exports one at its index.
 */
export type SandboxData = {
  /** Tables that live mode begins without, each before those that it refers to. */
  readonly tables: readonly string[]
  /** Things that keep a sandbox from going live, by their plural, such as `{ invoices: 2 }`. */
  readonly count?: (db: Db) => Promise<Readonly<Record<string, number>>>
  /** Deletes data outside PostgreSQL. If it is interrupted, the next call deletes the rest. */
  readonly deleteOutside?: () => Promise<void>
  /** Brings the times of kept things, which are by the sandbox clock, to the machine's time; the agenda is empty. */
  readonly restart?: (tx: Tx, now: Temporal.Instant) => Promise<void>
}

/** Future work, jobs, and responses that are stored for repeated requests. */
export const platformSandboxData: SandboxData = {
  tables: ['agenda', 'graphile_worker._private_jobs', 'idempotency_keys', 'idempotency_usage'],
}
