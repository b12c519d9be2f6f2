import Type from 'typebox'
import { LANGUAGES } from '../../kernel/language.ts'
import { ActingFor } from '../../organizations/index.ts'
import { HISTORY_EVENTS, INVOICE_STATUSES } from '../rules/invoice.ts'
import { LABEL_KEYS } from '../settings/label.ts'
import { HISTORY_PAGE_MAX } from '../storage/loaded-invoice.ts'

/** The documented form of an invoice in responses; fields without a value are left out. */

const text = (description?: string) => Type.Optional(Type.String(description === undefined ? {} : { description }))
const flag = (description?: string) => Type.Optional(Type.Boolean(description === undefined ? {} : { description }))
const amount = (description = 'In the invoice’s currency, with all its decimals.') => Type.Number({ description })
const rate = () => Type.Optional(Type.Number({ description: 'In percent.' }))
const instant = (description: string) => Type.String({ format: 'date-time', description })

export const Link = Type.Object({ href: Type.String(), method: Type.String() })

export const InvoiceLinks = Type.Object(
  {
    self: Link,
    update: Type.Optional(Link),
    deliver: Type.Optional(Link),
    cancel: Type.Optional(Link),
  },
  { description: 'Actions that the status of the invoice allows.' },
)

const Customer = Type.Object({
  name: text(),
  firstName: text(),
  lastName: text(),
  email: text(),
  merchantCustomerId: text(),
  company: Type.Optional(Type.Object({ name: Type.String() })),
})

const Label = Type.Object({
  key: Type.Enum([...LABEL_KEYS]),
  value: text(),
  hidden: flag(),
  hiddenForInvoice: flag(),
  hiddenForItem: flag(),
})

const Information = Type.Object({
  invoiceNumber: Type.String(),
  transactionReferenceNumber: text(),
  description: text(),
  dueDate: Type.String({ format: 'date' }),
  expirationDate: text('YYYY-MM-DD, in whichever format it was sent.'),
  allowPartialPayments: Type.Boolean(),
  paymentLink: Type.String({
    description: 'Where the customer pays. The link of a draft is for the merchant only.',
  }),
  deliveryMode: Type.Enum(['Email', 'None']),
  deliveryLanguage: Type.Optional(
    Type.Enum([...LANGUAGES], { description: 'The language of its emails, page and PDF, if one was given.' }),
  ),
  customLabels: Type.Optional(Type.Array(Label)),
})

const Amounts = Type.Object({
  totalAmount: amount(),
  currency: Type.String({ description: 'ISO 4217 currency code.', examples: ['USD'] }),
  balanceAmount: amount('Amount still to be paid.'),
  discountAmount: Type.Optional(amount()),
  discountPercent: rate(),
  subAmount: Type.Optional(amount()),
  minimumPartialAmount: Type.Optional(amount()),
  taxDetails: Type.Optional(Type.Object({ type: text(), amount: Type.Optional(amount()), rate: rate() })),
  freight: Type.Optional(Type.Object({ amount: Type.Optional(amount()), taxable: flag(), taxRate: rate() })),
})

const Line = Type.Object({
  productSku: Type.String(),
  productName: text(),
  unitPrice: Type.Optional(Type.Number()),
  quantity: Type.Integer(),
  discountAmount: Type.Optional(amount()),
  discountRate: rate(),
  discountPercent: rate(),
  taxAmount: Type.Optional(amount()),
  taxRate: rate(),
  totalAmount: Type.Optional(amount()),
})

const CustomValue = Type.Object({
  mdfValueId: Type.String(),
  referenceType: Type.Literal('Invoice'),
  label: Type.String(),
  fieldType: Type.String(),
  customerVisible: Type.Boolean(),
  readOnly: Type.Boolean(),
  textMinLength: Type.Optional(Type.Integer()),
  textMaxLength: Type.Optional(Type.Integer()),
  textDefaultValue: text(),
  possibleValues: text(),
  value: Type.String(),
  position: Type.Integer(),
  definitionId: Type.Integer(),
  merchantDefinedDataIndex: Type.Optional(Type.Integer()),
})

const Warning = Type.Object({
  field: Type.String(),
  reason: Type.Enum([
    ...['UNKNOWN_FIELD', 'NO_EFFECT', 'AMOUNTS_DIFFER', 'LINK_EXPIRED', 'MINIMUM_ABOVE_TOTAL', 'EMAIL_REFUSED'],
  ]),
  message: Type.String(),
})

const HistoryEntry = Type.Object({
  event: Type.Enum([...HISTORY_EVENTS]),
  date: instant('When it happened.'),
  transactionDetails: Type.Optional(
    Type.Object({ transactionId: Type.String(), amount: amount() }, { description: 'Of payments only.' }),
  ),
})

const PARTS = {
  _links: InvoiceLinks,
  id: Type.String({ description: 'The invoice number.' }),
  submitTimeUtc: instant('Time of the merchant’s last accepted request.'),
  status: Type.Enum([...INVOICE_STATUSES]),
  clientReferenceInformation: Type.Optional(
    Type.Object({ partner: Type.Object({ developerId: text(), solutionId: text() }) }),
  ),
  customerInformation: Type.Optional(Customer),
  processingInformation: Type.Object({
    requestPhone: Type.Boolean(),
    requestShipping: Type.Boolean(),
  }),
  invoiceInformation: Information,
  orderInformation: Type.Object({
    amountDetails: Amounts,
    lineItems: Type.Optional(Type.Array(Line)),
  }),
  merchantDefinedFieldValuesWithDefinition: Type.Optional(Type.Array(CustomValue)),
}
const warnings = Type.Optional(Type.Array(Warning, { description: 'Accepted, but possibly not what was intended.' }))

export const InvoiceResponse = Type.Object({ ...PARTS, warnings }, { description: 'The invoice.' })

export const UnsentInvoice = Type.Object(
  {
    _links: InvoiceLinks,
    id: Type.String({ description: 'The invoice number.' }),
    submitTimeUtc: instant('Time of the request.'),
    status: Type.Literal('ACCEPTED'),
    reason: Type.Literal('ACCEPTED'),
    message: Type.String(),
  },
  { description: 'Created, but the mail server refused its mail for good: the invoice is CREATED, not SENT.' },
)

export const InvoiceWithHistory = Type.Object(
  {
    ...PARTS,
    invoiceHistory: Type.Array(HistoryEntry, { description: 'Newest first; one page of a very long history.' }),
    totalInvoiceHistory: Type.Integer({ minimum: 0, description: 'Number of entries on all pages of the history.' }),
    warnings,
  },
  { description: 'The invoice and its history.' },
)

export const InvoiceQuery = Type.Object({
  offset: Type.Optional(
    Type.Integer({ minimum: 0, default: 0, description: 'Number of the newest entries of the history to skip.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: HISTORY_PAGE_MAX,
      default: HISTORY_PAGE_MAX,
      description:
        'Maximum number of entries of the history to return. If there are more, the header Link leads to the next page.',
    }),
  ),
  ...ActingFor.properties,
})

export const InvoiceId = Type.Object({
  id: Type.String({ description: 'The invoice number, percent-encoded.' }),
})

export const ActionBody = Type.Object({}, { description: 'Can be left out.' })

export const DeliveryBody = Type.Object(
  {
    customerInformation: Type.Optional(
      Type.Object({
        email: Type.Optional(
          Type.String({
            format: 'email',
            description:
              'The invoice’s own address, repeated. Confirms it if the mail server refused it for good, so that it is tried again.',
          }),
        ),
      }),
    ),
  },
  { description: 'Can be left out.' },
)
