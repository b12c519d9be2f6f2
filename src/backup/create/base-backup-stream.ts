import { Readable } from 'node:stream'
import type pg from 'pg'
import { AppError } from '../../kernel/errors.ts'

/** Frames have up to 32 KiB; the server waits while this number is not read. */
const WAITING_FRAMES_MAX = 64

type Row = readonly (string | null)[]

/**
 * The command BASE_BACKUP, as the driver submits it: rows with the start, rows with the tablespaces, a stream of frames,
 * and a row with the end.
 */
export class BaseBackupStream implements pg.Submittable {
  readonly #command: string
  readonly #results: Row[][] = []
  #connection: pg.Connection | undefined
  readonly frames = new Readable({
    objectMode: true,
    highWaterMark: WAITING_FRAMES_MAX,
    read: () => void this.#connection?.stream.resume(),
  })

  constructor(command: string) {
    this.#command = command
    // It may come when nobody reads any more; without a listener it would end the process.
    this.frames.on('error', () => {})
  }

  /** The first row of each result that has arrived. */
  get firstRows(): readonly (Row | undefined)[] {
    return this.#results.map(([row]) => row)
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#command)
  }

  handleRowDescription(): void {
    this.#results.push([])
  }

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#results.at(-1)?.push(fields)
  }

  handleCommandComplete(): void {}

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The driver uses its memory again.
    if (!this.frames.push(Buffer.from(chunk))) this.#connection?.stream.pause()
  }

  handleReadyForQuery(): void {
    this.frames.push(null)
  }

  handleError(error: Error): void {
    this.frames.destroy(error)
  }
}

/** How frames begin: a new archive, content of an archive, and two that are not requested here. */
const FRAME = { archive: 'n', content: 'd' } as const

/** The bytes of the only archive, a tar file. */
export async function* archiveIn(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let archives = 0
  try {
    for await (const frame of frames) {
      const kind = String.fromCharCode(frame[0] ?? 0)
      if (kind === FRAME.content) yield frame.subarray(1)
      if (kind !== FRAME.archive) continue
      archives += 1
      // One for each tablespace, which somebody has made since the backup began.
      if (archives > 1) throw new Error('it has a tablespace of its own, which backups do not cover')
    }
  } catch (error) {
    throw new AppError(
      'unavailable',
      'BASE_BACKUP_FAILED',
      `The base backup of PostgreSQL at DATABASE_URL failed: ${(error as Error).message}. No backup was made; pieces of it that are at the place are used by the next one.`,
      [],
      { cause: error },
    )
  }
}
