import type { Db } from '../../platform/postgres/database.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import { findPayment } from '../attempts/payment-store.ts'
import type { PaymentWithAttempts } from '../http/present-payment.ts'
import { withAttempts } from '../http/with-attempts.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { storesAccount } from '../tokens/create-token.ts'
import { getToken, type LoadedToken } from '../tokens/load-token.ts'
import { tokenRefusal } from '../tokens/token-refusal.ts'
import { findTokenOfPayment } from '../tokens/token-store.ts'

/** The facts in PostgreSQL about a transaction of this service; all undefined for an imported one. */
export type OwnTransaction = {
  readonly attempt: Attempt | undefined
  /** The charge of the payment that it is, or that it refunds. */
  readonly charge: Attempt | undefined
  readonly payment: PaymentWithAttempts | undefined
  readonly token: LoadedToken | undefined
  readonly tokenRefusal: { readonly reason: string; readonly message: string } | undefined
}

type Place = { readonly organizationId: string; readonly id: string }

export async function loadOwnTransaction(
  deps: Pick<PaymentDeps, 'database' | 'processors'>,
  { organizationId, id }: Place,
): Promise<OwnTransaction> {
  const { db } = deps.database
  const attempt = await findAttempt(db, { organizationId, attemptId: id })
  const paymentId = attempt?.paymentId ?? id
  const found = await findPayment(db, { organizationId, paymentId })
  const [payment] = found === undefined ? [] : await withAttempts(db, [found])
  const charge = payment?.attempts.find(({ kind }) => kind === 'charge') ?? attempt
  const token = await loadToken(db, { organizationId, paymentId })
  const refusal = tokenRefusal({
    charge: attempt,
    paymentStatus: found?.status,
    isRevoked: token?.token.revokedAt !== undefined,
    isStored: charge !== undefined && storesAccount(deps, charge),
  })
  return {
    ...{ attempt, charge, payment, token },
    tokenRefusal: refusal && { reason: refusal.code, message: refusal.message },
  }
}

async function loadToken(db: Db, of: { readonly organizationId: string; readonly paymentId: string }) {
  const token = await findTokenOfPayment(db, of)
  return token && getToken(db, token)
}
