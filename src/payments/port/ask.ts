import type { Logger } from '../../platform/log/log.ts'

type AskOptions = {
  readonly log: Logger
  /** How long a call may take; afterwards its outcome is unknown. */
  readonly callMsMax: number
}

/**
 * Calls a processor. A call that fails or takes too long has an unknown outcome: the processor may have carried it
 * out. Only the kind of failure is logged, because an error may quote the request.
 */
export async function ask<T extends { readonly status: string }>(
  { log, callMsMax }: AskOptions,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | { readonly status: 'unknown' }> {
  const signal = AbortSignal.timeout(callMsMax)
  try {
    return await Promise.race([call(signal), timedOut(signal)])
  } catch (error) {
    const { name, code } = error as { readonly name?: string; readonly code?: string }
    log.warn({ failure: code ?? name }, 'a processor did not answer')
    return { status: 'unknown' }
  }
}

/** A processor that ignores the signal must not hold the payer. */
function timedOut(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
