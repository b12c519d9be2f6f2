import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/support/apps/app.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aPayableInvoice, paymentDeps, withProcessor } from '../../../test/support/data/payments.ts'
import { aTokenOf, consent } from '../../../test/support/data/tokens.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { paymentClients } from '../../../test/support/http/payment-client.ts'
import { readPerson } from '../../kernel/person.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import { paymentsHolder } from '../erasure/payments-holder.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Processor } from '../port/processor.ts'
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

const aToken = (email?: string) => aTokenOf({ deps, shop, payments }, undefined, email === undefined ? {} : { email })

async function factsOf({ attemptId }: Attempt): Promise<object> {
  const { rows } = await sql<{ facts: object }>`
    select facts from payment_attempts where attempt_id = ${attemptId}`.execute(database.db)
  return rows[0]?.facts ?? {}
}

async function attemptsOf(invoiceNumber: string): Promise<number> {
  const { rows } = await sql`select from payment_attempts where invoice_number = ${invoiceNumber}`.execute(database.db)
  return rows.length
}

describe('DELETE /payments/v1/tokens/{token}', () => {
  test('makes the account unusable at the processor, and removes its reference here', async () => {
    const { tokenId, paid } = await aToken()

    const first = await payments.revoke(tokenId)
    const again = await payments.revoke(tokenId)

    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.body).toMatchObject({ id: tokenId, status: 'REVOKED', consent: { wording: consent.wording } })
    expect(first.body.revokedAt).toMatch(/^2026-03-09T/)
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

describe('an erasure of the payer', () => {
  const person = (email: string) => ({
    ...{ organizationId: 'shop', organizationIds: ['shop'] },
    person: readPerson({ emails: [email], phones: [], customerIds: [] }),
  })

  test('has the account made unusable at the processor, and revokes the token', async () => {
    const { tokenId, paid } = await aToken('numbat@example.org')

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
    const { paid } = await aToken('quoll@example.org')
    const silent: Processor = { ...deps.processor, revoke: () => Promise.reject(new Error('The connection broke.')) }

    const { remaining } = await paymentsHolder(withProcessor(deps, silent)).erase(person('quoll@example.org'), aTester)

    expect(remaining).toContainEqual(expect.objectContaining({ what: expect.stringContaining('stored') }))
    expect(await factsOf(paid)).not.toHaveProperty('storedCredential')
  })
})
