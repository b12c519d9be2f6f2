import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import type { Actor } from '../../kernel/actor.ts'
import { valueAt } from '../../kernel/reading/read-fields.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import { findMailTimes, refusedAddresses } from '../../notifications/index.ts'
import { auditWrites } from '../../organizations/index.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { Change } from '../rules/change.ts'
import type { Invoice } from '../rules/invoice.ts'
import { resendWait } from '../rules/resend-limit.ts'
import { sent } from '../rules/sent.ts'
import { INVOICE_FIELDS } from '../rules/terms/invoice-fields.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { applyInvoiceChange, type InvoiceChange } from '../storage/apply-invoice-change.ts'
import type { LoadedInvoice } from '../storage/loaded-invoice.ts'
import { subjectOf } from '../storage/save-change.ts'

type DeliverDeps = InvoiceDeps & { readonly config: { readonly smtpUrl: string | undefined } }
type DeliverInvoice = InvoiceChange['target'] & {
  /** May repeat the customer's address, which confirms it. */
  readonly body?: unknown
}

const EMAIL = INVOICE_FIELDS.customerEmail.path
/** Fields that the body may have. */
export const DELIVERY_FIELDS = [EMAIL]

/** Sends the invoice to the payer, or publishes a draft that is not mailed. */
export async function deliverInvoice(
  deps: DeliverDeps,
  actor: Actor,
  { invoiceNumber, expectedVersions, body }: DeliverInvoice,
): Promise<LoadedInvoice> {
  const target = { invoiceNumber, expectedVersions }
  return deps.db.transaction((tx) =>
    applyInvoiceChange(tx, deps, actor, {
      ...{ target, action: 'invoice.sent', decide: sent },
      check: (change) => checkMail(tx, deps, actor, { change, confirmed: valueAt(body, EMAIL) }),
    }),
  )
}

type Delivery = { readonly change: Change; readonly confirmed: unknown }

async function checkMail(tx: Tx, deps: DeliverDeps, actor: Actor, { change, confirmed }: Delivery): Promise<void> {
  const { mail, after } = change
  const address = after.terms.customer.email
  if (mail === undefined || address === undefined) return
  const isConfirmed = confirmed !== undefined && confirmed !== null
  if (isConfirmed && !isSameAddress(confirmed, address)) {
    refuseContent([invalid(EMAIL, 'is not the address of the invoice: update the invoice to change it')])
  }
  await checkRefusal(tx, deps, actor, { change, address, isConfirmed })
  // A draft was never sent.
  if (change.before?.status !== 'DRAFT') await checkResend(tx, deps, { after, address })
}

type Resend = { readonly after: Invoice; readonly address: string }

/** Counts under the lock of the invoice, so that concurrent requests are counted too. */
async function checkResend(tx: Tx, deps: DeliverDeps, { after, address }: Resend): Promise<void> {
  const { organizationId } = after
  const mailedAt = await findMailTimes(tx, { organizationId, address, subject: subjectOf(after), kinds: SENDING })
  const at = deps.clock.now()
  const wait = resendWait(mailedAt, at)
  if (wait === undefined) return
  const seconds = Math.ceil(wait.until.since(at).total('seconds'))
  const message = `The invoice ${wait.sentence}: please retry in ${seconds} seconds.`
  throw new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_RESENDS', message }, seconds)
}

const SENDING = ['invoice', 'resend'] as const

type Addressed = { readonly change: Change; readonly address: string; readonly isConfirmed: boolean }

/** An address that the mail server refused for good is tried again only if the merchant confirms it. */
async function checkRefusal(
  tx: Tx,
  { config, machineClock }: DeliverDeps,
  { by }: Actor,
  { change: { after }, address, isConfirmed }: Addressed,
): Promise<void> {
  const key = { organizationId: after.organizationId, address }
  const refused = config.smtpUrl === undefined ? undefined : await refusedAddresses.find(tx, key)
  if (refused === undefined) return
  if (!isConfirmed) {
    throw actionNotAllowed(
      `The mail server refused the customer’s address for good (${refused.reason}). Update the invoice with another address, or confirm this one: send it as ${EMAIL} of this request.`,
      [EMAIL],
    )
  }
  const { organizationId } = after
  const audited = { organizationId, at: machineClock.now(), actor: by, action: 'mail-address.confirmed' } as const
  await writeTogether(tx, [
    refusedAddresses.lift(key),
    ...auditWrites({ ...audited, subject: subjectOf(after), details: {} }),
  ])
}

function isSameAddress(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.trim().toLowerCase() === other.trim().toLowerCase()
}
