// pure
/** Identifies a record of a kind. */
export type Identity = {
  readonly merchantId: string
  readonly occurredAtMs: number
  readonly recordId: string
}

export type StoredVersion = Identity & { readonly version: number; readonly hash: Uint8Array }

/** A stored version, and when the record first arrived, in any version. */
export type KnownVersion = StoredVersion & { readonly firstReceivedAtMs: number }

/** The outcome of a record that was sent. */
export type Outcome = 'accepted' | 'duplicate' | 'conflict'

export function identityOf({ merchantId, occurredAtMs, recordId }: Identity): string {
  return `${merchantId} ${occurredAtMs} ${recordId}`
}

type Decision<Version> = {
  readonly identity: string
  readonly outcome: Outcome
  /** The version known before. */
  readonly before: Version | undefined
}

/** Decides the outcome of a version by the known one, stored or earlier in the batch, and makes it the known one if accepted. */
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

function outcomeOf(
  sent: Pick<StoredVersion, 'version' | 'hash'>,
  known: Pick<StoredVersion, 'version' | 'hash'> | undefined,
): Outcome {
  if (known === undefined || sent.version > known.version) return 'accepted'
  if (sent.version < known.version) return 'duplicate'
  return isSameContent(sent.hash, known.hash) ? 'duplicate' : 'conflict'
}

/** An erased record has a blank hash and counts as the same content, since its former content is unknown. */
function isSameContent(sent: Uint8Array, known: Uint8Array): boolean {
  if (sent.length !== known.length) return false
  let [isSame, isBlank] = [true, true]
  for (let index = 0; index < known.length; index += 1) {
    if (known[index] !== 0) isBlank = false
    if (known[index] !== sent[index]) isSame = false
  }
  return isSame || isBlank
}
