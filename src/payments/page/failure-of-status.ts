// pure
/** A request that was refused or failed, in the payer's terms. */
export type FailureName = 'notFound' | 'unreadable' | 'tooLarge' | 'tooMany' | 'failed' | 'unavailable'

const BY_STATUS: Readonly<Record<number, FailureName>> = {
  404: 'notFound',
  405: 'notFound',
  413: 'tooLarge',
  429: 'tooMany',
  503: 'unavailable',
}

/** A path that cannot be decoded is a broken link, as one that leads nowhere. */
export function failureOfStatus({ httpStatus, reason }: { readonly httpStatus: number; readonly reason: string }) {
  if (reason === 'INVALID_URL') return 'notFound'
  return BY_STATUS[httpStatus] ?? (httpStatus >= 500 ? 'failed' : 'unreadable')
}
