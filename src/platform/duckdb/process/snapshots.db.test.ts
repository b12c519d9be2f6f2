import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aRecordTable, countOf, manyRows } from '../../../../test/support/data/duckdb-records.ts'
import { duckDbOfThisFile } from '../../../../test/support/stores/temporary-duckdb.ts'
import type { Reader } from '../../engine/engine.ts'

const { engine, settings, connect } = await duckDbOfThisFile()

async function countIn(reader: Reader, table: string): Promise<number | undefined> {
  const [row] = await reader.rows<{ count: number }>(`select count(*) as count from ${table}`)
  return row?.count
}

describe('a snapshot', () => {
  test('sees one state in rows, lines and files while rows are inserted', async () => {
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(100))

    await engine.snapshot(async (reader) => {
      // Nothing was read yet, and still the state is that of the beginning.
      await engine.insert(table, manyRows(100, { from: 100 }))
      await engine.change({ table, set: `note = 'changed'`, where: 'true' })
      const file = join(settings.exportsFolder, 'snapshot.part')
      const select = `select note from ${table}`
      let lines = ''
      for await (const chunk of reader.lines(select)) lines += Buffer.from(chunk).toString()
      await reader.writeFile?.({ file, format: 'lines', select, head: '', foot: '' })

      expect(await countIn(reader, table)).toBe(100)
      expect(lines).toBe('\n'.repeat(100))
      expect(readFileSync(file, 'utf8')).toBe('\n'.repeat(100))
      expect(await countOf(engine, table)).toBe(200)
      expect([reader.isSnapshot, engine.isSnapshot]).toEqual([true, false])
    })
  })

  test('continues after an invalid query, and after its reader stopped amid the lines', async () => {
    const table = await aRecordTable(engine)
    await engine.insert(table, manyRows(10))

    await engine.snapshot(async (reader) => {
      await engine.insert(table, manyRows(10, { from: 10 }))
      await expect(reader.rows('select nothing_there')).rejects.toThrow('nothing_there')
      for await (const _ of reader.lines(`select 'x' from range(10000000)`)) break

      expect(await countIn(reader, table)).toBe(10)
    })
  })

  test('a snapshot that a failed query has broken reports it and shows no other state', async () => {
    const table = await aRecordTable(engine)

    await engine.snapshot(async (reader) => {
      const broken = reader.rows(`select case when x = 90000 then error('amid') end
        from range(100000) t(x)`)
      await expect(broken).rejects.toThrow('amid')

      await expect(countIn(reader, table)).rejects.toMatchObject({ reason: 'gone' })
    })
  })

  test('runs several queries one after the other', async () => {
    const results = await engine.snapshot((reader) =>
      Promise.all([1, 2, 3, 4].map((n) => reader.rows(`select ${n} as n`))),
    )

    expect(results).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }], [{ n: 4 }]])
  })

  test('ends with its work, together with its queries', async () => {
    let kept: Reader | undefined
    await engine.snapshot(async (reader) => {
      kept = reader
    })

    await expect.poll(() => kept?.rows('select 1').catch((error: { reason?: string }) => error.reason)).toBe('gone')
  })

  test('ends when its client disconnects', async () => {
    const client = connect()
    const ended: string[] = []
    // More than there may be at a time.
    const held = Array.from({ length: 24 }, () =>
      client.snapshot(() => new Promise(() => undefined)).catch(() => ended.push('ended')),
    )
    await expect.poll(() => held.length).toBe(24)

    await client.close()

    expect(await engine.snapshot((reader) => countIn(reader, 'record_months'))).toBeDefined()
  })
})
