import type { Mode } from '../kernel/mode.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import { noProcessor } from './port/no-processor.ts'
import type { Method, Processor } from './port/port.ts'
import { sandboxProcessor } from './processors/sandbox/sandbox-processor.ts'

type Options = {
  readonly mode: Mode
  readonly database: Database
  readonly secrets: Secrets
  readonly baseUrl: string
  readonly hostedMethods?: readonly Method[]
}

/** A sandbox has its own processor; live mode has none yet, so nothing can be paid there. */
export function configuredProcessor({ mode, ...options }: Options): Processor {
  return mode === 'sandbox' ? sandboxProcessor(options) : noProcessor
}
