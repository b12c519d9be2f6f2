import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import type { Db } from '../../platform/postgres/database.ts'
import { findCredentials, type KnownCredential, type WantedKey } from '../credentials/credential-store.ts'
import { RecentNames } from './recent-names.ts'

/** Finds the key of one request. */
export type KeyLookup = {
  readonly find: (wanted: WantedKey) => Promise<KnownCredential | undefined>
  /** Notes that the request was genuine. */
  readonly proved: () => void
}

export type KeyLookupDeps = {
  readonly db: Db
  /** Look-ups per minute and network of keys that it has not proved lately; 0 means no limit. */
  readonly perMinute: number
  /** Called for each statement, with the number of keys that it looks for. */
  readonly onStatement?: (keys: number) => void
}

/** Certificates are known before they are registered; they must work soon afterwards. */
const UNKNOWN_MS = 3_000
const PROVED_MS = 10 * 60_000
const NAMES_MAX = 10_000
const GATHERED_MS = 100
const MINUTE_SECONDS = 60

/**
 * Looks up the keys of requests. Anyone can send keys that do not exist, and each would cost a statement. Keys that were
 * just found unknown are not looked up again. A network that has sent many keys without proving them has its keys
 * looked up together, in one statement each tenth of a second. No key is refused for it: a genuine one that others of the
 * same network flood waits for that moment once, and is then looked up by itself as before.
 */
export class KeyLookups {
  readonly #deps: KeyLookupDeps
  readonly #unknown = new RecentNames({ lifeMs: UNKNOWN_MS, max: NAMES_MAX })
  readonly #proved = new RecentNames({ lifeMs: PROVED_MS, max: NAMES_MAX })
  readonly #budget: RateLimiterMemory
  readonly #gathering = new Map<string, Gathering>()

  constructor(deps: KeyLookupDeps) {
    this.#deps = deps
    this.#budget = new RateLimiterMemory({ points: deps.perMinute, duration: MINUTE_SECONDS })
  }

  of(network: string): KeyLookup {
    let name: string | undefined
    return {
      find: async (wanted) => {
        name = nameOf(wanted)
        return this.#find(wanted, { name, network })
      },
      proved: () => {
        if (name !== undefined) this.#proved.add(`${network} ${name}`)
      },
    }
  }

  async #find(wanted: WantedKey, by: { readonly name: string; readonly network: string }) {
    const { name, network } = by
    if (this.#unknown.has(name)) return undefined
    const isAlone = this.#proved.has(`${network} ${name}`) || (await this.#isWithinBudget(network))
    const found = isAlone ? await this.#lookUp([wanted]) : await this.#gather(wanted, by)
    const known = found.get(name)
    if (known === undefined) this.#unknown.add(name)
    return known
  }

  async #isWithinBudget(network: string): Promise<boolean> {
    if (this.#deps.perMinute === 0) return true
    return this.#budget.consume(network).then(
      () => true,
      () => false,
    )
  }

  /** Joins the next statement for this network. */
  #gather(wanted: WantedKey, { name, network }: { readonly name: string; readonly network: string }): Promise<Found> {
    let gathering = this.#gathering.get(network)
    if (gathering === undefined) {
      const keys = new Map<string, WantedKey>()
      const { promise: found, resolve, reject } = Promise.withResolvers<Found>()
      gathering = { keys, found }
      this.#gathering.set(network, gathering)
      setTimeout(() => {
        this.#gathering.delete(network)
        this.#lookUp([...keys.values()]).then(resolve, reject)
      }, GATHERED_MS)
    }
    gathering.keys.set(name, wanted)
    return gathering.found
  }

  async #lookUp(wanted: readonly WantedKey[]): Promise<Found> {
    this.#deps.onStatement?.(wanted.length)
    const found = await findCredentials(this.#deps.db, wanted)
    return new Map(found.flatMap((known) => namesOf(known).map((name) => [name, known] as const)))
  }
}

type Found = ReadonlyMap<string, KnownCredential>
type Gathering = { readonly keys: Map<string, WantedKey>; readonly found: Promise<Found> }

function nameOf(wanted: WantedKey): string {
  return 'keyId' in wanted ? `id ${wanted.keyId}` : `certificate ${wanted.fingerprint.toString('base64')}`
}

/** The names by which a request may ask for a credential. */
function namesOf({ credential: { keyId }, secret }: KnownCredential): readonly string[] {
  return [nameOf({ keyId }), ...(secret.type === 'certificate' ? [nameOf({ fingerprint: secret.fingerprint })] : [])]
}
