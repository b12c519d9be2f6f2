import type { Clock } from '../../platform/clock/clock.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { BackupConfig } from '../config.ts'
import { openPlace } from '../place/open-place.ts'
import { type ErasedSubject, leaveErasure } from './kept-erasures.ts'

type Config = Pick<BackupConfig, 'backupRecipients'> & Pick<PlatformConfig, 'backupTo' | 's3Endpoint'>
type Deps = { readonly secrets: Secrets; readonly machineClock: Clock }

/** Leaves an erasure at the place of scheduled backups; fails where the place cannot be reached. */
export async function leaveErasureFor(
  config: Config,
  { secrets, machineClock }: Deps,
  subject: ErasedSubject,
): Promise<void> {
  const { backupTo, backupRecipients: recipients } = config
  if (backupTo === undefined) return
  const place = await openPlace(backupTo, config)
  try {
    await leaveErasure({ place, secrets, recipients, at: machineClock.now() }, subject)
  } finally {
    place.close()
  }
}
