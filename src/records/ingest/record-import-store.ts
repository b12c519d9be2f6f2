import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'

type ImportKey = { readonly organizationId: string; readonly importId: string }

/** The progress of an import. */
export type ImportProgress = {
  readonly offset: number
  /** Hash of all bytes before the offset. */
  readonly prefixHash: Buffer
  readonly lineCount: number
  readonly accepted: number
  readonly duplicates: number
  readonly rejectedCount: number
  readonly warningCount: number
}

type ProgressRow = {
  readonly byte_offset: bigint
  readonly prefix_hash: Buffer
  readonly line_count: bigint
  readonly accepted_count: bigint
  readonly duplicate_count: bigint
  readonly rejected_count: bigint
  readonly warning_count: bigint
}

/** Finds the progress of an import that was interrupted. */
export async function findImport(db: Db, { organizationId, importId }: ImportKey): Promise<ImportProgress | undefined> {
  const { rows } = await sql<ProgressRow>`
    select byte_offset, prefix_hash, line_count, accepted_count, duplicate_count, rejected_count,
      warning_count
    from record_imports
    where organization_id = ${organizationId} and import_id = ${importId}`.execute(db)
  return rows.map((row) => ({
    offset: Number(row.byte_offset),
    prefixHash: row.prefix_hash,
    lineCount: Number(row.line_count),
    accepted: Number(row.accepted_count),
    duplicates: Number(row.duplicate_count),
    rejectedCount: Number(row.rejected_count),
    warningCount: Number(row.warning_count),
  }))[0]
}

export async function saveImport(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  {
    kind,
    progress,
    at,
  }: {
    readonly kind: string
    readonly progress: ImportProgress
    readonly at: Temporal.Instant
  },
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
