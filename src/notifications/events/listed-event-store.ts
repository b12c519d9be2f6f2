import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Event } from './event.ts'

export type ListedEvent = Event & {
  readonly eventId: string
  /** The order of events. */
  readonly position: bigint
}

type EventFilter = {
  readonly organizationId: string
  readonly eventType?: string | undefined
  /** Before this position. */
  readonly before?: bigint | undefined
}

/** The newest first, without those that were withdrawn. */
export async function listEvents(
  db: Db,
  { organizationId, eventType, before }: EventFilter,
  { limit }: { readonly limit: number },
): Promise<readonly ListedEvent[]> {
  const conditions = [
    sql`organization_id = ${organizationId}`,
    sql`fan_out <> 'withdrawn'`,
    ...(eventType === undefined ? [] : [sql`event_type = ${eventType}`]),
    // The index is by time; events of one moment are few.
    ...(before === undefined
      ? []
      : [
          sql`occurred_at <= (select occurred_at from events where organization_id = ${organizationId}
            and position = ${String(before)}::bigint)`,
          sql`(occurred_at, position) < (select occurred_at, position from events
            where organization_id = ${organizationId} and position = ${String(before)}::bigint)`,
        ]),
  ]
  const { rows } = await sql<ListedEvent>`select organization_id as "organizationId", event_id as "eventId", position,
      event_type as type, occurred_at as "occurredAt", subject, payload
    from events where ${sql.join(conditions, sql` and `)}
    order by occurred_at desc, position desc limit ${limit}`.execute(db)
  return rows
}
