import type { Invoice } from '../rules/invoice.ts'
import { isPossible, type Trigger } from '../rules/state-machine.ts'

const PATH = '/invoicing/v2/invoices'
type Link = { readonly href: string; readonly method: string }

const ACTIONS: readonly {
  readonly name: string
  readonly trigger: Trigger
  readonly method: string
  readonly path: string
}[] = [
  { name: 'update', trigger: 'update', method: 'PUT', path: '' },
  { name: 'deliver', trigger: 'send', method: 'POST', path: '/delivery' },
  { name: 'cancel', trigger: 'cancel', method: 'POST', path: '/cancelation' },
]

/** Links to the actions that are possible now; with `organizationId` if the caller has to name it. */
export function invoiceLinks(
  { invoiceNumber, status }: Pick<Invoice, 'invoiceNumber' | 'status'>,
  organizationId: string | undefined,
): Readonly<Record<string, Link>> {
  const query = organizationId === undefined ? '' : `?organizationId=${organizationId}`
  const own = `${PATH}/${encodeURIComponent(invoiceNumber)}`
  const possible = ACTIONS.filter(({ trigger }) => isPossible(trigger, status))
  return {
    self: { href: `${own}${query}`, method: 'GET' },
    ...Object.fromEntries(possible.map(({ name, method, path }) => [name, { href: `${own}${path}${query}`, method }])),
  }
}
