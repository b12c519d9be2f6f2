// pure
import { type ChainEnd, type Hash, type Seal, type StoredEntry, sealed } from './audit-chain.ts'

export type AuditProblemKind =
  /** An entry and its seal do not belong together: either was changed, moved or inserted. */
  | 'not-as-sealed'
  /** A seal whose entry was removed. */
  | 'entry-removed'
  /** An entry that is neither sealed nor waiting: it was inserted, or its seal was removed. */
  | 'not-in-chain'
  /** An entry that was removed before it was sealed. */
  | 'waiting-entry-removed'
  /** Missing numbers, in the middle or at the end. */
  | 'seals-removed'
  | 'head-missing'
  /** The head's code is not ours. */
  | 'head-forged'
  /** The chain continues past its head. */
  | 'head-rolled-back'
  /** The last seal is not the one that the head names: the chain was rebuilt. */
  | 'head-differs'
  /** The chain does not contain a head that was kept elsewhere: it was reset or rebuilt. */
  | 'kept-head-differs'
  /** Every organization's trail begins with its creation; this one has none. */
  | 'trail-missing'

export type AuditProblem = {
  readonly kind: AuditProblemKind
  readonly entryId?: string
  /** The position in the chain. */
  readonly sequence?: bigint
  /** The last of several positions. */
  readonly lastSequence?: bigint
}

/** A seal, and its entry if that still exists. */
export type Link = { readonly seal: Seal; readonly entry: StoredEntry | undefined }

export type Head = ChainEnd & {
  /** Whether its code was made with our key. */
  readonly isGenuine: boolean
}

/** The problems of one link, compared with the stored link before it, so that one change breaks few links. */
export function linkProblems(before: ChainEnd, { seal, entry }: Link, hash: Hash): readonly AuditProblem[] {
  const { sequence, entryId } = seal
  if (sequence !== before.sequence + 1n) {
    const removed = { sequence: before.sequence + 1n, lastSequence: sequence - 1n }
    // Without the previous hash, only the existence of the entry can be checked.
    return [{ kind: 'seals-removed', ...removed }, ...missingEntry(seal, entry)]
  }
  if (entry === undefined) return missingEntry(seal, entry)
  return isSealOf(seal, { before, entry, hash }) ? [] : [{ kind: 'not-as-sealed', sequence, entryId }]
}

function isSealOf(seal: Seal, { before, entry, hash }: { before: ChainEnd; entry: StoredEntry; hash: Hash }): boolean {
  try {
    return sealed(before, [entry], hash)[0]?.hash === seal.hash
  } catch (error) {
    // Nested too deeply to be read, so it was not like that when it was sealed.
    if (error instanceof RangeError) return false
    throw error
  }
}

function missingEntry({ sequence, entryId }: Seal, entry: StoredEntry | undefined): AuditProblem[] {
  return entry === undefined ? [{ kind: 'entry-removed', sequence, entryId }] : []
}

/** The problems of a head, given the chain's end and the hash at the head's position. */
export function headProblems(
  head: Head | undefined,
  { end, hashAtHead }: { readonly end: ChainEnd; readonly hashAtHead: string | undefined },
): readonly AuditProblem[] {
  if (head === undefined) return end.sequence === 0n ? [] : [{ kind: 'head-missing' }]
  if (!head.isGenuine) return [{ kind: 'head-forged' }]
  if (end.sequence < head.sequence) {
    const removed = { sequence: end.sequence + 1n, lastSequence: head.sequence }
    return [{ kind: 'seals-removed', ...removed }]
  }
  const differs: AuditProblem = { kind: 'head-differs', sequence: head.sequence }
  const behind: AuditProblem = {
    kind: 'head-rolled-back',
    sequence: head.sequence + 1n,
    lastSequence: end.sequence,
  }
  return [...(hashAtHead === head.hash ? [] : [differs]), ...(end.sequence > head.sequence ? [behind] : [])]
}
