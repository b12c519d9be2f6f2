import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  aTemporaryEngine,
  eventually,
  type TemporaryEngine,
} from '../../../../test/support/temporary-engine.ts'
import { StartupError } from '../../startup-error.ts'
import type { EngineSettings } from './engine-settings.ts'
import { type RunningEngine, startEngine } from './start-engine.ts'

const toRemove: { remove: () => Promise<void> }[] = []

afterEach(async () => {
  for (const temporary of toRemove.splice(0)) await temporary.remove()
})

async function anEngine(): Promise<TemporaryEngine> {
  const temporary = await aTemporaryEngine()
  toRemove.push(temporary)
  return temporary
}

const ENDLESS = 'SELECT count() FROM numbers(1000000000000)'

async function beginEndlessQuery({ client }: TemporaryEngine): Promise<void> {
  client.query({ query: ENDLESS, query_id: 'endless' }).catch(() => undefined)
  await eventually(async () => {
    const processes = await client.query({
      query: "SELECT 1 FROM system.processes WHERE Settings['log_comment'] = 'endless'",
      format: 'JSONEachRow',
    })
    return (await processes.json()).length > 0
  })
}

describe('starting', () => {
  test('a second engine on the same folder fails with a sentence', async () => {
    const { settings } = await anEngine()

    const second = startEngine(settings)

    await expect(second).rejects.toThrow(StartupError)
    await expect(second).rejects.toThrow(/another process is using this folder\.$/)
  })

  test('a port in use fails with a sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0

    await expect(aTemporaryEngine({ port })).rejects.toThrow(`port ${port} on 127.0.0.1 is in use.`)
    other.close()
  })

  test('a folder that is a file fails with a sentence', async () => {
    const root = mkdtempSync(join(tmpdir(), 'quittance-engine-'))
    const folder = join(root, 'engine')
    writeFileSync(folder, '')

    const started = aTemporaryEngine({ folder })

    await expect(started).rejects.toThrow(/^The embedded ClickHouse engine cannot start on .*\.$/)
    rmSync(root, { recursive: true })
  })

  test('what was stored is there after a restart, and the port may be chosen', async () => {
    const { client, engine, settings, connect } = await anEngine()
    await client.command({ query: 'CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a' })
    await client.insert({ table: 't', values: [{ a: 7 }], format: 'JSONEachRow' })
    await engine.stop()
    const again = await startEngine({ ...settings, port: engine.port })

    const result = await connect().query({ query: 'SELECT a FROM t', format: 'JSONEachRow' })

    expect(again.port).toBe(engine.port)
    expect(await result.json()).toEqual([{ a: 7 }])
    await again.stop()
  })
})

test('the engine yields to the service: it runs at a lower priority', async () => {
  const { engine } = await anEngine()

  expect(getPriority(engine.pid)).toBe(10)
})

describe('stopping', () => {
  test('ends within its bound while a long query runs, and again does nothing', async () => {
    const temporary = await anEngine()
    await beginEndlessQuery(temporary)

    await temporary.engine.stop()
    await temporary.engine.stop()

    expect(await temporary.engine.exited).toEqual({ code: 0, signal: null })
  })

  test('ends within its bound while a result waits for its reader', async () => {
    const { client, engine } = await anEngine()
    const { stream } = await client.exec({
      query: 'SELECT number FROM numbers(1000000000000) FORMAT CSV',
    })
    await once(stream, 'readable')
    stream.on('error', () => undefined)

    await engine.stop()

    expect(await engine.exited).toEqual({ code: 0, signal: null })
  })

  test('signals from the terminal do not end it', async () => {
    const { engine, client } = await anEngine()

    process.kill(engine.pid, 'SIGINT')
    process.kill(engine.pid, 'SIGTERM')

    expect(await client.ping()).toEqual({ success: true })
  })

  test('the engine ends when its parent dies', async () => {
    const root = mkdtempSync(join(tmpdir(), 'quittance-engine-'))
    const program = join(root, 'parent.ts')
    const settings: EngineSettings = {
      folder: join(root, 'engine'),
      exportsFolder: join(root, 'exports'),
      port: 0,
      password: 'p',
      memoryMaxBytes: 1_000_000_000,
    }
    writeFileSync(
      program,
      `const { startEngine } = await import(${JSON.stringify(new URL('./start-engine.ts', import.meta.url).href)})
       await startEngine(${JSON.stringify(settings)})
       process.send('started')`,
    )
    const parent = fork(program, [], { execArgv: [] })
    await once(parent, 'message')
    await expect(startEngine(settings)).rejects.toThrow('another process is using this folder')

    parent.kill('SIGKILL')

    // The folder is free again as soon as the process is gone.
    let next: RunningEngine | undefined
    await eventually(async () => {
      next = await startEngine(settings).catch(() => undefined)
      return next !== undefined
    })
    await next?.stop()
    rmSync(root, { recursive: true })
  })
})

test('kill -9 amid inserts loses no acknowledged row', async () => {
  const { settings, engine: first, client: firstClient, connect } = await anEngine()
  await firstClient.command({
    query: 'CREATE TABLE t (id UInt64, pad String) ENGINE = MergeTree ORDER BY id',
  })
  await first.stop()
  const acknowledged: number[] = []
  let nextId = 0

  for (let round = 0; round < 5; round += 1) {
    const engine = await startEngine({ ...settings, port: first.port })
    const client = connect()
    const writers = [1, 2, 3].map(async () => {
      while (true) {
        const ids = Array.from({ length: 50 }, () => nextId++)
        const values = ids.map((id) => ({ id, pad: 'x'.repeat(100) }))
        await client.insert({ table: 't', values, format: 'JSONEachRow' })
        acknowledged.push(...ids)
        if (acknowledged.length > (round + 1) * 600) process.kill(engine.pid, 'SIGKILL')
      }
    })
    await Promise.allSettled(writers)
    expect((await engine.exited).signal).toBe('SIGKILL')
  }

  const last = await startEngine({ ...settings, port: first.port })
  const result = await connect().query({ query: 'SELECT id FROM t', format: 'JSONEachRow' })
  const stored = new Set((await result.json<{ id: number }>()).map(({ id }) => Number(id)))
  await last.stop()

  expect(acknowledged.length).toBeGreaterThan(3_000)
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
})
