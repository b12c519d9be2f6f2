import { complain } from '../../platform/command-line/terminal.ts'

/** The progress of long work. */
export type Progress = {
  readonly bytes: number
  /** Undefined if unknown. */
  readonly ofBytes: number | undefined
  readonly rows: number
}

const BAR_WIDTH = 24
const REDRAW_MS = 200
const LINE_EVERY_MS = 10_000
const MEGABYTE = 1_000_000

/** Redraws one line on a terminal; elsewhere prints a line now and then. */
export class ProgressBar {
  readonly #startedAt = performance.now()
  readonly #isSilent: boolean
  #shownAt = 0

  constructor({ isSilent }: { readonly isSilent: boolean }) {
    this.#isSilent = isSilent
  }

  show(progress: Progress): void {
    const elapsedMs = performance.now() - this.#startedAt
    const everyMs = process.stderr.isTTY ? REDRAW_MS : LINE_EVERY_MS
    if (this.#isSilent || elapsedMs - this.#shownAt < everyMs) return
    this.#shownAt = elapsedMs
    const text = progressLine(progress, elapsedMs)
    if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K`)
    else complain(text)
  }

  end(): void {
    if (!this.#isSilent && process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  }
}

/** `[######··················]  25 %  12.0 of 48.0 MB  23,000 rows/s  0:12 left` */
export function progressLine({ bytes, ofBytes, rows }: Progress, elapsedMs: number): string {
  const seconds = Math.max(elapsedMs, 1) / 1000
  const speed = `${Math.round(rows / seconds).toLocaleString('en-US')} rows/s`
  const read = (bytes / MEGABYTE).toFixed(1)
  if (ofBytes === undefined || ofBytes === 0) return `${read} MB  ${speed}`
  const part = Math.min(1, bytes / ofBytes)
  const filled = Math.round(part * BAR_WIDTH)
  const bar = `[${'#'.repeat(filled)}${'·'.repeat(BAR_WIDTH - filled)}]`
  const percent = `${String(Math.floor(part * 100)).padStart(3)} %`
  const size = `${read} of ${(ofBytes / MEGABYTE).toFixed(1)} MB`
  const left = part === 0 ? '' : `  ${minutes((seconds / part) * (1 - part))} left`
  return `${bar} ${percent}  ${size}  ${speed}${left}`
}

function minutes(seconds: number): string {
  const whole = Math.ceil(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
