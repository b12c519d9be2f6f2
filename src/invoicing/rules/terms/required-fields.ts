// pure
import type { DeliveryMode } from '../invoice.ts'
import type { InvoiceFieldName, LineFieldName } from './invoice-fields.ts'

/** The facts that decide which fields a request needs; undefined if unreadable. */
export type RequestFacts = {
  readonly operation: 'create' | 'update'
  readonly deliveryMode: DeliveryMode | undefined
  readonly isSentImmediately: boolean | undefined
  readonly hasLines: boolean
}

export type RequiredFields = {
  readonly fields: readonly InvoiceFieldName[]
  readonly lineFields: readonly LineFieldName[]
}

type RequiredFieldsRow = {
  readonly invoiceType: string
  readonly operation: RequestFacts['operation']
  readonly deliveryMode: DeliveryMode | 'any'
  readonly isSentImmediately: boolean | 'any'
  readonly lines: 'none' | 'some' | 'any'
  readonly needs: readonly InvoiceFieldName[]
  readonly needsUnlessLines: readonly InvoiceFieldName[]
  readonly eachLineNeeds: readonly LineFieldName[]
}

const AMOUNT = ['dueDate', 'currency', 'totalAmount'] as const
const CUSTOMER = ['customerEmail', 'customerName'] as const
const WHOLE_LINE = ['productSku', 'productName', 'quantity', 'unitPrice', 'totalAmount'] as const

/** A row without any of these applies to all requests and requires nothing. */
const ANY_REQUEST: Omit<RequiredFieldsRow, 'invoiceType' | 'operation'> = {
  ...{ deliveryMode: 'any', isSentImmediately: 'any', lines: 'any' },
  ...{ needs: [], needsUnlessLines: [], eachLineNeeds: [] },
}

/**
 * The specification's notes, type by type. Where they differ from its table of fields, the table counts: an
 * email draft needs no description. A request needs the fields of all rows that apply to it.
 */
const ROWS: readonly (Pick<RequiredFieldsRow, 'invoiceType' | 'operation'> & Partial<RequiredFieldsRow>)[] = [
  {
    invoiceType: 'in-person draft',
    operation: 'create',
    deliveryMode: 'none',
    isSentImmediately: false,
    needs: ['deliveryMode', ...AMOUNT],
    needsUnlessLines: ['description'],
  },
  {
    invoiceType: 'email draft',
    operation: 'create',
    deliveryMode: 'email',
    isSentImmediately: false,
    needs: [...CUSTOMER, 'deliveryMode', ...AMOUNT],
  },
  {
    invoiceType: 'itemized draft',
    operation: 'create',
    isSentImmediately: false,
    lines: 'some',
    needs: [...CUSTOMER, 'deliveryMode', ...AMOUNT],
    eachLineNeeds: WHOLE_LINE,
  },
  {
    invoiceType: 'create and send',
    operation: 'create',
    deliveryMode: 'email',
    isSentImmediately: true,
    needs: [...CUSTOMER, 'deliveryMode', ...AMOUNT],
    needsUnlessLines: ['description'],
    eachLineNeeds: WHOLE_LINE,
  },
  {
    invoiceType: 'amount only draft',
    operation: 'create',
    deliveryMode: 'email',
    isSentImmediately: false,
    lines: 'none',
    needs: [...CUSTOMER, 'deliveryMode', ...AMOUNT],
  },
  {
    invoiceType: 'published without email',
    operation: 'create',
    deliveryMode: 'none',
    isSentImmediately: true,
    needs: ['deliveryMode', ...AMOUNT],
    needsUnlessLines: ['description'],
    eachLineNeeds: WHOLE_LINE,
  },
  {
    invoiceType: 'update',
    operation: 'update',
    needs: AMOUNT,
    eachLineNeeds: ['productSku'],
  },
  {
    invoiceType: 'update without email',
    operation: 'update',
    deliveryMode: 'none',
    needsUnlessLines: ['description'],
  },
]

export const REQUIRED_FIELDS = ROWS.map((row): RequiredFieldsRow => ({ ...ANY_REQUEST, ...row }))

const MODES: readonly DeliveryMode[] = ['email', 'none']

/** If a fact is unknown, only fields that are required either way: others may not be needed. */
export function requiredFields(facts: RequestFacts): RequiredFields {
  if (facts.deliveryMode === undefined) {
    return inBoth(MODES.map((deliveryMode) => requiredFields({ ...facts, deliveryMode })))
  }
  if (facts.isSentImmediately === undefined) {
    return inBoth([true, false].map((isSentImmediately) => requiredFields({ ...facts, isSentImmediately })))
  }
  const { operation, deliveryMode, isSentImmediately, hasLines } = facts
  const key = `${operation} ${deliveryMode} ${isSentImmediately} ${hasLines}`
  const known = CACHE.get(key)
  if (known !== undefined) return known
  const rows = REQUIRED_FIELDS.filter((row) => applies(row, facts))
  const required = unionOf(rows, hasLines)
  CACHE.set(key, required)
  return required
}

/** There are only sixteen kinds of requests. */
const CACHE = new Map<string, RequiredFields>()

function applies(row: RequiredFieldsRow, facts: RequestFacts): boolean {
  const isAny = (wanted: unknown, fact: unknown): boolean => wanted === 'any' || wanted === fact
  return (
    row.operation === facts.operation &&
    isAny(row.deliveryMode, facts.deliveryMode) &&
    isAny(row.isSentImmediately, facts.isSentImmediately) &&
    isAny(row.lines, facts.hasLines ? 'some' : 'none')
  )
}

function unionOf(rows: readonly RequiredFieldsRow[], hasLines: boolean): RequiredFields {
  const fields = rows.flatMap((row) => [...row.needs, ...(hasLines ? [] : row.needsUnlessLines)])
  return {
    fields: [...new Set(fields)],
    lineFields: [...new Set(rows.flatMap((row) => row.eachLineNeeds))],
  }
}

function inBoth(cases: readonly RequiredFields[]): RequiredFields {
  const [first = { fields: [], lineFields: [] }, ...rest] = cases
  return {
    fields: first.fields.filter((name) => rest.every(({ fields }) => fields.includes(name))),
    lineFields: first.lineFields.filter((name) => rest.every(({ lineFields }) => lineFields.includes(name))),
  }
}
