import type { Invoice } from '../rules/invoice.ts'
import { isOffered, type Offerable, type OfferedAction } from '../rules/offered.ts'

const PATH = '/invoicing/v2/invoices'
type Link = { readonly href: string; readonly method: string }

const ACTIONS: readonly {
  readonly name: string
  readonly action: OfferedAction
  readonly method: string
  readonly path: string
}[] = [
  { name: 'update', action: 'update', method: 'PUT', path: '' },
  { name: 'deliver', action: 'send', method: 'POST', path: '/delivery' },
  { name: 'cancel', action: 'cancel', method: 'POST', path: '/cancelation' },
]

/** Links to the actions that would succeed now; with `organizationId` if the caller has to name it. */
export function invoiceLinks(
  invoice: Offerable & Pick<Invoice, 'invoiceNumber'>,
  organizationId: string | undefined,
): Readonly<Record<string, Link>> {
  const query = organizationId === undefined ? '' : `?organizationId=${organizationId}`
  const own = `${PATH}/${encodeURIComponent(invoice.invoiceNumber)}`
  const offered = ACTIONS.filter(({ action }) => isOffered(action, invoice))
  return {
    self: { href: `${own}${query}`, method: 'GET' },
    ...Object.fromEntries(offered.map(({ name, method, path }) => [name, { href: `${own}${path}${query}`, method }])),
  }
}
