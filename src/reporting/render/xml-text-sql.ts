import type { Dialect } from '../../platform/engine/dialect.ts'
import type { LayeredQuery } from './layered-query.ts'

/** What XML 1.0 cannot hold at all, however it is written: control characters, U+FFFE and U+FFFF. */
const FORBIDDEN = '[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]|\\x{FFFE}|\\x{FFFF}'
const REPLACEMENT = '\uFFFD'

/**
 * Whether a row holds anything that XML escapes or forbids. Few rows do, and one look at all texts of a row takes far
 * less time than replacing in each of them.
 */
export function isOddSql(
  dialect: Dialect,
  query: LayeredQuery,
  texts: readonly string[],
  /** What else makes a row odd, as a pattern. */
  alsoOdd = '\\r',
): string | undefined {
  if (texts.length === 0) return undefined
  const together = query.joined('texts', texts)
  return query.declare('is_odd', dialect.matches(together, `[&<>"'\\r]|${FORBIDDEN}|${alsoOdd}`))
}

/**
 * A line of XML without what XML forbids, and with carriage returns that a reader does not take for line feeds.
 * Markup holds none of it, so the line is replaced as a whole.
 */
export function cleanedSql(dialect: Dialect, line: string, isOdd: string | undefined): string {
  if (isOdd === undefined) return line
  const references = `replace(${line}, ${dialect.text('\r')}, '&#13;')`
  const replaced = dialect.replacedAll(references, FORBIDDEN, REPLACEMENT)
  return `case when ${isOdd} then ${replaced} else ${line} end`
}
