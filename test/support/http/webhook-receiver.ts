import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileResources } from '../run/file-resources.ts'

type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The bytes that were signed. */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape that it expects.
  readonly body: any
}

type Answer = (request: Received, response: ServerResponse) => unknown

export type WebhookReceiver = {
  readonly url: string
  /** Notifications that arrived, in order. */
  readonly received: readonly Received[]
  /** Sets how it responds from now on. */
  readonly answer: (answer: number | Answer) => void
  readonly close: () => Promise<void>
}

/** A receiver of webhooks on loopback: a real server that responds with 200 until it is set to something else. */
export async function aReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  let respond: Answer = statusAnswer(200)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, text, body: text === '' ? undefined : JSON.parse(text) }
      if (method === 'POST') received.push(one)
      void respond(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fileResources.defer(() => closeServer(server))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (answer) => {
      respond = typeof answer === 'number' ? statusAnswer(answer) : answer
    },
    close: () => closeServer(server),
  }
}

function statusAnswer(status: number): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/plain' })
    response.end(`answer ${status}`)
  }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
}
