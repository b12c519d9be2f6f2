import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** The stores that the keeper of a data folder can run. */
export const STORE_NAMES = ['postgres', 'records'] as const
export type StoreName = (typeof STORE_NAMES)[number]

/** Addresses with user and password; absent for a store that was not requested. */
export type StoreUrls = Readonly<Partial<Record<StoreName, string>>>

/** The content of `run/keeper.json` while a keeper listens. */
export type KeeperAddress = { readonly port: number; readonly token: string; readonly pid: number }

/** A lease is an open connection: it ends when the process that holds it ends, however that happens. */
export type LeaseRequest =
  | { readonly type: 'lease'; readonly token: string; readonly needs: readonly StoreName[] }
  | { readonly type: 'release' }

export type LeaseAnswer =
  /** Sent at once; the stores may take longer. */
  | { readonly type: 'welcome' }
  | { readonly type: 'stores'; readonly urls: StoreUrls }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'released'; readonly isKeeperEnding: boolean }

const MESSAGE_LENGTH_MAX = 64 * 1024

export function send(socket: Socket, message: LeaseRequest | LeaseAnswer): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`)
}

/** Reads one JSON object per line; anything else ends the connection. */
export function onMessages<T>(socket: Socket, take: (message: T) => void): void {
  const lines = createInterface({ input: socket, crlfDelay: Infinity })
  // The reader repeats the socket's errors: without a listener, one of them would end the process.
  lines.on('error', () => socket.destroy())
  lines.on('line', (line) => {
    try {
      if (line.length > MESSAGE_LENGTH_MAX) throw new SyntaxError('message too long')
      take(JSON.parse(line) as T)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      socket.destroy()
    }
  })
}
