// pure

import { LANGUAGES } from '../../../kernel/language.ts'
import {
  amount,
  choice,
  decimal,
  email,
  type FieldTable,
  flag,
  integer,
  type RequestField,
  text,
} from '../../../kernel/reading/field-table.ts'
import { VALUE_LENGTH_MAX } from '../../custom-fields/custom-field.ts'
import { DELIVERY_MODES } from '../invoice.ts'

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
    ...text(
      'clientReferenceInformation.partner.developerId',
      100,
      'The developer of the program that sends the request.',
    ),
    isCreateOnly: true,
  },
  solutionId: {
    ...text('clientReferenceInformation.partner.solutionId', 100, 'The partner’s solution, for tracking and reports.'),
    isCreateOnly: true,
  },
  customerName: text(
    'customerInformation.name',
    100,
    'The payer’s name. Required with deliveryMode email and for itemized drafts.',
  ),
  customerFirstName: text('customerInformation.firstName', 100, 'Stored and returned.'),
  customerLastName: text('customerInformation.lastName', 100, 'Stored and returned.'),
  customerEmail: email(
    'customerInformation.email',
    255,
    'The payer’s address. Required with deliveryMode email and for itemized drafts.',
  ),
  merchantCustomerId: text('customerInformation.merchantCustomerId', 100, 'The merchant’s own id of the payer.'),
  companyName: text('customerInformation.company.name', 60, 'The payer’s company.'),
  requestPhone: flag(
    'processingInformation.requestPhone',
    'Whether the payment page asks for a phone number. Default: false.',
  ),
  requestShipping: flag(
    'processingInformation.requestShipping',
    'Whether the payment page asks for a shipping address. Default: false.',
  ),
  invoiceNumber: {
    ...text('invoiceInformation.invoiceNumber', 26, 'Unique; cannot be changed. Generated if left out.'),
    form: {
      pattern: INVOICE_NUMBER,
      sentence: 'must be 1–26 characters (letters, digits, spaces, . _ / -), starting with a letter or digit',
    },
    isCreateOnly: true,
  },
  transactionReferenceNumber: {
    ...text(
      'invoiceInformation.transactionReferenceNumber',
      40,
      'Letters and digits; sent with the invoice’s transactions.',
    ),
    form: { pattern: /^[A-Za-z0-9]*$/, sentence: 'can contain only letters and digits' },
  },
  description: {
    ...text(
      'invoiceInformation.description',
      2000,
      'What the invoice is for. Not required with line items, nor in a draft or update with deliveryMode email.',
    ),
    isMultiline: true,
  },
  dueDate: {
    path: 'invoiceInformation.dueDate',
    kind: 'date',
    about: 'YYYY-MM-DD; can be in the past.',
  },
  expirationDate: {
    path: 'invoiceInformation.expirationDate',
    kind: 'expirationDate',
    about:
      'DD-MM-YYYY or YYYY-MM-DD, today or later. The invoice expires on that day at 00:00 GMT, so today’s date is a warning.',
  },
  sendImmediately: {
    ...flag(
      'invoiceInformation.sendImmediately',
      'false creates a draft; true publishes the invoice and, with deliveryMode email, sends it. Default: false. An update never sends.',
    ),
    isCreateOnly: true,
  },
  allowPartialPayments: flag(
    'invoiceInformation.allowPartialPayments',
    'Whether the invoice can be paid in installments. Default: false.',
  ),
  deliveryMode: choice(
    'invoiceInformation.deliveryMode',
    DELIVERY_MODES,
    'email or none, in any letter case. An update that leaves it out makes it none.',
  ),
  deliveryLanguage: choice(
    'invoiceInformation.deliveryLanguage',
    LANGUAGES,
    'The language of the invoice’s emails, page and PDF. Default: the deliveryLanguage of the settings.',
  ),
  currency: {
    path: 'orderInformation.amountDetails.currency',
    kind: 'currency',
    about: 'ISO 4217, in any letter case. Determines how many decimals amounts can have.',
  },
  totalAmount: amount(
    'orderInformation.amountDetails.totalAmount',
    19,
    'The amount to be paid. It counts as sent, even if the parts add up to something else.',
  ),
  discountAmount: amount('orderInformation.amountDetails.discountAmount', 15, 'Discount on the invoice total.'),
  discountPercent: decimal(
    'orderInformation.amountDetails.discountPercent',
    7,
    'Discount on the invoice total in percent.',
  ),
  subAmount: amount('orderInformation.amountDetails.subAmount', 25, 'The amount before discount, tax and freight.'),
  minimumPartialAmount: amount(
    'orderInformation.amountDetails.minimumPartialAmount',
    19,
    'The smallest installment, at most the rest to pay; ignored without allowPartialPayments. If it is left out, it is worth about a US dollar.',
  ),
  taxType: text('orderInformation.amountDetails.taxDetails.type', 100, 'Name of the tax.'),
  taxAmount: amount('orderInformation.amountDetails.taxDetails.amount', 13, 'Tax on the invoice total.'),
  taxRate: decimal('orderInformation.amountDetails.taxDetails.rate', 6, 'Tax on the invoice total in percent.'),
  freightAmount: amount('orderInformation.amountDetails.freight.amount', 13, 'Shipping cost.'),
  freightTaxable: flag('orderInformation.amountDetails.freight.taxable', 'Whether shipping is taxed.'),
  freightTaxRate: decimal('orderInformation.amountDetails.freight.taxRate', 7, 'Tax on shipping in percent.'),
} as const satisfies FieldTable

/** Every field of `orderInformation.lineItems[]`. */
export const LINE_FIELDS = {
  productSku: text('productSku', 255, 'The merchant’s article number.'),
  productName: text('productName', 255, 'Name of the product.'),
  quantity: integer(
    'quantity',
    1,
    999_999_999,
    'A whole number, 1 to 999999999. An update that leaves it out makes it 1.',
  ),
  unitPrice: { ...decimal('unitPrice', 15, 'Up to six decimals in any currency.'), decimalsMax: 6 },
  discountAmount: amount('discountAmount', 13, 'Discount on the line.'),
  discountRate: {
    ...decimal('discountRate', 6, 'Discount on the line in percent; the same as discountPercent.'),
    decimalsMax: 2,
  },
  discountPercent: {
    ...decimal('discountPercent', 6, 'Discount on the line in percent; the same as discountRate.'),
    decimalsMax: 2,
  },
  taxAmount: amount('taxAmount', 15, 'Tax on the line.'),
  taxRate: decimal('taxRate', 7, 'Tax on the line in percent.'),
  totalAmount: amount('totalAmount', 13, 'Total of the line. With lenient validation it is computed if left out.'),
} as const satisfies FieldTable

/** Every field of `merchantDefinedFieldValues[]`. */
export const CUSTOM_VALUE_FIELDS = {
  definitionId: integer('definitionId', 1, Number.MAX_SAFE_INTEGER, 'The id of the custom field.'),
  value: text('value', VALUE_LENGTH_MAX, 'Must not contain personal data.'),
} as const satisfies FieldTable

/** The fields of responses, which can be sent back, and the organization that a partner acts for. */
export const TOLERATED_PATHS: readonly string[] = [
  '_links',
  'id',
  'status',
  'submitTimeUtc',
  'createdDate',
  'invoiceHistory',
  'totalInvoiceHistory',
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
