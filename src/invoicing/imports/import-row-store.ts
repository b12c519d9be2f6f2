import { sql } from 'kysely'
import type { SoughtPerson } from '../../kernel/personal-data.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { ImportKey } from './invoice-import.ts'
import type { ImportRow } from './reading/import-groups.ts'

const PAGE_ROWS = 500

export async function insertRows(
  tx: Tx,
  { organizationId, importId }: ImportKey,
  rows: readonly ImportRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into invoice_import_rows (organization_id, import_id, ordinal, line, cells)
    select ${organizationId}, ${importId}::uuid, ordinal, line, array(select jsonb_array_elements_text(cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (ordinal integer, line integer, cells jsonb)`.execute(
    tx,
  )
}

/** The rows of a file after one of them, page by page, so that memory does not grow with the file. */
export async function* readRows(
  db: Db,
  { organizationId, importId }: ImportKey,
  { after }: { readonly after: number },
): AsyncGenerator<readonly ImportRow[], void> {
  for (let last = after; ; ) {
    const { rows } = await sql<ImportRow>`select ordinal, line, cells from invoice_import_rows
      where organization_id = ${organizationId} and import_id = ${importId}::uuid and ordinal > ${last}
      order by ordinal limit ${PAGE_ROWS}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE_ROWS) return
    last = rows.at(-1)?.ordinal ?? last
  }
}

export async function readFirstRows(
  db: Db,
  { organizationId, importId }: ImportKey,
  { limit }: { readonly limit: number },
): Promise<readonly ImportRow[]> {
  const { rows } = await sql<ImportRow>`select ordinal, line, cells from invoice_import_rows
    where organization_id = ${organizationId} and import_id = ${importId}::uuid order by ordinal limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The files that name the person, by address or customer number in a cell. A file that runs has ended within minutes. */
export async function countImportsNaming(db: Db, sought: SoughtPerson): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${naming(sought)}) named`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Deletes them; returns how many. */
export async function deleteImportsNaming(db: Db, sought: SoughtPerson): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from invoice_imports
    where (organization_id, import_id) in (${naming(sought)})`.execute(db)
  return Number(numAffectedRows)
}

function naming({ organizationIds, person: { emails, customerIds } }: SoughtPerson) {
  const words = [...emails, ...customerIds].map((word) => word.toLowerCase())
  return sql`select distinct organization_id, import_id from invoice_import_rows
    where organization_id = any(${[...organizationIds]}::text[])
      and exists (select from unnest(cells) as cell where lower(trim(cell)) = any(${words}::text[]))`
}
