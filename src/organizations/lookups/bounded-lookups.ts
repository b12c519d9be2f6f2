import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import { RecentNames } from './recent-names.ts'

export type BoundedLookupsDeps<Wanted, Known> = {
  /** Looks for several in one statement; the result has the names of those that exist. */
  readonly lookUp: (wanted: readonly Wanted[]) => Promise<ReadonlyMap<string, Known>>
  /** Look-ups per minute and network of names that it has not proved lately; 0 means no limit. */
  readonly perMinute: number
}

type Sought<Wanted> = { readonly name: string; readonly wanted: Wanted; readonly network: string }

/** Certificates are known before they are registered; they must work soon afterwards. */
const UNKNOWN_MS = 3_000
const PROVED_MS = 10 * 60_000
const NAMES_MAX = 10_000
const GATHERED_MS = 100
const MINUTE_SECONDS = 60

/**
 * Looks up what requests name to prove who they are. Anyone can send names that do not exist, and each would cost a statement.
 * Names that were just found unknown are not looked up again. A network that has sent many names without proving them has
 * its names looked up together, in one statement each tenth of a second. Nothing is refused for it: a genuine request that
 * others of the same network flood waits for that moment once, and is then looked up by itself as before.
 */
export class BoundedLookups<Wanted, Known> {
  readonly #deps: BoundedLookupsDeps<Wanted, Known>
  readonly #unknown = new RecentNames({ lifeMs: UNKNOWN_MS, max: NAMES_MAX })
  readonly #proved = new RecentNames({ lifeMs: PROVED_MS, max: NAMES_MAX })
  readonly #budget: RateLimiterMemory
  readonly #gathering = new Map<string, Gathering<Wanted, Known>>()

  constructor(deps: BoundedLookupsDeps<Wanted, Known>) {
    this.#deps = deps
    this.#budget = new RateLimiterMemory({ points: deps.perMinute, duration: MINUTE_SECONDS })
  }

  async find(sought: Sought<Wanted>): Promise<Known | undefined> {
    const { name, wanted, network } = sought
    if (this.#unknown.has(name)) return undefined
    const isAlone = this.#proved.has(`${network} ${name}`) || (await this.#isWithinBudget(network))
    const found = isAlone ? await this.#deps.lookUp([wanted]) : await this.#gather(sought)
    const known = found.get(name)
    if (known === undefined) this.#unknown.add(name)
    return known
  }

  /** Notes that a request of the network with this name was genuine. */
  noteProved({ name, network }: Omit<Sought<Wanted>, 'wanted'>): void {
    this.#proved.add(`${network} ${name}`)
  }

  async #isWithinBudget(network: string): Promise<boolean> {
    if (this.#deps.perMinute === 0) return true
    return this.#budget.consume(network).then(
      () => true,
      () => false,
    )
  }

  /** Joins the next statement for this network. */
  #gather({ name, wanted, network }: Sought<Wanted>): Promise<ReadonlyMap<string, Known>> {
    let gathering = this.#gathering.get(network)
    if (gathering === undefined) {
      const names = new Map<string, Wanted>()
      const { promise: found, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, Known>>()
      gathering = { names, found }
      this.#gathering.set(network, gathering)
      setTimeout(() => {
        this.#gathering.delete(network)
        this.#deps.lookUp([...names.values()]).then(resolve, reject)
      }, GATHERED_MS)
    }
    gathering.names.set(name, wanted)
    return gathering.found
  }
}

type Gathering<Wanted, Known> = {
  readonly names: Map<string, Wanted>
  readonly found: Promise<ReadonlyMap<string, Known>>
}
