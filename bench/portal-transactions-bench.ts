import { Agent, request as startRequest } from 'node:http'
import {
  bearerKeyIn,
  benchFolder,
  elapsedMs,
  engineIn,
  merchantIdIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { fillRecordFile, prepareStores } from './filled-file.ts'
import { SIZES } from './sizes.ts'

const TRANSACTIONS = SIZES.transactions
const QUERIES = 5
const WARM_UP = 1
const FIRST_MS = Date.UTC(2025, 0)
const LAST_NAMES = ['Weiß', 'Patel', 'Doyle', 'Quinn', 'Okafor', 'Sato', 'Rossi', 'Novak']

/** How long the portal's list takes among a million transactions of one merchant, beside a bare scan of them. */
export async function benchPortalTransactions(): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    await prepareStores(folder)
    await fillRecordFile(folder, rowsSql(merchantIdIn(folder)), ['transactions'])
    return await measure(folder)
  } finally {
    removeFolder(folder)
  }
}

async function measure(folder: string): Promise<readonly Figure[]> {
  const service = await startBenchService(folder)
  const engine = engineIn(folder)
  try {
    const merchantId = merchantIdIn(folder)
    const scan = `select count(*) from transactions where merchant_id = '${merchantId}' and bill_to_email = 'nobody'`
    const scans: number[] = []
    for (let round = 0; round < WARM_UP + 5; round += 1) {
      scans.push(await elapsedMs(async () => void (await engine.rows(scan))))
    }
    const limit = median(scans.slice(WARM_UP))
    const target = { url: service.url, key: bearerKeyIn(folder) }
    const figures: Figure[] = []
    for (const { what, query } of CASES) {
      const ours = await percentileMs(target, query)
      figures.push({ what, unit: 'ms', ours, limit, limitIs: 'a bare scan of one column, median', isRate: false })
    }
    return figures
  } finally {
    await engine.close()
    await service.stop()
  }
}

type Query = Readonly<Record<string, string>>
type Case = { readonly what: string; readonly query: (round: number) => readonly [path: string, query: Query] }

const LIST = '/portal/v1/transaction-list'
const list =
  (query: (round: number) => Query): Case['query'] =>
  (round) => [LIST, { limit: '100', ...query(round) }]
const sums =
  (query: (round: number) => Query): Case['query'] =>
  (round) => [`${LIST}/sums`, query(round)]
const any = (round: number) => (round * 7_919_993) % TRANSACTIONS
const idOf = (n: number) => `17631651092500${String(n).padStart(8, '0')}`

const CASES: readonly Case[] = [
  { what: 'first page, newest first', query: list(() => ({})) },
  { what: 'first page, oldest first', query: list(() => ({ sort: 'time:asc' })) },
  { what: 'first page, largest amount first', query: list(() => ({ sort: 'amount:desc' })) },
  { what: 'first page of a day', query: list((round) => ({ from: dayOf(round), to: dayOf(round) })) },
  { what: 'search for an id', query: list((round) => ({ search: idOf(any(round)) })) },
  { what: 'search for an address (100 matches)', query: list((round) => ({ search: `p${any(round) % 10_000}@` })) },
  { what: 'search for a name (125,000)', query: list((round) => ({ search: LAST_NAMES[round % 8] ?? '' })) },
  { what: 'search for four digits (100)', query: list((round) => ({ search: String(1_000 + (round % 9_000)) })) },
  { what: 'last four digits (100)', query: list((round) => ({ lastFour: String(1_000 + (round % 9_000)) })) },
  { what: 'declined ones (5 %)', query: list(() => ({ state: 'DECLINED' })) },
  { what: 'refunds (5 %)', query: list(() => ({ type: 'REFUND' })) },
  { what: 'authorized ones (none)', query: list(() => ({ state: 'AUTHORIZED' })) },
  { what: 'sums of an address (100)', query: sums((round) => ({ email: `p${any(round) % 10_000}@example.com` })) },
  { what: 'sums of a day', query: sums((round) => ({ from: dayOf(round), to: dayOf(round) })) },
  { what: 'sums of all', query: sums(() => ({})) },
  { what: 'one transaction', query: (round) => [`/portal/v1/transactions/${idOf(any(round))}`, {}] },
]

function dayOf(round: number): string {
  return new Date(FIRST_MS + ((round * 37) % 360) * 86_400_000).toISOString().slice(0, 10)
}

/** Nine of ten are sales with two services, one in twenty is a refund, one in twenty was declined. */
function* rowsSql(merchantId: string): Generator<string> {
  const stepMs = Math.floor((365 * 86_400_000) / TRANSACTIONS)
  const services = [
    { ending: 'a', name: `case when n % 20 = 0 then 'ics_credit' else 'ics_auth' end`, where: 'true' },
    { ending: 'b', name: `'ics_bill'`, where: 'n % 20 <> 0 and n % 20 <> 1' },
  ]
  for (const { ending, name, where } of services) {
    const columns = {
      ...{ organization_id: `'${merchantId}'`, merchant_id: `'${merchantId}'`, occurred_at: 't' },
      ...{ record_id: `'r' || n || '${ending}'`, version: '1', content_hash: 'unhex(md5(n::varchar))' },
      ...{ received_at: 'now()::timestamp', first_received_at: 'now()::timestamp', source: `'ingest'` },
      request_id: `'17631651092500' || lpad(n::varchar, 8, '0')`,
      request_id_number: `try_cast(left('17631651092500' || lpad(n::varchar, 8, '0'), 19) as ubigint)`,
      ...{ transaction_date: 't', merchant_reference_number: `'INV-' || n`, application_name: name },
      application_rflag: `case when n % 20 = 1 then 'DCARDREFUSED' else 'SOK' end`,
      ...{ request_source: `'Invoicing'`, payment_data_requested_amount: 'cast((h % 100000) / 100 as decimal(18, 4))' },
      payment_data_requested_amount_currency_code: `['USD', 'EUR', 'JPY', 'KWD'][1 + n % 4]`,
      payment_method_card_type: `['Visa', 'Mastercard', 'American Express', 'Discover'][1 + h % 4]`,
      payment_method_account_suffix: `lpad((h % 10000)::varchar, 4, '0')`,
      ...{
        bill_to_first_name: `['Finn', 'José', 'Zoe', 'Olivia'][1 + h % 4]`,
        bill_to_company_name: `'Company ' || h % 5000`,
      },
      bill_to_last_name: `[${LAST_NAMES.map((each) => `'${each}'`).join(', ')}][1 + n % 8]`,
      bill_to_email: `'p' || n % 10000 || '@example.com'`,
    }
    yield `insert into transactions (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}
      from (select range as n, cast(hash(range) % 9223372036854775807 as bigint) as h,
        make_timestamp_ms(${FIRST_MS} + range * ${stepMs}) as t from range(${TRANSACTIONS})) as made where ${where}`
  }
}

type Target = { readonly url: string; readonly key: string }

/** One request at a time, each for something else: 95 of 100 take less. */
async function percentileMs({ url, key }: Target, query: Case['query']): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const tookMs: number[] = []
  for (let round = -WARM_UP; round < QUERIES; round += 1) {
    const [path, parameters] = query(round + WARM_UP)
    const startedAt = performance.now()
    await get(`${url}${path}?${new URLSearchParams(parameters)}`, key, agent)
    if (round >= 0) tookMs.push(performance.now() - startedAt)
  }
  agent.destroy()
  return tookMs.sort((a, b) => a - b)[Math.floor(QUERIES * 0.95)] ?? 0
}

async function get(address: string, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    startRequest(address, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}.`))
      response.resume().once('end', resolve)
    })
      .once('error', reject)
      .end()
  })
}
