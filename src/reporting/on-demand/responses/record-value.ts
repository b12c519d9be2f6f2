import { writtenInstant } from '../../../kernel/time-text.ts'
import type { Travelling } from '../../../records/index.ts'

/** What a record says, as a text; undefined where it says nothing. */
export function textIn(row: Travelling, wireName: string): string | undefined {
  const value = row[wireName] ?? undefined
  return value === undefined ? undefined : String(value)
}

/** An instant of a record, in UTC; undefined where it has none. */
export function timeIn(row: Travelling, wireName: string): string | undefined {
  const value = row[wireName]
  return typeof value === 'number' ? formatMs(value) : undefined
}

export function formatMs(ms: number): string {
  return writtenInstant(Temporal.Instant.fromEpochMilliseconds(ms))
}
