import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { BareAnswer, BareOrder, BareSettings } from './bare-duckdb.ts'

// A process that holds DuckDB without our code: its figures are the limit, and it fills files. It ends with its parent.

let connection: DuckDBConnection | undefined

process.on('disconnect', () => process.exit(0))
process.on('message', (message: BareSettings | BareOrder) => {
  const done = 'file' in message ? open(message) : carryOut(message)
  done.then(send, (error: unknown) => send({ failure: String(error) }))
})

async function open({ file, options }: BareSettings): Promise<BareAnswer> {
  const instance = await DuckDBInstance.create(file, { ...options })
  connection = await instance.connect()
  await connection.run(`set TimeZone = 'UTC'`)
  return { ms: 0 }
}

async function carryOut({ do: how, sql, times }: BareOrder): Promise<BareAnswer> {
  if (connection === undefined) throw new Error('No file is open.')
  const startedAt = performance.now()
  let rows: BareAnswer['rows']
  for (let done = 0; done < times; done += 1) {
    if (how === 'run') await connection.run(sql)
    else if (how === 'stream') await drain(connection, sql)
    else rows = (await connection.runAndReadAll(sql)).getRowObjectsJson()
  }
  const ms = performance.now() - startedAt
  return rows === undefined ? { ms } : { ms, rows }
}

/** Takes all rows as they come and keeps none. */
async function drain(from: DuckDBConnection, sql: string): Promise<void> {
  const result = await from.stream(sql)
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return
  }
}

function send(answer: BareAnswer): void {
  if (process.connected) process.send?.(answer)
}
