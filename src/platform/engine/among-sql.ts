import type { Dialect } from './dialect.ts'

/** From here on, planning literals takes longer than the query. */
const MANY = 64

/** Whether a text is one of these values; false if there are none. */
export function amongSql(dialect: Dialect, text: string, values: readonly string[]): string {
  const [only, ...others] = values
  // Neither engine accepts an empty list.
  if (only === undefined) return '(1 = 0)'
  if (others.length === 0) return `${text} = ${dialect.text(only)}`
  const many = values.length < MANY ? undefined : dialect.manyTexts(values)
  return `${text} in (${many ?? values.map(dialect.text).join(', ')})`
}
