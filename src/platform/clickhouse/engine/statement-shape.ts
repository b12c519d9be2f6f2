import { EngineException } from './engine-exception.ts'
import { BOUNDS } from './engine-settings.ts'
import { type Token, tokensOf } from './statement-tokens.ts'

/** How a statement is run; `tokens` are those the guard has to read. */
export type StatementShape = {
  readonly kind: 'insert-data' | 'streamable-select' | 'select' | 'other'
  readonly tokens: readonly Token[]
  /** Undefined: the request's default format. */
  readonly format: string | undefined
  /** Where the data of an `insert-data` begins. */
  readonly dataStart: number
  /** A query id, for `KILL QUERY WHERE query_id = '…'`. */
  readonly killedQueryId: string | undefined
}

export function shapeOf(statement: string): StatementShape {
  const insert = insertWithData(statement)
  if (insert !== undefined) return insert
  if (statement.length > BOUNDS.statementMaxBytes) {
    throw EngineException.of(305, `A statement is at most ${BOUNDS.statementMaxBytes} bytes long.`)
  }
  const tokens = [...tokensOf(statement)]
  return {
    kind: !isSelect(tokens) ? 'other' : canStream(tokens) ? 'streamable-select' : 'select',
    tokens,
    format: formatOf(statement, tokens),
    dataStart: statement.length,
    killedQueryId: killedQueryIdOf(tokens),
  }
}

/**
 * `INSERT INTO [TABLE] [FUNCTION f(…) | [db.]t] [(…)] [SETTINGS …] FORMAT X`: what follows is data and is not read as tokens.
 * Exactly this shape, because a looser one would let a statement pass as data: `SELECT 1 AS format UNION …`.
 */
function insertWithData(statement: string): StatementShape | undefined {
  const tokens: Token[] = []
  const source = tokensOf(statement)
  const next = (): Token | undefined => {
    const result = source.next()
    if (!result.done) tokens.push(result.value)
    return result.done ? undefined : result.value
  }
  if (next()?.value !== 'insert' || next()?.value !== 'into') return undefined
  const end = formatAfterHead(next)
  // Rows of VALUES are expressions, which the guard must read.
  if (end === undefined || end.value === 'values') return undefined
  return {
    kind: 'insert-data',
    tokens,
    format: asWritten(statement, end),
    dataStart: end.end,
    killedQueryId: undefined,
  }
}

type Next = () => Token | undefined

function formatAfterHead(next: Next): Token | undefined {
  let token = next()
  if (isWord(token, 'table')) token = next()
  if (isWord(token, 'function')) token = next()
  token = afterName(next, token)
  if (isSymbol(token, '.')) token = afterName(next, next())
  // The arguments of a function, then the columns.
  for (let lists = 0; lists < 2 && isSymbol(token, '('); lists += 1) token = afterList(next)
  if (isWord(token, 'settings')) token = afterSettings(next)
  if (!isWord(token, 'format')) return undefined
  const format = next()
  return format?.kind === 'word' ? format : undefined
}

/** A name, or a parameter that holds one: `{t:Identifier}`. */
function afterName(next: Next, token: Token | undefined): Token | undefined {
  if (isSymbol(token, '{')) for (let rest = 0; rest < 4; rest += 1) next()
  else if (token?.kind !== 'word' && token?.kind !== 'name') return undefined
  return next()
}

function afterList(next: Next): Token | undefined {
  let depth = 1
  while (depth > 0) {
    const token = next()
    if (token === undefined) return undefined
    if (isSymbol(token, '(')) depth += 1
    if (isSymbol(token, ')')) depth -= 1
  }
  return next()
}

/** `a = 1, b = 'x'`: one token of value each. */
function afterSettings(next: Next): Token | undefined {
  while (true) {
    const [name, equals, value] = [next(), next(), next()]
    if (name?.kind !== 'word' || !isSymbol(equals, '=') || value?.kind === 'symbol')
      return undefined
    const token = next()
    if (!isSymbol(token, ',')) return token
  }
}

/** The FORMAT clause stands last, or before SETTINGS. */
function formatOf(statement: string, tokens: readonly Token[]): string | undefined {
  const at = tokens.findLastIndex((token, index) => {
    const [name, after] = [tokens[index + 1], tokens[index + 2]]
    const isClosed = after === undefined || isSymbol(after, ';') || isWord(after, 'settings')
    return isWord(token, 'format') && name?.kind === 'word' && isClosed
  })
  const name = at < 0 ? undefined : tokens[at + 1]
  return name === undefined ? undefined : asWritten(statement, name)
}

/** `WITH … INSERT` exists too. */
function isSelect(tokens: readonly Token[]): boolean {
  const first = tokens.find((token) => !isSymbol(token, '('))
  if (isWord(first, 'select')) return true
  return isWord(first, 'with') && !tokens.some((token) => isWord(token, 'insert'))
}

const BEFORE_PLAIN_SUBQUERY = new Set(['from', 'join', 'as'])

/**
 * The streaming call analyses the statement on the event loop, and a subquery in an expression or behind IN is computed then:
 * such a statement would hold up all others, so it goes through the single-shot call instead.
 */
function canStream(tokens: readonly Token[]): boolean {
  return tokens.every((token, at) => {
    // That setting puts brackets around the rows, and the streaming call would put them around every chunk.
    if (isWord(token, 'output_format_json_array_of_rows')) return false
    if (isWord(token, 'in')) return !isTableName(tokens, at + 1)
    const isSubquery =
      isSymbol(token, '(') && (isWord(tokens[at + 1], 'select') || isWord(tokens[at + 1], 'with'))
    const before = tokens[at - 1]
    return !isSubquery || before === undefined || BEFORE_PLAIN_SUBQUERY.has(before.value)
  })
}

function isTableName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  const isName = token?.kind === 'word' || token?.kind === 'name'
  return isName && !isSymbol(tokens[at + 1], '(')
}

/** The engine gives its queries ids of its own, so a statement that names the client's id is run by other means. */
function killedQueryIdOf(tokens: readonly Token[]): string | undefined {
  const [kill, query, where, name, equals, id, mode, rest] = tokens
  const isKill = isWord(kill, 'kill') && isWord(query, 'query') && isWord(where, 'where')
  const isById = isWord(name, 'query_id') && isSymbol(equals, '=') && id?.kind === 'text'
  const hasMode = mode === undefined || isWord(mode, 'sync') || isWord(mode, 'async')
  return isKill && isById && hasMode && rest === undefined ? id.value : undefined
}

function asWritten(statement: string, word: Token): string {
  return statement.slice(word.end - word.value.length, word.end)
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.value === word
}

function isSymbol(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'symbol' && token.value === sign
}
