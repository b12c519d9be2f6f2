import { personErasure } from '../../organizations/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { CommandDeps } from '../../platform/command-line/run-command.ts'
import { actingDepsOf } from '../../platform/command-line/with-stores.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import type { Config } from '../config.ts'
import { withHolders } from './erase.ts'

type Subject = Parameters<typeof personErasure.erase>[2]

/** Repeats erasures on restored stores, which are from before them. */
export async function eraseAgain(
  { config, log }: CommandDeps<Config>,
  stores: Stores,
  subjects: readonly Subject[],
): Promise<void> {
  const given = { ...config, requestedMode: undefined }
  const acting = {
    ...(await actingDepsOf(given, stores)),
    ...{ engine: stores.engine, folder: stores.folder, reports: stores.files, machineClock: systemClock },
  }
  // Whether somebody remains was decided when the person was erased.
  const erasing = withHolders(acting, { config: given, log }, { mayOrphan: true })
  for (const subject of subjects) await personErasure.erase(erasing, acting.by, subject)
}
