import { JSON_VALUES } from '../../platform/engine/json-values.ts'
import { HASH_BYTES } from '../storage/content-hash.ts'
import { decideVersion, identityOf, type KnownVersion } from '../storage/versions.ts'

/** A line of an export and the version that it is. */
export type ArchivedRow = KnownVersion & { readonly line: string }

const LINE_FEED = 0x0a
const BATCH_CHARACTERS_MIN = 4 * 1024 * 1024

/** Yields the lines of a file; an incomplete last line is an error. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let pieces: Buffer[] = []
  for await (const chunk of source) {
    const end = chunk.lastIndexOf(LINE_FEED)
    if (end === -1) {
      pieces.push(chunk)
      continue
    }
    const text = Buffer.concat([...pieces, chunk.subarray(0, end)]).toString('utf8')
    pieces = [chunk.subarray(end + 1)]
    yield text.split('\n')
  }
  if (pieces.some(({ length }) => length > 0)) {
    throw new Error('The last row is incomplete.')
  }
}

/** Groups lines into batches of a size that the engine stores efficiently. */
export async function* batchesOf(
  source: AsyncIterable<readonly string[]>,
  charactersMin = BATCH_CHARACTERS_MIN,
): AsyncGenerator<readonly string[]> {
  let batch: string[] = []
  let characters = 0
  for await (const lines of source) {
    for (const line of lines) {
      batch.push(line)
      characters += line.length
    }
    if (characters < charactersMin) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

type WrittenRow = Readonly<Record<string, unknown>>

/** Reads a line; undefined where it is not a row of an export. */
export function readRow(line: string): ArchivedRow | undefined {
  const written = parsed(line)
  if (written === undefined) return undefined
  const merchantId = written['merchant_id']
  const recordId = written['record_id']
  const version = written['version']
  const hash = Buffer.from(String(written['content_hash']), 'hex')
  const occurredAtMs = msOf(written['occurred_at'])
  const firstReceivedAtMs = msOf(written['first_received_at'])
  const isWhole =
    typeof merchantId === 'string' &&
    typeof recordId === 'string' &&
    typeof version === 'number' &&
    hash.length === HASH_BYTES &&
    !Number.isNaN(occurredAtMs + firstReceivedAtMs)
  return isWhole ? { merchantId, recordId, version, hash, occurredAtMs, firstReceivedAtMs, line } : undefined
}

function parsed(line: string): WrittenRow | undefined {
  try {
    const written: unknown = JSON.parse(line)
    return typeof written === 'object' && written !== null ? (written as WrittenRow) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** NaN where the value is not an instant. */
function msOf(instant: unknown): number {
  return Date.parse(`${String(instant).replace(' ', 'T')}Z`)
}

type NewRows = {
  /** The lines to store: at most one version of each record. */
  readonly lines: readonly string[]
  readonly loaded: number
  /** Rows of which this version or a later one is stored. */
  readonly skipped: number
  /** Rows whose version is stored with other content. */
  readonly conflicts: number
}

/**
 * Finds the rows to store by comparing them with stored versions and with the rows before them. Versions of a record
 * are in order: a later one replaces an earlier one, which still counts as loaded, since an engine need not keep both.
 */
export function newRows(rows: readonly ArchivedRow[], stored: readonly KnownVersion[]): NewRows {
  const known = new Map(stored.map((version) => [identityOf(version), version]))
  const lines = new Map<string, string>()
  const counts = { accepted: 0, duplicate: 0, conflict: 0 }
  for (const row of rows) {
    const { identity, outcome, before } = decideVersion<KnownVersion>(known, row)
    counts[outcome] += 1
    if (outcome !== 'accepted') continue
    const firstReceivedAtMs = Math.min(row.firstReceivedAtMs, before?.firstReceivedAtMs ?? row.firstReceivedAtMs)
    known.set(identity, { ...row, firstReceivedAtMs })
    lines.set(identity, lineArrivedAt(row, firstReceivedAtMs))
  }
  const { accepted, duplicate, conflict } = counts
  return {
    lines: [...lines.values()],
    loaded: accepted,
    skipped: duplicate,
    conflicts: conflict,
  }
}

/** Replaces the first arrival in a line. No text can look like the member, since its quotes are escaped. */
function lineArrivedAt(row: ArchivedRow, firstReceivedAtMs: number): string {
  if (firstReceivedAtMs === row.firstReceivedAtMs) return row.line
  const member = (ms: number): string => `"first_received_at":${JSON_VALUES.instant(ms)}`
  return row.line.replace(member(row.firstReceivedAtMs), () => member(firstReceivedAtMs))
}
