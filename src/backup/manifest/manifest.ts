import { createHash } from 'node:crypto'
import { DamagedObject } from '../place/packing.ts'

/** Raised when a backup is written so that earlier programs cannot read it. */
export const FORM = 1

/** An object that belongs to one backup, as it lies in the place. */
export type StoredPart = { readonly key: string; readonly bytes: number; readonly sha256: string }

type CopiedCluster = {
  readonly systemIdentifier: string
  readonly timeline: number
  /** Positions in the write-ahead log; at the second one the files show one state. */
  readonly startLsn: string
  readonly stopLsn: string
  readonly files: number
  readonly bytes: number
}

/** The PostgreSQL server at DATABASE_URL, with every database on it. */
export type ServerPart = CopiedCluster & {
  readonly kind: 'server'
  /** Such as 18.1. Only its own major version opens the files. */
  readonly version: string
  readonly segmentBytes: number
}

export type PostgresPart =
  | (CopiedCluster & { readonly kind: 'embedded' })
  | ServerPart
  | { readonly kind: 'left-out'; readonly why: string }

export type RecordsPart = {
  readonly engine: 'DuckDB' | 'ClickHouse'
  readonly months: number
  readonly rows: number
  readonly bytes: number
  /** Records that were delivered before are in it. */
  readonly startedAt: string
}

/** The content of a backup, in clear text: it names no organization, person or file. */
export type Manifest = {
  readonly form: typeof FORM
  readonly backupId: string
  readonly placeId: string
  readonly installationId: string
  /** Of the copy of the installation that made it: its write-ahead log has this name. */
  readonly copyId: string
  readonly mode: 'sandbox' | 'live' | undefined
  /** The program that made it, and its migrations: an earlier program does not restore it. */
  readonly version: string
  readonly migrations: { readonly postgres: number; readonly records: number }
  readonly startedAt: string
  /** The moment that restored books show. */
  readonly moment: string
  readonly finishedAt: string
  /** Those for whom it is encrypted; none: it is not. */
  readonly recipients: readonly string[]
  readonly hasSecretKey: boolean
  readonly postgres: PostgresPart
  readonly records: RecordsPart
  readonly reports: { readonly files: number; readonly bytes: number }
  readonly objects: {
    readonly count: number
    readonly bytes: number
    readonly newCount: number
    readonly newBytes: number
  }
  readonly fileList: StoredPart
  readonly sealedFileList: StoredPart | undefined
  readonly objectList: StoredPart
}

/** One line of JSON and its hash: a manifest that was cut off or changed is noticed without a key. */
export function formatManifest(manifest: Manifest): string {
  const line = JSON.stringify(manifest)
  return `${line}\n${sha256Of(line)}\n`
}

/** Reads a manifest; an error names its key. */
export function readManifest(key: string, text: string): Manifest {
  const [line = '', hash] = text.split('\n')
  if (hash !== sha256Of(line)) throw new DamagedObject(key, 'is damaged or incomplete')
  const manifest = JSON.parse(line) as Manifest
  if (manifest.form !== FORM) {
    throw new DamagedObject(
      key,
      `has form ${manifest.form}, and this version reads form ${FORM}: use the version that wrote it`,
    )
  }
  return manifest
}

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
