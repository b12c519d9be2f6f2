import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import type { HttpLimits } from './http-limits.ts'

type Reader = {
  /** How far it was at the last look: what had left this process, and what the kernel held. */
  left: string
  held: number | undefined
  stalledMs: number
}

/** The part of the time limit after which the kernel is asked too. */
const SUSPICIOUS_PART = 0.1

/**
 * Closes connections whose response has waited for the reader for a while, without a byte taken. Time counts only while
 * bytes wait, so neither a slow reader nor a slow producer is cut off.
 */
export function cutStalledReaders(app: FastifyInstance, limits: HttpLimits): void {
  const readers = connectionsOf(app.server)
  const cut = (stalled: readonly Socket[]): void => {
    if (stalled.length === 0) return
    app.log.warn({ connections: stalled.length }, 'closing connections of clients that do not read their response')
    for (const socket of stalled) reset(socket)
  }
  let isLooking = false
  let lookedAt = performance.now()
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    const now = performance.now()
    // If this process stood still itself, the readers are not to blame.
    const passedMs = Math.min(now - lookedAt, 2 * limits.checkIntervalMs)
    lookedAt = now
    cut(await stalledAmong(readers, { passedMs, stalledMsMax: limits.stalledReaderMsMax }))
    isLooking = false
  }
  const timer = setInterval(() => void look(), limits.checkIntervalMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

function connectionsOf(server: Server): ReadonlyMap<Socket, Reader> {
  const readers = new Map<Socket, Reader>()
  // Under TLS the responses are written to the secured connection, not to the bare one below it.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    readers.set(socket, { left: '', held: undefined, stalledMs: 0 })
    socket.once('close', () => readers.delete(socket))
  })
  return readers
}

async function stalledAmong(
  readers: ReadonlyMap<Socket, Reader>,
  { passedMs, stalledMsMax }: { readonly passedMs: number; readonly stalledMsMax: number },
): Promise<readonly Socket[]> {
  for (const [socket, reader] of readers) {
    const left = progressOf(socket)
    reader.stalledMs = socket.writableLength > 0 && left === reader.left ? reader.stalledMs + passedMs : 0
    reader.left = left
  }
  const suspects = [...readers].filter(([, { stalledMs }]) => stalledMs >= stalledMsMax * SUSPICIOUS_PART)
  if (suspects.length === 0) return []
  const heldBytes = await readSendQueues()
  for (const [socket, reader] of suspects) {
    const held = heldBytes.get(`${socket.localPort}:${socket.remotePort}`)
    if (reader.held !== undefined && held !== reader.held) reader.stalledMs = 0
    reader.held = held
  }
  return suspects.filter(([, { stalledMs }]) => stalledMs >= stalledMsMax).map(([socket]) => socket)
}

/** Changes with every byte that leaves this process. The queue is that of the libraries below Node's streams. */
function progressOf(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { readonly writeQueueSize?: number } | null }
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`
}

const CONNECTION = /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm

/**
 * Reads how many bytes the kernel holds for each connection, by its ports; those with the same ports count together. The
 * kernel holds up to 4 MiB and takes more only when a third of it is free, so a reader of 40 kB/s looks to this process
 * as if it stood still for half a minute. Only Linux tells; elsewhere the map is empty.
 */
async function readSendQueues(): Promise<ReadonlyMap<string, number>> {
  const files = ['/proc/net/tcp', '/proc/net/tcp6']
  const tables = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))
  const queues = new Map<string, number>()
  for (const [, local = '', remote = '', queued = ''] of tables.join('\n').matchAll(CONNECTION)) {
    const ports = `${Number.parseInt(local, 16)}:${Number.parseInt(remote, 16)}`
    queues.set(ports, (queues.get(ports) ?? 0) + Number.parseInt(queued, 16))
  }
  return queues
}

/** Closes with a reset: after an ordinary close the kernel would keep what it holds and try to send it. */
function reset(socket: Socket): void {
  // Under TLS, the bare connection below.
  const { _parent: bare } = socket as { _parent?: Socket | null }
  ;(bare ?? socket).resetAndDestroy()
}
