import { type RawBuilder, sql } from 'kysely'
import { assert } from '../../kernel/assert.ts'
import type { Db, Transactions, Tx } from '../../platform/postgres/database.ts'
import { contextColumns, contextOf, type InvoiceContextRow } from './invoice-context-store.ts'
import type { InvoiceContext } from './loaded-invoice.ts'

/** A position and a number that are reserved for a new invoice. */
export type NewPlace = InvoiceContext & {
  readonly position: number
  /** The client's own or a generated one. */
  readonly invoiceNumber: string
}

type NumberChoice = {
  readonly organizationId: string
  /** Undefined: one is generated. */
  readonly ownNumber: string | undefined
}
type CounterRow = {
  readonly last_position: bigint
  readonly last_number: bigint
  readonly is_taken: boolean
}

/** How many consecutive taken numbers one query skips, and how many queries there are at most. */
const LOOK_AHEAD = 1_000
const LOOKS_MAX = 1_000
const NUMBER_CONSTRAINT = 'invoices_organization_id_invoice_number_key'

/**
 * Takes the next position and, unless the client chose a number, the next number. The organization's counter
 * stays locked until the transaction ends, so that neither has gaps.
 */
export async function takeNextPlace(tx: Tx, { organizationId, ownNumber }: NumberChoice): Promise<NewPlace> {
  const isGenerated = ownNumber === undefined
  const next = isGenerated ? nextNumber(organizationId) : sql`counter.last_number`
  const { rows } = await sql<CounterRow & InvoiceContextRow>`
    with taken as (
      insert into invoice_counters as counter (organization_id, last_position, last_number)
      values (${organizationId}, 1, ${isGenerated ? 1 : 0})
      on conflict (organization_id)
        do update set last_position = counter.last_position + 1, last_number = ${next}
      returning last_position, last_number, ${isTaken(organizationId, sql`last_number`)} as is_taken
    )
    select taken.last_position, taken.last_number, taken.is_taken,
      ${contextColumns(organizationId)} from taken`.execute(tx)
  const row = rows[0]
  assert(row !== undefined, 'An upsert returns its row.')
  const isFurther = isGenerated && row.is_taken
  const generated = isFurther ? await findLaterNumber(tx, organizationId) : row.last_number.toString()
  return {
    position: Number(row.last_position),
    invoiceNumber: ownNumber ?? generated,
    ...contextOf(row),
  }
}

/** The number that the next invoice would get, and the merchant's settings for it. Nothing is reserved. */
export async function findNextPlace(
  db: Db,
  organizationId: string,
): Promise<InvoiceContext & Pick<NewPlace, 'invoiceNumber'>> {
  const { rows } = await sql<InvoiceContextRow & { readonly number: bigint }>`
    select ${nextNumber(organizationId)} as number, ${contextColumns(organizationId)}
    from (select coalesce(max(last_number), 0) as last_number from invoice_counters
      where organization_id = ${organizationId}) counter`.execute(db)
  const [row] = rows
  assert(row !== undefined, 'An aggregate has one row.')
  return { invoiceNumber: row.number.toString(), ...contextOf(row) }
}

/** Continues if one query found only numbers that clients have taken. */
async function findLaterNumber(tx: Tx, organizationId: string): Promise<string> {
  for (let look = 1; look <= LOOKS_MAX; look += 1) {
    const { rows } = await sql<CounterRow>`
      update invoice_counters counter set last_number = ${nextNumber(organizationId)}
      where organization_id = ${organizationId}
      returning last_position, last_number, ${isTaken(organizationId, sql`last_number`)} as is_taken
    `.execute(tx)
    const row = rows[0]
    if (row !== undefined && !row.is_taken) return row.last_number.toString()
  }
  throw new Error(`None of ${LOOK_AHEAD * LOOKS_MAX} consecutive numbers is free.`)
}

/**
 * The next number that no client took; if all are taken, the last one tried. The first is nearly always free.
 * Each lookup is a separate subquery, so that the planner never reads all invoices.
 */
function nextNumber(organizationId: string): RawBuilder<unknown> {
  return sql`case
    when not ${isTaken(organizationId, sql`counter.last_number + 1`)} then counter.last_number + 1
    else coalesce((
      select counter.last_number + step from generate_series(2, ${LOOK_AHEAD}::bigint) step
      where (select count(*) from invoices where organization_id = ${organizationId}
        and invoice_number = (counter.last_number + step)::text) = 0
      limit 1
    ), counter.last_number + ${LOOK_AHEAD}::bigint) end`
}

function isTaken(organizationId: string, number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from invoices where organization_id = ${organizationId}
    and invoice_number = (${number})::text)`
}

/** Whether the write failed because another invoice of the organization has the number. */
export function isNumberTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === NUMBER_CONSTRAINT
}

/**
 * Runs the transaction that creates an invoice. While it waits for the counter, a client may take the generated
 * number; then the work is done again, this time with the counter locked before the number is chosen. Every
 * creation needs the counter, so this cannot happen twice.
 */
export async function runCreation<T>(
  db: Transactions,
  { organizationId, ownNumber }: NumberChoice,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (ownNumber !== undefined || !isNumberTaken(error)) throw error
    return db.transaction(async (tx) => {
      await sql`select from invoice_counters where organization_id = ${organizationId}
        for no key update`.execute(tx)
      return work(tx)
    })
  }
}
