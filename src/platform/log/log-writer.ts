import { constants, fstatSync, openSync, writeSync } from 'node:fs'

type Bounds = { readonly waitingBytesMax: number; readonly flushMsMax: number }

const DEFAULT_BOUNDS: Bounds = { waitingBytesMax: 4 * 1024 * 1024, flushMsMax: 1_000 }
/** Makes pino set `lastLevel` before each line. */
const PINO_METADATA = Symbol.for('pino.metadata')
const FATAL_LEVEL = 60
/** Room for the lines that say why the process ends, however many others wait. */
const FATAL_BYTES_MAX = 64 * 1024
const WRITE_BYTES_MAX = 64 * 1024
const RETRY_MS_MIN = 10
const RETRY_MS_MAX = 320
const STANDARD_ERROR = 2

/**
 * Writes log lines in order, without ever waiting for their reader. While the reader keeps up, a line is written before
 * the work goes on, so that none is lost in a crash. What cannot be written waits; beyond the bound lines are dropped,
 * and one line says how many, in the place where they are missing. A failure, such as a full disk, is a reader that
 * stands still.
 */
export class LogWriter {
  static #standardError: LogWriter | undefined
  readonly [PINO_METADATA] = true
  lastLevel = 0
  readonly #fd: number
  readonly #bounds: Bounds
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #retry: NodeJS.Timeout | undefined
  #retryMs = RETRY_MS_MIN
  /** Lines dropped since the last that was kept. */
  #missing = 0
  #lostLines = 0

  /** Lines that do not wait are written to the descriptor, which must not block if its reader can stand still. */
  constructor(fd: number, bounds: Partial<Bounds> = {}) {
    this.#fd = fd
    this.#bounds = { ...DEFAULT_BOUNDS, ...bounds }
  }

  /** One for the process, whatever number of loggers it has. */
  static toStandardError(): LogWriter {
    LogWriter.#standardError ??= LogWriter.#untilExit(unblockedStandardError())
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

  write(line: string): void {
    const isFatal = this.lastLevel >= FATAL_LEVEL
    const { waitingBytesMax } = this.#bounds
    const bytesMax = isFatal ? waitingBytesMax + FATAL_BYTES_MAX : waitingBytesMax
    const bytes = Buffer.from(line)
    // Once a line is missing all are, so that the gap is in one place.
    if (this.#waitingBytes + bytes.length > bytesMax || (this.#missing > 0 && !isFatal)) {
      this.#missing += 1
      this.#lostLines += 1
    } else {
      this.#closeGap()
      this.#push(bytes)
    }
    if (this.#retry === undefined) this.#writeOrRetry()
  }

  #push(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
  }

  #closeGap(): void {
    if (this.#missing === 0) return
    this.#push(Buffer.from(gapLine(this.#missing)))
    this.#missing = 0
  }

  #writeOrRetry(): void {
    this.#retry = undefined
    this.#writeWaiting()
    // Not at the first free byte, so that a slow reader does not get a gap after every few lines.
    if (this.#waitingBytes <= this.#bounds.waitingBytesMax / 2) this.#closeGap()
    if (this.#waiting.length === 0) return
    this.#retry = setTimeout(() => this.#writeOrRetry(), this.#retryMs).unref()
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS_MAX)
  }

  /** Writes until nothing waits or nothing can be written; false after a failure. */
  #writeWaiting(): boolean {
    try {
      while (this.#waiting.length > 0) this.#writeSome()
      return true
    } catch (error) {
      return isFull(error)
    }
  }

  #writeSome(): void {
    const chunk = this.#joinFirst()
    const written = writeSync(this.#fd, chunk)
    this.#waitingBytes -= written
    if (written === chunk.length) this.#waiting.shift()
    else this.#waiting[0] = chunk.subarray(written)
    this.#retryMs = RETRY_MS_MIN
  }

  /** Joins the first of the waiting lines, so that a burst is few writes. */
  #joinFirst(): Buffer {
    const [first] = this.#waiting
    if (first !== undefined && this.#waiting.length === 1) return first
    let count = 0
    for (let bytes = 0; count < this.#waiting.length && bytes < WRITE_BYTES_MAX; count += 1) {
      bytes += this.#waiting[count]?.length ?? 0
    }
    const chunk = Buffer.concat(this.#waiting.slice(0, count))
    this.#waiting.splice(0, count, chunk)
    return chunk
  }

  /** At the end of the process, which nothing but this may delay. */
  #flush(): void {
    this.#closeGap()
    const deadline = performance.now() + this.#bounds.flushMsMax
    const sleeper = new Int32Array(new SharedArrayBuffer(4))
    while (this.#writeWaiting() && this.#waiting.length > 0 && performance.now() < deadline) {
      Atomics.wait(sleeper, 0, 0, RETRY_MS_MIN)
    }
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
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
