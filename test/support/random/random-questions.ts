import { ROLL_UPS } from '../../../src/reporting/on-demand/money/time-buckets.ts'
import { among, RECORDS_SPAN } from './random-deliveries.ts'
import type { Random } from './seeded-random.ts'

/** The reports that are on demand. */
export const ON_DEMAND_NAMES = [
  ...['conversion-details', 'purchase-refund-details', 'net-fundings', 'payment-batch-summaries'],
  ...['chargeback-details', 'chargeback-summaries', 'retrieval-details', 'retrieval-summaries'],
  ...['interchange-clearing-level-details', 'notification-of-changes'],
] as const
type OnDemandName = (typeof ON_DEMAND_NAMES)[number]

const OFFSETS = ['Z', '+05:30', '-03:30', '+10:30']

/** The query of a plausible request. */
export function aRandomQuestion(
  random: Random,
  name: OnDemandName,
  { partnerId, merchantIds }: { readonly partnerId: string; readonly merchantIds: readonly string[] },
): URLSearchParams {
  const offset = among(random, OFFSETS)
  const day = among(random, ['2024-02-01', '2025-01-01', '2025-03-09', '2025-10-05'])
  const organizationId = among(random, [partnerId, ...merchantIds])
  return new URLSearchParams({
    startTime: `${day}T00:00:00${offset}`,
    endTime: RECORDS_SPAN.endsAt,
    organizationId,
    ...ownParameters(random, name, organizationId === partnerId),
  })
}

function ownParameters(random: Random, name: OnDemandName, isPartner: boolean): Readonly<Record<string, string>> {
  if (name === 'purchase-refund-details') {
    return {
      viewBy: among(random, ['requestDate', 'submissionDate']),
      paymentSubtype: among(random, ['ALL', 'ALL', 'VI', 'MC', 'AX', 'DP']),
      // Without it the link to the next page would hold the present time.
      asOf: among(random, ['2026-02-01T12:00:00Z', '2026-03-01T00:00:00Z']),
      offset: String(random.integer(0, 2)),
      limit: among(random, ['1', '3', '2000']),
    }
  }
  if (name !== 'payment-batch-summaries' || random.isHeads()) return {}
  return {
    rollUp: among(random, ROLL_UPS),
    breakdown: among(random, ['account_rollup', isPartner ? 'all_merchant' : 'selected_merchant']),
    startDayOfWeek: String(random.integer(1, 7)),
  }
}
