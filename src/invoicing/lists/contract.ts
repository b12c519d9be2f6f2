import Type from 'typebox'
import { CURRENCIES } from '../../kernel/currency.ts'
import { InvoiceLinks, Link } from '../invoices/contract.ts'
import { INVOICE_STATUSES } from '../rules/invoice.ts'
import { SORT_KEYS } from './invoice-list.ts'
import { EMAIL_LENGTH_MAX, LIMIT_DEFAULT, LIMIT_MAX, SEARCH_LENGTH_MAX } from './read-invoice-list-query.ts'

const PERIOD_FORMS =
  'An instant (2026-03-09T10:00:00Z; Z, +01:00 or +0100) or a date (2026-03-09). A date means the whole ' +
  'day in the time zone of the organization.'

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
  status: Type.Optional(
    Type.Enum([...INVOICE_STATUSES], {
      description: 'Only invoices with this status, in any letter case.',
    }),
  ),
  sort: Type.Optional(
    Type.String({
      examples: ['dueDate', 'totalAmount:desc'],
      description:
        `One of ${SORT_KEYS.join(', ')}, optionally followed by :asc (default) or :desc. Invoice numbers are ` +
        'compared as strings, amounts as numbers regardless of currency. Ties are in order of creation. ' +
        'Default: newest first.',
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
        'The organization to act for: your own (default) or one below it. A partner or account sees the ' +
        'invoices of all merchants below it.',
    }),
  ),
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
    merchantCustomerId: Type.Optional(Type.String()),
    company: Type.Optional(Type.Object({ name: Type.String() })),
  }),
  invoiceInformation: Type.Object({
    dueDate: Type.String({ format: 'date' }),
    expirationDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD, in whichever format it was sent.' })),
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
    totalInvoices: Type.Integer({ description: 'Number of invoices on all pages.' }),
    invoices: Type.Array(ListedInvoiceContract),
  },
  { description: 'One page of the list, with links to the next and previous pages.' },
)
