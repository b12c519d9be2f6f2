import { writtenInstant } from '../../../kernel/time-text.ts'

/** Fields of a record by wire name, as `selected` of a record source writes them. */
export type SelectedFields = Readonly<Record<string, string | number | null>>

/** What a record says, as a text; undefined where it says nothing. */
export function textIn(row: SelectedFields, wireName: string): string | undefined {
  const value = row[wireName] ?? undefined
  return value === undefined ? undefined : String(value)
}

/** An instant of a record, in UTC; undefined where it has none. */
export function timeIn(row: SelectedFields, wireName: string): string | undefined {
  const value = row[wireName]
  return typeof value === 'number' ? formatMs(value) : undefined
}

export function formatMs(ms: number): string {
  return writtenInstant(Temporal.Instant.fromEpochMilliseconds(ms))
}
