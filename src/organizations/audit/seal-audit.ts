import type { Logger } from '../../platform/log/log.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { CHAIN_START, type StoredEntry, sealed } from './audit-chain.ts'
import {
  appendSeals,
  findHead,
  findLastSeal,
  listWaiting,
  nextWaiting,
  removeWaiting,
  tryLockChain,
} from './audit-chain-store.ts'
import { headProblems } from './audit-check.ts'
import { checkedHead, codedHead, sha256 } from './audit-hash.ts'

type Deps = {
  readonly db: Pick<Database, 'db' | 'transaction'>
  readonly secrets: Secrets
  readonly log: Logger
}

export type SealReport = {
  readonly sealed: number
  /** Chains that were tampered with; they are not continued, to preserve the evidence. */
  readonly broken: readonly string[]
}

const BATCH_ENTRIES = 500

/**
 * Seals waiting entries into the chains of their organizations, in batches and in turns, so that a long backlog does
 * not delay other organizations. Safe to run concurrently: a chain that another process works on is skipped.
 */
export async function sealAudit(deps: Deps, { signal }: { readonly signal?: AbortSignal } = {}): Promise<SealReport> {
  const progress: Progress = { sealed: 0, broken: new Set(), failures: new Map() }
  for (let isMore = true; isMore; ) isMore = await takeTurn(deps, progress, signal)
  for (const [organizationId, cause] of progress.failures) {
    throw new Error(`The audit trail of ${organizationId} was not sealed.`, { cause })
  }
  return { sealed: progress.sealed, broken: [...progress.broken] }
}

type Progress = {
  sealed: number
  readonly broken: Set<string>
  readonly failures: Map<string, unknown>
}

/** Seals one batch for every organization with waiting entries; true if another turn is needed. */
async function takeTurn(deps: Deps, progress: Progress, signal: AbortSignal | undefined): Promise<boolean> {
  const { broken, failures } = progress
  let isMore = false
  for await (const organizationId of waitingOrganizations(deps)) {
    if (signal?.aborted) return false
    if (broken.has(organizationId) || failures.has(organizationId)) continue
    try {
      const batch = await sealBatch(deps, organizationId)
      if (batch.isBroken) broken.add(organizationId)
      isMore ||= batch.isFull
      progress.sealed += batch.sealed
    } catch (error) {
      // Other trails do not wait for this one; the failure is thrown at the end.
      failures.set(organizationId, error)
    }
  }
  return isMore
}

async function* waitingOrganizations({ db: { db } }: Deps): AsyncGenerator<string> {
  let next = await nextWaiting(db)
  while (next !== undefined) {
    yield next
    next = await nextWaiting(db, { after: next })
  }
}

type Batch = { readonly sealed: number; readonly isFull: boolean; readonly isBroken: boolean }
const NOTHING: Batch = { sealed: 0, isFull: false, isBroken: false }

async function sealBatch({ db, secrets, log }: Deps, organizationId: string): Promise<Batch> {
  const { end, ...batch } = await db.transaction(async (tx) => {
    if (!(await tryLockChain(tx, organizationId))) return { ...NOTHING, end: undefined }
    const stored = await findHead(tx, organizationId)
    const head = stored && checkedHead(secrets, organizationId, stored)
    const before = (await findLastSeal(tx, organizationId)) ?? CHAIN_START
    // A new code would make a shortened or rebuilt chain look genuine.
    const isBroken = headProblems(head, { end: before, hashAtHead: before.hash }).length > 0
    if (isBroken) return { ...NOTHING, isBroken, end: undefined }

    const waiting = await listWaiting(tx, organizationId, { limit: BATCH_ENTRIES })
    const seals = sealed(before, unsealedOf(waiting), sha256)
    const last = seals.at(-1)
    if (last !== undefined) {
      const newHead = codedHead(secrets, organizationId, last)
      await appendSeals(tx, organizationId, { seals, head: newHead })
    }
    const positions = waiting.map(({ position }) => position)
    await removeWaiting(tx, organizationId, positions)
    const isFull = waiting.length === BATCH_ENTRIES
    return { sealed: seals.length, isFull, isBroken, end: last }
  })
  if (end !== undefined) {
    // A log kept elsewhere proves later that the chain had this length and this hash.
    const { sequence, hash } = end
    log.info({ organizationId, sequence: String(sequence), hash }, 'audit entries sealed')
  }
  return batch
}

/** Without duplicates: an entry could have been queued twice. */
function unsealedOf(waiting: readonly { readonly entry: StoredEntry | undefined }[]): readonly StoredEntry[] {
  const entries = new Map<string, StoredEntry>()
  for (const { entry } of waiting) if (entry !== undefined) entries.set(entry.entryId, entry)
  return [...entries.values()]
}
