import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startWholeService } from '../../../test/support/apps/whole-service.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import {
  anOwnRecord,
  outboxRows,
  storedRecords,
  writeManyRecords,
  writeRecords,
} from '../../../test/support/data/own-records.ts'
import { storeRecords } from '../../../test/support/data/store-records.ts'
import { aLog, silentLog } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { anAbsentEngine } from '../../../test/support/stores/absent-engine.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import { recordOutbox, startOutboxLoading } from '../index.ts'
import { readerOf } from '../reading/read-record.ts'

const NEVER_MS = 3_600_000

let stores: Stores
beforeAll(async () => {
  // Only the loaders that a test starts run.
  stores = (await startWholeService({ QUITTANCE_ROLE: 'api' })).stores
  await anOrganization(stores, 'shop')
})

function aLoader(given: { everyMs?: number; engine?: Engine; log?: Logger } = {}) {
  const loader = startOutboxLoading({
    ...stores,
    clock: systemClock,
    log: silentLog,
    everyMs: 20,
    ...given,
  })
  onTestFinished(() => loader.stop())
  return loader
}

async function untilLoaded(prefix: string): Promise<void> {
  await eventually(async () => (await countWaiting(prefix)) === 0, 60_000)
}

/** Called often, so the rows stay where they are. */
async function countWaiting(prefix: string): Promise<number> {
  const { rows } = await stores.database.pool.query<{ count: bigint }>(
    `select count(*) from record_outbox where starts_with(record ->> 'recordId', $1)`,
    [prefix],
  )
  return Number(rows[0]?.count)
}

async function idsOf(prefix: string): Promise<readonly string[]> {
  return (await storedRecords(stores.engine, { prefix })).map(({ id }) => id)
}

describe('several concurrent loaders', () => {
  test('concurrent loaders load each record once, even while uploads send the same ones', async () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => `crowd ${100_000 + n}`)
    const merchants = ['shop', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']
    const records = ids.map((recordId, n) => ({
      recordId,
      merchantId: merchants[n % merchants.length] ?? '',
    }))
    const uploads = [0, 500, 1_000].map((from) => records.slice(from, from + 500).reverse())

    const loaders = [aLoader(), aLoader(), aLoader()]
    const writing = Array.from({ length: 8 }, (_, n) =>
      writeManyRecords(stores.database, records.slice(n * 250, (n + 1) * 250)),
    )
    await Promise.all([...writing, ...uploads.map(upload)])
    await untilLoaded('crowd')
    await Promise.all(loaders.map(({ stop }) => stop()))

    expect(await idsOf('crowd')).toEqual(ids)
    expect(await recordOutbox.depth(stores.database)).toMatchObject({ waiting: 0, refused: 0 })
  })

  /** The same records, sent by an upload. */
  async function upload(records: readonly Parameters<typeof anOwnRecord>[0][]): Promise<void> {
    const delivery = { organizationId: 'shop', source: 'ingest', receivedAtMs: 0 } as const
    await storeRecords(
      { db: stores.database, engine: stores.engine },
      {
        kind: KINDS.transaction,
        delivery,
        records: records.map((given) => {
          const { organizationId, ...input } = anOwnRecord(given)
          const read = readerOf(KINDS.transaction).read(input)
          if ('problems' in read) throw new Error(JSON.stringify(read.problems))
          return read.record
        }),
      },
    )
  }
})

describe('the loader', () => {
  test('the loader checks immediately when it is woken', async () => {
    await writeRecords(stores.database, [{ recordId: 'first look' }])
    const loader = aLoader({ everyMs: NEVER_MS })
    await untilLoaded('first look')
    await writeRecords(stores.database, [{ recordId: 'woken' }])

    loader.wake()
    await untilLoaded('woken')

    expect(await idsOf('woken')).toEqual(['woken'])
  })

  test('the loader leaves unknown kinds to a newer node and loads the others', async () => {
    await stores.database.pool.query(`
      insert into record_outbox (organization_id, kind, merchant_id, occurred_at, record, record_bytes)
      values ('shop', 'hologram', 'shop', now(), '{"recordId": "unknown kind"}', 9)`)
    await writeRecords(stores.database, [{ recordId: 'known kind' }])

    aLoader()
    await untilLoaded('known kind')

    expect(await outboxRows(stores.database, 'unknown')).toEqual([{ id: 'unknown kind', refusal: null }])
    const { waiting, oldestSeconds } = await recordOutbox.depth(stores.database)
    expect({ waiting, isOld: oldestSeconds > 0 }).toEqual({ waiting: 1, isOld: true })
    await stores.database.pool.query(`delete from record_outbox where kind = 'hologram'`)
  })

  test('the loader logs refused records by id only and retries them when it restarts', async () => {
    const { said, log } = aLog()
    await stores.database.pool.query(`
      insert into record_outbox (organization_id, kind, merchant_id, occurred_at, record, record_bytes)
      values ('shop', 'transaction', 'shop', now(), '{"recordId": "later", "merchantId": "shop",
        "occurredAt": "2026-03-09T10:00:00Z", "fields": {"BillTo.Planet": "Mars"}}', 9)`)

    const older = aLoader({ log })
    await eventually(async () => (await recordOutbox.depth(stores.database)).refused === 1)
    await older.stop()
    // Simulates a release that can read it.
    await stores.database.pool.query(`update record_outbox set record = record #- '{fields}'`)
    aLoader()
    await untilLoaded('later')

    expect(said()).toMatch(/^[^\n]*"outboxId":"\d+"[^\n]*refused[^\n]*\n$/)
    expect(said()).not.toContain('Mars')
    expect(await idsOf('later')).toEqual(['later'])
  })
})

describe('while the engine is unavailable', () => {
  test('records wait while the engine is down, with one log line, and are loaded when it is back elsewhere', async () => {
    const { said, log } = aLog()
    const away = anAbsentEngine()
    onTestFinished(() => away.close())
    await writeRecords(stores.database, [{ recordId: 'away 1' }])

    const loader = aLoader({ engine: away, log })
    await eventually(async () => said() !== '')
    await writeRecords(stores.database, [{ recordId: 'away 2' }])
    loader.wake()
    expect(await outboxRows(stores.database, 'away')).toHaveLength(2)
    away.moveTo(engineUrl())
    loader.wake()
    await untilLoaded('away')

    expect(said()).toMatch(/^[^\n]*could not be loaded[^\n]*\n$/)
    expect(await idsOf('away')).toEqual(['away 1', 'away 2'])
  })

  test('a stop does not wait for an unresponsive engine and releases the rows', async () => {
    const server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const mute = anAbsentEngine(`http://127.0.0.1:${port}`)
    await writeRecords(stores.database, [{ recordId: 'mute' }])

    const asked = new Promise((resolve) => server.once('connection', resolve))
    const loader = aLoader({ engine: mute })
    await asked
    await loader.stop()

    expect(await outboxRows(stores.database, 'mute')).toEqual([{ id: 'mute', refusal: null }])
    await mute.close()
    server.close()
    aLoader()
    await untilLoaded('mute')
    expect(await idsOf('mute')).toEqual(['mute'])
  })
})

describe('a stop in the middle', () => {
  test('a stop leaves each record in the outbox or in the store, and the next loader completes the load', async () => {
    // More than one batch of the loader.
    const ids = Array.from({ length: 5_500 }, (_, n) => `stop ${100_000 + n}`)
    await writeManyRecords(
      stores.database,
      ids.map((recordId) => ({ recordId })),
    )

    const loader = aLoader()
    await eventually(async () => (await countWaiting('stop')) < ids.length)
    await loader.stop()
    const left = await outboxRows(stores.database, 'stop')
    aLoader()
    await untilLoaded('stop')

    expect(left.every(({ refusal }) => refusal === null)).toBe(true)
    expect(await idsOf('stop')).toEqual(ids)
  })
})

/** Where the embedded engine of the test is, with its password. */
function engineUrl(): string {
  const { user, password, host, port } = JSON.parse(
    readFileSync(join(stores.folder.run, 'records.json'), 'utf8'),
  ) as Readonly<Record<string, string>>
  return `http://${user}:${password}@${host}:${port}`
}
