import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester, testSecrets } from '../../../test/support/data/organizations.ts'
import { aCard, aPayableInvoice, payAs, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { readPerson } from '../../kernel/person.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { continueCharge } from '../attempts/continue-charge.ts'
import { resolveAttempt } from '../attempts/resolve-attempt.ts'
import { credentialContext } from '../attempts/seal-credential.ts'
import { paymentsHolder } from '../erasure/payments-holder.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Processor } from '../port/processor.ts'
import { recordChallenge } from '../processors/sandbox/sandbox-store.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
const { db } = app.database
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
let others: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
  others = app.paymentsOf(await anOrganization(app, 'other'))
})

const consent = {
  at: '2026-03-09T10:00:00.000Z',
  wording: 'I allow Shop to charge this card for later orders.',
  language: 'en-US',
  customer: { email: 'ada@example.com' },
}
const payer = { consent }

/** Pays 100.00, or another amount, on an invoice of its own. */
async function pay(given: Parameters<typeof payAs>[3] = {}, amount = '100.00', payingDeps = deps): Promise<Attempt> {
  return payAs(payingDeps, await aPayableInvoice(shop, amount), amount, given)
}

async function storedFacts({ attemptId }: Attempt): Promise<{ readonly storedCredential?: string }> {
  const { rows } = await sql<{
    facts: object
  }>`select facts from payment_attempts where attempt_id = ${attemptId}`.execute(db)
  return rows[0]?.facts ?? {}
}

/** The reference that the sandbox processor has given for later charges. */
async function referenceOf({ attemptId }: Attempt): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select outcome->'facts'->>'storedCredential' as reference from sandbox_processor_calls
    where key = ${attemptId}`.execute(db)
  return rows[0]?.reference ?? ''
}

describe('POST /payments/v1/transactions/{id}/token', () => {
  test('makes a token of a payment whose payer consented, with the consent as evidence', async () => {
    const { paymentId } = await pay({ payer, address: '192.0.2.1' })

    const { status, body } = await payments.token(paymentId)

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'ACTIVE',
      transactionId: paymentId,
      method: 'card',
      account: { scheme: 'Visa', suffix: '4242', expirationMonth: 12, expirationYear: 2030 },
      createdAt: expect.stringMatching(/^2026-03-09T/),
      consent: {
        ...{ givenAt: consent.at, wording: consent.wording, language: 'en-US', ipAddress: '192.0.2.1' },
        customer: { email: 'ada@example.com' },
      },
    })
  })

  test('makes one token of a payment, also for repeated and concurrent requests', async () => {
    const { paymentId } = await pay({ payer })

    const responses = await Promise.all(Array.from({ length: 8 }, () => payments.token(paymentId)))
    const again = await payments.token(paymentId)

    expect(responses.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 7 }, () => 200), 201])
    expect(new Set([...responses, again].map(({ text }) => text)).size).toBe(1)
    const audit = await listAudit(db, { organizationId: 'shop', action: 'payment.token-created' }, { limit: 100 })
    expect(audit.filter(({ subject }) => subject === `payment:${paymentId}`)).toMatchObject([
      { details: { token: again.body.id, amount: '100.00', currency: 'USD' } },
    ])
  })

  test('repeats the response to the same Idempotency-Key', async () => {
    const { paymentId } = await pay({ payer })
    const headers = { 'idempotency-key': 'token 1' }

    const [first, second] = [await payments.token(paymentId, headers), await payments.token(paymentId, headers)]

    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
  })

  test.each(['applePay', 'googlePay', 'paypal'] as const)('makes a token of a payment by %s', async (method) => {
    const { paymentId } = await pay({ payer, source: { method, walletToken: 'wallet' } })

    expect((await payments.token(paymentId)).body).toMatchObject({ method, account: {} })
  })

  test('makes a token of a payment under review once it is accepted', async () => {
    const { paymentId } = await pay({ payer, source: aCard('4000000000009235'), canReview: true })

    const before = await payments.token(paymentId)
    await payments.accept(paymentId)
    const after = await payments.token(paymentId)

    expect([before.status, before.body.reason, after.status]).toEqual([400, 'PAYMENT_NOT_COMPLETED', 201])
  })

  test('makes a token of a payment whose outcome came after a challenge, or after a lost answer', async () => {
    const challenged = await pay({ payer, source: aCard('4000000000003220'), isAuthenticated: true })
    await recordChallenge(app.database, { ...challenged, key: challenged.attemptId }, 'passed')
    await continueCharge(deps, { organizationId: 'shop', by: { kind: 'payer' } }, challenged)
    const lost = await pay({ payer, source: aCard('4111111111111111') }, '4000.00')
    await resolveAttempt(deps, followUpEffects, lost)

    for (const attempt of [challenged, lost]) {
      expect((await payments.token(attempt.paymentId)).status).toBe(201)
      expect((await storedFacts(attempt)).storedCredential).toBeDefined()
    }
  })

  test('refuses if the payer did not consent', async () => {
    const { paymentId } = await pay()

    const { status, body } = await payments.token(paymentId)

    expect([status, body.reason]).toEqual([400, 'CONSENT_MISSING'])
    expect(body.message).toContain('has not agreed')
  })

  test('refuses payments that were declined, rejected or received elsewhere, and refunds', async () => {
    const declined = await pay({ payer, source: aCard('4000000000000002') })
    const rejected = await pay({ payer, source: aCard('4000000000009235'), canReview: true })
    await payments.reject(rejected.paymentId)
    const paid = await pay({ payer })
    const refund = await payments.refund(paid.paymentId, { amount: 1 })
    const id = await aPayableInvoice(shop, '100.00')
    const cash = await payments.receive(id, { amount: 1, date: '2026-03-08', method: 'cash' })

    const reasons = await Promise.all(
      [declined.paymentId, rejected.paymentId, refund.body.id, cash.body.id].map(async (transaction: string) => {
        const { status, body } = await payments.token(transaction)
        return [status, body.reason]
      }),
    )

    expect(reasons).toEqual([
      [400, 'PAYMENT_NOT_COMPLETED'],
      [400, 'PAYMENT_NOT_COMPLETED'],
      [400, 'ACCOUNT_NOT_STORABLE'],
      [400, 'ACCOUNT_NOT_STORABLE'],
    ])
  })

  test('refuses an account that the processor cannot store', async () => {
    const forgetful: Processor = {
      ...deps.processor,
      authorize: (call, signal) => deps.processor.authorize({ ...call, storesCredential: false }, signal),
    }
    const { paymentId } = await pay({ payer }, '100.00', withProcessor(deps, forgetful))

    expect((await payments.token(paymentId)).body).toMatchObject({ reason: 'ACCOUNT_NOT_STORABLE' })
  })

  test('of a payment that does not exist or is another merchant’s is 404', async () => {
    const { paymentId } = await pay({ payer })

    const statuses = [
      (await payments.token('1'.repeat(22))).status,
      (await payments.token('%00')).status,
      (await others.token(paymentId)).status,
    ]

    expect(statuses).toEqual([404, 404, 404])
  })
})

describe('GET /payments/v1/tokens', () => {
  let lister: typeof payments
  let ofAda: string
  let ofBob: string
  let revoked: string
  beforeAll(async () => {
    const owner = await anOrganization(app, 'lister')
    lister = app.paymentsOf(owner)
    const client = app.clientOf(owner)
    const tokenOf = async (customer: object) => {
      const invoice = await aPayableInvoice(client, '10.00')
      const given = { organizationId: 'lister', payer: { consent: { ...consent, customer } } }
      const { paymentId } = await payAs(deps, invoice, '10.00', given)
      return (await lister.token(paymentId)).body.id as string
    }
    ofAda = await tokenOf({ email: 'Ada@example.com', merchantCustomerId: 'A' })
    ofBob = await tokenOf({ email: 'bob@example.com', merchantCustomerId: 'B' })
    revoked = await tokenOf({ email: 'ada@example.com' })
    await lister.revoke(revoked)
    await lister.charge(ofAda, { invoiceId: await aPayableInvoice(client, '7.00') })
  })
  const idsOf = async (query: string) =>
    (await lister.tokens(query)).body.tokens.map(({ id }: { readonly id: string }) => id)

  test('lists tokens page by page in a stable order, each as GET of the token shows it', async () => {
    const all = await lister.tokens()
    const pages = [await lister.tokens('?limit=2'), await lister.tokens('?limit=2&offset=2')]

    expect([all.status, all.body.totalTokens]).toEqual([200, 3])
    expect(new Set(await idsOf(''))).toEqual(new Set([ofAda, ofBob, revoked]))
    expect(pages.flatMap(({ body }) => body.tokens)).toEqual(all.body.tokens)
    expect(pages.map(({ headers }) => headers['link'])).toEqual([
      '</payments/v1/tokens?limit=2&offset=2>; rel="next"',
      undefined,
    ])
    for (const token of all.body.tokens) expect((await lister.getToken(token.id)).body).toEqual(token)
  })

  test('shows the consent with its customer, and the last use', async () => {
    const { body } = await lister.getToken(ofAda)

    expect(body.consent).toMatchObject({
      wording: consent.wording,
      customer: { email: 'Ada@example.com', merchantCustomerId: 'A' },
    })
    expect(body.lastUse).toEqual({
      transactionId: expect.stringMatching(/^[0-9]{22}$/),
      invoiceId: expect.any(String),
      status: 'COMPLETED',
      submitTimeUtc: expect.stringMatching(/^2026-03-09T/),
    })
    expect((await lister.getToken(ofBob)).body).not.toHaveProperty('lastUse')
  })

  test('filters by customer and status', async () => {
    expect(await idsOf('?merchantCustomerId=B')).toEqual([ofBob])
    expect(new Set(await idsOf('?email=ADA@example.com'))).toEqual(new Set([ofAda, revoked]))
    expect(await idsOf('?email=ada@example.com&status=revoked')).toEqual([revoked])
    expect(await idsOf('?email=ada@example.com&status=ACTIVE')).toEqual([ofAda])
    expect(await idsOf('?status=EXPIRED')).toEqual([])
    expect((await lister.tokens('?status=NONE')).status).toBe(400)
  })

  test('shows nothing of another merchant', async () => {
    expect((await others.tokens()).body).toEqual({ totalTokens: 0, tokens: [] })
    expect((await others.getToken(ofAda)).status).toBe(404)
  })
})

describe('the processor’s reference', () => {
  test('is stored encrypted, bound to its payment, and shown nowhere', async () => {
    const attempt = await pay({ payer })
    const reference = await referenceOf(attempt)
    const { text } = await payments.token(attempt.paymentId)
    const listed = await payments.list(attempt.invoiceNumber)

    const sealed = Buffer.from((await storedFacts(attempt)).storedCredential ?? '', 'base64')
    expect(reference).toMatch(/^sandbox-/)
    expect(testSecrets.open(sealed, credentialContext(attempt)).toString()).toBe(reference)
    expect(() => testSecrets.open(sealed, credentialContext({ ...attempt, organizationId: 'other' }))).toThrow()
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(a)::text as row from payment_attempts a union all select to_jsonb(p)::text from payments p
      union all select to_jsonb(o)::text from record_outbox o union all select to_jsonb(e)::text from audit_entries e
      union all select to_jsonb(t)::text from payment_tokens t`.execute(db)
    const everything = [text, listed.text, ...rows.map(({ row }) => row)].join('\n')
    expect(everything).toContain(attempt.paymentId)
    expect(everything).not.toContain(reference)
  })

  test('is not kept without consent, whatever the processor sends', async () => {
    const eager: Processor = {
      ...deps.processor,
      authorize: (call, signal) => deps.processor.authorize({ ...call, storesCredential: true }, signal),
    }

    const attempt = await pay({}, '100.00', withProcessor(deps, eager))

    expect(await referenceOf(attempt)).toMatch(/^sandbox-/)
    expect((await storedFacts(attempt)).storedCredential).toBeUndefined()
  })

  test('is not kept after a decline', async () => {
    const attempt = await pay({ payer, source: aCard('4000000000000002') })

    expect((await storedFacts(attempt)).storedCredential).toBeUndefined()
  })
})

test('an erasure of the payer removes reference and consent, and no token can be made any more', async () => {
  const holder = paymentsHolder(deps)
  const attempt = await pay({ payer: { ...payer, email: 'dingo@example.org' }, address: '192.0.2.88' })
  await payments.token(attempt.paymentId)
  const person = readPerson({ emails: ['dingo@example.org'], phones: [], customerIds: [] })

  await holder.erase({ organizationId: 'shop', organizationIds: ['shop'], person }, aTester)

  expect((await storedFacts(attempt)).storedCredential).toBeUndefined()
  expect((await payments.token(attempt.paymentId)).body).toMatchObject({ reason: 'CONSENT_MISSING' })
  const { rows } = await sql<{ row: string }>`select to_jsonb(a)::text as row from payment_attempts a`.execute(db)
  expect(rows.map(({ row }) => row).join()).not.toContain('192.0.2.88')
})

test('the address is kept with a consent only', async () => {
  const attempt = await pay({ payer: { email: 'ada@example.com' }, address: '192.0.2.77' })

  const { rows } = await sql<{ row: string }>`select to_jsonb(a)::text as row from payment_attempts a
    where attempt_id = ${attempt.attemptId}`.execute(db)

  expect(rows[0]?.row).toContain('ada@example.com')
  expect(rows[0]?.row).not.toContain('192.0.2.77')
})
