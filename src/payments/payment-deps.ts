import type { Clock } from '../platform/clock/clock.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { CardTestingLimits } from './card-testing/episode.ts'
import type { Processors } from './port/processor.ts'

export type PaymentDeps = {
  readonly database: Database
  readonly secrets: Secrets
  /** The product's clock; in a sandbox it can be moved. */
  readonly clock: Clock
  readonly machineClock: Clock
  readonly processors: Processors
  readonly log: Logger
  readonly config: {
    readonly baseUrl: string
    readonly processorCallMsMax: number
    readonly cardTesting: CardTestingLimits
  }
}
