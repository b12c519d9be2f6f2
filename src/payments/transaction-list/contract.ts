import Type from 'typebox'
import { CURRENCIES } from '../../kernel/currency.ts'
import { LANGUAGES } from '../../kernel/language.ts'
import { ActingFor } from '../../organizations/index.ts'
import { TRANSACTION_CSV_COLUMNS } from './csv-words.ts'
import { CURSOR_LENGTH_MAX, LIMIT_DEFAULT, LIMIT_MAX, SEARCH_LENGTH_MAX } from './read-list-query.ts'
import { SORT_KEYS, TRANSACTION_STATES, TRANSACTION_TYPES } from './transaction-list.ts'

/** The documented form of the portal's list of transactions. */

const text = (description: string) => Type.Optional(Type.String({ description }))
const severalOf = (values: readonly string[], description: string) =>
  Type.Optional(Type.String({ description: `${description}: ${values.join(', ')}; several with commas between them.` }))
const PERIOD = 'An instant, or a date, which means the whole day in the time zone of the organization.'

const FILTERS = {
  search: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        'Text in the references, the payer’s names, company, address or number, the authorization code, client ' +
        'application, card scheme or the processor’s number for the merchant, in any letter case; or a whole id, the ' +
        'last four digits, or an amount.',
    }),
  ),
  type: severalOf(TRANSACTION_TYPES, 'Only transactions of these types'),
  state: severalOf(TRANSACTION_STATES, 'Only transactions in these states'),
  from: text(`Only transactions requested at this time or later. ${PERIOD}`),
  to: text(`Only transactions requested before this instant, or not after this date. ${PERIOD}`),
  movedFrom: text(
    `Only transactions whose money moved at this time or later: payments by their capture, and refunds. ${PERIOD}`,
  ),
  movedTo: text(`Only transactions whose money moved before this instant, or not after this date. ${PERIOD}`),
  amountFrom: text('Only transactions of this amount or more, whatever the currency is.'),
  amountTo: text('Only transactions of this amount or less, whatever the currency is.'),
  currency: Type.Optional(Type.Enum([...CURRENCIES])),
  reference: text('The merchant’s whole reference; for payments of invoices the invoice number.'),
  email: text('The payer’s whole address, in any letter case.'),
  lastFour: text('The last digits of card or account.'),
  scheme: text('The card’s scheme as its records name it, in any letter case.'),
  source: text('The client application, such as Invoicing, in any letter case.'),
  processor: text('The processor’s number for the merchant, in any letter case.'),
}
const { organizationId } = ActingFor.properties

export const TransactionListQueryContract = Type.Object({
  ...FILTERS,
  sort: Type.Optional(
    Type.String({
      default: 'time:desc',
      description: `${SORT_KEYS.join(' or ')}, and may end in :asc or :desc. Amounts are compared whatever their currency is.`,
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
  after: Type.Optional(
    Type.String({ maxLength: CURSOR_LENGTH_MAX, description: '`next` of the page before, with the same order.' }),
  ),
  organizationId,
})
export const TransactionFiltersContract = Type.Object({ ...FILTERS, organizationId })
export const TransactionCsvQueryContract = Type.Object({
  ...FILTERS,
  columns: Type.Optional(
    Type.String({
      description: `The columns in their order, with commas between them: ${TRANSACTION_CSV_COLUMNS.join(', ')}. Default: all.`,
    }),
  ),
  headerLanguage: Type.Optional(
    Type.Enum([...LANGUAGES], { default: 'en-US', description: 'The language of column names, types and states.' }),
  ),
  organizationId,
})

const amount = (description: string) => Type.Number({ description })

export const ListedTransactionContract = Type.Object({
  id: Type.String({ description: 'The id of the request, or of a record that belongs to none.' }),
  organizationId: Type.String({ description: 'The merchant.' }),
  type: Type.Enum([...TRANSACTION_TYPES], { description: 'EXTERNAL was received elsewhere, such as cash.' }),
  state: Type.Enum([...TRANSACTION_STATES], {
    description: 'By all records of the transaction. COMPLETED moved its money, as far as records say.',
  }),
  submitTimeUtc: Type.String({ format: 'date-time', description: 'Of its first record.' }),
  amount: Type.Optional(amount('Unsigned, with at least the decimals of its currency.')),
  currency: text('Of the amount.'),
  reference: text('The merchant’s reference; for payments of invoices the invoice number.'),
  customer: Type.Object({
    name: text('First and last name.'),
    company: text('The company.'),
    email: text('The address.'),
  }),
  method: text('The card’s scheme, bankDebit, a wallet, or how it was received elsewhere.'),
  wallet: text('The wallet that held the card.'),
  lastFour: text('The last digits of card or account.'),
  application: text('The client application.'),
  processorMerchantId: text('The processor’s number for the merchant.'),
  declineReason: text('The result by word of a declined one, such as DCARDREFUSED.'),
})

export const TransactionListContract = Type.Object({
  submitTimeUtc: Type.String({ format: 'date-time' }),
  transactions: Type.Array(ListedTransactionContract),
  next: Type.Union([Type.String(), Type.Null()], { description: '`after` of the next page; null at the end.' }),
})

export const TransactionSumsContract = Type.Object({
  count: Type.Integer({ description: 'Of all transactions that match.' }),
  sums: Type.Array(
    Type.Object({
      currency: Type.String(),
      count: Type.Integer(),
      paymentCount: Type.Integer({ description: 'Of completed payments.' }),
      paymentAmount: amount('Of completed payments, before refunds.'),
      refundCount: Type.Integer(),
      refundAmount: amount('Of completed refunds, unsigned.'),
      externalCount: Type.Integer(),
      externalAmount: amount('Received elsewhere and not reversed.'),
    }),
    { description: 'For each currency: amounts of several are never added up.' },
  ),
})
