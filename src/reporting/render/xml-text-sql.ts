import type { Dialect } from '../../platform/engine/dialect.ts'

/** What XML 1.0 cannot hold at all, however it is written: control characters, U+FFFE and U+FFFF. */
const FORBIDDEN = '[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]|\\x{FFFE}|\\x{FFFF}'
const REPLACEMENT = '\uFFFD'

/**
 * A line of XML without what XML forbids, and with carriage returns that a reader does not take for line feeds.
 * Only texts hold such characters, and few do; markup never does, so the line is replaced as a whole.
 */
export function cleanedSql(dialect: Dialect, line: string): string {
  const references = `replace(${line}, ${dialect.text('\r')}, '&#13;')`
  const replaced = dialect.replacedAll(references, FORBIDDEN, REPLACEMENT)
  return `case when ${dialect.matches(line, `\\r|${FORBIDDEN}`)} then ${replaced} else ${line} end`
}
