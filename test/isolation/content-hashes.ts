import { KINDS } from '../../src/catalogue/kinds.ts'
import type { App } from '../support/apps/app.ts'
import type { Party } from './parties.ts'

/** Refused requests are in the request log, too, whose own tests say whose they are. */
const TABLES = `
  select format('%I.%I', table_schema, table_name) as name from information_schema.tables
  where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
    and table_name <> 'request_log'`

/** Where an Idempotency-Key of a caller remembers the caller's own refusal. */
export const KEY_TABLES: readonly string[] = ['public.idempotency_keys', 'public.idempotency_usage']

/** A hash of every table: of all its rows, or of those of some organizations. When a key or session was last used is left out. */
export async function contentHashes(
  { database: { pool }, engine }: App,
  owners?: readonly Party[],
): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES)
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(content::text, '' order by content::text)) as hash
      from (select to_jsonb(one) - 'last_used_at' - 'last_seen_at' as content from ${name} as one) as contents
      where $1::text[] is null or content ->> 'organization_id' = any($1)`,
  )
  const organizationIds = owners?.map(({ organizationId }) => organizationId) ?? null
  const { rows } = await pool.query<{ name: string; hash: string }>(parts.join(' union all '), [organizationIds])
  const hashes = Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
  return { ...hashes, records: await recordCount(engine, organizationIds) }
}

async function recordCount(engine: App['engine'], merchantIds: readonly string[] | null): Promise<string> {
  const ofThem = merchantIds === null ? 'true' : `merchant_id in (${merchantIds.map((id) => `'${id}'`).join(', ')})`
  const [counted] = await engine.rows<{ n: unknown }>(
    `select count(*) as n from ${KINDS.transaction.table} where ${ofThem}`,
  )
  return String(counted?.n)
}

/** The tables whose content is no longer the same. */
export function changedTables(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.keys(after).filter((table) => after[table] !== before[table])
}
