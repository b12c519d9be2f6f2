import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import { type RefusedAddress, refusedAddresses } from '../../notifications/index.ts'
import { refuseRequest } from '../personal-data/personal-data-refused.ts'
import { unsentByUpdate } from '../rules/terms/fields-without-effect.ts'
import { numberProblems, refuseForbiddenUpdate, updated } from '../rules/updated.ts'
import type { ReadingDeps } from '../storage/action-deps.ts'
import type { LoadedInvoice } from '../storage/loaded-invoice.ts'
import { type InvoiceTarget, lockTarget } from '../storage/lock-target.ts'
import { newPaymentToken } from '../storage/payment-token.ts'
import { saveChange } from '../storage/save-change.ts'
import type { IdleFields } from './invoice-warnings.ts'
import { asksToSend, readInvoice, withDefinitions } from './read-invoice.ts'

type UpdateInvoice = Omit<InvoiceTarget, 'organizationId'> & { readonly body: unknown }
type UpdatedInvoice = LoadedInvoice &
  IdleFields & {
    /** Set if the mail server refused the customer's address for good. */
    readonly refusedEmail: RefusedAddress | undefined
  }

/** Replaces the merchant's part of an invoice: omitted fields lose their values. */
export async function updateInvoice(
  deps: ReadingDeps,
  actor: Actor,
  { body, ...target }: UpdateInvoice,
): Promise<UpdatedInvoice> {
  const { clock, config } = deps
  return deps.db.transaction(async (tx) => {
    const loaded = await lockTarget(tx, { ...target, organizationId: actor.organizationId })
    const { invoice: before, definitions } = loaded

    const at = clock.now()
    const today = at.toZonedDateTimeISO('UTC').toPlainDate()
    const { validation } = config
    const read = withDefinitions(readInvoice(body, { operation: 'update', validation, today }), definitions)
    refuseForbiddenUpdate(before, read)
    refuseRequest([...numberProblems(before, read.invoiceNumber), ...read.problems], read.personalData)
    assert(read.terms !== undefined, 'A request without a problem has terms.')
    const change = updated(before, read.terms, { at, newToken: newPaymentToken() })

    await saveChange(tx, deps, change, { actor, action: 'invoice.updated', at })
    const { unknownFields } = read
    const fieldsWithoutEffect = [...read.fieldsWithoutEffect, ...(asksToSend(body) ? unsentByUpdate(change.after) : [])]
    const { email: address } = read.terms.customer
    const isMailed = config.smtpUrl !== undefined && address !== undefined
    const { organizationId } = actor
    const refusedEmail = isMailed ? await refusedAddresses.find(tx, { organizationId, address }) : undefined
    return { ...loaded, invoice: change.after, unknownFields, fieldsWithoutEffect, refusedEmail }
  })
}
