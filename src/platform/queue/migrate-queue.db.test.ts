import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { createTestDatabase } from '../../../test/support/stores/test-database.ts'
import { waitUntil } from '../processes/wait-until.ts'
import { migrateQueue } from './queue.ts'

const TERMINATE = 0x58

/** A server that stops while a connection is closing: the last message of PostgreSQL is an error. */
async function stoppingServer(url: string): Promise<{ url: string; farewells: () => number }> {
  const target = new URL(url)
  const port = Number(target.port)
  let farewells = 0
  const server = createServer((client) => {
    const postgres = connect(port, '127.0.0.1')
    postgres.on('data', (chunk) => client.write(chunk))
    client.on('data', (chunk) => {
      if (chunk[0] !== TERMINATE) return void postgres.write(chunk)
      client.on('close', () => {
        farewells += 1
      })
      client.end(errorResponse('57P01', 'terminating connection due to administrator command'))
      postgres.destroy()
    })
    client.on('error', () => {})
    postgres.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fileResources.defer(() => void server.close())
  target.port = String((server.address() as AddressInfo).port)
  return { url: target.href, farewells: () => farewells }
}

function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, fields])
}

test('a process survives a server that stops right after the migration of the queue', async () => {
  const stopping = await stoppingServer(await createTestDatabase())

  await migrateQueue(stopping.url)

  // An error without a listener would fail the run, as it would end a command.
  const haveEnded = () => stopping.farewells() > 0 || undefined
  expect(await waitUntil(haveEnded, { withinMs: 20_000 })).toBe(true)
})
