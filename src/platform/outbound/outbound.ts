import { isIP } from 'node:net'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { type AddressGuard, type AddressGuardOptions, createAddressGuard } from './address-guard.ts'
import { explainFailure, type OutboundFailure, OutboundRefusal } from './explain-failure.ts'
import { checkedLookup, createNameResolver, type ResolveName } from './resolve-name.ts'
import { urlProblem } from './url-problem.ts'

type OutboundRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** For all of it: resolving, connecting, sending, and reading the response. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** More of the response is not read. */
  readonly bodyBytesMax?: number
}

export type OutboundResponse = {
  readonly outcome: 'answered'
  /** Also a redirection: it is not followed. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Cut at its limit, or where it ended early. */
  readonly body: Buffer
}

/**
 * Calls addresses that users of the service name. Everything of that kind goes through here: a merchant could otherwise
 * name an address inside our network and read or change services that only we can reach, and a receiver could hold our
 * connections and memory by long or slow responses.
 */
export type Outbound = {
  /** Never throws because of a receiver or the network. */
  request(url: string, request: OutboundRequest): Promise<OutboundResponse | OutboundFailure>
  /** The problem with an address, as far as it shows without resolving its name; the sentence follows a field's name. */
  problemOf(url: string): string | undefined
  close(): Promise<void>
}

type OutboundOptions = AddressGuardOptions & {
  /** Whether a sandbox may call this URL if it leads to the machine itself; default: any. */
  readonly isLoopbackAllowed?: (url: URL) => boolean
  /** Default: the name servers of the machine. */
  readonly resolve?: ResolveName
}

const OUTBOUND_TIMEOUT_MS = 10_000
const BODY_BYTES_MAX = 64 * 1024
const HEADER_BYTES_MAX = 16 * 1024
const CONNECTIONS_PER_ORIGIN_MAX = 64
const ATTEMPT_PER_ADDRESS_MS = 500

export function createOutbound({
  isSandbox,
  allowed,
  isLoopbackAllowed = () => true,
  resolve = createNameResolver(),
}: OutboundOptions): Outbound {
  // A connection that was made for one URL is used for others of the same origin, so each guard has its own.
  const withLoopback = new GuardedClient(createAddressGuard({ isSandbox, allowed }), resolve)
  const withoutLoopback = new GuardedClient(createAddressGuard({ isSandbox: false, allowed }), resolve)
  const clientFor = (url: URL) => (isSandbox && isLoopbackAllowed(url) ? withLoopback : withoutLoopback)
  const problemOf = (url: string) => urlProblem(url, { isSandbox, guardOf: (parsed) => clientFor(parsed).isAllowed })
  return {
    problemOf,
    request: async (url, given) => {
      const problem = problemOf(url)
      if (problem !== undefined) return { outcome: 'failed', reason: 'ADDRESS_REFUSED', message: `The URL ${problem}.` }
      const timeout = AbortSignal.timeout(given.timeoutMs ?? OUTBOUND_TIMEOUT_MS)
      const signal = given.signal === undefined ? timeout : AbortSignal.any([given.signal, timeout])
      const { method, headers = {}, body } = given
      try {
        const { agent, send } = await clientFor(new URL(url)).open()
        const sending = send(url, { dispatcher: agent, method, headers, body: body ?? null, signal })
        return await readResponse(await untilAborted(sending, signal), given.bodyBytesMax ?? BODY_BYTES_MAX)
      } catch (error) {
        return explainFailure(error, { isTimeout: timeout.aborted, isCanceled: given.signal?.aborted ?? false })
      }
    },
    close: async () => {
      await Promise.all([withLoopback.close(), withoutLoopback.close()])
    },
  }
}

type CheckAddresses = Parameters<typeof checkedLookup>[0]['check']
type Undici = typeof import('undici')
type Client = { readonly agent: Agent; readonly send: Undici['request'] }

/** Connections to addresses that a guard allows. */
class GuardedClient {
  readonly isAllowed: AddressGuard
  readonly #resolve: ResolveName
  #opening: Promise<Client> | undefined

  constructor(isAllowed: AddressGuard, resolve: ResolveName) {
    this.isAllowed = isAllowed
    this.#resolve = resolve
  }

  open(): Promise<Client> {
    this.#opening ??= this.#load()
    return this.#opening
  }

  /** Loads the HTTP library when the first call needs it. */
  async #load(): Promise<Client> {
    const undici = await import('undici')
    const check: CheckAddresses = (name, addresses) => {
      if (addresses.length === 0 || !addresses.every((address) => this.isAllowed(address)))
        throw new OutboundRefusal(name)
    }
    return { agent: guardedAgent(undici, check, this.#resolve), send: undici.request }
  }

  async close(): Promise<void> {
    await (await this.#opening)?.agent.destroy()
  }
}

/** A connection is made only to addresses that were checked, with no second look at the name in between. */
function guardedAgent(undici: Undici, check: CheckAddresses, resolve: ResolveName): Agent {
  const connect = undici.buildConnector({
    allowH2: false,
    timeout: OUTBOUND_TIMEOUT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_PER_ADDRESS_MS,
    lookup: checkedLookup({ resolve, check }),
  } as buildConnector.BuildOptions)
  return new undici.Agent({
    allowH2: false,
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The request's own signal limits both.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, done) => {
      // Nothing is looked up for an IP address.
      const host = options.hostname.replace(/^\[|\]$/g, '')
      try {
        if (isIP(host) !== 0) check(host, [host])
      } catch (error) {
        done(error as Error, null)
        return
      }
      connect(options, done)
    },
  })
}

/** A request that waits for its connection takes no notice of its signal; it is not sent any more, though. */
async function untilAborted<T>(sending: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([sending, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function readResponse(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  bytesMax: number,
): Promise<OutboundResponse> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part)
      bytes += part.length
      if (bytes > bytesMax) break
    }
  } catch {
    // The status has arrived, so the receiver has decided; the rest of its response is of no use.
  }
  return { outcome: 'answered', status, headers, body: Buffer.concat(parts).subarray(0, bytesMax) }
}
