// pure
/** The keys of a backup place. Names are given by us; decision 0038 explains the layout. */

/** Says whose place it is; made by the first backup. */
export const PLACE_FILE = 'place.json'

export const OBJECTS = 'objects'
export const BACKUPS = 'backups'
export const LOCKS = 'locks'
/** The write-ahead log, in a folder for each copy of the installation that archives. */
export const WAL = 'wal'
/** Erasures that older backups do not have yet. */
export const ERASURES = 'erasures'
/** When each copy of the installation was last seen. */
export const HEARTBEATS = 'heartbeat'

/** An encrypted object says so in its name, so that a person knows how to open it. */
export type Suffix = '.zst' | '.zst.age'

export function objectKey(name: string, suffix: Suffix): string {
  return `${OBJECTS}/${name.slice(0, 2)}/${name}${suffix}`
}

/** Written last, in clear text: without it there is no backup. */
export function manifestKey(backupId: string): string {
  return `${BACKUPS}/${backupId}/manifest.json`
}

/** Every file of the backup, and the objects that make it up. */
export function filesKey(backupId: string, suffix: Suffix): string {
  return `${BACKUPS}/${backupId}/files.json${suffix}`
}

/** The same, sealed under the key of the installation: the next backup reads it without the recipients' identity. */
export function sealedFilesKey(backupId: string): string {
  return `${BACKUPS}/${backupId}/files.sealed`
}

/** The names of all its objects, in clear text: removing old backups needs no identity. */
export function objectListKey(backupId: string): string {
  return `${BACKUPS}/${backupId}/objects.txt.zst`
}

/** A segment, history file or backup label of the write-ahead log. */
export function walKey(copyId: string, segment: string, suffix: Suffix): string {
  return `${WAL}/${copyId}/${segment}${suffix}`
}

export function erasureKey(erasureId: string): string {
  return `${ERASURES}/${erasureId}`
}

export function heartbeatKey(copyId: string): string {
  return `${HEARTBEATS}/${copyId}.json`
}

export function lockKey(number: number): string {
  return `${LOCKS}/${String(number).padStart(8, '0')}.json`
}
