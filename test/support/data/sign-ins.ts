import { PasswordHashes } from '../../../src/organizations/passwords/password-hashes.ts'
import { savePassword } from '../../../src/organizations/sign-in/account-store.ts'
import { AttemptLimits } from '../../../src/organizations/sign-in/attempt-limits.ts'
import { systemClock } from '../../../src/platform/clock/clock.ts'
import { BackgroundWork } from '../../../src/platform/concurrency/background-work.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { testSecrets } from './organizations.ts'
import { aPerson } from './people.ts'

export const PASSWORD = 'zeppelin garden 41'
const passwords = new PasswordHashes()
/** One hash for all people of a file: it takes a while. */
let hash: Promise<string> | undefined

/** A person who can sign in with `PASSWORD`. */
export async function aPersonWithPassword(
  deps: { readonly database: Database },
  input: Parameters<typeof aPerson>[1] = {},
) {
  const person = await aPerson(deps, input)
  hash ??= passwords.hash(PASSWORD)
  const passwordHash = await hash
  await deps.database.transaction((tx) =>
    savePassword(tx, { personId: person.personId, passwordHash }, systemClock.now()),
  )
  return { ...person, hasPassword: true }
}

/** A node on which people sign in; late failures are not delayed. */
export function aSignInNode(database: Database, { machineClock = systemClock } = {}) {
  const background = new BackgroundWork((error) => {
    throw error
  })
  return {
    ...{ database, secrets: testSecrets, machineClock, passwords, background },
    limits: new AttemptLimits({ pool: database.pool, delay: async () => {} }),
    tellPerson: async () => {},
    later: (work: () => Promise<unknown>) => background.start(work),
  }
}
