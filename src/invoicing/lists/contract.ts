import Type from 'typebox'
import { CURRENCIES } from '../../kernel/currency.ts'
import { InvoiceLinks, Link } from '../invoices/contract.ts'
import { INVOICE_STATUSES } from '../rules/invoice.ts'
import { SORT_KEYS } from './invoice-list.ts'
import { EMAIL_LENGTH_MAX, LIMIT_DEFAULT, LIMIT_MAX, SEARCH_LENGTH_MAX } from './read-invoice-list-query.ts'

const PERIOD_FORMS =
  'An instant (2026-03-09T10:00:00Z; Z, +01:00 or +0100) or a date (2026-03-09). A date means the whole ' +
  'day in the time zone of the organization that is asked for.'

/** The names stand in the order in which links carry them. */
export const InvoiceListQueryContract = Type.Object({
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'How many invoices to pass over: 3 begins with the fourth. Past the end the list is empty.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      default: LIMIT_DEFAULT,
      description: 'How many invoices to answer at most.',
    }),
  ),
  status: Type.Optional(
    Type.Enum([...INVOICE_STATUSES], {
      description: 'Only invoices of this status; in any letter case.',
    }),
  ),
  sort: Type.Optional(
    Type.String({
      examples: ['dueDate', 'totalAmount:desc'],
      description:
        `One of ${SORT_KEYS.join(', ')}; ascending, or as :asc or :desc at its end says. Numbers are ` +
        'compared character by character, amounts as numbers whatever their currency. Invoices that are ' +
        'equal in it stand in the order in which they were made. Without it: the newest first.',
    }),
  ),
  customerEmail: Type.Optional(
    Type.String({
      maxLength: EMAIL_LENGTH_MAX,
      description: 'Only invoices to this address, the whole of it, in any letter case.',
    }),
  ),
  createdFrom: Type.Optional(Type.String({ description: `Only invoices created then or later. ${PERIOD_FORMS}` })),
  createdTo: Type.Optional(
    Type.String({
      description: `Only invoices created before this instant, or not after this date. ${PERIOD_FORMS}`,
    }),
  ),
  dueFrom: Type.Optional(Type.String({ format: 'date', description: 'Only invoices due on this date or later.' })),
  dueTo: Type.Optional(Type.String({ format: 'date', description: 'Only invoices due on this date or earlier.' })),
  search: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Only invoices with this text somewhere in their number, description or customer’s name, email ' +
        'or company, in any letter case. No character in it is a wildcard.',
    }),
  ),
  organizationId: Type.Optional(
    Type.String({
      description:
        'Whom to act for: your own organization or one below it. Default: your own. A partner or ' +
        'account sees the invoices of all merchants below it.',
    }),
  ),
})

const Amount = Type.Number({ description: 'With all decimals of its currency.' })

const ListedInvoiceContract = Type.Object({
  _links: InvoiceLinks,
  id: Type.String({ description: 'The invoice number.' }),
  organizationId: Type.Optional(
    Type.String({
      description: 'Whose invoice it is; where the list is that of several merchants.',
    }),
  ),
  status: Type.Enum([...INVOICE_STATUSES]),
  createdDate: Type.String({ format: 'date-time' }),
  customerInformation: Type.Object({
    name: Type.Optional(Type.String()),
    merchantCustomerId: Type.Optional(Type.String()),
    company: Type.Optional(Type.Object({ name: Type.String() })),
  }),
  invoiceInformation: Type.Object({
    dueDate: Type.String({ format: 'date' }),
    expirationDate: Type.Optional(Type.String({ description: 'In the form in which it was sent.' })),
    paymentLink: Type.Optional(Type.String({ format: 'uri', description: 'Unless the invoice is a draft.' })),
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
    submitTimeUtc: Type.String({ format: 'date-time', description: 'When the list was made.' }),
    totalInvoices: Type.Integer({ description: 'How many invoices there are on all pages.' }),
    invoices: Type.Array(ListedInvoiceContract),
  },
  { description: 'One page of the list, and where the pages beside it are.' },
)
