import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { PasswordHashes } from '../passwords/password-hashes.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { TellPerson } from './tell-person.ts'

/** The dependencies of everything about signing in. */
export type SignInDeps = {
  readonly database: Pick<Database, 'db' | 'transaction'>
  readonly secrets: Secrets
  /** Sessions, codes and links follow the real clock, not the sandbox's. */
  readonly machineClock: Clock
  readonly passwords: PasswordHashes
  readonly limits: AttemptLimits
  /** Mails people what somebody else may have done in their name. */
  readonly tellPerson: TellPerson
}

/** Where a request comes from. */
export type Visit = {
  readonly device: string
  readonly network: string
}
