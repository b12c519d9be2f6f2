// pure
/** Its time comes first, so that ids are in the order of the backups. */
const BACKUP_ID = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[a-z0-9]{6}$/

export function backupIdOf(startedAt: Temporal.Instant, random: string): string {
  const digits = startedAt.round('second').toString().replaceAll(/[-:]/g, '')
  return `${digits}-${random.replaceAll('-', '').slice(0, 6)}`
}

/** When the backup was started, to the second; undefined if this is not the id of one. */
export function startOf(backupId: string): Temporal.Instant | undefined {
  const found = BACKUP_ID.exec(backupId)
  if (found === null) return undefined
  const [, year, month, day, hour, minute, second] = found
  return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
