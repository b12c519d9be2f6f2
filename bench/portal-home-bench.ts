import { benchFolder, elapsedMs, engineIn, partnerIn, removeFolder, startBenchService } from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { fillRecordFile, prepareStores } from './filled-file.ts'
import { makeMerchants } from './on-demand-bench.ts'
import { FILLED_TABLES, MERCHANTS, merchantIdOf, paymentsSql } from './on-demand-rows.ts'
import { SIZES } from './sizes.ts'

const DAYS = 60
const DAY_MS = 86_400_000
const HOME_MS_MAX = 1_000
const WARM_ROUNDS = 3
const ROUNDS = 15

/** Home of a partner and of one of its merchants, whose payments of the last 60 days are as many as are given. */
export async function benchPortalHome(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const payments of SIZES.payments) figures.push(...(await figuresOf(payments)))
  return figures
}

async function figuresOf(payments: number): Promise<readonly Figure[]> {
  const folder = benchFolder()
  const today = Math.floor(performance.timeOrigin / DAY_MS) * DAY_MS
  try {
    await prepareStores(folder, () => makeMerchants(folder))
    const span = { startMs: today - (DAYS - 1) * DAY_MS, days: DAYS }
    await fillRecordFile(folder, paymentsSql(payments, span), FILLED_TABLES)
    return await ask(folder, { payments, today })
  } finally {
    removeFolder(folder)
  }
}

type Filled = { readonly payments: number; readonly today: number }

async function ask(folder: string, { payments, today }: Filled): Promise<readonly Figure[]> {
  const service = await startBenchService(folder)
  const engine = engineIn(folder)
  const { key } = partnerIn(folder).bearer
  try {
    const bare = await medianMs(async () => void (await engine.rows(bareSums(today))))
    const figureOf = async (what: string, path: string): Promise<Figure> => ({
      what: `${what}, ${payments.toLocaleString('en-US')} payments of ${MERCHANTS.toLocaleString('en-US')} merchants`,
      unit: 'ms',
      ours: await medianMs(() => read(`${service.url}${path}`, key)),
      limit: bare,
      limitIs: 'a bare sum of all payments by day',
      isRate: false,
      bar: { oursMax: HOME_MS_MAX },
    })
    return [
      await figureOf('Home of a partner', '/portal/v1/home'),
      await figureOf('Home of a merchant', `/portal/v1/home?organizationId=${merchantIdOf(7)}`),
    ]
  } finally {
    await engine.close()
    await service.stop()
  }
}

function bareSums(today: number): string {
  const from = new Date(today - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  return `select cast(transaction_date as date) as day, payment_data_requested_amount_currency_code as currency,
      count(*) as payments, cast(sum(payment_data_requested_amount) as varchar) as amount
    from transactions where is_deleted = 0 and transaction_date >= timestamp '${from}' group by all`
}

async function medianMs(work: () => Promise<void>): Promise<number> {
  const tookMs: number[] = []
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const ms = await elapsedMs(work)
    if (round >= 0) tookMs.push(ms)
  }
  return median(tookMs)
}

async function read(address: string, key: string): Promise<void> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`)
  const { received } = JSON.parse(text) as { readonly received: { readonly total: { readonly paidCount: number } } }
  if (received.total.paidCount === 0) throw new Error(`${address} has no payments.`)
}
