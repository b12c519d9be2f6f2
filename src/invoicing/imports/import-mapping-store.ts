import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { hashOf } from './import-result-store.ts'
import { KEPT_MAPPINGS_MAX } from './invoice-import.ts'
import type { ImportOptions } from './reading/import-options.ts'

type Header = { readonly organizationId: string; readonly columns: readonly string[] }

/** How a file with the same header was imported the last time. */
export async function findRememberedOptions(
  db: Db,
  { organizationId, columns }: Header,
): Promise<ImportOptions | undefined> {
  const { rows } = await sql<{ options: ImportOptions }>`select options from invoice_import_mappings
    where organization_id = ${organizationId} and header_hash = ${headerHash(columns)}`.execute(db)
  return rows[0]?.options
}

/** Remembers the options for the next file with this header; those that were not used for longest are forgotten. */
export async function rememberOptions(
  tx: Tx,
  { organizationId, columns }: Header,
  { options, at }: { readonly options: ImportOptions; readonly at: Temporal.Instant },
): Promise<void> {
  await sql`insert into invoice_import_mappings (organization_id, header_hash, options, used_at)
    values (${organizationId}, ${headerHash(columns)}, ${JSON.stringify(options)}::jsonb, ${at.toString()})
    on conflict (organization_id, header_hash) do update set options = excluded.options, used_at = excluded.used_at
  `.execute(tx)
  await sql`delete from invoice_import_mappings where organization_id = ${organizationId} and header_hash in (
    select header_hash from invoice_import_mappings where organization_id = ${organizationId}
    order by used_at desc offset ${KEPT_MAPPINGS_MAX})`.execute(tx)
}

function headerHash(columns: readonly string[]): Buffer {
  return hashOf(JSON.stringify(columns))
}
