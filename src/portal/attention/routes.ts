import { REFUSALS, refuseNonMerchant } from '../../invoicing/index.ts'
import { ActingFor } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { RoutePlugin } from '../../platform/http/server/create-http-app.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { Attention } from './contract.ts'
import { findAttention } from './find-attention.ts'

export type AttentionDeps = {
  readonly database: Pick<Database, 'db'>
  /** The product's clock. */
  readonly clock: Clock
}

const GET_ATTENTION = {
  config: { scope: 'invoices:read', documentedResponses: { 200: Attention, ...REFUSALS } },
  schema: {
    operationId: 'getAttention',
    summary: 'List the invoices that need attention',
    description: 'Overdue invoices, payments under review and refused mails of a merchant, each with a count.',
    tags: ['Portal'],
    querystring: ActingFor,
  },
} as const

export function attentionRoutes({ database: { db }, clock }: AttentionDeps): RoutePlugin {
  return async (app) => {
    app.get('/portal/v1/attention', GET_ATTENTION, async (request) => {
      refuseNonMerchant(request)
      return findAttention(db, request.organization, { at: clock.now() })
    })
  }
}
