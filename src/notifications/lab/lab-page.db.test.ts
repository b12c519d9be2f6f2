import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { family } from '../../../test/support/data/organizations.ts'
import { sandboxVisitor } from '../../../test/support/http/sandbox-visitor.ts'
import { type Keyed, sendRequest } from '../../../test/support/http/send-request.ts'

const app = await startApp({ isSandbox: true })
let parties: Awaited<ReturnType<typeof family>>
beforeAll(async () => {
  parties = await family(app)
})
beforeEach(async () => {
  await app.database.pool.query('truncate sandbox_received, sandbox_receivers')
})

const NOTIFICATION = { notificationId: 'n-1', payload: { data: { name: '<b>' } } }

/** Sends a notification without a signature. */
function deliver(name: string, { organizationId = 'shop', headers = {}, body = JSON.stringify(NOTIFICATION) } = {}) {
  const sent = { 'v-c-organization-id': organizationId, 'v-c-event-type': 'invoice.paid', ...headers }
  return sendRequest(app.port, { method: 'POST', path: `/sandbox/v1/receivers/${name}`, headers: sent, body })
}

async function visitorOf(owner: Keyed) {
  const visitor = sandboxVisitor(app)
  await visitor.signIn(owner)
  return visitor
}
const eventsIn = (text: string) => [...text.matchAll(/class="event value">([^<]*)/g)].map(([, event]) => event)

test('the page lists deliveries with event, verdict, attempt and body', async () => {
  await deliver('lab', { headers: { 'v-c-transaction-trace-id': '0b5f-1' } })
  const { text } = await (await visitorOf(parties.shop)).get('/webhooks')

  expect(eventsIn(text)).toEqual(['invoice.paid'])
  expect(text).toContain('× Not verified')
  expect(text).toContain('The header v-c-signature is missing.')
  expect(text).toContain('Attempt 2 · lab')
  expect(text).toContain('&quot;notificationId&quot;: &quot;n-1&quot;,\n')
  expect(text).not.toContain('<b>')
})

test('one receiver can be opened, and its answer set and reset', async () => {
  await deliver('lab')
  await deliver('other', { headers: { 'v-c-event-type': 'invoice.sent' } })
  const visitor = await visitorOf(parties.shop)

  const both = eventsIn((await visitor.get('/webhooks')).text)
  const saved = await visitor.post('/webhooks/lab', { status: '503', delayMs: '0' })
  const opened = await visitor.get('/webhooks?receiver=lab')
  const failing = await deliver('lab')
  const reset = await visitor.post('/webhooks/lab/reset', {})
  const after = await visitor.get('/webhooks?receiver=lab')

  expect(both).toEqual(['invoice.sent', 'invoice.paid'])
  expect([saved.status, saved.headers['location']]).toEqual([303, '/sandbox/webhooks?receiver=lab'])
  expect(eventsIn(opened.text)).toEqual(['invoice.paid'])
  expect(opened.text).toContain('<option value="503" selected>')
  expect([failing.status, reset.status]).toEqual([503, 303])
  expect(eventsIn(after.text)).toEqual([])
  expect((await deliver('lab')).status).toBe(200)
})

test('a receiver that nothing was sent to can be opened, and has its address', async () => {
  const { status, text } = await (await visitorOf(parties.shop)).get('/webhooks?receiver=new.one')

  expect(status).toBe(200)
  expect(text.replaceAll('<wbr>', '')).toContain('https://pay.example.com/sandbox/v1/receivers/new.one')
})

test('nothing of another organization is shown or changed', async () => {
  await deliver('lab', { organizationId: 'foreign' })
  const visitor = await visitorOf(parties.shop)

  const { text } = await visitor.get('/webhooks?receiver=lab')
  await visitor.post('/webhooks/lab', { status: '503' })
  await visitor.post('/webhooks/lab/reset', {})
  const answer = await deliver('lab', { organizationId: 'foreign' })

  expect(eventsIn(text)).toEqual([])
  expect(answer.status).toBe(200)
  expect(eventsIn((await (await visitorOf(parties.foreign)).get('/webhooks')).text)).toHaveLength(2)
})

test('invalid input is refused, and nobody gets in without a key', async () => {
  const visitor = await visitorOf(parties.shop)
  const stranger = sandboxVisitor(app)

  const name = await visitor.get('/webhooks?receiver=%20a%2Fb')
  const offset = await visitor.get('/webhooks?offset=-1')
  const status = await visitor.post('/webhooks/lab', { status: '99' })
  const delay = await visitor.post('/webhooks/lab', { delayMs: '60001' })
  const path = await visitor.post(`/webhooks/${'x'.repeat(65)}`, { status: '200' })

  expect([name, offset, status, delay, path].map((answer) => answer.status)).toEqual([400, 400, 400, 400, 400])
  expect(name.text).toContain('id="receiver-problem"')
  expect([status.text.includes('status'), delay.text.includes('delayMs')]).toEqual([true, true])
  expect((await stranger.get('/webhooks')).status).toBe(401)
  expect((await stranger.post('/webhooks/lab', { status: '503' })).status).toBe(401)
  expect((await deliver('lab')).status).toBe(200)
})

test('long lists have pages, and long or strange bodies are shown as text', async () => {
  const long = JSON.stringify({ text: 'x'.repeat(30_000) })
  for (let index = 0; index < 26; index += 1) await deliver('lab', { body: index === 25 ? long : '<i>no json' })
  const visitor = await visitorOf(parties.shop)

  const first = await visitor.get('/webhooks')
  const second = await visitor.get('/webhooks?offset=25')

  expect([eventsIn(first.text).length, eventsIn(second.text).length]).toEqual([25, 1])
  expect(first.text).toContain('href="/sandbox/webhooks?offset=25" rel="next"')
  expect(first.text).toContain('… (cut; the API has all of it)')
  expect(first.text.length).toBeLessThan(150_000)
  expect(second.text).toContain('&lt;i&gt;no json')
})
