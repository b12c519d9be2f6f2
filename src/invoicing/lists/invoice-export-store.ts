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

/** How many invoices one statement looks at, so that neither its time nor its result grows with the list. */
const WINDOW = 5_000

/** Positions of one merchant, both ends included. */
export type PositionRange = { readonly organizationId: string; readonly from: number; readonly to: number }

/**
 * All invoices that match the filters: merchant by merchant, the newest first. Each is read once, as it is at that moment;
 * invoices that are created after the start are left out. No connection is held between two portions, however slowly they
 * are taken. Each has the language in which it is delivered.
 */
export async function* exportInvoices(
  db: Db,
  owner: ListOwner,
  filters: InvoiceFilters,
): AsyncGenerator<readonly ListedInvoice[], void> {
  const conditions = await findConditions(db, owner, filters)
  const { rows } = await sql<CounterRow>`
    with merchant as (${merchantsOf(owner)})
    select organization_id, last_position, ${settingLanguage(sql`setting`)} as language
    from merchant join invoice_counters using (organization_id) left join invoice_settings setting using (organization_id)
    order by organization_id`.execute(db)
  const counters = rows.map(({ organization_id, last_position }) => ({
    organizationId: organization_id,
    lastPosition: Number(last_position),
  }))
  const languages = new Map(rows.map(({ organization_id, language }) => [organization_id, language]))
  for (const ranges of windowsOf(counters, WINDOW)) {
    const invoices = await readWindow(db, conditions, ranges)
    yield invoices.map((invoice) => ({
      ...invoice,
      deliveryLanguage: invoice.deliveryLanguage ?? languages.get(invoice.organizationId),
    }))
  }
}

type CounterRow = {
  readonly organization_id: string
  readonly last_position: bigint
  readonly language: Language
}

type Counter = { readonly organizationId: string; readonly lastPosition: number }

/** All positions from the last one down, in portions of the given size: many small merchants share one. */
export function* windowsOf(counters: readonly Counter[], size: number): Generator<readonly PositionRange[], void> {
  let ranges: PositionRange[] = []
  let room = size
  for (const { organizationId, lastPosition } of counters) {
    for (let to = lastPosition; to > 0; ) {
      const from = Math.max(1, to - room + 1)
      ranges.push({ organizationId, from, to })
      room -= to - from + 1
      to = from - 1
      if (room > 0) continue
      yield ranges
      ranges = []
      room = size
    }
  }
  if (ranges.length > 0) yield ranges
}

async function readWindow(
  db: Db,
  conditions: Conditions,
  ranges: readonly PositionRange[],
): Promise<readonly ListedInvoice[]> {
  const { rows } = await sql<EntryRow>`
    with merchant as (
      select organization_id collate "C" as organization_id, first, last from unnest(
        ${ranges.map(({ organizationId }) => organizationId)}::text[], ${ranges.map(({ from }) => from)}::bigint[],
        ${ranges.map(({ to }) => to)}::bigint[]) as range (organization_id, first, last))
    select ${LISTED_COLUMNS}
    from merchant cross join invoices
    where invoices.position between merchant.first and merchant.last and ${whereOf(conditions)}
    order by invoices.organization_id, invoices.position desc`.execute(db)
  return rows.map(listedInvoiceOf)
}
