import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { chargeToken } from '../../../examples/charge-token.ts'
import { startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import {
  aBankAccount,
  aCard,
  aPayableInvoice,
  payAs,
  paymentDeps,
  withProcessor,
} from '../../../test/support/data/payments.ts'
import { aTokenOf, consent } from '../../../test/support/data/tokens.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { parseDecimal } from '../../kernel/decimal.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { resolveAttempt } from '../attempts/resolve-attempt.ts'
import { followUpEffects } from '../follow-up-effects.ts'
import type { ConsentingCustomer } from '../model/attempt.ts'
import { oneProcessor, type Processor } from '../port/processor.ts'
import { carryOutTokenCharge, startTokenCharge } from './charge-token.ts'

const app = await startApp({ with: [invoicingClients, paymentClients] })
const deps = paymentDeps(app)
const { database } = app
const actor = { organizationId: 'shop', by: aTester }
let owner: Awaited<ReturnType<typeof anOrganization>>
let shop: Client
let payments: ReturnType<typeof app.paymentsOf>
let others: ReturnType<typeof app.paymentsOf>
beforeAll(async () => {
  owner = await anOrganization(app, 'shop')
  shop = app.clientOf(owner)
  payments = app.paymentsOf(owner)
  others = app.paymentsOf(await anOrganization(app, 'other'))
})
let id: string
beforeEach(async () => {
  id = await aPayableInvoice(shop, '100.00')
})

const aToken = (...given: Tail<Parameters<typeof aTokenOf>>) => aTokenOf({ deps, shop, payments }, ...given)
type Tail<Given extends readonly unknown[]> = Given extends [unknown, ...infer Rest] ? Rest : never

/** A published invoice over 100 dollars. */
async function anInvoiceTo(customer: ConsentingCustomer): Promise<string> {
  const { body } = await shop.create(
    anInvoiceBody({ customerInformation: customer, invoiceInformation: { sendImmediately: true } }),
  )
  return body.id
}

async function setFraudManagement(isOn: boolean): Promise<void> {
  await sql`update organizations set has_fraud_management = ${isOn} where organization_id = 'shop'`.execute(database.db)
}

async function attemptsOf(invoiceNumber: string): Promise<number> {
  const { rows } = await sql`select from payment_attempts where invoice_number = ${invoiceNumber}`.execute(database.db)
  return rows.length
}

describe('POST /payments/v1/tokens/{token}/charges', () => {
  test('pays an invoice from the stored account, with payment, records, mail, event and audit as any charge', async () => {
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
    const written = await sql`select from record_outbox where record ->> 'recordId' like ${`${body.id}%`}`.execute(
      database.db,
    )
    expect(written.rows.length).toBeGreaterThan(0)
    const mails = await sql<{ to: string }>`select recipient_address as to from mail_outbox
      where subject = ${`invoice:${id}`} and kind = 'receipt'`.execute(database.db)
    expect(mails.rows).toEqual([{ to: 'ada@example.com' }])
    const audit = await listAudit(
      database.db,
      { organizationId: 'shop', action: 'payment.charge-requested' },
      { limit: 9 },
    )
    expect(audit[0]).toMatchObject({ subject: `payment:${body.id}`, details: { token: tokenId, amount: '100.00' } })
    expect((await payments.refund(body.id)).body).toMatchObject({ status: 'COMPLETED', amount: 100 })
  })

  test('charges a part, once for each Idempotency-Key', async () => {
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

  test('by the published example pays an invoice, charges once for its key, and says why it is refused', async () => {
    const { tokenId } = await aToken()
    const quittance = { baseUrl: `http://127.0.0.1:${app.port}`, bearerKey: owner.bearer.key }
    const charge = { token: tokenId, invoiceId: id, amount: '40.00', idempotencyKey: `example ${id}` }

    const charged = [await chargeToken(quittance, charge), await chargeToken(quittance, charge)]

    expect(charged).toMatchObject([{ status: 'COMPLETED' }, { id: charged[0]?.id }])
    expect((await shop.get(id)).body.orderInformation.amountDetails.balanceAmount).toBe(60)
    const again = chargeToken(quittance, { ...charge, idempotencyKey: `second ${id}`, amount: '60.01' })
    await expect(again).rejects.toThrow('ACTION_NOT_ALLOWED')
  })

  test('without an Idempotency-Key is refused, and the refusal names the header', async () => {
    const { tokenId } = await aToken()

    const { status, body } = await payments.charge(tokenId, { invoiceId: id }, {})

    expect([status, body.reason]).toEqual([400, 'IDEMPOTENCY_KEY_MISSING'])
    expect(body.details).toEqual([{ field: 'Idempotency-Key', reason: 'MISSING_FIELD' }])
    expect(await attemptsOf(id)).toBe(0)
  })

  test('is refused for an invoice to another customer than the one who consented', async () => {
    const byEmail = await aToken()
    const byNumber = await aToken(aCard(), { customer: { email: 'ada@example.com', merchantCustomerId: 'C-1' } })
    const others = await anInvoiceTo({ email: 'bob@example.com' })
    const sameNumber = await anInvoiceTo({ email: 'ada@example.org', merchantCustomerId: 'C-1' })
    const otherNumber = await anInvoiceTo({ email: 'ada@example.com', merchantCustomerId: 'C-2' })

    const responses = [
      await payments.charge(byEmail.tokenId, { invoiceId: others }),
      await payments.charge(byNumber.tokenId, { invoiceId: otherNumber }),
      await payments.charge(byEmail.tokenId, { invoiceId: sameNumber }),
      await payments.charge(byNumber.tokenId, { invoiceId: sameNumber }),
    ]

    expect(responses.map(({ body }) => body.reason ?? body.status)).toEqual([
      ...['CUSTOMER_DIFFERS', 'CUSTOMER_DIFFERS', 'CUSTOMER_DIFFERS', 'COMPLETED'],
    ])
    expect(responses[0]?.body.details).toEqual([{ field: 'invoiceId', reason: 'INVALID_DATA' }])
    expect(await attemptsOf(others)).toBe(0)
    expect((await shop.get(others)).body.orderInformation.amountDetails.balanceAmount).toBe(100)
  })

  test('is held for review and decided on as any payment', async () => {
    const { tokenId } = await aToken(aCard('4000000000009235'))
    await setFraudManagement(true)

    const held = await payments.charge(tokenId, { invoiceId: id })
    await setFraudManagement(false)
    const accepted = await payments.accept(held.body.id)

    expect([held.body.status, accepted.body.status]).toEqual(['REVIEW', 'COMPLETED'])
    expect((await shop.get(id)).body.status).toBe('PAID')
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

  test('is declined as expiredCard once the stored card has expired', async () => {
    const { tokenId } = await aToken()
    const before = app.clock.now()
    app.clock.set('2031-01-01T00:00:00Z')
    onTestFinished(() => app.clock.set(before.toString()))
    const late = await aPayableInvoice(shop, '100.00')

    const { body } = await payments.charge(tokenId, { invoiceId: late })

    expect(body).toMatchObject({ status: 'DECLINED', reason: 'expiredCard' })
    expect((await payments.getToken(tokenId)).body).toMatchObject({
      status: 'EXPIRED',
      lastUse: { transactionId: body.id, invoiceId: late, status: 'DECLINED', reason: 'expiredCard' },
    })
  })

  test('is declined as authenticationFailed if 3-D Secure is on and the payer would have to confirm', async () => {
    const { tokenId } = await aToken(aCard('4000000000003220'))
    const settings = (value: string) =>
      shop.call('PUT', '/invoiceSettings', {
        invoiceSettingsInformation: { payerAuthenticationInInvoicing: value },
      })
    await settings('enable')

    const confirmed = await payments.charge(tokenId, { invoiceId: id })
    await settings('disable')
    const without = await payments.charge(tokenId, { invoiceId: id })

    expect(confirmed.body).toMatchObject({ status: 'DECLINED', reason: 'authenticationFailed' })
    expect(without.body).toMatchObject({ status: 'COMPLETED' })
  })

  describe('with a processor that answers with a challenge all the same', () => {
    const challenging = (isAbandoned: () => boolean): Processor => ({
      ...deps.processor,
      authorize: async (call, signal) => {
        const source = aCard('4000000000003220')
        return deps.processor.authorize({ ...call, source, isAuthenticated: true }, signal)
      },
      abandon: async (call, signal) =>
        isAbandoned() ? deps.processor.abandon(call, signal) : Promise.reject(new Error('The connection broke.')),
    })

    test('ends the challenge there, and is declined as authenticationFailed', async () => {
      const { tokenId } = await aToken()
      const with3ds = withProcessor(
        deps,
        challenging(() => true),
      )
      const charge = { tokenId, invoiceNumber: id, amount: undefined }

      const started = await startTokenCharge(with3ds, database, actor, charge)
      const declined = await carryOutTokenCharge(with3ds, actor, started)

      expect(declined).toMatchObject({ status: 'declined', declineReason: 'authenticationFailed', isReserved: false })
      const { organizationId, attemptId: key, account } = declined
      expect(await deps.processor.lookup({ organizationId, key, account }, AbortSignal.timeout(9_000))).toMatchObject({
        status: 'declined',
      })
    })

    test('keeps the amount reserved until the challenge is known to have ended', async () => {
      const { tokenId } = await aToken()
      let isAnswering = false
      const with3ds = withProcessor(
        deps,
        challenging(() => isAnswering),
      )
      const charge = { tokenId, invoiceNumber: id, amount: undefined }

      const started = await startTokenCharge(with3ds, database, actor, charge)
      const asked = await carryOutTokenCharge(with3ds, actor, started)
      isAnswering = true
      await resolveAttempt(with3ds, followUpEffects, asked)

      expect(asked).toMatchObject({ status: 'unknown', isReserved: true })
      expect((await payments.getToken(tokenId)).body.lastUse).toMatchObject({
        status: 'DECLINED',
        reason: 'authenticationFailed',
      })
      expect((await payments.charge(tokenId, { invoiceId: id })).body).toMatchObject({ status: 'COMPLETED' })
    })
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
