import { constants, fstatSync, openSync } from 'node:fs'
import sonicBoom, { type SonicBoom } from 'sonic-boom'
import type { LineFormat } from './text-line.ts'

type Bounds = { readonly waitingBytesMax: number; readonly flushMsMax: number }
type Options = Partial<Bounds & { readonly format: LineFormat }>

const DEFAULT_BOUNDS: Bounds = { waitingBytesMax: 4 * 1024 * 1024, flushMsMax: 1_000 }
/** Makes pino set `lastLevel` before each line. */
const PINO_METADATA = Symbol.for('pino.metadata')
const FATAL_LEVEL = 60
/** Lines that say why the process ends, however many others are lost. */
const FATAL_LINES_MAX = 16
const RETRY_MS = 10
const STANDARD_ERROR = 2

/**
 * Writes log lines in order, without ever waiting for their reader. Unwritten lines wait; beyond the bound lines
 * are dropped until all that wait are written, and one line says how many, in the place where they are missing. A
 * failure, such as a full disk, counts as a stalled reader. Without the bound, anyone who sends requests while the
 * log is stalled could fill the memory.
 */
export class LogWriter {
  static #standardError: LogWriter | undefined
  readonly [PINO_METADATA] = true
  lastLevel = 0
  readonly #lines: SonicBoom
  readonly #flushMsMax: number
  #format: LineFormat
  #retry: NodeJS.Timeout | undefined
  /** Why the last attempt did not write everything. */
  #failure: NodeJS.ErrnoException | undefined
  /** Lines dropped since the last that was written. */
  #missing = 0
  /** Fatal lines that follow the gap. */
  #fatal: string[] = []
  #lostLines = 0

  /** The descriptor must not block if its reader can stall. */
  constructor(fd: number, { format = (line) => line, ...bounds }: Options = {}) {
    const { waitingBytesMax, flushMsMax } = { ...DEFAULT_BOUNDS, ...bounds }
    this.#format = format
    this.#flushMsMax = flushMsMax
    // In this mode a line is written before the work goes on, unless the reader is behind; `flush` needs a length.
    this.#lines = new sonicBoom.SonicBoom({
      fd,
      sync: true,
      minLength: 1,
      maxLength: waitingBytesMax,
      retryEAGAIN: () => false,
    })
    this.#lines.on('drop', (line: string) => this.#lose(line))
    this.#lines.on('error', (error: NodeJS.ErrnoException) => {
      this.#failure = error
      this.#retryLater()
    })
  }

  /** One for the process, however many loggers it has; all have the format that was named last. */
  static toStandardError(format?: LineFormat): LogWriter {
    LogWriter.#standardError ??= LogWriter.#untilExit(unblockedStandardError())
    if (format !== undefined) LogWriter.#standardError.#format = format
    return LogWriter.#standardError
  }

  static toFile(path: string): LogWriter {
    return LogWriter.#untilExit(openSync(path, 'a', 0o600))
  }

  static #untilExit(fd: number): LogWriter {
    const writer = new LogWriter(fd)
    process.once('exit', () => writer.#flush())
    return writer
  }

  /** Lines dropped since the start. */
  get lostLines(): number {
    return this.#lostLines
  }

  write(jsonLine: string): void {
    const line = this.#format(jsonLine)
    // Once a line is missing all are, so that the gap is in one place.
    if (this.#hasGap) this.#lose(line)
    else this.#lines.write(line)
  }

  get #hasGap(): boolean {
    return this.#missing > 0 || this.#fatal.length > 0
  }

  #lose(line: string): void {
    if (this.lastLevel >= FATAL_LEVEL && this.#fatal.length < FATAL_LINES_MAX) {
      this.#fatal.push(line)
    } else {
      this.#missing += 1
      this.#lostLines += 1
    }
    this.#retryLater()
  }

  #closeGap(): void {
    const lines = this.#missing === 0 ? this.#fatal : [this.#format(gapLine(this.#missing)), ...this.#fatal]
    this.#missing = 0
    this.#fatal = []
    for (const line of lines) this.#lines.write(line)
  }

  #retryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      this.#isAllWritten()
    }, RETRY_MS).unref()
  }

  /** At the end of the process, which nothing but this may delay. */
  #flush(): void {
    const deadline = performance.now() + this.#flushMsMax
    const sleeper = new Int32Array(new SharedArrayBuffer(4))
    while (!this.#isAllWritten() && this.#failure?.code === 'EAGAIN' && performance.now() < deadline) {
      Atomics.wait(sleeper, 0, 0, RETRY_MS)
    }
  }

  /** Tries to write the waiting lines. */
  #isAllWritten(): boolean {
    this.#failure = undefined
    this.#lines.flush()
    if (this.#failure === undefined) this.#closeGap()
    return this.#failure === undefined
  }
}

function gapLine(lostLines: number): string {
  const time = new Date().toISOString()
  const msg = 'log lines were lost: they could not be written as fast as they came'
  return `${JSON.stringify({ level: 'error', time, pid: process.pid, lostLines, msg })}\n`
}

/**
 * Whether a pipe blocks belongs to the pipe, not to the process: any program that shares it may change it when it ends.
 * Opened once more it is ours (Linux). Sockets, and pipes of another user, are made non-blocking by Node's own stream.
 */
function unblockedStandardError(): number {
  const kind = fstatSync(STANDARD_ERROR)
  if (kind.isFile()) return STANDARD_ERROR
  try {
    return openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    void process.stderr
    return STANDARD_ERROR
  }
}
