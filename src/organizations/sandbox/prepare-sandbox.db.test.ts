import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { anOrganization, testSecrets } from '../../../test/support/data/organizations.ts'
import { aSignInNode } from '../../../test/support/data/sign-ins.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { openDataFolder } from '../../platform/files/data-folder.ts'
import { Database, type Transactions, type Tx } from '../../platform/postgres/database.ts'
import { withMigrationLock } from '../../platform/postgres/migrate-postgres.ts'
import { ensureInstallation } from '../../platform/stores/installation.ts'
import { claimMode } from '../../platform/stores/installation-mode.ts'
import { findByKeyId } from '../credentials/credential-store.ts'
import { bearerHash, bearerKeyId, sealContext } from '../credentials/make-secret.ts'

import { signIn } from '../sign-in/sign-in.ts'
import { findOrganization, listOrganizations } from '../tree/organization-store.ts'
import { listMemberships } from '../users/membership-store.ts'
import { prepareSandbox, sandboxCredentialsFileOf } from './prepare-sandbox.ts'
import { issueSandboxLink, signInWithSandboxLink } from './sandbox-person.ts'

type Kept = {
  readonly organizationId: string
  readonly sharedSecret: { readonly keyId: string; readonly secret: string }
  readonly bearer: { readonly key: string }
}
type Credentials = {
  readonly baseUrl: string
  readonly portal: { readonly email: string; readonly password: string }
  readonly partner: Kept
  readonly merchant: Kept
}

const address = { baseUrl: 'http://127.0.0.1:8080' }

/** An installation that never started, and its data folder. */
async function anInstallation() {
  const url = await createTestDatabase()
  await withMigrationLock(url, (client) => ensureInstallation(client, { kind: 'external' }))
  const database = new Database(url, pino({ level: 'silent' }))
  onTestFinished(() => database.close())
  await claimMode(database, 'sandbox')
  const folder = openDataFolder(temporaryFolder())
  const file = sandboxCredentialsFileOf(folder)
  return {
    database,
    folder,
    file,
    deps: {
      db: database as Transactions,
      clock: systemClock,
      machineClock: systemClock,
      secrets: testSecrets,
      folder,
      mode: 'sandbox' as const,
    },
    credentials: () => JSON.parse(readFileSync(file, 'utf8')) as Credentials,
    ids: async () => {
      const { organizations } = await listOrganizations(database.db, { limit: 100 })
      return organizations.map(({ organizationId }) => organizationId)
    },
  }
}

async function works(database: Database, kept: Kept): Promise<boolean> {
  const { sharedSecret, bearer } = kept
  const shared = await findByKeyId(database.db, sharedSecret.keyId)
  const hashed = await findByKeyId(database.db, bearerKeyId(bearer.key) ?? '')
  return (
    shared?.secret.type === 'shared-secret' &&
    shared.credential.organizationId === kept.organizationId &&
    testSecrets.open(shared.secret.sealed, sealContext(shared.credential)).toString() === sharedSecret.secret &&
    hashed?.secret.type === 'bearer' &&
    hashed.secret.hash.equals(bearerHash(bearer.key))
  )
}

test('a partner and a merchant below it are created, with valid credentials that only the owner can read', async () => {
  const { database, deps, file, credentials } = await anInstallation()

  await prepareSandbox(deps, address)

  const { baseUrl, partner, merchant } = credentials()
  expect(baseUrl).toBe(address.baseUrl)
  expect(partner.organizationId).toBe('sandbox-partner')
  expect(await findOrganization(database.db, merchant.organizationId)).toMatchObject({
    organizationId: 'sandbox-merchant',
    type: 'merchant',
    path: ['sandbox-partner', 'sandbox-merchant'],
  })
  expect([await works(database, partner), await works(database, merchant)]).toEqual([true, true])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the person in the file owns both organizations, and signs in with the password or once with a link', async () => {
  const { database, deps, credentials } = await anInstallation()
  const machineClock = settableClock('2026-03-01T12:00:00Z')
  const node = aSignInNode(database, { machineClock })
  const visit = { device: 'Firefox, Linux', network: '127.0.0.1', deviceCookie: undefined }
  const open = (token = '') => outcomeOf(signInWithSandboxLink(node, { ...visit, token }))
  await prepareSandbox(deps, address)

  const { session } = await signIn(node, { ...visit, ...credentials().portal, code: undefined, isKept: false })
  const memberships = await listMemberships(database.db, session.personId)
  const [first, late] = [await issueSandboxLink(node), await issueSandboxLink(node)]
  const both = await Promise.all([open(first), open(first)])
  machineClock.set('2026-03-01T12:10:00Z')

  expect(memberships.map(({ membership }) => `${membership.organizationId} ${membership.role}`)).toEqual([
    ...['sandbox-merchant owner', 'sandbox-partner owner'],
  ])
  expect(both.sort()).toEqual(['LINK_INVALID', 'done'])
  expect(await open(late)).toBe('LINK_INVALID')
})

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { readonly code: string }) => error.code,
  )

test('a sandbox is prepared once, however many nodes start together or later', async () => {
  const { database, deps, file, credentials, ids } = await anInstallation()

  await Promise.all(Array.from({ length: 4 }, () => prepareSandbox(deps, address)))
  const text = readFileSync(file, 'utf8')
  await prepareSandbox(deps, { baseUrl: 'http://elsewhere' })

  expect(await ids()).toEqual(['sandbox-partner', 'sandbox-merchant'])
  expect(await works(database, credentials().merchant)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('after a kill between the file and the commit, the next start completes the preparation', async () => {
  const { database, deps, credentials, ids } = await anInstallation()
  const killed = {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      database.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      }),
  }

  await expect(prepareSandbox({ ...deps, db: killed }, address)).rejects.toThrow('killed')
  const [left, before] = [await ids(), credentials()]
  await prepareSandbox(deps, address)

  expect(left).toEqual([])
  expect(await works(database, before.merchant)).toBe(false)
  expect(await works(database, credentials().merchant)).toBe(true)
})

test('if the file cannot be written, nothing is created until the next start', async () => {
  const { deps, folder, file, ids } = await anInstallation()
  mkdirSync(file)
  const before = readdirSync(folder.path)

  const refused = prepareSandbox(deps, address)

  await expect(refused).rejects.toThrow(/^The file .*sandbox-credentials.json cannot be written: /)
  expect(await ids()).toEqual([])
  expect(readdirSync(folder.path)).toEqual(before)
  rmdirSync(file)
  await prepareSandbox(deps, address)
  expect(await ids()).toHaveLength(2)
})

test('an id that is taken gets a number', async () => {
  const { database, deps, credentials } = await anInstallation()
  await anOrganization({ database }, 'sandbox-partner', { type: 'partner' })
  await anOrganization({ database }, 'sandbox-merchant')
  await anOrganization({ database }, 'sandbox-merchant-2')

  await prepareSandbox(deps, address)

  expect(credentials().partner.organizationId).toBe('sandbox-partner-2')
  expect(credentials().merchant.organizationId).toBe('sandbox-merchant-3')
})
