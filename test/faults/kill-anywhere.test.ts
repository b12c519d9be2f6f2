import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { KINDS } from '../../src/catalogue/kinds.ts'
import type { Engine } from '../../src/platform/engine/engine.ts'
import { signal } from '../../src/platform/processes/child-process.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import type { RecordContent } from '../../src/records/reading/record.ts'
import { RecordBatch } from '../../src/records/storage/record-batch.ts'
import {
  type ServiceProcess,
  spawnService,
  startService,
  temporaryDataFolder,
} from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'
import { anAbsentEngine } from '../support/stores/absent-engine.ts'

const ROUNDS = isLongRun ? 20 : 2
const FIRST_STARTS = isLongRun ? 20 : 1
const DELIVERY = { organizationId: 'shop', source: 'ingest', receivedAtMs: 0 } as const
const VICTIMS = ['service', 'keeper', 'postgres', 'engine'] as const

/** The writes that the stores have acknowledged; none may ever be lost. */
type Acknowledged = { readonly postgres: number[]; readonly engine: number[] }

test(`no acknowledged write is lost in ${ROUNDS} kills at random moments (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const folder = await startedDataFolder()
  const acknowledged: Acknowledged = { postgres: [], engine: [] }
  await makeTables(folder)

  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round % 2 === 0) await killDuringStart(folder, random)
    else await killDuringWrites(folder, random, { acknowledged, firstId: round * 1_000_000 })
    await expectNothingLost(folder, acknowledged)
  }

  expect(countOf(acknowledged)).toBeGreaterThan(0)
})

test(`a first start killed anywhere is followed by a healthy one (seed ${seed})`, async () => {
  const random = seededRandom(seed)

  for (let round = 1; round <= FIRST_STARTS; round += 1) {
    const folder = temporaryDataFolder()
    await killDuringStart(folder, random)
    const service = await startService(folder)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    expect(await service.terminate()).toBe(0)
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([])
  }
})

const countOf = ({ postgres, engine }: Acknowledged): number => postgres.length + engine.length

async function makeTables(folder: string): Promise<void> {
  const service = await startService(folder)
  await usingPostgres(service, (client) => client.query('create table fault (id bigint primary key)'))
  await service.terminate()
}

async function killDuringStart(folder: string, random: Random): Promise<void> {
  const service = await spawnService(folder)
  await sleep(random.integer(0, 1_500))
  killSome(service, random)
  await service.kill()
}

async function killDuringWrites(
  folder: string,
  random: Random,
  { acknowledged, firstId }: { acknowledged: Acknowledged; firstId: number },
): Promise<void> {
  const service = await startService(folder)
  const stop = new AbortController()
  const writing = Promise.all([
    writePostgres(service, acknowledged.postgres, firstId, stop.signal),
    writeRecords(service, acknowledged.engine, firstId, stop.signal),
  ])
  const before = countOf(acknowledged)
  await waitUntil(() => countOf(acknowledged) > before || undefined, { withinMs: 60_000 })
  await sleep(random.integer(0, 1_000))
  killSome(service, random)
  stop.abort()
  await service.kill()
  await writing
}

function killSome(service: ServiceProcess, random: Random): void {
  const pids = { ...service.storePidsIfAny(), service: service.pid }
  for (const name of VICTIMS) {
    const pid = pids[name]
    if (pid !== undefined && random.isHeads()) signal(pid, 'SIGKILL')
  }
}

async function expectNothingLost(folder: string, acknowledged: Acknowledged): Promise<void> {
  const service = await startService(folder)
  const inPostgres = await usingPostgres(service, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from fault')
    return new Set(rows.map(({ id }) => Number(id)))
  })
  const ids = await usingRecords(service, (engine) => engine.rows<{ id: string }>('select record_id as id from fees'))
  const inRecords = new Set(ids.map(({ id }) => Number(id)))
  await service.terminate()

  expect(acknowledged.postgres.filter((id) => !inPostgres.has(id))).toEqual([])
  expect(acknowledged.engine.filter((id) => !inRecords.has(id))).toEqual([])
  expect(ids.length).toBe(inRecords.size)
}

/** Writes until it is stopped or the store is gone; a refused write is not acknowledged. */
async function writePostgres(
  service: ServiceProcess,
  acknowledged: number[],
  firstId: number,
  stop: AbortSignal,
): Promise<void> {
  await usingPostgres(service, async (client) => {
    for (let id = firstId; !stop.aborted; id += 1) {
      await client.query('insert into fault values ($1)', [id])
      acknowledged.push(id)
    }
  }).catch(() => {})
}

async function writeRecords(
  service: ServiceProcess,
  acknowledged: number[],
  firstId: number,
  stop: AbortSignal,
): Promise<void> {
  await usingRecords(service, async (engine) => {
    for (let id = firstId; !stop.aborted; id += 1) {
      const batch = new RecordBatch(KINDS.fee)
      batch.add(aFee(id), DELIVERY)
      await batch.insertInto(engine)
      acknowledged.push(id)
    }
  }).catch(() => {})
}

async function usingPostgres<T>(service: ServiceProcess, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: service.postgresUrl() })
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function usingRecords<T>(service: ServiceProcess, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = anAbsentEngine(service.recordsUrl())
  try {
    return await use(engine)
  } finally {
    await engine.close()
  }
}

function aFee(id: number): RecordContent {
  return {
    merchantId: 'shop',
    recordId: String(id),
    occurredAtMs: Date.UTC(2026, 2, 9),
    version: 1,
    isDeleted: false,
    values: [],
  }
}
