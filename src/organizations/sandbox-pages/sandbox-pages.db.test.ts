import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { family, withScope } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sandboxVisitor } from '../../../test/support/http/sandbox-visitor.ts'
import { sendRequest } from '../../../test/support/http/send-request.ts'
import { sandboxCredentialsFileOf } from '../sandbox/prepare-sandbox.ts'

const app = await startApp({ isSandbox: true })
let parties: Awaited<ReturnType<typeof family>>
beforeAll(async () => {
  parties = await family(app)
})

describe('the sign-in of the sandbox’s pages', () => {
  test('people sign in with a key, and their browser keeps it encrypted for the sandbox alone', async () => {
    const visitor = sandboxVisitor(app)
    const before = await visitor.get('/inbox')
    const signedIn = await visitor.signIn(parties.shop, 'webhooks')
    const cookie = String(signedIn.headers['set-cookie'])
    const pages = await Promise.all(['/inbox', '/webhooks', '/clock'].map((path) => visitor.get(path)))

    expect(before.status).toBe(401)
    expect([signedIn.status, signedIn.headers['location']]).toEqual([303, '/sandbox/webhooks'])
    expect(cookie).toMatch(/; Path=\/sandbox; HttpOnly; SameSite=Strict; Secure$/)
    expect(cookie).not.toContain(parties.shop.bearer.key)
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { text } of pages) expect(text).toContain('aria-current="page"')
  })

  test('a key that is unknown or lacks the scope cannot sign in', async () => {
    const { bearer } = await withScope(app, parties.shop, 'invoices')
    const keys = [bearer.key, 'nothing', '', 'x'.repeat(150)]
    const refused = await Promise.all(keys.map((key) => sandboxVisitor(app).post('/session', { key })))
    const forged = await sandboxVisitor(app).post('/clock', { advance: 'P1D' }, { cookie: 'quittance_sandbox=AQID' })

    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(refused[0]?.headers['set-cookie']).toBeUndefined()
    expect(refused[0]?.text).toMatch(/aria-describedby="key-problem key-help" aria-invalid="true"/)
    expect(forged.status).toBe(401)
  })

  test('the hint names the file with the first keys as long as it exists', async () => {
    const file = sandboxCredentialsFileOf(app.stores.folder)
    const { get } = sandboxVisitor(app)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '{}')
    const named = await get('/inbox')
    rmSync(file)
    const removed = await get('/inbox')

    expect(named.text).toContain(`<code>${file}</code>`)
    expect(removed.text).not.toContain('sandbox-credentials.json')
  })

  test('a form that another site sends is refused', async () => {
    const visitor = sandboxVisitor(app)
    await visitor.signIn(parties.shop)
    const ask = (site: string) => visitor.post('/clock', { advance: 'PT0S' }, { 'sec-fetch-site': site })

    const answers = await Promise.all(['cross-site', 'same-site', 'same-origin', 'none'].map(ask))

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 303, 303])
    expect(answers[0]?.headers['content-type']).toMatch(/^text\/html/)
  })

  test('a page of another site can neither sign a visitor in nor out', async () => {
    const visitor = sandboxVisitor(app)
    const signIn = (headers: Readonly<Record<string, string>>) =>
      visitor.post('/session', { key: parties.shop.bearer.key }, headers)

    const foreign = await Promise.all([
      signIn({ origin: 'https://evil.example' }),
      signIn({ origin: 'null' }),
      signIn({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
      visitor.post('/session/end', {}, { origin: 'https://evil.example' }),
    ])
    const own = await signIn({ origin: `http://127.0.0.1:${app.port}` })

    expect(foreign.map(({ status, headers }) => [status, headers['set-cookie']])).toEqual(
      foreign.map(() => [403, undefined]),
    )
    expect([own.status, own.headers['set-cookie']]).toEqual([303, expect.anything()])
    // Our own forms then name their origin; with no-referrer it would be null.
    expect((await visitor.get('/inbox')).headers['referrer-policy']).toBe('same-origin')
  })

  test('people who have signed in to the portal see the pages, as far as their role allows', async () => {
    const cookieOf = async (role: 'owner' | 'viewer') => {
      const person = await aPerson(app, { roles: { shop: role } })
      return (await aSession(app, person, { baseUrl: BASE_URL })).cookie
    }
    const visitor = sandboxVisitor(app)
    const owner = { cookie: await cookieOf('owner') }
    const read = (cookie: string) =>
      sendRequest(app.port, { method: 'GET', path: '/sandbox/clock', headers: { cookie } })
    const page = await read(owner.cookie)
    const moved = await visitor.post('/clock', { advance: 'PT0S' }, { ...owner, 'sec-fetch-site': 'same-origin' })
    const foreign = await visitor.post('/clock', { advance: 'PT0S' }, { ...owner, 'sec-fetch-site': 'cross-site' })
    const viewer = await read(await cookieOf('viewer'))
    const { rows } = await app.database.pool.query(
      "select actor->>'kind' as kind from audit_entries where action = 'clock.moved' order by at desc limit 1",
    )

    expect([page.status, moved.status, foreign.status, viewer.status]).toEqual([200, 303, 403, 401])
    expect(page.text).toContain('>Portal</a>')
    expect(rows).toEqual([{ kind: 'user' }])
  })

  test('signing out forgets the key', async () => {
    const visitor = sandboxVisitor(app)
    await visitor.signIn(parties.shop)
    const { status, headers } = await visitor.post('/session/end', {})

    expect([status, headers['location']]).toEqual([303, '/sandbox/inbox'])
    expect(String(headers['set-cookie'])).toMatch(/^quittance_sandbox=; .*Max-Age=0$/)
  })
})

describe('the page of the clock', () => {
  beforeEach(async () => {
    await app.database.pool.query('update sandbox_clock set offset_ms = 0, standing_at = null, target_at = null')
  })
  const offsetMs = async (): Promise<number> => {
    const { rows } = await app.database.pool.query<{ offset_ms: string }>('select offset_ms from sandbox_clock')
    return Number(rows[0]?.offset_ms)
  }
  const DAY_MS = 86_400_000

  test('a button moves the clock, leads back to its page and is audited with the key', async () => {
    const visitor = sandboxVisitor(app)
    await visitor.signIn(parties.shop)

    const { status, headers } = await visitor.post('/clock', { advance: 'P1D', from: 'inbox' })

    expect([status, headers['location']]).toEqual([303, '/sandbox/inbox'])
    expect(Math.round((await offsetMs()) / DAY_MS)).toBe(1)
    expect((await visitor.get('/clock')).text).toMatch(/1 day ahead of the machine’s clock/)
    const { rows } = await app.database.pool.query(
      "select actor->>'organizationId' as id from audit_entries where action = 'clock.moved' order by at desc limit 1",
    )
    expect(rows).toEqual([{ id: 'shop' }])
  })

  test('the clock moves to a date and time in UTC', async () => {
    const visitor = sandboxVisitor(app)
    await visitor.signIn(parties.shop)

    const { status, headers } = await visitor.post('/clock', { to: '2031-05-06T07:08', from: 'clock' })

    expect([status, headers['location']]).toEqual([303, '/sandbox/clock'])
    expect((await visitor.get('/clock')).text).toContain('datetime="2031-05-06T07:08:')
  })

  test.each(['', 'tomorrow', '1999-12-31T23:59', '2031-13-01T00:00', '2031-05-06'])(
    'the date %j is refused at its field, and the clock stays',
    async (to) => {
      const visitor = sandboxVisitor(app)
      await visitor.signIn(parties.shop)

      const { status, text } = await visitor.post('/clock', { to, from: 'clock' })

      expect([status, await offsetMs()]).toEqual([400, 0])
      expect(text).toMatch(/to-problem|set is required/)
    },
  )

  test('a step that is not a duration is refused', async () => {
    const visitor = sandboxVisitor(app)
    await visitor.signIn(parties.shop)

    const { status, text } = await visitor.post('/clock', { advance: 'soon' })

    expect([status, text.includes('advance'), await offsetMs()]).toEqual([400, true, 0])
  })
})

test('live mode has neither these pages nor the gallery', async () => {
  const live = await startApp({
    environment: { QUITTANCE_MODE: 'live', QUITTANCE_BASE_URL: 'https://pay.example.com' },
  })
  const paths = ['/ui', '/sandbox/inbox', '/sandbox/webhooks', '/sandbox/clock', '/sandbox/session']
  const statuses = (port: number) =>
    Promise.all(paths.map(async (path) => (await sendRequest(port, { method: 'GET', path, headers: {} })).status))

  expect(await statuses(app.port)).toEqual([200, 401, 401, 401, 405])
  expect(await statuses(live.port)).toEqual([404, 404, 404, 404, 404])
})
