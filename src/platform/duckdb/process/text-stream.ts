import { DuckDBBlobVector, type DuckDBConnection, type DuckDBDataChunk } from '@duckdb/node-api'
import { assert } from '../../../kernel/assert.ts'
import { clientGone, EngineFailure } from './engine-failure.ts'

const LINE_FEED = 0x0a
const EXPLAIN_MS_MAX = 30_000

/**
 * The texts of a query's only column as bytes, each followed by a line feed; the number of texts at the end.
 *
 * The binding does not tell a stream that failed from one that has ended. Hence the query itself writes its end:
 * one null after all texts. Bytes, because the binding drops a byte order mark at the beginning of a text.
 */
export async function* textStream(
  connection: DuckDBConnection,
  select: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer, number> {
  const result = await connection.stream(
    `select encode(coalesce(cast(line as varchar), '')) from (${select}\n) q(line) union all select null`,
  )
  let count = 0
  let isWhole = false
  for (;;) {
    const chunk = await result.fetchChunk()
    if (signal.aborted) throw clientGone()
    if (chunk === null || chunk.rowCount === 0) break
    const texts = textsOf(chunk)
    const end = texts.indexOf(null)
    assert(!isWhole && (end === -1 || end === texts.length - 1), 'The end of a query came too early.')
    isWhole = end !== -1
    const whole = texts.filter((text) => text !== null)
    count += whole.length
    if (whole.length > 0) yield joined(whole)
  }
  return isWhole ? count : failedStream(connection, select)
}

function textsOf(chunk: DuckDBDataChunk): readonly (Uint8Array | null)[] {
  const vector = chunk.getColumnVector(0)
  assert(vector instanceof DuckDBBlobVector, 'The texts of a query are bytes.')
  return Array.from({ length: chunk.rowCount }, (_, row) => vector.getItemBytes(row))
}

function joined(texts: readonly Uint8Array[]): Buffer {
  let length = texts.length
  for (const text of texts) length += text.length
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const text of texts) {
    bytes.set(text, at)
    at += text.length
    bytes[at] = LINE_FEED
    at += 1
  }
  return bytes
}

/**
 * Why a stream failed is lost with it. Most errors come before the first text and are told; for the others the
 * query is run again, without its texts leaving the engine, and what fails then is taken for the reason.
 */
async function failedStream(connection: DuckDBConnection, select: string): Promise<never> {
  const timer = setTimeout(() => connection.interrupt(), EXPLAIN_MS_MAX)
  try {
    await connection.run('rollback').catch(() => undefined)
    await connection.run('begin transaction read only')
    await connection.run(`select max(length(cast(line as varchar))) from (${select}\n) q(line)`)
  } catch (error) {
    const failure = EngineFailure.from(error)
    if (failure.reason !== 'gone') throw failure
  } finally {
    clearTimeout(timer)
  }
  throw new EngineFailure('memory', 'a query broke off amid its rows')
}
