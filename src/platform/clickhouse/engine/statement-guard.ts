import { EngineException } from './engine-exception.ts'
import {
  ALLOWED_DATABASE_ENGINES,
  ALLOWED_TABLE_ENGINES,
  FILE_DATABASE,
  REFUSED_CALLS,
  REFUSED_SETTINGS,
} from './reachable-names.ts'
import type { Token } from './statement-tokens.ts'

export type GuardInput = {
  readonly tokens: readonly Token[]
  /** The values of `{name:Identifier}` come from outside the statement. */
  readonly parameters: ReadonlyMap<string, string>
  readonly isExportPath: (path: string) => boolean
}

const READING = ['select', 'with', 'from', 'show', 'describe', 'desc', 'exists', 'explain', 'check']
const WRITING = ['insert', 'delete', 'update', 'truncate', 'optimize', 'kill', 'use', 'set']
const DEFINING = ['create', 'replace', 'attach', 'alter', 'drop', 'undrop', 'detach', 'rename']
const STATEMENTS = new Set([...READING, ...WRITING, ...DEFINING, 'exchange', 'system'])
const REFUSED_STATEMENTS = new Set(['backup', 'restore', 'grant', 'revoke', 'execute', 'move'])
const CREATABLE = new Set(['table', 'view', 'materialized', 'database', 'function', 'index'])
const SYSTEM_COMMANDS = new Set(['flush', 'start', 'stop', 'sync', 'drop', 'wait'])
const CREATE_MODIFIERS = new Set(['or', 'replace', 'temporary', 'if', 'not', 'exists', 'unique'])

/**
 * Refuses every statement that could reach a file or the network. The engine confines nothing itself: its `file()` reads the
 * whole machine and its `url()` can hang the process. The one way out is `file('<absolute path below the exports folder>', …)`.
 */
export function guardStatement(input: GuardInput): void {
  const { tokens } = input
  guardKind(tokens)
  for (let at = 0; at < tokens.length; at += 1) {
    guardCall(input, at)
    guardFileDatabase(input, at)
    guardPlaceholder(input, at)
    guardPhrase(tokens, at)
    guardAssignment(tokens, at)
  }
}

function guardKind(tokens: readonly Token[]): void {
  const first = tokens[0]
  if (first === undefined) throw EngineException.of(62, 'Syntax error: the query is empty.')
  const kind = isSymbol(first, '(') ? 'select' : first.value
  if (REFUSED_STATEMENTS.has(kind)) throw refusal(`a ${kind.toUpperCase()} statement`)
  // Unknown ones too: a new version of the engine may know more of them than this list.
  if (!STATEMENTS.has(kind) || first.kind === 'name') {
    throw EngineException.of(62, `Syntax error: failed at position 1 near ${JSON.stringify(kind)}.`)
  }
  const words = tokens.filter((token) => token.kind !== 'symbol')
  KIND_GUARDS[kind]?.(words)
  if (DEFINING.includes(kind)) guardEngines(tokens)
  const terminator = tokens.findIndex((token) => isSymbol(token, ';'))
  if (terminator >= 0 && !tokens.slice(terminator).every((token) => isSymbol(token, ';'))) {
    throw EngineException.of(62, 'Syntax error: multi-statements are not allowed.')
  }
}

const KIND_GUARDS: Readonly<Record<string, (words: readonly Token[]) => void>> = {
  system: guardSystem,
  attach: guardAttach,
  create: guardCreate,
  replace: guardCreate,
}

function guardSystem(words: readonly Token[]): void {
  const command = words[1]?.value ?? ''
  if (!SYSTEM_COMMANDS.has(command)) throw refusal(`SYSTEM ${command.toUpperCase()}`)
}

/** ATTACH TABLE puts a detached table back; every other form names a place or a definition of its own. */
function guardAttach(words: readonly Token[]): void {
  const isPlain = words[1]?.value === 'table' && words.length <= 4
  const isGuarded = words[2]?.value === 'if' && words[3]?.value === 'not' && words.length <= 7
  if (!(isPlain || (words[1]?.value === 'table' && isGuarded))) {
    throw refusal('ATTACH of more than a detached table')
  }
}

function guardCreate(words: readonly Token[]): void {
  const what = words.slice(1).findIndex(({ value }) => !CREATE_MODIFIERS.has(value)) + 1
  const kind = words[what]?.value ?? ''
  if (!CREATABLE.has(kind)) throw refusal(`CREATE ${kind.toUpperCase()}`)
  if (kind !== 'function') return
  const name = words.slice(what + 1).findIndex(({ value }) => !CREATE_MODIFIERS.has(value))
  if (words[what + name + 2]?.value !== 'as') throw refusal('a function that is no expression')
}

function guardEngines(tokens: readonly Token[]): void {
  const isDatabase = tokens.slice(0, 3).some(({ value }) => value === 'database')
  const allowed = isDatabase ? ALLOWED_DATABASE_ENGINES : ALLOWED_TABLE_ENGINES
  for (const engine of enginesOf(tokens)) {
    if (!allowed.has(engine.toLowerCase())) {
      throw refusal(`the ${isDatabase ? 'database' : 'table'} engine ${engine}`)
    }
  }
}

/** The names after ENGINE; inside parentheses it is a column of that name. */
function enginesOf(tokens: readonly Token[]): readonly string[] {
  let depth = 0
  return tokens.flatMap((token, at) => {
    if (isSymbol(token, '(')) depth += 1
    if (isSymbol(token, ')')) depth -= 1
    if (depth !== 0 || token.kind !== 'word' || token.value !== 'engine') return []
    const next = isSymbol(tokens[at + 1], '=') ? tokens[at + 2] : tokens[at + 1]
    return next?.kind === 'word' || next?.kind === 'name' ? [next.value] : []
  })
}

function guardCall({ tokens, isExportPath }: GuardInput, at: number): void {
  const token = tokens[at]
  const isCall = isSymbol(tokens[at + 1], '(') && (token?.kind === 'word' || token?.kind === 'name')
  if (!isCall) return
  // Escapes in a quoted name could spell any function.
  const name = token.value.toLowerCase()
  if (REFUSED_CALLS.has(name) || name.includes('\\')) throw refusal(`${token.value}(…)`)
  if (name !== 'file') return
  const [path, after] = [tokens[at + 2], tokens[at + 3]]
  const isLiteral = path?.kind === 'text' && (isSymbol(after, ',') || isSymbol(after, ')'))
  if (!isLiteral || !isExportPath(path.value)) {
    throw refusal('file(…) with anything but a literal, absolute path below the exports folder')
  }
}

function guardFileDatabase({ tokens }: GuardInput, at: number): void {
  const token = tokens[at]
  const isQualifier = isSymbol(tokens[at + 1], '.') && !/^\d/.test(tokens[at + 2]?.value ?? '')
  if (!isQualifier || token === undefined || token.kind === 'symbol') return
  const isOtherName = token.kind === 'name' && token.value.includes('\\')
  if (token.value === FILE_DATABASE || isOtherName) {
    throw refusal(`the database ${token.value}, whose tables are the machine's files,`)
  }
}

/** `{name:Identifier}`: the name of a table or database that the statement itself does not show. */
function guardPlaceholder({ tokens, parameters }: GuardInput, at: number): void {
  if (!isSymbol(tokens[at], '{')) return
  const [name, , type] = tokens.slice(at + 1, at + 4)
  if (name?.kind === 'name' || type?.kind === 'name') throw refusal('a placeholder in quotes')
  if (type?.value !== 'identifier') return
  if ([...parameters.values()].some((value) => /^default\b|\\/.test(value))) {
    throw refusal('that value of an identifier')
  }
}

function guardPhrase(tokens: readonly Token[], at: number): void {
  const [word, next] = [tokens[at], tokens[at + 1]]
  if (word?.kind !== 'word') return
  const isFile =
    (word.value === 'into' && next?.value === 'outfile') ||
    (word.value === 'from' && next?.value === 'infile')
  if (isFile) throw refusal(`${word.value} ${next.value}`.toUpperCase())
}

function guardAssignment(tokens: readonly Token[], at: number): void {
  const [name, next] = [tokens[at], tokens[at + 1]]
  if (name === undefined || name.kind === 'symbol' || name.kind === 'text') return
  if (REFUSED_SETTINGS.has(name.value.toLowerCase())) throw refusal(`the setting ${name.value}`)
  if (!isSymbol(next, '=')) return
  // Under another mark the query could not be found when it is to be killed; escapes could spell any setting.
  if (name.value.toLowerCase() === 'log_comment' || name.value.includes('\\')) {
    throw refusal(`to set ${name.value}`)
  }
}

export function guardSetting(name: string): void {
  if (!/^[A-Za-z0-9_]{1,128}$/.test(name)) {
    throw EngineException.of(36, 'A setting has letters, digits and _ in its name only.')
  }
  if (REFUSED_SETTINGS.has(name.toLowerCase())) throw refusal(`the setting ${name}`)
}

function isSymbol(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'symbol' && token.value === sign
}

function refusal(what: string): EngineException {
  return EngineException.of(497, `The embedded engine refuses ${what}.`)
}
