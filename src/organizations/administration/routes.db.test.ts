import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { reasonOf, signedInPeople } from '../../../test/support/apps/signed-in.ts'
import { anOrganization, family } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import type { Role } from '../users/role.ts'

const BASE_URL = 'http://127.0.0.1'
const app = await startApp({ environment: { QUITTANCE_BASE_URL: BASE_URL } })
const parties = await family(app)
const { ask, auditOf } = signedInPeople(app)

const SETTINGS = '/organizations/v1/settings'
const RETENTION = '/organizations/v1/retention'
const MERCHANTS = '/organizations/v1/merchants'
const GROUPS = '/organizations/v1/merchant-groups'
const INVITATIONS = '/organizations/v1/invitations'

async function signedIn(roles: Readonly<Record<string, Role>>) {
  const person = await aPerson(app, { roles })
  return { person, ...(await aSession(app, person, { baseUrl: BASE_URL })) }
}

const owner = await signedIn({ partner: 'owner' })
const actor = { kind: 'user', organizationId: 'partner', personId: owner.person.personId }

describe('settings', () => {
  test('fraud management and validation are changed apart, and the trail names the person', async () => {
    const path = `${SETTINGS}?organizationId=shop`
    const before = await ask(owner, 'GET', path)
    const held = await ask(owner, 'PATCH', path, { hasFraudManagement: true })
    const lenient = await ask(owner, 'PATCH', path, { validation: 'lenient' })
    const usual = await ask(owner, 'PATCH', path, { validation: null })

    expect(before.body).toEqual({ hasFraudManagement: false, validation: null, usualValidation: 'strict' })
    expect(held.body).toMatchObject({ hasFraudManagement: true, validation: null })
    expect(lenient.body).toMatchObject({ hasFraudManagement: true, validation: 'lenient' })
    expect(usual.body).toMatchObject({ hasFraudManagement: true, validation: null })
    const entries = (await auditOf('organization:shop')).filter(({ action }) => action === 'organization.updated')
    expect(entries).toMatchObject([
      { actor, details: { fields: 'hasFraudManagement' } },
      { actor, details: { fields: 'validation' } },
      { actor, details: { fields: 'validation' } },
    ])
  })

  test('a mode that does not exist is refused at its field', async () => {
    const { status, body } = await ask(owner, 'PATCH', SETTINGS, { validation: 'loose' })

    expect([status, body.details[0].field]).toEqual([400, 'validation'])
  })

  test('retention is the own one, or that of the nearest organization above', async () => {
    const of = async (id: string) => (await ask(owner, 'GET', `${RETENTION}?organizationId=${id}`)).body
    const set = (id: string, months: number | null) =>
      ask(owner, 'PUT', `${RETENTION}?organizationId=${id}`, { months })

    expect(await of('sister')).toEqual({ months: 16, ownMonths: null, usualMonths: 16 })
    await set('account', 24)
    expect(await of('sister')).toEqual({ months: 24, ownMonths: null, usualMonths: 24 })
    expect((await set('sister', 12)).body).toEqual({ months: 12, ownMonths: 12, usualMonths: 24 })
    expect((await set('sister', null)).body).toEqual({ months: 24, ownMonths: null, usualMonths: 24 })
    expect((await set('sister', 0)).status).toBe(400)
  })
})

describe('merchants', () => {
  test('a partner creates a merchant without keys, and its owner takes over by invitation', async () => {
    const created = await ask(owner, 'POST', MERCHANTS, { merchantId: 'new-shop', name: 'New Shop' })
    const invited = await ask(owner, 'POST', `${INVITATIONS}?organizationId=new-shop`, {
      ...{ email: 'owner@new-shop.example', role: 'owner' },
    })
    const { merchants } = (await ask(owner, 'GET', `${MERCHANTS}?search=new`)).body
    const { rows: keys } = await app.database.pool.query(`select from credentials where organization_id = 'new-shop'`)

    expect(created.body).toMatchObject({ organizationId: 'new-shop', parentId: 'partner', type: 'merchant' })
    expect(invited.status).toBe(201)
    expect(merchants).toMatchObject([{ organizationId: 'new-shop', owners: 0, invitedOwners: 1 }])
    expect(keys).toEqual([])
    expect(await auditOf('organization:new-shop')).toMatchObject([
      { organization_id: 'new-shop', actor, action: 'organization.created', details: { parentId: 'partner' } },
    ])
  })

  test('only those below are listed, in pages', async () => {
    const all = await ask(owner, 'GET', `${MERCHANTS}?organizationId=account`)
    const second = await ask(owner, 'GET', `${MERCHANTS}?organizationId=account&offset=1&limit=1`)
    const ids = ({ body }: typeof all) => body.merchants.map((one: { organizationId: string }) => one.organizationId)

    expect([ids(all), all.body.total]).toEqual([['shop', 'sister'], 2])
    expect([ids(second), second.body.total]).toEqual([['sister'], 2])
  })

  test('a taken id, a bad id and a merchant above are refused at their fields', async () => {
    const post = (body: object, id = 'partner') => ask(owner, 'POST', `${MERCHANTS}?organizationId=${id}`, body)
    const answers = await Promise.all([
      post({ merchantId: 'foreign', name: 'x' }),
      post({ merchantId: 'with space', name: 'x' }),
      post({ merchantId: 'fine', name: ' ' }),
      post({ merchantId: 'fine', name: 'x', timeZone: 'Nowhere' }),
      post({ merchantId: 'fine', name: 'x' }, 'shop'),
    ])

    expect(answers.map(({ status, body }) => [status, body.details[0].field])).toEqual([
      [409, 'organizationId'],
      [400, 'organizationId'],
      [400, 'name'],
      [400, 'timeZone'],
      [409, 'organizationId'],
    ])
  })

  test('a clerk creates none', async () => {
    const clerk = await signedIn({ partner: 'clerk' })

    expect(reasonOf(await ask(clerk, 'POST', MERCHANTS, { merchantId: 'x', name: 'x' }))).toBe('403 MISSING_PERMISSION')
  })
})

describe('groups', () => {
  test('a group is created, renamed, given other members and deleted', async () => {
    const path = `${GROUPS}/${encodeURIComponent('North side')}`
    const created = await ask(owner, 'POST', GROUPS, { name: 'North side', merchantIds: ['shop', 'sister'] })
    const shown = await ask(owner, 'GET', path)
    const smaller = await ask(owner, 'PATCH', path, { merchantIds: ['sister'] })
    const changed = await ask(owner, 'PATCH', path, { add: ['shop'], remove: ['sister'] })
    const renamed = await ask(owner, 'PATCH', path, { name: 'South side' })
    const listed = await sendAs(app.port, parties.partner, { method: 'GET', path: GROUPS })
    const gone = await ask(owner, 'GET', path)
    const deleted = await ask(owner, 'DELETE', `${GROUPS}/South%20side`)

    expect(created.body).toEqual({ name: 'North side', members: 2 })
    expect(shown.body.merchants).toEqual([
      { organizationId: 'shop', name: 'shop' },
      { organizationId: 'sister', name: 'sister' },
    ])
    expect([smaller, changed].map(({ body }) => body.members)).toEqual([1, 1])
    expect(renamed.body).toEqual({ name: 'South side', members: 1 })
    expect(listed.body).toEqual({ groups: [{ name: 'South side', members: 1 }] })
    expect([gone.status, deleted.status]).toEqual([404, 200])
  })

  test('foreign merchants and taken names are refused at their fields', async () => {
    await ask(owner, 'POST', GROUPS, { name: 'Taken', merchantIds: [] })
    const answers = await Promise.all([
      ask(owner, 'POST', GROUPS, { name: 'Taken', merchantIds: [] }),
      ask(owner, 'POST', GROUPS, { name: 'Foreign', merchantIds: ['foreign'] }),
      ask(owner, 'POST', GROUPS, { name: 'a/b', merchantIds: [] }),
    ])

    expect(answers.map(({ status, body }) => [status, body.details[0].field])).toEqual([
      [409, 'name'],
      [400, 'members'],
      [400, 'name'],
    ])
  })

  test('an organization beside has groups of its own', async () => {
    await anOrganization(app, 'rival', { type: 'partner' })
    const rival = await signedIn({ rival: 'owner' })

    expect((await ask(rival, 'GET', GROUPS)).body).toEqual({ groups: [] })
  })
})
