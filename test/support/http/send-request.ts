import { type IncomingMessage, request as startRequest } from 'node:http'

export type SentRequest = {
  readonly method: string
  /** Path and query, sent exactly so. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export type Answer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** Sends what is given and nothing else: a client of the web's kind would write some headers itself. */
export async function sendRequest(port: number, { method, path, headers, body }: SentRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = startRequest(
      { port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.once('error', reject)
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    request.once('error', reject)
    request.end(body)
  })
}
