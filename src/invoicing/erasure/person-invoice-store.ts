import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../kernel/person.ts'
import type { Db } from '../../platform/postgres/database.ts'

export type InvoiceOfPerson = {
  readonly position: number
  readonly invoiceNumber: string
  readonly email: string | undefined
}

type Page = {
  readonly organizationId: string
  readonly person: Person
  readonly afterPosition: number
}

/** Bounds of one statement: invoices that it reads, and invoices that it returns. */
const LOOK_AT = 100_000
const FOUND_MAX = 50

/** The position of the organization's last invoice; 0 if it has none. */
async function lastPosition(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ readonly last: bigint }>`select last_position as last
    from invoice_counters where organization_id = ${organizationId}`.execute(db)
  return Number(rows[0]?.last ?? 0)
}

/** Finds the person's next invoices by position, and returns up to which position it searched. */
async function findInvoicesOfPerson(
  db: Db,
  { organizationId, person, afterPosition }: Page,
): Promise<{ readonly found: readonly InvoiceOfPerson[]; readonly upTo: number }> {
  const upTo = afterPosition + LOOK_AT
  const { rows } = await sql<{
    readonly position: bigint
    readonly invoice_number: string
    readonly customer_email: string | null
  }>`
    select position, invoice_number, customer_email from invoices
    where organization_id = ${organizationId} and position > ${afterPosition}
      and position <= ${upTo} and ${isOf(person)}
    order by position limit ${FOUND_MAX}`.execute(db)
  const found = rows.map((row) => ({
    position: Number(row.position),
    invoiceNumber: row.invoice_number,
    email: row.customer_email ?? undefined,
  }))
  const isFull = found.length === FOUND_MAX
  return { found, upTo: isFull ? (found.at(-1)?.position ?? upTo) : upTo }
}

/** Invoices contain no phone numbers. Reading terms is slow, so they are searched only if needed. */
function isOf({ emails, customerIds }: Person): RawBuilder<unknown> {
  const ways = [
    ...(emails.length === 0 ? [] : [sql`lower(customer_email) = any(${[...emails]}::text[])`]),
    ...(customerIds.length === 0
      ? []
      : [sql`terms -> 'customer' ->> 'merchantCustomerId' = any(${[...customerIds]}::text[])`]),
  ]
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
}

/** The invoices to a person, page by page. */
export async function* invoicesOfPerson(
  db: Db,
  { organizationId, person }: Omit<Page, 'afterPosition'>,
): AsyncGenerator<readonly InvoiceOfPerson[]> {
  const last = await lastPosition(db, organizationId)
  for (let afterPosition = 0; afterPosition < last; ) {
    const { found, upTo } = await findInvoicesOfPerson(db, { organizationId, person, afterPosition })
    if (found.length > 0) yield found
    afterPosition = upTo
  }
}
