import { sql } from 'kysely'
import type { AuditActor } from '../../kernel/actor.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { IngestCounts } from '../ingest/ingest-report.ts'

export type UploadKey = { readonly organizationId: string; readonly uploadId: string }

export type UploadCounts = Pick<IngestCounts, 'accepted' | 'duplicates' | 'rejectedCount'>

/** An upload that is running, or was interrupted. */
export type UnfinishedUpload = {
  readonly kind: string
  readonly by: AuditActor
  readonly counts: UploadCounts
}

export async function saveUnfinished(
  tx: Tx,
  { organizationId, uploadId }: UploadKey,
  { kind, by, counts }: UnfinishedUpload,
): Promise<void> {
  await sql`insert into ingest_uploads (organization_id, upload_id, kind, actor,
      accepted_count, duplicate_count, rejected_count, updated_at)
    values (${organizationId}, ${uploadId}, ${kind}, ${JSON.stringify(by)}::jsonb,
      ${counts.accepted}, ${counts.duplicates}, ${counts.rejectedCount}, now())
    on conflict (organization_id, upload_id) do update set
      accepted_count = excluded.accepted_count, duplicate_count = excluded.duplicate_count,
      rejected_count = excluded.rejected_count, updated_at = excluded.updated_at`.execute(tx)
}

/** How long ago the upload last stored something, by the database's clock; undefined if it has ended. */
export async function lockUnfinished(
  tx: Tx,
  { organizationId, uploadId }: UploadKey,
): Promise<(UnfinishedUpload & { readonly idleSeconds: number }) | undefined> {
  const { rows } = await sql<UnfinishedRow>`
    select kind, actor, accepted_count::float8 as accepted, duplicate_count::float8 as duplicates,
      rejected_count::float8 as "rejectedCount",
      extract(epoch from now() - updated_at)::float8 as "idleSeconds"
    from ingest_uploads
    where organization_id = ${organizationId} and upload_id = ${uploadId} for update`.execute(tx)
  return rows.map(({ kind, actor, idleSeconds, ...counts }) => ({ kind, by: actor, counts, idleSeconds }))[0]
}

type UnfinishedRow = UploadCounts & {
  readonly kind: string
  readonly actor: AuditActor
  readonly idleSeconds: number
}

export async function deleteUnfinished(tx: Tx, { organizationId, uploadId }: UploadKey): Promise<void> {
  await sql`delete from ingest_uploads
    where organization_id = ${organizationId} and upload_id = ${uploadId}`.execute(tx)
}
