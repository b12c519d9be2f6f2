import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../run/eventually.ts'

/** Waits until a scheduled backup is finished in a folder. */
export async function firstBackup(place: string): Promise<void> {
  const backups = join(place, 'backups')
  const isFinished = (id: string): boolean => existsSync(join(backups, id, 'manifest.json'))
  await eventually(async () => existsSync(backups) && readdirSync(backups).some(isFinished))
}
