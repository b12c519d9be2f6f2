import { AppError } from '../../kernel/errors.ts'
import type { CommandDeps, Output } from '../../platform/command-line/run-command.ts'
import type { PlatformConfig } from '../../platform/config/config.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Stores } from '../../platform/stores/stores.ts'
import type { BackupConfig } from '../config.ts'
import type { GivenSettings } from '../create/back-up-settings.ts'
import type { ErasedSubject } from '../erasures/kept-erasures.ts'
import { openPlace } from '../place/open-place.ts'
import { DamagedObject } from '../place/packing.ts'
import { type BackupPlace, FileMissing, PlaceFailure } from '../place/place.ts'

export type Config = PlatformConfig &
  BackupConfig & { readonly agingLookBackDays: number; readonly retentionMonths: number }

/** Of the program: its version, the settings that it was given, and how it erases people. */
export type ProgramFacts = {
  readonly version: string
  readonly settings: () => GivenSettings
  readonly eraseAgain: (log: Logger, stores: Stores, subjects: readonly ErasedSubject[]) => Promise<void>
}

export type PlaceOption = { readonly place?: string }

/** Does the work with the place of the command, or of the settings. */
export async function withPlace(
  { config }: CommandDeps<Config>,
  { place: named }: PlaceOption,
  work: (place: BackupPlace) => Promise<Output>,
): Promise<Output> {
  const address = named ?? config.backupTo
  if (address === undefined) {
    throw new AppError('invalid', 'NO_PLACE', 'Name a folder or s3://bucket/prefix, or set QUITTANCE_BACKUP_TO.')
  }
  const place = await openPlace(address, config)
  try {
    return await work(place)
  } catch (error) {
    throw inWords(error, place)
  } finally {
    place.close()
  }
}

/** Damage and failures of the place are for the person at the terminal; anything else is a bug. */
function inWords(error: unknown, place: BackupPlace): unknown {
  if (error instanceof DamagedObject) {
    return new AppError('conflict', 'DAMAGED_BACKUP', `${error.message}, in ${place.name}.`, [], { cause: error })
  }
  if (error instanceof FileMissing) {
    return new AppError('conflict', 'DAMAGED_BACKUP', `${error.message} (${place.name})`, [], { cause: error })
  }
  if (!(error instanceof PlaceFailure)) return error
  return new AppError('unavailable', 'PLACE_FAILED', `${error.message}.`, [], { cause: error })
}
