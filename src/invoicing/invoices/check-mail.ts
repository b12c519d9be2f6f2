import { actionNotAllowed } from '../../kernel/action-not-allowed.ts'
import type { Actor } from '../../kernel/actor.ts'
import { valueAt } from '../../kernel/reading/read-fields.ts'
import { invalid, refuseContent } from '../../kernel/reading/reading.ts'
import { findMailTimes, refusedAddresses } from '../../notifications/index.ts'
import { auditWrites } from '../../organizations/index.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { writeTogether } from '../../platform/postgres/write-together.ts'
import type { Change } from '../rules/change.ts'
import type { Invoice } from '../rules/invoice.ts'
import { type ResendWait, resendWait } from '../rules/resend-limit.ts'
import { INVOICE_FIELDS } from '../rules/terms/invoice-fields.ts'
import type { InvoiceDeps } from '../storage/action-deps.ts'
import { subjectOf } from '../storage/save-change.ts'

export type CheckMailDeps = InvoiceDeps & { readonly config: { readonly smtpUrl: string | undefined } }

const EMAIL = INVOICE_FIELDS.customerEmail.path
/** Fields that the body of such a request may have. */
export const DELIVERY_FIELDS = [EMAIL]

type Delivery = {
  readonly change: Change
  /** May repeat the customer's address, which confirms it. */
  readonly body: unknown
}

/** Refuses a mail of a merchant's request: to another address, to one that was refused, or too soon after the last. */
export async function checkMail(tx: Tx, deps: CheckMailDeps, actor: Actor, { change, body }: Delivery): Promise<void> {
  const { mail, after } = change
  const confirmed = valueAt(body, EMAIL)
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
async function checkResend(tx: Tx, deps: CheckMailDeps, { after, address }: Resend): Promise<void> {
  const at = deps.clock.now()
  const wait = await findResendWait(tx, { invoice: after, address, at })
  if (wait === undefined) return
  const seconds = Math.ceil(wait.until.since(at).total('seconds'))
  const message = `The invoice ${wait.sentence}: please retry in ${seconds} seconds.`
  throw new RetryLater({ kind: 'rate-limited', code: 'TOO_MANY_RESENDS', message }, seconds)
}

const SENDING = ['invoice', 'resend'] as const

type Repetition = { readonly invoice: Invoice; readonly address: string; readonly at: Temporal.Instant }

/** Until when an invoice may be neither sent again nor reminded of, and why; undefined if it may. */
export async function findResendWait(
  db: Db | Tx,
  { invoice, address, at }: Repetition,
): Promise<ResendWait | undefined> {
  const { organizationId } = invoice
  const mails = { organizationId, address, subject: subjectOf(invoice), kinds: SENDING }
  return resendWait(await findMailTimes(db, mails), at)
}

type Addressed = { readonly change: Change; readonly address: string; readonly isConfirmed: boolean }

/** An address that the mail server refused for good is tried again only if the merchant confirms it. */
async function checkRefusal(
  tx: Tx,
  { config, machineClock }: CheckMailDeps,
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
