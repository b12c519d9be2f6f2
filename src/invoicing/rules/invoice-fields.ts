// pure
import { VALUE_LENGTH_MAX } from '../custom-fields/custom-field.ts'
import type { FieldTable, RequestField } from '../reading/field-table.ts'
import { DELIVERY_MODES } from './invoice.ts'

export const LINES_PATH = 'orderInformation.lineItems'
export const LINES_MAX = 30
export const CUSTOM_VALUES_PATH = 'merchantDefinedFieldValues'
export const CUSTOM_VALUES_MAX = 100
/** Where responses have the values, each with its definition. */
export const RESPONSE_CUSTOM_VALUES_PATH = 'merchantDefinedFieldValuesWithDefinition'

export const INVOICE_NUMBER = /^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,25}$/

/** Every field of a create or update request outside its lists. */
export const INVOICE_FIELDS = {
  developerId: {
    path: 'clientReferenceInformation.partner.developerId',
    kind: 'text',
    lengthMax: 100,
    isCreateOnly: true,
    about: 'The developer of the program that sends the request.',
  },
  solutionId: {
    path: 'clientReferenceInformation.partner.solutionId',
    kind: 'text',
    lengthMax: 100,
    isCreateOnly: true,
    about: 'The partner’s solution, for tracking and reports.',
  },
  customerName: {
    path: 'customerInformation.name',
    kind: 'text',
    lengthMax: 100,
    about: 'The payer’s name. Required with deliveryMode email and for itemized drafts.',
  },
  customerFirstName: {
    path: 'customerInformation.firstName',
    kind: 'text',
    lengthMax: 100,
    about: 'Stored and returned.',
  },
  customerLastName: {
    path: 'customerInformation.lastName',
    kind: 'text',
    lengthMax: 100,
    about: 'Stored and returned.',
  },
  customerEmail: {
    path: 'customerInformation.email',
    kind: 'email',
    lengthMax: 255,
    about: 'The payer’s address. Required with deliveryMode email and for itemized drafts.',
  },
  merchantCustomerId: {
    path: 'customerInformation.merchantCustomerId',
    kind: 'text',
    lengthMax: 100,
    about: 'The merchant’s own id of the payer.',
  },
  companyName: {
    path: 'customerInformation.company.name',
    kind: 'text',
    lengthMax: 60,
    about: 'The payer’s company.',
  },
  requestPhone: {
    path: 'processingInformation.requestPhone',
    kind: 'boolean',
    about: 'Whether the payment page asks for a phone number. Default: false.',
  },
  requestShipping: {
    path: 'processingInformation.requestShipping',
    kind: 'boolean',
    about: 'Whether the payment page asks for a shipping address. Default: false.',
  },
  invoiceNumber: {
    path: 'invoiceInformation.invoiceNumber',
    kind: 'text',
    lengthMax: 26,
    form: {
      pattern: INVOICE_NUMBER,
      sentence: 'must be 1–26 characters (letters, digits, spaces, . _ / -), starting with a letter or digit',
    },
    isCreateOnly: true,
    about: 'Unique; cannot be changed. Generated if left out.',
  },
  transactionReferenceNumber: {
    path: 'invoiceInformation.transactionReferenceNumber',
    kind: 'text',
    lengthMax: 40,
    form: { pattern: /^[A-Za-z0-9]*$/, sentence: 'can contain only letters and digits' },
    about: 'Letters and digits; sent with the invoice’s transactions.',
  },
  description: {
    path: 'invoiceInformation.description',
    kind: 'text',
    lengthMax: 2000,
    isMultiline: true,
    about: 'What the invoice is for. Not required with line items, nor in a draft or update with deliveryMode email.',
  },
  dueDate: {
    path: 'invoiceInformation.dueDate',
    kind: 'date',
    about: 'YYYY-MM-DD; can be in the past.',
  },
  expirationDate: {
    path: 'invoiceInformation.expirationDate',
    kind: 'expirationDate',
    about: 'DD-MM-YYYY or YYYY-MM-DD, today or later. The invoice expires on that day at 00:00 GMT.',
  },
  sendImmediately: {
    path: 'invoiceInformation.sendImmediately',
    kind: 'boolean',
    isCreateOnly: true,
    about: 'false creates a draft; true publishes the invoice and, with deliveryMode email, sends it. Default: false.',
  },
  allowPartialPayments: {
    path: 'invoiceInformation.allowPartialPayments',
    kind: 'boolean',
    about: 'Whether the invoice can be paid in installments. Default: false.',
  },
  deliveryMode: {
    path: 'invoiceInformation.deliveryMode',
    kind: 'choice',
    choices: DELIVERY_MODES,
    about: 'email or none, in any letter case. An update that leaves it out makes it none.',
  },
  currency: {
    path: 'orderInformation.amountDetails.currency',
    kind: 'currency',
    about: 'ISO 4217, in any letter case. Determines how many decimals amounts can have.',
  },
  totalAmount: {
    path: 'orderInformation.amountDetails.totalAmount',
    kind: 'amount',
    lengthMax: 19,
    about: 'The amount to be paid. It counts as sent, even if the parts add up to something else.',
  },
  discountAmount: {
    path: 'orderInformation.amountDetails.discountAmount',
    kind: 'amount',
    lengthMax: 15,
    about: 'Discount on the invoice total.',
  },
  discountPercent: {
    path: 'orderInformation.amountDetails.discountPercent',
    kind: 'decimal',
    lengthMax: 7,
    about: 'Discount on the invoice total in percent.',
  },
  subAmount: {
    path: 'orderInformation.amountDetails.subAmount',
    kind: 'amount',
    lengthMax: 25,
    about: 'The amount before discount, tax and freight.',
  },
  minimumPartialAmount: {
    path: 'orderInformation.amountDetails.minimumPartialAmount',
    kind: 'amount',
    lengthMax: 19,
    about: 'The smallest installment; ignored without allowPartialPayments.',
  },
  taxType: {
    path: 'orderInformation.amountDetails.taxDetails.type',
    kind: 'text',
    lengthMax: 100,
    about: 'Name of the tax.',
  },
  taxAmount: {
    path: 'orderInformation.amountDetails.taxDetails.amount',
    kind: 'amount',
    lengthMax: 13,
    about: 'Tax on the invoice total.',
  },
  taxRate: {
    path: 'orderInformation.amountDetails.taxDetails.rate',
    kind: 'decimal',
    lengthMax: 6,
    about: 'Tax on the invoice total in percent.',
  },
  freightAmount: {
    path: 'orderInformation.amountDetails.freight.amount',
    kind: 'amount',
    lengthMax: 13,
    about: 'Shipping cost.',
  },
  freightTaxable: {
    path: 'orderInformation.amountDetails.freight.taxable',
    kind: 'boolean',
    about: 'Whether shipping is taxed.',
  },
  freightTaxRate: {
    path: 'orderInformation.amountDetails.freight.taxRate',
    kind: 'decimal',
    lengthMax: 7,
    about: 'Tax on shipping in percent.',
  },
} as const satisfies FieldTable

/** Every field of `orderInformation.lineItems[]`. */
export const LINE_FIELDS = {
  productSku: {
    path: 'productSku',
    kind: 'text',
    lengthMax: 255,
    about: 'The merchant’s article number.',
  },
  productName: { path: 'productName', kind: 'text', lengthMax: 255, about: 'Name of the product.' },
  quantity: {
    path: 'quantity',
    kind: 'integer',
    min: 1,
    max: 999_999_999,
    about: 'A whole number, 1 to 999999999. An update that leaves it out makes it 1.',
  },
  unitPrice: {
    path: 'unitPrice',
    kind: 'decimal',
    lengthMax: 15,
    decimalsMax: 6,
    about: 'Up to six decimals in any currency.',
  },
  discountAmount: {
    path: 'discountAmount',
    kind: 'amount',
    lengthMax: 13,
    about: 'Discount on the line.',
  },
  discountRate: {
    path: 'discountRate',
    kind: 'decimal',
    lengthMax: 6,
    decimalsMax: 2,
    about: 'Discount on the line in percent; the same as discountPercent.',
  },
  discountPercent: {
    path: 'discountPercent',
    kind: 'decimal',
    lengthMax: 6,
    decimalsMax: 2,
    about: 'Discount on the line in percent; the same as discountRate.',
  },
  taxAmount: { path: 'taxAmount', kind: 'amount', lengthMax: 15, about: 'Tax on the line.' },
  taxRate: {
    path: 'taxRate',
    kind: 'decimal',
    lengthMax: 7,
    about: 'Tax on the line in percent.',
  },
  totalAmount: {
    path: 'totalAmount',
    kind: 'amount',
    lengthMax: 13,
    about: 'Total of the line. With lenient validation it is computed if left out.',
  },
} as const satisfies FieldTable

/** Every field of `merchantDefinedFieldValues[]`. */
export const CUSTOM_VALUE_FIELDS = {
  definitionId: {
    path: 'definitionId',
    kind: 'integer',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    about: 'The id of the custom field.',
  },
  value: {
    path: 'value',
    kind: 'text',
    lengthMax: VALUE_LENGTH_MAX,
    about: 'Must not contain personal data.',
  },
} as const satisfies FieldTable

/** What responses contain, and the organization that a partner acts for: a response can be sent back. */
export const TOLERATED_PATHS: readonly string[] = [
  '_links',
  'id',
  'status',
  'submitTimeUtc',
  'createdDate',
  'invoiceHistory',
  'warnings',
  'organizationId',
  RESPONSE_CUSTOM_VALUES_PATH,
  'invoiceInformation.paymentLink',
  'invoiceInformation.customLabels',
  'orderInformation.amountDetails.balanceAmount',
]

/** An update ignores these fields. */
export const IGNORED_ON_UPDATE: readonly string[] = ignoredOnUpdate(Object.values(INVOICE_FIELDS))

/** Whole objects if all their fields are only for creates. */
function ignoredOnUpdate(fields: readonly RequestField[]): readonly string[] {
  const kept = fields.filter(({ isCreateOnly }) => isCreateOnly !== true)
  const isFree = (path: string): boolean => !kept.some((field) => field.path.startsWith(`${path}.`))
  const ignored = fields
    .filter(({ isCreateOnly }) => isCreateOnly === true)
    .map(({ path }) => pathsTo(path).find(isFree) ?? path)
  return [...new Set(ignored)]
}

/** For a.b.c: a, a.b and a.b.c. */
function pathsTo(path: string): readonly string[] {
  const keys = path.split('.')
  return keys.map((_, index) => keys.slice(0, index + 1).join('.'))
}

export type InvoiceFieldName = keyof typeof INVOICE_FIELDS
export type LineFieldName = keyof typeof LINE_FIELDS
