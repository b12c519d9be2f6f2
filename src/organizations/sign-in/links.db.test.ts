import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aPersonWithPassword, aSignInNode, PASSWORD } from '../../../test/support/data/sign-ins.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { listAudit } from '../audit/audit-store.ts'
import type { IssuedLink } from '../links/link.ts'
import { findSession } from '../sessions/session-store.ts'
import { getUser } from '../users/membership-store.ts'
import { findPersonByEmail } from '../users/person-store.ts'
import { acceptInvitation, getInvitation } from './accept-invitation.ts'
import { invitePerson, resendInvitation } from './invite-person.ts'
import { completeReset, requestReset } from './reset-password.ts'
import { signIn } from './sign-in.ts'

const NEW_PASSWORD = 'quiet harbor 1907'

const { database } = await aDatabase()
const clock = settableClock('2026-03-01T12:00:00Z')
const node = aSignInNode(database, { machineClock: clock })
for (const id of ['shop', 'other']) await anOrganization({ database }, id)

const visit = { device: 'Firefox, Linux', network: '192.0.2.1', deviceCookie: undefined }
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? (error.details[0]?.reason ?? error.code) : String(error)),
  )
const enter = (email: string, password = PASSWORD, network = '192.0.2.1') =>
  signIn(node, { ...visit, network, email, password, code: undefined, isKept: false })

let sent: IssuedLink[] = []
const alsoWrite = async (_tx: unknown, { link }: { link: IssuedLink }) => {
  sent.push(link)
}
async function linksOf(work: () => Promise<unknown>): Promise<readonly IssuedLink[]> {
  sent = []
  await work()
  return sent
}

describe('a reset', () => {
  const request = async (email: string) => linksOf(() => requestReset(node, email, alsoWrite))
  const complete = (token: string, password = NEW_PASSWORD) =>
    outcomeOf(completeReset(node, { token, password, network: '192.0.2.1' }))

  test('sets a password once, ends all sessions, and voids other links', async () => {
    const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
    const { session } = await enter(email)
    const [first, second] = [...(await request(email)), ...(await request(email))]

    const both = await Promise.all([complete(first?.token ?? ''), complete(first?.token ?? '')])

    expect(both.sort()).toEqual(['LINK_INVALID', 'done'])
    expect(await complete(second?.token ?? '')).toBe('LINK_INVALID')
    expect((await findSession(database.db, session))?.session.endedAt).toBeDefined()
    expect(await outcomeOf(enter(email))).toBe('INVALID_CREDENTIALS')
    expect(await outcomeOf(enter(email, NEW_PASSWORD))).toBe('done')
  })

  test('is valid for an hour, and a refused password does not use it up', async () => {
    clock.set('2026-03-01T12:00:00Z')
    const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
    const [link] = await request(email)
    const token = link?.token ?? ''

    expect(await complete(token, 'password1234')).toBe('TOO_COMMON')
    clock.set('2026-03-01T12:59:59Z')
    expect(await complete(token, 'short')).toBe('TOO_SHORT')
    clock.set('2026-03-01T13:00:00Z')
    expect(await complete(token)).toBe('LINK_INVALID')
    expect(await complete('unknown')).toBe('LINK_INVALID')
  })

  test('opens an account that strangers have locked', async () => {
    const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
    for (let count = 0; count < 11; count += 1) await outcomeOf(enter(email, 'wrong password', `198.51.100.${count}`))
    const [link] = await request(email)

    await complete(link?.token ?? '')

    expect(await outcomeOf(enter(email, NEW_PASSWORD, '203.0.113.1'))).toBe('done')
  })

  test('sends nothing to unknown addresses, and at most three mails an hour to one that is known', async () => {
    const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })

    expect(await request('nobody@shop.example')).toEqual([])
    const counts = []
    for (let count = 0; count < 4; count += 1) counts.push((await request(email)).length)
    expect(counts).toEqual([1, 1, 1, 0])
  })

  test('only the hash of a token is stored', async () => {
    const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
    const [link] = await request(email)

    const { rows } = await database.pool.query('select * from sign_in_links')

    expect(JSON.stringify(rows)).not.toContain(link?.token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(link?.token ?? '').toString('hex'))
  })
})

describe('an invitation', () => {
  const operator = { organizationId: 'shop', by: aTester }
  const invite = async (email: string, given: { organizationId?: string; role?: 'viewer' | 'clerk' } = {}) => {
    const { organizationId = 'shop', role = 'viewer' } = given
    return invitePerson(node, { ...operator, organizationId }, { email, name: '', role }, alsoWrite)
  }
  const accept = (token: string, given: Partial<Parameters<typeof acceptInvitation>[1]> = {}) =>
    acceptInvitation(node, {
      ...{ ...visit, token, name: 'Grace Hopper', password: NEW_PASSWORD, signedInAs: undefined, ...given },
    })

  test('lets somebody new choose a name and a password, once, and signs them in', async () => {
    const { link, person } = await invite('grace@shop.example', { role: 'clerk' })
    const details = await getInvitation(node, link.token)

    expect(details).toMatchObject({
      account: { email: 'grace@shop.example' },
      organization: { organizationId: 'shop' },
    })
    expect(await outcomeOf(accept(link.token, { password: 'grace@shop.example!' }))).toBe('CONTAINS_EMAIL')
    expect(await outcomeOf(accept(link.token, { name: ' ' }))).toMatch(/must have 1 to 100/)
    const both = await Promise.allSettled([accept(link.token), accept(link.token)])

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const user = await getUser(database.db, { organizationId: 'shop', personId: person.personId })
    expect(user).toMatchObject({
      person: { name: 'Grace Hopper', hasPassword: true },
      membership: { status: 'ACTIVE', role: 'clerk' },
    })
    expect(await outcomeOf(enter('grace@shop.example', NEW_PASSWORD))).toBe('done')
    const entries = await listAudit(database.db, { organizationId: 'shop', action: 'user' }, { limit: 10 })
    // The clock stands still, so entries of one instant have no order.
    const own = entries.filter(({ subject }) => subject === `person:${person.personId}`)
    expect(own.toSorted((one, other) => one.action.localeCompare(other.action))).toMatchObject([
      { action: 'user.invited', actor: aTester, details: { role: 'clerk' } },
      { action: 'user.joined', actor: { kind: 'user', personId: person.personId } },
    ])
  })

  test('of a known address sets no password: only the signed-in person accepts it', async () => {
    const known = await aPersonWithPassword({ database }, { email: 'known@other.example', roles: { other: 'owner' } })
    const stranger = await aPersonWithPassword({ database })
    const { link, person } = await invite('KNOWN@other.example')

    expect(person.personId).toBe(known.personId)
    expect(await outcomeOf(accept(link.token))).toBe('SIGN_IN_REQUIRED')
    expect(await outcomeOf(accept(link.token, { signedInAs: stranger.personId }))).toBe('SIGN_IN_REQUIRED')
    expect(await accept(link.token, { signedInAs: known.personId })).toBeUndefined()
    const user = await getUser(database.db, { organizationId: 'shop', personId: known.personId })
    expect(user.membership.status).toBe('ACTIVE')
    expect(await outcomeOf(enter('known@other.example'))).toBe('done')
    expect(await outcomeOf(enter('known@other.example', NEW_PASSWORD))).toBe('INVALID_CREDENTIALS')
  })

  test('of somebody new by two organizations sets one password, however they race', async () => {
    const [one, two] = [
      await invite('both@shop.example'),
      await invite('both@shop.example', { organizationId: 'other' }),
    ]

    const both = await Promise.all([
      outcomeOf(accept(one.link.token)),
      outcomeOf(accept(two.link.token, { password: 'another harbor 1908' })),
    ])

    expect(both.sort()).toEqual(['SIGN_IN_REQUIRED', 'done'])
  })

  test('is valid for 24 hours, and sending it again voids the former link', async () => {
    clock.set('2026-03-01T12:00:00Z')
    const { link, person } = await invite('late@shop.example')
    clock.set('2026-03-02T12:00:00Z')
    expect(await outcomeOf(accept(link.token))).toBe('LINK_INVALID')

    const again = await resendInvitation(node, operator, person, alsoWrite)
    const third = await resendInvitation(node, operator, person, alsoWrite)

    expect(await outcomeOf(accept(again.link.token))).toBe('LINK_INVALID')
    expect(await outcomeOf(accept(third.link.token))).toBe('done')
    expect(await outcomeOf(resendInvitation(node, operator, person, alsoWrite))).toBe('NOT_INVITED')
  })

  test('of a user is refused, and an open one is replaced with its new role', async () => {
    await aPersonWithPassword({ database }, { email: 'here@shop.example', roles: { shop: 'viewer' } })
    const { person } = await invite('open@shop.example')
    const { membership } = await invite('open@shop.example', { role: 'clerk' })

    expect(await outcomeOf(invite('here@shop.example'))).toBe('ALREADY_USER')
    expect(membership).toMatchObject({ personId: person.personId, role: 'clerk', status: 'INVITED' })
  })

  test('is mailed at most five times a day to an address, and needs an address', async () => {
    const counts = []
    for (let count = 0; count < 6; count += 1) counts.push(await outcomeOf(invite('often@shop.example')))

    expect(counts).toEqual(['done', 'done', 'done', 'done', 'done', 'TOO_MANY_INVITATIONS'])
    expect(await outcomeOf(invite('not an address'))).toBe('must be an email address')
    expect(await findPersonByEmail(database.db, 'not an address')).toBeUndefined()
  })

  test('as an owner is for owners alone', async () => {
    const admin = await aPersonWithPassword({ database }, { roles: { shop: 'admin' } })
    const by = { kind: 'user', organizationId: 'shop', personId: admin.personId } as const
    const as = (role: 'owner' | 'admin') =>
      invitePerson(node, { organizationId: 'shop', by }, { email: `${role}@shop.example`, name: '', role }, alsoWrite)

    expect(await outcomeOf(as('owner'))).toBe('OWNERS_ONLY')
    expect(await outcomeOf(as('admin'))).toBe('done')
  })

  test('of an owner is sent again by owners alone: its link would make an admin one', async () => {
    const admin = await aPersonWithPassword({ database }, { roles: { shop: 'admin' } })
    const by = { kind: 'user', organizationId: 'shop', personId: admin.personId } as const
    const toOwner = { email: 'next-owner@shop.example', name: '', role: 'owner' } as const
    const { person, link } = await invitePerson(node, operator, toOwner, alsoWrite)

    const links = await linksOf(async () => {
      const again = resendInvitation(node, { organizationId: 'shop', by }, person, alsoWrite)
      expect(await outcomeOf(again)).toBe('OWNERS_ONLY')
    })

    expect(links).toEqual([])
    expect(await outcomeOf(accept(link.token))).toBe('done')
  })

  test('whose connection dies in the middle leaves nothing behind: no person, membership, link or entry', async () => {
    const counts = async () => {
      const { rows } = await database.pool.query(`select (select count(*) from persons) as people,
        (select count(*) from memberships) as memberships, (select count(*) from sign_in_links) as links,
        (select count(*) from audit_entries) as entries`)
      return rows
    }
    const before = await counts()
    const dying = invitePerson(node, operator, { email: 'half@shop.example', name: '', role: 'viewer' }, async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })

    await expect(dying).rejects.toThrow()
    expect(await counts()).toEqual(before)
    expect(await outcomeOf(invite('half@shop.example'))).toBe('done')
  })
})
