import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { KINDS } from '../../src/catalogue/kinds.ts'
import { storedResponses } from '../../src/platform/http/idempotency/stored-response.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { testSecrets } from '../support/data/organizations.ts'
import { everySource, forbiddenTexts } from '../support/data/payment-sources.ts'
import { anOrder } from '../support/data/report-orders.ts'
import { engineOfService } from '../support/processes/engine-of-service.ts'
import { gather, startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { eventually } from '../support/run/eventually.ts'

const PAYER = fileURLToPath(new URL('../support/processes/payer-process.ts', import.meta.url))
const MERCHANT = 'sandbox-merchant'
/** Planted in everything that is searched, so that a search that finds nothing is known to work. */
const MARKER = 'Pangolin'
const FORBIDDEN = forbiddenTexts()

/** Every place by name, with its content as text; bytes are read as Latin-1, so that ASCII is found in them. */
type Places = Readonly<Record<string, string>>

function placesWith(places: Places, texts: readonly string[]): readonly string[] {
  return Object.entries(places)
    .filter(([, content]) => texts.some((text) => content.includes(text)))
    .map(([place]) => place)
}

function filesBelow(folder: string): Places {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const contents = files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name)
    const content = contentOf(path)
    return content === undefined ? [] : [[`file ${path.slice(folder.length + 1)}`, content] as const]
  })
  return Object.fromEntries(contents)
}

/** Undefined where a running service has just removed the file. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Every row of every table, those of the queue included: a file may hold a value compressed. */
async function tablesOf({ db }: Database): Promise<Places> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const contents = rows.map(async ({ schema, name }) => {
    const { rows: found } = await sql<{
      row: string
    }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(db)
    return [`table ${schema}.${name}`, found.map(({ row }) => row).join('\n')] as const
  })
  return Object.fromEntries(await Promise.all(contents))
}

async function recordsOf(engine: ReturnType<typeof engineOfService>): Promise<Places> {
  const kinds = Object.values(KINDS).map(async ({ name, table }) => {
    return [`records ${name}`, JSON.stringify(await engine.rows(`select * from ${table}`))] as const
  })
  return Object.fromEntries(await Promise.all(kinds))
}

async function responsesOf(database: Database): Promise<Places> {
  const bodies: string[] = []
  for await (const { response } of storedResponses({ db: database, secrets: testSecrets }, MERCHANT)) {
    bodies.push(response.body?.toString() ?? '')
  }
  return { 'stored responses': bodies.join('\n') }
}

type Payer = { readonly child: ChildProcess; readonly output: () => string; readonly ended: Promise<unknown> }

function startPayer(url: string, how: 'pay' | 'hang' | 'crash', invoices: readonly string[]): Payer {
  const child = spawn(process.execPath, [PAYER, url, MERCHANT, how, MARKER, ...invoices], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [out, err] = [gather(child.stdout), gather(child.stderr)]
  return { child, output: () => out() + err(), ended: once(child, 'close') }
}

/** The page's responses to forms with card data, from a browser with and without script, and to malformed forms. */
async function payOnPage(link: string): Promise<readonly number[]> {
  const action = link.replace(/\?.*/, '')
  const newKey = async () => /name="attempt" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? ''
  const form = async (number: string) => {
    const card = { cardNumber: number, cardExpiry: '12/30', cardCode: '735', cardName: MARKER }
    return new URLSearchParams({ attempt: await newKey(), language: 'en-US', method: 'card', ...card })
  }
  const send = async (body: URLSearchParams | string, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(action, { method: 'POST', body, headers, redirect: 'manual' })).status
  const keyless = await form('4242424242424242')
  keyless.delete('attempt')
  const bank = { accountHolder: MARKER, routingNumber: '987654320', accountNumber: '000123456789' }
  const debit = new URLSearchParams({ attempt: await newKey(), method: 'bankDebit', ...bank })
  const part = await form('4242 4242 4242 4242')
  part.set('amount', '3000')
  const late = await form('4242 4242 4242 4242')
  late.set('email', '4242424242424242')
  return [
    await send(await form('4000 0000 0000 9995'), { accept: 'application/json' }),
    await send(await form('4000000000000002')),
    await send(await form('4242-4242-4242-4242-4242')),
    await send(keyless),
    await send('{"cardNumber":"4242424242424242"}', { 'content-type': 'application/json' }),
    await send(`cardNumber=4242424242424242&${'x'.repeat(100_000)}`, {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    await send('cardNumber=4242424242424242&%zz=%', { 'content-type': 'application/x-www-form-urlencoded' }),
    await send(part),
    await send(debit),
    await send(late),
  ]
}

test('card data of payments is in no file, table, job, record, report, stored response, log or crash output', async () => {
  const folder = temporaryDataFolder()
  const service = await startService(folder, {
    ...{ QUITTANCE_LOG_LEVEL: 'trace', QUITTANCE_PROCESSOR_TIMEOUT_SECONDS: '4' },
    // The key of `testSecrets`.
    QUITTANCE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  })
  const url = service.postgresUrl()
  const database = new Database(url, pino({ level: 'silent' }))
  onTestFinished(() => database.close())
  const engine = engineOfService(service)
  const { merchant } = JSON.parse(readFileSync(`${folder}/sandbox-credentials.json`, 'utf8'))
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${merchant.bearer.key}`, 'content-type': 'application/json' }
    const once = method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}
    const request = { method, headers: { ...headers, ...once }, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${service.url}${path}`, request)
    // biome-ignore lint/suspicious/noExplicitAny: responses of several shapes.
    return JSON.parse(await response.text()) as any
  }
  const anInvoice = async () => {
    const totalAmount = '4000.00'
    const lineItems = [{ productSku: 'S', productName: 'Thing', quantity: 1, unitPrice: totalAmount, totalAmount }]
    const body = anInvoiceBody({
      customerInformation: { name: MARKER },
      invoiceInformation: { deliveryMode: 'none', sendImmediately: true, allowPartialPayments: true },
      orderInformation: { amountDetails: { totalAmount, currency: 'USD' }, lineItems },
    })
    const { id, invoiceInformation } = await call('POST', '/invoicing/v2/invoices', body)
    return { id: id as string, link: invoiceInformation.paymentLink as string }
  }
  const sources = everySource()
  const made = await Promise.all(Array.from({ length: sources.length + 3 }, anInvoice))
  const [hanging = '', crashing = '', ...invoices] = made.map(({ id }) => id)
  const onPage = await anInvoice()
  const responses = await payOnPage(onPage.link)
  const { payments } = await call('GET', `/payments/v1/invoices/${onPage.id}/payments`)

  const hung = startPayer(url, 'hang', [hanging])
  const paid = startPayer(url, 'pay', invoices)
  await paid.ended
  const crashed = startPayer(url, 'crash', [crashing])
  await crashed.ended
  await eventually(async () => hung.output().includes('calling'))
  const whileCalling = { ...filesBelow(folder), ...(await tablesOf(database)) }
  hung.child.kill('SIGKILL')
  await hung.ended
  const isUndecided = async () => {
    const { rows } = await sql`select from payment_attempts where status in ('started', 'unknown')`.execute(database.db)
    return rows.length > 0
  }
  // Those of the killed processes and those without an answer are looked up by the service.
  await eventually(async () => !(await isUndecided()))
  await eventually(async () => (await engine.rows('select 1 from transactions')).length >= sources.length)
  const now = Temporal.Now.instant()
  const { reportId } = await call(
    'POST',
    '/reporting/v3/reports',
    anOrder({
      reportFields: ['Request.RequestID', 'BillTo.Email', 'PaymentMethod.AccountSuffix', 'PaymentData.BinNumber'],
      reportStartTime: now.subtract({ hours: 1 }).toString({ smallestUnit: 'second' }),
      reportEndTime: now.toString({ smallestUnit: 'second' }),
    }),
  )
  const report = async () => (await call('GET', `/reporting/v3/reports/${reportId}`)).reportStatus
  await eventually(async () => (await report()) === 'COMPLETED')
  const afterwards: Places = {
    ...(await tablesOf(database)),
    ...(await recordsOf(engine)),
    ...(await responsesOf(database)),
  }
  await service.terminate()
  const outputs: Places = {
    'log of the service': service.output(),
    'output of the payer': paid.output(),
    'crash output': crashed.output(),
    'output of the killed payer': hung.output(),
  }
  const files = filesBelow(folder)

  expect(paid.output().match(/^(approved|declined|review|waiting|unknown)$/gm)).toHaveLength(sources.length + 1)
  expect(crashed.child.exitCode).not.toBe(0)
  // Declined twice, a wrong number, four forms that are refused, a card and a debit; the last form finds the invoice paid.
  expect(responses).toEqual([200, 303, 422, 400, 415, 413, 400, 303, 303, 303])
  expect(payments).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ method: 'card', status: 'COMPLETED', amount: 3000 }),
      expect.objectContaining({ method: 'bankDebit', status: 'COMPLETED', amount: 1000 }),
    ]),
  )
  for (const places of [whileCalling, afterwards, outputs, files]) expect(placesWith(places, FORBIDDEN)).toEqual([])
  // The search reaches every place: the marker is found.
  const marked = [whileCalling, afterwards, outputs, files].flatMap((places) => placesWith(places, [MARKER]))
  expect(marked).toEqual(
    expect.arrayContaining([
      ...['table public.payment_attempts', 'table public.invoices', 'records transaction', 'stored responses'],
      ...['output of the payer', 'crash output', 'output of the killed payer'],
      ...[expect.stringMatching(/^file postgres\/.*pg_wal\//), expect.stringMatching(/^file postgres\/.*base\//)],
      ...[expect.stringMatching(/^file records\/records\.duckdb/), expect.stringMatching(/^file reports\//)],
    ]),
  )
  const [attemptId = 'none'] = hung.output().match(/\d{22}/) ?? []
  expect(outputs['log of the service']).toContain('/invoicing/v2/invoices')
  expect(placesWith(whileCalling, [attemptId])).toContain('table public.payment_attempts')
  const known = Object.keys({ ...whileCalling, ...afterwards })
  expect(known).toEqual(
    expect.arrayContaining([
      ...['table public.agenda', 'table public.idempotency_keys', 'table public.record_outbox'],
      ...['table public.sandbox_processor_calls', expect.stringMatching(/^table graphile_worker\..*jobs/)],
    ]),
  )
  const planted = Object.fromEntries(FORBIDDEN.map((text) => [text, `before ${text} after`]))
  expect(placesWith(planted, FORBIDDEN)).toEqual(Object.keys(planted))
})
