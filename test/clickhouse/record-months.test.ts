import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { beforeAll, expect, test } from 'vitest'
import { ALL_KINDS } from '../../src/catalogue/kinds.ts'
import { columnsOf } from '../../src/catalogue/record-table.ts'
import type { Engine } from '../../src/platform/engine/engine.ts'
import { archivedRowSql } from '../../src/records/archive/archived-row-sql.ts'
import { recordMonths } from '../../src/records/index.ts'
import { storeRecords } from '../support/data/store-records.ts'
import { aRandomRecord } from '../support/random/random-records.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { seed } from '../support/run/test-run.ts'
import { aDatabase, aRecordStore } from '../support/stores/record-store.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'
import { aClickHouseStore } from './clickhouse-records.ts'

const db = await aDatabase()
const embedded = await aRecordStore()
let source: Engine
let target: Engine

beforeAll(async () => {
  source = (await aClickHouseStore()).engine
  target = (await aClickHouseStore()).engine
  const random = seededRandom(seed)
  const given = { merchantIds: ['shop1', 'shop2'], months: 2 }
  const delivery = { organizationId: 'brought', source: 'ingest', receivedAtMs: 1_234_567 } as const
  for (const kind of ALL_KINDS) {
    const records = Array.from({ length: 30 }, (_, index) => aRandomRecord(random, kind, `r${index}`, given))
    await storeRecords({ db, engine: source }, { kind, delivery, records })
  }
})

/** Every column of every record. */
async function contentOf(engine: Engine): Promise<readonly string[]> {
  const contents: string[] = []
  for (const kind of ALL_KINDS) {
    const row = archivedRowSql(engine.dialect, columnsOf(kind))
    contents.push(
      await text(engine.lines(`select ${row} from ${kind.table} order by merchant_id, occurred_at, record_id`)),
    )
  }
  return contents
}

/** As a backup reads the months of a server, and a restore loads them. */
async function copyMonths(targets: readonly Engine[]): Promise<void> {
  const folder = temporaryFolder()
  await recordMonths.read(source, await recordMonths.list(source), async (each, content) => {
    const name = recordMonths.fileNameOf(source, each)
    const found = recordMonths.ofFileName(name)
    if (found?.format !== 'ndjson') throw new Error(`${name} has no lines.`)
    const file = join(folder, name)
    await pipeline(content, createWriteStream(file))
    for (const engine of targets) await recordMonths.load(engine, { ...found, file })
  })
}

test('months of a ClickHouse server are loaded into another one and into the embedded engine with every column', async () => {
  await copyMonths([target, embedded.engine])

  const content = await contentOf(source)
  expect(await contentOf(target)).toEqual(content)
  expect(await contentOf(embedded.engine)).toEqual(content)
  expect(await recordMonths.list(target)).toEqual(await recordMonths.list(source))
})
