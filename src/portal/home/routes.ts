import { REFUSALS } from '../../invoicing/index.ts'
import { isCurrency } from '../../kernel/currency.ts'
import { members, optional, valueOrThrow } from '../../kernel/reading/reading.ts'
import { given, parsed } from '../../kernel/reading/text-readers.ts'
import { people } from '../../organizations/index.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import { Home, HomeQuery } from './contract.ts'
import { type HomeDeps, loadHome } from './load-home.ts'
import { presentHome } from './present.ts'

export type { HomeDeps } from './load-home.ts'

const GET_HOME = {
  config: {
    scope: 'invoices:read',
    isList: true,
    documentedQuery: HomeQuery,
    documentedResponses: { 200: Home, ...REFUSALS },
  },
  schema: {
    operationId: 'getHome',
    summary: 'Read the sums of Home, and everything that needs attention',
    description:
      'Of a merchant, or of all merchants below a partner or an account. Parts that the caller may not see are left out.',
    tags: ['Portal'],
  },
} as const

const QUERY = members({
  currency: optional(given(parsed(currencyOf, 'must be a currency code of ISO 4217 such as EUR'))),
})

export function homeRoutes(deps: HomeDeps): RoutePlugin {
  return async (app) => {
    app.get('/portal/v1/home', GET_HOME, async (request) => {
      const { currency } = valueOrThrow(QUERY(request.query, ''))
      const { organization, caller } = request
      const may = (permission: Parameters<typeof people.hasPermission>[1]) => people.hasPermission(caller, permission)
      return presentHome(await loadHome(deps, { organization, may }), currency)
    })
  }
}

function currencyOf(text: string): string | undefined {
  const code = text.toUpperCase()
  return isCurrency(code) ? code : undefined
}
