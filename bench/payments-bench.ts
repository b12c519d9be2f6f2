import type { Actor } from '../src/kernel/actor.ts'
import { createOrganization } from '../src/organizations/index.ts'
import { pay } from '../src/payments/attempts/pay.ts'
import type { PaymentDeps } from '../src/payments/payment-deps.ts'
import { oneProcessor, type Processor } from '../src/payments/port/processor.ts'
import { sandboxProcessor } from '../src/payments/processors/sandbox/sandbox-processor.ts'
import { systemClock } from '../src/platform/clock/clock.ts'
import { openDataFolder } from '../src/platform/files/data-folder.ts'
import { createLogger } from '../src/platform/log/log.ts'
import { Database } from '../src/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/embedded-postgres.ts'
import { migratePostgres, withMigrationLock } from '../src/platform/postgres/migrate-postgres.ts'
import { withClient } from '../src/platform/postgres/with-client.ts'
import { migrateQueue } from '../src/platform/queue/queue.ts'
import { Secrets } from '../src/platform/secrets/secrets.ts'
import { type BarePayment, barePayment } from './bare-payment.ts'
import { benchFolder, removeFolder } from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { seedAttempts, seedPayable } from './seed-payments.ts'
import { SIZES } from './sizes.ts'

const PAYERS = 16
const ROUNDS = 5
const ROUND_MS = 2_000
const FEW = 10
const LATENCIES = 400
const BASE_URL = 'https://pay.example.com'
const payer: Actor = { organizationId: 'shop', by: { kind: 'payer' } }
const log = createLogger({ level: 'silent' })
const secrets = new Secrets(Buffer.alloc(32, 1))

/** The cost of a payment: its two transactions, around a processor that responds immediately. */
export async function benchPayments(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const postgres = await startEmbeddedPostgres(openDataFolder(folder), log)
  const shops: Shop[] = []
  const open = async (name: string, attempts: number): Promise<Shop> => {
    const shop = await openShop(postgres.url, name, attempts)
    shops.push(shop)
    return shop
  }
  try {
    const few = await open('few', FEW)
    const many = await open('many', SIZES.attempts)
    return [
      await rate(few, { what: 'payments on different invoices', next: everyInvoiceOnce() }),
      await rate(few, { what: 'payments on one invoice', next: () => 1 }),
      await latency(few, many),
    ]
  } finally {
    await Promise.all(shops.map(({ database }) => database.close()))
    await postgres.stop()
    removeFolder(folder)
  }
}

type Shop = { readonly database: Database; readonly deps: PaymentDeps; readonly bare: BarePayment }

/** A merchant with invoices, past attempts, and one payment whose rows the bare loop repeats. */
async function openShop(serverUrl: string, name: string, attempts: number): Promise<Shop> {
  await withClient({ connectionString: serverUrl }, (client) => client.query(`create database ${name}`))
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  await withMigrationLock(url, (client) => migratePostgres(client))
  await migrateQueue(url)
  const database = new Database(url, log)
  const deps: PaymentDeps = {
    ...{ database, secrets, clock: systemClock, machineClock: systemClock, log },
    processors: oneProcessor(
      respondingImmediately(sandboxProcessor({ database, secrets, clock: systemClock, baseUrl: BASE_URL })),
      'sandbox',
    ),
    config: {
      ...{ baseUrl: BASE_URL, processorCallMsMax: 60_000 },
      cardTesting: { declinesMin: 20, percentMin: 33, windowMinutes: 10 },
    },
  }
  await createOrganization(
    { db: database, clock: systemClock, machineClock: systemClock, secrets, mode: 'sandbox' },
    { kind: 'command-line', name: 'bench' },
    {
      ...{ organizationId: 'shop', type: 'merchant', name: 'shop', timeZone: 'UTC', contact: {} },
      ...{ hasFraudManagement: false, parentId: undefined },
    },
  )
  // Not through the pool: its statements have a time limit.
  await withClient({ connectionString: url }, async (client) => {
    await seedPayable(url, client, SIZES.payable)
    await seedAttempts(client, attempts)
  })
  const { attemptId } = await payOne(deps, SIZES.payable)
  return { database, deps, bare: await barePayment(database.pool, { attemptId, invoice: SIZES.payable }) }
}

/** Our own two transactions are measured, and not the sandbox's. */
function respondingImmediately(processor: Processor): Processor {
  const account = { scheme: 'Visa', bin: '424242', suffix: '4242', expirationMonth: 12, expirationYear: 2030 }
  const facts = {
    ...{ reference: 'bench', account, authorizationCode: '123456', responseCode: '00', addressCheck: 'Y' },
    ...{ securityCodeCheck: 'M', authentication: undefined, storedCredential: undefined },
  }
  return { ...processor, authorize: async () => ({ status: 'approved', facts }) }
}

let forms = 0

function payOne(deps: PaymentDeps, invoice: number) {
  forms += 1
  const card = {
    ...{ number: '4242424242424242', expirationMonth: 12, expirationYear: 2030 },
    ...{ securityCode: '123', holder: 'Ada Lovelace' },
  }
  return pay(deps, payer, {
    ...{ invoiceNumber: String(invoice), requestKey: `form ${forms}`, amount: { minor: 1_00n, currency: 'USD' } },
    ...{ payer: {}, source: { method: 'card', card }, canReview: false, isAuthenticated: false, returnUrl: BASE_URL },
  })
}

function everyInvoiceOnce(): () => number {
  let last = 1
  return () => {
    last = (last % (SIZES.payable - 1)) + 1
    return last
  }
}

type Rate = { readonly what: string; readonly next: () => number }

/** They take turns, so that other load on the machine affects both alike. */
async function rate({ database, deps, bare }: Shop, { what, next }: Rate): Promise<Figure> {
  const ours: number[] = []
  const limits: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    limits.push(await perSecond(() => bare(database.pool, next())))
    ours.push(await perSecond(() => payOne(deps, next())))
  }
  return {
    what,
    unit: 'payments/s',
    // The first round warms up.
    ours: median(ours.slice(1)),
    limit: median(limits.slice(1)),
    limitIs: 'a bare loop of the same two transactions: begin, lock, save the same rows, commit',
    isRate: true,
    bar: { ratioMin: 0.5 },
  }
}

async function perSecond(once: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  const payOn = async (): Promise<void> => {
    while (performance.now() - startedAt < ROUND_MS) {
      await once()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: PAYERS }, payOn))
  return (done / (performance.now() - startedAt)) * 1000
}

async function latency(few: Shop, many: Shop): Promise<Figure> {
  const next = everyInvoiceOnce()
  const tooks = { few: [] as number[], many: [] as number[] }
  for (let round = -LATENCIES / 10; round < LATENCIES; round += 1) {
    const invoice = next()
    for (const [name, { deps }] of [['few', few] as const, ['many', many] as const]) {
      const startedAt = performance.now()
      await payOne(deps, invoice)
      if (round >= 0) tooks[name].push(performance.now() - startedAt)
    }
  }
  return {
    what: `an attempt with ${SIZES.attempts.toLocaleString('en-US')} past ones`,
    unit: 'ms',
    ours: median(tooks.many),
    limit: median(tooks.few),
    limitIs: `one with ${FEW} past ones`,
    isRate: false,
    bar: { timesMax: 1.2 },
  }
}
