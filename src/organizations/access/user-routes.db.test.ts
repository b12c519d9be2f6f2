import { describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { idsOf, reasonOf, signedInPeople } from '../../../test/support/apps/signed-in.ts'
import { forgetCallers } from '../../../test/support/data/changed-callers.ts'
import { anOrganization, aTester, family, testSecrets } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { createBearerKey } from '../credentials/create-key.ts'
import type { Role } from '../users/role.ts'

const app = await startApp()
await family(app)
const { signedIn, ask, auditOf } = signedInPeople(app)

const ME = '/organizations/v1/me'
const SESSION = '/organizations/v1/session'
const USERS = '/organizations/v1/users'
const RULES = '/organizations/v1/sign-in-rules'
const ORGANIZATIONS = '/organizations/v1/organizations'

describe('users', () => {
  test('a changed role and a disabled user count with the next request, and name the person who did it', async () => {
    const owner = await signedIn({ shop: 'owner' })
    const clerk = await signedIn({ shop: 'clerk' })
    const path = `${USERS}/${clerk.person.personId}`
    const settings = () => ask(clerk, 'GET', '/invoicing/v2/invoiceSettings')
    const cancel = () => ask(clerk, 'POST', '/invoicing/v2/invoices/none/cancelation')

    expect((await cancel()).status).toBe(404)
    expect((await ask(owner, 'PATCH', path, { role: 'viewer' })).body).toMatchObject({ role: 'viewer' })
    expect(reasonOf(await cancel())).toBe('403 MISSING_PERMISSION')
    expect((await settings()).status).toBe(200)
    expect((await ask(owner, 'PATCH', path, { status: 'DISABLED' })).body).toMatchObject({ status: 'DISABLED' })
    expect(reasonOf(await settings())).toBe('403 NO_MEMBERSHIP')
    expect((await ask(owner, 'DELETE', path)).status).toBe(204)
    expect((await ask(owner, 'DELETE', path)).status).toBe(404)
    const actor = { kind: 'user', organizationId: 'shop', personId: owner.person.personId }
    expect(await auditOf(`person:${clerk.person.personId}`)).toMatchObject([
      { organization_id: 'shop', actor, action: 'user.changed', details: { role: 'viewer', status: 'ACTIVE' } },
      { actor, action: 'user.changed', details: { role: 'viewer', status: 'DISABLED' } },
      { actor, action: 'user.removed', details: { role: 'viewer' } },
    ])
  })

  test('a disabled person is signed out', async () => {
    const session = await signedIn({ shop: 'clerk' })
    await app.database.pool.query(`update persons set status = 'DISABLED' where person_id = $1`, [
      session.person.personId,
    ])

    expect((await ask(session, 'GET', SESSION)).status).toBe(401)
  })

  test('only owners change owners, and nobody their own role', async () => {
    const owner = await signedIn({ shop: 'owner' })
    const admin = await signedIn({ shop: 'admin' })
    const path = `${USERS}/${owner.person.personId}`

    expect(reasonOf(await ask(admin, 'PATCH', path, { role: 'viewer' }))).toBe('403 OWNERS_ONLY')
    expect(reasonOf(await ask(admin, 'DELETE', path))).toBe('403 OWNERS_ONLY')
    expect(reasonOf(await ask(owner, 'PATCH', path, { role: 'viewer' }))).toBe('409 OWN_MEMBERSHIP')
    expect(reasonOf(await ask(admin, 'PUT', RULES, { requiresCodes: true }))).toBe('403 OWNERS_ONLY')
  })

  test('two owners who remove each other at the same time do not both succeed', async () => {
    await anOrganization(app, 'duel')
    const [one, two] = [await signedIn({ duel: 'owner' }), await signedIn({ duel: 'owner' })]

    const responses = await Promise.all([
      ask(one, 'DELETE', `${USERS}/${two.person.personId}`),
      ask(two, 'DELETE', `${USERS}/${one.person.personId}`),
    ])

    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('a change asks for the password again after 15 minutes', async () => {
    const person = await aPerson(app, { roles: { shop: 'owner' } })
    const target = await aPerson(app, { roles: { shop: 'viewer' } })
    const now = systemClock.now().subtract({ minutes: 15 })
    const session = await aSession(app, person, { baseUrl: BASE_URL, now })

    const response = await ask(session, 'PATCH', `${USERS}/${target.personId}`, { role: 'clerk' })

    expect(reasonOf(response)).toBe('403 CONFIRMATION_REQUIRED')
    expect((await ask(session, 'GET', USERS)).status).toBe(200)
  })

  test('a key with the scope users acts as an admin, and routes for people refuse it', async () => {
    const deps = { db: app.database, machineClock: systemClock, secrets: testSecrets }
    const terms = { label: 'staff', scopes: ['users'] as const, expiresAt: undefined }
    const bearer = await createBearerKey(deps, { organizationId: 'shop', by: aTester }, terms)
    const [owner, viewer] = [await signedIn({ shop: 'owner' }), await signedIn({ shop: 'viewer' })]
    const change = ({ person }: typeof owner, role: Role) =>
      sendAs(app.port, { bearer }, { method: 'PATCH', path: `${USERS}/${person.personId}`, body: { role } })

    expect((await change(viewer, 'clerk')).status).toBe(200)
    expect(reasonOf(await change(owner, 'clerk'))).toBe('403 OWNERS_ONLY')
    expect(reasonOf(await sendAs(app.port, { bearer }, { method: 'GET', path: SESSION }))).toBe('403 PEOPLE_ONLY')
  })
})

describe('one-time codes for everyone', () => {
  test('an organization that requires codes refuses people without them, but not their own settings', async () => {
    await anOrganization(app, 'strict')
    const [owner, clerk] = [await signedIn({ strict: 'owner' }), await signedIn({ strict: 'clerk' })]
    expect(reasonOf(await ask(owner, 'PUT', RULES, { requiresCodes: true }))).toBe('409 CODES_MISSING')
    await app.database.pool.query(
      `update persons set codes_secret = 'x', codes_confirmed_at = now() where person_id = $1`,
      [owner.person.personId],
    )
    await forgetCallers(app)

    const changed = await ask(owner, 'PUT', RULES, { requiresCodes: true })

    expect(changed.body).toEqual({ requiresCodes: true })
    expect((await ask(owner, 'GET', RULES)).body).toEqual({ requiresCodes: true })
    expect(reasonOf(await ask(clerk, 'GET', ME))).toBe('403 CODES_REQUIRED')
    expect((await ask(clerk, 'GET', SESSION)).body).toMatchObject({ mustSetUpCodes: true })
    expect(await auditOf('organization:strict')).toContainEqual(
      expect.objectContaining({ action: 'organization.sign-in-rules-changed', details: { requiresCodes: true } }),
    )
  })
})

describe('organizations to choose from', () => {
  test('organizations are found by parts of name and id, without case and accents, in pages', async () => {
    await anOrganization(app, 'chain', { type: 'partner', name: 'Chain' })
    for (const [id, name] of [
      ['m-1', 'Café Zürich'],
      ['m-2', 'CAFE Łódź'],
      ['m-3', 'Москва'],
    ] as const) {
      await anOrganization(app, id, { name, parentId: 'chain' })
    }
    const session = await signedIn({ chain: 'viewer' })
    const search = (text: string) => ask(session, 'GET', `${ORGANIZATIONS}?search=${encodeURIComponent(text)}`)

    expect(idsOf(await search('cafe'))).toEqual(['m-1', 'm-2'])
    expect(idsOf(await search('ZURICH café'))).toEqual(['m-1'])
    expect(idsOf(await search('МОСК'))).toEqual(['m-3'])
    expect(idsOf(await search('M-2'))).toEqual(['m-2'])
    expect(idsOf(await search('%'))).toEqual([])
    const page = await ask(session, 'GET', `${ORGANIZATIONS}?organizationId=m-1&offset=1&limit=2`)
    expect([idsOf(page), page.body.total]).toEqual([['m-1', 'm-2'], 4])
  })

  test('a person with several memberships chooses from all of them', async () => {
    const session = await signedIn({ shop: 'viewer', foreign: 'viewer' })

    expect(idsOf(await ask(session, 'GET', `${ORGANIZATIONS}?organizationId=shop`))).toEqual(['foreign', 'shop'])
  })
})
