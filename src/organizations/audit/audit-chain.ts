// pure
/**
 * An entry as stored, in strings without loss: a change too small for a float or a millisecond must be visible too.
 */
export type StoredEntry = {
  readonly organizationId: string
  readonly entryId: string
  /** Since 1970; a number, or `Infinity` if that was written. */
  readonly atMicroseconds: string
  readonly actorJson: string
  readonly action: string
  readonly subject: string
  readonly detailsJson: string
}

/** The length of a chain and the hash of its last seal. */
export type ChainEnd = { readonly sequence: bigint; readonly hash: string }

/** One link: its hash covers the entry, its position and the previous hash. */
export type Seal = ChainEnd & { readonly entryId: string }

/** SHA-256 of the text in UTF-8, in hexadecimal. */
export type Hash = (text: string) => string

export const CHAIN_START: ChainEnd = { sequence: 0n, hash: '' }

/** Part of every hash and code, so that the format can change later. */
const FORM = 'quittance audit 1'

/** The seals that append these entries to the chain, in order. */
export function sealed(end: ChainEnd, entries: readonly StoredEntry[], hash: Hash): readonly Seal[] {
  const seals: Seal[] = []
  let last = end
  for (const entry of entries) {
    const sequence = last.sequence + 1n
    const seal = {
      sequence,
      entryId: entry.entryId,
      hash: hash(sealText(entry, { sequence, previousHash: last.hash })),
    }
    seals.push(seal)
    last = seal
  }
  return seals
}

/** The input of a seal's hash: equal only for equal entries at equal positions. */
export function sealText(
  entry: StoredEntry,
  { sequence, previousHash }: { readonly sequence: bigint; readonly previousHash: string },
): string {
  return JSON.stringify([
    FORM,
    String(sequence),
    previousHash,
    entry.organizationId,
    entry.entryId,
    entry.atMicroseconds,
    canonicalJson(entry.actorJson),
    entry.action,
    entry.subject,
    canonicalJson(entry.detailsJson),
  ])
}

/** The input of the code of a chain's end. */
export function endText(organizationId: string, { sequence, hash }: ChainEnd): string {
  return JSON.stringify([FORM, organizationId, String(sequence), hash])
}

type Reviver = (key: string, value: unknown) => unknown

/**
 * Canonical form of a JSON value, independent of the order of its keys. Numbers keep their digits, since floats would
 * make close numbers equal. Strings and numbers get a prefix, so that they cannot be confused.
 */
function canonicalJson(text: string): string {
  return JSON.stringify(JSON.parse(text, canonicalPart as Reviver))
}

function canonicalPart(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'number') return `n${source}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
