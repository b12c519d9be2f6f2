import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request as startRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  type BenchService,
  bearerKeyIn,
  benchFolder,
  merchantIdIn,
  PROGRAM,
  postgresUrlIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import type { Figure } from './figure.ts'
import { recordLine } from './record-lines.ts'
import { seedInvoices } from './seed-invoices.ts'
import { SIZES } from './sizes.ts'

const ATTACKER = fileURLToPath(new URL('./fairness-attacks.ts', import.meta.url))
const ATTACKS = [
  'search flood',
  'list flood',
  'silent uploads',
  'compression bombs',
  'slow readers',
  'image flood',
  'report flood',
  'write flood',
] as const
const QUIET = 'quiet-shop'
const REQUESTS = 200
const PAUSE_MS = 5
/** Until an attack has reached its full effect. */
const BEGIN_MS = 3_000
/** Until the work that it left behind is done. */
const END_MS = 3_000
const RECORDS = 20_000
const TIMES_MAX = 3
const MS_MAX = 100

const INVOICES = '/invoicing/v2/invoices'
const NEW_INVOICE = JSON.stringify({
  customerInformation: { name: 'Ada Lovelace', email: 'ada@example.com' },
  invoiceInformation: { description: 'Engine parts', dueDate: '2030-01-01', deliveryMode: 'none' },
  orderInformation: { amountDetails: { totalAmount: '246.00', currency: 'USD' } },
})

/** The 99th percentile of a quiet merchant's requests while another misbehaves, compared with those when it is alone. */
export async function benchFairness(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const service = await startBenchService(folder)
  try {
    await seedInvoices(postgresUrlIn(folder), { organizationId: merchantIdIn(folder), count: SIZES.invoices })
    await uploadRecords(service, folder)
    const quiet = new QuietMerchant(service.url, await createQuietMerchant(folder))
    await quiet.p99Ms()
    const figures: Figure[] = []
    for (const attack of ATTACKS) figures.push(await figureOf(attack, quiet, [service.url, bearerKeyIn(folder)]))
    return figures
  } finally {
    await service.stop()
    removeFolder(folder)
  }
}

async function figureOf(attack: string, quiet: QuietMerchant, target: readonly string[]): Promise<Figure> {
  const alone = await quiet.p99Ms()
  const attacker = spawn(process.execPath, [ATTACKER, attack, ...target], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(attacker.stdout, 'data')
    await sleep(BEGIN_MS)
    const attacked = await quiet.p99Ms()
    return {
      what: `p99 of another merchant during: ${attack}`,
      unit: 'ms',
      ours: attacked,
      limit: alone,
      limitIs: `its p99 alone, just before; at most ${TIMES_MAX} times, or ${MS_MAX} ms`,
      isRate: false,
      bar: { oursMax: Math.round(Math.max(TIMES_MAX * alone, MS_MAX)) },
    }
  } finally {
    attacker.kill('SIGKILL')
    await sleep(END_MS)
  }
}

/** Lists, reads and creates invoices, one request at a time. None of them may be refused. */
class QuietMerchant {
  readonly #url: string
  readonly #key: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(url: string, key: string) {
    this.#url = url
    this.#key = key
  }

  async p99Ms(): Promise<number> {
    const tookMs: number[] = []
    for (let count = 0; count < REQUESTS; count += 1) {
      const startedAt = performance.now()
      await this.#ask(count)
      tookMs.push(performance.now() - startedAt)
      await sleep(PAUSE_MS)
    }
    return tookMs.sort((a, b) => a - b)[Math.ceil(REQUESTS * 0.99) - 1] ?? 0
  }

  async #ask(count: number): Promise<void> {
    if (count % 3 === 0) await this.#send('POST', INVOICES, NEW_INVOICE)
    else if (count % 3 === 1) await this.#send('GET', `${INVOICES}/1`)
    else await this.#send('GET', `${INVOICES}?limit=20`)
  }

  async #send(method: string, path: string, body?: string): Promise<void> {
    const answered = Promise.withResolvers<IncomingMessage>()
    const headers = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' }
    startRequest(`${this.#url}${path}`, { method, agent: this.#agent, headers }, answered.resolve)
      .once('error', answered.reject)
      .end(body)
    const response = await answered.promise
    const text = (await response.toArray()).join('')
    if ((response.statusCode ?? 500) >= 300) throw new Error(`The quiet merchant was refused: ${text}`)
  }
}

async function createQuietMerchant(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, 'organizations', 'create', QUIET, '--json'],
    { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', QUITTANCE_DATA_DIR: folder } },
  )
  return (JSON.parse(stdout) as { readonly bearer: { readonly key: string } }).bearer.key
}

/** Uploads the records that a flood of reports reads. */
async function uploadRecords({ url }: BenchService, folder: string): Promise<void> {
  const merchantId = merchantIdIn(folder)
  const lines = Array.from({ length: RECORDS }, (_, index) => recordLine(merchantId, index))
  const headers = { authorization: `Bearer ${bearerKeyIn(folder)}`, 'content-type': 'application/x-ndjson' }
  const init = { method: 'POST', headers, body: lines.join('\n') }
  const response = await fetch(`${url}/ingest/v1/records/transaction`, init)
  if (response.status !== 200) throw new Error(await response.text())
}
