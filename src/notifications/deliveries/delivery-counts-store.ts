import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export type DeliveryCounts = {
  readonly ready: number
  readonly waiting: number
  readonly held: number
  /** Events that wait for the fan-out. */
  readonly events: number
  /** Suspended webhooks. */
  readonly suspended: number
}

/** Counting stops here, so that it stays cheap however many there are. */
const COUNT_MAX = 100_000

export async function countDeliveries({ db }: { readonly db: Db }): Promise<DeliveryCounts> {
  const count = (rows: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select ${rows} limit ${COUNT_MAX}) as counted)`
  const { rows } = await sql<DeliveryCounts>`select
    ${count(sql`from webhook_deliveries where state = 'ready'`)} as ready,
    ${count(sql`from webhook_deliveries where state = 'waiting'`)} as waiting,
    ${count(sql`from webhook_deliveries where state = 'held'`)} as held,
    ${count(sql`from events where fan_out = 'waiting'`)} as events,
    ${count(sql`from webhooks where status = 'SUSPENDED' and deleted_at is null`)} as suspended`.execute(db)
  return rows[0] ?? { ready: 0, waiting: 0, held: 0, events: 0, suspended: 0 }
}
