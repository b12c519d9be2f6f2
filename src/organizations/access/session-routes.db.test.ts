import { describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { idsOf, reasonOf, signedInPeople } from '../../../test/support/apps/signed-in.ts'
import { anOrganization, aTester, family } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { resumeOrganization, suspendOrganization } from '../tree/change-organization.ts'

const app = await startApp()
await family(app)
const { signedIn, ask, auditOf } = signedInPeople(app)

const ME = '/organizations/v1/me'
const SESSION = '/organizations/v1/session'
const SESSIONS = '/organizations/v1/sessions'
const USERS = '/organizations/v1/users'
const RULES = '/organizations/v1/sign-in-rules'

describe('the organization of a person’s request', () => {
  test('a partner’s person acts for the merchant that the query names, with the nearest membership', async () => {
    const session = await signedIn({ partner: 'viewer', shop: 'clerk' })

    const inShop = await ask(session, 'GET', `${ME}?organizationId=shop`)
    const inSister = await ask(session, 'GET', `${ME}?organizationId=sister`)

    expect(inShop.body).toMatchObject({
      organization: { organizationId: 'shop' },
      actingFor: { organizationId: 'shop', suspensionReason: null },
      authentication: { scheme: 'session', email: session.person.email, role: 'clerk' },
    })
    expect(inSister.body).toMatchObject({
      organization: { organizationId: 'partner' },
      actingFor: { organizationId: 'sister' },
      totalOrganizations: 4,
      authentication: { role: 'viewer', permissions: ['invoices:read', 'payments:read', 'reports:read'] },
    })
    expect(idsOf(inSister)).toEqual(['partner', 'sister'])
  })

  test('the lists of a partner’s person change with the merchant, and ids of other merchants are 404', async () => {
    const session = await signedIn({ account: 'admin' })
    await aPerson(app, { roles: { shop: 'viewer' }, name: 'Shop keeper' })
    const inSister = await aPerson(app, { roles: { sister: 'viewer' }, name: 'Sister keeper' })
    const namesIn = async (id: string) =>
      (await ask(session, 'GET', `${USERS}?organizationId=${id}`)).body.users.map(({ name }: { name: string }) => name)

    expect(await namesIn('shop')).toContain('Shop keeper')
    expect(await namesIn('sister')).not.toContain('Shop keeper')
    const path = `${USERS}/${inSister.personId}`
    expect((await ask(session, 'PATCH', `${path}?organizationId=shop`, { role: 'clerk' })).status).toBe(404)
    expect((await ask(session, 'PATCH', `${path}?organizationId=sister`, { role: 'clerk' })).status).toBe(200)
    expect((await ask(session, 'GET', `${USERS}?organizationId=partner`)).status).toBe(404)
    expect((await ask(session, 'GET', `${USERS}?organizationId=foreign`)).status).toBe(404)
  })

  test('a person with several organizations has to name one', async () => {
    const session = await signedIn({ shop: 'clerk', foreign: 'viewer' })

    const response = await ask(session, 'GET', ME)

    expect(response.status).toBe(400)
    expect(response.body.details).toEqual([{ field: 'organizationId', reason: 'INVALID_DATA' }])
    expect((await ask(session, 'GET', SESSION)).status).toBe(200)
  })

  test('people of a suspended organization can read, see the reason, and change nothing', async () => {
    const session = await signedIn({ foreign: 'owner' })
    const clocks = { db: app.database, clock: systemClock, machineClock: systemClock }
    const actor = { organizationId: 'foreign', by: aTester }
    await suspendOrganization(clocks, actor, { reason: 'unpaid' })

    const me = await ask(session, 'GET', ME)
    const change = await ask(session, 'PUT', RULES, { requiresCodes: false })
    await resumeOrganization(clocks, actor)

    expect(me.body.actingFor).toMatchObject({ status: 'SUSPENDED', suspensionReason: 'unpaid' })
    expect(reasonOf(change)).toBe('403 ORGANIZATION_SUSPENDED')
  })

  test('the reason of a suspension above the person’s organization is not shown', async () => {
    const session = await signedIn({ shop: 'owner' })
    const clocks = { db: app.database, clock: systemClock, machineClock: systemClock }
    const actor = { organizationId: 'account', by: aTester }
    await suspendOrganization(clocks, actor, { reason: 'private' })

    const me = await ask(session, 'GET', ME)
    await resumeOrganization(clocks, actor)

    expect(me.body.actingFor).toMatchObject({ status: 'SUSPENDED', suspensionReason: null })
  })
})

describe('a session', () => {
  test('the session tells who has signed in, and what they may do where', async () => {
    const session = await signedIn({ shop: 'reviewer' })
    await app.database.pool.query(
      `insert into memberships select 'foreign', person_id, 'admin', 'INVITED', null, now(), now() from memberships
       where person_id = $1`,
      [session.person.personId],
    )

    const { body } = await ask(session, 'GET', SESSION)

    expect(body).toMatchObject({
      person: { email: session.person.email, name: 'Ada Lovelace', language: null, theme: null, hasCodes: false },
      mustSetUpCodes: false,
      mode: 'sandbox',
      version: expect.any(String),
    })
    expect(body.memberships).toMatchObject([
      { organizationId: 'foreign', role: 'admin', status: 'INVITED', permissions: [] },
      {
        organizationId: 'shop',
        organizationType: 'merchant',
        timeZone: 'UTC',
        role: 'reviewer',
        permissions: ['invoices:read', 'payments:read', 'reviews', 'reports:read'],
      },
    ])
    expect(body.session).toMatchObject({ sessionId: session.session.sessionId })
  })

  test('signing out ends the session and clears the cookie', async () => {
    const session = await signedIn({ shop: 'viewer' })

    const response = await ask(session, 'DELETE', SESSION)

    expect(response.status).toBe(204)
    expect(String(response.headers['set-cookie'])).toMatch(
      /^__Host-quittance=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect((await ask(session, 'GET', SESSION)).status).toBe(401)
    expect(await auditOf(`person:${session.person.personId}`)).toMatchObject([
      {
        organization_id: 'shop',
        actor: { kind: 'user', organizationId: 'shop', personId: session.person.personId },
        action: 'session.ended',
      },
    ])
  })

  test('sessions are listed, ended one by one, and ended everywhere', async () => {
    const first = await signedIn({ shop: 'viewer' })
    const second = await aSession(app, first.person, { baseUrl: BASE_URL, isKept: true })
    const other = await signedIn({ shop: 'viewer' })

    const listed = await ask(first, 'GET', SESSIONS)
    const foreign = await ask(first, 'DELETE', `${SESSIONS}/${other.session.sessionId}`)
    const malformed = await ask(first, 'DELETE', `${SESSIONS}/x`)
    const ended = await ask(first, 'DELETE', `${SESSIONS}/${second.session.sessionId}`)

    expect(listed.body.sessions).toHaveLength(2)
    expect(listed.body.sessions).toContainEqual(
      expect.objectContaining({ sessionId: first.session.sessionId, isCurrent: true, device: 'Firefox on Linux' }),
    )
    expect([foreign.status, malformed.status, ended.status]).toEqual([404, 404, 204])
    expect((await ask(second, 'GET', SESSION)).status).toBe(401)
    expect((await ask(first, 'DELETE', SESSIONS)).status).toBe(204)
    expect((await ask(first, 'GET', SESSION)).status).toBe(401)
    expect((await ask(other, 'GET', SESSION)).status).toBe(200)
  })

  test.each([
    ['idle for an hour', { minutes: 60 }, false, 401],
    ['idle for less than an hour', { minutes: 59 }, false, 200],
    ['kept for 29 days', { hours: 29 * 24 }, true, 200],
    ['kept for 30 days', { hours: 30 * 24 }, true, 401],
  ])('a session that was %s is %j old, kept: %j → %i', async (_, age, isKept, status) => {
    const person = await aPerson(app, { roles: { shop: 'viewer' } })
    const now = systemClock.now().subtract(age)
    const session = await aSession(app, person, { baseUrl: BASE_URL, isKept, now })

    expect((await ask(session, 'GET', SESSION)).status).toBe(status)
  })

  test('the last use of a session is stored about once a minute', async () => {
    const person = await aPerson(app, { roles: { shop: 'viewer' } })
    const now = systemClock.now().subtract({ minutes: 30 })
    const session = await aSession(app, person, { baseUrl: BASE_URL, now })
    const lastSeen = async () =>
      (
        await app.database.pool.query('select last_seen_at from sessions where session_id = $1', [
          session.session.sessionId,
        ])
      ).rows[0].last_seen_at

    await ask(session, 'GET', SESSION)

    await expect.poll(lastSeen).not.toEqual(session.session.lastSeenAt)
    const stored = await lastSeen()
    await ask(session, 'GET', SESSION)
    expect(await lastSeen()).toEqual(stored)
  })

  test('a made-up, a malformed and an ended session are refused alike', async () => {
    const responses = await Promise.all(
      ['x'.repeat(43), 'short', ''].map((token) =>
        ask({ headers: { cookie: `__Host-quittance=${token}`, 'sec-fetch-site': 'same-origin' } }, 'GET', ME),
      ),
    )

    expect(responses.map(({ status, text }) => [status, text])).toEqual(
      responses.map(() => [401, '{"response":{"rmsg":"Authentication Failed"}}']),
    )
  })

  test('cookies of others do not matter to a key', async () => {
    const { bearer } = await anOrganization(app, `cookies-${Date.now()}`)
    const headers = { cookie: 'quittance_sandbox=abc; quittance=def; other=x' }

    expect((await sendAs(app.port, { bearer }, { method: 'GET', path: ME, headers })).status).toBe(200)
  })
})

describe('a request from another site', () => {
  const SITES = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: BASE_URL },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]

  test.each(SITES)('a change with %j is refused, and nothing changes', async (site) => {
    const { person, cookie } = await signedIn({ shop: 'owner' })
    const target = await aPerson(app, { roles: { shop: 'viewer' } })

    const response = await ask({ headers: { cookie, ...site } as never }, 'PATCH', `${USERS}/${target.personId}`, {
      role: 'admin',
    })

    expect(reasonOf(response)).toBe('403 OTHER_SITE')
    expect(await auditOf(`person:${target.personId}`)).toEqual([])
    expect(await auditOf(`person:${person.personId}`)).toEqual([])
  })

  test('a change from a page of the service passes, by Sec-Fetch-Site before Origin, and a request to read always', async () => {
    const { cookie } = await signedIn({ shop: 'owner' })
    const from = (headers: object) => ({ headers: { cookie, ...headers } as never })
    const change = (headers: object) => ask(from(headers), 'PUT', RULES, { requiresCodes: false })

    expect((await change({ 'sec-fetch-site': 'same-origin', origin: 'null' })).status).toBe(200)
    expect((await change({ origin: BASE_URL })).status).toBe(200)
    expect((await ask(from({ 'sec-fetch-site': 'cross-site' }), 'GET', RULES)).status).toBe(200)
  })

  test('a request with a session and a key is refused as ambiguous', async () => {
    const { headers } = await signedIn({ shop: 'owner' })
    const { bearer } = await anOrganization(app, `both-${Date.now()}`)

    const response = await sendAs(app.port, { bearer }, { method: 'GET', path: ME, headers })

    expect(reasonOf(response)).toBe('400 AMBIGUOUS_CREDENTIALS')
  })
})
