import { expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aSession } from '../../../test/support/data/people.ts'
import { aPersonWithPassword, PASSWORD } from '../../../test/support/data/sign-ins.ts'
import { eventually } from '../../../test/support/run/eventually.ts'

const app = await startApp({ environment: { QUITTANCE_MODE: 'sandbox' } })
const { database } = app
await anOrganization({ database }, 'shop', { name: 'Café Bar' })
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

async function send(method: string, path: string, { body, headers = {} }: { body?: object; headers?: object } = {}) {
  const response = await fetch(`${app.url}/organizations/v1${path}`, {
    method,
    headers: { ...OWN_PAGE, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const cookies = response.headers.getSetCookie()
  // biome-ignore lint/suspicious/noExplicitAny: a response is what the test expects it to be.
  const json: any = text === '' ? undefined : JSON.parse(text)
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    cookies,
    cookie: cookies.map(nameAndValue).join('; '),
  }
}
const nameAndValue = (cookie: string) => cookie.split(';', 1).join('')
const signIn = (email: string, given: object = {}, headers: object = {}) =>
  send('POST', '/sign-in', { body: { email, password: PASSWORD, ...given }, headers })

/** The links in mails that were written, unsealed. */
async function linksInMails(address: string): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ personId: string; token: string }>(
    `select payload->>'personId' as "personId", payload->>'token' as token from mail_outbox
     where recipient_address = $1 order by created_at, mail_id`,
    [address],
  )
  return rows.map(({ personId, token }) =>
    app.stores.secrets.open(Buffer.from(token, 'base64'), `token in a mail to ${personId}`).toString(),
  )
}

test('a person signs in, is known by two cookies that scripts cannot read, and signs out', async () => {
  const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'owner' } })

  const { status, json, cookies, cookie, headers } = await signIn(email)

  expect(status).toBe(200)
  expect(json).toMatchObject({
    person: { email, hasCodes: false },
    memberships: [{ organizationId: 'shop', organizationName: 'Café Bar', role: 'owner' }],
    mustSetUpCodes: false,
    mode: 'sandbox',
  })
  expect(cookies.map((each) => each.replace(/=[^;]+/, '='))).toEqual([
    '__Host-quittance=; Path=/; HttpOnly; Secure; SameSite=Lax',
    'quittance-device=; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
  ])
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await send('GET', '/session', { headers: { cookie } })).json.person.email).toBe(email)
  expect((await send('DELETE', '/session', { headers: { cookie } })).status).toBe(204)
  expect((await send('GET', '/session', { headers: { cookie } })).status).toBe(401)
})

test('a wrong password and an unknown address have the same response', async () => {
  const { email } = await aPersonWithPassword({ database })
  const plain = ({ status, json, headers }: Awaited<ReturnType<typeof signIn>>) => ({
    ...{ status, body: { ...json, submitTimeUtc: '' } },
    names: [...headers.keys()].sort(),
  })

  const wrong = plain(await signIn(email, { password: 'wrong password' }))
  const unknown = plain(await signIn('nobody@shop.example'))

  expect(wrong).toEqual(unknown)
  expect(wrong).toMatchObject({ status: 401, body: { reason: 'INVALID_CREDENTIALS' } })
})

test('a sign-in from a page of another site, or from nowhere, is refused', async () => {
  const { email } = await aPersonWithPassword({ database })

  expect((await signIn(email, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await signIn(email, {}, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
})

test('too many failures are 429 with the time to wait', async () => {
  await Promise.all(Array.from({ length: 10 }, () => signIn('locked@shop.example', { password: 'x' })))

  const refused = await signIn('locked@shop.example')

  expect(refused).toMatchObject({ status: 429, json: { reason: 'TOO_MANY_ATTEMPTS' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a forgotten password is replaced by the link of a mail; an unknown address gets the same response and no mail', async () => {
  const { email } = await aPersonWithPassword({ database }, { roles: { shop: 'viewer' } })

  const [known, unknown] = [
    await send('POST', '/password-resets', { body: { email } }),
    await send('POST', '/password-resets', { body: { email: 'nobody@shop.example' } }),
  ]
  await eventually(async () => (await linksInMails(email)).length === 1)
  const [token = ''] = await linksInMails(email)

  expect([known.status, known.text, unknown.status, unknown.text]).toEqual([202, '', 202, ''])
  expect(await linksInMails('nobody@shop.example')).toEqual([])
  const complete = (password: string) => send('POST', '/password-resets/completion', { body: { token, password } })
  expect(await complete('password1234')).toMatchObject({
    status: 400,
    json: { details: [{ field: 'password', reason: 'TOO_COMMON' }] },
  })
  expect((await complete('quiet harbor 1907')).status).toBe(204)
  expect(await complete('quiet harbor 1908')).toMatchObject({ status: 410, json: { reason: 'LINK_INVALID' } })
  expect((await signIn(email, { password: 'quiet harbor 1907' })).status).toBe(200)
})

test('an owner invites somebody, who accepts by the link of the mail and is signed in', async () => {
  const owner = await aPersonWithPassword({ database }, { roles: { shop: 'owner' } })
  const { cookie } = await signIn(owner.email)

  const invited = await send('POST', '/invitations', {
    headers: { cookie },
    body: { email: 'grace@shop.example', role: 'clerk' },
  })
  const [token = ''] = await linksInMails('grace@shop.example')
  const details = await send('POST', '/invitations/details', { body: { token } })
  const accepted = await send('POST', '/invitations/acceptance', {
    body: { token, name: 'Grace Hopper', password: 'quiet harbor 1907' },
  })

  expect(invited).toMatchObject({ status: 201, json: { status: 'INVITED', role: 'clerk' } })
  // No mail server is configured, so the owner gets the link, too.
  expect(invited.json.link).toBe(`${BASE_URL}/invitation?token=${token}`)
  expect(details.json).toEqual({
    ...{ email: 'grace@shop.example', organizationId: 'shop', organizationName: 'Café Bar' },
    ...{ role: 'clerk', hasPassword: false },
  })
  expect(accepted).toMatchObject({ status: 200, json: { person: { name: 'Grace Hopper' } } })
  const session = await send('GET', '/session', { headers: { cookie: accepted.cookie } })
  expect(session.json.memberships).toMatchObject([{ organizationId: 'shop', role: 'clerk', status: 'ACTIVE' }])
  expect((await send('POST', '/invitations/details', { body: { token } })).status).toBe(410)
})

test('an invitation of a known address asks to sign in, and is then accepted in that session', async () => {
  const owner = await aPersonWithPassword({ database }, { roles: { shop: 'owner' } })
  const known = await aPersonWithPassword({ database })
  const { cookie: ofOwner } = await signIn(owner.email)
  const { json } = await send('POST', '/invitations', {
    headers: { cookie: ofOwner },
    body: { email: known.email, role: 'viewer' },
  })
  const resent = await send('POST', `/invitations/${json.personId}/resend`, { headers: { cookie: ofOwner } })
  const token = new URL(resent.json.link).searchParams.get('token')
  const accept = (headers: object) => send('POST', '/invitations/acceptance', { body: { token }, headers })

  const refused = await accept({})
  const asOwner = await accept({ cookie: ofOwner })
  const accepted = await accept({ cookie: (await signIn(known.email)).cookie })

  expect(refused).toMatchObject({ status: 401, json: { reason: 'SIGN_IN_REQUIRED' } })
  expect(asOwner.status).toBe(401)
  expect(accepted).toMatchObject({ status: 200, json: { memberships: [{ status: 'ACTIVE', role: 'viewer' }] } })
})

test('a profile is changed, and null means as the browser asks', async () => {
  const { email } = await aPersonWithPassword({ database })
  const { cookie } = await signIn(email)
  const change = (body: object) => send('PATCH', '/profile', { headers: { cookie }, body })

  expect((await change({ name: 'Ada', language: 'de-DE', theme: 'dark' })).json.person).toMatchObject({
    ...{ name: 'Ada', language: 'de-DE', theme: 'dark' },
  })
  expect((await change({ language: null })).json.person).toMatchObject({ name: 'Ada', language: null, theme: 'dark' })
  expect((await change({ language: 'xx' })).status).toBe(400)
  expect((await change({ name: ' ' })).status).toBe(400)
})

test('codes and invitations ask again after 15 minutes', async () => {
  const person = await aPersonWithPassword({ database }, { roles: { shop: 'owner' } })
  const old = app.machineClock.now().subtract({ minutes: 16 })
  const { headers } = await aSession({ database }, person, { baseUrl: BASE_URL, now: old })
  const invite = () => send('POST', '/invitations', { headers, body: { email: 'new@shop.example', role: 'viewer' } })

  const before = [await send('POST', '/profile/codes', { headers }), await invite()]
  const wrong = await send('POST', '/session/confirmation', { headers, body: { password: 'wrong password' } })
  const neither = await send('POST', '/session/confirmation', { headers, body: {} })
  const confirmed = await send('POST', '/session/confirmation', { headers, body: { password: PASSWORD } })
  const after = [await send('POST', '/profile/codes', { headers }), await invite()]

  expect(before.map(({ status, json }) => `${status} ${json.reason}`)).toEqual([
    ...['403 CONFIRMATION_REQUIRED', '403 CONFIRMATION_REQUIRED'],
  ])
  expect(wrong.json.details).toEqual([{ field: 'password', reason: 'WRONG_PASSWORD' }])
  expect([neither.status, confirmed.status]).toEqual([400, 204])
  expect(after.map(({ status }) => status)).toEqual([200, 201])
})
