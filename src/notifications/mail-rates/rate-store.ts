import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'

// The hours of organizations are those of the machine: the rate is about mails that really leave.

/** Whether the organization of a row has reached its rate; `column` has its id. */
export function hasReachedRate(column: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from mail_rates where mail_rates.organization_id = ${column}
    and mail_rates.full_until > clock_timestamp())`
}

/** The end of the current hour of an organization that has reached its rate; null for any other. */
export function rateIsFullUntil(organizationId: string): RawBuilder<Temporal.Instant | null> {
  return sql`(select ${FULL_UNTIL} from mail_rates rate where rate.organization_id = ${organizationId})`
}

/** How many mails may be taken of the organization of the row `rate`, which may be missing. */
export function leftOfRate(perHour: number): RawBuilder<number> {
  return sql`case when rate.started_at > ${HOUR_AGO} then ${rateOr(perHour)} - rate.used else ${rateOr(perHour)} end`
}

/** Counts the mails of `taken`, rows with an `organization_id`, in the statement that takes them. */
export function countingOf(taken: RawBuilder<unknown>, perHour: number): RawBuilder<unknown> {
  const used = sql`case when rate.started_at > ${HOUR_AGO} then rate.used else 0 end + excluded.used`
  const startedAt = sql`case when rate.started_at > ${HOUR_AGO} then rate.started_at else excluded.started_at end`
  return sql`insert into mail_rates as rate (organization_id, started_at, used, full_until)
    select organization_id, clock_timestamp(), count(*),
      case when count(*) >= ${perHour} then clock_timestamp() + interval '1 hour' end
    from ${taken} group by organization_id
    on conflict (organization_id) do update set started_at = ${startedAt}, used = ${used},
      full_until = case when ${used} >= ${rateOr(perHour)} then ${startedAt} + interval '1 hour' end`
}

/** Gives back the turn of a mail that was not accepted. */
export async function returnTurn(db: Db | Tx, organizationId: string, perHour: number): Promise<void> {
  await sql`update mail_rates as rate set used = used - 1,
      full_until = case when used > ${rateOr(perHour)} then full_until end
    where organization_id = ${organizationId} and used > 0`.execute(db)
}

export type MailRate = {
  readonly organizationId: string
  /** Null for the setting of the service. */
  readonly perHour: number | null
  /** Within the current hour. */
  readonly used: number
  /** The end of the hour, if the rate is reached. */
  readonly fullUntil: Temporal.Instant | null
}

/** Changes the rate of an organization, from now on; null for the setting of the service, which is `usual`. */
export async function setRate(
  tx: Tx,
  { organizationId, perHour, usual }: { organizationId: string; perHour: number | null; usual: number },
): Promise<MailRate> {
  const inForce = perHour ?? usual
  const { rows } = await sql<MailRate>`insert into mail_rates as rate (organization_id, per_hour)
    values (${organizationId}, ${perHour}::integer)
    on conflict (organization_id) do update set per_hour = excluded.per_hour,
      full_until = case when rate.used >= ${inForce} and rate.started_at > ${HOUR_AGO}
        then rate.started_at + interval '1 hour' end
    returning ${COLUMNS}`.execute(tx)
  return rows[0] as MailRate
}

/** The rates of organizations that have sent mails or have a rate of their own; those that have reached it first. */
export async function listRates(
  db: Db,
  { organizationId, limit }: { readonly organizationId: string | undefined; readonly limit: number },
): Promise<readonly MailRate[]> {
  const chosen = organizationId === undefined ? sql`true` : sql`organization_id = ${organizationId}`
  const { rows } = await sql<MailRate>`select ${COLUMNS} from mail_rates rate where ${chosen}
    order by (${FULL_UNTIL}) nulls last, used desc, organization_id limit ${limit}`.execute(db)
  return rows
}

const HOUR_AGO = sql`clock_timestamp() - interval '1 hour'`
const FULL_UNTIL = sql`case when rate.full_until > clock_timestamp() then rate.full_until end`
const COLUMNS = sql`organization_id as "organizationId", per_hour as "perHour",
  case when rate.started_at > ${HOUR_AGO} then rate.used else 0 end as used, ${FULL_UNTIL} as "fullUntil"`

function rateOr(perHour: number): RawBuilder<number> {
  return sql`coalesce(rate.per_hour, ${perHour})`
}
