import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import {
  aBankAccount,
  aCard,
  aPayableInvoice,
  payAs,
  paymentDeps,
  withProcessor,
} from '../../../test/support/data/payments.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { parseDecimal } from '../../kernel/decimal.ts'
import { readPerson } from '../../kernel/person.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { resolveAttempt } from '../attempts/resolve-attempt.ts'
import { paymentsHolder } from '../erasure/payments-holder.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Source } from '../port/port.ts'
import { oneProcessor, type Processor } from '../port/processor.ts'
import { carryOutTokenCharge, startTokenCharge } from './charge-token.ts'
import { revokeToken } from './revoke-token.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
const { database } = app
const actor = { organizationId: 'shop', by: aTester }
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
let others: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  const owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
  others = app.paymentsOf(await anOrganization(app, 'other'))
})
let id: string
beforeEach(async () => {
  id = await aPayableInvoice(shop, '100.00')
})

const consent = { at: '2026-03-09T10:00:00Z', wording: 'I allow Shop to charge this card.', language: 'en-US' }

/** A token of a payment by this card or account, and the payment. */
async function aToken(source: Source = aCard(), payer: object = {}) {
  const paid = await payAs(deps, await aPayableInvoice(shop, '10.00'), '10.00', {
    source,
    payer: { ...payer, consent },
  })
  const { body } = await payments.token(paid.paymentId)
  return { tokenId: body.id as string, paid }
}

async function factsOf({ attemptId }: Attempt): Promise<object> {
  const { rows } = await sql<{ facts: object }>`
    select facts from payment_attempts where attempt_id = ${attemptId}`.execute(database.db)
  return rows[0]?.facts ?? {}
}

async function attemptsOf(invoiceNumber: string): Promise<number> {
  const { rows } = await sql`select from payment_attempts where invoice_number = ${invoiceNumber}`.execute(database.db)
  return rows.length
}

describe('POST /payments/v1/tokens/{id}/charges', () => {
  test('pays an invoice from the stored account, with payment, event and audit as any charge', async () => {
    const { tokenId } = await aToken()

    const { status, body } = await payments.charge(tokenId, { invoiceId: id })

    expect(status).toBe(201)
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^[0-9]{22}$/), tokenId, invoiceId: id, status: 'COMPLETED', method: 'card' },
      ...{ amount: 100, currency: 'USD', submitTimeUtc: expect.stringMatching(/^2026-03-09T/) },
    })
    expect((await shop.get(id)).body.status).toBe('PAID')
    const { body: listed } = await payments.list(id)
    expect(listed.payments).toMatchObject([
      { id: body.id, method: 'card', account: { scheme: 'Visa', suffix: '4242' } },
    ])
    expect(listed.payments[0].payer).toBeUndefined()
    const { rows } = await sql<{ type: string }>`select event_type as type from events
      where subject = ${`invoice:${id}`} and event_type like 'payments.%'`.execute(database.db)
    expect(rows).toEqual([{ type: 'payments.approved' }])
    const audit = await listAudit(
      database.db,
      { organizationId: 'shop', action: 'payment.charge-requested' },
      { limit: 9 },
    )
    expect(audit[0]).toMatchObject({ subject: `payment:${body.id}`, details: { token: tokenId, amount: '100.00' } })
    expect((await payments.refund(body.id)).body).toMatchObject({ status: 'COMPLETED', amount: 100 })
  })

  test('charges a part, and each request is a charge of its own unless it has an Idempotency-Key', async () => {
    const { tokenId } = await aToken()
    const headers = { 'idempotency-key': `charge of ${id}` }
    const part = { invoiceId: id, amount: '30.00' }

    const keyed = [await payments.charge(tokenId, part, headers), await payments.charge(tokenId, part, headers)]
    const further = await payments.charge(tokenId, part)

    expect(keyed[1]?.text).toBe(keyed[0]?.text)
    expect(further.body.id).not.toBe(keyed[0]?.body.id)
    expect((await payments.list(id)).body.totalPayments).toBe(2)
    expect((await shop.get(id)).body.orderInformation.amountDetails.balanceAmount).toBe(40)
  })

  test('never takes more than is due, however many requests are concurrent', async () => {
    const { tokenId } = await aToken()

    const responses = await Promise.all(
      Array.from({ length: 6 }, () => payments.charge(tokenId, { invoiceId: id, amount: 40 })),
    )

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2)
    expect((await shop.get(id)).body.orderInformation.amountDetails.balanceAmount).toBe(20)
  })

  test('behaves as the card or account that was stored', async () => {
    const byAmount = await aToken(aCard('4111111111111111'))
    const bank = await aToken(aBankAccount())
    const later = await aToken(aCard('4000000000000341'))
    const large = await aPayableInvoice(shop, '2001.00')

    const responses = [
      await payments.charge(byAmount.tokenId, { invoiceId: large }),
      await payments.charge(later.tokenId, { invoiceId: id }),
      await payments.charge(bank.tokenId, { invoiceId: id }),
    ]

    expect(responses.map(({ body }) => [body.status, body.reason, body.method])).toEqual([
      ['DECLINED', 'insufficientFunds', 'card'],
      ['DECLINED', 'declined', 'card'],
      ['COMPLETED', undefined, 'bankDebit'],
    ])
    expect((await shop.get(large)).body.status).toBe('SENT')
  })

  test('that is declined makes no payer wait', async () => {
    const { tokenId } = await aToken(aCard('4000000000000341'))
    for (let count = 0; count < 12; count += 1) await payments.charge(tokenId, { invoiceId: id })

    const { rows } = await sql`select from payment_declines where invoice_number = ${id}`.execute(database.db)
    const paid = await payAs(deps, id, '100.00', { address: '192.0.2.1' })

    expect(rows).toEqual([])
    expect(paid.status).toBe('approved')
  })

  test('is PENDING if the answer is lost, until the charge is looked up', async () => {
    const { tokenId } = await aToken(aCard('4111111111111111'))
    const large = await aPayableInvoice(shop, '4000.00')
    const hasty = { ...deps, config: { ...deps.config, processorCallMsMax: 300 } }
    const charge = { tokenId, invoiceNumber: large, amount: undefined }

    const started = await startTokenCharge(hasty, database, actor, charge)
    const asked = await carryOutTokenCharge(hasty, actor, started)
    expect(asked).toMatchObject({ status: 'unknown', tokenId, isReserved: true })
    await resolveAttempt(deps, followUpEffects, asked)

    expect((await shop.get(large)).body.status).toBe('PAID')
  })

  test('goes to the processor and account that stored it, and is refused if that is not configured any more', async () => {
    const { tokenId } = await aToken()
    const asked: string[] = []
    const former: Processor = {
      ...deps.processor,
      authorize: (call, signal) => {
        asked.push(call.account)
        return deps.processor.authorize(call, signal)
      },
    }
    const newcomer: Processor = { ...deps.processor, name: 'newcomer' }
    const both = { ...oneProcessor(newcomer, 'other account'), all: [newcomer, former] }
    const charge = { tokenId, invoiceNumber: id, amount: parseDecimal('30') }

    const started = await startTokenCharge({ ...deps, processors: both }, database, actor, charge)
    await carryOutTokenCharge({ ...deps, processors: both }, actor, started)
    const refused = startTokenCharge(withProcessor(deps, newcomer), database, actor, charge)

    expect(asked).toEqual(['sandbox'])
    await expect(refused).rejects.toMatchObject({ code: 'PROCESSOR_NOT_CONFIGURED' })
    expect(await attemptsOf(id)).toBe(1)
  })

  test('refuses a paid invoice, too much, another merchant’s invoice or token, and nothing is recorded', async () => {
    const { tokenId, paid } = await aToken()

    const responses = [
      await payments.charge(tokenId, { invoiceId: paid.invoiceNumber }),
      await payments.charge(tokenId, { invoiceId: id, amount: '100.01' }),
      await payments.charge(tokenId, { invoiceId: id, amount: '' }),
      await payments.charge(tokenId, {}),
      await payments.charge(tokenId, { invoiceId: 'UNKNOWN' }),
      await others.charge(tokenId, { invoiceId: id }),
      await payments.charge('not-a-token', { invoiceId: id }),
    ]

    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404, 404, 404])
    expect(await attemptsOf(id)).toBe(0)
  })
})

describe('POST /payments/v1/tokens/{id}/revocation', () => {
  test('makes the account unusable at the processor, and removes its reference here', async () => {
    const { tokenId, paid } = await aToken()

    const first = await payments.revoke(tokenId)
    const again = await payments.revoke(tokenId)

    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.body).toMatchObject({ id: tokenId, revokedAt: expect.stringMatching(/^2026-03-09T/), consent: {} })
    expect(again.text).toBe(first.text)
    expect(await factsOf(paid)).not.toHaveProperty('storedCredential')
    const { rows } = await sql<{ kind: string }>`select kind from sandbox_processor_calls
      where of_key = ${paid.attemptId}`.execute(database.db)
    expect(rows).toEqual([{ kind: 'revoke' }])
    expect((await payments.charge(tokenId, { invoiceId: id })).body).toMatchObject({ reason: 'TOKEN_REVOKED' })
    expect((await payments.token(paid.paymentId)).body).toMatchObject({ reason: 'TOKEN_REVOKED' })
    expect(await attemptsOf(id)).toBe(0)
    const audit = await listAudit(
      database.db,
      { organizationId: 'shop', action: 'payment.token-revoked' },
      { limit: 99 },
    )
    expect(audit.filter(({ details }) => details['token'] === tokenId)).toHaveLength(1)
  })

  test('changes nothing here if the answer is lost, and can be repeated', async () => {
    const { tokenId, paid } = await aToken()
    const silent: Processor = {
      ...deps.processor,
      revoke: async (call, signal) => {
        await deps.processor.revoke(call, signal)
        return { status: 'unknown' }
      },
    }

    const lost = revokeToken(withProcessor(deps, silent), database, actor, { tokenId })

    await expect(lost).rejects.toMatchObject({ kind: 'unavailable', code: 'PROCESSOR_UNAVAILABLE' })
    expect(await factsOf(paid)).toHaveProperty('storedCredential')
    // The processor did revoke it.
    expect((await payments.charge(tokenId, { invoiceId: id })).body).toMatchObject({ status: 'DECLINED' })
    expect((await payments.revoke(tokenId)).body).toHaveProperty('revokedAt')
  })

  test('of another merchant’s token is 404', async () => {
    const { tokenId } = await aToken()

    expect((await others.revoke(tokenId)).status).toBe(404)
    expect((await payments.charge(tokenId, { invoiceId: id })).body).toMatchObject({ status: 'COMPLETED' })
  })
})

test('no token is made if the processor stores no accounts, and no charge asks it to store one', async () => {
  const storing: boolean[] = []
  const forgetful: Processor = {
    ...deps.processor,
    capabilities: (charged) => ({ ...deps.processor.capabilities(charged), storesCredentials: false }),
    authorize: (call, signal) => {
      storing.push(call.storesCredential)
      return deps.processor.authorize(call, signal)
    },
  }

  const { paymentId } = await payAs(withProcessor(deps, forgetful), id, '100.00', { payer: { consent } })

  expect(storing).toEqual([false])
  expect((await payments.token(paymentId)).body).toMatchObject({ reason: 'ACCOUNT_NOT_STORABLE' })
})

describe('an erasure of the payer', () => {
  const person = (email: string) => ({
    ...{ organizationId: 'shop', organizationIds: ['shop'] },
    person: readPerson({ emails: [email], phones: [], customerIds: [] }),
  })

  test('has the account made unusable at the processor, and revokes the token', async () => {
    const { tokenId, paid } = await aToken(aCard(), { email: 'numbat@example.org' })

    const { remaining } = await paymentsHolder(deps).erase(person('numbat@example.org'), aTester)

    expect(remaining).toHaveLength(1)
    const { rows } = await sql`select from sandbox_processor_calls
      where of_key = ${paid.attemptId} and kind = 'revoke'`.execute(database.db)
    expect(rows).toHaveLength(1)
    expect((await payments.charge(tokenId, { invoiceId: id })).body).toMatchObject({ reason: 'TOKEN_REVOKED' })
    const { body } = await payments.revoke(tokenId)
    expect(body).toHaveProperty('revokedAt')
    expect(body).not.toHaveProperty('consent')
  })

  test('says so if the processor did not answer, and erases all the same', async () => {
    const { paid } = await aToken(aCard(), { email: 'quoll@example.org' })
    const silent: Processor = { ...deps.processor, revoke: () => Promise.reject(new Error('The connection broke.')) }

    const { remaining } = await paymentsHolder(withProcessor(deps, silent)).erase(person('quoll@example.org'), aTester)

    expect(remaining).toContainEqual(expect.objectContaining({ what: expect.stringContaining('stored') }))
    expect(await factsOf(paid)).not.toHaveProperty('storedCredential')
  })
})
