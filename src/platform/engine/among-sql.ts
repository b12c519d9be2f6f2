import type { Dialect } from './dialect.ts'

/** Whether a text is one of these values; false if there are none. */
export function amongSql(dialect: Dialect, text: string, values: readonly string[]): string {
  const [only, ...others] = values
  // Neither engine accepts an empty list.
  if (only === undefined) return '(1 = 0)'
  return others.length === 0 ? `${text} = ${dialect.text(only)}` : `${text} in (${values.map(dialect.text).join(', ')})`
}
