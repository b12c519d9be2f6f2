import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../src/platform/processes/child-process.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { engineOfService } from '../support/processes/engine-of-service.ts'
import { isServing, type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { eventually } from '../support/run/eventually.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'
import { OutboxWriter, type RecordPlace, UploadingClient } from './record-writers.ts'
import { RememberedRecords, type StoredRow } from './remembered-records.ts'

const KILLS = isLongRun ? 40 : 3
/** Of each writer, before the next kill. */
const WRITES = isLongRun ? { min: 20, max: 150 } : { min: 5, max: 40 }
const READY_MS_MAX = 60_000
/** First one kill of each, so that every run covers its recovery; after that any of them. */
const VICTIMS = ['service', 'engine', 'postgres', 'both stores', 'service and stores'] as const

type Victim = (typeof VICTIMS)[number]

test(`no record is lost, duplicated or invented in ${KILLS} kills at random moments (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const folder = await startedDataFolder()
  let service = await startService(folder)
  onTestFinished(() => service.kill())
  const place = placeOf(service, folder)
  const remembered = (prefix: string) => new RememberedRecords({ random, merchantId: place.organizationId, prefix })
  const outboxes = ['outbox a', 'outbox b'].map((prefix) => {
    const records = remembered(prefix)
    return { records, writer: new OutboxWriter({ place, random, records }) }
  })
  const uploads = outboxes.map(({ records: others }, n) => {
    const records = remembered(`upload ${n}`)
    return { records, writer: new UploadingClient({ place, random, records }, others) }
  })
  const all = [...outboxes, ...uploads]
  const stop = new AbortController()
  const writing = Promise.all(all.map(({ writer }) => writer.writeUntil(stop.signal)))

  for (let kill = 0; kill < KILLS; kill += 1) {
    // Paced by completed writes instead of time, so that a busy machine runs as many.
    for (const { writer } of all) await acknowledgedMore(writer, random.integer(WRITES.min, WRITES.max))
    await sleep(random.integer(0, 50))
    const victim = VICTIMS[kill] ?? VICTIMS[random.integer(0, VICTIMS.length - 1)] ?? 'service'
    service = await killedAndBack(folder, { service, random, victim })
    Object.assign(place, { port: portOf(service), postgresUrl: service.postgresUrl() })
  }
  for (const { writer } of all) await acknowledgedMore(writer, WRITES.min)
  stop.abort()
  await writing
  const isOver = async () => (await outboxRows(service)).every(({ refusal }) => refusal !== null)
  await eventually(isOver, READY_MS_MAX)
  const refused = await outboxRows(service)
  const engine = engineOfService(service)
  const stored = await engine.rows<StoredRow & { readonly isDeleted: number }>(
    `select record_id as id, version, bill_to_city as city, is_deleted as "isDeleted"
      from transactions order by id, version`,
  )
  await service.terminate()
  const readable = stored.filter(({ isDeleted }) => isDeleted === 0).map(({ isDeleted: _, ...row }) => row)

  expect(refused).toEqual([])
  expect(uploads.flatMap(({ writer }) => writer.complaints)).toEqual([])
  expect(all.flatMap(({ records }) => records.wrongAmong(readable))).toEqual([])
  expect(readable.filter(({ id }) => !/^(outbox|upload) /.test(id))).toEqual([])
  // A record is one row, withdrawn or not.
  expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length)
})

async function acknowledgedMore(writer: { readonly acknowledged: number }, more: number): Promise<void> {
  const wanted = writer.acknowledged + more
  const isThere = () => (writer.acknowledged >= wanted ? true : undefined)
  expect(await waitUntil(isThere, { withinMs: READY_MS_MAX, everyMs: 1 })).toBe(true)
}

/** Kills, and waits until the service serves again. */
async function killedAndBack(
  folder: string,
  { service, random, victim }: { service: ServiceProcess; random: Random; victim: Victim },
): Promise<ServiceProcess> {
  const before = service.storePidsIfAny()
  const isHit = (store: 'postgres' | 'engine'): boolean =>
    victim === store || victim === 'both stores' || victim === 'service and stores'
  const hit = (['postgres', 'engine'] as const).filter(isHit)
  for (const store of random.isHeads() ? hit : hit.toReversed()) {
    const pid = before[store]
    if (pid !== undefined) signal(pid, 'SIGKILL')
    await sleep(random.integer(0, 10))
  }
  if (victim.startsWith('service')) {
    await service.kill()
    return startService(folder)
  }
  const areOthers = () => {
    const now = service.storePidsIfAny()
    return hit.every((store) => now[store] !== undefined && now[store] !== before[store])
  }
  const isBack = async () => (areOthers() && (await isServing(service))) || undefined
  expect(await waitUntil(isBack, { withinMs: READY_MS_MAX })).toBe(true)
  return service
}

function placeOf(service: ServiceProcess, folder: string): RecordPlace {
  const text = readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8')
  const { merchant } = JSON.parse(text) as {
    merchant: { organizationId: string; bearer: { key: string } }
  }
  return {
    port: portOf(service),
    postgresUrl: service.postgresUrl(),
    bearerKey: merchant.bearer.key,
    organizationId: merchant.organizationId,
  }
}

function portOf({ url }: ServiceProcess): number {
  return Number(new URL(url).port)
}

async function outboxRows(service: ServiceProcess): Promise<readonly { readonly refusal: string | null }[]> {
  const client = new pg.Client({ connectionString: service.postgresUrl() })
  await client.connect()
  try {
    return (await client.query<{ refusal: string | null }>('select refusal from record_outbox')).rows
  } finally {
    await client.end()
  }
}
