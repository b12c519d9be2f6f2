import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Database, Db } from '../../platform/postgres/database.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import type { LineProblem } from '../ingest/ingest-batch.ts'
import { findRejections, insertRejectedBatch, insertRejections, type RejectedBatch } from './rejection-store.ts'

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)

/** The job that deletes a batch of rejections once it has expired. */
export const FORGET_BATCH_JOB = 'forget-ingest-batch'

const DAYS_KEPT = 7
const CHUNK_CHARACTERS_MIN = 512 * 1024
/** Rejections beyond this number are counted but not stored. */
const PROBLEMS_MAX = 10_000_000

/** Stores every rejection of an upload for a later download; an upload without rejections leaves no trace. */
export class RejectionLog {
  readonly #database: Database
  readonly #batch: RejectedBatch
  readonly #problemsMax: number
  #text = ''
  #chunks = 0
  #problems = 0

  constructor(database: Database, batch: Omit<RejectedBatch, 'expiresAt'>, { problemsMax = PROBLEMS_MAX } = {}) {
    this.#database = database
    const expiresAt = batch.receivedAt.add({ hours: 24 * DAYS_KEPT })
    this.#batch = { ...batch, expiresAt }
    this.#problemsMax = problemsMax
  }

  async add(problems: readonly LineProblem[]): Promise<void> {
    for (const problem of problems.slice(0, this.#problemsMax - this.#problems)) {
      this.#text += `${JSON.stringify(problem)}\n`
      this.#problems += 1
      if (this.#text.length >= CHUNK_CHARACTERS_MIN) await this.#writeChunk()
    }
  }

  /** Returns the id of the stored rejections; undefined where there are none. */
  async end(): Promise<string | undefined> {
    if (this.#text !== '') await this.#writeChunk()
    return this.#chunks === 0 ? undefined : this.#batch.batchId
  }

  async #writeChunk(): Promise<void> {
    const content = await pack(this.#text)
    const rejections = { chunk: this.#chunks, content }
    if (this.#chunks > 0) await insertRejections(this.#database.db, this.#batch, rejections)
    else await this.#writeFirst(rejections)
    this.#chunks += 1
    this.#text = ''
  }

  async #writeFirst(rejections: { readonly chunk: number; readonly content: Buffer }) {
    const { organizationId, batchId, expiresAt } = this.#batch
    await this.#database.transaction(async (tx) => {
      await insertRejectedBatch(tx, this.#batch)
      await insertRejections(tx, this.#batch, rejections)
      const kind = FORGET_BATCH_JOB
      await schedule(tx, { organizationId, kind, subject: batchId, dueAt: expiresAt })
    })
  }
}

/** Yields all rejections as lines of JSON, one chunk in memory at a time. */
export async function* readRejections(
  db: Db,
  batch: Pick<RejectedBatch, 'organizationId' | 'batchId'>,
): AsyncGenerator<Buffer> {
  for (let chunk = 0; ; chunk += 1) {
    const content = await findRejections(db, batch, chunk)
    if (content === undefined) return
    yield await unpack(content)
  }
}
