import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { type Person, readPerson } from '../../kernel/person.ts'
import { keptAnswersHolder } from './kept-answers-holder.ts'

const app = await startApp({ with: [invoicingClients] })
let holder: ReturnType<typeof keptAnswersHolder>
beforeAll(async () => {
  holder = keptAnswersHolder({ db: app.database, secrets: testSecrets })
})

const sought = (organizationId: string, given: Partial<Person>) => ({
  organizationId,
  organizationIds: [organizationId],
  person: readPerson({ emails: [], phones: [], customerIds: [], ...given }),
})

test('a stored response that names the person is erased, and its request is not executed again', async () => {
  const shop = await app.merchant('shop')
  const bodyOf = (email: string, merchantCustomerId: string) =>
    anInvoiceBody({ customerInformation: { email, merchantCustomerId } })
  const bodies = [bodyOf('jane@example.org', 'C1'), bodyOf('joan@example.org', 'C2'), bodyOf('jean@example.org', 'C3')]
  const sendAll = async () => {
    const sent = bodies.map((body, at) => shop.create(body, { 'idempotency-key': `key ${at}` }))
    return Promise.all(sent)
  }
  const first = await sendAll()
  const jane = sought('shop', { emails: ['jane@example.org'], customerIds: ['C3', '1'] })

  const found = await holder.find(jane)
  const untouched = await sendAll()
  const erased = await holder.erase(jane, aTester)
  const again = await sendAll()

  expect(found).toEqual({ counts: { 'kept answers': 2 }, remaining: [] })
  expect(untouched.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
  expect(erased).toEqual(found)
  expect(again.map(({ status }) => status)).toEqual([409, 201, 409])
  expect(again[0]?.body.reason).toBe('IDEMPOTENCY_ANSWER_ERASED')
  expect(again[1]?.text).toBe(first[1]?.text)
  expect((await shop.call('GET', '/invoices')).body.totalInvoices).toBe(3)
  expect(await holder.erase(jane, aTester)).toEqual({ counts: {}, remaining: [] })
})

test('stored responses are searched page by page', async () => {
  const shop = await app.merchant('busy')
  for (let request = 0; request < 210; request += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => shop.create({}, { 'idempotency-key': `refused ${request + index}` })),
    )
  }
  const body = anInvoiceBody({ customerInformation: { email: 'last@example.org' } })
  await shop.create(body, { 'idempotency-key': 'zzz' })

  expect(await holder.find(sought('busy', { emails: ['last@example.org'] }))).toEqual({
    counts: { 'kept answers': 1 },
    remaining: [],
  })
})
