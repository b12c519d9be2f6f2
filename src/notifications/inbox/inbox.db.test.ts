import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { storeMessage } from '../../../test/support/data/inbox-messages.ts'
import { family } from '../../../test/support/data/organizations.ts'
import { sandboxVisitor } from '../../../test/support/http/sandbox-visitor.ts'
import { type Answer, sendAs, sendRequest } from '../../../test/support/http/send-request.ts'

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

async function merchantVisitor() {
  const visitor = sandboxVisitor(app)
  await visitor.signIn(parties.shop)
  return visitor
}

test('the list is a table with heads, of the organization’s own mails', async () => {
  const visitor = await merchantVisitor()
  const list = await visitor.get('/inbox')
  const filtered = await visitor.get('/inbox?kind=receipt')
  const problem = await visitor.get('/inbox?kind=letter')

  expect([list.status, filtered.status, problem.status]).toEqual([200, 200, 200])
  expect([...list.text.matchAll(/<th [^>]*>([^<]*)/g)].map(([, head]) => head)).toEqual([
    'Subject',
    'To',
    'Kind',
    'Sent',
  ])
  expect([list.text.includes('Mail 1 &lt;b&gt;'), list.text.includes('Mail 5')]).toEqual([true, false])
  expect([...filtered.text.matchAll(/data-key="([^"]+)"/g)].map(([, id]) => id)).toEqual([ids['receipt']])
  expect(problem.text).toContain('kind must be one of')
})

/** Neither scripts nor forms, and nothing that is loaded. */
const NOTHING_ELSE = [
  ...["default-src 'none'", "style-src 'unsafe-inline'", 'img-src data:', "base-uri 'none'", "form-action 'none'"],
  "frame-ancestors 'self'",
]
const directivesOf = ({ headers }: Answer) => String(headers['content-security-policy']).split('; ')

test('a message shows its HTML in a frame without origin, its text, headers and attachments', async () => {
  const { get } = await merchantVisitor()
  const path = `/inbox/${ids['first']}`
  const whole = await get(path)
  const frame = await get(`${path}/html`)
  const copy = await get(`${path}/height`)
  const text = await get(`${path}?view=text`)
  const headers = await get(`${path}?view=headers`)
  const pdf = await get(`${path}/attachments/1`)

  expect(whole.text).toContain('Rechnung ä.pdf')
  expect(whole.text).not.toContain('logo.png')
  expect(directivesOf(frame)).toEqual([...NOTHING_ELSE, 'sandbox allow-popups allow-popups-to-escape-sandbox'])
  expect(directivesOf(copy)).toEqual([...NOTHING_ELSE, 'sandbox allow-same-origin'])
  expect(copy.text).toBe(frame.text)
  expect(frame.text).toContain(`src="data:image/png;base64,${Buffer.from('PNG').toString('base64')}"`)
  expect(frame.text).toContain('<base target="_blank">')
  expect(text.text).toContain('Hello &amp; welcome')
  expect(headers.text).toContain(
    `<dt>Message-ID</dt><dd class="value"><bdi dir="ltr">&lt;${ids['first']}<wbr>@example<wbr>.com&gt;</bdi></dd>`,
  )
  expect([pdf.headers['content-type'], pdf.text]).toEqual(['application/pdf', '%PDF-1.7'])
})

test('a message of another organization is 404', async () => {
  const { get } = await merchantVisitor()
  const parts = ['', '/html', '/height', '/attachments/1'].map((part) => `/inbox/${ids['foreign']}${part}`)
  const responses = await Promise.all([...parts, '/inbox/unknown'].map((path) => get(path)))

  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

test('every failure is a page with a link to the inbox', async () => {
  const { get } = await merchantVisitor()
  const invalid = await get(`/inbox/${ids['first']}?view=raw`)
  const unknown = await get('/inbox/one/two/three')
  const noForm = await sendRequest(app.port, { method: 'POST', path: '/sandbox/session', headers: {}, body: '{}' })

  expect([invalid, unknown, noForm].map(({ status }) => status)).toEqual([400, 404, 415])
  for (const { headers } of [invalid, unknown, noForm]) expect(headers['content-type']).toMatch(/^text\/html/)
  expect(invalid.text).toContain('view: ')
  expect(invalid.text).toContain('href="../inbox"')
  expect(unknown.text).toContain('href="../../../inbox"')
  expect(noForm.text).toContain('href="inbox"')
})
