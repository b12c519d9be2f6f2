import { type RawBuilder, sql } from 'kysely'
import type { InvoiceColumns } from '../../invoicing/index.ts'
import { assert } from '../../kernel/assert.ts'
import type { Database, Db, Tx } from '../../platform/postgres/database.ts'
import { NOT_THE_CARD } from '../model/card-declines.ts'
import { attemptsThatMatter, type CardTestingLimits, declinesThatMatter, type RecentAttempts } from './episode.ts'

/** Larger attacks are counted up to this. */
const DECLINES_COUNTED_MAX = 10_000

type RecentRow = {
  readonly now: Temporal.Instant
  readonly declines: number
  readonly began_at: Temporal.Instant | null
  readonly ended_at: Temporal.Instant | null
}

/**
 * Counts a merchant's attempts within the window. They are counted where they are: a counter would be one row that all
 * payments of the merchant wait for. A merchant without many declines costs one look into a small index.
 */
export async function findRecentAttempts(
  db: Db | Tx,
  organizationId: string,
  limits: CardTestingLimits,
): Promise<RecentAttempts> {
  const { rows } = await sql<RecentRow>`
    select clock_timestamp() as now, declined.declines, episode.began_at, episode.ended_at
    from (select count(*)::integer as declines from (select 1 from payment_attempts
      where organization_id = ${organizationId} and kind = 'charge' and token_id is null and status = 'declined'
        and decline_reason <> all (${[...NOT_THE_CARD]}::text[]) and ${within(limits)}
      limit ${DECLINES_COUNTED_MAX}) counted) declined
    left join card_testing_episodes episode on episode.organization_id = ${organizationId}`.execute(db)
  const [row] = rows
  assert(row !== undefined, 'A count has a row.')
  const { now, declines, began_at: beganAt, ended_at: endedAt } = row
  const attempts =
    declines < declinesThatMatter(limits) ? declines : await countAttempts(db, organizationId, { declines, limits })
  const episode = beganAt === null ? undefined : { beganAt, endedAt: endedAt ?? undefined }
  return { now, declines, attempts, episode }
}

async function countAttempts(
  db: Db | Tx,
  organizationId: string,
  { declines, limits }: { readonly declines: number; readonly limits: CardTestingLimits },
): Promise<number> {
  const { rows } = await sql<{ readonly attempts: number }>`select count(*)::integer as attempts
    from (select 1 from payment_attempts
      where organization_id = ${organizationId} and kind = 'charge' and token_id is null and ${within(limits)}
      limit ${attemptsThatMatter(declines, limits)}) counted`.execute(db)
  return rows[0]?.attempts ?? 0
}

/** Not by clock_timestamp(), which changes within a statement, so that no index is used for it. */
function within({ windowMinutes }: CardTestingLimits): RawBuilder<unknown> {
  return sql`called_at > statement_timestamp() - ${windowMinutes}::integer * interval '1 minute'`
}

/** Begins or resumes a merchant's episode. False if another attempt has done so. */
export async function beginEpisode(
  tx: Tx,
  organizationId: string,
  { isNew }: { readonly isNew: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into card_testing_episodes (organization_id)
    values (${organizationId})
    on conflict (organization_id) do update set began_at = excluded.began_at, ended_at = null,
      episodes = card_testing_episodes.episodes + ${isNew ? 1 : 0}::integer
    where card_testing_episodes.ended_at is not null`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends an episode unless it has begun again since. */
export async function endEpisode(
  db: Db,
  organizationId: string,
  { beganAt }: { readonly beganAt: Temporal.Instant },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update card_testing_episodes set ended_at = clock_timestamp()
    where organization_id = ${organizationId} and ended_at is null
      and began_at = ${beganAt.toString()}`.execute(db)
  return numAffectedRows === 1n
}

/** The merchants under attack. */
export async function findAttacked(db: Db, { limit }: { readonly limit: number }): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly organization_id: string }>`select organization_id from card_testing_episodes
    where ended_at is null order by began_at limit ${limit}`.execute(db)
  return rows.map(({ organization_id }) => organization_id)
}

/** A column that says whether the merchant of an invoice is under attack, for a statement that reads the invoice. */
export function isAttackedColumn({ organizationId }: Pick<InvoiceColumns, 'organizationId'>): RawBuilder<boolean> {
  return sql`exists (select from card_testing_episodes episode
    where episode.organization_id = ${organizationId} and episode.ended_at is null)`
}

export type EpisodeCounts = { readonly open: number; readonly begun: number }

/** The episodes of all merchants. */
export async function countEpisodes({ db }: Pick<Database, 'db'>): Promise<EpisodeCounts> {
  const { rows } = await sql<EpisodeCounts>`select count(*) filter (where ended_at is null)::integer as open,
    coalesce(sum(episodes), 0)::integer as begun from card_testing_episodes`.execute(db)
  return rows[0] ?? { open: 0, begun: 0 }
}
