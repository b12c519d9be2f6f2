// pure
import { type ChainEnd, type Hash, type Seal, type StoredEntry, sealed } from './audit-chain.ts'

export type AuditProblemKind =
  /** An entry and its seal do not belong together: either was changed, moved, or put in between. */
  | 'not-as-sealed'
  /** A seal whose entry is gone. */
  | 'entry-removed'
  /** An entry that is neither sealed nor waits for it: put in, or its seal is gone. */
  | 'not-in-chain'
  /** An entry that waits for its seal and is gone. */
  | 'waiting-entry-removed'
  /** Numbers that are missing, in the middle or at the end. */
  | 'seals-removed'
  | 'head-missing'
  /** The head's code is not ours. */
  | 'head-forged'
  /** The chain goes on behind its head. */
  | 'head-rolled-back'
  /** The last seal is not the one that the head names: the chain was made anew. */
  | 'head-differs'
  /** The chain does not go through a head that was kept elsewhere: it was set back or made anew. */
  | 'kept-head-differs'
  /** Every organization's trail begins with its creation; this one has none. */
  | 'trail-missing'

export type AuditProblem = {
  readonly kind: AuditProblemKind
  readonly entryId?: string
  /** Where in the chain. */
  readonly sequence?: bigint
  /** The last of several places. */
  readonly lastSequence?: bigint
}

/** A seal, and the entry that it names where that is still there. */
export type Link = { readonly seal: Seal; readonly entry: StoredEntry | undefined }

export type Head = ChainEnd & {
  /** Whether its code was made with our key. */
  readonly isGenuine: boolean
}

/** What is wrong with one link, given the one before it as it is stored: one change breaks few links. */
export function linkProblems(before: ChainEnd, { seal, entry }: Link, hash: Hash): readonly AuditProblem[] {
  const { sequence, entryId } = seal
  if (sequence !== before.sequence + 1n) {
    const removed = { sequence: before.sequence + 1n, lastSequence: sequence - 1n }
    // Without the hash before it nothing can be said about the link itself but whether its entry is there.
    return [{ kind: 'seals-removed', ...removed }, ...missingEntry(seal, entry)]
  }
  if (entry === undefined) return missingEntry(seal, entry)
  return isSealOf(seal, { before, entry, hash }) ? [] : [{ kind: 'not-as-sealed', sequence, entryId }]
}

function isSealOf(seal: Seal, { before, entry, hash }: { before: ChainEnd; entry: StoredEntry; hash: Hash }): boolean {
  try {
    return sealed(before, [entry], hash)[0]?.hash === seal.hash
  } catch (error) {
    // Nested deeper than can be read, and so than it was when it was sealed.
    if (error instanceof RangeError) return false
    throw error
  }
}

function missingEntry({ sequence, entryId }: Seal, entry: StoredEntry | undefined): AuditProblem[] {
  return entry === undefined ? [{ kind: 'entry-removed', sequence, entryId }] : []
}

/** What is wrong between a head, the chain's end, and the hash that the chain has at the head's place. */
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
