import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type DataFolder, storesLogOf } from '../files/data-folder.ts'
import { readJsonFile } from '../files/small-file.ts'
import type { Logger } from '../log/log.ts'
import { exitOf, isRunning } from '../processes/child-process.ts'
import { compileCacheEnvironment, entryUrl } from '../processes/program-files.ts'
import { StartupError } from '../processes/startup-error.ts'
import { waitUntil } from '../processes/wait-until.ts'
import {
  type KeeperAddress,
  type LeaseAnswer,
  onMessages,
  readLeaseAnswer,
  type StoreName,
  type StoreUrls,
  send,
} from './lease-protocol.ts'

/** A new keeper first waits for one that is stopping, and recovery may take a while. */
const GRANT_MS_MAX = 180_000
const KEEPER_STARTS_MAX = 5
const WELCOME_MS_MAX = 5_000
const RELEASE_MS_MAX = 60_000
const PROCESS_END_MS_MAX = 5_000
const RENEW_DELAY_MS = 1_000

export type StoreLease = {
  readonly urls: StoreUrls
  /** Called when a store has restarted at another address, or with another keeper. */
  readonly onMove: (listener: (urls: StoreUrls) => void) => void
  /** Ends the lease; returns when the stores have stopped, unless another process needs them. */
  readonly release: () => Promise<void>
}

type LeaseOptions = {
  readonly folder: DataFolder
  readonly needs: readonly StoreName[]
  readonly engineMemoryBytesMax: number
  /** Has PostgreSQL archive its write-ahead log, if it is not running yet; undefined: it does not. */
  readonly archiveSeconds?: number | undefined
  readonly log: Logger
}

type Grant = {
  readonly urls: StoreUrls
  /** Resolves when the keeper is gone, or the grant has ended. */
  readonly closed: Promise<void>
  readonly end: () => Promise<void>
}

/** Called with the addresses when they are granted, and whenever they change. */
type OnUrls = (urls: StoreUrls) => void

/** Takes a lease of the embedded stores of a data folder, and starts them if they are not running. */
export async function leaseStores(options: LeaseOptions): Promise<StoreLease> {
  const { log } = options
  let isReleased = false
  let tell: OnUrls = () => {}
  let renewing: Promise<void> | undefined

  const obtain = async (): Promise<Grant> => {
    const granted = await obtainGrant(options, (urls) => tell(urls))
    void granted.closed.then(() => {
      if (!isReleased) renewing = renew()
    })
    return granted
  }
  const renew = async (): Promise<void> => {
    log.warn('lost the keeper of the embedded stores, reconnecting')
    for (;;) {
      try {
        grant = await obtain()
        return
      } catch (error) {
        if (isReleased) return
        log.error({ err: error }, 'the embedded stores are still unavailable')
        await sleep(RENEW_DELAY_MS)
      }
    }
  }
  let grant = await obtain()

  return {
    urls: grant.urls,
    onMove: (listener) => {
      tell = listener
    },
    release: async () => {
      isReleased = true
      // A keeper that is being started for us must be released as well.
      await renewing
      await grant.end()
    },
  }
}

/** Requests a lease from the keeper of the folder, and starts one if none responds. */
async function obtainGrant(options: LeaseOptions, onUrls: OnUrls): Promise<Grant> {
  let starts = 0
  let starting: Promise<unknown> | undefined
  const grant = await waitUntil(
    async () => {
      const granted = await askKeeper(options, onUrls)
      if (granted !== undefined || starting !== undefined) return granted
      if (starts === KEEPER_STARTS_MAX) {
        throw new StartupError(`The embedded stores do not start: the file ${storesLogOf(options.folder)} says why.`)
      }
      starts += 1
      starting = startKeeper(options).finally(() => {
        starting = undefined
      })
      return undefined
    },
    { withinMs: GRANT_MS_MAX },
  )
  if (grant === undefined) throw new StartupError('The embedded stores did not start in time.')
  return grant
}

/** Resolves when the keeper has ended. It outlives us if others still need its stores. */
async function startKeeper(options: LeaseOptions): Promise<unknown> {
  const { folder, needs, engineMemoryBytesMax, archiveSeconds = 0 } = options
  const program = fileURLToPath(entryUrl(new URL('./keeper-process.ts', import.meta.url)))
  // An error before the keeper can open its own log must not be lost.
  const stderr = openSync(storesLogOf(folder), 'a', 0o600)
  const numbers = [engineMemoryBytesMax, archiveSeconds].map(String)
  const child = spawn(process.execPath, [program, folder.path, ...numbers, ...needs], {
    // biome-ignore lint/style/noProcessEnv: the keeper inherits the environment of the service.
    env: { ...process.env, ...compileCacheEnvironment() },
    stdio: ['ignore', 'ignore', stderr],
    detached: true,
  })
  closeSync(stderr)
  child.unref()
  return exitOf(child)
}

/** Requests a lease from the running keeper; undefined if none responds. */
async function askKeeper({ folder, needs }: LeaseOptions, onUrls: OnUrls): Promise<Grant | undefined> {
  const address = readJsonFile(join(folder.run, 'keeper.json')) as KeeperAddress | undefined
  if (address === undefined || !isRunning(address.pid)) return undefined
  const socket = connect({ host: '127.0.0.1', port: address.port })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => socket.destroy())
  socket.once('connect', () => send(socket, { type: 'lease', token: address.token, needs }))

  const first = Promise.withResolvers<LeaseAnswer | undefined>()
  void closed.then(() => first.resolve(undefined))
  let isKeeperEnding = false
  // An old address may lead to a program that is not a keeper and never responds.
  const impatience = setTimeout(() => socket.destroy(), WELCOME_MS_MAX)
  void closed.then(() => clearTimeout(impatience))
  onMessages(socket, readLeaseAnswer, (answer) => {
    if (answer.type === 'welcome') clearTimeout(impatience)
    else first.resolve(answer)
    if (answer.type === 'released') isKeeperEnding = answer.isKeeperEnding
    if (answer.type === 'stores') onUrls(answer.urls)
  })
  const end = async (): Promise<void> => {
    if (socket.destroyed) return
    send(socket, { type: 'release' })
    const timer = setTimeout(() => socket.destroy(), RELEASE_MS_MAX)
    await closed
    clearTimeout(timer)
    if (!isKeeperEnding) return
    await waitUntil(() => (isRunning(address.pid) ? undefined : true), { withinMs: PROCESS_END_MS_MAX })
  }

  const answer = await first.promise
  if (answer?.type === 'failed') {
    await end()
    throw new StartupError(answer.reason)
  }
  if (answer?.type !== 'stores') return undefined
  return { urls: answer.urls, closed, end }
}
