import type { Socket } from 'node:net'
import {
  converted,
  entriesOf,
  listOf,
  members,
  optional,
  type Reader,
  required,
  withDefault,
} from '../../kernel/reading/reading.ts'
import { given, oneOf, text } from '../../kernel/reading/text-readers.ts'

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
  /** Sent immediately; the stores may take longer. */
  | { readonly type: 'welcome' }
  | { readonly type: 'stores'; readonly urls: StoreUrls }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'released'; readonly isKeeperEnding: boolean }

const MESSAGE_BYTES_MAX = 64 * 1024
const LINE_FEED = 0x0a

export function send(socket: Socket, message: LeaseRequest | LeaseAnswer): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`)
}

const anyText = text('must be text', () => true)

const leaseRequest = members({
  type: required(given(oneOf(['lease', 'release']))),
  token: optional(anyText),
  needs: optional(listOf(anyText)),
})

/** A release, or a lease with its token; names of stores that this version does not know are left out. */
export const readLeaseRequest: Reader<LeaseRequest> = converted(leaseRequest, ({ type, token = '', needs = [] }) =>
  type === 'release' ? { type } : { type, token, needs: STORE_NAMES.filter((name) => needs.includes(name)) },
)

const leaseAnswer = members({
  type: required(given(oneOf(['welcome', 'stores', 'failed', 'released']))),
  urls: withDefault(entriesOf(anyText), {}),
  reason: withDefault(anyText, ''),
  isKeeperEnding: (raw) => ({ value: raw === true }),
})

export const readLeaseAnswer: Reader<LeaseAnswer> = converted(
  leaseAnswer,
  ({ type, urls, reason, isKeeperEnding }): LeaseAnswer => {
    if (type === 'stores') return { type, urls }
    if (type === 'failed') return { type, reason }
    return type === 'released' ? { type, isKeeperEnding } : { type }
  },
)

/** Reads one JSON object per line; anything else, and a line without end, closes the connection and nothing else. */
export function onMessages<T>(socket: Socket, read: Reader<T>, take: (message: T) => void): void {
  let pending: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes])
    for (let end = pending.indexOf(LINE_FEED); end >= 0 && !socket.destroyed; end = pending.indexOf(LINE_FEED)) {
      const message = parsed(pending.subarray(0, end), read)
      pending = pending.subarray(end + 1)
      if (message === undefined) socket.destroy()
      else take(message.value)
    }
    if (pending.length > MESSAGE_BYTES_MAX) socket.destroy()
    if (socket.destroyed) pending = Buffer.alloc(0)
  })
}

function parsed<T>(line: Buffer, read: Reader<T>): { readonly value: T } | undefined {
  if (line.length > MESSAGE_BYTES_MAX) return undefined
  try {
    const message = read(JSON.parse(line.toString()), '')
    return 'value' in message ? message : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
