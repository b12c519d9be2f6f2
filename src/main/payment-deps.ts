import type { Mode } from '../kernel/mode.ts'
import { noProcessor, type PaymentDeps, sandboxProcessor } from '../payments/index.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Stores } from '../platform/stores/stores.ts'
import type { Config } from './config.ts'

type Options = {
  readonly config: Config
  readonly mode: Mode
  readonly stores: Pick<Stores, 'database'>
  readonly clock: Clock
  readonly log: Logger
}

/** A sandbox has its own processor; live mode has none yet, so nothing can be paid there. */
export function paymentDepsOf({ config, mode, stores: { database }, clock, log }: Options): PaymentDeps {
  const processor = mode === 'sandbox' ? sandboxProcessor({ database, baseUrl: config.baseUrl }) : noProcessor
  return { database, clock, machineClock: systemClock, processor, log, config }
}
