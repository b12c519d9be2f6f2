import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Transactions } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import { lockAttempt } from '../attempts/attempt-store.ts'
import { paymentAudit } from '../attempts/payment-audit.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { ask } from '../port/ask.ts'
import { getToken, type LoadedToken } from './load-token.ts'
import { storedAccountOf } from './stored-account.ts'
import { markRevoked } from './token-store.ts'

/**
 * Revokes a token: the processor makes the account unusable first, outside a transaction. Only then the token is
 * recorded as revoked and the processor's reference removed. If the processor's answer is lost, the token stays as it is
 * and the request can be repeated.
 */
export async function revokeToken(
  deps: PaymentDeps,
  db: Transactions,
  { organizationId, by }: Actor,
  { tokenId }: { readonly tokenId: string },
): Promise<LoadedToken> {
  const loaded = await getToken(deps.database.db, { organizationId, tokenId })
  if (loaded.token.revokedAt === undefined && !(await revokeAtProcessor(deps, loaded.charge))) throw noAnswer()
  return db.transaction(async (tx) => {
    // Attempts are locked first, as everywhere.
    const charge = (await lockAttempt(tx, loaded.charge)) ?? loaded.charge
    const { isNew, token } = await markRevoked(tx, loaded.token, deps.clock.now())
    const details = { token: tokenId }
    const audit = paymentAudit(deps, { by, action: 'payment.token-revoked', payment: charge, details })
    if (isNew) await writeTogether(tx, audit)
    return { ...loaded, token, charge }
  })
}

/** Makes the stored account of a charge unusable, if it has one; false if the processor did not answer. */
export async function revokeAtProcessor(deps: PaymentDeps, charge: Attempt): Promise<boolean> {
  const stored = storedAccountOf(deps, charge)
  if (stored === undefined) return true
  const { organizationId, account } = charge
  const { processor, storedCredential } = stored
  const { status } = await ask({ log: deps.log, callMsMax: deps.config.processorCallMsMax }, (signal) =>
    processor.revoke({ organizationId, account, storedCredential }, signal),
  )
  return status === 'revoked'
}

function noAnswer(): AppError {
  return new AppError('unavailable', 'PROCESSOR_UNAVAILABLE', 'The processor did not answer. Please try again.')
}
