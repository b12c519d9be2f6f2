import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

type FirstInvoices = {
  readonly hasName: boolean
  readonly hasLogo: boolean
  /** Whether the merchant has few invoices yet. */
  readonly isNew: boolean
  /** The newest invoice, to pay or to look at. */
  readonly newestNumber: string | null
  readonly hasPaid: boolean
}

/** A merchant with as many invoices knows the way. */
const NEW_MAX = 10

/** How far a merchant has come with invoices. A name counts if it was set, which that of the organization was not. */
export async function findFirstInvoices(db: Db, organizationId: string): Promise<FirstInvoices> {
  const { rows } = await sql<FirstInvoices>`select
      coalesce((select settings ? 'merchantDisplayName' from invoice_settings
        where organization_id = ${organizationId}), false) as "hasName",
      coalesce((select logo is not null from invoice_settings
        where organization_id = ${organizationId}), false) as "hasLogo",
      (select count(*) from (select from invoices where organization_id = ${organizationId}
        limit ${NEW_MAX}) as few) < ${NEW_MAX} as "isNew",
      (select invoice_number from invoices where organization_id = ${organizationId}
        order by position desc limit 1) as "newestNumber",
      coalesce((select sum(invoices) > 0 from invoice_status_counts
        where organization_id = ${organizationId} and status = 'PAID'), false) as "hasPaid"`.execute(db)
  return rows[0] ?? { hasName: false, hasLogo: false, isNew: true, newestNumber: null, hasPaid: false }
}
