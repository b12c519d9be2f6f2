import type { Figure, Metrics } from '../../platform/metrics/metrics.ts'
import type { AttemptResult } from './delivery.ts'
import { countDeliveries, type DeliveryCounts } from './delivery-store.ts'

const FIGURES: readonly Figure<DeliveryCounts>[] = [
  {
    name: 'webhook_deliveries_open',
    help: 'Webhook deliveries that are not finished, by state. Counted up to 100000.',
    statesOf: ({ ready, waiting, held }) => ({ ready, waiting, held }),
  },
  {
    name: 'webhook_events_waiting',
    help: 'Events that have not been turned into deliveries yet. Counted up to 100000.',
    valueOf: ({ events }) => events,
  },
  {
    name: 'webhooks_suspended',
    help: 'Webhooks whose deliveries are held until their receivers are healthy.',
    valueOf: ({ suspended }) => suspended,
  },
]

/** Measures attempts by outcome; the histogram's count is the number of attempts. */
function measureAttempts(metrics: Pick<Metrics, 'timeBy'>): (result: AttemptResult) => void {
  const observe = metrics.timeBy({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time of attempts to deliver to webhooks on this node, by outcome.',
    label: 'outcome',
  })
  return ({ problem, durationMs }) => observe(problem === undefined ? 'received' : 'failed', durationMs / 1000)
}

/** The figures about webhooks for metrics and checks. */
export const deliveryFigures = { count: countDeliveries, figures: FIGURES, measureAttempts }
