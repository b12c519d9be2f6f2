import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Receivers of webhooks in a process of their own: `node receivers-process.ts <healthy> <hanging> <failing>`. Prints
// their ports in this order as a list of JSON, and ends with its parent.

const [healthy = 0, hanging = 0, failing = 0] = process.argv.slice(2).map(Number)
const ports: number[] = []
for (let index = 0; index < healthy + hanging + failing; index += 1) {
  const status = index < healthy ? 200 : index < healthy + hanging ? undefined : 500
  const server = createServer((request, response) => {
    request.resume()
    if (status === undefined) return
    request.on('end', () => {
      response.statusCode = status
      response.end()
    })
  })
  server.keepAliveTimeout = 60_000
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  ports.push((server.address() as AddressInfo).port)
}
process.stdin.on('end', () => process.exit(0)).resume()
process.stdout.write(`${JSON.stringify(ports)}\n`)
