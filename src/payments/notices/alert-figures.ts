import type { Figure } from '../../platform/metrics/metrics.ts'
import type { AlertKind } from './alert-store.ts'

/** The metrics of payments. */
export const ALERT_FIGURES: readonly Figure<Readonly<Record<AlertKind, number>>>[] = [
  {
    name: 'payment_alerts_open',
    help: 'Alerts about payments that nobody has acknowledged, by kind. Counted up to 100000.',
    statesOf: (counts) => counts,
  },
]
