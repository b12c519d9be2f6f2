import { request } from 'node:http'
import pg from 'pg'
import type { Engine } from '../src/platform/engine/engine.ts'
import {
  benchFolder,
  elapsedMs,
  engineIn,
  partnerIn,
  postgresUrlIn,
  removeFolder,
  startBenchService,
} from './bench-service.ts'
import { type Figure, median } from './figure.ts'
import { fillRecordFile, prepareStores } from './filled-file.ts'
import { QUESTIONS, type Question, turnOf } from './on-demand-questions.ts'
import { FILLED_TABLES, insertMerchants, paymentsSql } from './on-demand-rows.ts'
import { SIZES } from './sizes.ts'

const WARM_ROUNDS = 3
const ROUNDS = 15

/** Time to first byte of reports on demand, compared with bare queries to the engine. */
export async function benchOnDemand(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const payments of SIZES.payments) figures.push(...(await figuresOf(payments)))
  return figures
}

async function figuresOf(payments: number): Promise<readonly Figure[]> {
  const folder = benchFolder()
  try {
    await prepareStores(folder, () => makeMerchants(folder))
    await fillRecordFile(folder, paymentsSql(payments), FILLED_TABLES)
    return await ask(folder, payments)
  } finally {
    removeFolder(folder)
  }
}

/** The merchants of the payments, below the sandbox's partner. */
export async function makeMerchants(folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrlIn(folder) })
  await client.connect()
  try {
    await insertMerchants(client, partnerIn(folder).organizationId)
  } finally {
    await client.end()
  }
}

async function ask(folder: string, payments: number): Promise<readonly Figure[]> {
  const service = await startBenchService(folder)
  const engine = engineIn(folder)
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

type Bed = {
  readonly url: string
  readonly key: string
  readonly engine: Engine
  readonly payments: number
}

/** Ours and the limit's in turn, each time for another merchant and day. */
async function figureOf(bed: Bed, question: Question): Promise<Figure> {
  const { what, pathOf, bareOf, limitIs, bar } = question
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1) {
    const turn = turnOf(round)
    const bareMs = await elapsedMs(async () => {
      await Promise.all(bareOf(turn).map((query) => bed.engine.rows(query)))
    })
    const ourMs = await firstByteMs(bed, pathOf(turn))
    if (round < WARM_ROUNDS) continue
    ours.push(ourMs)
    bare.push(bareMs)
  }
  return {
    what: `${what}, of ${bed.payments.toLocaleString('en-US')} payments`,
    unit: 'ms',
    ours: median(ours),
    limit: median(bare),
    limitIs,
    isRate: false,
    bar,
  }
}

/** Where there are few payments, a merchant's day may be empty, and the response 404. */
const STATUSES: readonly (number | undefined)[] = [200, 404]

async function firstByteMs({ url, key }: Bed, path: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    request(`${url}/reporting/v3/${path}`, { headers }, (response) => {
      let firstMs: number | undefined
      response.on('data', () => {
        firstMs ??= performance.now() - startedAt
      })
      response.on('end', () => {
        if (STATUSES.includes(response.statusCode) && firstMs !== undefined) resolve(firstMs)
        else reject(new Error(`${path} is answered with ${response.statusCode}`))
      })
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}
