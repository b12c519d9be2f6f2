import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, test } from 'vitest'
import { checkRestored } from '../../src/backup/verify/check-restored.ts'
import type { Actor } from '../../src/kernel/actor.ts'
import { type Decimal, parseDecimal } from '../../src/kernel/decimal.ts'
import { readConfig } from '../../src/main/config.ts'
import { paymentDepsOf } from '../../src/main/payment-deps.ts'
import { carryOut } from '../../src/payments/attempts/carry-out.ts'
import { followUpEffects } from '../../src/payments/follow-up-effects.ts'
import { startRefund } from '../../src/payments/refunds/start-refund.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import { openStores, type Stores } from '../../src/platform/stores/stores.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { payAs } from '../support/data/payments.ts'
import { quittanceProcess } from '../support/processes/command.ts'
import { silentLog } from '../support/processes/queue-node.ts'
import {
  dataFolderOfFile,
  type ServiceProcess,
  startService,
  temporaryDataFolder,
} from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { eventually } from '../support/run/eventually.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { makeTemporaryFolder, temporaryFolder } from '../support/stores/temporary-folder.ts'

// A backup of charged, recorded and reported money: its check passes, and a damaged copy of it fails by name.

const AMOUNT = 'PaymentData.RequestedAmount'
const CURRENCY = 'PaymentData.RequestedAmountCurrencyCode'

type Original = {
  readonly place: string
  readonly identityFile: string
  /** A restored folder, for copies. */
  readonly restored: string
  readonly organizationId: string
  readonly chargeId: string
  readonly refundId: string
  readonly cashId: string
  readonly reportId: string
}

let original: Original
beforeAll(async () => {
  const root = makeTemporaryFolder()
  fileResources.defer(() => void execFileSync('rm', ['-rf', root]))
  const folder = await startedDataFolder(dataFolderOfFile())
  const merchant = merchantOf(folder)
  const { organizationId } = merchant
  const { invoiceNumber, cashId } = await during(folder, (service) => invoiced(service, merchant))
  const payment = await paid(folder, { organizationId, invoiceNumber })
  const reportId = await during(folder, (service) => reported(service, merchant))
  const place = join(root, 'place')
  const restored = join(root, 'restored')
  const identityFile = join(root, 'key.txt')
  const identity = await generateIdentity()
  writeFileSync(identityFile, identity)
  const recipient = await identityToRecipient(identity)
  await run(['backup', 'create', place, '--recipient', recipient], { QUITTANCE_DATA_DIR: folder })
  await run(['backup', 'restore', place, '--data-dir', restored, '--identity', identityFile], {})
  original = { place, identityFile, restored, organizationId, cashId, reportId, ...payment }
})

async function run(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const result = await quittanceProcess(args, { QUITTANCE_LOG_LEVEL: 'silent', ...environment })
  if (result.code !== 0) throw new Error(`quittance ${args.join(' ')}: ${result.err}${result.out}`)
  return result
}

async function during<T>(folder: string, work: (service: ServiceProcess) => Promise<T>): Promise<T> {
  const service = await startService(folder, { QUITTANCE_LOG_LEVEL: 'warn' })
  const result = await work(service)
  await service.terminate()
  return result
}

/** A client of the sandbox's merchant, whose key is in the data folder. */
function merchantOf(folder: string) {
  const { merchant } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  const ask = async ({ url }: ServiceProcess, path: string, body?: object, type = 'application/json') => {
    const headers = { authorization: `Bearer ${merchant.bearer.key}`, 'content-type': type }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { headers, ...sent })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of any shape.
    const json = (await response.json()) as any
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(json)}`)
    return json
  }
  return { organizationId: merchant.organizationId as string, ask }
}

type Merchant = ReturnType<typeof merchantOf>

/** An invoice of which 10.05 is paid in cash, and a record that somebody sent. */
async function invoiced(service: ServiceProcess, { organizationId, ask }: Merchant) {
  const lineItems = [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: 500, totalAmount: 500 }]
  const { id } = await ask(
    service,
    '/invoicing/v2/invoices',
    anInvoiceBody({
      invoiceInformation: { sendImmediately: true, deliveryMode: 'none', allowPartialPayments: true },
      orderInformation: { amountDetails: { totalAmount: 500, currency: 'USD' }, lineItems },
    }),
  )
  const date = Temporal.Now.plainDateISO('UTC').toString()
  const cash = { amount: 10.05, date, method: 'cash' }
  const { id: cashId } = await ask(service, `/payments/v1/invoices/${id}/external-payments`, cash)
  const sent = {
    ...{ merchantId: organizationId, recordId: 'sent', occurredAt: hoursAgo(1) },
    fields: { 'Request.RequestID': 'sent', [AMOUNT]: '77.00', [CURRENCY]: 'EUR' },
  }
  await ask(service, '/ingest/v1/records/transaction', sent, 'application/x-ndjson')
  return { invoiceNumber: id as string, cashId: cashId as string }
}

const hoursAgo = (hours: number) => Temporal.Now.instant().subtract({ hours }).toString()

/** A charge of 100.00 by card, of which 25.00 is given back. */
async function paid(
  folder: string,
  { organizationId, invoiceNumber }: Record<'organizationId' | 'invoiceNumber', string>,
) {
  const stores = await openStores(configOf(folder), silentLog)
  try {
    const shared = { stores, clock: systemClock, log: silentLog }
    const deps = paymentDepsOf({ config: configOf(folder), mode: 'sandbox', ...shared })
    const { attemptId: chargeId, paymentId } = await payAs(deps, invoiceNumber, '100.00', { organizationId })
    const merchant: Actor = { organizationId, by: { kind: 'command-line', name: 'test' } }
    const asked = { paymentId, amount: parseDecimal('25.00') as Decimal, reason: undefined }
    const { attempt } = await startRefund(deps, stores.database, merchant, asked)
    await carryOut(deps, followUpEffects, merchant, attempt)
    return { chargeId, refundId: attempt.attemptId }
  } finally {
    await stores.close()
  }
}

/** A report of everything of the last two hours. */
async function reported(service: ServiceProcess, { ask }: Merchant): Promise<string> {
  const { reportId } = await ask(service, '/reporting/v3/reports', {
    ...{ reportDefinitionName: 'TransactionRequestClass', reportName: 'Money', timezone: 'GMT' },
    ...{ reportMimeType: 'text/csv', reportFields: ['Request.RequestID', 'Application.Name', AMOUNT, CURRENCY] },
    ...{ reportStartTime: hoursAgo(2), reportEndTime: hoursAgo(0) },
  })
  await eventually(async () => {
    const { reportStatus } = await ask(service, `/reporting/v3/reports/${reportId}`)
    return reportStatus === 'COMPLETED'
  }, 60_000)
  return reportId
}

const configOf = (folder: string) => readConfig({ QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'silent' })

/** The checks of a restored copy after something happened to it: the messages of those that failed, by name. */
async function failuresAfter(damage: (stores: Stores) => Promise<unknown>): Promise<Readonly<Record<string, string>>> {
  const folder = temporaryDataFolder()
  execFileSync('cp', ['-a', `${original.restored}/.`, folder])
  const stores = await openStores(configOf(folder), silentLog)
  try {
    await damage(stores)
  } finally {
    await stores.close()
  }
  const checks = await checkRestored({ config: configOf(folder), log: silentLog })
  return Object.fromEntries(checks.filter(({ isPassed }) => !isPassed).map(({ name, message }) => [name, message]))
}

const recordOf = (recordId: string, set?: string, table = 'transactions') => ({
  ...{ table, where: `record_id = '${recordId}'` },
  ...(set === undefined ? {} : { set }),
})
const amountOf = (amount: string) => `payment_data_requested_amount = ${amount}`

test('verify --restore finds all that was charged in the records and the report, and leaves nothing behind', async () => {
  const { place, identityFile } = original
  const folder = temporaryFolder()

  const { out } = await run(['backup', 'verify', place, '--identity', identityFile, '--restore', '--json'], {
    TMPDIR: folder,
  })

  const { checks } = JSON.parse(out)
  const passed = (name: string, message: unknown) => ({ name, isPassed: true, message })
  expect(checks).toEqual([
    passed('audit trails', expect.stringMatching(/intact$/)),
    passed('reports', expect.stringMatching(/^the newest 1 have/)),
    passed('report sums', 'the newest 1 have those of their records'),
    passed('balances', expect.stringMatching(/on each of 1 invoices/)),
    passed('records', 'all 4 of charges, refunds and payments are there with their amounts'),
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('an undamaged copy passes, and again after its outbox was loaded', async () => {
  expect(await failuresAfter(async () => undefined)).toEqual({})
})

test('a charge without its record fails, with organization, currency and both sums', async () => {
  const { organizationId, chargeId, reportId } = original

  const failures = await failuresAfter(({ engine }) => engine.change(recordOf(`${chargeId}-ics_bill`)))

  expect(failures).toEqual({
    records: `${organizationId} has 1 ics_bill of 100.00 USD in PostgreSQL and 0 of 0.00 USD in the records (1 differ, first ${chargeId}-ics_bill)`,
    reports: `NOT as they were made: ${reportId}`,
    'report sums': [
      `${organizationId} has 4 rows in the report ${reportId} and 3 rows in its records`,
      `${organizationId} has ${AMOUNT} of 225.00 USD in the report ${reportId} and 125.00 USD in its records`,
    ].join('; '),
  })
})

test('a refund whose record has another amount fails, with both sums', async () => {
  const { organizationId, refundId, reportId } = original

  const failures = await failuresAfter(({ engine }) =>
    engine.change(recordOf(`${refundId}-ics_credit`, amountOf('24.99'))),
  )

  expect(failures).toEqual({
    records: `${organizationId} has 1 ics_credit of 25.00 USD in PostgreSQL and 1 of 24.99 USD in the records (1 differ, first ${refundId}-ics_credit)`,
    reports: `NOT as they were made: ${reportId}`,
    'report sums': `${organizationId} has ${AMOUNT} of 225.00 USD in the report ${reportId} and 224.99 USD in its records`,
  })
})

test('a record that no payment has made is missed by the report', async () => {
  const { organizationId, reportId } = original

  const failures = await failuresAfter(({ engine }) => engine.change(recordOf('sent', amountOf('78.00'))))

  expect(failures).toEqual({
    reports: `NOT as they were made: ${reportId}`,
    'report sums': `${organizationId} has ${AMOUNT} of 77.00 EUR in the report ${reportId} and 78.00 EUR in its records`,
  })
})

test('money that was received elsewhere has a record, too', async () => {
  const { organizationId, cashId } = original
  const recordId = `${cashId}-external_payment`

  const failures = await failuresAfter(({ engine }) =>
    engine.change(recordOf(recordId, undefined, 'external_payments')),
  )

  expect(failures).toEqual({
    records: `${organizationId} has 1 external_payment of 10.05 USD in PostgreSQL and 0 of 0.00 USD in the records (1 differ, first ${recordId})`,
  })
})

test('a payment of PostgreSQL with another amount differs from its record and from the balance', async () => {
  const { cashId } = original

  const failures = await failuresAfter(({ database }) =>
    database.pool.query('update payments set amount_minor = 1006 where payment_id = $1', [cashId]),
  )

  expect(failures).toEqual({
    balances: expect.stringMatching(/^1 of 1 invoices with payments differ/),
    records: expect.stringContaining('1 external_payment of 10.06 USD in PostgreSQL and 1 of 10.05 USD in the records'),
  })
})
