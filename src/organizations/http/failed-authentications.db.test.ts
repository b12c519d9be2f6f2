import { expect, test } from 'vitest'
import { startAuthenticatedApp } from '../../../test/support/apps/authenticated-app.ts'
import { forgetCallers } from '../../../test/support/data/changed-callers.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendRequest } from '../../../test/support/http/send-request.ts'
import { newSecret } from '../../platform/secrets/random.ts'
import { makeBearerKey } from '../credentials/make-secret.ts'

const config = { clockToleranceSeconds: 300, isReplayRefused: false, failedAuthenticationsPerMinute: 20 }
const trusted = { http: { config: { trustedProxies: ['127.0.0.1'] } } }

const BASE_URL = 'https://pay.example.com'

async function start() {
  const app = await startAuthenticatedApp({ config, ...trusted })
  const ask = (key: string, address = '198.51.100.7') =>
    sendRequest(app.port, {
      method: 'GET',
      path: '/organizations/v1/me',
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
    })
  const lookups = async () => {
    const { values } = (await app.metrics.registry.getSingleMetric('authentication_lookups_total')?.get()) ?? {}
    return (values ?? []).reduce((sum, { value }) => sum + value, 0)
  }
  return { app, ask, lookups }
}

/** A key of the right form that does not exist. */
const aWrongKey = () => makeBearerKey().shown.key

test('2,000 wrong keys of one network cost few look-ups and log lines, and a valid key behind it works', async () => {
  const { app, ask, lookups } = await start()
  const shop = await anOrganization(app, 'shop')
  const newcomer = await anOrganization(app, 'newcomer')
  const valid = shop.bearer.key
  expect((await ask(valid)).status).toBe(200)
  const before = { lookups: await lookups(), lines: infoLines(app) }

  const statuses: number[] = []
  const attack = async () => {
    for (let sent = 0; sent < 20; sent += 1) statuses.push((await ask(aWrongKey())).status)
  }
  const attacking = Promise.all(Array.from({ length: 100 }, attack))
  const meanwhile = [await ask(valid), await ask(newcomer.bearer.key)]
  await attacking
  const refused = await ask(aWrongKey())

  expect(statuses).toHaveLength(2_000)
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1_980)
  expect(meanwhile.map(({ status }) => status)).toEqual([200, 200])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['www-authenticate']).toBeUndefined()
  // Twenty by themselves, two valid ones, and one statement for all that came within a tenth of a second.
  expect((await lookups()) - before.lookups).toBeLessThan(200)
  expect(infoLines(app) - before.lines).toBeLessThan(60)
  // Other networks are not affected.
  expect((await ask(aWrongKey(), '203.0.113.9')).status).toBe(401)
})

test('a key that was just found unknown is not looked up again', async () => {
  const { ask, lookups } = await start()
  const wrong = aWrongKey()

  const first = await ask(wrong)
  const afterFirst = await lookups()
  const repeated = await Promise.all(Array.from({ length: 10 }, () => ask(wrong)))
  const afterRepeats = await lookups()

  expect([first, ...repeated].every(({ status }) => status === 401)).toBe(true)
  expect([afterFirst, afterRepeats]).toEqual([1, 1])
})

test('2,000 made-up sessions of one network cost few look-ups, and the people behind it work on', async () => {
  const { app, lookups } = await start()
  await anOrganization(app, 'office')
  const [first, second] = [
    await aSession(app, await aPerson(app, { roles: { office: 'viewer' } }), { baseUrl: BASE_URL }),
    await aSession(app, await aPerson(app, { roles: { office: 'viewer' } }), { baseUrl: BASE_URL }),
  ]
  const ask = (cookie: string) =>
    sendRequest(app.port, {
      method: 'GET',
      path: '/organizations/v1/me',
      headers: { cookie, 'x-forwarded-for': '198.51.100.7' },
    })
  const madeUp = () => first.cookie.replace(/=.*/, `=${newSecret(32).toString('base64url')}`)
  expect((await ask(first.cookie)).status).toBe(200)
  const before = await lookups()

  const statuses: number[] = []
  const attack = async () => {
    for (let sent = 0; sent < 20; sent += 1) statuses.push((await ask(madeUp())).status)
  }
  const attacking = Promise.all(Array.from({ length: 100 }, attack))
  const meanwhile = [await ask(first.cookie), await ask(second.cookie)]
  await attacking
  const repeated = madeUp()
  await ask(repeated)
  const afterFirst = await lookups()
  await ask(repeated)

  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1_980)
  expect(meanwhile.map(({ status }) => status)).toEqual([200, 200])
  expect((await lookups()) - before).toBeLessThan(200)
  expect((await lookups()) - afterFirst).toBe(0)
})

test('a session that has ended is refused by the next request, although it was just looked up', async () => {
  const { app } = await start()
  await anOrganization(app, 'desk')
  const { cookie, session } = await aSession(app, await aPerson(app, { roles: { desk: 'viewer' } }), {
    baseUrl: BASE_URL,
  })
  const ask = () => sendRequest(app.port, { method: 'GET', path: '/organizations/v1/me', headers: { cookie } })

  const before = await ask()
  await app.database.pool.query('update sessions set ended_at = now() where session_id = $1', [session.sessionId])
  await forgetCallers(app)

  expect([before.status, (await ask()).status]).toEqual([200, 401])
})

function infoLines(app: Awaited<ReturnType<typeof start>>['app']): number {
  return app.logLines().filter(({ level }) => level === 'info' || level === 'warn').length
}
