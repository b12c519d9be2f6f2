import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { InputPosition } from './ingest-batch.ts'
import type { IngestCounts } from './ingest-report.ts'

export type ImportKey = { readonly organizationId: string; readonly importId: string }

/** The counts of an import so far, and where it can be resumed. */
export type ImportProgress = IngestCounts & Required<InputPosition>

/** Finds the progress of an import that was interrupted. */
export async function findImport(db: Db, { organizationId, importId }: ImportKey): Promise<ImportProgress | undefined> {
  // As numbers of JavaScript, which are exact up to 2 ** 53.
  const { rows } = await sql<ImportProgress>`
    select byte_offset::float8 as "offset", prefix_hash as "prefixHash", line_count::float8 as "lineCount",
      accepted_count::float8 as accepted, duplicate_count::float8 as duplicates,
      rejected_count::float8 as "rejectedCount", warning_count::float8 as "warningCount"
    from record_imports
    where organization_id = ${organizationId} and import_id = ${importId}`.execute(db)
  return rows[0]
}

export async function saveImport(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  { kind, progress, at }: { readonly kind: string; readonly progress: ImportProgress; readonly at: Temporal.Instant },
): Promise<void> {
  await sql`insert into record_imports (organization_id, import_id, kind, byte_offset, prefix_hash,
      line_count, accepted_count, duplicate_count, rejected_count, warning_count, updated_at)
    values (${organizationId}, ${importId}, ${kind}, ${progress.offset}, ${progress.prefixHash},
      ${progress.lineCount}, ${progress.accepted}, ${progress.duplicates},
      ${progress.rejectedCount}, ${progress.warningCount}, ${at.toString()})
    on conflict (organization_id, import_id) do update set
      byte_offset = excluded.byte_offset, prefix_hash = excluded.prefix_hash,
      line_count = excluded.line_count, accepted_count = excluded.accepted_count,
      duplicate_count = excluded.duplicate_count, rejected_count = excluded.rejected_count,
      warning_count = excluded.warning_count, updated_at = excluded.updated_at`.execute(tx)
}

export async function deleteImport(tx: Tx, { organizationId, importId }: ImportKey): Promise<void> {
  await sql`delete from record_imports
    where organization_id = ${organizationId} and import_id = ${importId}`.execute(tx)
}
