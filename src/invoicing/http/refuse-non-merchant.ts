import type { FastifyRequest } from 'fastify'
import { missing, refuseContent } from '../../kernel/reading/reading.ts'

/** Invoices and all that is about them belong to merchants: others say whom they act for. */
export function refuseNonMerchant({ organization }: Pick<FastifyRequest, 'organization'>): void {
  if (organization.type === 'merchant') return
  refuseContent([missing('organizationId', 'must name the merchant to act for')])
}
