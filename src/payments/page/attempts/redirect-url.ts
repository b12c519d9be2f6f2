// pure
export type RedirectStatus = 'accepted' | 'pending' | 'rejected'

/**
 * The merchant's URL with the outcome added to its own query; nothing that leads back to the link. The rest of the query
 * stays as it was written: it may be signed, or be read by a program that is particular about it.
 */
export function redirectUrl(
  url: string,
  { status, invoiceNumber }: { readonly status: RedirectStatus; readonly invoiceNumber: string },
): string {
  const target = new URL(url)
  const outcome = new URLSearchParams({ status, invoiceNumber })
  const own = target.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !outcome.has(nameOf(part)))
  target.search = [...own, outcome.toString()].join('&')
  return target.href
}

function nameOf(part: string): string {
  return new URLSearchParams(part).keys().next().value ?? ''
}
