import { setTimeout as sleep } from 'node:timers/promises'
import { KINDS } from '../src/catalogue/kinds.ts'
import { readConfig } from '../src/main/config.ts'
import { createOrganization } from '../src/organizations/index.ts'
import { systemClock } from '../src/platform/clock/clock.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { withClient } from '../src/platform/postgres/with-client.ts'
import { writeTogether } from '../src/platform/postgres/write-together.ts'
import { migrateStores, openStores, type Stores } from '../src/platform/stores/stores.ts'
import { recordOutbox, recordWrite, startOutboxLoading } from '../src/records/index.ts'
import { loadOutbox } from '../src/records/outbox/load-outbox.ts'
import { readerOf } from '../src/records/reading/read-record.ts'
import { RecordBatch } from '../src/records/storage/record-batch.ts'
import { benchFolder, removeFolder } from './bench-service.ts'
import type { Figure } from './figure.ts'

const ROWS = 50_000
const BATCH_ROWS = 5_000
const STEADY_TRANSACTIONS = 4_000
const RECORDS_PER_TRANSACTION = 5
const WRITERS = 4
const SINGLES = 40
const kind = KINDS.transaction
const log = createLogger({ level: 'silent' })
const SHOP = {
  organizationId: 'shop',
  type: 'merchant',
  name: 'shop',
  timeZone: 'UTC',
  contact: {},
  hasFraudManagement: false,
  parentId: undefined,
} as const
const { signal } = new AbortController()

/** How fast records leave the outbox, and how long one takes from its commit until reports see it. */
export async function benchOutbox(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const stores = await openStores(readConfig({ QUITTANCE_DATA_DIR: folder }), log)
  try {
    await migrateStores(stores, log)
    const deps = { ...stores, db: stores.database, clock: systemClock, machineClock: systemClock }
    await createOrganization({ ...deps, mode: 'sandbox' }, { kind: 'command-line', name: 'bench' }, SHOP)
    return [await loading(stores), await steadily(stores), await oneByOne(stores)]
  } finally {
    await stores.close()
    removeFolder(folder)
  }
}

/** Runs a statement that the service's own role may not run. */
async function asOwner({ ownerUrl }: Stores, statement: string): Promise<void> {
  await withClient({ connectionString: ownerUrl() }, (client) => client.query(statement))
}

async function loading(stores: Stores): Promise<Figure> {
  const { engine } = stores
  await loadedPerSecond(stores, 'warm', BATCH_ROWS)
  const bare = await bareRowsPerSecond(stores)
  const ours = await loadedPerSecond(stores, 'ours', ROWS)
  await engine.change({ table: kind.table, where: 'true' })
  await asOwner(stores, 'vacuum record_outbox')
  return {
    what: `load ${ROWS.toLocaleString('en-US')} waiting records`,
    unit: 'records/s',
    ours,
    limit: bare,
    limitIs: 'the same rows deleted in PostgreSQL and inserted as ready blocks, in batches of the same size',
    isRate: true,
  }
}

async function loadedPerSecond(stores: Stores, prefix: string, rows: number): Promise<number> {
  const { database: db, engine } = stores
  await fill(stores, prefix, rows)
  const startedAt = performance.now()
  for (let left = rows; left > 0; ) {
    left -= (await loadOutbox({ db, engine, clock: systemClock }, { kind, signal })).loaded
  }
  return (rows / (performance.now() - startedAt)) * 1000
}

async function bareRowsPerSecond(stores: Stores): Promise<number> {
  const { database, engine } = stores
  await fill(stores, 'bare', ROWS)
  const delivery = { organizationId: 'shop', source: 'outbox', receivedAtMs: 0 } as const
  const batches = Array.from({ length: ROWS / BATCH_ROWS }, (_, number) => {
    const batch = new RecordBatch(kind)
    for (let n = 1; n <= BATCH_ROWS; n += 1) {
      const read = readerOf(kind).read(aRecord(`bare ${number * BATCH_ROWS + n}`))
      if ('record' in read) batch.add(read.record, delivery)
    }
    return batch
  })
  const startedAt = performance.now()
  for (const batch of batches) {
    await database.pool.query(
      `delete from record_outbox where (organization_id, outbox_id) in (
        select organization_id, outbox_id from record_outbox where kind = $1 and refusal is null
        order by outbox_id limit $2)`,
      [kind.name, BATCH_ROWS],
    )
    await batch.insertInto(engine)
  }
  return (ROWS / (performance.now() - startedAt)) * 1000
}

/** Rows as `recordWrite` makes them, all in one statement. */
async function fill(stores: Stores, prefix: string, rows: number): Promise<void> {
  const { database } = stores
  await database.transaction((tx) => writeTogether(tx, [recordWrite('transaction', own('seed'))]))
  await database.pool.query(
    `insert into record_outbox
        (organization_id, kind, merchant_id, occurred_at, record, record_bytes)
      select organization_id, kind, merchant_id, occurred_at,
        record || jsonb_build_object('recordId', $1 || ' ' || n, 'occurredAt',
          to_char(occurred_at + n * interval '50 milliseconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        record_bytes
      from record_outbox, generate_series(1, $2::int) as n where record ->> 'recordId' = 'seed'`,
    [prefix, rows],
  )
  await database.pool.query(`delete from record_outbox where record ->> 'recordId' = 'seed'`)
  await asOwner(stores, 'vacuum analyze record_outbox')
}

/** Transactions that write their records, with and without a running loader. */
async function steadily(stores: Stores): Promise<Figure> {
  await writeSteadily(stores, 'warm')
  await asOwner(stores, 'truncate record_outbox')
  const limit = await writeSteadily(stores, 'alone')
  await asOwner(stores, 'truncate record_outbox')
  const loader = startOutboxLoading({ ...stores, clock: systemClock, log })
  const records = STEADY_TRANSACTIONS * RECORDS_PER_TRANSACTION
  const startedAt = performance.now()
  await writeSteadily(stores, 'loaded')
  while ((await recordOutbox.depth(stores.database)).waiting > 0) await sleep(10)
  const ours = (records / (performance.now() - startedAt)) * 1000
  await loader.stop()
  return {
    what: `transactions of ${RECORDS_PER_TRANSACTION} records, until the last one is loaded`,
    unit: 'records/s',
    ours,
    limit,
    limitIs: 'the same transactions without a loader',
    isRate: true,
  }
}

async function writeSteadily({ database }: Stores, prefix: string): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const write = async (): Promise<void> => {
    while (next < STEADY_TRANSACTIONS) {
      next += 1
      const transaction = next
      const records = Array.from({ length: RECORDS_PER_TRANSACTION }, (_, n) =>
        recordWrite('transaction', own(`${prefix} ${transaction} ${n}`)),
      )
      await database.transaction((tx) => writeTogether(tx, records))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  const records = STEADY_TRANSACTIONS * RECORDS_PER_TRANSACTION
  return (records / (performance.now() - startedAt)) * 1000
}

/** From the commit until a reading sees the record. */
async function oneByOne(stores: Stores): Promise<Figure> {
  const loader = startOutboxLoading({ ...stores, clock: systemClock, log })
  const tooksMs: number[] = []
  for (let n = 1; n <= SINGLES; n += 1) {
    const recordId = `single ${n}`
    await stores.database.transaction((tx) => writeTogether(tx, [recordWrite('transaction', own(recordId))]))
    const startedAt = performance.now()
    while (!(await isStored(stores, recordId))) await sleep(2)
    tooksMs.push(performance.now() - startedAt)
  }
  await loader.stop()
  const [worst = 0] = tooksMs.sort((a, b) => b - a)
  return {
    what: `commit to report, the slowest of ${SINGLES} records`,
    unit: 'ms',
    ours: worst,
    limit: 2_000,
    limitIs: 'what is promised',
    isRate: false,
  }
}

async function isStored({ engine }: Stores, recordId: string): Promise<boolean> {
  const found = await engine.rows(
    `select 1 as found from ${kind.table}
      where merchant_id = 'shop' and record_id = ${engine.dialect.text(recordId)}`,
  )
  return found.length > 0
}

function own(recordId: string) {
  return { organizationId: 'shop', ...aRecord(recordId) }
}

/** As a payment of an invoice may write it. */
function aRecord(recordId: string) {
  return {
    recordId,
    merchantId: 'shop',
    occurredAt: '2026-03-09T10:00:00Z',
    fields: FIELDS,
  }
}

const FIELDS = {
  'Request.RequestID': '6461731521426399003473',
  'Request.MerchantReferenceNumber': '23AEE8CB6B62EE2AF07',
  'Request.Source': 'Invoicing',
  'BillTo.FirstName': 'Jane',
  'BillTo.LastName': 'Doe',
  'BillTo.Address1': '1 Market Street',
  'BillTo.City': 'San Francisco',
  'BillTo.State': 'CA',
  'BillTo.Country': 'US',
  'BillTo.Zip': '94105',
  'BillTo.Email': 'jane@example.com',
  'PaymentData.RequestedAmount': '102.21',
  'PaymentData.RequestedAmountCurrencyCode': 'USD',
  'PaymentMethod.CardType': 'Visa',
  'PaymentMethod.AccountSuffix': '1111',
  'PaymentMethod.ExpirationMonth': '12',
  'PaymentMethod.ExpirationYear': '2031',
  'Application.Name': 'ics_bill',
  'PaymentData.AuthorizationCode': '831000',
  'Application.Rflag': 'SOK',
}
