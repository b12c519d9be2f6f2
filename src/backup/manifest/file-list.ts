// pure
/** A part of a file: an object, where it begins in its unpacked content, and its length. */
export type Piece = readonly [object: number, offset: number, bytes: number]

/** The folders of a backup: what a path begins with. */
const PARTS = ['postgres', 'records', 'reports', 'settings'] as const
export type Part = (typeof PARTS)[number]

export type BackedUpFile = {
  /** Such as `postgres/base/5/1259`. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** In order. */
  readonly pieces: readonly Piece[]
  /** By which the next backup sees whether the content is still the same, where it has not to be read for that. */
  readonly mark?: string
}

export type BackedUpObject = {
  /** The keyed hash that its key is made of. */
  readonly name: string
  /** Of the unpacked content. */
  readonly sha256: string
  /** As it lies in the place. */
  readonly bytes: number
}

/** On a PostgreSQL server, whose names are its operator's. */
export type ServerDatabases = {
  /** The one at DATABASE_URL. */
  readonly database: string
  /** Whether there is one of the name `postgres`, for maintenance. */
  readonly hasMaintenanceDatabase: boolean
}

/** Every file of a backup, and the objects that make them up. */
export type FileList = {
  readonly files: readonly BackedUpFile[]
  readonly objects: readonly BackedUpObject[]
  /** Folders of PostgreSQL; it does not start where one is missing, and some are empty. */
  readonly folders: readonly string[]
  /** Undefined where PostgreSQL is embedded or left out. */
  readonly server?: ServerDatabases | undefined
}

export function partOf(path: string): Part | undefined {
  return PARTS.find((part) => path.startsWith(`${part}/`))
}

/** The path below its part's folder. */
export function pathInPart(path: string): string {
  return path.slice(path.indexOf('/') + 1)
}
