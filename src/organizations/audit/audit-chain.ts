// pure
/**
 * An entry as the database keeps it, in texts that lose nothing: a change too small for a float or for
 * a millisecond is a change all the same.
 */
export type StoredEntry = {
  readonly organizationId: string
  readonly entryId: string
  /** Since 1970; a number, or `Infinity` where somebody wrote that. */
  readonly atMicroseconds: string
  readonly actorJson: string
  readonly action: string
  readonly subject: string
  readonly detailsJson: string
}

/** How far a chain goes, and the hash of its last seal. */
export type ChainEnd = { readonly sequence: bigint; readonly hash: string }

/** One link: its hash covers the entry, its place and the hash before it. */
export type Seal = ChainEnd & { readonly entryId: string }

/** SHA-256 of a text's UTF-8, in hexadecimal. */
export type Hash = (text: string) => string

export const CHAIN_START: ChainEnd = { sequence: 0n, hash: '' }

/** Named in every hash and code, so that another way of writing them can follow. */
const FORM = 'quittance audit 1'

/** The seals that make these entries the next of the chain, in their order. */
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

/** What a seal's hash is made of: equal for equal entries at equal places, and never for others. */
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

/** What the code of a chain's end is made of. */
export function endText(organizationId: string, { sequence, hash }: ChainEnd): string {
  return JSON.stringify([FORM, organizationId, String(sequence), hash])
}

type Reviver = (key: string, value: unknown) => unknown

/**
 * The same value in one form, whatever the order of its names. Numbers stay as they are written, since
 * a float would make neighbours equal; strings and numbers are marked, so that none is taken for another.
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
