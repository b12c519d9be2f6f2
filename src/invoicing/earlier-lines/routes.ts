import { assert } from '../../kernel/assert.ts'
import { isCurrency } from '../../kernel/currency.ts'
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts'
import { exactDecimal } from '../../kernel/exact-number.ts'
import { members, optional, required, valueOrThrow, withDefault } from '../../kernel/reading/reading.ts'
import { given, parsed, plainText, trimmed, wholeNumber } from '../../kernel/reading/text-readers.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { REFUSALS } from '../http/refusal-contract.ts'
import { refuseNonMerchant } from '../http/refuse-non-merchant.ts'
import { EarlierLines, EarlierLinesQuery } from './contract.ts'
import { type EarlierLine, LIMIT_DEFAULT, LIMIT_MAX, SEARCH_LENGTH_MAX } from './earlier-line.ts'
import { findEarlierLines } from './earlier-line-store.ts'

const PATH = '/portal/v1/earlier-lines'

const FIND = {
  config: {
    scope: 'invoices:read',
    documentedQuery: EarlierLinesQuery,
    documentedResponses: { 200: EarlierLines, ...REFUSALS },
  },
  schema: {
    operationId: 'findEarlierLines',
    summary: 'Find lines of earlier invoices',
    description:
      'Lines whose name or SKU contains the text, to suggest while an invoice is written. Of the newest 1,000 invoices.',
    tags: ['Portal'],
  },
} as const

const QUERY = members({
  search: required(given(trimmed(plainText(SEARCH_LENGTH_MAX)))),
  currency: optional(given(parsed(currencyOf, 'must be a currency such as USD'))),
  limit: withDefault(given(wholeNumber(1, LIMIT_MAX)), LIMIT_DEFAULT),
})

export function earlierLineRoutes({ database: { db } }: { readonly database: Pick<Database, 'db'> }): RoutePlugin {
  return async (app) => {
    app.get(PATH, FIND, async (request) => {
      refuseNonMerchant(request)
      const query = valueOrThrow(QUERY(request.query, ''))
      const { organizationId } = request.organization
      return { lines: (await findEarlierLines(db, { organizationId, ...query })).map(present) }
    })
  }
}

function currencyOf(text: string): string | undefined {
  const code = text.toUpperCase()
  return isCurrency(code) ? code : undefined
}

function present({ unitPrice, taxRate, ...line }: EarlierLine): object {
  return {
    ...line,
    ...(unitPrice !== undefined && { unitPrice: exactDecimal(storedDecimal(unitPrice)) }),
    ...(taxRate !== undefined && { taxRate: exactDecimal(storedDecimal(taxRate)) }),
  }
}

function storedDecimal(text: string): Decimal {
  const decimal = parseDecimal(text)
  assert(decimal !== undefined, 'A stored amount is a decimal.')
  return decimal
}
