import { countRows } from '../platform/postgres/empty-tables.ts'
import type { SandboxData } from '../platform/stores/sandbox-data.ts'

/** Everything about payments: nothing here is a setting. */
export const paymentsSandboxData: SandboxData = {
  tables: [
    'payment_tokens',
    'payment_declines',
    'payment_networks',
    'card_testing_episodes',
    'payment_alerts',
    'payment_disputes',
    'payments',
    'payment_attempts',
    'transaction_searches',
    'processor_early_ends',
    'processor_events',
    'sandbox_processor_calls',
  ],
  count: async (db) => ({ payments: await countRows(db, 'payments') }),
}
