import { findSettingValues, getInvoice } from '../../invoicing/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import { getOrganization } from '../../organizations/index.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { newId } from '../../platform/secrets/random.ts'
import { carryOutCharge } from '../attempts/pay.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import { startChargeWithin } from '../attempts/start-charge.ts'
import { amountIn } from '../http/read-amount.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { StoredSource } from '../port/port.ts'
import { getToken } from './load-token.ts'
import { storedAccountOf } from './stored-account.ts'
import { chargeRefusal, consentMissing, tokenRevoked } from './token-refusal.ts'

export type TokenCharge = {
  readonly tokenId: string
  readonly invoiceNumber: string
  /** Undefined for all that is due. */
  readonly amount: Decimal | undefined
}

export type StartedTokenCharge = { readonly attempt: Attempt; readonly source: StoredSource }

/**
 * Records that the merchant charges a token, and reserves the amount on the invoice, which must be to the customer who
 * consented. The charge goes to the processor and account that stored the credential, also after the organization has
 * changed to another.
 */
export async function startTokenCharge(
  deps: PaymentDeps,
  db: Transactions,
  actor: Actor,
  { tokenId, invoiceNumber, amount }: TokenCharge,
): Promise<StartedTokenCharge> {
  const { organizationId } = actor
  const { token, charge: first } = await getToken(deps.database.db, { organizationId, tokenId })
  if (token.revokedAt !== undefined) throw tokenRevoked()
  const stored = storedAccountOf(deps, first)
  if (stored === undefined) throw consentMissing()
  const { processor, account, method } = first
  const source = { method, storedCredential: stored.storedCredential }
  return db.transaction(async (tx) => {
    const { balance } = await getInvoice(tx, { organizationId, invoiceNumber })
    const asked = amount === undefined ? balance : amountIn(balance.currency, amount)
    const { attempt } = await startChargeWithin(tx, deps, actor, {
      ...{ invoiceNumber, requestKey: newId(), amount: asked, processor, account, method, isHosted: false, tokenId },
      payer: {},
    })
    // The invoice is locked now: its customer cannot change any more.
    const { terms } = await getInvoice(tx, { organizationId, invoiceNumber })
    const refusal = chargeRefusal(first.payer.consent, terms.customer)
    if (refusal !== undefined) throw refusal
    const details = { token: tokenId, transactionId: attempt.attemptId }
    const { by } = actor
    await writeTogether(tx, paymentAudit(deps, { by, action: 'payment.charge-requested', payment: attempt, details }))
    return { attempt, source }
  })
}

/** Makes the recorded charge. The payer is absent: if the issuer wants them to be authenticated, it is declined. */
export async function carryOutTokenCharge(
  deps: PaymentDeps,
  actor: Actor,
  { attempt, source }: StartedTokenCharge,
): Promise<Attempt> {
  const { db } = deps.database
  const { hasFraudManagement: canReview } = await getOrganization(db, attempt.organizationId)
  const { payerAuthentication } = await findSettingValues(db, attempt.organizationId)
  const { baseUrl: returnUrl } = deps.config
  const isAuthenticated = payerAuthentication === 'enable'
  const terms = { canReview, isAuthenticated, storesCredential: false, returnUrl }
  return carryOutCharge(deps, actor, attempt, { source, ...terms })
}
