import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SentRequest, sendRequest } from '../http/send-request.ts'
import { fileResources } from '../run/file-resources.ts'

export type Tamper = (request: SentRequest) => SentRequest

export type TamperingProxy = { readonly port: number; tamper: Tamper }

/** A proxy between a client and the service that changes requests. */
export async function startTamperingProxy(servicePort: number): Promise<TamperingProxy> {
  const proxy = { port: 0, tamper: (request: SentRequest) => request }
  const server = createServer((request, response) => {
    void forward(servicePort, proxy.tamper, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fileResources.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  return Object.assign(proxy, { port: (server.address() as AddressInfo).port })
}

async function forward(
  port: number,
  tamper: Tamper,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString()
  const { connection: _, 'content-length': length, ...headers } = request.headers
  const sent = {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: headers as Record<string, string>,
    body: length === undefined ? undefined : body,
  }
  const received = await sendRequest(port, tamper(sent))
  response.writeHead(received.status, { 'content-type': 'application/json' }).end(received.text)
}
