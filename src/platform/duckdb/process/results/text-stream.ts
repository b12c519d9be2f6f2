import { DuckDBBlobVector, type DuckDBConnection, type DuckDBDataChunk, type DuckDBResult } from '@duckdb/node-api'
import { assert } from '../../../../kernel/assert.ts'
import type { Semaphore } from '../../../concurrency/semaphore.ts'
import type { Slices } from '../../../engine/slices.ts'
import { clientGone, EngineFailure } from '../engine-failure.ts'
import { Slicing } from './slicing.ts'

const LINE_FEED = 0x0a
const EXPLAIN_MS_MAX = 30_000

/**
 * Streams the values of a query's only column as bytes, each followed by a line feed; returns their number.
 *
 * The binding does not distinguish a failed stream from one that has ended. Hence the query itself marks its end with
 * a null. Bytes, because the binding drops a byte order mark at the beginning of a string.
 */
export async function* textStream(
  connection: DuckDBConnection,
  select: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer, number> {
  const result = await connection.stream(markedSql(select))
  return (yield* textsOfResult(result, signal)) ?? failedStream(connection, select)
}

type SlicedSelect = {
  readonly select: string
  readonly slices: Slices
  /** How many bytes of rows a slice has. */
  readonly bytesMax: number
  readonly turns: Semaphore
}

/** The same for one slice after another. */
export async function* slicedTextStream(
  connection: DuckDBConnection,
  { select, slices, bytesMax, turns }: SlicedSelect,
  signal: AbortSignal,
): AsyncGenerator<Buffer, number> {
  const slicing = await Slicing.open(connection, slices, bytesMax)
  try {
    const statement = await slicing.prepare(markedSql(select))
    let count = 0
    for (const turn of slicing.turns) {
      await slicing.choose(turn)
      const release = await turns.take(signal)
      try {
        const rows = yield* textsOfResult(await statement.stream(), signal)
        // Its slices are gone with its transaction, so the query cannot run again for the reason.
        if (rows === undefined) throw failedInTheMiddle()
        count += rows
      } finally {
        release()
      }
    }
    return count
  } finally {
    await slicing.close()
  }
}

function markedSql(select: string): string {
  return `select encode(coalesce(cast(line as varchar), '')) from (${select}\n) q(line) union all select null`
}

/** Returns the number of rows; undefined for a result that has failed. */
async function* textsOfResult(result: DuckDBResult, signal: AbortSignal): AsyncGenerator<Buffer, number | undefined> {
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
  return isWhole ? count : undefined
}

function textsOf(chunk: DuckDBDataChunk): readonly (Uint8Array | null)[] {
  const vector = chunk.getColumnVector(0)
  assert(vector instanceof DuckDBBlobVector, 'The values of a query are bytes.')
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
 * The reason of a failed stream is lost. Most errors come before the first value and are reported; for the others the
 * query runs again inside the engine, and its failure is taken as the reason.
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
  throw failedInTheMiddle()
}

function failedInTheMiddle(): EngineFailure {
  return new EngineFailure('memory', 'a query failed in the middle of its rows')
}
