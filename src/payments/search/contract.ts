import Type from 'typebox'
import { SEARCH_FIELDS } from './search-fields.ts'

/** The documented form of transaction search. */

const fields = Object.entries(SEARCH_FIELDS).map(([name, { sentence }]) => `\`${name}\`: ${sentence}`)
export const PAGE_MAX = 2_500
export const DEFAULT_LIMIT = 20
export const NAME_LENGTH_MAX = 255

export const SearchRequestContract = Type.Object({
  query: Type.Optional(
    Type.String({
      description: `Conditions joined by AND: \`field:value\`, \`field:"two words"\`, \`field:(a OR b)\`, \`field:[from TO to]\` ({ and } exclude an end, * is open). Times may be NOW/DAY-7DAYS. Fields: ${fields.join(' ')}`,
      examples: ['clientReferenceInformation.applicationName:Invoicing AND submitTimeUtc:[NOW/DAY-7DAYS TO NOW]'],
    }),
  ),
  save: Type.Optional(
    Type.Boolean({ description: 'Whether the search is kept; otherwise it can be run again for 24 hours.' }),
  ),
  name: Type.Optional(Type.String({ maxLength: NAME_LENGTH_MAX })),
  timezone: Type.Optional(
    Type.String({
      description: 'Whose days relative times such as NOW/DAY count; UTC by default.',
      examples: ['America/Chicago'],
    }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: DEFAULT_LIMIT })),
  sort: Type.Optional(
    Type.String({
      description: '`id` or `submitTimeUtc` with `:asc` or `:desc`, separated by commas.',
      default: 'submitTimeUtc:desc',
    }),
  ),
})

const anything = Type.Unsafe<unknown>({ type: 'object', additionalProperties: true })

export const SearchContract = Type.Object({
  searchId: Type.String(),
  save: Type.Boolean(),
  name: Type.Optional(Type.String()),
  timezone: Type.Optional(Type.String()),
  query: Type.String(),
  offset: Type.Integer(),
  limit: Type.Integer(),
  sort: Type.String(),
  count: Type.Integer({ description: 'Transactions in this response.' }),
  totalCount: Type.Integer(),
  submitTimeUtc: Type.String({ format: 'date-time' }),
  _embedded: Type.Optional(
    Type.Object({ transactionSummaries: Type.Array(anything) }, { description: 'Left out on a page past the end.' }),
  ),
  _links: anything,
})

export const TransactionContract = anything

export const SearchId = Type.Object({ searchId: Type.String() })
export const TransactionIdContract = Type.Object({ id: Type.String({ description: 'The transaction’s id.' }) })
