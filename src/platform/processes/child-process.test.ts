import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { closeOf, endProcess, exitOf, isRunning, readLines } from './child-process.ts'

test('a process that ignores the first signal gets the next', async () => {
  const child = spawn('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 1; done'])
  await once(child.stdout, 'data')

  const isGone = await endProcess(child.pid ?? 0, [
    { signal: 'SIGTERM', withinMs: 100 },
    { signal: 'SIGKILL', withinMs: 5_000 },
  ])

  expect(isGone).toBe(true)
  expect(await exitOf(child)).toEqual({ code: null, signal: 'SIGKILL' })
})

test('a process that has ended is not running, collected or not', async () => {
  const child = spawn('sh', ['-c', 'exit 3'])

  expect(await exitOf(child)).toEqual({ code: 3, signal: null })
  expect(isRunning(child.pid ?? 0)).toBe(false)
})

test('a program that does not exist counts as ended', async () => {
  expect((await exitOf(spawn('/no/such/program'))).code).toBe(-1)
})

test('a process is closed when its output has been read, although its end was noticed before', async () => {
  const child = spawn('sh', ['-c', 'sleep 0.05; seq 1 5000'])
  const lines: string[] = []
  readLines(child.stdout, (line) => lines.push(line))
  const closed = closeOf(child)
  // While the output of another process that has ended is handled, this one ends: both ends are noticed together.
  const other = spawn('echo', ['ended'])
  other.stdout.once('data', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200))

  expect(await closed).toEqual({ code: 0, signal: null })
  expect(lines).toHaveLength(5_000)
})

test('a program that does not exist counts as closed', async () => {
  expect((await closeOf(spawn('/no/such/program'))).code).toBe(-1)
})

test('lines are read one by one; empty lines are left out and long lines are cut', async () => {
  const child = spawn('sh', ['-c', 'printf "one\\n\\ntwo\\n"; printf "%05000d\\n" 7'])
  const lines: string[] = []
  readLines(child.stdout, (line) => lines.push(line))
  await once(child, 'close')

  expect(lines.slice(0, 2)).toEqual(['one', 'two'])
  expect(lines[2]).toHaveLength(4_000)
})
