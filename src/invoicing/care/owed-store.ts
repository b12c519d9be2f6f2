import { sql } from 'kysely'
import type { Money } from '../../kernel/money.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { merchantsOf } from '../lists/invoice-filter-store.ts'
import { OWED_AGES, type OwedAge } from './owed-ages.ts'

/** The debts of customers in one currency, by the age of the due date. */
export type Owed = {
  readonly currency: string
  readonly parts: Readonly<Record<OwedAge, { readonly count: number; readonly balance: Money }>>
}

type Row = {
  readonly currency: string
  readonly age: OwedAge
  readonly count: bigint
  readonly balance_minor: string
}

/** As the condition of the index invoices_owed says it. */
const IS_OPEN = sql`invoices.status in ('CREATED', 'SENT', 'PARTIAL', 'PENDING')`

/**
 * Sums up open invoices by currency and age. Those that are not due yet are what the kept sums of all open ones have
 * besides: most invoices are, and one statement sees one state of both.
 */
export async function sumOwed(
  db: Db,
  owner: Pick<Organization, 'organizationId' | 'type'>,
  { today }: { readonly today: Temporal.PlainDate },
): Promise<readonly Owed[]> {
  const ages = OWED_AGES.filter(({ fromDaysLate }) => fromDaysLate > 0)
  const cases = ages.map(
    ({ age, fromDaysLate }) =>
      sql`when invoices.due_on <= ${today.subtract({ days: fromDaysLate }).toString()} then ${age}`,
  )
  const { rows } = await sql<Row>`with merchant as materialized (${merchantsOf(owner)}),
    late as (
      select invoices.currency, case ${sql.join(cases.toReversed(), sql` `)} end as age, count(*) as invoices,
        sum(invoices.balance_minor) as balance_minor
      from merchant join invoices using (organization_id)
      where ${IS_OPEN} and invoices.due_on < ${today.toString()} group by 1, 2),
    open as (
      select kept.currency, sum(kept.invoices)::bigint as invoices, sum(kept.balance_minor) as balance_minor
      from merchant join invoice_status_counts kept using (organization_id)
      where kept.status in ('CREATED', 'SENT', 'PARTIAL', 'PENDING') group by kept.currency)
    select currency, age, invoices as count, balance_minor from late
    union all
    select open.currency, 'notDue', open.invoices - coalesce((select sum(late.invoices) from late
        where late.currency = open.currency), 0)::bigint,
      open.balance_minor - coalesce((select sum(late.balance_minor) from late where late.currency = open.currency), 0)
    from open where open.invoices > 0`.execute(db)
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    parts: partsOf(currency, own),
  }))
}

function partsOf(currency: string, rows: readonly Row[]): Owed['parts'] {
  const parts = OWED_AGES.map(({ age }) => {
    const row = rows.find((one) => one.age === age)
    const balance = { minor: BigInt(row?.balance_minor ?? 0), currency }
    return [age, { count: Number(row?.count ?? 0), balance }] as const
  })
  return Object.fromEntries(parts) as Owed['parts']
}

/** Whether there is any invoice, a draft or a canceled one among them. */
export async function hasInvoices(db: Db, owner: Pick<Organization, 'organizationId' | 'type'>): Promise<boolean> {
  const { rows } = await sql<{ readonly found: boolean }>`with merchant as (${merchantsOf(owner)})
    select exists (select from merchant join invoice_counters using (organization_id)
      where last_position > 0) as found`.execute(db)
  return rows[0]?.found ?? false
}
