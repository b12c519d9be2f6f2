import { expect, test } from 'vitest'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { aPersonWithPassword, aSignInNode } from '../../../test/support/data/sign-ins.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { readPerson } from '../../kernel/person.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { changeUser } from '../access/change-user.ts'
import { INSTALLATION } from '../audit/audit-entry.ts'
import { listAudit } from '../audit/audit-store.ts'
import { invitePerson } from '../sign-in/invite-person.ts'
import { requestReset } from '../sign-in/reset-password.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { findActorWords } from '../users/actor-words.ts'
import { findPersonById } from '../users/person-store.ts'
import { accountsHolder } from './accounts-holder.ts'
import { erasePerson } from './erase-person.ts'
import { findPerson } from './find-person.ts'

const { database } = await aDatabase()
const node = aSignInNode(database)
await anOrganization({ database }, 'chain', { type: 'partner' })
for (const id of ['shop', 'kiosk']) await anOrganization({ database }, id, { parentId: 'chain' })
await anOrganization({ database }, 'foreign')
await aPersonWithPassword({ database }, { roles: { chain: 'owner', foreign: 'owner' } })

const deps = ({ mayOrphan = false } = {}) => ({
  ...{ db: database, secrets: testSecrets, machineClock: systemClock },
  holders: [accountsHolder({ db: database, machineClock: systemClock, mayOrphan })],
})
const asked = (organizationId: string, email: string) => ({
  organizationId,
  person: readPerson({ emails: [email], phones: [], customerIds: [] }),
})
const erase = (organizationId: string, email: string, terms: { mayOrphan?: boolean } = {}) =>
  erasePerson(deps(terms), aTester, asked(organizationId, email))
const find = async (organizationId: string, email: string) =>
  (await findPerson(deps(), asked(organizationId, email))).held.get('people who sign in')

const TABLES = ['persons', 'memberships', 'sessions', 'sign_in_links', 'recovery_codes'] as const
async function rowsOf(personId: string): Promise<readonly string[]> {
  const found = await Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await database.pool.query(`select from ${table} where person_id = $1`, [personId])
      return rows.map(() => table)
    }),
  )
  return found.flat()
}

test('a person is erased with account, memberships, sessions, links and counts of attempts', async () => {
  const { personId, email } = await aPersonWithPassword(
    { database },
    { email: 'Grace.Hopper@shop.example', name: 'Grace Hopper', roles: { shop: 'clerk', kiosk: 'viewer' } },
  )
  await aSession({ database }, { personId }, { baseUrl: 'https://pay.example.com' })
  await requestReset(node, email, async () => {})
  const visit = { device: '', network: '192.0.2.7', deviceCookie: undefined, code: undefined, isKept: false }
  await signIn(node, { ...visit, email, password: 'wrong password' }).catch(() => {})
  const expected = { people: 1, memberships: 2, sessions: 1, links: 1, 'counts of attempts': 2 }

  const found = await find('chain', 'grace.hopper@shop.example')
  const before = await rowsOf(personId)
  const erased = await erase('chain', 'grace.hopper@shop.example')
  const again = await erase('chain', 'grace.hopper@shop.example')

  expect(found?.counts).toEqual(expected)
  expect(before).toEqual(['persons', 'memberships', 'memberships', 'sessions', 'sign_in_links'])
  expect(erased.outcome).toEqual({ 'people who sign in': expected })
  expect(again.outcome).toEqual({ 'people who sign in': {} })
  expect(await rowsOf(personId)).toEqual([])
  expect(erased.remaining.map(({ what }) => what)).toContainEqual(expect.stringContaining('as reviewer'))
})

test('the trail says in each organization that somebody was erased, and by the id alone', async () => {
  const inviter = await aPersonWithPassword({ database }, { email: 'joan@shop.example', roles: { shop: 'admin' } })
  const by = { kind: 'user', organizationId: 'shop', personId: inviter.personId } as const
  const { person } = await invitePerson(
    node,
    { organizationId: 'shop', by },
    { email: 'invited@shop.example', name: 'I', role: 'viewer' },
    async () => {},
  )

  await erase('shop', 'joan@shop.example')

  const entries = await listAudit(database.db, { organizationId: 'shop' }, { limit: 50 })
  expect(entries).toContainEqual(
    expect.objectContaining({
      ...{ action: 'person.erased', subject: `person:${inviter.personId}`, actor: aTester },
      details: { isWhole: true },
    }),
  )
  expect(JSON.stringify(entries)).not.toContain('joan@shop.example')
  expect((await findActorWords(database.db, [by]))(by)).toBe(`person ${inviter.personId} of shop`)
  expect(await rowsOf(person.personId)).toEqual(['persons', 'memberships', 'sign_in_links'])
})

test('a person who works elsewhere too loses the access here, and keeps the account there', async () => {
  const { personId, email } = await aPersonWithPassword({ database }, { roles: { shop: 'clerk', foreign: 'viewer' } })

  const erased = await erase('shop', email)

  expect(await rowsOf(personId)).toEqual(['persons', 'memberships'])
  expect(erased.outcome).toEqual({ 'people who sign in': { memberships: 1 } })
  expect(erased.remaining).toContainEqual({
    what: 'the account of a person who signs in',
    why: 'it is used in foreign: erase the person there too',
  })
  expect((await erase('foreign', email)).outcome).toEqual({ 'people who sign in': { people: 1, memberships: 1 } })
  expect(await findPersonById(database.db, personId)).toBeUndefined()
})

test('a person without a membership, and one who was only invited, are erased too', async () => {
  const alone = await aPersonWithPassword({ database })
  const invited = await aPerson({ database }, { roles: { kiosk: 'viewer' }, membershipStatus: 'INVITED' })

  for (const { email } of [alone, invited]) await erase('kiosk', email)

  expect([await rowsOf(alone.personId), await rowsOf(invited.personId)]).toEqual([[], []])
  const entries = await listAudit(database.db, { organizationId: INSTALLATION }, { limit: 50 })
  expect(entries).toContainEqual(expect.objectContaining({ subject: `person:${alone.personId}` }))
})

test('the last owner is refused before anything is erased, unless it is wanted', async () => {
  await anOrganization({ database }, 'lonely')
  const owner = await aPersonWithPassword({ database }, { roles: { lonely: 'owner' } })
  await aPersonWithPassword({ database }, { roles: { lonely: 'admin' } })
  await aPerson({ database }, { roles: { lonely: 'owner' }, membershipStatus: 'INVITED' })

  const found = await find('lonely', owner.email)
  const refused = await erase('lonely', owner.email).catch((error: Error) => error)

  expect(refused).toMatchObject({ code: 'LAST_OWNER' })
  expect(String(refused)).toMatch(/last owner of lonely\. .*users create <email> --organization lonely --role owner/)
  expect(found?.remaining).toContainEqual(expect.objectContaining({ why: expect.stringContaining('of lonely') }))
  expect(await rowsOf(owner.personId)).toEqual(['persons', 'memberships'])
  expect(await listAudit(database.db, { organizationId: 'lonely', action: 'erasure' }, { limit: 5 })).toEqual([])
  await erase('lonely', owner.email, { mayOrphan: true })
  expect(await rowsOf(owner.personId)).toEqual([])
})

test('an owner is not the last one while another, or one above, is left', async () => {
  const [one, two] = [
    await aPersonWithPassword({ database }, { roles: { foreign: 'owner' } }),
    await aPersonWithPassword({ database }, { roles: { shop: 'owner' } }),
  ]

  await erase('foreign', one.email)
  await erase('shop', two.email)

  expect([await rowsOf(one.personId), await rowsOf(two.personId)]).toEqual([[], []])
})

test('of two owners one stays, also if both are erased or demoted at the same time', async () => {
  await anOrganization({ database }, 'duel')
  const people = await Promise.all([1, 2].map(() => aPersonWithPassword({ database }, { roles: { duel: 'owner' } })))
  const [one, two] = people
  const by = { kind: 'user', organizationId: 'duel', personId: two?.personId ?? '' } as const

  const outcomes = await Promise.allSettled(
    [
      erase('duel', two?.email ?? ''),
      changeUser(
        { db: database, machineClock: systemClock },
        { organizationId: 'duel', by },
        { personId: one?.personId ?? '', role: 'viewer' },
      ),
    ].map(async (work) => work),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { rows } = await database.pool.query(
    `select from memberships where organization_id = 'duel' and role = 'owner' and status = 'ACTIVE'`,
  )
  expect(rows).toHaveLength(1)
})
