import type { Mode } from '../../kernel/mode.ts'
import { isOverdue } from '../../kernel/time/backup-age.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import type { BackupConfig } from '../config.ts'
import { openPlace } from '../place/open-place.ts'
import { newestBackupAt } from './newest-backup.ts'

type Finding = { readonly state: 'ok' | 'warning'; readonly message: string }
type Config = Pick<PlatformConfig, 'backupTo' | 's3Endpoint'> & BackupConfig

/** Says for `doctor` when the newest scheduled backup was made. */
export async function checkBackups(
  { config, machineClock }: { readonly config: Config; readonly machineClock: Clock },
  mode: Mode | undefined,
): Promise<Finding> {
  if (config.backupTo === undefined) {
    const message = 'none are scheduled: set QUITTANCE_BACKUP_TO'
    return mode === 'live' ? { state: 'warning', message } : { state: 'ok', message }
  }
  const place = await openPlace(config.backupTo, config)
  try {
    const newestAt = await newestBackupAt(place)
    const secrets = config.backupRecipients.length === 0 ? '; not encrypted, without secret.key' : ''
    if (newestAt === undefined) return { state: 'warning', message: `no backup in ${place.name} yet${secrets}` }
    const message = `${place.name}, the newest of ${newestAt.toString()}, every ${config.backupEvery.toString()}${secrets}`
    const overdue = isOverdue({ newestAt, every: config.backupEvery }, machineClock.now())
    return overdue ? { state: 'warning', message: `${message}: it is older than twice that` } : { state: 'ok', message }
  } finally {
    place.close()
  }
}
