import { AppError } from '../../kernel/errors.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import { openCredential } from '../attempts/seal-credential.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type Processor, processorNamed } from '../port/processor.ts'
import { findToken, type Token, type TokenPlace } from './token-store.ts'

/** A token with the charge that it was made of. */
export type LoadedToken = { readonly token: Token; readonly charge: Attempt }

export async function getToken({ database: { db } }: PaymentDeps, place: TokenPlace): Promise<LoadedToken> {
  const token = await findToken(db, place)
  const charge = token && (await findAttempt(db, { ...place, attemptId: token.paymentId }))
  if (token === undefined || charge === undefined) {
    throw new AppError('not-found', 'NOT_FOUND', 'The token does not exist.')
  }
  return { token, charge }
}

export type StoredAccount = { readonly processor: Processor; readonly storedCredential: string }

/** The processor that stored the account, with its reference in clear; undefined once the payer was erased. */
export function storedAccountOf({ processors, secrets }: PaymentDeps, charge: Attempt): StoredAccount | undefined {
  const storedCredential = openCredential(secrets, charge)
  if (storedCredential === undefined) return undefined
  const processor = processorNamed(processors, charge.processor)
  if (processor !== undefined) return { processor, storedCredential }
  const message = `The processor "${charge.processor}", which stored the account, is not configured any more.`
  throw new AppError('invalid', 'PROCESSOR_NOT_CONFIGURED', message)
}
