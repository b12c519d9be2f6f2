import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { writeSmallFile } from '../files/small-file.ts'
import type { Logger } from '../log/log.ts'
import type { RunningStore } from '../processes/child-process.ts'
import { StartupError } from '../processes/startup-error.ts'
import { isSameSecret } from '../secrets/is-same-secret.ts'
import {
  type LeaseRequest,
  onMessages,
  readLeaseRequest,
  type StoreName,
  type StoreUrls,
  send,
} from './lease-protocol.ts'
import { SupervisedStore } from './supervised-store.ts'

/** How long a connection may stay without a lease. */
const ASKING_MS_MAX = 10_000
/** How long the keeper waits for a lease: the next one may be on its way. */
const WITHOUT_LEASE_MS = { beforeFirstLease: 15_000, afterLastLease: 1_000 } as const

type StoreStarters = Readonly<Record<StoreName, () => Promise<RunningStore>>>

type Lease = { readonly needs: readonly StoreName[]; isReleased: boolean }

type KeeperOptions = {
  readonly addressFile: string
  readonly starters: StoreStarters
  /** Stores that are started immediately, because the process that started the keeper will ask for them. */
  readonly needs: readonly StoreName[]
  readonly log: Logger
}

/**
 * Runs the embedded stores of one data folder for as long as any process holds a lease.
 *
 * The stores have one parent, however many services and commands share them. The lease of a killed service ends with
 * it, so that nothing is left behind.
 */
export class Keeper {
  readonly #options: KeeperOptions
  readonly #stores: Readonly<Record<StoreName, SupervisedStore>>
  readonly #leases = new Map<Socket, Lease>()
  readonly #token = randomBytes(24).toString('base64url')
  readonly #server: Server
  readonly #ended = Promise.withResolvers<void>()
  #isStopping = false
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: KeeperOptions) {
    this.#options = options
    const kept = (name: StoreName) =>
      new SupervisedStore({
        name,
        start: options.starters[name],
        onRestart: () => void this.#tellAll(),
        log: options.log,
      })
    this.#stores = { postgres: kept('postgres'), records: kept('records') }
    this.#server = createServer((socket) => this.#welcome(socket))
  }

  /** Listens, serves and returns when the last lease has ended and the stores are stopped. */
  async run(): Promise<void> {
    await once(this.#server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
    const { port } = this.#server.address() as AddressInfo
    const address = { port, token: this.#token, pid: process.pid }
    writeSmallFile(this.#options.addressFile, `${JSON.stringify(address)}\n`)
    this.#stopWithoutLease(WITHOUT_LEASE_MS.beforeFirstLease)
    // A store that fails to start is tried again for the lease, which gets the reason.
    for (const name of this.#options.needs) void this.#stores[name].url().catch(() => undefined)
    await this.#ended.promise
  }

  #welcome(socket: Socket): void {
    socket.on('error', () => socket.destroy())
    const impatience = setTimeout(() => this.#leases.has(socket) || socket.destroy(), ASKING_MS_MAX)
    socket.on('close', () => {
      clearTimeout(impatience)
      this.#end(socket)
    })
    onMessages(socket, readLeaseRequest, (request) => {
      if (request.type === 'release') this.#release(socket)
      else void this.#grant(socket, request)
    })
  }

  async #grant(socket: Socket, { token, needs }: LeaseRequest & { type: 'lease' }): Promise<void> {
    if (!isSameSecret(this.#token, token) || this.#isStopping) {
      socket.destroy()
      return
    }
    clearTimeout(this.#idleTimer)
    send(socket, { type: 'welcome' })
    this.#leases.set(socket, { needs, isReleased: false })
    try {
      send(socket, { type: 'stores', urls: await this.#urls(needs) })
    } catch (error) {
      this.#options.log.error({ error }, 'a store failed to start')
      const reason = error instanceof StartupError ? error.message : String(error)
      send(socket, { type: 'failed', reason })
    }
  }

  async #urls(needs: readonly StoreName[]): Promise<StoreUrls> {
    const started = needs.map(async (name) => [name, await this.#stores[name].url()] as const)
    return Object.fromEntries(await Promise.all(started))
  }

  async #tellAll(): Promise<void> {
    for (const [socket, { needs }] of this.#leases) {
      send(socket, { type: 'stores', urls: await this.#urls(needs) })
    }
  }

  /** The client waits until the connection is closed: by then the stores have stopped. */
  #release(socket: Socket): void {
    const lease = this.#leases.get(socket)
    if (lease === undefined) return
    lease.isReleased = true
    if ([...this.#leases.values()].every(({ isReleased }) => isReleased)) void this.#stop()
    else void goodbye(socket, { isKeeperEnding: false })
  }

  #end(socket: Socket): void {
    // A stranger who comes and goes does not shorten the wait for the first lease.
    if (!this.#leases.delete(socket)) return
    if (this.#leases.size === 0) this.#stopWithoutLease(WITHOUT_LEASE_MS.afterLastLease)
  }

  #stopWithoutLease(afterMs: number): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      if (this.#leases.size === 0) void this.#stop()
    }, afterMs)
  }

  async #stop(): Promise<void> {
    if (this.#isStopping) return
    this.#isStopping = true
    rmSync(this.#options.addressFile, { force: true })
    this.#server.close()
    const { log } = this.#options
    for (const [name, store] of Object.entries(this.#stores)) {
      await store.stop().catch((error: unknown) => log.error({ error, name }, 'store failed to stop'))
    }
    await Promise.all([...this.#leases.keys()].map((socket) => goodbye(socket, { isKeeperEnding: true })))
    this.#ended.resolve()
  }
}

/** Resolves when the message was sent or the other side is gone. */
async function goodbye(socket: Socket, { isKeeperEnding }: { isKeeperEnding: boolean }) {
  send(socket, { type: 'released', isKeeperEnding })
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.end(resolve)
  })
}
