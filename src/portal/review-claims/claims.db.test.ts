import { beforeAll, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps } from '../../../test/support/data/payments.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import type { Role } from '../../organizations/users/role.ts'
import { CLAIM_SECONDS } from './claim.ts'

const app = await startApp({ with: [invoicingClients] })
const PATH = '/portal/v1/review-claims'
let owner: Awaited<ReturnType<typeof anOrganization>>
beforeAll(async () => {
  owner = await anOrganization(app, 'shop', { hasFraudManagement: true })
  await anOrganization(app, 'other')
})

async function held(): Promise<string> {
  const invoice = await aPayableInvoice(app.clientOf(owner), '10.00')
  const source = aCard('4000000000009235')
  return (await payAs(paymentDeps(app), invoice, '10.00', { source, canReview: true })).paymentId
}

async function signedIn(role: Role, name: string, organizationId = 'shop') {
  const person = await aPerson(app, { name, roles: { [organizationId]: role } })
  const { headers } = await aSession(app, person, { baseUrl: BASE_URL })
  const call = (method: string, path = '', body?: unknown) =>
    sendAs(app.port, undefined, { method, path: `${PATH}${path}?organizationId=${organizationId}`, headers, body })
  return {
    ...{ ...person, call },
    claim: (id: string, takesOver = false) => call('PUT', `/${id}`, { takesOver }),
    release: (id: string) => call('DELETE', `/${id}`),
    /** Those of one payment: others may be claimed still. */
    claims: async (id: string) =>
      (await call('GET')).body.claims.filter((claim: { readonly paymentId: string }) => claim.paymentId === id),
  }
}

async function actionsOn(paymentId: string): Promise<readonly string[]> {
  const entries = await listAudit(
    app.database.db,
    { organizationId: 'shop', subject: `payment:${paymentId}` },
    { limit: 200 },
  )
  return entries.map(({ action }) => action)
}

test('two reviewers see who is on a payment, and the second one takes it over by saying so', async () => {
  const [ada, bob] = [await signedIn('reviewer', 'Ada'), await signedIn('owner', 'Bob')]
  const id = await held()

  const first = await ada.claim(id)
  const refused = await bob.claim(id)
  const seen = await bob.claims(id)
  const taken = await bob.claim(id, true)

  expect([first.status, first.body]).toMatchObject([200, { paymentId: id, name: 'Ada', isOwn: true }])
  expect([refused.status, refused.body.reason]).toEqual([409, 'REVIEW_CLAIMED'])
  expect(refused.body.message).toContain('Ada')
  expect(seen).toMatchObject([{ paymentId: id, name: 'Ada', isOwn: false }])
  expect(taken.body).toMatchObject({ name: 'Bob', isOwn: true })
  expect((await ada.claim(id)).status).toBe(409)
  expect(await ada.claims(id)).toMatchObject([{ paymentId: id, name: 'Bob', isOwn: false }])
  expect((await actionsOn(id)).filter((action) => action.startsWith('review.'))).toEqual(
    expect.arrayContaining(['review.claimed', 'review.claim-taken-over']),
  )
})

test('a claim is renewed without another entry in the audit trail, and one that was given up or has ended is free', async () => {
  const [ada, bob] = [await signedIn('reviewer', 'Ada'), await signedIn('reviewer', 'Bob')]
  const id = await held()

  await ada.claim(id)
  await ada.claim(id)
  const claimed = (await actionsOn(id)).filter((action) => action === 'review.claimed')
  await bob.release(id)
  const stillAdas = await bob.claims(id)
  await ada.release(id)
  const free = await bob.claims(id)
  await bob.claim(id)
  await app.database.pool.query(`update review_claims set ends_at = now() - interval '1 second'`)

  expect(claimed).toHaveLength(1)
  expect(stillAdas).toMatchObject([{ paymentId: id, name: 'Ada' }])
  expect(free).toEqual([])
  expect(await ada.claims(id)).toEqual([])
  expect((await ada.claim(id)).status).toBe(200)
  expect(CLAIM_SECONDS).toBeGreaterThan(60)
})

test('those who only see reviews see claims and make none, and nothing else can be claimed', async () => {
  const [viewer, clerk] = [await signedIn('viewer', 'Vi'), await signedIn('clerk', 'Cleo')]
  const [ada, stranger] = [await signedIn('reviewer', 'Ada'), await signedIn('owner', 'Eve', 'other')]
  const id = await held()
  await ada.claim(id)

  expect(await viewer.claims(id)).toMatchObject([{ name: 'Ada' }])
  expect([(await viewer.claim(id)).status, (await clerk.claim(id)).status]).toEqual([403, 403])
  expect([(await stranger.claim(id)).status, await stranger.claims(id)]).toEqual([404, []])
  expect((await ada.claim('9'.repeat(22))).status).toBe(404)
  expect((await ada.claim('x')).status).toBe(404)
  expect((await ada.call('PUT', `/${id}`, { takesOver: 'perhaps' })).status).toBe(400)
  expect((await sendAs(app.port, owner, { method: 'GET', path: PATH })).status).toBe(403)
})

test('two people who claim a payment in the same moment do not both have it', async () => {
  const [ada, bob] = [await signedIn('reviewer', 'Ada'), await signedIn('reviewer', 'Bob')]
  const id = await held()

  const statuses = (await Promise.all([ada.claim(id), bob.claim(id)])).map(({ status }) => status)

  expect(statuses.toSorted()).toEqual([200, 409])
})
