import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { createLogger } from './log.ts'
import { LogWriter } from './log-writer.ts'
import { lineFormat } from './text-line.ts'

const NON_BLOCKING = constants.O_NONBLOCK
const LOG = new URL('./log.ts', import.meta.url).href
const WRITER = new URL('./log-writer.ts', import.meta.url).href

/** A real pipe with a reader that can stall. It stays open, because its writer may try again at any time. */
function pipe() {
  const path = join(temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  const openReader = () => openSync(path, constants.O_RDONLY | NON_BLOCKING)
  let reader = openReader()
  const fd = openSync(path, constants.O_WRONLY | NON_BLOCKING)
  return {
    path,
    fd,
    read: () => readAvailable(reader),
    stop: () => closeSync(reader),
    start: () => {
      reader = openReader()
    },
  }
}

function readAvailable(fd: number): string {
  const buffer = Buffer.alloc(1 << 16)
  let found = ''
  try {
    for (let size = readSync(fd, buffer); size > 0; size = readSync(fd, buffer))
      found += buffer.toString('utf8', 0, size)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
  }
  return found
}

const linesOf = (log: string) => log.trimEnd().split('\n')
const entriesOf = (log: string) => linesOf(log).map((line) => JSON.parse(line) as Record<string, unknown>)
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${String(index).padStart(99, ' ')}\n`)

/** Reads on until a line that contains `last` has arrived. */
async function readUntil(read: () => string, last: string): Promise<string> {
  let found = ''
  const readOn = () => {
    found += read()
    return found.includes(last) && found.endsWith('\n') ? true : undefined
  }
  await waitUntil(readOn, { withinMs: 30_000, everyMs: 1 })
  return found
}

test('a line is written before the work goes on while its reader keeps up', () => {
  const { fd, read } = pipe()
  const writer = new LogWriter(fd)

  writer.write('one\n')
  writer.write('two\n')

  expect(read()).toBe('one\ntwo\n')
})

test('a stalled reader delays nothing, and later gets all lines in order', async () => {
  const { fd, read } = pipe()
  const writer = new LogWriter(fd)
  const lines = numbered(10_000)

  for (const line of lines) writer.write(line)

  expect(await readUntil(read, lines.at(-1) ?? '')).toBe(lines.join(''))
  expect(writer.lostLines).toBe(0)
})

test('lines beyond the bound are dropped in one place, and a line there says how many', async () => {
  const { fd, read } = pipe()
  const writer = new LogWriter(fd, { waitingBytesMax: 100_000 })
  const log = createLogger({ level: 'info', destination: writer })

  for (let index = 0; index < 5_000; index += 1) log.info({ index }, 'while the reader stands still')
  const dropped = writer.lostLines
  const before = await readUntil(read, 'lostLines')
  log.info('last')
  const entries = entriesOf(before + (await readUntil(read, 'last')))

  const gap = entries.findIndex(({ lostLines }) => lostLines !== undefined)
  expect(entries[gap]).toMatchObject({ level: 'error', lostLines: dropped, msg: expect.stringContaining('were lost') })
  expect(entries.slice(0, gap).map(({ index }) => index)).toEqual(Array.from({ length: 5_000 - dropped }, (_, i) => i))
  expect(entries.slice(gap + 1)).toMatchObject([{ msg: 'last' }])
  expect(dropped).toBeGreaterThan(1_000)
  expect(writer.lostLines).toBe(dropped)
})

test('the line about lost lines has the format of all others', async () => {
  const { fd, read } = pipe()
  const format = lineFormat({ logFormat: 'text', hasColors: true, isTerminal: false })
  const writer = new LogWriter(fd, { waitingBytesMax: 100_000, format })
  const log = createLogger({ level: 'info', destination: writer })

  for (let index = 0; index < 5_000; index += 1) log.info({ index }, 'while the reader stands still')
  const lines = linesOf(await readUntil(read, 'lostLines'))

  expect(lines.at(-1)).toMatch(/Z ERROR log lines were lost: .* lostLines=\d+$/)
  expect(lines.filter((line) => line.startsWith('{'))).toEqual([])
})

test('a line that is larger than the bound is lost, and the log goes on', async () => {
  const { fd, read } = pipe()
  const writer = new LogWriter(fd, { waitingBytesMax: 1_000 })

  writer.write(`${'x'.repeat(2_000)}\n`)

  expect(entriesOf(await readUntil(read, 'lostLines'))).toMatchObject([{ lostLines: 1 }])
})

test('a fatal line is kept however many others are lost', async () => {
  const { fd, read } = pipe()
  const writer = new LogWriter(fd, { waitingBytesMax: 100_000 })
  const log = createLogger({ level: 'info', destination: writer })
  for (let index = 0; index < 5_000; index += 1) log.info('while the reader stands still')

  log.fatal('the end')

  expect(entriesOf(await readUntil(read, 'the end')).slice(-2)).toMatchObject([
    { lostLines: writer.lostLines },
    { level: 'fatal', msg: 'the end' },
  ])
})

test('lines wait for the next reader when the first one has ended', async () => {
  const { fd, read, start, stop } = pipe()
  const writer = new LogWriter(fd)
  stop()

  writer.write('nobody reads this yet\n')
  await sleep(1)
  start()

  expect(await readUntil(read, 'yet')).toBe('nobody reads this yet\n')
})

test('a full disk loses log lines and nothing else', () => {
  const writer = new LogWriter(openSync('/dev/full', 'w'), { waitingBytesMax: 1_000 })

  for (const line of numbered(50)) writer.write(line)

  expect(writer.lostLines).toBe(40)
})

/** Logs far more than fits into the pipe and crashes, in a process of its own; a shell may redirect its log. */
function crashingProgram(redirection = '') {
  const program = `
    import { createLogger } from '${LOG}'
    import { LogWriter } from '${WRITER}'
    const log = createLogger({ level: 'info', destination: LogWriter.toStandardError() })
    for (let index = 0; index < 3_000; index += 1) log.info({ index }, 'before')
    log.fatal('the last line')
    process.exit(3)`
  const command = `"$0" --input-type=module -e "$1" ${redirection}`
  const child = spawn('/bin/sh', ['-c', command, process.execPath, program], { stdio: ['ignore', 'ignore', 'pipe'] })
  return { child, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

test.each([
  ['a socket', ''],
  ['a pipe', '2>&1 >/dev/null | cat >&2'],
])('the last line of a crash is in the log, after all others: %s', async (_, redirection) => {
  const { child } = crashingProgram(redirection)

  const entries = entriesOf(await text(child.stderr))

  expect(entries).toHaveLength(3_001)
  expect(entries.at(-1)).toMatchObject({ level: 'fatal', msg: 'the last line' })
})

test('the last line of a crash is in a log file', async () => {
  const file = join(temporaryFolder(), 'log')

  expect(await crashingProgram(`2>>'${file}'`).ended).toBe(3)

  expect(linesOf(readFileSync(file, 'utf8')).at(-1)).toContain('the last line')
})

test.each([
  ['a socket', () => ''],
  ['a pipe', () => `2>'${pipe().path}'`],
])('a crashing process ends even if its log is not read: %s', async (_, redirection) => {
  expect(await crashingProgram(redirection()).ended).toBe(3)
})
