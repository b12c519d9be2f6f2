import type { Figure } from '../../platform/metrics/metrics.ts'
import type { OutboxDepth } from './outbox-store.ts'

/** The metrics of the outbox. */
export const OUTBOX_FIGURES: readonly Figure<OutboxDepth>[] = [
  {
    name: 'record_outbox_rows',
    help: 'Records waiting to be loaded into the record store, by state; refused ones need a person. Counted up to 100000.',
    statesOf: ({ oldestSeconds, ...states }) => states,
  },
  {
    name: 'record_outbox_oldest_seconds',
    help: 'How long the oldest record has been waiting to be loaded into the record store.',
    valueOf: ({ oldestSeconds }) => oldestSeconds,
  },
]
