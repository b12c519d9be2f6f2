import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Makes a payment with nothing but statements: two transactions, each of which locks, saves in one statement and commits. */
export type BarePayment = (pool: pg.Pool, invoice: number) => Promise<void>

/** Tables that get rows by a payment, and how a payment's rows are found. */
const WRITTEN: Readonly<Record<string, string>> = {
  audit_entries: `organization_id = 'shop' and subject in ('invoice:' || $2, 'payment:' || $1)`,
  audit_unsealed: `entry_id in (select entry_id from audit_entries
    where subject in ('invoice:' || $2, 'payment:' || $1))`,
  events: `organization_id = 'shop' and subject in ('invoice:' || $2, 'payment:' || $1)`,
  invoice_history: `position = $2::bigint and event = 'PAYMENT'`,
  payments: 'payment_id = $1',
  record_outbox: `record::text like '%' || $1 || '%'`,
}

type Row = { readonly table: string; readonly columns: Readonly<Record<string, string | null>> }
type MadePayment = { readonly attemptId: string; readonly invoice: number }

/** The bare loop writes the rows that one of our own payments wrote, with other ids. */
export async function barePayment(pool: pg.Pool, made: MadePayment): Promise<BarePayment> {
  const saved = await rowsOf(pool, made)
  const [attempt] = await rowsIn(pool, 'payment_attempts', { condition: 'attempt_id = $1', made })
  if (attempt === undefined || saved.length < Object.keys(WRITTEN).length) throw new Error('A payment left no rows.')
  // Half of the audit entries belong to the first transaction; for the measurement it does not matter which.
  const audits = saved.filter(({ table }) => table.startsWith('audit'))
  const first = [attempt, ...audits.slice(0, audits.length / 2)]
  const second = saved.filter((row) => !first.includes(row))
  return async (target, invoice) => {
    const ids = newIds(made, invoice, attempt.columns['request_key'] ?? '')
    await inTransaction(target, async (client) => {
      const { rows } = await client.query(named('lock', LOCK_INVOICE, [String(invoice)]))
      const reserve = `update invoices set version = version + 1, reserved_minor = reserved_minor + $1
        where organization_id = 'shop' and position = $2 and version = $3`
      await client.query(together('first', { first: reserve, values: ['100', invoice, rows[0].version] }, first, ids))
    })
    await inTransaction(target, async (client) => {
      await client.query(named('attempt', LOCK_ATTEMPT, [ids.get(made.attemptId)]))
      const { rows } = await client.query(named('lock', LOCK_INVOICE, [String(invoice)]))
      const { version } = rows[0]
      const paid = `update invoices set version = version + 1, reserved_minor = reserved_minor - $1,
          balance_minor = balance_minor - $1, status = 'PARTIAL'
        where organization_id = 'shop' and position = $2 and version = $3`
      const numbered = second.map((row) => withVersion(row, version + 1))
      const values = ['100', invoice, version, ids.get(made.attemptId)]
      await client.query(together('second', { first: `${paid}), decided as (${DECIDE}`, values }, numbered, ids))
    })
  }
}

const LOCK_INVOICE = `select * from invoices where organization_id = 'shop' and invoice_number = $1 for no key update`
const LOCK_ATTEMPT = `select * from payment_attempts where organization_id = 'shop' and attempt_id = $1 for update`

const DECIDE = `update payment_attempts set status = 'approved', is_reserved = false
  where organization_id = 'shop' and attempt_id = $4`

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const named = (name: string, text: string, values: readonly unknown[]) => ({
  name: `bare ${name}`,
  text,
  values: [...values],
})

type Update = { readonly first: string; readonly values: readonly unknown[] }
type Ids = ReadonlyMap<string, string>

/** One statement that updates the invoice and inserts the rows. */
function together(name: string, update: Update, rows: readonly Row[], ids: Ids) {
  const values = [...update.values]
  const inserts = rows.map(({ table, columns }, index) => {
    const places = Object.values(columns).map((value) => {
      values.push(value === null ? null : replaced(value, ids))
      return `$${values.length}`
    })
    return `row_${index} as (insert into ${table} (${Object.keys(columns).join(', ')}) values (${places.join(', ')}))`
  })
  return named(name, `with changed as (${update.first}), ${inserts.join(', ')} select`, values)
}

function withVersion({ table, columns }: Row, version: number): Row {
  return table === 'invoice_history' ? { table, columns: { ...columns, version: String(version) } } : { table, columns }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
let payments = 0

/** The payment's own ids by those of the payment that is repeated. Other ids are new wherever they occur. */
function newIds({ attemptId, invoice: from }: MadePayment, invoice: number, requestKey: string): Map<string, string> {
  payments += 1
  return new Map([
    [attemptId, `${Date.now()}${String(payments).padStart(9, '0')}`],
    [String(from), String(invoice)],
    [requestKey, `bare form ${payments}`],
  ])
}

function replaced(value: string, ids: Ids): string {
  const whole = ids.get(value)
  if (whole !== undefined) return whole
  const known = ids as Map<string, string>
  return value
    .replaceAll(/\d{22}/g, (id) => ids.get(id) ?? id)
    .replaceAll(UUID, (id) => {
      const fresh = known.get(id) ?? randomUUID()
      known.set(id, fresh)
      return fresh
    })
}

async function rowsOf(pool: pg.Pool, made: MadePayment): Promise<readonly Row[]> {
  const found = Object.entries(WRITTEN).map(([table, condition]) => rowsIn(pool, table, { condition, made }))
  return (await Promise.all(found)).flat()
}

async function rowsIn(
  pool: pg.Pool,
  table: string,
  { condition, made }: { readonly condition: string; readonly made: MadePayment },
): Promise<readonly Row[]> {
  const { rows: columns } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const list = columns.map(({ name }) => `${name}::text as ${name}`).join(', ')
  const { rows } = await pool.query<Row['columns']>(
    `select ${list} from ${table}
      where $1::text is not null and $2::text is not null and ${condition}`,
    [made.attemptId, String(made.invoice)],
  )
  return rows.map((row) => ({ table, columns: row }))
}
