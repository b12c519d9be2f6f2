import { EngineException } from './engine-exception.ts'

export type Token = {
  /** `word` is bare; `name` stood in backticks or double quotes; `text` is a string literal. */
  readonly kind: 'word' | 'name' | 'text' | 'symbol'
  /** Words in lower case; names and texts without their quotes, escapes untouched; symbols one sign each. */
  readonly value: string
  readonly end: number
}

const SPACE = /[ \t\r\n\f\v]+/y
const WORD = /[A-Za-z0-9_]+/y
const LINE_COMMENT = /(?:--|\/\/|#[ !])[^\n]*/y
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//y
const HEREDOC = /\$([A-Za-z0-9_]*)\$[\s\S]*?\$\1\$/y
const TEXT = /'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'/y
const BACKTICKED = /`[^`\\]*(?:(?:\\[\s\S]|``)[^`\\]*)*`/y
const DOUBLE_QUOTED = /"[^"\\]*(?:(?:\\[\s\S]|"")[^"\\]*)*"/y
const SYMBOL = /[()[\]{},;.:?!<>=+\-*/%|&^@~]/y

/**
 * Splits a statement into tokens, lazily. It accepts less than the engine's lexer does: wherever the two might disagree about
 * where a string or a comment ends, the statement is refused, because a disagreement is a place to hide a call.
 */
export function* tokensOf(statement: string): Generator<Token, void, undefined> {
  const nul = statement.indexOf('\0')
  if (nul >= 0) throw misunderstood(statement, nul)
  let at = 0
  let previousWord = ''
  while (at < statement.length) {
    const skipped =
      match(SPACE, statement, at) ?? match(LINE_COMMENT, statement, at) ?? comment(statement, at)
    const token = skipped === undefined ? tokenAt(statement, at) : undefined
    if (token !== undefined) {
      refuseGluedLiteral(token, previousWord)
      yield token
    }
    previousWord = token?.kind === 'word' ? token.value : ''
    at = token?.end ?? at + (skipped?.length ?? 0)
  }
}

function tokenAt(statement: string, at: number): Token {
  const word = match(WORD, statement, at)
  if (word !== undefined) {
    if (statement[at + word.length] === '$') throw misunderstood(statement, at)
    return { kind: 'word', value: word.toLowerCase(), end: at + word.length }
  }
  const text = match(TEXT, statement, at)
  if (text !== undefined) return quoted('text', text, at)
  const name = match(BACKTICKED, statement, at) ?? match(DOUBLE_QUOTED, statement, at)
  if (name !== undefined) return quoted('name', name, at)
  const heredoc = match(HEREDOC, statement, at)
  // A heredoc is a text, but never one that the path of a file may be read from.
  if (heredoc !== undefined) return { kind: 'text', value: '\\', end: at + heredoc.length }
  const symbol = match(SYMBOL, statement, at)
  if (symbol !== undefined) return { kind: 'symbol', value: symbol, end: at + 1 }
  throw misunderstood(statement, at)
}

function quoted(kind: 'text' | 'name', raw: string, at: number): Token {
  const quote = raw.charAt(0)
  return { kind, value: raw.slice(1, -1).replaceAll(quote + quote, quote), end: at + raw.length }
}

/** Block comments nest in some versions of the engine and not in others. */
function comment(statement: string, at: number): string | undefined {
  const found = match(BLOCK_COMMENT, statement, at)
  if (found?.slice(2).includes('/*')) throw misunderstood(statement, at)
  return found
}

/** x'6162' and b'01' follow other rules about where they end. */
function refuseGluedLiteral(token: Token, previousWord: string): void {
  const isPrefix = previousWord.length === 1 && /[a-z]/.test(previousWord)
  if (token.kind !== 'text' || !isPrefix || /^[0-9A-Fa-f]*$/.test(token.value)) return
  throw EngineException.of(62, `Syntax error: the literal after ${previousWord} is not understood.`)
}

function match(pattern: RegExp, statement: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(statement)?.[0]
}

function misunderstood(statement: string, at: number): EngineException {
  const sign = JSON.stringify(statement.slice(at, at + 12))
  return EngineException.of(62, `Syntax error: failed at position ${at + 1} near ${sign}.`)
}
