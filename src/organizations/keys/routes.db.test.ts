import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { reasonOf, signedInPeople } from '../../../test/support/apps/signed-in.ts'
import { forgetCallers } from '../../../test/support/data/changed-callers.ts'
import { anOrganization, family } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { systemClock } from '../../platform/clock/clock.ts'

const BASE_URL = 'http://127.0.0.1'
const app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
await family(app)
const { ask, auditOf } = signedInPeople(app)

const KEYS = '/organizations/v1/keys'
const ME = '/organizations/v1/me'

async function signedIn(roles: Parameters<typeof aPerson>[1], since = systemClock.now()) {
  const person = await aPerson(app, roles)
  return { person, ...(await aSession(app, person, { baseUrl: BASE_URL, now: since })) }
}

const admin = await signedIn({ roles: { shop: 'admin' } })
const create = (body: object) => ask(admin, 'POST', KEYS, body)
const useKey = (key: string) => sendAs(app.port, { bearer: { key } }, { method: 'GET', path: ME })

describe('keys', () => {
  test('a key works with its scopes, is listed without its secret, and names its maker in the trail', async () => {
    const created = await create({ label: 'Shop system', scopes: ['invoices'] })
    const { key, secret } = created.body
    const used = await useKey(secret)
    const refused = await sendAs(
      app.port,
      { bearer: { key: secret } },
      { method: 'GET', path: '/reporting/v3/reports' },
    )
    const listed = await ask(admin, 'GET', KEYS)

    expect(created.status).toBe(201)
    expect(key).toMatchObject({ type: 'bearer', label: 'Shop system', scopes: ['invoices'], state: 'ACTIVE' })
    expect(used.body.authentication).toMatchObject({ keyId: key.keyId, scopes: ['invoices'] })
    expect(refused.status).toBe(403)
    expect(listed.body.keys[0]).toMatchObject({ keyId: key.keyId, label: 'Shop system' })
    expect(listed.text).not.toContain(secret)
    const actor = { kind: 'user', organizationId: 'shop', personId: admin.person.personId }
    expect(await auditOf(`key:${key.keyId}`)).toMatchObject([{ organization_id: 'shop', actor, action: 'key.created' }])
  })

  test('a shared secret is made, too, and a key without scopes has all but users', async () => {
    const { body } = await create({ label: 'SDK', type: 'shared-secret' })

    expect(Buffer.from(body.secret, 'base64')).toHaveLength(32)
    expect(body.key.scopes).toContain('payments')
    expect(body.key.scopes).not.toContain('users')
  })

  test('a rotated key stays valid for the overlap, and the new one has its label and scopes', async () => {
    const before = await create({ label: 'Nightly', scopes: ['ingest'] })
    const rotated = await ask(admin, 'POST', `${KEYS}/${before.body.key.keyId}/rotation`, { overlapHours: 2 })
    const both = await Promise.all([before, rotated].map(({ body }) => useKey(body.secret)))
    const { keys } = (await ask(admin, 'GET', KEYS)).body
    const former = keys.find(({ keyId }: { keyId: string }) => keyId === before.body.key.keyId)
    await app.database.pool.query(`update credentials set expires_at = now() where key_id = $1`, [former.keyId])
    await forgetCallers(app)
    const after = await useKey(before.body.secret)

    expect(rotated.body.key).toMatchObject({ label: 'Nightly', scopes: ['ingest'], expiresAt: null })
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(Math.round((Date.parse(former.expiresAt) - Date.now()) / 60_000)).toBe(120)
    expect(after.status).toBe(401)
    expect((await auditOf(`key:${former.keyId}`)).map(({ action }) => action)).toEqual(['key.created', 'key.rotated'])
  })

  test('a key that is rotated without an overlap, or revoked, ends with the next request', async () => {
    const [one, other] = [await create({ label: 'one' }), await create({ label: 'other' })]
    const pathOf = ({ body }: typeof one) => `${KEYS}/${body.key.keyId}`
    await ask(admin, 'POST', `${pathOf(one)}/rotation`, { overlapHours: 0 })
    const revoked = await ask(admin, 'POST', `${pathOf(other)}/revocation`, {})
    const again = await ask(admin, 'POST', `${pathOf(other)}/revocation`, {})

    expect(
      (await Promise.all([one, other].map(({ body }) => useKey(body.secret)))).map(({ status }) => status),
    ).toEqual([401, 401])
    expect([revoked.body.state, again.body.revokedAt]).toEqual(['REVOKED', revoked.body.revokedAt])
    expect(reasonOf(await ask(admin, 'POST', `${pathOf(other)}/rotation`, {}))).toBe('409 KEY_ENDED')
  })

  test('a repeated request with one Idempotency-Key makes one key and gets the same secret', async () => {
    const send = () =>
      sendAs(app.port, undefined, {
        ...{ method: 'POST', path: KEYS, body: { label: 'once' } },
        headers: { ...admin.headers, 'idempotency-key': 'one key' },
      })
    const [first, second] = [await send(), await send()]

    expect([first.status, second.body.secret]).toEqual([201, first.body.secret])
  })

  test('bad input names its field', async () => {
    const answers = await Promise.all([
      create({ label: ' ' }),
      create({ label: 'x', scopes: [] }),
      create({ label: 'x', expiresAt: '2020-01-01T00:00:00Z' }),
      create({ label: 'x', expiresAt: 'soon' }),
      create({ label: 'x', type: 'certificate' }),
    ])

    expect(answers.map(({ status, body }) => [status, body.details[0]?.field])).toEqual([
      [400, 'label'],
      [400, 'scopes'],
      [400, 'expiresAt'],
      [400, 'expiresAt'],
      [400, 'type'],
    ])
  })

  test('the password is asked for again after 15 minutes, for changes only', async () => {
    const unconfirmed = await signedIn({ roles: { shop: 'owner' } }, systemClock.now().subtract({ minutes: 16 }))

    expect(reasonOf(await ask(unconfirmed, 'POST', KEYS, { label: 'x' }))).toBe('403 CONFIRMATION_REQUIRED')
    expect((await ask(unconfirmed, 'GET', KEYS)).status).toBe(200)
  })

  test('an organization has a hundred active keys at most', async () => {
    await anOrganization(app, 'full')
    await app.database.pool.query(
      `insert into credentials (organization_id, credential_id, type, key_id, label, scopes, secret_hash, created_at)
       select 'full', gen_random_uuid(), 'bearer', 'full-' || number, 'x', '{ingest}', '\\x00', now()
       from generate_series(1, 98) as number`,
    )
    const owner = await signedIn({ roles: { full: 'owner' } })

    expect(reasonOf(await ask(owner, 'POST', KEYS, { label: 'one too many' }))).toBe('409 TOO_MANY_KEYS')
  })
})
