import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { aRecordTable, countOf, manyRows } from '../../../test/support/data/duckdb-records.ts'
import { aTemporaryDuckDb, type TemporaryDuckDb } from '../../../test/support/stores/temporary-duckdb.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { StartupError } from '../processes/startup-error.ts'
import { waitUntil } from '../processes/wait-until.ts'
import type { DuckDbSettings } from './process-settings.ts'
import { startDuckDb } from './start-duckdb.ts'

const toRemove: { remove: () => Promise<void> }[] = []

afterEach(async () => {
  for (const temporary of toRemove.splice(0)) await temporary.remove()
})

async function aDuckDb(overrides: Partial<DuckDbSettings> = {}): Promise<TemporaryDuckDb> {
  const temporary = await aTemporaryDuckDb(overrides)
  toRemove.push(temporary)
  return temporary
}

describe('starting', () => {
  test('a second engine on the same folder fails with a clear message', async () => {
    const { settings } = await aDuckDb()

    const second = startDuckDb(settings)

    await expect(second).rejects.toThrow(StartupError)
    await expect(second).rejects.toThrow(/another process is using this folder\.$/)
  })

  test('a port in use fails with a clear message', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0

    await expect(aTemporaryDuckDb({ port })).rejects.toThrow(`port ${port} on 127.0.0.1 is in use.`)
    other.close()
  })

  test('a folder that is a file, and a file of another format, fail with a clear message', async () => {
    const root = temporaryFolder()
    writeFileSync(join(root, 'file'), '')
    mkdirSync(join(root, 'folder'))
    writeFileSync(join(root, 'folder', 'records.duckdb'), 'something else'.repeat(2_000))

    for (const name of ['file', 'folder']) {
      await expect(aTemporaryDuckDb({ folder: join(root, name) })).rejects.toThrow(
        /^The embedded record engine cannot start on [^\n]*\.$/,
      )
    }
  })

  test('leftovers of an earlier process are removed', async () => {
    const root = temporaryFolder()
    const folder = join(root, 'records')
    const remains = ['inserts/rows', 'temp/duckdb_temp', 'rewrite/records.duckdb']
    for (const file of remains) {
      mkdirSync(join(folder, file, '..'), { recursive: true })
      writeFileSync(join(folder, file), 'personal data')
    }

    await aDuckDb({ folder })

    expect(remains.filter((file) => existsSync(join(folder, file)))).toEqual([])
  })

  test('the engine runs at a lower priority, and only the owner can read its files', async () => {
    const { process: running, settings } = await aDuckDb()

    const modes = readdirSync(settings.folder, { withFileTypes: true }).map((entry) => {
      const mode = statSync(join(settings.folder, entry.name)).mode & 0o777
      return mode === (entry.isDirectory() ? 0o700 : 0o600)
    })

    expect(getPriority(running.pid)).toBe(10)
    expect(new Set(modes)).toEqual(new Set([true]))
  })

  test('without the password every request is refused', async () => {
    const { process: running } = await aDuckDb()

    const responses = await Promise.all(
      [{}, { 'x-quittance-password': 'wrong' }].map((headers) =>
        fetch(`http://127.0.0.1:${running.port}/status`, { method: 'POST', headers }),
      ),
    )

    expect(responses.map(({ status }) => status)).toEqual([400, 400])
    expect(await responses[1]?.text()).toContain('The password is wrong')
  })
})

describe('stopping', () => {
  test('a stop leaves no log, and stored rows are there after a restart', async () => {
    const { engine, process: running, settings, startAgain } = await aDuckDb()
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(1_000))

    await running.stop()
    expect(readdirSync(settings.folder).filter((name) => name.includes('wal'))).toEqual([])

    await startAgain()
    expect(await countOf(engine, table)).toBe(1_000)
  })

  test('a stop takes bounded time, even during a query, a snapshot, or a response that is not read', async () => {
    const { engine, process: running } = await aDuckDb()
    const endless = engine.rows('select count(*) from range(1000000000000)', { queryId: 'endless' })
    endless.catch(() => undefined)
    const lines = engine.lines('select x from range(1000000000000) t(x)')
    await lines.next()
    const held = engine.snapshot(() => new Promise(() => undefined))
    held.catch(() => undefined)
    await expect.poll(() => engine.rowsRead('endless')).toBeDefined()

    await running.stop()
    await running.stop()

    expect(await running.exited).toEqual({ code: 0, signal: null })
    await expect(endless).rejects.toMatchObject({ name: 'EngineUnavailable' })
    await expect(drained(lines)).rejects.toMatchObject({ name: 'EngineUnavailable' })
  })

  test('signals from the terminal do not end the engine', async () => {
    const { engine, process: running } = await aDuckDb()

    process.kill(running.pid, 'SIGINT')
    process.kill(running.pid, 'SIGTERM')

    await engine.check()
  })

  test('the engine ends when its parent dies', async () => {
    const root = temporaryFolder()
    const settings: DuckDbSettings = {
      folder: join(root, 'records'),
      exportsFolder: join(root, 'exports'),
      port: 0,
      password: 'p',
      memoryMaxBytes: 1_000_000_000,
    }
    const program = join(root, 'parent.ts')
    writeFileSync(
      program,
      `const { startDuckDb } = await import(${JSON.stringify(new URL('./start-duckdb.ts', import.meta.url).href)})
       await startDuckDb(${JSON.stringify(settings)})
       process.send('started')`,
    )
    const parent = fork(program, [], { execArgv: [] })
    await once(parent, 'message')
    await expect(startDuckDb(settings)).rejects.toThrow('another process is using this folder')

    parent.kill('SIGKILL')

    // The folder is free again as soon as the process is gone.
    const next = await waitUntil(() => startDuckDb(settings).catch(() => undefined), {
      withinMs: 20_000,
    })
    expect(next).toBeDefined()
    await next?.stop()
  })
})

describe('an engine that is killed', () => {
  test('is distinguished from an invalid query, for running and later requests', async () => {
    const { engine, process: running } = await aDuckDb()
    const gone = { name: 'EngineUnavailable', reason: 'gone' }
    const endless = engine.rows('select count(*) from range(1000000000000)', { queryId: 'endless' })
    const lines = engine.lines('select x from range(1000000000000) t(x)')
    await lines.next()
    await expect.poll(() => engine.rowsRead('endless')).toBeDefined()

    process.kill(running.pid, 'SIGKILL')

    await expect(endless).rejects.toMatchObject(gone)
    await expect(drained(lines)).rejects.toMatchObject(gone)
    await expect(engine.rows('select 1')).rejects.toMatchObject(gone)
    await expect(engine.check()).rejects.toMatchObject(gone)
    expect(await engine.status()).toBeUndefined()
    await running.exited
  })

  test('leaves no part of a Parquet file that it was writing', async () => {
    const { engine, settings, kill } = await aDuckDb()
    const names = () => readdirSync(settings.exportsFolder)
    const parquet = drained(engine.parquet('select x, hash(x) as h from range(1000000000) t(x)'))
    parquet.catch(() => undefined)
    await expect.poll(names, { timeout: 60_000 }).toHaveLength(1)

    await kill()

    await expect(parquet).rejects.toMatchObject({ name: 'EngineUnavailable', reason: 'gone' })
    expect(names()).toEqual([])
  })

  test('loses no acknowledged row and stores no partial batch, whatever port it restarts on', async () => {
    const temporary = await aDuckDb({
      maintenance: { everyMs: 20, idleMs: 0, monthRestMs: 0, afterFailureMs: 300_000 },
    })
    const { engine } = temporary
    const table = await aRecordTable(engine)
    const acknowledged: number[] = []
    let batches = 0

    for (let round = 0; round < 6; round += 1) {
      const until = acknowledged.length + 12
      const writers = [1, 2, 3].map(async () => {
        for (;;) {
          const batch = batches++
          const values = { note: `batch ${batch}` }
          await engine.insert(table, manyRows(50, { from: batch * 50, startsOn: '2025-03-01', values }))
          acknowledged.push(batch)
          if (acknowledged.length >= until) await temporary.kill()
        }
      })
      await Promise.allSettled(writers)
      await temporary.process.exited
      await temporary.startAgain()
    }

    const stored = await engine.rows<{ batch: number; rows: number; records: number }>(
      `select cast(substr(note, 7) as integer) as batch, count(*) as rows,
         count(distinct record_id) as records from ${table} group by batch`,
    )
    const kept = new Set(stored.map(({ batch }) => batch))
    expect(acknowledged.length).toBeGreaterThan(70)
    expect(acknowledged.filter((batch) => !kept.has(batch))).toEqual([])
    expect(stored.filter(({ rows, records }) => rows !== 50 || records !== 50)).toEqual([])
  })
})

async function drained(lines: AsyncGenerator<Uint8Array, void>): Promise<void> {
  for await (const _ of lines);
}
