import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { duckDbOfThisFile } from '../../../test/support/stores/temporary-duckdb.ts'
import type { OutputFile, Reader } from '../engine/engine.ts'
import { SLICE } from '../engine/slices.ts'

/** With this memory a slice of a file has 9 MB, one of a stream half of that. */
const { engine, settings } = await duckDbOfThisFile({ memoryMaxBytes: 200_000_000 })
const file = join(settings.exportsFolder, 'rows')

/** Rows that say they have 20,000 bytes, in the order of their number. */
function rowsOf(count: number) {
  const numbers = `(select x, 'n' || x as name from range(${count}) as t(x))`
  const slices = { keys: `select x, 20000 as bytes from ${numbers} order by x` }
  const from = `(select * from ${numbers} where (x) in (select x from ${SLICE.table}) order by x)`
  return { from, slices }
}

const LINE = `name || ' ' || ((row_number() over () - 1) + ${SLICE.rowsBefore}) as line`

function lines(count: number): { output: OutputFile; options: { slices: { keys: string } }; expected: string } {
  const { from, slices } = rowsOf(count)
  const output: OutputFile = {
    file,
    format: 'lines',
    select: `select ${LINE} from ${from}`,
    head: 'a\nb\n',
    foot: 'z\n',
  }
  const expected = Array.from({ length: count }, (_, row) => `n${row} ${row}\n`).join('')
  return { output, options: { slices }, expected }
}

async function writeFile(reader: Reader, output: OutputFile, options: object): Promise<void> {
  await reader.writeFile?.(output, options)
}

async function takeFile(): Promise<Buffer> {
  const content = await readFile(file)
  await rm(file)
  return content
}

describe('a query in slices', () => {
  test('writes all rows to a file, in order, and numbers them across slices', async () => {
    const { output, options, expected } = lines(2_000)

    await engine.snapshot(async (reader) => {
      await writeFile(reader, output, options)
      const first = await takeFile()
      await writeFile(reader, output, options)

      expect(first.toString()).toBe(`a\nb\n${expected}z\n`)
      expect(await takeFile()).toEqual(first)
    })
  })

  test('streams the same rows', async () => {
    const { output, options, expected } = lines(2_000)

    await engine.snapshot(async (reader) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of reader.lines(output.select, options)) chunks.push(Buffer.from(chunk))

      expect(Buffer.concat(chunks).toString()).toBe(expected)
    })
  })

  test('writes the same rows to a Parquet file', async () => {
    const { from, slices } = rowsOf(2_000)
    const whole = `(select x, 'n' || x as name from range(2000) as t(x)) order by x`
    const format = { file, format: 'parquet', head: '', foot: '', rowsPerGroup: 2_048 } as const

    await engine.snapshot(async (reader) => {
      await writeFile(reader, { ...format, select: `select x, name from ${from}` }, { slices })
      const stored = await reader.rows(`select x, name from read_parquet(${reader.dialect.text(file)})`)

      expect(stored).toEqual(await reader.rows(`select x, name from ${whole}`))
      await takeFile()
    })
  })

  test.each(['lines', 'parquet'] as const)('writes %s even without rows', async (format) => {
    const { output, options } = lines(0)
    await engine.snapshot((reader) => writeFile(reader, { ...output, format }, options))

    const content = await takeFile()
    expect(content.toString('latin1')).toMatch(format === 'lines' ? /^a\nb\nz\n$/ : /^PAR1/)
  })

  test('leaves no files if it fails or is canceled', async () => {
    const { output, options } = lines(2_000)
    const failing = { ...output, select: output.select.replace('name ||', 'cast(name as integer) ||') }
    const controller = new AbortController()

    const failed = engine.snapshot((reader) => writeFile(reader, failing, options))
    await expect(failed).rejects.toThrow('Could not convert')
    const canceled = engine.snapshot(async (reader) => {
      const writing = writeFile(reader, lines(200_000).output, { ...lines(200_000).options, signal: controller.signal })
      while (!(await readdir(settings.exportsFolder)).includes('rows')) await engine.rows('select 1')
      controller.abort()
      await writing
    })
    await expect(canceled).rejects.toThrow()

    await expect.poll(() => readdir(settings.exportsFolder)).toEqual([])
  })

  test('says how many rows it has written', async () => {
    const { output, options } = lines(10_000)
    const seen = new Set<number | undefined>()

    await engine.snapshot(async (reader) => {
      let isDone = false
      const writing = writeFile(reader, output, { ...options, queryId: 'counted' }).finally(() => {
        isDone = true
      })
      while (!isDone) seen.add(await engine.rowsRead('counted'))
      await writing
    })
    await takeFile()

    const counts = [...seen].filter((rows) => rows !== undefined)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.at(-1)).toBeLessThanOrEqual(10_000)
  })
})
