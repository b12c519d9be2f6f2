import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { storeMessage } from '../../../test/support/data/inbox-messages.ts'
import { family, withScope } from '../../../test/support/data/organizations.ts'
import { sendAs, sendRequest } from '../../../test/support/http/send-request.ts'

const app = await startApp({ isSandbox: true })
const { database } = app
let parties: Awaited<ReturnType<typeof family>>
const ids: Record<string, string> = {}

const aMessage = (organizationId: string, given: Parameters<typeof storeMessage>[2]) =>
  storeMessage(database, organizationId, given)

beforeAll(async () => {
  parties = await family(app)
  ids['first'] = await aMessage('shop', { minute: 1 })
  ids['receipt'] = await aMessage('shop', { minute: 2, kind: 'receipt', address: 'Joan@Example.org' })
  ids['other'] = await aMessage('shop', { minute: 3, subject: 'invoice:7' })
  ids['report'] = await aMessage('sister', { minute: 4, kind: 'report', subject: 'report:daily' })
  ids['foreign'] = await aMessage('foreign', { minute: 5 })
})

const messages = (query = '', as: keyof typeof parties = 'shop') =>
  sendAs(app.port, parties[as], { method: 'GET', path: `/sandbox/v1/messages${query}` })
const found = async (query?: string, as?: keyof typeof parties) =>
  (await messages(query, as)).body.messages.map(({ id }: { id: string }) => id)

test('programs read every mail of their organizations, newest first', async () => {
  const { body } = await messages()

  expect(body.messages.map(({ id }: { id: string }) => id)).toEqual([ids['other'], ids['receipt'], ids['first']])
  expect(body.messages[2]).toEqual({
    ...{ id: ids['first'], organizationId: 'shop', kind: 'invoice', invoiceId: '1042', language: 'de-DE' },
    ...{ to: 'jane@example.org', from: 'Acme <mail@acme.example>', subject: 'Mail 1 <b>', text: 'Hello & welcome' },
    createdAt: '2026-03-09T10:01:00.000Z',
    html: expect.stringContaining('cid:logo'),
    headers: { Subject: 'Mail 1 <b>', 'Message-ID': `<${ids['first']}@example.com>` },
  })
  expect(await found('', 'partner')).toEqual([ids['report'], ids['other'], ids['receipt'], ids['first']])
})

test.each([
  ['?to=JOAN@example.org', ['receipt']],
  ['?kind=receipt', ['receipt']],
  ['?invoiceId=7', ['other']],
  ['?invoiceId=1042&kind=invoice', ['first']],
  ['?limit=1&offset=1', ['receipt']],
  ['?to=nobody@example.org', []],
])('a list of messages is restricted by %s', async (query, names) => {
  expect(await found(query)).toEqual(names.map((name) => ids[name]))
})

test('an invalid filter is refused, naming the parameter', async () => {
  const { status, text } = await messages('?kind=letter')

  expect([status, text.includes('kind')]).toEqual([400, true])
})

const page = (path: string, headers: Record<string, string> = {}) =>
  sendRequest(app.port, { method: 'GET', path: `/sandbox/inbox${path}`, headers })
const form = (path: string, body: string) =>
  sendRequest(app.port, {
    method: 'POST',
    path: `/sandbox/inbox${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

async function signIn(): Promise<{ readonly cookie: string }> {
  const { headers } = await form('/session', new URLSearchParams({ key: parties.shop.bearer.key }).toString())
  return { cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '' }
}

test('people sign in with a key, and their browser keeps it encrypted for these pages alone', async () => {
  const before = await page('')
  const signedIn = await form('/session', new URLSearchParams({ key: parties.shop.bearer.key }).toString())
  const cookie = String(signedIn.headers['set-cookie'])
  const list = await page('', { cookie: cookie.split(';', 1)[0] ?? '' })

  expect([before.status, before.text.includes('Mail 1')]).toEqual([401, false])
  expect([signedIn.status, signedIn.headers['location']]).toEqual([303, '/sandbox/inbox'])
  expect(cookie).toMatch(/; Path=\/sandbox\/inbox; HttpOnly; SameSite=Strict; Secure$/)
  expect(cookie).not.toContain(parties.shop.bearer.key)
  expect([list.status, list.text.includes('Mail 1 &lt;b&gt;'), list.text.includes('Mail 5')]).toEqual([
    200,
    true,
    false,
  ])
})

test('a key that is unknown or lacks the scope cannot sign in', async () => {
  const { bearer } = await withScope(app, parties.shop, 'invoices')
  const refused = await Promise.all([bearer.key, 'nothing', ''].map((key) => form('/session', `key=${key}`)))

  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(refused[0]?.headers['set-cookie']).toBeUndefined()
  expect((await page('', { cookie: 'quittance_inbox=AQID' })).status).toBe(401)
})

test('a message shows its HTML in a frame without origin, its text, headers and attachments', async () => {
  const browser = await signIn()
  const path = `/${ids['first']}`
  const whole = await page(path, browser)
  const frame = await page(`${path}/html`, browser)
  const text = await page(`${path}?view=text`, browser)
  const headers = await page(`${path}?view=headers`, browser)
  const pdf = await page(`${path}/attachments/1`, browser)

  expect(whole.text).toContain('Rechnung ä.pdf')
  expect(whole.text).not.toContain('logo.png')
  expect(frame.headers['content-security-policy']).toContain('sandbox allow-popups')
  expect(frame.text).toContain(`src="data:image/png;base64,${Buffer.from('PNG').toString('base64')}"`)
  expect(frame.text).toContain('<base target="_blank">')
  expect(text.text).toContain('Hello &amp; welcome')
  expect(headers.text).toContain(`Message-ID: &lt;${ids['first']}@example.com&gt;`)
  expect([pdf.headers['content-type'], pdf.text]).toEqual(['application/pdf', '%PDF-1.7'])
})

test('a message of another organization is 404', async () => {
  const browser = await signIn()
  const paths = [`/${ids['foreign']}`, `/${ids['foreign']}/html`, `/${ids['foreign']}/attachments/1`, '/unknown']
  const responses = await Promise.all(paths.map((path) => page(path, browser)))

  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('every failure is a page with a link to the inbox', async () => {
  const browser = await signIn()
  const invalid = await page(`/${ids['first']}?view=raw`, browser)
  const unknown = await page('/one/two/three', browser)
  const noForm = await sendRequest(app.port, {
    method: 'POST',
    path: '/sandbox/inbox/session',
    headers: {},
    body: '{}',
  })

  expect([invalid, unknown, noForm].map(({ status }) => status)).toEqual([400, 404, 415])
  for (const { headers } of [invalid, unknown, noForm]) expect(headers['content-type']).toMatch(/^text\/html/)
  expect(invalid.text).toContain('view: ')
  expect(invalid.text).toContain('href="../inbox"')
  expect(unknown.text).toContain('href="../../../inbox"')
  expect(noForm.text).toContain('href="../inbox"')
})
