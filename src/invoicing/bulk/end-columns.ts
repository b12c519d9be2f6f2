import { type RawBuilder, sql } from 'kysely'
import type { AuditActor } from '../../kernel/actor.ts'
import type { JobStop } from './invoice-job.ts'

/** The columns of jobs and imports that say when, and why, they ended. */
export type EndColumns = {
  readonly ended_at: Temporal.Instant | null
  readonly stop_reason: string | null
  readonly stop_message: string | null
  readonly stopped_by: AuditActor | null
}

export const END_COLUMNS = sql`ended_at, stop_reason, stop_message, stopped_by`

type End = { readonly endedAt: Temporal.Instant | undefined; readonly stop: JobStop | undefined }

export function endOf({ ended_at, stop_reason, stop_message, stopped_by }: EndColumns): End {
  const stop = { message: stop_message ?? '', by: stopped_by ?? undefined }
  return { endedAt: ended_at ?? undefined, stop: stop_reason === null ? undefined : { reason: stop_reason, ...stop } }
}

/** Sets the columns, and the status, of what has ended: by itself, or because it was stopped. */
export function setEnd({
  at,
  stop,
}: {
  readonly at: Temporal.Instant
  readonly stop?: JobStop | undefined
}): RawBuilder<unknown> {
  const stoppedBy = stop?.by === undefined ? null : JSON.stringify(stop.by)
  return sql`ended_at = ${at.toString()}, status = ${stop === undefined ? 'COMPLETED' : 'STOPPED'},
    stop_reason = ${stop?.reason ?? null}, stop_message = ${stop?.message ?? null}, stopped_by = ${stoppedBy}::jsonb`
}
