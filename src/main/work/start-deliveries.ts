import { invoiceMails } from '../../invoicing/index.ts'
import type { Mode } from '../../kernel/mode.ts'
import { deliveryFigures, startDeliveries } from '../../notifications/index.ts'
import { type EventPresenters, presentFacts } from '../../notifications/pure.ts'
import { receiptTexts } from '../../payments/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Config } from '../config.ts'
import { openWebhookOutbound } from '../webhook-outbound.ts'
import type { JobOptions } from './start-jobs.ts'

type Options = Pick<JobOptions, 'stores' | 'clock' | 'sandboxClock' | 'metrics' | 'log'> & {
  readonly config: Config
  readonly mode: Mode
}

/** The presenters of each product's events for receivers of webhooks. */
function presentersOf({ stores, config, mode }: Options): EventPresenters {
  const { database } = stores
  return {
    customerInvoicing: invoiceMails.eventPresenter({ database, config, isSandbox: mode === 'sandbox', receiptTexts }),
    payments: presentFacts,
    reporting: presentFacts,
  }
}

/** Starts sending notifications to webhooks. */
export async function startWebhookDeliveries(options: Options): Promise<{ readonly stop: () => Promise<void> }> {
  const { stores, clock, sandboxClock, metrics, log } = options
  const outbound = openWebhookOutbound(options)
  const deliveries = await startDeliveries({
    ...stores,
    url: stores.databaseUrl(),
    ...{ clock, machineClock: systemClock, outbound, presenters: presentersOf(options), log },
    refreshClock: async () => sandboxClock?.refresh(),
    onAttempt: deliveryFigures.measureAttempts(metrics),
  })
  stores.onMove(({ postgres }) => postgres !== undefined && deliveries.moveTo(postgres))
  return {
    stop: async () => {
      await deliveries.stop()
      await outbound.close()
    },
  }
}
