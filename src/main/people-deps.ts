import type { Mode } from '../kernel/mode.ts'
import { accounts } from '../organizations/index.ts'
import { type Clock, systemClock } from '../platform/clock/clock.ts'
import { BackgroundWork } from '../platform/concurrency/background-work.ts'
import type { Logger } from '../platform/log/log.ts'
import type { Stores } from '../platform/stores/stores.ts'
import type { PeopleDeps } from '../portal/index.ts'
import type { Config } from './config.ts'
import { version } from './version.ts'

type Options = {
  readonly config: Config
  readonly mode: Mode
  readonly stores: Pick<Stores, 'database' | 'secrets'>
  readonly clock: Clock
  readonly log: Logger
}

/** The dependencies of everything that people do about themselves. */
export function peopleDepsOf({ config, mode, stores, clock, log }: Options): PeopleDeps {
  const { database, secrets } = stores
  return {
    ...{ database, secrets, clock, machineClock: systemClock, mode, version, config, log },
    cookie: accounts.sessionCookieOf({ baseUrl: config.baseUrl, mode }),
    passwords: accounts.newPasswordHashes(),
    limits: accounts.newLimits({ pool: database.pool }),
    background: new BackgroundWork((error) => log.error({ err: error }, 'work after a response failed')),
  }
}
