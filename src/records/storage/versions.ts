// pure
/** What makes two records of a kind the same. */
export type Identity = {
  readonly merchantId: string
  readonly occurredAtMs: number
  readonly recordId: string
}

export type StoredVersion = Identity & { readonly version: number; readonly hash: Uint8Array }

/** A version that is stored, and when the record first came, in whatever version. */
export type KnownVersion = StoredVersion & { readonly firstReceivedAtMs: number }

/** What becomes of a record that was sent. */
export type Outcome = 'accepted' | 'duplicate' | 'conflict'

export function identityOf({ merchantId, occurredAtMs, recordId }: Identity): string {
  return `${merchantId} ${occurredAtMs} ${recordId}`
}

type Decision<Version> = {
  readonly identity: string
  readonly outcome: Outcome
  /** What was known of the record before. */
  readonly before: Version | undefined
}

/** Decides what becomes of a version by what is known of its record, stored or earlier in the batch, and adds it there if it counts. */
export function decideVersion<Version extends StoredVersion>(
  known: Map<string, Version>,
  sent: Version,
): Decision<Version> {
  const identity = identityOf(sent)
  const before = known.get(identity)
  const outcome = outcomeOf(sent, before)
  if (outcome === 'accepted') known.set(identity, sent)
  return { identity, outcome, before }
}

/** Compares what was sent with what is known of the same record, be it stored or earlier in the batch. */
function outcomeOf(
  sent: Pick<StoredVersion, 'version' | 'hash'>,
  known: Pick<StoredVersion, 'version' | 'hash'> | undefined,
): Outcome {
  if (known === undefined || sent.version > known.version) return 'accepted'
  if (sent.version < known.version) return 'duplicate'
  return isSameContent(sent.hash, known.hash) ? 'duplicate' : 'conflict'
}

/** After an erasure nobody can tell what it was: the hash is blank, and it counts as the same. */
function isSameContent(sent: Uint8Array, known: Uint8Array): boolean {
  if (sent.length !== known.length) return false
  let [isSame, isBlank] = [true, true]
  for (let index = 0; index < known.length; index += 1) {
    if (known[index] !== 0) isBlank = false
    if (known[index] !== sent[index]) isSame = false
  }
  return isSame || isBlank
}
