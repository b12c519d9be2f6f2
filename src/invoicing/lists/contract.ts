import Type from 'typebox'
import { CURRENCIES } from '../../kernel/currency.ts'
import { LANGUAGES } from '../../kernel/language.ts'
import { InvoiceLinks, Link } from '../invoices/contract.ts'
import { DELIVERY_MODES, INVOICE_STATUSES } from '../rules/invoice.ts'
import { CSV_COLUMNS } from './csv-words.ts'
import { FAILED_MAILS_MAX, SORT_KEYS } from './invoice-list.ts'
import {
  AMOUNT_LENGTH_MAX,
  EMAIL_LENGTH_MAX,
  INVOICES_MAX,
  LIMIT_DEFAULT,
  LIMIT_MAX,
  MERCHANTS_MAX,
  REPEATED_MAX,
  SEARCH_LENGTH_MAX,
} from './read-invoice-list-query.ts'

const PERIOD_FORMS =
  'An instant (2026-03-09T10:00:00Z; Z, +01:00 or +0100) or a date (2026-03-09). A date means the whole ' +
  'day in the time zone of the organization.'

/** Parameters that may be repeated, or contain several values with commas between them. */
const severalOf = (values: readonly string[], description: string) =>
  Type.Array(Type.Enum([...values]), { minItems: 1, maxItems: REPEATED_MAX, description })

const status = Type.Optional(
  severalOf(
    INVOICE_STATUSES,
    'Only invoices with one of these statuses, in any letter case: repeated, or with commas between them.',
  ),
)
const otherFilters = {
  invoiceId: Type.Optional(
    Type.Array(Type.String(), {
      ...{ minItems: 1, maxItems: INVOICES_MAX, examples: [['A1001', 'A1002']] },
      description:
        'Only the invoices with these numbers: repeated, or with commas between them. In a list of several merchants ' +
        'a number can name its merchant, such as shop1:A1001; without one it is that of every merchant.',
    }),
  ),
  overdue: Type.Optional(
    Type.Boolean({
      description:
        'Only invoices that are CREATED, SENT, PARTIAL or PENDING and due before today in the time zone of the ' +
        'organization; with false, all others.',
    }),
  ),
  undelivered: Type.Optional(
    Type.Literal(true, {
      description:
        'Only invoices that are CREATED, SENT, PARTIAL or PENDING and whose last email to the customer was refused or ' +
        `given up: those of the latest ${FAILED_MAILS_MAX} such emails.`,
    }),
  ),
  deliveryMode: Type.Optional(
    Type.Enum([...DELIVERY_MODES], {
      description: 'Only invoices that are delivered by email, or without one (none).',
    }),
  ),
  customerEmail: Type.Optional(
    Type.String({
      maxLength: EMAIL_LENGTH_MAX,
      description: 'Only invoices to this exact address, in any letter case.',
    }),
  ),
  createdFrom: Type.Optional(
    Type.String({ description: `Only invoices created at this time or later. ${PERIOD_FORMS}` }),
  ),
  createdTo: Type.Optional(
    Type.String({
      description: `Only invoices created before this instant, or not after this date. ${PERIOD_FORMS}`,
    }),
  ),
  dueFrom: Type.Optional(Type.String({ format: 'date', description: 'Only invoices due on this date or later.' })),
  dueTo: Type.Optional(Type.String({ format: 'date', description: 'Only invoices due on this date or earlier.' })),
  amountFrom: Type.Optional(
    Type.String({
      ...{ maxLength: AMOUNT_LENGTH_MAX, examples: ['120.50'] },
      description: 'Only invoices with this total or more, as a number whatever the currency is.',
    }),
  ),
  amountTo: Type.Optional(
    Type.String({
      ...{ maxLength: AMOUNT_LENGTH_MAX, examples: ['1000'] },
      description: 'Only invoices with this total or less, as a number whatever the currency is.',
    }),
  ),
  currency: Type.Optional(Type.Enum([...CURRENCIES], { description: 'Only invoices in this currency.' })),
  language: Type.Optional(
    Type.Enum([...LANGUAGES], {
      description:
        'Only invoices that are delivered in this language: that of the invoice, or else that of the merchant’s settings.',
    }),
  ),
  customField: Type.Optional(
    Type.Array(Type.String(), {
      ...{ minItems: 1, maxItems: REPEATED_MAX, examples: [['Project:Apollo']] },
      description:
        'Only invoices with this value in the custom field of this label. The label ends at the first colon and is in ' +
        'any letter case; the value is compared exactly. Can be repeated: an invoice must have all of them.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Only invoices with this text somewhere in their number, description or customer’s name, email ' +
        'or company, in any letter case, with or without accents. No character in it is a wildcard.',
    }),
  ),
}

const organizationId = Type.Optional(
  Type.String({
    description:
      'The organization to act for: your own (default) or one below it. A partner or account sees the ' +
      'invoices of all merchants below it.',
  }),
)

/** In the order in which links have them. */
export const InvoiceListQueryContract = Type.Object({
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Number of invoices to skip. Past the end, the list is empty.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
      description: 'Maximum number of invoices to return.',
    }),
  ),
  status,
  sort: Type.Optional(
    Type.String({
      examples: ['dueDate', 'totalAmount:desc'],
      description:
        `One of ${SORT_KEYS.join(', ')}, optionally followed by :asc (default) or :desc. Invoice numbers are ` +
        'compared as strings, amounts as numbers regardless of currency. Ties are in order of creation. ' +
        'Default: newest first.',
    }),
  ),
  ...otherFilters,
  includeTotal: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'With false, totalInvoices is left out, and _links.next tells whether there is more. Counting the matches of a ' +
        'search takes longer than finding the first ones if there are many.',
    }),
  ),
  organizationId,
})

/** The query of sums. */
export const InvoiceFiltersContract = Type.Object({ status, ...otherFilters, organizationId })

/** The query of counts by view. */
export const InvoiceCountsQueryContract = Type.Object({ customerEmail: otherFilters.customerEmail, organizationId })

/** The query of the merchants of a list. */
export const ListedMerchantsQueryContract = Type.Object({
  merchantId: Type.Optional(
    Type.Array(Type.String(), {
      ...{ minItems: 1, maxItems: MERCHANTS_MAX, examples: [['shop1', 'shop2']] },
      description: 'Ids of merchants: repeated, or with commas between them. A merchant gets itself without it.',
    }),
  ),
  organizationId,
})

/** The query of the list as CSV. */
export const InvoiceCsvQueryContract = Type.Object({
  status,
  ...otherFilters,
  columns: Type.Optional(
    Type.String({
      examples: ['number,customer,total'],
      description:
        `The columns in their order, with commas between them: ${CSV_COLUMNS.join(', ')}. An amount has its currency ` +
        'in a column of its own, which is added if it is missing. Default: all.',
    }),
  ),
  headerLanguage: Type.Optional(
    Type.Enum([...LANGUAGES], { default: 'en-US', description: 'The language of column names and statuses.' }),
  ),
  organizationId,
})

const Amount = Type.Number({ description: 'With all decimals of its currency.' })

const ListedInvoiceContract = Type.Object({
  _links: InvoiceLinks,
  id: Type.String({ description: 'The invoice number.' }),
  organizationId: Type.Optional(
    Type.String({
      description: 'The merchant; only in lists of several merchants.',
    }),
  ),
  status: Type.Enum([...INVOICE_STATUSES]),
  createdDate: Type.String({ format: 'date-time' }),
  customerInformation: Type.Object({
    name: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    merchantCustomerId: Type.Optional(Type.String()),
    company: Type.Optional(Type.Object({ name: Type.String() })),
  }),
  invoiceInformation: Type.Object({
    dueDate: Type.String({ format: 'date' }),
    expirationDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD, in whichever format it was sent.' })),
    deliveryLanguage: Type.Optional(
      Type.Enum([...LANGUAGES], { description: 'Only if the invoice has a language of its own.' }),
    ),
    paymentLink: Type.Optional(Type.String({ format: 'uri', description: 'Not for drafts.' })),
  }),
  orderInformation: Type.Object({
    amountDetails: Type.Object({
      totalAmount: Amount,
      currency: Type.Enum([...CURRENCIES]),
      balanceAmount: Amount,
    }),
  }),
})

export const InvoiceListContract = Type.Object(
  {
    _links: Type.Object({
      self: Link,
      next: Type.Optional(Link),
      previous: Type.Optional(Link),
    }),
    submitTimeUtc: Type.String({ format: 'date-time', description: 'Time of the response.' }),
    totalInvoices: Type.Optional(
      Type.Integer({ description: 'Number of invoices on all pages; not with includeTotal=false.' }),
    ),
    invoices: Type.Array(ListedInvoiceContract),
  },
  { description: 'One page of the list, with links to the next and previous pages.' },
)

export const InvoiceSumsContract = Type.Object(
  {
    sums: Type.Array(
      Type.Object({
        currency: Type.Enum([...CURRENCIES]),
        count: Type.Integer({ description: 'Number of invoices in this currency.' }),
        totalAmount: Amount,
        balanceAmount: Type.Number({
          description: 'The sum that is still to be paid: drafts and canceled invoices do not count.',
        }),
      }),
      { description: 'One for each currency, by its code.' },
    ),
    count: Type.Integer({ description: 'Number of invoices in all currencies.' }),
  },
  { description: 'Amounts of several currencies are never added up.' },
)

export const InvoiceCountsContract = Type.Object(
  {
    all: Type.Integer(),
    draft: Type.Integer(),
    open: Type.Integer({ description: 'CREATED, SENT, PARTIAL and PENDING.' }),
    overdue: Type.Integer({ description: 'The open ones that are due before today in the organization’s time zone.' }),
    paid: Type.Integer(),
    canceled: Type.Integer(),
  },
  { description: 'The number of invoices in each view.' },
)

export const ListedMerchantsContract = Type.Object({
  merchants: Type.Array(
    Type.Object({
      organizationId: Type.String(),
      name: Type.String(),
      deliveryLanguage: Type.Enum([...LANGUAGES], {
        description: 'The language of invoices that have none of their own.',
      }),
    }),
    { maxItems: MERCHANTS_MAX, description: 'Those whose invoices you may list, by their ids; others are left out.' },
  ),
})
