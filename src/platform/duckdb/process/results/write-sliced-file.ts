import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Semaphore } from '../../../concurrency/semaphore.ts'
import type { Slices } from '../../../engine/slices.ts'
import { DUCKDB_DIALECT } from '../../duckdb-dialect.ts'
import type { FileOrder } from '../../protocol.ts'
import { clientGone } from '../engine-failure.ts'
import { Slicing } from './slicing.ts'
import { copySql } from './write-rows-file.ts'

const COPIED_BYTES = 1024 * 1024
/** The groups of rows in a Parquet file follow its slices: another memory limit must not give other bytes. */
const PARQUET_SLICE_BYTES = 24_000_000

export type SlicedOrder = FileOrder & { readonly slices: Slices }

type Running = {
  /** How many bytes of rows a slice has. */
  readonly bytesMax: number
  readonly turns: Semaphore
  readonly signal: AbortSignal
  /** Is given the number of rows that have been written. */
  readonly onRows: (rows: number) => void
}

/** Lets DuckDB write the rows of a query slice by slice. A file that it does not finish is removed. */
export async function writeSlicedFile(
  connection: DuckDBConnection,
  order: SlicedOrder,
  running: Running,
): Promise<void> {
  const bytesMax = order.format === 'parquet' ? PARQUET_SLICE_BYTES : running.bytesMax
  const slicing = await Slicing.open(connection, order.slices, bytesMax)
  const parts: string[] = []
  running.onRows(0)
  try {
    if (order.format === 'parquet') await writeParquet(connection, order, { slicing, running, parts })
    else await writeLines(order, { slicing, running, parts })
  } catch (error) {
    await rm(order.file, { force: true })
    throw error
  } finally {
    for (const part of parts) await rm(part, { force: true })
    await slicing.close()
  }
}

type Writing = {
  readonly slicing: Slicing
  readonly running: Running
  /** The files to be removed at the end. */
  readonly parts: string[]
}

/** A reader of the growing file sees whole slices only. */
async function writeLines(order: SlicedOrder, { slicing, running, parts }: Writing): Promise<void> {
  const { file, head, foot } = order
  const part = `${file}.slice`
  parts.push(part)
  await writeFile(file, head, { flag: 'wx' })
  await eachSlice(slicing, running, { ...order, file: part, head: '' }, async () => {
    const highWaterMark = COPIED_BYTES
    await pipeline(createReadStream(part, { highWaterMark }), createWriteStream(file, { flags: 'a', highWaterMark }))
  })
  await appendFile(file, foot)
}

/** Parquet files cannot be appended to: the slices are files of their own, from which the whole is made. */
async function writeParquet(
  connection: DuckDBConnection,
  order: SlicedOrder,
  { slicing, running, parts }: Writing,
): Promise<void> {
  const part = `${order.file}.slice`
  parts.push(part)
  const written: string[] = []
  await eachSlice(slicing, running, { ...order, file: part }, async () => {
    const own = `${part}-${written.length}`
    parts.push(own)
    written.push(own)
    await rename(part, own)
  })
  const files = DUCKDB_DIALECT.textList(written.map(DUCKDB_DIALECT.text))
  const sql = written.length === 0 ? order.sql : `select * from read_parquet(${files})`
  await connection.run(copySql({ ...order, sql }))
}

/** Runs one statement for each slice; `onWritten` takes the file before the next slice replaces it. */
async function eachSlice(
  slicing: Slicing,
  { turns, signal, onRows }: Running,
  order: SlicedOrder,
  onWritten: () => Promise<void>,
): Promise<void> {
  const statement = await slicing.prepare(copySql(order))
  for (const turn of slicing.turns) {
    if (signal.aborted) throw clientGone()
    await slicing.choose(turn)
    await turns.run(() => statement.run(), signal)
    await onWritten()
    onRows(turn.next)
  }
}
