import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Database, Db } from '../../platform/postgres/database.ts'
import { schedule } from '../../platform/queue/agenda.ts'
import type { LineProblem } from './intake-batch.ts'
import { findRejections, type IngestBatch, insertIngestBatch, insertRejections } from './rejection-store.ts'

const pack = promisify(zstdCompress)
const unpack = promisify(zstdDecompress)

/** The job that forgets a batch when its time is over. */
export const FORGET_BATCH_JOB = 'forget-ingest-batch'

const DAYS_KEPT = 7
const CHUNK_CHARACTERS_MIN = 512 * 1024
/** What is rejected beyond is counted and not kept. */
const PROBLEMS_MAX = 10_000_000

type NewBatch = Omit<IngestBatch, 'expiresAt'>

/** As it is answered and written to files. */
export function presentedProblem({ line, field, reason }: LineProblem): {
  readonly line: number
  readonly field: string | null
  readonly reason: string
} {
  return { line, field: field ?? null, reason }
}

/** Keeps every rejection of an upload for whoever asks for them later; where there is none, it leaves no trace. */
export class RejectionLog {
  readonly #database: Database
  readonly #batch: IngestBatch
  readonly #problemsMax: number
  #text = ''
  #chunks = 0
  #problems = 0

  constructor(database: Database, batch: NewBatch, { problemsMax = PROBLEMS_MAX } = {}) {
    this.#database = database
    const expiresAt = batch.receivedAt.add({ hours: 24 * DAYS_KEPT })
    this.#batch = { ...batch, expiresAt }
    this.#problemsMax = problemsMax
  }

  async add(problems: readonly LineProblem[]): Promise<void> {
    for (const problem of problems.slice(0, this.#problemsMax - this.#problems)) {
      this.#text += `${JSON.stringify(presentedProblem(problem))}\n`
      this.#problems += 1
      if (this.#text.length >= CHUNK_CHARACTERS_MIN) await this.#writeChunk()
    }
  }

  /** The id by which the rejections are found; undefined where there are none. */
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
      await insertIngestBatch(tx, this.#batch)
      await insertRejections(tx, this.#batch, rejections)
      const kind = FORGET_BATCH_JOB
      await schedule(tx, { organizationId, kind, subject: batchId, dueAt: expiresAt })
    })
  }
}

/** All of them as lines of JSON, one chunk in memory at a time. */
export async function* readRejections(
  db: Db,
  batch: Pick<IngestBatch, 'organizationId' | 'batchId'>,
): AsyncGenerator<Buffer> {
  for (let chunk = 0; ; chunk += 1) {
    const content = await findRejections(db, batch, chunk)
    if (content === undefined) return
    yield await unpack(content)
  }
}
