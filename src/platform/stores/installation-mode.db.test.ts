import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import type { Mode } from '../../kernel/mode.ts'
import { Database } from '../postgres/database.ts'
import { withMigrationLock } from '../postgres/migrate-postgres.ts'
import { ensureInstallation } from './installation.ts'
import { claimMode, confirmMode, findMode } from './installation-mode.ts'

/** An installation that no service has started on. */
async function anInstallation(): Promise<Database> {
  const url = await createTestDatabase()
  await withMigrationLock(url, (client) => ensureInstallation(client, { kind: 'external' }))
  const database = new Database(url, pino({ level: 'silent' }))
  onTestFinished(() => database.close())
  return database
}

test.each<[Mode | undefined, Mode]>([
  [undefined, 'sandbox'],
  ['sandbox', 'sandbox'],
  ['live', 'live'],
])(
  'the first start with QUITTANCE_MODE %s makes the installation %s, for later starts that name none',
  async (requested, mode) => {
    const database = await anInstallation()

    const before = await findMode(database.db)
    const claimed = await claimMode(database, requested)

    expect([before, claimed]).toEqual([undefined, mode])
    expect(await claimMode(database, undefined)).toBe(mode)
    expect(await claimMode(database, mode)).toBe(mode)
  },
)

test('a mode other than the stored one is refused with what to do, and changes nothing', async () => {
  const [sandbox, live] = [await anInstallation(), await anInstallation()]
  await claimMode(sandbox, undefined)
  await claimMode(live, 'live')

  await expect(claimMode(sandbox, 'live')).rejects.toThrow(/is in sandbox mode .*"quittance mode live"/)
  await expect(claimMode(live, 'sandbox')).rejects.toThrow(/is in live mode, for good, .*unset QUITTANCE_MODE/)
  expect(await findMode(sandbox.db)).toBe('sandbox')
  expect(await findMode(live.db)).toBe('live')
})

test('if nodes start together with different modes, one decides and the others are refused', async () => {
  const database = await anInstallation()
  const requested = ['live', 'sandbox', 'live', 'sandbox', 'live'] as const

  const claims = await Promise.allSettled(requested.map((mode) => claimMode(database, mode)))

  const mode = await findMode(database.db)
  const expected = requested.map((each) => (each === mode ? 'fulfilled' : 'rejected'))
  expect(claims.map(({ status }) => status)).toEqual(expected)
})

test('a service refuses to start if its mode changes during the start', async () => {
  const database = await anInstallation()
  await claimMode(database, 'sandbox')
  await confirmMode(database, 'sandbox')

  await database.pool.query(`update installation set mode = 'live'`)

  await expect(confirmMode(database, 'sandbox')).rejects.toThrow(/start it again/)
})
