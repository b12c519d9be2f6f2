import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isRunning } from '../processes/child-process.ts'

/** Replaces a small file in one step that survives a power cut; only the owner may read it. */
export function writeSmallFile(path: string, text: string): void {
  const draft = writeDraft(path, text)
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft)
    throw error
  }
  syncFolder(dirname(path))
}

/** Puts a small file in place unless there is one already. */
export function placeSmallFile(path: string, text: string): void {
  const draft = writeDraft(path, text)
  try {
    linkSync(draft, path)
    syncFolder(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** As `writeDraft` names them. */
const DRAFT_NAME = /\.(\d+)\.new$/

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  return draft
}

/** Removes drafts that killed processes left in a folder; they may contain secrets. */
export function removeOrphanedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = DRAFT_NAME.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

/** Makes renames and new names in a folder durable. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Returns the parsed content; undefined if there is no such file or it is not a JSON object. */
export function readJsonFile(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined
    }
    throw error
  }
}
