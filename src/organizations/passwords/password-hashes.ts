import type { hash as hashPassword, verify as verifyPassword } from '@node-rs/argon2'
import { FairTurns } from '../../platform/concurrency/fair-turns.ts'
import { RetryLater } from '../../platform/http/errors/retry-later.ts'
import { newSecret } from '../../platform/secrets/random.ts'

/** The parameters that OWASP names first for argon2id: 19 MiB, two passes, one thread. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const CONCURRENT_MAX = 4
/** Of one network. */
const WAITING_MAX = 20
const BUSY_SECONDS = 2
const NOBODYS_BYTES = 24

type Argon2 = { readonly hash: typeof hashPassword; readonly verify: typeof verifyPassword }

/** Hashes and checks passwords, few concurrently, because each takes memory and a processor. Networks take turns. */
export class PasswordHashes {
  readonly #turns = new FairTurns({
    concurrencyMax: CONCURRENT_MAX,
    waitingMax: WAITING_MAX,
    refusals: { full: tooBusy },
  })
  #nobodysHash: Promise<string> | undefined

  async hash(password: string, network = ''): Promise<string> {
    return this.#turn(network, ({ hash }) => hash(bytesOf(password), PARAMETERS))
  }

  /**
   * Whether the password has the hash. Without a hash, as for an unknown address, it takes the same time and is false, so
   * that the time of a response does not tell which accounts exist.
   */
  async isMatch(hash: string | undefined, password: string, network = ''): Promise<boolean> {
    const compared = hash ?? (await this.prepare())
    const isSame = await this.#turn(network, ({ verify }) => verify(compared, bytesOf(password)))
    return isSame && hash !== undefined
  }

  /** Makes the hash that stands for unknown addresses; ahead, so that the first of them does not take longer. */
  prepare(): Promise<string> {
    this.#nobodysHash ??= this.hash(newSecret(NOBODYS_BYTES).toString('base64'))
    return this.#nobodysHash
  }

  async #turn<T>(network: string, work: (argon2: Argon2) => Promise<T>): Promise<T> {
    // Native code that commands do not need.
    const argon2 = await import('@node-rs/argon2')
    return this.#turns.run(network, () => work(argon2))
  }
}

/** Keyboards compose the same character in different ways. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'))
}

function tooBusy(): RetryLater {
  const message = 'Too many people are signing in; please retry shortly.'
  return new RetryLater({ kind: 'unavailable', code: 'TOO_BUSY', message }, BUSY_SECONDS)
}
