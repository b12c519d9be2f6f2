import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

/**
 * Opens connections that request a path and read no more of the response than the first bytes; resolves once each
 * response has begun.
 */
export async function openUnreadSockets(
  { url, path }: { readonly url: string; readonly path: string },
  count: number,
): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => opened(url))
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
      await once(socket, 'readable')
    }),
  )
  return sockets
}

function opened(url: string): Socket {
  const { protocol, hostname: host, port } = new URL(url)
  const at = { host, port: Number(port) }
  const socket = protocol === 'https:' ? connectSecurely({ ...at, rejectUnauthorized: false }) : connect(at)
  socket.on('error', () => {})
  return socket
}
