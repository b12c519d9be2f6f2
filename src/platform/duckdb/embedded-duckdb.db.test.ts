import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { DuckDbEngine } from './duckdb-engine.ts'
import { startEmbeddedDuckDb } from './embedded-duckdb.ts'

const log = pino({ level: 'silent' })
const options = { memoryMaxBytes: 1_000_000_000, log }

test('the engine of a data folder keeps its password, and its port if that is free', async () => {
  const root = temporaryFolder()
  const folder = {
    records: join(root, 'records'),
    exports: join(root, 'exports'),
    run: join(root, 'run'),
  }
  mkdirSync(folder.run)
  const first = await startEmbeddedDuckDb(folder, options)
  const access = JSON.parse(readFileSync(join(folder.run, 'records.json'), 'utf8')) as object
  const engine = new DuckDbEngine(first.url, { exportsFolder: folder.exports, log })
  await engine.define(['create table kept as select 7 as n'])
  await first.stop()

  const second = await startEmbeddedDuckDb(folder, options)
  expect(second.url).toBe(first.url)
  await second.stop()
  const other = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  const third = await startEmbeddedDuckDb(folder, options)
  engine.moveTo(third.url)
  const rows = await engine.rows('select n from kept')
  await engine.close()
  await third.stop()
  other.close()

  expect(rows).toEqual([{ n: 7 }])
  expect(new URL(third.url).port).not.toBe(new URL(first.url).port)
  expect(new URL(third.url).password).toBe(new URL(first.url).password)
  expect(access).toMatchObject({ user: 'default', host: '127.0.0.1' })
  expect(statSync(join(folder.run, 'records.json')).mode & 0o777).toBe(0o600)
})
