import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createLogger, type Logger } from './log.ts'
import { lineFormat } from './text-line.ts'

type Choice = Partial<Parameters<typeof lineFormat>[0]>

/** The lines of a logger on a terminal, unless a test says otherwise. */
function linesOf(write: (log: Logger) => void, choice: Choice = {}): string {
  const format = lineFormat({ logFormat: undefined, hasColors: false, isTerminal: true, ...choice })
  const lines: string[] = []
  write(createLogger({ level: 'trace', destination: { write: (line: string) => void lines.push(format(line)) } }))
  return lines.join('')
}

const greeting = (log: Logger): void => log.child({ requestId: 'r1' }).info({ invoiceId: 'i 1' }, 'invoice sent')

test('a line for people has time, level, message and facts', () => {
  expect(linesOf(greeting)).toMatch(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z INFO {2}invoice sent requestId=r1 invoiceId="i 1"\n$/,
  )
})

test.each([
  [{}, 'text'],
  [{ isTerminal: false }, 'json'],
  [{ isTerminal: false, logFormat: 'text' }, 'text'],
  [{ isTerminal: true, logFormat: 'json' }, 'json'],
] as const)('%j writes %s', (choice, format) => {
  expect(linesOf(greeting, choice).startsWith('{')).toBe(format === 'json')
})

test.each([
  [{ hasColors: true }, true],
  [{ hasColors: false }, false],
  [{ hasColors: true, isTerminal: false, logFormat: 'text' }, false],
  [{ hasColors: true, logFormat: 'json' }, false],
] as const)('%j has colors: %s', (choice, hasColors) => {
  const lines = linesOf(greeting, choice)

  expect(stripVTControlCharacters(lines) !== lines).toBe(hasColors)
})

test('an error is followed by its stack, with its code in the line', () => {
  const error = Object.assign(new Error('no such table'), { code: '42P01' })

  const [first, second, third] = linesOf((log) => log.error({ err: error }, 'request failed')).split('\n')

  expect(first).toMatch(/ERROR request failed err\.code=42P01$/)
  expect(second).toBe('    Error: no such table')
  expect(third).toMatch(/^ {8}at /)
})

test('no secret reaches a line for people through message, bindings, nested values or an error', () => {
  const cause = new Error('postgres://app:hunter2@db/app refused card 4111 1111 1111 1111')
  const err = new Error('failed', { cause })

  const lines = linesOf((log) => {
    const child = log.child({ session: { cookie: 'hunter2' } })
    child.error({ err, headers: { authorization: 'hunter2' } }, 'bearer hunter2hunter2')
  })

  expect(lines).not.toMatch(/hunter2|4111/)
  expect(lines).toContain('failed')
})

test('foreign text cannot control the terminal or begin a line of its own', () => {
  const hostile = 'a\u001b[2Jb\r\nFATAL forged\u009b31m\u202etxt'

  const lines = linesOf((log) => log.info({ path: hostile, [hostile]: { [hostile]: [hostile] } }, hostile))

  expect(lines.match(/[\p{Cc}\p{Bidi_Control}]/gu)).toEqual(['\n'])
  expect(lines).toContain('path="a\\u001b[2Jb\\r\\nFATAL forged\\u009b31m\\u202etxt"')
})

test('a line that is not JSON is written as it is', () => {
  const format = lineFormat({ logFormat: 'text', hasColors: true, isTerminal: true })

  expect(format('not JSON\n')).toBe('not JSON\n')
  expect(format('null\n')).toBe('null\n')
})
