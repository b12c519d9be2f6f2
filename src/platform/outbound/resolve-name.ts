import { promises as dns, lookup as lookUp } from 'node:dns'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { Semaphore } from '../concurrency/semaphore.ts'
import { isLocalhost } from './url-problem.ts'

/** Resolves a host name to all of its addresses; throws if there are none. */
export type ResolveName = (name: string) => Promise<readonly string[]>

const lookUpAll = promisify(lookUp)
const QUERY_MS_MAX = 2_000
const QUERY_ATTEMPTS = 2
/** The operating system's lookup holds one of the few threads that files need, too. */
const CONCURRENT_SYSTEM_LOOKUPS = 2
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks name servers without using a thread, so that a dead one delays nothing else; names that they do not know may be
 * in the system's hosts file.
 */
export function createNameResolver(): ResolveName {
  const resolver = new dns.Resolver({ timeout: QUERY_MS_MAX, tries: QUERY_ATTEMPTS })
  const turns = new Semaphore({ concurrencyMax: CONCURRENT_SYSTEM_LOOKUPS })
  return async (name) => {
    if (isLocalhost(name)) return ['127.0.0.1', '::1']
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const failure = answers.find((answer) => answer.status === 'rejected' && !isUnknown(answer.reason))
    if (failure?.status === 'rejected') throw failure.reason
    const found = await turns.run(() => lookUpAll(name, { all: true }))
    return found.map(({ address }) => address)
  }
}

function isUnknown(error: unknown): boolean {
  return UNKNOWN_NAME.has((error as { code?: string }).code ?? '')
}

/** A lookup for `net.connect`: resolves once, and gives the connection only addresses that were checked. */
export function checkedLookup({
  resolve,
  check,
}: {
  readonly resolve: ResolveName
  /** Throws if one of the addresses is refused. */
  readonly check: (name: string, addresses: readonly string[]) => void
}): Lookup {
  return (name, options, done) => {
    resolve(name).then(
      (addresses) => {
        try {
          check(name, addresses)
        } catch (error) {
          done(error as Error, [])
          return
        }
        const all = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) done(null, all)
        else done(null, all[0]?.address ?? '', all[0]?.family)
      },
      (error: Error) => done(error, []),
    )
  }
}

type Lookup = (
  name: string,
  options: { readonly all?: boolean | undefined },
  done: (error: Error | null, address: string | { address: string; family: number }[], family?: number) => void,
) => void
