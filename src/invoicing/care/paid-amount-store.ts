import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

const PAGE_ROWS = 2_000

/** The paid amount of an invoice, by the invoice itself. */
export type PaidAmount = { readonly organizationId: string; readonly invoiceNumber: string; readonly minor: bigint }

/** The invoices of which something is paid, by organization and number; a page of rows at a time. */
export async function* paidAmounts(db: Db): AsyncGenerator<PaidAmount> {
  let last = { organizationId: '', invoiceNumber: '' }
  for (;;) {
    const { rows } = await sql<Omit<PaidAmount, 'minor'> & { readonly minor: string }>`
      select organization_id as "organizationId", invoice_number as "invoiceNumber",
        (total_minor - balance_minor)::text as minor
      from invoices where balance_minor <> total_minor
        and (organization_id, invoice_number) > (${last.organizationId}, ${last.invoiceNumber})
      order by organization_id, invoice_number limit ${PAGE_ROWS}`.execute(db)
    for (const row of rows) yield { ...row, minor: BigInt(row.minor) }
    last = rows.at(-1) ?? last
    if (rows.length < PAGE_ROWS) return
  }
}
