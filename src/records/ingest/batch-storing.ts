import { findOrganizations } from '../../organizations/index.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import type { Database, Db, Tx } from '../../platform/postgres/database.ts'
import { previewBatch, storeBatch } from '../storage/store-batch.ts'
import type { BatchResult, IngestBatch, InputPosition } from './ingest-batch.ts'

export type BatchStoringDeps = {
  readonly database: Database
  readonly engine: Engine
  /** Limits how many batches are stored concurrently; each holds a connection and the engine. */
  readonly storing: { run<T>(work: () => Promise<T>): Promise<T> }
}

export type BatchStoringOptions = {
  /** Decides which merchants' records are accepted. */
  readonly organizationId: string
  /** Checks everything, and stores nothing. */
  readonly isDryRun?: boolean
  /** Called before each batch is stored; if it fails, the batch is not stored. */
  readonly before?: () => Promise<void>
  /** Writes data that belongs to a batch in the transaction that stores it. */
  readonly alongside?: (tx: Tx, result: BatchResult, how: HandOver) => Promise<void>
  /** Called after each batch, in the order of the lines; if it fails, no further batch is stored. */
  readonly onStored: (result: BatchResult, how: HandOver) => Promise<void>
}

export type HandOver = {
  /** Whether it is known that no other batch follows. */
  readonly isLast: boolean
  /** The code of the refusal, if the input ends early with this batch. */
  readonly endedBy?: string | undefined
}

/** Stores batches one after the other, while the next one is being read. */
export class BatchStoring {
  readonly #deps: BatchStoringDeps
  readonly #options: BatchStoringOptions
  #storing: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined

  constructor(deps: BatchStoringDeps, options: BatchStoringOptions) {
    this.#deps = deps
    this.#options = options
  }

  /** Throws if a batch could not be stored, so that its reader need not go on. */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** Starts to store a batch once the previous one is stored; fails if that one failed. */
  async handOver(batch: IngestBatch, end: InputPosition, how: HandOver = { isLast: false }): Promise<void> {
    await this.#storing
    this.#storing = this.#store(batch, end, how)
    // The next call awaits it and throws the failure.
    this.#storing.catch((error: unknown) => {
      this.#failure = { error }
    })
  }

  /** Waits until all batches are stored. */
  async finish(): Promise<void> {
    await this.#storing
  }

  /** Waits for the batch being stored, whether it succeeds or fails. */
  async abandon(): Promise<void> {
    await this.#storing.catch(() => {})
  }

  async #store(batch: IngestBatch, end: InputPosition, how: HandOver): Promise<void> {
    const { database, engine, storing } = this.#deps
    const { organizationId, isDryRun = false, before, alongside, onStored } = this.#options
    const result = await storing.run(async () => {
      await before?.()
      const merchantIds = new Set(batch.records.versions.map(({ merchantId }) => merchantId))
      batch.rejectMerchants(await problemsOfMerchants(database.db, { organizationId, merchantIds }))
      if (isDryRun) return batch.resultOf(await previewBatch(engine, batch.records), end)
      return database.transaction(async (tx) => {
        const stored = batch.resultOf(await storeBatch({ tx, engine }, batch.records), end)
        await alongside?.(tx, stored, how)
        return stored
      })
    })
    await onStored(result, how)
  }
}

/** The same reason for unknown merchants and those of others, so that it does not reveal which exist. */
const NOT_BELOW = 'is not a merchant of this organization'
const SUSPENDED = 'is suspended'

/**
 * Returns the reason for each merchant whose records the organization may not send. It is asked for each batch, since a
 * merchant may be suspended during a long upload.
 */
async function problemsOfMerchants(
  db: Db,
  { organizationId, merchantIds }: { readonly organizationId: string; readonly merchantIds: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>()
  if (merchantIds.size === 0) return problems
  const organizations = await findOrganizations(db, [...merchantIds])
  for (const merchantId of merchantIds) {
    const organization = organizations.get(merchantId)
    const isBelow = organization?.type === 'merchant' && organization.path.includes(organizationId)
    if (!isBelow) problems.set(merchantId, NOT_BELOW)
    else if (organization.suspendedBy !== undefined) problems.set(merchantId, SUSPENDED)
  }
  return problems
}
