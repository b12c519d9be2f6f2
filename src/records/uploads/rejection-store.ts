import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'

/** An upload with rejected lines. */
export type RejectedBatch = {
  readonly organizationId: string
  readonly batchId: string
  readonly kind: string
  readonly receivedAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

type BatchKey = Pick<RejectedBatch, 'organizationId' | 'batchId'>

export async function insertRejectedBatch(tx: Tx, batch: RejectedBatch): Promise<void> {
  await sql`insert into ingest_batches (organization_id, batch_id, kind, received_at, expires_at)
    values (${batch.organizationId}, ${batch.batchId}, ${batch.kind},
      ${batch.receivedAt.toString()}, ${batch.expiresAt.toString()})`.execute(tx)
}

/** Finds a batch that has not expired. */
export async function findRejectedBatch(
  db: Db,
  { organizationId, batchId }: BatchKey,
  { at }: { readonly at: Temporal.Instant },
): Promise<RejectedBatch | undefined> {
  const { rows } = await sql<RejectedBatch>`
    select organization_id as "organizationId", batch_id as "batchId", kind,
      received_at as "receivedAt", expires_at as "expiresAt"
    from ingest_batches
    where organization_id = ${organizationId} and batch_id = ${batchId}
      and expires_at > ${at.toString()}`.execute(db)
  return rows[0]
}

/** Deletes the batch and its rejections, if it has expired. */
export async function deleteExpiredBatch(
  tx: Tx,
  { organizationId, batchId }: BatchKey,
  { at }: { readonly at: Temporal.Instant },
): Promise<void> {
  await sql`delete from ingest_batches
    where organization_id = ${organizationId} and batch_id = ${batchId}
      and expires_at <= ${at.toString()}`.execute(tx)
}

export async function insertRejections(
  db: Db | Tx,
  { organizationId, batchId }: BatchKey,
  { chunk, content }: { readonly chunk: number; readonly content: Buffer },
): Promise<void> {
  await sql`insert into ingest_rejections (organization_id, batch_id, chunk, content)
    values (${organizationId}, ${batchId}, ${chunk}, ${content})`.execute(db)
}

/** Finds a chunk of rejections; chunks are numbered from 0 without gaps. */
export async function findRejections(
  db: Db,
  { organizationId, batchId }: BatchKey,
  chunk: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ readonly content: Buffer }>`
    select content from ingest_rejections
    where organization_id = ${organizationId} and batch_id = ${batchId}
      and chunk = ${chunk}`.execute(db)
  return rows[0]?.content
}
