import type { Write } from '../../platform/postgres/write-together.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { ask } from '../port/ask.ts'
import type { Call } from '../port/port.ts'
import { type Processor, processorNamed } from '../port/processor.ts'

type Asking<T> = (processor: Processor, call: Call, signal: AbortSignal) => Promise<T>

/** Asks the processor that took an attempt; any other one would say that it does not know it. */
export async function askAbout<T extends { readonly status: string }>(
  { processors, log, config }: PaymentDeps,
  attempt: Attempt,
  asking: Asking<T>,
): Promise<T | { readonly status: 'unknown' }> {
  const processor = processorNamed(processors, attempt.processor)
  if (processor === undefined) {
    log.error({ processor: attempt.processor }, 'an attempt was made with a processor that is not configured any more')
    return { status: 'unknown' }
  }
  return ask({ log, callMsMax: config.processorCallMsMax }, (signal) => asking(processor, callOf(attempt), signal))
}

/** Writes of the processor for a charge or refund that is recorded at this time. */
export function movementWrites(
  { processors }: Pick<PaymentDeps, 'processors'>,
  attempt: Attempt,
  at: Temporal.Instant,
): readonly Write[] {
  return processorNamed(processors, attempt.processor)?.afterRecording({ ...callOf(attempt), at }) ?? []
}

function callOf({ attemptId: key, organizationId, account }: Attempt): Call {
  return { key, organizationId, account }
}
