import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { SandboxClock } from '../../platform/clock/sandbox-clock.ts'
import { Database } from '../../platform/postgres/database.ts'
import { withMigrationLock } from '../../platform/postgres/migrate-postgres.ts'
import { announcePresence } from '../../platform/postgres/presence.ts'
import { ensureInstallation } from '../../platform/stores/installation.ts'
import { claimMode, findMode } from '../../platform/stores/installation-mode.ts'
import { INSTALLATION } from '../audit/audit-entry.ts'
import { listAudit } from '../audit/audit-store.ts'
import { createBearerKey } from '../credentials/create-key.ts'
import { stateOf } from '../credentials/credential.ts'
import { listCredentials } from '../credentials/credential-store.ts'
import { findPersonByEmail, findPersonById } from '../users/person-store.ts'
import { organizationSandboxData } from './delete-sandbox.ts'
import { goLive } from './go-live.ts'
import { createSandboxPerson, issueSandboxLink } from './sandbox-person.ts'

const PLAINLY = { isSandboxDeleted: false }
const log = pino({ level: 'silent' })

async function anInstallation({ isStarted = true } = {}) {
  const url = await createTestDatabase()
  await withMigrationLock(url, (client) => ensureInstallation(client, { kind: 'external' }))
  const database = new Database(url, log)
  onTestFinished(() => database.close())
  if (isStarted) await claimMode(database, 'sandbox')
  const deps = { db: database, machineClock: systemClock, secrets: testSecrets, sandboxData: [organizationSandboxData] }
  const keys = async (id: string) =>
    (await listCredentials(database.db, id, { limit: 10 })).map(
      (key) => `${key.label} ${stateOf(key, systemClock.now())}`,
    )
  return { url, database, deps, keys }
}

test('going live sets the clock back to the machine’s, revokes every key, limited ones too, and is audited', async () => {
  const { database, deps, keys } = await anInstallation()
  await anOrganization({ database }, 'shop')
  const actor = { organizationId: 'shop', by: aTester }
  await createBearerKey(deps, actor, { label: 'for later', scopes: ['invoices'], expiresAt: undefined })
  await database.pool.query('update sandbox_clock set offset_ms = 5000')

  const first = await goLive(deps, aTester, PLAINLY)
  const second = await goLive(deps, aTester, PLAINLY)

  expect(first).toEqual({ isNew: true, keysRevoked: 3 })
  expect(second).toEqual({ isNew: false, keysRevoked: 0 })
  expect(await findMode(database.db)).toBe('live')
  expect((await SandboxClock.open({ database })).read().offsetMs).toBe(0)
  expect((await keys('shop')).sort()).toEqual(['first key revoked', 'first key revoked', 'for later revoked'])
  const changes = await listAudit(database.db, { organizationId: INSTALLATION }, { limit: 10 })
  expect(changes).toMatchObject([
    { action: 'mode.changed', actor: aTester, details: { to: 'live', offsetMs: 5000, keysRevoked: 3 } },
  ])
  const revoked = await listAudit(database.db, { organizationId: 'shop', action: 'key.revoked' }, { limit: 10 })
  expect(revoked).toHaveLength(3)
})

test('going live disables the sandbox’s person and ends all sessions, while other people stay', async () => {
  const { database, deps } = await anInstallation()
  await anOrganization({ database }, 'shop')
  const at = systemClock.now()
  const portal = await database.transaction((tx) => createSandboxPerson(tx, { organizationIds: ['shop'], at }))
  const other = await aPerson({ database }, { roles: { shop: 'clerk' } })
  await aSession({ database }, other, { baseUrl: 'http://127.0.0.1' })
  await issueSandboxLink({ database, machineClock: systemClock })

  await goLive(deps, aTester, PLAINLY)

  const [owner, clerk] = [
    await findPersonByEmail(database.db, portal?.email ?? ''),
    await findPersonById(database.db, other.personId),
  ]
  expect([owner?.status, clerk?.status]).toEqual(['DISABLED', 'ACTIVE'])
  expect(await issueSandboxLink({ database, machineClock: systemClock })).toBeUndefined()
  for (const table of ['sessions', 'sign_in_links', 'sign_in_attempts']) {
    expect((await database.pool.query(`select from ${table}`)).rowCount, table).toBe(0)
  }
  const entries = await listAudit(database.db, { organizationId: 'shop', action: 'person' }, { limit: 10 })
  expect(entries).toMatchObject([{ action: 'person.disabled', actor: aTester }])
})

test('an installation goes live neither while a service runs nor before the first one started', async () => {
  const { url, database, deps } = await anInstallation()
  const fresh = await anInstallation({ isStarted: false })
  const presence = await announcePresence(url, log)

  const whileRunning = goLive(deps, aTester, PLAINLY)

  await expect(whileRunning).rejects.toThrow(/^A service is running .*: stop it on all nodes/)
  await expect(goLive(fresh.deps, aTester, PLAINLY)).rejects.toThrow(/start the service with QUITTANCE_MODE=live/)
  expect(await findMode(database.db)).toBe('sandbox')
  await presence.end()
  expect(await goLive(deps, aTester, PLAINLY)).toMatchObject({ isNew: true })
})
