import type { ComposedMail, MailAttachment, MailComposer, OutboxMail } from '../../notifications/pure.ts'
import { invoicePdf } from '../pdf/printable-invoice.ts'
import type { Invoice, InvoiceStatus } from '../rules/invoice.ts'
import { hasLinkEnded, paymentLinkOf } from '../rules/payment-link.ts'
import type { InvoiceMail } from '../rules/state-machine.ts'
import { effectiveSettings } from '../settings/settings.ts'
import { invoiceMail } from './invoice-mail.ts'
import { loadMailFacts, type MailComposerDeps, type MailFacts, pdfAttachment } from './load-mail-facts.ts'
import { composedMail } from './mail-parts.ts'

/** The composers of mails to customers about their invoices. */
export function invoiceMailComposers(deps: MailComposerDeps): Readonly<Record<InvoiceMail, MailComposer>> {
  const composer =
    (kind: InvoiceMail): MailComposer =>
    (mail) =>
      compose(deps, kind, mail)
  return {
    invoice: composer('invoice'),
    resend: composer('resend'),
    reminder: composer('reminder'),
    'overdue-reminder': composer('overdue-reminder'),
    cancellation: composer('cancellation'),
  }
}

async function compose(deps: MailComposerDeps, kind: InvoiceMail, mail: OutboxMail): Promise<ComposedMail | undefined> {
  const facts = await loadMailFacts(deps, mail)
  if (facts === undefined || !hasReason(kind, facts, mail)) return undefined
  const attachments =
    kind === 'cancellation'
      ? []
      : await pdfAttachment(
          deps,
          invoicePdf({ ...facts, isSandbox: deps.isSandbox }, { ...deps.config, now: deps.clock.now() }),
          facts.merchant.organizationId,
        )
  const { recipient, createdAt } = mail
  return composedInvoiceMail(deps, facts, { kind, recipient: recipient.address, createdAt, attachments })
}

type Sending = {
  readonly kind: InvoiceMail
  readonly recipient: string
  /** When the reason for the mail arose. */
  readonly createdAt: Temporal.Instant
  readonly attachments: readonly MailAttachment[]
  /** Default: whether it is among the attachments. */
  readonly hasPdf?: boolean
}

/** A mail about an invoice, whether it is sent or only looked at. */
export function composedInvoiceMail(
  { config, clock }: Pick<MailComposerDeps, 'config' | 'clock'>,
  facts: MailFacts,
  { kind, recipient, createdAt, attachments, hasPdf = attachments.length > 0 }: Sending,
): ComposedMail {
  const { invoice, view, merchant, settings, frame } = facts
  const content = invoiceMail({
    ...frame,
    ...{ kind, view, recipient, hasPdf, dueOn: invoice.terms.dueOn },
    today: createdAt.toZonedDateTimeISO(merchant.timeZone).toPlainDate(),
    link: paymentLinkOf(invoice, config),
    isPayable: isPayable(invoice, clock.now()),
    customMessage: effectiveSettings(settings, merchant).customEmailMessage,
  })
  return composedMail(facts, content, attachments)
}

const REMINDED = new Set<InvoiceStatus>(['SENT', 'PARTIAL'])
const PAYABLE = new Set<InvoiceStatus>(['CREATED', 'SENT', 'PARTIAL'])

/** A canceled invoice is not mailed. A reminder needs an invoice that can be paid and still has the same due date. */
function hasReason(kind: InvoiceMail, { invoice, merchant }: MailFacts, { payload }: OutboxMail): boolean {
  const { status, terms } = invoice
  if (kind === 'cancellation') return status === 'CANCELED'
  if (kind === 'invoice' || kind === 'resend') return status !== 'CANCELED'
  const isSuspended = merchant.suspendedBy !== undefined
  return REMINDED.has(status) && !isSuspended && payload['dueOn'] === terms.dueOn.toString()
}

function isPayable(invoice: Invoice, now: Temporal.Instant): boolean {
  return PAYABLE.has(invoice.status) && invoice.balance.minor > 0n && !hasLinkEnded(invoice, now)
}
