import type { Field } from '../../../catalogue/field.ts'
import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { LayeredQuery } from '../layered-query.ts'

const ESCAPED = ['&', '<', '>', '"', "'"]
/** Characters that XML 1.0 does not allow, not even escaped: control characters, U+FFFE and U+FFFF. */
const FORBIDDEN = '[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]|\\x{FFFE}|\\x{FFFF}'
const FORBIDDEN_PAIR = ['\uFFFE', '\uFFFF']
/** The control characters among them, and the carriage return. */
const CONTROLS = '[\\x00-\\x08\\x0B-\\x1F]'
const REPLACEMENT = '\uFFFD'

/**
 * Whether a row contains anything that XML escapes or forbids. Few rows do, and checking all strings of a row together
 * is far faster than replacing in each of them.
 */
export function isOddSql(
  dialect: Dialect,
  query: LayeredQuery,
  texts: readonly string[],
  /** Further strings that make a row odd. */
  alsoOdd: readonly string[] = [],
): string | undefined {
  if (texts.length === 0) return undefined
  const together = query.declare('texts', query.joined('some_texts', texts))
  return query.declare('is_odd', dialect.containsAny(together, [...ESCAPED, ...FORBIDDEN_PAIR, ...alsoOdd], CONTROLS))
}

/**
 * A line of XML without forbidden characters, and with carriage returns escaped, which a parser would otherwise read as
 * line feeds. Markup contains neither, so the replacement applies to the whole line.
 */
export function cleanedSql(dialect: Dialect, line: string, isOdd: string | undefined): string {
  if (isOdd === undefined) return line
  const references = `replace(${line}, ${dialect.text('\r')}, '&#13;')`
  const replaced = dialect.replacedAll(references, FORBIDDEN, REPLACEMENT)
  return `case when ${isOdd} then ${replaced} else ${line} end`
}

export function isText({ type }: Field): boolean {
  return type.kind === 'text' || type.kind === 'code'
}
