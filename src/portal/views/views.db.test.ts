import { beforeAll, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { readPerson } from '../../kernel/person.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import type { Role } from '../../organizations/users/role.ts'
import { PERSONAL_VIEWS_MAX } from './view.ts'
import { viewsHolder } from './views-holder.ts'

const app = await startApp()
let shop: Awaited<ReturnType<typeof anOrganization>>
beforeAll(async () => {
  await anOrganization(app, 'partner', { type: 'partner' })
  shop = await anOrganization(app, 'shop', { parentId: 'partner' })
  await anOrganization(app, 'other', { parentId: 'partner' })
})

type Visitor = Awaited<ReturnType<typeof signedIn>>

/** A person of an organization who has signed in. */
async function signedIn(role: Role, organizationId = 'shop') {
  const person = await aPerson(app, { roles: { [organizationId]: role } })
  const { headers } = await aSession(app, person, { baseUrl: BASE_URL })
  const call = (method: string, path = '', body?: unknown, at = 'shop') =>
    sendAs(app.port, undefined, { method, path: `/portal/v1/views${path}?organizationId=${at}`, headers, body })
  return { ...person, call, names: async (at = 'shop') => namesIn(await call('GET', '', undefined, at)) }
}
const namesIn = ({ body }: Awaited<ReturnType<typeof sendAs>>) => body.views.map(({ name }: { name: string }) => name)
const created = async (visitor: Visitor, body: object): Promise<string> => {
  const { status, body: view } = await visitor.call('POST', '', body)
  expect(status).toBe(201)
  return view.viewId
}

test('a personal view is its maker’s alone, in one organization; a shared one is everybody’s', async () => {
  const [ada, bob] = [await signedIn('clerk'), await signedIn('viewer')]
  const mine = { name: 'Mine', query: 'view=open&sort=-dueDate', columns: ['number', 'due'] }
  const viewId = await created(ada, mine)
  await created(ada, { name: 'Ours', isShared: true })

  expect(await ada.names()).toEqual(['Mine', 'Ours'])
  expect(await bob.names()).toEqual(['Ours'])
  expect((await ada.call('GET')).body.views[0]).toEqual({
    ...{ viewId, ...mine, list: 'invoices', isShared: false, isOwn: true, canChange: true },
  })
  const fromPartner = await signedIn('clerk', 'partner')
  expect(await fromPartner.names('shop')).toEqual(['Ours'])
  expect(await fromPartner.names('other')).toEqual([])
  for (const method of ['PUT', 'DELETE']) {
    expect((await bob.call(method, `/${viewId}`, { name: 'Taken' })).status).toBe(404)
  }
})

test('a view says which list it is of, and only lists that have views are taken', async () => {
  const ada = await signedIn('clerk')
  const viewId = await created(ada, { name: 'Refunds', list: 'transactions', query: 'type=REFUND' })

  const { body } = await ada.call('GET')

  expect(body.views.find((view: { readonly viewId: string }) => view.viewId === viewId)).toMatchObject({
    list: 'transactions',
  })
  expect((await ada.call('POST', '', { name: 'Odd', list: 'reports' })).status).toBe(400)
})

test('a shared view is changed by its maker or by those who manage the users, and a viewer shares none', async () => {
  const [maker, clerk] = [await signedIn('analyst'), await signedIn('clerk')]
  const [admin, viewer] = [await signedIn('admin'), await signedIn('viewer')]
  const viewId = await created(maker, { name: 'Shared', isShared: true })
  const change = (visitor: Visitor, name: string) => visitor.call('PUT', `/${viewId}`, { name, isShared: true })

  const answers = [await change(clerk, 'By clerk'), await change(admin, 'By admin'), await change(maker, 'By maker')]
  const refused = await viewer.call('POST', '', { name: 'Mine', isShared: true })
  const removed = await admin.call('DELETE', `/${viewId}`)

  expect(answers.map(({ status, body }) => [status, body.reason ?? body.name])).toEqual([
    ...[
      [403, 'NOT_OWN_VIEW'],
      [200, 'By admin'],
      [200, 'By maker'],
    ],
  ])
  expect([refused.status, refused.body.reason]).toEqual([403, 'MISSING_PERMISSION'])
  expect(removed.status).toBe(204)
  const trail = await listAudit(app.database.db, { organizationId: 'shop' }, { limit: 100 })
  const about = trail.filter(({ subject }) => subject === `view:${viewId}`)
  expect(about.map(({ action, actor }) => [action, 'personId' in actor ? actor.personId : undefined])).toEqual(
    expect.arrayContaining([
      ['view.created', maker.personId],
      ['view.changed', admin.personId],
      ['view.deleted', admin.personId],
    ]),
  )
})

test('names, queries, columns and the number of views are bounded, and keys have no views', async () => {
  const ada = await signedIn('clerk')
  const wrong = await ada.call('POST', '', {
    ...{ name: 'n'.repeat(61), query: `?${'q'.repeat(10)}`, columns: Array.from({ length: 21 }, () => 'c') },
  })
  await Promise.all(Array.from({ length: PERSONAL_VIEWS_MAX + 2 }, () => ada.call('POST', '', { name: 'Again' })))
  const oneMore = await ada.call('POST', '', { name: 'One more' })
  const byKey = await sendAs(app.port, shop, { method: 'GET', path: '/portal/v1/views' })

  expect(wrong.status).toBe(400)
  expect(wrong.body.details.map(({ field }: { field: string }) => field).toSorted()).toEqual([
    ...['columns', 'name', 'query'],
  ])
  expect((await ada.names()).filter((name: string) => name === 'Again')).toHaveLength(PERSONAL_VIEWS_MAX)
  expect([oneMore.status, oneMore.body.reason]).toEqual([409, 'TOO_MANY_VIEWS'])
  expect([byKey.status, byKey.body.reason]).toEqual([403, 'PEOPLE_ONLY'])
})

test('views that name an erased customer are removed, and those that an erased person made, shared ones too', async () => {
  const [ada, bob] = [await signedIn('clerk'), await signedIn('clerk')]
  await created(ada, { name: 'Jane', query: 'customerEmail=Jane.Doe%40example.org' })
  await created(ada, { name: 'Others', query: 'customerEmail=joan%40example.org' })
  await created(bob, { name: 'Bob’s' })
  await created(bob, { name: 'Ours', isShared: true })
  const sought = (email: string) => {
    const person = readPerson({ emails: [email], phones: [], customerIds: [] })
    return { organizationId: 'shop', organizationIds: ['shop'], person }
  }
  const holder = viewsHolder({ db: app.database })

  const found = [await holder.find(sought('jane.doe@example.org')), await holder.find(sought(bob.email))]
  const erased = [
    await holder.erase(sought('jane.doe@example.org'), aTester),
    await holder.erase(sought(bob.email), aTester),
  ]

  expect(found.map(({ counts }) => counts)).toEqual([{ 'saved views': 1 }, { 'saved views': 2 }])
  expect(erased).toEqual(found)
  const { rows } = await app.database.pool.query(`select name from saved_views where person_id = any($1::uuid[])`, [
    [ada.personId, bob.personId],
  ])
  expect(rows).toEqual([{ name: 'Others' }])
})
