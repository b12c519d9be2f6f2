import { pino } from 'pino'
import { DuckDbEngine } from '../../../src/platform/duckdb/duckdb-engine.ts'

const log = pino({ level: 'silent' })

/** An engine that cannot be reached until it gets another address. */
export function anAbsentEngine(url = 'http://127.0.0.1:1'): DuckDbEngine {
  return new DuckDbEngine(url, { exportsFolder: '/nowhere', log })
}
