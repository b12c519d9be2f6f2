import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { withMigrationLock } from '../postgres/migrate-postgres.ts'
import { findBackupSchedule, saveBackupSchedule } from './backup-schedule.ts'
import { ensureInstallation } from './installation.ts'

const every = Temporal.Duration.from('PT6H')
const newestAt = Temporal.Instant.from('2026-11-18T09:00:00.123Z')

test('the schedule of backups is kept as it was noted last, and is written only when it has changed', async () => {
  const { url, database } = await aDatabase()
  await withMigrationLock(url, (client) => ensureInstallation(client, { kind: 'external' }))
  const { db, pool } = database
  const version = async () => (await pool.query('select xmin::text as version from installation')).rows[0].version
  const saved = async (schedule: Parameters<typeof saveBackupSchedule>[1]) => {
    await saveBackupSchedule(db, schedule)
    const found = await findBackupSchedule(db)
    return [found?.every.total('hours'), found?.newestAt?.toString()]
  }

  expect(await findBackupSchedule(db)).toBeUndefined()
  expect(await saved({ every, newestAt: undefined })).toEqual([6, undefined])
  expect(await saved({ every, newestAt })).toEqual([6, newestAt.toString()])
  const before = await version()
  expect(await saved({ every, newestAt })).toEqual([6, newestAt.toString()])
  expect(await version()).toBe(before)
  expect(await saved(undefined)).toEqual([undefined, undefined])
  expect(await version()).not.toBe(before)
})
