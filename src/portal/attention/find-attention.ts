import { sql } from 'kysely'
import { invoiceCare } from '../../invoicing/index.ts'
import { FAILED_MAILS_MAX } from '../../invoicing/pure.ts'
import { exactNumber } from '../../kernel/exact-number.ts'
import { writtenInstant } from '../../kernel/time/time-text.ts'
import { subjectLog } from '../../notifications/index.ts'
import type { Organization } from '../../organizations/pure.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { INVOICES_MAX } from './contract.ts'

type Merchant = Pick<Organization, 'organizationId' | 'timeZone'>
type Attention = Awaited<ReturnType<typeof invoiceCare.findOverdue>>
type Invoice = Attention['invoices'][number]

/** The invoices of a merchant that somebody should look at. */
export async function findAttention(
  db: Db,
  { organizationId, timeZone }: Merchant,
  { at }: { readonly at: Temporal.Instant },
) {
  const owner = { organizationId, limit: INVOICES_MAX }
  const today = at.toZonedDateTimeISO(timeZone).toPlainDate()
  const [overdue, underReview, refusedMails] = await Promise.all([
    invoiceCare.findOverdue(db, { ...owner, today }),
    invoiceCare.findUnderReview(db, owner),
    findRefusedMails(db, organizationId),
  ])
  return {
    today: today.toString(),
    overdue: presentGroup(overdue),
    underReview: presentGroup(underReview),
    refusedMails,
  }
}

async function findRefusedMails(db: Db, organizationId: string) {
  const organizations = sql`select ${organizationId}::text collate "C"`
  const failed = await subjectLog.findFailedMails(db, { organizations, limit: FAILED_MAILS_MAX })
  const mails = new Map(failed.map((mail) => [invoiceCare.invoiceNumberOf(mail.subject), mail]))
  const open = await invoiceCare.findOpenInvoices(db, { organizationId, invoiceNumbers: [...mails.keys()] })
  const invoices = open.slice(0, INVOICES_MAX).flatMap((invoice) => {
    const mail = mails.get(invoice.invoiceNumber)
    if (mail === undefined) return []
    const { mailId, failedAt, reason, to } = mail
    return [{ ...presentInvoice(invoice), mailId, refusedAt: writtenInstant(failedAt), reason, to }]
  })
  return { count: open.length, invoices }
}

function presentGroup({ count, invoices }: Attention) {
  return { count, invoices: invoices.map(presentInvoice) }
}

function presentInvoice(invoice: Invoice) {
  const { invoiceNumber: id, status, customerName = null, customerEmail = null, dueOn, total, balance } = invoice
  const amounts = { totalAmount: exactNumber(total), balanceAmount: exactNumber(balance), currency: total.currency }
  return { id, status, customerName, customerEmail, dueDate: dueOn.toString(), ...amounts }
}
