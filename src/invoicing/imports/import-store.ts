import { sql } from 'kysely'
import type { AuditActor } from '../../kernel/actor.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { END_COLUMNS, type EndColumns, endOf, setEnd } from '../bulk/end-columns.ts'
import type { Delimiter, ImportKey, ImportStatus, InvoiceImport } from './invoice-import.ts'
import type { ImportOptions } from './reading/import-options.ts'

type ImportRow = EndColumns & {
  readonly organization_id: string
  readonly import_id: string
  readonly file_name: string | null
  readonly delimiter: Delimiter
  readonly columns: readonly string[]
  readonly row_count: number
  readonly status: ImportStatus
  readonly options: ImportOptions | null
  readonly ordered_by: AuditActor
  readonly last_row: number
  readonly imported: number
  readonly repeated: number
  readonly failed: number
  readonly created_at: Temporal.Instant
}

const COLUMNS = sql`organization_id, import_id, file_name, delimiter, columns, row_count, status, options, ordered_by,
  last_row, imported, repeated, failed, created_at, ${END_COLUMNS}`

export async function findImport(db: Db, { organizationId, importId }: ImportKey): Promise<InvoiceImport | undefined> {
  if (!isUuid(importId)) return undefined
  const { rows } = await sql<ImportRow>`select ${COLUMNS} from invoice_imports
    where organization_id = ${organizationId} and import_id = ${importId}::uuid`.execute(db)
  return rows[0] && importOf(rows[0])
}

/** Locks an import until the transaction ends: no invoice of it is created before. */
export async function lockImport(tx: Tx, { organizationId, importId }: ImportKey): Promise<InvoiceImport | undefined> {
  if (!isUuid(importId)) return undefined
  const { rows } = await sql<ImportRow>`select ${COLUMNS} from invoice_imports
    where organization_id = ${organizationId} and import_id = ${importId}::uuid for no key update`.execute(tx)
  return rows[0] && importOf(rows[0])
}

/** The newest first. */
export async function listImports(
  db: Db,
  { organizationId, limit }: { readonly organizationId: string; readonly limit: number },
): Promise<readonly InvoiceImport[]> {
  const { rows } = await sql<ImportRow>`select ${COLUMNS} from invoice_imports
    where organization_id = ${organizationId} order by created_at desc, import_id desc limit ${limit}`.execute(db)
  return rows.map(importOf)
}

/** The numbers of an organization's imports. Those that begin or are added at the same time wait for each other. */
export async function countImports(
  tx: Tx,
  organizationId: string,
): Promise<{ readonly running: number; readonly all: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invoice imports ${organizationId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ running: number; all: number }>`
    select count(*) filter (where status = 'RUNNING')::int as running, count(*)::int as all
    from invoice_imports where organization_id = ${organizationId}`.execute(tx)
  return rows[0] ?? { running: 0, all: 0 }
}

type NewImport = Omit<
  InvoiceImport,
  'status' | 'options' | 'lastRow' | 'imported' | 'repeated' | 'failed' | 'endedAt' | 'stop'
>

export async function insertImport(tx: Tx, file: NewImport): Promise<void> {
  await sql`insert into invoice_imports (organization_id, import_id, file_name, delimiter, columns, row_count, status,
      ordered_by, created_at)
    values (${file.organizationId}, ${file.importId}::uuid, ${file.fileName ?? null}, ${file.delimiter},
      ${[...file.columns]}::text[], ${file.rowCount}, 'UPLOADED', ${JSON.stringify(file.orderedBy)}::jsonb,
      ${file.createdAt.toString()})`.execute(tx)
}

export async function saveRowCount(tx: Tx, { organizationId, importId }: ImportKey, rowCount: number): Promise<void> {
  await sql`update invoice_imports set row_count = ${rowCount}
    where organization_id = ${organizationId} and import_id = ${importId}::uuid`.execute(tx)
}

type Start = { readonly options: ImportOptions; readonly by: AuditActor }

export async function saveStart(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  { options, by }: Start,
): Promise<void> {
  await sql`update invoice_imports set status = 'RUNNING', options = ${JSON.stringify(options)}::jsonb,
      ordered_by = ${JSON.stringify(by)}::jsonb
    where organization_id = ${organizationId} and import_id = ${importId}::uuid`.execute(tx)
}

/** Ends a running import, whose rows are not needed any more; returns false if it does not run. */
export async function endImport(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  end: Parameters<typeof setEnd>[0],
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update invoice_imports set ${setEnd(end)}
    where organization_id = ${organizationId} and import_id = ${importId}::uuid and status = 'RUNNING'`.execute(tx)
  if (numAffectedRows === 0n) return false
  await sql`delete from invoice_import_rows
    where organization_id = ${organizationId} and import_id = ${importId}::uuid`.execute(tx)
  return true
}

export async function deleteImport(tx: Tx, { organizationId, importId }: ImportKey): Promise<void> {
  await sql`delete from invoice_imports
    where organization_id = ${organizationId} and import_id = ${importId}::uuid`.execute(tx)
}

/** Removes the oldest imports that do not run. */
export async function deleteOldestImports(
  tx: Tx,
  { organizationId, count }: { readonly organizationId: string; readonly count: number },
): Promise<void> {
  await sql`delete from invoice_imports where (organization_id, import_id) in (
    select organization_id, import_id from invoice_imports
    where organization_id = ${organizationId} and status <> 'RUNNING'
    order by created_at, import_id limit ${count})`.execute(tx)
}

/** Removes some imports that were uploaded before an instant and do not run; returns how many. */
export async function deleteOldImports(
  db: Db,
  { before, limit }: { readonly before: Temporal.Instant; readonly limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from invoice_imports where (organization_id, import_id) in (
    select organization_id, import_id from invoice_imports
    where created_at < ${before.toString()} and status <> 'RUNNING' order by created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

function importOf(row: ImportRow): InvoiceImport {
  return {
    organizationId: row.organization_id,
    importId: row.import_id,
    fileName: row.file_name ?? undefined,
    delimiter: row.delimiter,
    columns: row.columns,
    rowCount: row.row_count,
    status: row.status,
    options: row.options ?? undefined,
    orderedBy: row.ordered_by,
    lastRow: row.last_row,
    imported: row.imported,
    repeated: row.repeated,
    failed: row.failed,
    createdAt: row.created_at,
    ...endOf(row),
  }
}
