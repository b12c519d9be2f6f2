import { join } from 'node:path'
import type { DataFolder } from '../../platform/files/data-folder.ts'
import { readJsonFile, writeSmallFile } from '../../platform/files/small-file.ts'
import { findCopyId } from '../../platform/stores/restored-copy.ts'
import type { Stores } from '../../platform/stores/stores.ts'

/**
 * How far the write-ahead log has come at the place. It is in a file: a row of PostgreSQL would itself make more of the
 * log, so that an idle installation would never rest.
 */
export type ArchiveState = {
  /** The copy of the installation whose log it is. */
  readonly copyId: string
  /** The last segment at the place. */
  readonly segment: string
  readonly shippedAt: string
  /** The first segment after a gap, or the first of all, until a backup began there or later. */
  readonly gapBefore?: string | undefined
}

const fileOf = (folder: Pick<DataFolder, 'run'>): string => join(folder.run, 'archive.json')

/** Undefined before the first segment of the copy. */
export function readArchiveState(folder: Pick<DataFolder, 'run'>, copyId: string): ArchiveState | undefined {
  const state = readJsonFile(fileOf(folder)) as ArchiveState | undefined
  return state?.copyId === copyId ? state : undefined
}

export function saveArchiveState(folder: Pick<DataFolder, 'run'>, state: ArchiveState): void {
  writeSmallFile(fileOf(folder), `${JSON.stringify(state)}\n`)
}

/** Whether the log at the place is worth nothing until there is a newer backup. */
export async function needsBase({ database, folder }: Pick<Stores, 'database' | 'folder'>): Promise<boolean> {
  return readArchiveState(folder, await findCopyId(database.db))?.gapBefore !== undefined
}

/** A backup that began at this segment makes up for a gap before it. */
export function closeGap(folder: Pick<DataFolder, 'run'>, copyId: string, startSegment: string): void {
  const state = readArchiveState(folder, copyId)
  if (state?.gapBefore === undefined || startSegment.slice(8) < state.gapBefore.slice(8)) return
  const { gapBefore, ...whole } = state
  saveArchiveState(folder, whole)
}
