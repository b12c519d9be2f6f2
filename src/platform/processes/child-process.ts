import type { ChildProcess } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { waitUntil } from './wait-until.ts'

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type RunningProcess = {
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<Exit>
  readonly stop: () => Promise<void>
}

/** An embedded store that runs as a process of its own; the address has user and password. */
export type RunningStore = RunningProcess & { readonly url: string }

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

/** Resolves when the process has ended, also if it could not be started at all. */
export async function exitOf(child: ChildProcess): Promise<Exit> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return { code: child.exitCode, signal: child.signalCode }
  }
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: -1, signal: null }))
  })
}

/** Resolves when the process has ended and all its output has been read, which may be later. */
export async function closeOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: -1, signal: null }))
  })
}

const LINE_LENGTH_MAX = 4_000

/** Calls `onLine` for every line that is not blank. */
export function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream === null) return
  const lines = createInterface({ input: stream, crlfDelay: Infinity })
  // A broken pipe only ends the lines; without a listener its error would end this process.
  lines.on('error', () => lines.close())
  lines.on('line', (line) => {
    if (line.trim() !== '') onLine(line.slice(0, LINE_LENGTH_MAX))
  })
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A process that has ended but was not yet collected still answers to signal 0. */
function isZombie(pid: number): boolean {
  const stat = ofSystem(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat?.split(') ').at(-1)?.startsWith('Z') ?? false
}

/** The working folder of a process on Linux; undefined elsewhere. */
export function workingFolderOf(pid: number): string | undefined {
  return ofSystem(() => readlinkSync(`/proc/${pid}/cwd`))
}

/** The command line of a process on Linux; undefined elsewhere. */
export function commandLineOf(pid: number): string | undefined {
  return ofSystem(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))
}

function ofSystem<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Sends a signal, unless the process has already ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Sends the signals one after the other until the process has ended; returns whether it has. */
export async function endProcess(
  pid: number,
  steps: readonly { readonly signal: NodeJS.Signals; readonly withinMs: number }[],
): Promise<boolean> {
  for (const step of steps) {
    signal(pid, step.signal)
    const isGone = await waitUntil(() => (isRunning(pid) ? undefined : true), step)
    if (isGone) return true
  }
  return !isRunning(pid)
}
