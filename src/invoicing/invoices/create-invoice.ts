import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../platform/secrets/random.ts'
import { refuseRequest } from '../personal-data/personal-data-refused.ts'
import { created } from '../rules/created.ts'
import type { ReadingDeps } from '../storage/action-deps.ts'
import { isNumberTaken, runCreation, takeNextPlace } from '../storage/invoice-creation-store.ts'
import type { LoadedInvoice } from '../storage/loaded-invoice.ts'
import { newPaymentToken } from '../storage/payment-token.ts'
import { saveChange } from '../storage/save-change.ts'
import type { IdleFields } from './invoice-warnings.ts'
import { readInvoice, withDefinitions } from './read-invoice.ts'

export type CreatedInvoice = LoadedInvoice &
  IdleFields & {
    /** Undefined if it is not mailed. */
    readonly mailId: string | undefined
  }

/** A new invoice as the body describes it: a draft, published, or sent immediately. */
export async function createInvoice(
  deps: ReadingDeps,
  actor: Actor,
  { body }: { readonly body: unknown },
): Promise<CreatedInvoice> {
  const { organizationId } = actor
  const { clock, config } = deps
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const read = readInvoice(body, { operation: 'create', validation: config.validation, today })
  const { terms, clientReference, sendImmediately, invoiceNumber: ownNumber, unknownFields, fieldsWithoutEffect } = read
  // A body without custom fields is refused before anything is locked; the definitions of others are loaded first.
  if (read.customValues.length === 0) refuseRequest(read.problems, read.personalData)

  const choice = { organizationId, ownNumber }
  const creating = runCreation(deps.db, choice, async (tx) => {
    const { position, invoiceNumber, customLabels, definitions } = await takeNextPlace(tx, choice)

    refuseRequest(withDefinitions(read, definitions).problems, read.personalData)
    assert(terms !== undefined, 'A request without a problem has terms.')
    const at = clock.now()
    const paymentToken = newPaymentToken()
    const place = { organizationId, position, invoiceNumber, paymentToken }
    const change = created({ ...place, terms, clientReference, sendImmediately }, { at })

    const mailId = newId()
    await saveChange(tx, deps, change, { actor, action: 'invoice.created', at, mailId })
    const sent = change.mail === undefined ? undefined : mailId
    return { invoice: change.after, customLabels, definitions, unknownFields, fieldsWithoutEffect, mailId: sent }
  })
  return creating.catch((error: unknown) => {
    const isDuplicate = ownNumber !== undefined && isNumberTaken(error)
    throw isDuplicate ? duplicateNumber(ownNumber, error) : error
  })
}

function duplicateNumber(number: string, cause: unknown): AppError {
  return new AppError(
    'invalid',
    'DUPLICATE_RECORD',
    `Invoice number ${number} already exists.`,
    [{ field: 'invoiceInformation.invoiceNumber', reason: 'INVALID_DATA' }],
    { cause },
  )
}
