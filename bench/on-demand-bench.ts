import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Engine } from '../src/platform/engine/engine.ts'
import {
  benchFolder,
  clickHouseIn,
  elapsedMs,
  partnerIn,
  postgresUrlIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import type { Figure } from './figure.ts'
import { fillYear, insertMerchants, MERCHANTS, merchantIdOf } from './on-demand-rows.ts'

// biome-ignore lint/style/noProcessEnv: a bench is a program of its own, and this is its only setting.
const SIZES = (process.env['BENCH_PAYMENTS'] ?? '1000000,10000000').split(',').map(Number)
const WARM_ROUNDS = 3
const ROUNDS = 15
const LOOKS_MAX = 120
const LOOK_DELAY_MS = 1_000
const READINGS = { do_not_merge_across_partitions_select_final: 1 } as const

/** How long reports on demand take until their first byte, beside bare queries to the engine. */
export async function benchOnDemand(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const payments of SIZES) figures.push(...(await figuresOf(payments)))
  return figures
}

async function figuresOf(payments: number): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    await filled(folder, payments)
    return await asked(folder, payments)
  } finally {
    removeFolder(folder)
  }
}

/** So many rows at a time need more memory than the engine has when it is asked. */
async function filled(folder: string, payments: number): Promise<void> {
  const service = await startBenchService(folder, { QUITTANCE_ENGINE_MEMORY_MIB: '6144' })
  const engine = clickHouseIn(folder)
  try {
    const { organizationId } = partnerIn(folder)
    await withPostgres(folder, (client) => insertMerchants(client, organizationId))
    await fillYear(engine, payments)
    await untilMerged(engine)
  } finally {
    await engine.close()
    await service.stop()
  }
}

async function asked(folder: string, payments: number): Promise<readonly Figure[]> {
  const service = await startBenchService(folder, { QUITTANCE_RATE_LIMIT: '1000000' })
  const engine = clickHouseIn(folder)
  try {
    const bed = { url: service.url, key: partnerIn(folder).bearer.key, engine, payments }
    const figures: Figure[] = []
    for (const question of QUESTIONS) figures.push(await figureOf(bed, question))
    return figures
  } finally {
    await engine.close()
    await service.stop()
  }
}

/** What the engine still puts together would be measured with what is asked. */
async function untilMerged(engine: Engine): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const [row] = await engine.rows<{ merges: number }>(
      'select count() as merges from system.merges',
      {},
    )
    if (row?.merges === 0) return
    await sleep(LOOK_DELAY_MS)
  }
}

type Bed = {
  readonly url: string
  readonly key: string
  readonly engine: Engine
  readonly payments: number
}

/** What is asked in a round. */
type Turn = { readonly merchantId: string; readonly from: string; readonly to: string }

type Question = {
  readonly what: string
  readonly pathOf: (turn: Turn) => string
  readonly bareOf: (turn: Turn) => readonly string[]
  readonly limitIs: string
}

const ofMerchant = ({ merchantId, from, to }: Turn): string =>
  `organizationId=${merchantId}&startTime=${from}&endTime=${to}`
const ofMonth = 'startTime=2025-06-01T00:00:00Z&endTime=2025-07-01T00:00:00Z'

const within = ({ merchantId, from, to }: Turn): string =>
  `merchant_id = '${merchantId}' and occurred_at >= ${time(from)} and occurred_at < ${time(to)}`
const inJune = `occurred_at >= ${time('2025-06-01T00:00:00Z')}
  and occurred_at < ${time('2025-07-01T00:00:00Z')}`

/** Bare sums of what net funding looks at. */
const SUMS = [
  'count(), sum(payment_data_requested_amount) from batch_items',
  'count(), sum(event_amount) from settlements',
  'count(), sum(funding_funding_amount) from fundings',
  'count(), sum(fee_total_fee_amount) from fees',
  'count(), sum(chargeback_and_retrieval_chargeback_amount) from chargebacks_and_retrievals',
]
const netOf = (condition: string): readonly string[] =>
  SUMS.map(
    (sum) =>
      `select payment_method_card_type, application_name, ${sum} final where ${condition} group by 1, 2`,
  )
const BATCHES = `select payment_method_card_type, application_name,
  payment_data_requested_amount_currency_code, count(), sum(payment_data_requested_amount)
  from batch_items final`

const QUESTIONS: readonly Question[] = [
  {
    what: 'conversion details, a merchant’s month',
    pathOf: ({ merchantId }) => `conversion-details?organizationId=${merchantId}&${ofMonth}`,
    bareOf: ({ merchantId }) => [
      `select * from conversions final where merchant_id = '${merchantId}' and ${inJune}`,
    ],
    limitIs: 'the engine reading the same records',
  },
  {
    what: 'purchase and refund details, a merchant’s day',
    pathOf: (turn) => `purchase-refund-details?${ofMerchant(turn)}`,
    bareOf: (turn) => [`select * from batch_items final where ${within(turn)}`],
    limitIs: 'the engine reading the batch items of the day, without what belongs to them',
  },
  {
    what: 'net fundings, a merchant’s day',
    pathOf: (turn) => `net-fundings?${ofMerchant(turn)}`,
    bareOf: (turn) => netOf(within(turn)),
    limitIs: 'five bare sums by the engine, at the same time',
  },
  {
    what: 'payment batch summaries, a merchant’s day',
    pathOf: (turn) => `payment-batch-summaries?${ofMerchant(turn)}`,
    bareOf: (turn) => [`${BATCHES} where ${within(turn)} group by 1, 2, 3`],
    limitIs: 'a bare sum by the engine',
  },
  {
    what: 'net fundings, an account’s month',
    pathOf: () => `net-fundings?${ofMonth}`,
    bareOf: () => netOf(inJune),
    limitIs: 'five bare sums by the engine, at the same time',
  },
  {
    what: 'payment batch summaries by day, an account’s month',
    pathOf: () => `payment-batch-summaries?${ofMonth}&rollUp=day&breakdown=account_rollup`,
    bareOf: () => [`${BATCHES} where ${inJune} group by 1, 2, 3, toDate(occurred_at)`],
    limitIs: 'a bare sum by the engine',
  },
  {
    what: 'payment batch summaries by day and merchant, an account’s month',
    pathOf: () => `payment-batch-summaries?${ofMonth}&rollUp=day&breakdown=all_merchant`,
    bareOf: () => [`${BATCHES} where ${inJune} group by 1, 2, 3, toDate(occurred_at), merchant_id`],
    limitIs: 'a bare sum by the engine',
  },
  {
    what: 'purchase and refund details, the first 2,000 of an account’s day',
    pathOf: ({ from, to }) => `purchase-refund-details?startTime=${from}&endTime=${to}`,
    bareOf: ({ from, to }) => [
      `select * from batch_items final where occurred_at >= ${time(from)} and occurred_at < ${time(to)} limit 2000`,
    ],
    limitIs: 'the engine reading 2,000 batch items of the day, without what belongs to them',
  },
]

function time(text: string): string {
  return `toDateTime64('${text.slice(0, 19)}', 3, 'UTC')`
}

/** Ours and the limit's in turn, each time for another merchant and day. */
async function figureOf(bed: Bed, { what, pathOf, bareOf, limitIs }: Question): Promise<Figure> {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const turn = turnOf(round)
    const bareMs = await elapsedMs(async () => {
      await Promise.all(bareOf(turn).map((query) => bed.engine.rows(query, {}, READINGS)))
    })
    const ourMs = await firstByteMs(bed, pathOf(turn))
    if (round < WARM_ROUNDS) continue
    ours.push(ourMs)
    bare.push(bareMs)
  }
  return {
    what: `${what}, of ${bed.payments.toLocaleString('en-US')} payments`,
    unit: 'ms',
    ours: middle(ours),
    limit: middle(bare),
    limitIs,
    isRate: false,
  }
}

function turnOf(round: number): Turn {
  const day = (hours: number): string =>
    Temporal.Instant.from('2025-03-02T00:00:00Z')
      .add({ hours: round * 24 * 13 + hours })
      .toString()
  return { merchantId: merchantIdOf((round * 137) % MERCHANTS), from: day(0), to: day(24) }
}

async function firstByteMs({ url, key }: Bed, path: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    request(`${url}/reporting/v3/${path}`, { headers }, (answer) => {
      let firstMs: number | undefined
      answer.on('data', () => {
        firstMs ??= performance.now() - startedAt
      })
      answer.on('end', () => {
        if (answer.statusCode === 200 && firstMs !== undefined) resolve(firstMs)
        else reject(new Error(`${path} is answered with ${answer.statusCode}`))
      })
      answer.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

async function withPostgres(
  folder: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrlIn(folder) })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
