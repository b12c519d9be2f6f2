import { readdirSync, rmSync, statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import type { DuckDbEngine } from '../../src/platform/duckdb/duckdb-engine.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { seed } from '../support/run/test-run.ts'
import { aTemporaryDuckDb } from '../support/stores/temporary-duckdb.ts'
import { EngineWorld } from './engine-world.ts'

const MEMORY_BYTES = 300_000_000
/** A list cannot be put aside on the disk. Either of the two fits into the memory, both do not. */
const HELD = 6_000_000
const REPORTED = 8_000_000

test('a query that needs too much memory fails alone, and succeeds when there is more', async () => {
  const duckDb = await aTemporaryDuckDb({ memoryMaxBytes: MEMORY_BYTES })
  onTestFinished(duckDb.remove)
  const { engine, settings } = duckDb
  const world = await EngineWorld.create(duckDb, { random: seededRandom(seed), ballastRows: 1_000 })
  const file = world.newReport()
  const output = { file, format: 'lines', select: listed(REPORTED), head: '', foot: '' } as const
  const writeReport = async () => {
    await engine.writeFile(output, { isLong: true })
    const { size } = statSync(file)
    rmSync(file)
    return size
  }
  const wholeBytes = await writeReport()
  const lines = await heldLines(engine)

  const refused = await writeReport().catch((error: unknown) => error)
  // Not at the same time: a write that needs memory at the very moment is refused too, and tried again by its sender.
  const written = await Promise.all(world.writers.map((records) => world.write(records, 10)))
  const left = readdirSync(settings.exportsFolder)
  const wrong = await world.wrongRecords()
  await lines.return()
  const retriedBytes = await writeReport()

  expect(refused).toMatchObject({ name: 'EngineUnavailable', reason: 'memory' })
  expect(written).toEqual(world.writers.map(() => undefined))
  expect(left).toEqual([])
  expect(wrong).toEqual([])
  expect(retriedBytes).toBe(wholeBytes)
  expect(await world.wrongRecords()).toEqual([])
  expect(duckDb.complaints).toEqual([])
})

function listed(count: number): string {
  return `select cast(unnest(numbers) as varchar) from (
    select list(x) as numbers from range(${count}) t(x))`
}

/** Lines whose reader has stopped, which keep holding memory. */
async function heldLines(engine: DuckDbEngine): Promise<AsyncGenerator<Uint8Array, void>> {
  const lines = engine.lines(listed(HELD))
  await lines.next()
  return lines
}
