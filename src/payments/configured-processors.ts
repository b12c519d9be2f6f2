import type { Mode } from '../kernel/mode.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { RoutePlugin } from '../platform/http/server/create-http-app.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { JobHandlers } from '../platform/queue/queue.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { PageDeps } from './page/visit.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { noProcessors } from './port/no-processor.ts'
import type { Method } from './port/port.ts'
import { oneProcessor, type Processors, processorNamed } from './port/processor.ts'
import { sandboxDayJobs } from './processors/sandbox/days/jobs.ts'
import { sandboxChallengeRoutes } from './processors/sandbox/pages/challenge-routes.ts'
import { sandboxCheckoutRoutes } from './processors/sandbox/pages/checkout-routes.ts'
import { SANDBOX } from './processors/sandbox/sandbox-name.ts'
import { sandboxProcessor } from './processors/sandbox/sandbox-processor.ts'

// The only file of the product that names particular processors.

type Options = {
  readonly mode: Mode
  readonly database: Database
  readonly secrets: Secrets
  readonly baseUrl: string
  /** The product's clock. */
  readonly clock: Clock
  readonly hostedMethods?: readonly Method[]
}

/** A sandbox has its own processor, for all organizations; live mode has none yet, so nothing can be paid there. */
export function configuredProcessors({ mode, ...options }: Options): Processors {
  return mode === 'sandbox' ? oneProcessor(sandboxProcessor(options), SANDBOX) : noProcessors
}

/** Pages that processors of this installation show to payers. */
export function processorPageRoutes(deps: PageDeps): readonly RoutePlugin[] {
  return hasSandbox(deps) ? [sandboxChallengeRoutes(deps), sandboxCheckoutRoutes(deps)] : []
}

/** Work that processors of this installation do by themselves. */
export function processorJobs(deps: PaymentDeps): JobHandlers {
  return hasSandbox(deps) ? sandboxDayJobs(deps) : {}
}

function hasSandbox({ processors }: Pick<PaymentDeps, 'processors'>): boolean {
  return processorNamed(processors, SANDBOX) !== undefined
}
