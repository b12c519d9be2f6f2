// pure
export type RedirectStatus = 'accepted' | 'pending' | 'rejected'

/** The merchant's URL with the outcome added to its own query; nothing that leads back to the link. */
export function redirectUrl(
  url: string,
  { status, invoiceNumber }: { readonly status: RedirectStatus; readonly invoiceNumber: string },
): string {
  const target = new URL(url)
  target.searchParams.set('status', status)
  target.searchParams.set('invoiceNumber', invoiceNumber)
  return target.href
}
