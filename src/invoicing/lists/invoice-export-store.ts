import { sql } from 'kysely'
import type { Language } from '../../kernel/language.ts'
import type { Db } from '../../platform/postgres/database.ts'
import {
  type Conditions,
  findConditions,
  type ListOwner,
  merchantsOf,
  settingLanguage,
  whereOf,
} from './invoice-filter-store.ts'
import type { InvoiceFilters, ListedInvoice } from './invoice-list.ts'
import { type EntryRow, LISTED_COLUMNS, listedInvoiceOf } from './listed-invoice-row.ts'

/** How many invoices one statement reads, so that neither its time nor its result grows with the list. */
const WINDOW = 5_000

/**
 * All invoices that match the filters: merchant by merchant, the newest first. The windows are those of all that match at
 * the start; each invoice is read once, as it is then, and those created later are left out. No connection is held between
 * two portions, however slowly they are taken. Each has the language in which it is delivered.
 */
export async function* exportInvoices(
  db: Db,
  owner: ListOwner,
  filters: InvoiceFilters,
  size = WINDOW,
): AsyncGenerator<readonly ListedInvoice[], void> {
  const conditions = await findConditions(db, owner, filters)
  const languages = await findLanguages(db, owner)
  for (const ranges of await findWindows(db, owner, conditions, size)) {
    const invoices = await readWindow(db, conditions, ranges)
    yield invoices.map((invoice) => ({
      ...invoice,
      deliveryLanguage: invoice.deliveryLanguage ?? languages.get(invoice.organizationId),
    }))
  }
}

async function findLanguages(db: Db, owner: ListOwner): Promise<ReadonlyMap<string, Language>> {
  const { rows } = await sql<{ readonly organization_id: string; readonly language: Language }>`
    with merchant as (${merchantsOf(owner)})
    select organization_id, ${settingLanguage(sql`setting`)} as language
    from merchant left join invoice_settings setting using (organization_id)`.execute(db)
  return new Map(rows.map(({ organization_id, language }) => [organization_id, language]))
}

/** Positions of one merchant, both ends included. */
type PositionRange = { readonly organization_id: string; readonly first: bigint; readonly last: bigint }

/** Ranges with as many matches as a window has: a rare match is not looked for in every part of a long list. */
async function findWindows(
  db: Db,
  owner: ListOwner,
  conditions: Conditions,
  size: number,
): Promise<readonly (readonly PositionRange[])[]> {
  const { rows } = await sql<PositionRange & { readonly number: bigint }>`
    with merchant as (${merchantsOf(owner)}),
    matching as (
      select invoices.organization_id, invoices.position,
        (row_number() over (order by invoices.organization_id, invoices.position desc) - 1) / ${size}::bigint as number
      from merchant cross join invoices where ${whereOf(conditions)})
    select number, organization_id, min(position) as first, max(position) as last
    from matching group by number, organization_id order by number, organization_id`.execute(db)
  return [...Map.groupBy(rows, ({ number }) => number).values()]
}

async function readWindow(
  db: Db,
  conditions: Conditions,
  ranges: readonly PositionRange[],
): Promise<readonly ListedInvoice[]> {
  const { rows } = await sql<EntryRow>`
    with merchant as (
      select organization_id collate "C" as organization_id, first, last from unnest(
        ${ranges.map(({ organization_id }) => organization_id)}::text[], ${ranges.map(({ first }) => first)}::bigint[],
        ${ranges.map(({ last }) => last)}::bigint[]) as range (organization_id, first, last))
    select ${LISTED_COLUMNS}
    from merchant cross join invoices
    where invoices.position between merchant.first and merchant.last and ${whereOf(conditions)}
    order by invoices.organization_id, invoices.position desc`.execute(db)
  return rows.map(listedInvoiceOf)
}
