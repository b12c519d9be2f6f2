import type { Mode } from '../kernel/mode.ts'
import { configuredProcessors, type PaymentDeps } from '../payments/index.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Stores } from '../platform/stores/stores.ts'
import type { Config } from './config.ts'

type Options = {
  readonly config: Config
  readonly mode: Mode
  readonly stores: Pick<Stores, 'database' | 'secrets'>
  readonly clock: Clock
  readonly log: Logger
}

export function paymentDepsOf({ config, mode, stores: { database, secrets }, clock, log }: Options): PaymentDeps {
  const { baseUrl, sandboxHostedMethods: hostedMethods } = config
  const processors = configuredProcessors({ mode, database, secrets, clock, baseUrl, hostedMethods })
  return { database, secrets, clock, machineClock: systemClock, processors, log, config }
}
