import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { lockAttempt } from '../attempts/attempt-store.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { findPayment, paymentNotFound } from '../attempts/payment-store.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { processorNamed } from '../port/processor.ts'
import type { LoadedToken } from './load-token.ts'
import { findLastCharges } from './token-list-store.ts'
import { tokenRefusal } from './token-refusal.ts'
import { findTokenOfPayment, insertToken, type Token } from './token-store.ts'

export type CreatedToken = LoadedToken & {
  /** False if the payment had its token already. */
  readonly isNew: boolean
}

/** Makes a token of a payment whose payer agreed to have the account stored. A payment has one token. */
export async function createToken(
  deps: Pick<PaymentDeps, 'clock' | 'machineClock' | 'processors'>,
  db: Transactions,
  { organizationId, by }: Actor,
  { paymentId }: { readonly paymentId: string },
): Promise<CreatedToken> {
  return db.transaction(async (tx) => {
    const charge = await lockAttempt(tx, { organizationId, attemptId: paymentId })
    const payment = await findPayment(tx, { organizationId, paymentId })
    if (charge === undefined && payment === undefined) throw paymentNotFound()
    const earlier = await findTokenOfPayment(tx, { organizationId, paymentId })
    const refusal = tokenRefusal({
      charge,
      paymentStatus: payment?.status,
      isRevoked: earlier?.revokedAt !== undefined,
      isStored: charge !== undefined && storesAccount(deps, charge),
    })
    if (refusal !== undefined) throw refusal
    assert(charge !== undefined, 'A token is made of a charge.')
    const createdAt = deps.clock.now()
    const wanted: Token = { organizationId, tokenId: newId(), paymentId, createdAt, revokedAt: undefined }
    const token = await insertToken(tx, wanted)
    const isNew = token.tokenId === wanted.tokenId
    const details = { token: token.tokenId }
    const audit = paymentAudit(deps, { by, action: 'payment.token-created', payment: charge, details })
    if (isNew) await writeTogether(tx, audit)
    const [lastUse] = isNew ? [] : await findLastCharges(tx, [token])
    return { token, charge, lastUse, isNew }
  })
}

/** By the processor that took the charge, whichever takes new ones. */
export function storesAccount({ processors }: Pick<PaymentDeps, 'processors'>, charge: Attempt): boolean {
  const { organizationId, account, amount } = charge
  const capabilities = processorNamed(processors, charge.processor)?.capabilities
  return capabilities?.({ organizationId, account, currency: amount.currency }).storesCredentials === true
}
