import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPerson } from '../../../test/support/data/people.ts'
import { aPersonWithPassword, aSignInNode, PASSWORD } from '../../../test/support/data/sign-ins.ts'
import { aDatabase, silentLog } from '../../../test/support/processes/queue-node.ts'
import { settableClock } from '../../../test/support/run/settable-clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { Database } from '../../platform/postgres/database.ts'
import { listAudit } from '../audit/audit-store.ts'
import { PasswordHashes } from '../passwords/password-hashes.ts'
import { findSession, listSessions } from '../sessions/session-store.ts'
import { confirmCodes, removeCodes, setUpCodes } from './change-codes.ts'
import { changePassword } from './change-password.ts'
import { setPersonStatus } from './change-person.ts'
import { confirmSession } from './confirm-session.ts'
import { signIn } from './sign-in.ts'

const { url, database } = await aDatabase()
const node = aSignInNode(database)
await anOrganization({ database }, 'shop')

let networks = 0
/** From a network of its own, unless it says otherwise. */
const attempt = (email: string, given: Partial<Parameters<typeof signIn>[1]> = {}) => {
  networks += 1
  return {
    ...{ email, password: PASSWORD, code: undefined, isKept: false, device: 'Firefox, Linux' },
    ...{ network: `192.0.2.${networks}`, deviceCookie: undefined, ...given },
  }
}
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
const outcome = (...args: Parameters<typeof attempt>) => codeOf(signIn(node, attempt(...args)))

test('the right password starts a session, whatever the case of the address', async () => {
  const { personId, email } = await aPersonWithPassword({ database }, { email: 'Ada@shop.example' })

  const { session, token } = await signIn(node, attempt('aDA@shop.EXAMPLE', { isKept: true }))

  expect(session).toMatchObject({ personId, isKept: true, device: 'Firefox, Linux' })
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(email).toBe('Ada@shop.example')
})

test('an unknown address, a wrong password, no password yet and a disabled person are refused alike', async () => {
  const known = await aPersonWithPassword({ database })
  const invited = await aPerson({ database })
  const disabled = await aPersonWithPassword({ database })
  await setPersonStatus(node, { kind: 'service' }, { personId: disabled.personId, status: 'DISABLED' })

  const refusals = await Promise.allSettled([
    signIn(node, attempt('nobody@shop.example')),
    signIn(node, attempt(known.email, { password: `${PASSWORD}!` })),
    signIn(node, attempt(invited.email)),
    signIn(node, attempt(disabled.email)),
  ])

  const messages = refusals.map(
    (refusal) => refusal.status === 'rejected' && `${refusal.reason.code} ${refusal.reason}`,
  )
  expect(new Set(messages).size).toBe(1)
  expect(messages[0]).toMatch(/^INVALID_CREDENTIALS/)
})

describe('limits', () => {
  test('the eleventh wrong attempt for an account is refused, also if two nodes share them and all networks differ', async () => {
    const { email } = await aPersonWithPassword({ database })
    const otherDatabase = new Database(url, silentLog)
    const nodes = [node, aSignInNode(otherDatabase)]
    const wrong = (count: number) =>
      codeOf(signIn(nodes[count % 2] ?? node, attempt(email, { password: 'wrong password' })))

    const first = await Promise.all(Array.from({ length: 10 }, (_, count) => wrong(count)))
    const refused = await Promise.all([wrong(0), wrong(1)])
    const right = await codeOf(signIn(node, attempt(email.toUpperCase())))
    await otherDatabase.close()

    expect(first).toEqual(Array.from({ length: 10 }, () => 'INVALID_CREDENTIALS'))
    expect([...refused, right]).toEqual(['TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS'])
  })

  test('the refusal says when to retry, within 15 minutes', async () => {
    const email = 'unknown@shop.example'
    for (let count = 0; count < 10; count += 1) await outcome(email)

    const refusal = await signIn(node, attempt(email)).catch((error: unknown) => error)

    expect(refusal).toBeInstanceOf(RetryLater)
    expect((refusal as RetryLater).retryAfterSeconds).toBeGreaterThan(800)
    expect((refusal as RetryLater).retryAfterSeconds).toBeLessThanOrEqual(900)
  })

  test('the thirty-first failure of a network is refused, whatever the accounts; others are not concerned', async () => {
    const { email } = await aPersonWithPassword({ database })
    const network = '198.51.100.7'
    for (let count = 0; count < 30; count += 1) await outcome(`guess${count}@shop.example`, { network })

    expect(await outcome(email, { network })).toBe('TOO_MANY_ATTEMPTS')
    expect(await outcome(email)).toBe('done')
  })

  test('successes do not count, and one forgives the account its failures, but not the network', async () => {
    const { email } = await aPersonWithPassword({ database })
    const network = '198.51.100.8'
    for (let count = 0; count < 9; count += 1) await outcome(email, { network, password: 'wrong password' })
    const first = await outcome(email, { network })
    for (let count = 0; count < 9; count += 1) await outcome(email, { network, password: 'wrong password' })

    expect([first, await outcome(email, { network })]).toEqual(['done', 'done'])
    for (let count = 0; count < 12; count += 1) await outcome(`guess${count}@shop.example`, { network })
    expect(await outcome(email, { network })).toBe('TOO_MANY_ATTEMPTS')
  })

  test('strangers do not lock out a browser in which the person has signed in before', async () => {
    const { email } = await aPersonWithPassword({ database })
    const { deviceCookie } = await signIn(node, attempt(email))
    for (let count = 0; count < 12; count += 1) await outcome(email, { password: 'wrong password' })

    expect(await outcome(email)).toBe('TOO_MANY_ATTEMPTS')
    expect(await outcome(email, { deviceCookie })).toBe('done')
    for (let count = 0; count < 10; count += 1) await outcome(email, { deviceCookie, password: 'wrong password' })
    expect(await outcome(email, { deviceCookie })).toBe('TOO_MANY_ATTEMPTS')
  })

  test('failures from the sixth on are delayed more and more', async () => {
    const delays: number[] = []
    const { AttemptLimits } = await import('./attempt-limits.ts')
    const limits = new AttemptLimits({ pool: database.pool, delay: async (ms) => delays.push(ms) })
    for (let count = 0; count < 10; count += 1) await limits.count({ account: 'late@shop.example' })

    expect(delays).toEqual([250, 500, 750, 1000, 1250])
  })
})

test('the trail has every sign-in, but of many failures only the first and the one that reaches the limit', async () => {
  const { personId, email } = await aPersonWithPassword({ database }, { roles: { shop: 'clerk' } })
  for (let count = 0; count < 12; count += 1) await outcome(email, { password: 'wrong password' })
  await node.background.settled()

  const entries = await listAudit(database.db, { organizationId: 'shop', action: 'person' }, { limit: 100 })
  const own = entries.filter(({ subject }) => subject === `person:${personId}`)
  expect(own.map(({ action, details }) => [action, details['failures']])).toEqual([
    ['person.sign-in-failed', 10],
    ['person.sign-in-failed', 1],
  ])
})

describe('one-time codes', () => {
  async function withCodes() {
    const clock = settableClock('2026-03-01T12:00:00Z')
    const here = aSignInNode(database, { machineClock: clock })
    const person = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
    const { session } = await signIn(here, attempt(person.email))
    const { secret, uri } = await setUpCodes(here, { person })
    const codeNow = () => generateSync({ secret, epoch: clock.now().epochMilliseconds / 1000 })
    const recoveryCodes = await confirmCodes(here, { person, session }, codeNow())
    const enter = (code: string | undefined) => codeOf(signIn(here, attempt(person.email, { code })))
    return { clock, here, person, session, uri, codeNow, recoveryCodes, enter }
  }

  test('once they are on, a code is asked for, and each counts once, also concurrently', async () => {
    const { clock, codeNow, enter } = await withCodes()

    expect(await enter(undefined)).toBe('CODE_REQUIRED')
    // The code that turned them on was used by that.
    expect(await enter(codeNow())).toBe('INVALID_CODE')
    clock.set('2026-03-01T12:00:30Z')
    const code = codeNow()
    const both = await Promise.all([enter(code), enter(code)])
    expect(both.sort()).toEqual(['INVALID_CODE', 'done'])
    expect(await enter(code)).toBe('INVALID_CODE')
  })

  test('each of ten recovery codes works once, also concurrently', async () => {
    const { recoveryCodes, enter } = await withCodes()
    const [first = '', second = ''] = recoveryCodes

    const both = await Promise.all([enter(first), enter(first.toUpperCase())])

    expect(recoveryCodes).toHaveLength(10)
    expect(both.sort()).toEqual(['INVALID_CODE', 'done'])
    expect(await enter(second)).toBe('done')
    expect(await enter(second)).toBe('INVALID_CODE')
  })

  test('wrong codes count as failures of the account', async () => {
    const { enter } = await withCodes()
    for (let count = 0; count < 10; count += 1) await enter('000000')

    expect(await enter('000000')).toBe('TOO_MANY_ATTEMPTS')
  })

  test('a second secret is refused while they are on, and none is asked for when they are off again', async () => {
    const { here, person, enter } = await withCodes()

    expect(await codeOf(setUpCodes(here, { person }))).toBe('CODES_ALREADY_ON')
    expect(await removeCodes(here, person.personId, {})).toBe(true)
    expect(await enter(undefined)).toBe('done')
    expect(await removeCodes(here, person.personId, {})).toBe(false)
  })

  test('a session is confirmed by a code or by the password, and by nothing else', async () => {
    const { clock, here, person, session, codeNow } = await withCodes()
    clock.set('2026-03-01T12:20:00Z')
    const who = { person, session }

    expect(await codeOf(confirmSession(here, who, { password: 'wrong password' }))).toBe('INVALID_DATA')
    expect(await codeOf(confirmSession(here, who, { code: '000000' }))).toBe('INVALID_DATA')
    expect(await codeOf(confirmSession(here, who, { code: codeNow() }))).toBe('done')
    const confirmed = await findSession(database.db, { sessionId: session.sessionId })
    expect(confirmed?.session.confirmedAt).toEqual(clock.now())
    expect(await codeOf(confirmSession(here, who, { password: PASSWORD }))).toBe('done')
  })
})

test('a changed password ends the other sessions, and must be a good one', async () => {
  const person = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })
  const [here, there] = [await signIn(node, attempt(person.email)), await signIn(node, attempt(person.email))]
  const change = (currentPassword: string, newPassword: string) =>
    changePassword(node, { person, session: here.session }, { currentPassword, newPassword }).then(
      () => 'done',
      (error: AppError) => error.details.map(({ field, reason }) => `${field} ${reason}`).join(),
    )

  expect(await change('wrong password', 'quiet harbor 1907')).toBe('currentPassword WRONG_PASSWORD')
  expect(await change(PASSWORD, PASSWORD)).toBe('newPassword UNCHANGED')
  expect(await change(PASSWORD, 'short')).toBe('newPassword TOO_SHORT')
  expect(await change(PASSWORD, 'quiet harbor 1907')).toBe('done')

  const ended = await Promise.all(
    [here, there].map(async ({ session }) => (await findSession(database.db, session))?.session.endedAt !== undefined),
  )
  expect(ended).toEqual([false, true])
  expect(await outcome(person.email)).toBe('INVALID_CREDENTIALS')
  expect(await outcome(person.email, { password: 'quiet harbor 1907' })).toBe('done')
})

test('a disabled person has no sessions, and can sign in again when enabled', async () => {
  const { personId, email } = await aPersonWithPassword({ database })
  const { session } = await signIn(node, attempt(email))

  await setPersonStatus(node, { kind: 'service' }, { personId, status: 'DISABLED' })

  expect((await findSession(database.db, session))?.session.endedAt).toBeDefined()
  expect(await outcome(email)).toBe('INVALID_CREDENTIALS')
  await setPersonStatus(node, { kind: 'service' }, { personId, status: 'ACTIVE' })
  expect(await outcome(email)).toBe('done')
})

describe('a change while a password is being checked', () => {
  /** Runs the work between the check of the password and what follows it. */
  function during(work: () => Promise<unknown>) {
    const passwords = new (class extends PasswordHashes {
      override async isMatch(...args: Parameters<PasswordHashes['isMatch']>): Promise<boolean> {
        const isRight = await super.isMatch(...args)
        await work()
        return isRight
      }
    })()
    return { ...node, passwords }
  }
  const openSessions = async (personId: string) =>
    (await listSessions(database.db, personId, { now: node.machineClock.now(), limit: 10 })).length

  test('starts no session for a person who was disabled, erased, or changed the password', async () => {
    const changes = {
      disabled: 'update persons set status = $2 where person_id = $1',
      changed: 'update persons set password_hash = $2 where person_id = $1',
      erased: 'delete from persons where person_id = $1 and $2 <> name',
    }
    for (const statement of Object.values(changes)) {
      const { personId, email } = await aPersonWithPassword({ database })
      const slow = during(() => database.pool.query(statement, [personId, 'DISABLED']))

      expect(await codeOf(signIn(slow, attempt(email)))).toBe('INVALID_CREDENTIALS')
      expect(await openSessions(personId)).toBe(0)
    }
  })

  test('of two sessions that change the password, the second is refused', async () => {
    const person = await aPersonWithPassword({ database })
    const [here, there] = [await signIn(node, attempt(person.email)), await signIn(node, attempt(person.email))]
    const change = (deps: typeof node, { session }: typeof here, newPassword: string) =>
      codeOf(changePassword(deps, { person, session }, { currentPassword: PASSWORD, newPassword }))

    const slow = during(() => change(node, here, 'quiet harbor 1907'))

    expect(await change(slow, there, 'another harbor 1908')).toBe('INVALID_DATA')
    expect(await outcome(person.email, { password: 'quiet harbor 1907' })).toBe('done')
    expect((await findSession(database.db, here.session))?.session.endedAt).toBeUndefined()
  })
})

test('the secret of codes and recovery codes are not stored as they are', async () => {
  const person = await aPersonWithPassword({ database })
  const { session } = await signIn(node, attempt(person.email))
  const { secret } = await setUpCodes(node, { person })
  const codes = await confirmCodes(node, { person, session }, generateSync({ secret }))

  const { rows } = await database.pool.query(
    `select encode(codes_secret, 'escape') as stored, array(select encode(code_hash, 'escape') from recovery_codes
      where person_id = persons.person_id) as hashes from persons where person_id = $1`,
    [person.personId],
  )

  expect(JSON.stringify(rows)).not.toContain(secret)
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
})
