// pure
import { converted, members, withDefault } from '../kernel/reading/reading.ts'
import { given, type Parse, parsed, wholeNumber } from '../kernel/reading/text-readers.ts'

const MINUTES_MIN = 5
const MEBIBYTE = 1024 ** 2

/** Of exact length: days of a backup have 24 hours. */
const interval: Parse<Temporal.Duration> = parsed((text) => {
  try {
    const duration = Temporal.Duration.from(text)
    const { years, months, weeks } = duration
    if (years !== 0 || months !== 0 || weeks !== 0) return undefined
    return duration.total('minutes') >= MINUTES_MIN ? duration : undefined
  } catch {
    return undefined
  }
}, 'must be a duration of days, hours and minutes such as P1D or PT6H, of at least five minutes')

const recipients: Parse<readonly string[]> = (list) => {
  const names = list.split(',').map((name) => name.trim())
  const named = names.filter((name) => name !== '')
  const wrong = named.find((name) => !/^age1[a-z0-9]+$/.test(name))
  return wrong === undefined
    ? { value: Object.freeze(named) }
    : { sentence: `must list age recipients (age1…), separated by commas, not "${wrong}"` }
}

export const backupSettings = converted(
  members({
    QUITTANCE_BACKUP_EVERY: withDefault(given(interval), Temporal.Duration.from('P1D')),
    QUITTANCE_BACKUP_RECIPIENTS: withDefault(given(recipients), []),
    QUITTANCE_BACKUP_SPOOL_MIB: withDefault(given(wholeNumber(64, 100_000_000)), 4_096),
  }),
  (variables) => ({
    /** How often a backup is made on schedule, by the machine's clock. */
    backupEvery: variables.QUITTANCE_BACKUP_EVERY,
    /** Public keys for whom backups are encrypted; none: they are not, and leave out the secret key. */
    backupRecipients: variables.QUITTANCE_BACKUP_RECIPIENTS,
    /** How much of the write-ahead log may wait for the place; beyond it the oldest is given up. */
    backupSpoolBytesMax: variables.QUITTANCE_BACKUP_SPOOL_MIB * MEBIBYTE,
  }),
)

export type BackupConfig = {
  readonly backupEvery: Temporal.Duration
  readonly backupRecipients: readonly string[]
  readonly backupSpoolBytesMax: number
}
