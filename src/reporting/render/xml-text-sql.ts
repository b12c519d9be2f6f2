/** What XML 1.0 cannot hold at all, whatever its writing: control characters, U+FFFE and U+FFFF. */
const FORBIDDEN = '[\\\\x00-\\\\x08\\\\x0B\\\\x0C\\\\x0E-\\\\x1F]|\\\\x{FFFE}|\\\\x{FFFF}'
const REPLACEMENT = '\uFFFD'

/** The text as the content of an element, but for what `cleanedSql` does to a whole line. */
export function xmlEscapedSql(text: string): string {
  return `encodeXMLComponent(${text})`
}

/**
 * A line of XML without what XML forbids, and with carriage returns that a reader does not take for line feeds.
 * Only texts can hold such signs, and few do; markup never does, so the line is replaced as a whole.
 */
export function cleanedSql(line: string, texts: readonly string[]): string {
  if (texts.length === 0) return line
  const together = texts.length === 1 ? texts[0] : `concat(${texts.join(', ')})`
  const replaced = `replaceRegexpAll(replaceAll(${line}, '\\r', '&#13;'), '${FORBIDDEN}', '${REPLACEMENT}')`
  return `if(multiMatchAny(${together}, ['\\\\r|${FORBIDDEN}']), ${replaced}, ${line})`
}
