import { type RawBuilder, sql } from 'kysely'
import type { RecordKind } from '../../catalogue/kinds.ts'
import type { Figure } from '../../platform/metrics/metrics.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { RecordInput } from '../reading/record.ts'

/** Identifies an outbox row. */
export type OutboxKey = { readonly organizationId: string; readonly outboxId: bigint }

export type OutboxRow = OutboxKey & {
  /** As it was written by this release, or by an older or a newer one. */
  readonly record: unknown
  readonly recordBytes: number
}

export type Refusal = OutboxKey & { readonly reason: string }

type NewRow = {
  readonly organizationId: string
  readonly kind: RecordKind
  readonly record: RecordInput
}

export function outboxWrite({ organizationId, kind, record }: NewRow): Write {
  const text = JSON.stringify(record)
  return sql`insert into record_outbox (organization_id, kind, merchant_id, occurred_at, record,
      record_bytes)
    values (${organizationId}, ${kind.name}, ${record.merchantId}, ${record.occurredAt},
      ${text}::jsonb, ${Buffer.byteLength(text)})`
}

/** The kinds of waiting rows, found by skipping from one kind to the next in the index. */
const WAITING_KINDS = sql`
  recursive waiting (kind) as (
    (select kind from record_outbox where refusal is null order by kind limit 1)
    union all
    select (select kind from record_outbox
      where refusal is null and kind > waiting.kind order by kind limit 1)
    from waiting where waiting.kind is not null
  )`

/** Lists the kinds of waiting rows by name; a newer release may have written kinds that are unknown here. */
export async function waitingKinds(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`
    with ${WAITING_KINDS} select kind from waiting where kind is not null`.execute(db)
  return rows.map(({ kind }) => kind)
}

/** Locks the oldest waiting rows that no other loader has locked, up to a number of rows and about a size. */
export async function takeWaiting(
  tx: Tx,
  kind: RecordKind,
  { rowsMax, bytesMax }: { readonly rowsMax: number; readonly bytesMax: number },
): Promise<readonly OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    with waiting as (
      select organization_id, outbox_id, record, record_bytes from record_outbox
      where kind = ${kind.name} and refusal is null
      order by outbox_id limit ${rowsMax}
      for update skip locked
    ), counted as (
      select organization_id, outbox_id, record, record_bytes,
        sum(record_bytes) over (order by outbox_id) - record_bytes as bytes_before
      from waiting
    )
    select organization_id as "organizationId", outbox_id as "outboxId", record,
      record_bytes as "recordBytes"
    from counted where bytes_before < ${bytesMax} order by outbox_id`.execute(tx)
  return rows
}

export async function removeRows(tx: Tx, rows: readonly OutboxKey[]): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from record_outbox as loaded
    using ${isRow(rows)}`.execute(tx)
}

/** The end of a statement on `loaded`: the rows, and that they are these. */
export function isRow(rows: readonly OutboxKey[]): RawBuilder<unknown> {
  return sql`unnest(${rows.map(({ organizationId }) => organizationId)}::text[],
      ${rows.map(({ outboxId }) => String(outboxId))}::bigint[]) as given (organization_id, outbox_id)
    where loaded.organization_id = given.organization_id
      and loaded.outbox_id = given.outbox_id`
}

/** Marks rows as refused; they stay for inspection. */
export async function refuseRows(tx: Tx, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.length === 0) return
  await sql`update record_outbox as refused set refusal = given.reason
    from unnest(${refusals.map(({ organizationId }) => organizationId)}::text[],
      ${refusals.map(({ outboxId }) => String(outboxId))}::bigint[],
      ${refusals.map(({ reason }) => reason)}::text[]) as given (organization_id, outbox_id, reason)
    where refused.organization_id = given.organization_id
      and refused.outbox_id = given.outbox_id`.execute(tx)
}

/** Makes refused rows wait again, the oldest first. */
export async function retryRefused(tx: Tx, { rowsMax }: { readonly rowsMax: number }): Promise<void> {
  await sql`update record_outbox set refusal = null
    where (organization_id, outbox_id) in (
      select organization_id, outbox_id from record_outbox where refusal is not null
      order by outbox_id limit ${rowsMax} for update skip locked)`.execute(tx)
}

/** Whether a record that occurred before the instant is waiting. */
export async function isWaitingBefore(db: Db, before: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (select from record_outbox
      where refusal is null and occurred_at < ${before.toString()}) as "isWaiting"`.execute(db)
  return rows[0]?.isWaiting ?? false
}

/** The organizations and kinds whose waiting rows are selected. */
export type Waiting = { readonly organizationIds: readonly string[]; readonly kinds: readonly string[] }

function isOf({ organizationIds, kinds }: Waiting) {
  return sql`refusal is null and organization_id = any(${[...organizationIds]}::text[])
    and kind = any(${[...kinds]}::text[])`
}

/** The id of the newest waiting row; undefined where none is waiting. */
export async function waitingUpTo(db: Db, whose: Waiting): Promise<string | undefined> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(outbox_id) as last from record_outbox where ${isOf(whose)}`.execute(db)
  const last = rows[0]?.last ?? undefined
  return last === undefined ? undefined : String(last)
}

/** Whether a row up to this one is still waiting. */
export async function isWaitingUpTo(db: Db, last: string, whose: Waiting): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (select from record_outbox
      where ${isOf(whose)} and outbox_id <= ${last}::bigint) as "isWaiting"`.execute(db)
  return rows[0]?.isWaiting ?? false
}

export type OutboxDepth = {
  readonly waiting: number
  readonly refused: number
  /** How long the oldest row has been waiting; 0 where none is. */
  readonly oldestSeconds: number
}

/** The outbox in metrics. */
export const OUTBOX_FIGURES: readonly Figure<OutboxDepth>[] = [
  {
    name: 'record_outbox_rows',
    help: 'Records waiting to be loaded into the record store, by state; refused ones need a person. Counted up to 100000.',
    statesOf: ({ oldestSeconds, ...states }) => states,
  },
  {
    name: 'record_outbox_oldest_seconds',
    help: 'How long the oldest record has been waiting to be loaded into the record store.',
    valueOf: ({ oldestSeconds }) => oldestSeconds,
  },
]

/** Bounds the cost of counting. */
const COUNT_MAX = 100_000

export async function outboxDepth({ db }: { readonly db: Db }): Promise<OutboxDepth> {
  const { rows } = await sql<OutboxDepth>`
    with ${WAITING_KINDS}
    select
      (select count(*)::int from (select from record_outbox where refusal is null
        limit ${COUNT_MAX}) as counted) as waiting,
      (select count(*)::int from (select from record_outbox where refusal is not null
        limit ${COUNT_MAX}) as counted) as refused,
      coalesce((select extract(epoch from clock_timestamp() - min(written_at))::float8
        from waiting, lateral (select written_at from record_outbox
          where refusal is null and kind = waiting.kind order by outbox_id limit 1) as oldest),
        0) as "oldestSeconds"`.execute(db)
  return rows[0] ?? { waiting: 0, refused: 0, oldestSeconds: 0 }
}
