// pure
import { type Problem, refuseContent } from '../../kernel/reading/reading.ts'
import type { CustomFieldDefinition } from '../custom-fields/custom-field.ts'
import { readInvoice, withDefinitions } from '../invoices/read-invoice.ts'
import type { InvoiceTerms } from '../rules/invoice.ts'
import { INVOICE_FIELDS, LINE_FIELDS, LINES_PATH } from '../rules/terms/invoice-fields.ts'
import { totalsOf } from '../rules/totals.ts'
import { type Placeholders, repairedBody } from './repaired-body.ts'

/** Each round repairs what can be read only after the one before it. */
const ROUNDS_MAX = 5
const TOTAL = INVOICE_FIELDS.totalAmount.path
const NOTHING_YET = '—'

export type UnsavedTerms = {
  readonly terms: InvoiceTerms
  /** As the body says it; undefined if it does not. */
  readonly invoiceNumber: string | undefined
}

type Given = {
  readonly definitions: readonly CustomFieldDefinition[]
  /** Today in GMT. */
  readonly today: Temporal.PlainDate
  readonly dueOn: Temporal.PlainDate
  readonly currency: string
}

/**
 * The terms of an invoice that is still being written: missing fields have placeholders, wrong values are left out, and
 * a missing total is that of the lines.
 */
export function unsavedTerms(body: unknown, { definitions, today, dueOn, currency }: Given): UnsavedTerms {
  const placeholders: Placeholders = {
    [INVOICE_FIELDS.dueDate.path]: dueOn.toString(),
    [INVOICE_FIELDS.currency.path]: currency,
    [TOTAL]: '0',
    [INVOICE_FIELDS.description.path]: NOTHING_YET,
    [`${LINES_PATH}.${LINE_FIELDS.productSku.path}`]: NOTHING_YET,
  }
  const options = { operation: 'update', validation: 'lenient', today } as const
  let current = body
  let found: readonly Problem[] = []
  const missing = new Set<string>()
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { terms, invoiceNumber, problems } = withDefinitions(readInvoice(current, options), definitions)
    if (terms !== undefined) {
      return { terms: missing.has(TOTAL) ? withTotalOfLines(terms) : terms, invoiceNumber }
    }
    found = problems
    for (const { field } of problems) missing.add(field)
    const repaired = repairedBody(current, problems, placeholders)
    refuseContent(repaired.remaining)
    current = repaired.body
  }
  refuseContent(found)
  throw new Error('A body without a problem has terms.')
}

function withTotalOfLines(terms: InvoiceTerms): InvoiceTerms {
  return { ...terms, amounts: { ...terms.amounts, total: totalsOf(terms).total } }
}
