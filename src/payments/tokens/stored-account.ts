import { AppError } from '../../kernel/errors.ts'
import { openCredential } from '../attempts/seal-credential.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type Processor, processorNamed } from '../port/processor.ts'

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
