export type OutboundFailure = {
  readonly outcome: 'failed'
  readonly reason:
    | 'ADDRESS_REFUSED'
    | 'NAME_NOT_RESOLVED'
    | 'CONNECTION_FAILED'
    | 'CERTIFICATE_REFUSED'
    | 'TIMEOUT'
    | 'CANCELED'
  /** For people; contains no address that a name resolved to. */
  readonly message: string
}

/** The host leads to an address that the service must not call. */
export class OutboundRefusal extends Error {
  override readonly name = 'OutboundRefusal'

  constructor(host: string) {
    super(`${host} leads to an address of a private or special network, which is not allowed.`)
  }
}

const NAME_CODES = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL', 'ETIMEOUT', 'EREFUSED', 'EBADNAME'])
const CERTIFICATE_CODE = /CERT|SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH/

/** A sentence about a network failure. It names codes, never addresses: they may belong to the operator's network. */
export function explainFailure(
  error: unknown,
  { isTimeout, isCanceled }: { readonly isTimeout: boolean; readonly isCanceled: boolean },
): OutboundFailure {
  const failed = (reason: OutboundFailure['reason'], message: string) =>
    ({ outcome: 'failed', reason, message }) as const
  if (error instanceof OutboundRefusal) return failed('ADDRESS_REFUSED', error.message)
  if (isCanceled) return failed('CANCELED', 'The call was canceled.')
  const { code = 'unknown' } = error as { readonly code?: string }
  if (isTimeout || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return failed('TIMEOUT', 'There was no complete response in time.')
  }
  if (NAME_CODES.has(code)) return failed('NAME_NOT_RESOLVED', `The host name could not be resolved (${code}).`)
  if (CERTIFICATE_CODE.test(code)) {
    return failed('CERTIFICATE_REFUSED', `The receiver could not be reached securely (${code}).`)
  }
  return failed('CONNECTION_FAILED', `The connection failed (${code}).`)
}
