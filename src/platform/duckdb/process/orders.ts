import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Change } from '../../engine/engine.ts'
import { type FileOrder, type InsertOrder, ORDER_HEADER, type QueryOrder, readHeaderText } from '../protocol.ts'
import type { OrderResponse } from './answer.ts'
import { changeRows, removeMonth } from './change-rows.ts'
import { EngineFailure } from './engine-failure.ts'
import type { FileStatus } from './file-status.ts'
import type { Maintenance } from './maintenance.ts'
import { readOrder, saveBody } from './read-order.ts'
import type { RecordFile } from './record-file.ts'
import { slicedTextStream, textStream } from './results/text-stream.ts'
import { refuseOtherFile, writeRowsFile } from './results/write-rows-file.ts'
import { writeSlicedFile } from './results/write-sliced-file.ts'
import { storeRows } from './store-rows.ts'

export type OrderDeps = {
  readonly file: RecordFile
  readonly status: FileStatus
  readonly maintenance: Maintenance
}

type Request = {
  readonly request: IncomingMessage
  readonly response: OrderResponse
  /** Aborted when the client has gone, or the engine is stopping. */
  readonly signal: AbortSignal
}

type Order = (deps: OrderDeps, request: Request) => Promise<void>

/** The orders that the engine carries out, by path. */
export const ORDERS: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['/rows', (deps, request) => streamOrder(deps, request, rowTexts)],
  ['/lines', (deps, request) => streamOrder(deps, request, (sql) => sql)],
  ['/file', whole(writeFile)],
  ['/insert', insertOrder],
  ['/change', whole(change)],
  [
    '/remove-month',
    whole<{ readonly table: string; readonly month: string }>(({ file }, month, signal) =>
      file.write(signal, (connection) => removeMonth(connection, file.months, month)),
    ),
  ],
  ['/purge', whole(async ({ maintenance }, _, signal) => ({ isDone: await maintenance.purge(signal) }))],
  ['/define', whole(define)],
  ['/snapshot', snapshotOrder],
  [
    '/rows-read',
    whole<{ readonly queryId: string }>(async ({ file }, { queryId }) => ({ rows: file.rowsRead(queryId) })),
  ],
  ['/status', whole(({ status }) => status.read())],
])

type Work<Content> = (deps: OrderDeps, content: Content, signal: AbortSignal) => Promise<unknown>

/** An order whose content is JSON and whose response is known as a whole. */
function whole<Content>(work: Work<Content>): Order {
  return async (deps, { request, response, signal }) => {
    const content = await readOrder<Content>(request)
    response.send(((await work(deps, content, signal)) ?? {}) as object)
  }
}

/** Each row as a JSON object, written by the engine: converting values in JavaScript would block the event loop. */
function rowTexts(sql: string): string {
  return `select cast(to_json(row_of_query) as varchar) from (${sql}\n) row_of_query`
}

async function streamOrder(
  { file }: OrderDeps,
  { request, response, signal }: Request,
  textsSql: (sql: string) => string,
): Promise<void> {
  const order = await readOrder<QueryOrder>(request)
  await timed(order, signal, async (ending) => {
    await file.read(order, ending, async (connection) => {
      const { slices } = order
      const select = textsSql(order.sql)
      // Lines on their way through this process take memory a second time.
      const texts =
        slices === undefined
          ? textStream(connection, select, ending)
          : slicedTextStream(
              connection,
              { select, slices, bytesMax: file.sliceMaxBytes / 2, turns: file.sliceTurns },
              ending,
            )
      try {
        // Most failures come before the first row, while the response can still have an error status. From then on the
        // next rows are computed while the last ones are being sent.
        let next = await texts.next()
        response.begin()
        while (next.done !== true) {
          const coming = texts.next()
          // Awaited below; until then its failure must not end the process.
          coming.catch(() => undefined)
          await response.write(next.value)
          next = await coming
        }
        response.end({ rows: next.value })
      } finally {
        await texts.return(0)
      }
    })
  })
}

async function writeFile({ file }: OrderDeps, order: FileOrder, signal: AbortSignal): Promise<void> {
  refuseOtherFile(file.places.exports, order.file)
  const { slices } = order
  await timed(order, signal, (ending) =>
    file.read(order, ending, (connection, onRows) =>
      slices === undefined
        ? writeRowsFile(connection, order)
        : writeSlicedFile(
            connection,
            { ...order, slices },
            { bytesMax: file.sliceMaxBytes, turns: file.sliceTurns, signal: ending, onRows },
          ),
    ),
  )
}

async function insertOrder({ file }: OrderDeps, { request, response, signal }: Request): Promise<void> {
  const order = readHeaderText<InsertOrder>(request.headers[ORDER_HEADER]?.toString() ?? '')
  const rows = { ...order, file: join(file.places.inserts, randomUUID()) }
  try {
    await saveBody(request, rows.file)
    await redacted(file.write(signal, (connection) => storeRows(connection, file.months, rows)))
  } finally {
    await rm(rows.file, { force: true })
  }
  response.send({})
}

async function change({ file }: OrderDeps, order: Change, signal: AbortSignal): Promise<void> {
  await redacted(file.write(signal, (connection) => changeRows(connection, file.months, order)))
}

type Statements = { readonly statements: readonly string[] }

async function define({ file }: OrderDeps, { statements }: Statements, signal: AbortSignal): Promise<void> {
  await file.write(signal, async (connection) => {
    for (const statement of statements) await connection.run(statement)
    return file.months.reread(connection)
  })
}

/** The snapshot lives as long as the response, which ends when the client closes it or is gone. */
async function snapshotOrder({ file }: OrderDeps, { response, signal }: Request): Promise<void> {
  const { id, end } = await file.openSnapshot(signal)
  try {
    response.begin()
    await response.write(Buffer.from(`${id}\n`))
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await end()
  }
}

/** Aborts the work when its time is up. */
async function timed(
  { timeoutMs, isPrivate }: QueryOrder,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const run = (ending: AbortSignal): Promise<void> => (isPrivate ? redacted(work(ending)) : work(ending))
  if (timeoutMs === undefined) return run(signal)
  const late = AbortSignal.timeout(timeoutMs)
  try {
    await run(AbortSignal.any([signal, late]))
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error
    throw new EngineFailure('busy', `the query took longer than ${timeoutMs} ms`)
  }
}

/** DuckDB's messages quote values, which may be personal data. */
async function redacted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw EngineFailure.from(error).redacted()
  }
}
