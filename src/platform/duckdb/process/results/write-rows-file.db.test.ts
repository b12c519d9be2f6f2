import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { describe, expect, test } from 'vitest'
import { duckDbOfThisFile } from '../../../../../test/support/stores/temporary-duckdb.ts'
import type { OutputFile } from '../../../engine/engine.ts'
import { DUCKDB_DIALECT } from '../../duckdb-dialect.ts'

const { engine, settings } = await duckDbOfThisFile()
let files = 0

function anOutput(output: Partial<OutputFile> = {}): OutputFile {
  files += 1
  return {
    file: join(settings.exportsFolder, `report-${files}.part`),
    format: 'lines',
    select: `select 'a line' as line`,
    head: '',
    foot: '',
    ...output,
  }
}

function selectOf(texts: readonly string[]): string {
  const values = texts.map((text, n) => `(${n}, ${DUCKDB_DIALECT.text(text)})`)
  return `select t from (values ${values.join(', ')}) v(n, t) order by n`
}

async function written(output: OutputFile): Promise<string> {
  await engine.writeFile(output)
  return readFileSync(output.file, 'utf8')
}

describe('lines', () => {
  test.each([
    ['', ''],
    ['a,b\n', ''],
    ['', 'the end\n'],
    ['<?xml version="1.0"?>\n<r a=\'b\'>\n', '</r>\n'],
    ['\ufeff"name",\\\n', '\0\n'],
  ])('lines are between %j and %j, even if there are none', async (head, foot) => {
    const none = anOutput({ head, foot, select: `select 'x' where false` })
    const some = anOutput({ head, foot, select: selectOf(['one', 'two']) })

    expect(await written(none)).toBe(`${head}${foot}`)
    expect(await written(some)).toBe(`${head}one\ntwo\n${foot}`)
  })

  test('lines are written as they are', async () => {
    const texts = ['\ufefffirst', '', 'a "quoted", one', 'two\nlines', 'a\0b', '\u0001', 'a\\b', '']

    const text = await written(anOutput({ head: 'head\n', select: selectOf(texts) }))

    expect(text).toBe(`head\n${texts.map((line) => `${line}\n`).join('')}`)
  })

  test('lines keep the order of the query, however many there are', async () => {
    const text = await written(
      anOutput({ select: 'select cast(x as varchar) from range(300000) t(x) order by x desc' }),
    )

    const numbers = Array.from({ length: 300_000 }, (_, x) => 299_999 - x)
    expect(text === `${numbers.join('\n')}\n`).toBe(true)
  })

  test('only the owner can read the file', async () => {
    const output = anOutput()

    await engine.writeFile(output)

    expect(statSync(output.file).mode & 0o777).toBe(0o600)
  })
})

test('a Parquet file has the columns of the query', async () => {
  const output = anOutput({ format: 'parquet', select: `select 7 as n, 'sieben' as word` })

  await engine.writeFile(output)

  const bytes = readFileSync(output.file)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  expect(await parquetReadObjects({ file, compressors })).toEqual([{ n: 7, word: 'sieben' }])
})

describe('an unfinished file is removed', () => {
  test('when the query fails', async () => {
    const output = anOutput({
      select: `select case when x = 400000 then error('amid') else repeat('x', 100) end
        from range(500000) t(x)`,
    })

    await expect(engine.writeFile(output)).rejects.toThrow('amid')
    expect(existsSync(output.file)).toBe(false)
  })

  test('when it is canceled', async () => {
    const output = anOutput({ select: `select repeat('x', 100) from range(10000000000)` })
    const caller = new AbortController()
    const writing = engine.writeFile(output, { signal: caller.signal, queryId: 'called off' })
    await expect.poll(() => existsSync(output.file), { timeout: 10_000 }).toBe(true)

    caller.abort()

    await expect(writing).rejects.toThrow()
    await expect.poll(() => existsSync(output.file), { timeout: 10_000 }).toBe(false)
    await expect.poll(() => engine.rowsRead('called off'), { timeout: 10_000 }).toBeUndefined()
  })
})

describe('no other file is written', () => {
  test.each(['/tmp/elsewhere.csv', 'relative.csv', '{exports}/../up.csv', '{exports}/no/such.csv'])(
    '%s is refused',
    async (pattern) => {
      const file = pattern.replace('{exports}', settings.exportsFolder)

      await expect(engine.writeFile(anOutput({ file }))).rejects.toThrow('exports folder')
    },
  )

  test('an existing file and the target of a link are refused', async () => {
    const output = anOutput()
    writeFileSync(output.file, 'kept')
    const link = join(settings.exportsFolder, 'link')
    symlinkSync(join(settings.folder, 'other'), link)

    await expect(engine.writeFile(output)).rejects.toThrow('is there already')
    await expect(engine.writeFile(anOutput({ file: link }))).rejects.toThrow('exports folder')

    expect(readFileSync(output.file, 'utf8')).toBe('kept')
  })

  test('a header that does not end with a newline is refused', async () => {
    await expect(engine.writeFile(anOutput({ head: 'head' }))).rejects.toThrow('head of a file')
  })
})
