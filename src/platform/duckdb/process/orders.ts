import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Change } from '../../engine/engine.ts'
import {
  type DefineOrder,
  type FileOrder,
  type InsertOrder,
  ORDER_HEADER,
  type QueryOrder,
  readHeaderText,
} from '../protocol.ts'
import type { Answer } from './answer.ts'
import { changeRows, removeMonth } from './change-rows.ts'
import { EngineFailure, tooLate } from './engine-failure.ts'
import type { FileStatus } from './file-status.ts'
import type { Maintenance } from './maintenance.ts'
import { readOrder, saveBody } from './read-order.ts'
import type { RecordFile } from './record-file.ts'
import { storeRows } from './store-rows.ts'
import { textStream } from './text-stream.ts'
import { refuseOtherFile, writeRowsFile } from './write-rows-file.ts'

export type OrderDeps = {
  readonly file: RecordFile
  readonly status: FileStatus
  readonly maintenance: Maintenance
}

type Request = {
  readonly request: IncomingMessage
  readonly answer: Answer
  /** Given when the client has gone, or the engine is stopping. */
  readonly signal: AbortSignal
}

type Order = (deps: OrderDeps, request: Request) => Promise<void>

/** What the engine can be told to do, by path. */
export const ORDERS: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['/rows', (deps, request) => streamOrder(deps, request, rowTexts)],
  ['/lines', (deps, request) => streamOrder(deps, request, (sql) => sql)],
  ['/file', fileOrder],
  ['/insert', insertOrder],
  ['/change', changeOrder],
  ['/remove-month', removeMonthOrder],
  ['/forget', forgetOrder],
  ['/define', defineOrder],
  ['/snapshot', snapshotOrder],
  ['/rows-read', rowsReadOrder],
  ['/status', async ({ status }, { answer }) => answer.send(await status.read())],
])

const DONE = {}

/** Each row as a JSON object, written by the engine: to convert values in JavaScript would hold up everything else. */
function rowTexts(sql: string): string {
  return `select cast(to_json(row_of_query) as varchar) from (${sql}\n) row_of_query`
}

async function streamOrder(
  { file }: OrderDeps,
  { request, answer, signal }: Request,
  textsSql: (sql: string) => string,
): Promise<void> {
  const order = await readOrder<QueryOrder>(request)
  await timed(order, signal, async (ending) => {
    await file.read(order, ending, async (connection) => {
      const texts = textStream(connection, textsSql(order.sql), ending)
      try {
        // Most failures come before the first texts, while the answer can still carry a status. From then on the
        // next texts are made while the last ones are on their way.
        let next = await texts.next()
        answer.begin()
        while (next.done !== true) {
          const coming = texts.next()
          // Awaited below; until then its failure must not end the process.
          coming.catch(() => undefined)
          await answer.write(next.value)
          next = await coming
        }
        answer.end({ rows: next.value })
      } finally {
        await texts.return(0)
      }
    })
  })
}

async function fileOrder({ file }: OrderDeps, { request, answer, signal }: Request): Promise<void> {
  const order = await readOrder<FileOrder>(request)
  await refuseOtherFile(file.places.exports, order.file)
  await timed(order, signal, (ending) => file.read(order, ending, (connection) => writeRowsFile(connection, order)))
  answer.send(DONE)
}

async function insertOrder({ file }: OrderDeps, { request, answer, signal }: Request): Promise<void> {
  const order = readHeaderText<InsertOrder>(request.headers[ORDER_HEADER]?.toString() ?? '')
  const rows = { ...order, file: join(file.places.inserts, randomUUID()) }
  try {
    await saveBody(request, rows.file)
    await redacted(file.write(signal, (connection) => storeRows(connection, file.months, rows)))
  } finally {
    await rm(rows.file, { force: true })
  }
  answer.send(DONE)
}

async function changeOrder({ file }: OrderDeps, { request, answer, signal }: Request): Promise<void> {
  const change = await readOrder<Change>(request)
  await redacted(file.write(signal, (connection) => changeRows(connection, file.months, change)))
  answer.send(DONE)
}

async function removeMonthOrder({ file }: OrderDeps, { request, answer, signal }: Request): Promise<void> {
  const order = await readOrder<{ readonly table: string; readonly month: string }>(request)
  await file.write(signal, (connection) => removeMonth(connection, file.months, order))
  answer.send(DONE)
}

async function forgetOrder({ maintenance }: OrderDeps, { answer, signal }: Request): Promise<void> {
  answer.send({ isDone: await maintenance.forget(signal) })
}

async function defineOrder({ file }: OrderDeps, { request, answer, signal }: Request): Promise<void> {
  const { statements } = await readOrder<DefineOrder>(request)
  await file.write(signal, async (connection) => {
    for (const statement of statements) await connection.run(statement)
    return file.months.reread(connection)
  })
  answer.send(DONE)
}

/** The snapshot lives as long as the answer, which ends when its client has had enough, or is no more. */
async function snapshotOrder({ file }: OrderDeps, { answer, signal }: Request): Promise<void> {
  const { id, end } = await file.openSnapshot(signal)
  try {
    answer.begin()
    await answer.write(Buffer.from(`${id}\n`))
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await end()
  }
}

async function rowsReadOrder({ file }: OrderDeps, { request, answer }: Request): Promise<void> {
  const { queryId } = await readOrder<{ readonly queryId: string }>(request)
  answer.send({ rows: file.rowsRead(queryId) })
}

/** Ends the work when its time is up, and says so. */
async function timed(
  { timeoutMs, isPrivate }: QueryOrder,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (timeoutMs === undefined) return isPrivate ? redacted(work(signal)) : work(signal)
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const done = work(AbortSignal.any([signal, late]))
    await (isPrivate ? redacted(done) : done)
  } catch (error) {
    throw late.aborted && !signal.aborted ? tooLate(timeoutMs) : error
  }
}

/** What DuckDB says of a failure quotes values, and these are of persons. */
async function redacted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw EngineFailure.from(error).redacted()
  }
}
