import type { CustomFieldDefinition } from '../../../src/invoicing/custom-fields/custom-field.ts'
import {
  type ReadInvoice,
  type ReadOptions,
  readInvoice,
  withDefinitions,
} from '../../../src/invoicing/invoices/read-invoice.ts'

/** Valid requests, and ways to break them. */

export type Json = { [name: string]: unknown }

export const TODAY = Temporal.PlainDate.from('2026-11-15')

/** A request without lines; by default a draft that is delivered in person. */
export function amountOnlyRequest(changes: Json = {}): Json {
  const request: Json = {
    customerInformation: { name: 'Ada Payer', email: 'ada@payer.example' },
    invoiceInformation: {
      description: 'Repair of a bicycle',
      dueDate: '2026-12-01',
      deliveryMode: 'none',
      sendImmediately: false,
    },
    orderInformation: { amountDetails: { totalAmount: '100.00', currency: 'USD' } },
  }
  return Object.entries(changes).reduce(changed, request)
}

/** With two lines that have all that a line needs. */
export function itemizedRequest(changes: Json = {}): Json {
  const lineItems = [
    {
      productSku: 'A-1',
      productName: 'Wheel',
      quantity: 2,
      unitPrice: '30.00',
      totalAmount: '60.00',
    },
    { productSku: 'A-2', productName: 'Work', quantity: '1', unitPrice: 40, totalAmount: 40 },
  ]
  return amountOnlyRequest({ 'orderInformation.lineItems': lineItems, ...changes })
}

/** The same body with another value at a path as `orderInformation.lineItems[0].unitPrice`. */
export function changed(body: Json, [path, value]: readonly [string, unknown]): Json {
  return withValueAt(body, keysOf(path), value) as Json
}

export function without(body: Json, path: string): Json {
  return changed(body, [path, undefined])
}

function keysOf(path: string): readonly (string | number)[] {
  return path.split(/\.|(?=\[)/).map((key) => (key.startsWith('[') ? Number(key.slice(1, -1)) : key))
}

function withValueAt(whole: unknown, keys: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return value
  // JSON has no lists with holes.
  const copy = typeof key === 'number' ? listTo(key, whole) : { ...(whole as Json) }
  const place = copy as Record<string | number, unknown>
  place[key] = withValueAt(place[key], rest, value)
  return copy
}

function listTo(length: number, whole: unknown): unknown[] {
  const list = [...((whole as unknown[] | undefined) ?? [])]
  while (list.length < length) list.push(null)
  return list
}

type RequestOptions = Partial<ReadOptions> & { readonly definitions?: readonly CustomFieldDefinition[] }

export function readOnCreate(body: unknown, { definitions, ...options }: RequestOptions = {}): ReadInvoice {
  const usual = { operation: 'create', validation: 'strict', today: TODAY } as const
  const read = readInvoice(body, { ...usual, ...options })
  return definitions === undefined ? read : withDefinitions(read, definitions)
}

export function readOnUpdate(body: unknown, options: RequestOptions = {}): ReadInvoice {
  return readOnCreate(body, { operation: 'update', ...options })
}

/** As `customerInformation.name: MISSING_FIELD`, in the order of the alphabet. */
export function problemsOf({ problems }: ReadInvoice): readonly string[] {
  return problems.map(({ field, reason }) => `${field}: ${reason}`).sort()
}
