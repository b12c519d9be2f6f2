import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

const PAGE_ROWS = 2_000

/** The amount received for an invoice, by its payments. */
export type ReceivedAmount = { readonly organizationId: string; readonly invoiceNumber: string; readonly minor: bigint }

/** The invoices with completed payments, by organization and number; a page of rows at a time. */
export async function* receivedAmounts(db: Db): AsyncGenerator<ReceivedAmount> {
  let last = { organizationId: '', invoiceNumber: '' }
  for (;;) {
    const { rows } = await sql<Omit<ReceivedAmount, 'minor'> & { readonly minor: string }>`
      select organization_id as "organizationId", invoice_number as "invoiceNumber", sum(amount_minor)::text as minor
      from payments where status = 'COMPLETED'
        and (organization_id, invoice_number) > (${last.organizationId}, ${last.invoiceNumber})
      group by organization_id, invoice_number
      order by organization_id, invoice_number limit ${PAGE_ROWS}`.execute(db)
    for (const row of rows) yield { ...row, minor: BigInt(row.minor) }
    last = rows.at(-1) ?? last
    if (rows.length < PAGE_ROWS) return
  }
}
