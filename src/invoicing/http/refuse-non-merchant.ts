import type { FastifyRequest } from 'fastify'
import { missing, refuseContent } from '../../kernel/reading/reading.ts'

/** Only merchants have invoices; partners and accounts must name the merchant. */
export function refuseNonMerchant({ organization }: Pick<FastifyRequest, 'organization'>): void {
  if (organization.type === 'merchant') return
  refuseContent([missing('organizationId', 'must name the merchant to act for')])
}
