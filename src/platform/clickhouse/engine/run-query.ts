import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InsertResult } from './chdb-native.ts'
import type { ChdbStore } from './chdb-store.ts'
import { EngineException } from './engine-exception.ts'
import { BOUNDS } from './engine-settings.ts'
import type { QueryAnswer } from './query-answer.ts'
import type { QueryPlan } from './query-plan.ts'
import type { QueryRequest } from './query-request.ts'
import type { QuerySession } from './query-session.ts'
import type { QuerySlots } from './query-slots.ts'
import type { RunningQueries } from './running-queries.ts'

export type QueryDeps = {
  readonly store: ChdbStore
  readonly slots: QuerySlots
  readonly running: RunningQueries
}

const EMPTY_LINE = '\n\n'
const FORMAT_CLAUSE = /\s+format\s+\w+\s*$/i

type Query = {
  readonly request: QueryRequest
  readonly plan: QueryPlan
  readonly answer: QueryAnswer
}

/** Runs one query in a session of its own; when its client leaves, the query is killed. */
export async function runQuery(deps: QueryDeps, query: Query): Promise<void> {
  const { request, answer } = query
  const end = deps.running.begin(request.queryId)
  const onGone = (): void => {
    // A failed kill means a query that ends on its own; the engine's state is not in question.
    deps.running.kill(request.queryId).catch(() => undefined)
  }
  try {
    const giveBack = await deps.slots.take(answer.gone)
    try {
      answer.gone.addEventListener('abort', onGone, { once: true })
      await inSession(deps.store, query)
    } finally {
      answer.gone.removeEventListener('abort', onGone)
      giveBack()
    }
  } finally {
    end()
  }
}

async function inSession(store: ChdbStore, { request, plan, answer }: Query): Promise<void> {
  const session = store.openSession()
  try {
    await session.prepare(request.database, sessionSettings(request, plan))
    if (answer.gone.aborted) return
    if (plan.kind === 'stream') await streamRows(session, plan, answer)
    else if (plan.kind === 'insert') await insertData({ session, store }, plan, answer)
    else await runOnce(session, plan, answer)
  } finally {
    session.close()
  }
}

async function runOnce(
  session: QuerySession,
  plan: Extract<QueryPlan, { statement: string }>,
  answer: QueryAnswer,
): Promise<void> {
  const result = await session.run(plan.statement, plan.format)
  await answer.send(plan.format, result.bytes, {
    readRows: result.rowsRead,
    readBytes: result.bytesRead,
    writtenRows: 0,
    writtenBytes: 0,
    elapsedSeconds: result.elapsed,
  })
}

async function insertData(
  { session, store }: { readonly session: QuerySession; readonly store: ChdbStore },
  plan: Extract<QueryPlan, { kind: 'insert' }>,
  answer: QueryAnswer,
): Promise<void> {
  const nothing = { rowsWritten: 0, bytesWritten: 0, elapsed: 0 }
  const result = plan.data.length === 0 ? nothing : await inserted({ session, store }, plan)
  await answer.send(plan.format, Buffer.alloc(0), {
    readRows: result.rowsWritten,
    readBytes: plan.data.length,
    writtenRows: result.rowsWritten,
    writtenBytes: result.bytesWritten,
    elapsedSeconds: result.elapsed,
  })
}

async function inserted(
  { session, store }: { readonly session: QuerySession; readonly store: ChdbStore },
  { head, data, format }: Extract<QueryPlan, { kind: 'insert' }>,
): Promise<InsertResult> {
  const target = head.replace(FORMAT_CLAUSE, '')
  if (target === head || !data.includes(EMPTY_LINE)) return session.insert(head, data)
  const file = join(store.insertsFolder, randomUUID())
  try {
    await writeFile(file, data, { mode: 0o600 })
    return await session.insertFile(target, format, file)
  } finally {
    await rm(file, { force: true })
  }
}

async function streamRows(
  session: QuerySession,
  plan: Extract<QueryPlan, { statement: string }>,
  answer: QueryAnswer,
): Promise<void> {
  const rows = session.stream(plan.statement, plan.format)
  try {
    // Most errors show before the first rows, while the answer can still carry a status. From then on the next
    // rows are made while the last ones are on their way.
    let chunk = await rows.next()
    if (answer.gone.aborted) return
    answer.begin(plan.format)
    while (chunk !== undefined && !answer.gone.aborted) {
      const next = rows.next()
      // Its failure is heard of below; until then it must not end the process.
      next.catch(() => undefined)
      await answer.write(chunk)
      chunk = await next
    }
    if (!answer.gone.aborted) await answer.end()
  } catch (error) {
    // While the session still holds its slot: a client that hears of the error may ask again at once.
    await answer.fail(EngineException.from(error))
  } finally {
    await rows.abandon()
  }
}

function sessionSettings(request: QueryRequest, plan: QueryPlan): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  if (plan.kind === 'insert') {
    // One block, hence one part per partition: an insert is there as a whole or not at all.
    settings.set('max_insert_block_size', '1000000000')
    settings.set('min_insert_block_size_rows', '1000000000')
    settings.set('min_insert_block_size_bytes', '4000000000')
  }
  if (plan.kind === 'select') {
    settings.set('max_result_bytes', String(BOUNDS.bufferedResultMaxBytes))
    settings.set('result_overflow_mode', 'throw')
  }
  for (const [name, value] of request.settings) settings.set(name, value)
  settings.set('log_comment', request.queryId)
  for (const [name, value] of request.parameters) settings.set(`param_${name}`, value)
  return settings
}
