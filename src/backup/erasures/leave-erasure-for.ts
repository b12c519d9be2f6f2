import type { Clock } from '../../platform/clock/clock.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { StartupError } from '../../platform/processes/startup-error.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { BackupConfig } from '../config.ts'
import { openPlace } from '../place/open-place.ts'
import { PlaceFailure } from '../place/place.ts'
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
  } catch (error) {
    if (!(error instanceof PlaceFailure)) throw error
    const message = `Nothing was erased, because a restore would bring the person back: ${error.message}. Run the command again when the place of backups can be reached.`
    throw new StartupError(message, { cause: error })
  } finally {
    place.close()
  }
}
