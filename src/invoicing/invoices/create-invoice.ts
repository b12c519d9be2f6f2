import type { Actor } from '../../kernel/actor.ts'
import { assert } from '../../kernel/assert.ts'
import { AppError } from '../../kernel/errors.ts'
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import { refuseRequest } from '../personal-data/personal-data-refused.ts'
import { created } from '../rules/created.ts'
import type { ReadingDeps } from '../storage/action-deps.ts'
import type { FoundInvoice } from '../storage/found-invoice.ts'
import { creationTransaction, isNumberTaken, openCreation } from '../storage/invoice-creation-store.ts'
import { newPaymentToken } from '../storage/payment-token.ts'
import { saveChange } from '../storage/save-change.ts'
import { type ReadInvoice, readInvoice } from './read-invoice.ts'

type CreatedInvoice = FoundInvoice & { readonly unknownFields: readonly string[] }

/** A new invoice as the body describes it: a draft, published, or sent at once. */
export async function createInvoice(
  deps: ReadingDeps,
  actor: Actor,
  { body }: { readonly body: unknown },
): Promise<CreatedInvoice> {
  const { organizationId } = actor
  // What is refused without the definitions is refused before anything is locked.
  const first = readFor(deps, body, undefined)
  if (!first.namesCustomFields) refuseRequest(first.problems, first.personalData)
  const ownNumber = first.invoiceNumber

  const wanted = { organizationId, ownNumber }
  const creating = creationTransaction(deps.db, wanted, async (tx) => {
    const opened = await openCreation(tx, wanted)
    const { position, invoiceNumber, customLabels, definitions } = opened

    const read = first.namesCustomFields ? readFor(deps, body, definitions) : first
    const { problems, personalData, terms, clientReference, sendImmediately } = read
    refuseRequest(problems, personalData)
    assert(terms !== undefined, 'A request without a problem has terms.')
    const at = deps.clock.now()
    const paymentToken = newPaymentToken()
    const place = { organizationId, position, invoiceNumber, paymentToken }
    const change = created({ ...place, terms, clientReference, sendImmediately }, { at })

    await saveChange(tx, deps, change, { actor, action: 'invoice.created', at })
    return { invoice: change.after, customLabels, definitions, unknownFields: read.unknownFields }
  })
  return creating.catch((error: unknown) => {
    const isDuplicate = ownNumber !== undefined && isNumberTaken(error)
    throw isDuplicate ? duplicateNumber(ownNumber, error) : error
  })
}

function readFor(
  { clock, config: { validation } }: ReadingDeps,
  body: unknown,
  definitions: readonly CustomFieldDefinition[] | undefined,
): ReadInvoice {
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  return readInvoice(body, { operation: 'create', validation, today, definitions })
}

function duplicateNumber(number: string, cause: unknown): AppError {
  return new AppError(
    'invalid',
    'DUPLICATE_RECORD',
    `There is an invoice with the number ${number} already.`,
    [{ field: 'invoiceInformation.invoiceNumber', reason: 'INVALID_DATA' }],
    { cause },
  )
}
