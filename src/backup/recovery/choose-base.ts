import { AppError } from '../../kernel/errors.ts'
import { chooseBackup, listBackups } from '../manifest/list-backups.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { BackupPlace } from '../place/place.ts'

type Choice = { readonly backupId: string | undefined; readonly to: Temporal.Instant | undefined }

/** The backup from which the moment is reached: the named one, or the newest that is not later. */
export async function chooseBase(place: BackupPlace, { backupId, to }: Choice): Promise<Manifest> {
  if (to === undefined) return chooseBackup(place, backupId)
  const isEarlier = ({ moment }: Manifest): boolean => Temporal.Instant.compare(moment, to) <= 0
  if (backupId !== undefined) {
    const named = await chooseBackup(place, backupId)
    if (isEarlier(named)) return named
    throw tooEarly(to, `The backup ${backupId} shows ${named.moment}`)
  }
  const found = (await listBackups(place)).flatMap(({ manifest }) => (manifest === undefined ? [] : [manifest]))
  const base = found.find(isEarlier)
  if (base !== undefined) return base
  const oldest = found.at(-1)
  throw tooEarly(
    to,
    oldest ? `The oldest backup shows ${oldest.moment}` : `There is no finished backup in ${place.name}`,
  )
}

function tooEarly(to: Temporal.Instant, why: string): AppError {
  return new AppError('not-found', 'NO_BACKUP', `${why}, so ${to} cannot be reached.`)
}
