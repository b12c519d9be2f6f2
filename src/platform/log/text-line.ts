import { styleText } from 'node:util'

/** Turns a finished JSON line, from which secrets are already removed, into the line that is written. */
export type LineFormat = (jsonLine: string) => string

type Style = Parameters<typeof styleText>[0]
type Entry = Readonly<Record<string, unknown>>

const STYLE_OF_LEVEL: Readonly<Record<string, Style>> = {
  trace: 'dim',
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: ['bold', 'red'],
}
const LEVEL_WIDTH = 5
/** Shown in the line's own places, or of no use to a person at a terminal. */
const ELSEWHERE: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'pid', 'err'])
/** Foreign text must not move the cursor, color the terminal or reverse the line. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
const NEEDS_QUOTES = /[\s"=]|^$/

/** JSON for programs, lines for people; unless a setting decides, a terminal means people. */
export function lineFormat({
  logFormat,
  hasColors,
  isTerminal,
}: {
  readonly logFormat: 'text' | 'json' | undefined
  /** By the settings; lines that do not go to a terminal have none anyway. */
  readonly hasColors: boolean
  readonly isTerminal: boolean
}): LineFormat {
  const format = logFormat ?? (isTerminal ? 'text' : 'json')
  if (format === 'json') return (line) => line
  const paint = hasColors && isTerminal ? painted : plain
  return (line) => textLine(line, paint)
}

type Paint = (style: Style, text: string) => string

const plain: Paint = (_style, text) => text
// The stream is checked by `lineFormat`: this line may be written by another descriptor.
const painted: Paint = (style, text) => styleText(style, text, { validateStream: false })

/** Time, level and message, then the facts as key=value; the stack of an error on lines of its own. */
function textLine(line: string, paint: Paint): string {
  const entry = entryOf(line)
  if (entry === undefined) return `${harmless(line.trimEnd())}\n`
  const level = String(entry['level'])
  const facts = Object.entries(entry).filter(([key]) => !ELSEWHERE.has(key))
  const { inLine, below } = errorParts(entry['err'])
  const words = [
    paint('dim', String(entry['time'])),
    paint(STYLE_OF_LEVEL[level] ?? 'dim', level.toUpperCase().padEnd(LEVEL_WIDTH)),
    harmless(String(entry['msg'] ?? '')),
    ...[...facts, ...inLine].map(([key, value]) => `${paint('dim', `${harmless(key)}=`)}${valueText(value)}`),
  ]
  return [words.join(' '), ...below.map((text) => `    ${paint('dim', harmless(text))}`), ''].join('\n')
}

function entryOf(line: string): Entry | undefined {
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Entry) : undefined
  } catch {
    return undefined
  }
}

/** The stack begins with the error's type and message. */
function errorParts(err: unknown): { inLine: readonly (readonly [string, unknown])[]; below: readonly string[] } {
  if (err === undefined) return { inLine: [], below: [] }
  if (typeof err !== 'object' || err === null || !('stack' in err)) return { inLine: [['err', err]], below: [] }
  const { type: _type, message: _message, stack, ...rest } = err as Entry
  const inLine = Object.entries(rest).map(([key, value]) => [`err.${key}`, value] as const)
  return { inLine, below: String(stack).split('\n') }
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' && !NEEDS_QUOTES.test(value) ? value : JSON.stringify(value)
  return harmless(text)
}

function harmless(text: string): string {
  return text.replace(UNSEEN, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  })
}
