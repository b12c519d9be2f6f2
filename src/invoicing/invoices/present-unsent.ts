import { writtenInstant } from '../../kernel/time/time-text.ts'
import type { Invoice } from '../rules/invoice.ts'
import { invoiceLinks } from './invoice-links.ts'

/** The response for an invoice that was created but could not be mailed. */
export function presentUnsent(
  invoice: Invoice,
  { namedOrganizationId }: { readonly namedOrganizationId: string | undefined },
): Readonly<Record<string, unknown>> {
  return {
    _links: invoiceLinks(invoice, namedOrganizationId),
    id: invoice.invoiceNumber,
    submitTimeUtc: writtenInstant(invoice.submittedAt),
    status: 'ACCEPTED',
    reason: 'ACCEPTED',
    message: `Invoice ID ${invoice.invoiceNumber} created but failed to send an email. Send the invoice separately.`,
  }
}
