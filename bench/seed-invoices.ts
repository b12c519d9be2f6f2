import pg from 'pg'
import { CUSTOMERS, seedName } from './seed-names.ts'

const STRIPES = 16

/** Seven of ten are paid, as in a business that goes on for years. */
const STATUS = `(array['PAID','PAID','PAID','PAID','PAID','PAID','PAID','SENT','PARTIAL','DRAFT'])[n % 10 + 1]`

const TERMS = `jsonb_build_object(
  'customer', jsonb_build_object('merchantCustomerId', 'C-' || n % 50000, 'companyName', 'Company ' || n % 5000),
  'isPhoneRequested', false, 'isShippingRequested', true,
  'description', 'Goods and services of order ' || n,
  'canPayPartially', true, 'deliveryMode', 'email',
  'amounts', jsonb_build_object(
    'subAmount', (n % 100000)::text || '.00', 'tax', jsonb_build_object('type', 'State Tax', 'amount', '3.00'),
    'freight', '{}'::jsonb),
  'lines', jsonb_build_array(
    jsonb_build_object('productSku', 'SKU-' || n % 1000, 'productName', 'A thing of good quality',
      'quantity', 1, 'unitPrice', (n % 100000)::text, 'totalAmount', (n % 100000)::text || '.00'),
    jsonb_build_object('productSku', 'SKU-' || n % 999, 'productName', 'Another thing, to go with it',
      'quantity', 2, 'unitPrice', '0', 'totalAmount', '0.00')),
  'customFieldValues', '[]'::jsonb)`

/** Creates an organization's first n invoices in bulk: with their history, counter and counts. */
export async function seedInvoices(
  url: string,
  seed: { readonly organizationId: string; readonly count: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Checks of foreign keys are skipped: the rows refer only to existing ones.
    await client.query('set session_replication_role = replica')
    const later = await droppedIndexes(client)
    await makeNames(client)
    for (const statement of STATEMENTS) {
      await client.query(statement, [seed.organizationId, seed.count])
    }
    for (const definition of later) await client.query(definition)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** The customers, with the searched form of their names. */
async function makeNames(client: pg.Client): Promise<void> {
  const names = Array.from({ length: CUSTOMERS }, (_, index) => seedName(index))
  await client.query(
    `create temp table seed_names as
      select index - 1 as index, name, searched, local, domain
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
        as given (name, searched, local, domain, index)`,
    (['name', 'searched', 'local', 'domain'] as const).map((part) => names.map((each) => each[part])),
  )
}

const STATEMENTS = [
  `insert into invoices (organization_id, position, invoice_number, status, version, created_at,
      submitted_at, published_at, currency, total_minor, total_amount, balance_minor, reserved_minor, due_on,
      customer_name, customer_email, payment_token, terms, client_reference, search_text)
    select $1, n, n::text, status, 1, at, at, at, 'USD', total, round(total / 100.0, 2),
      case status when 'PAID' then 0 when 'PARTIAL' then total - 1 else total end, 0,
      date '2020-01-01' + (n / 500)::int + 30, name, email, encode(sha256(($1 || '/' || n)::bytea), 'hex'), ${TERMS}, '{}',
      concat_ws(e'\\n', n, searched, email, 'company ' || n % 5000, 'goods and services of order ' || n)
    from generate_series(1, $2::int) as numbers (n) join seed_names on index = n % ${CUSTOMERS},
      lateral (select ${STATUS} as status, (n % 100000 + 3) * 100 as total,
        local || n / ${CUSTOMERS} || '@' || domain as email,
        timestamptz '2020-01-01 00:00Z' + n * interval '172 seconds' as at) as made
    order by numbers.n`,
  `insert into invoice_history (organization_id, position, version, ordinal, event, at)
    select $1, n, 1, 1, 'CREATE', timestamptz '2020-01-01 00:00Z' + n * interval '172 seconds'
    from generate_series(1, $2::int) as n`,
  'insert into invoice_counters (organization_id, last_position, last_number) values ($1, $2, $2)',
  `insert into invoice_status_counts (organization_id, status, currency, stripe, invoices, total_minor, balance_minor)
    select organization_id, status, currency, position % ${STRIPES}, count(*), sum(total_minor), sum(balance_minor)
    from invoices where organization_id = $1 and position <= $2 group by 1, 2, 3, 4`,
]

/** Indexes are built faster afterwards, all together; returns the statements for that. Those of keys stay. */
async function droppedIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'invoices'
        and not exists (select from pg_constraint where conname = indexname)`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
