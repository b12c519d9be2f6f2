import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../src/platform/files/data-folder.ts'
import type { KeeperAddress } from '../../src/platform/keeper/lease-protocol.ts'
import { leaseStores } from '../../src/platform/keeper/lease-stores.ts'
import { runningOn, temporaryDataFolder } from '../support/processes/service-process.ts'

/** Lines that any user of the machine can send to the keeper, without its token. */
const LINES: readonly (readonly [string, string | Buffer])[] = [
  ...['null', '1', '"text"', '[]', '{}', 'true', '', '{"type":null}', '{"type":"other"}'].map(
    (line) => [line, `${line}\n`] as const,
  ),
  ['no token', '{"type":"lease"}\n'],
  ['a token that is an object', '{"type":"lease","token":{"toString":null},"needs":["postgres"]}\n'],
  ['needs that are not a list', '{"type":"lease","token":"x","needs":7}\n'],
  ['names of prototypes', '{"__proto__":{"type":"release"},"constructor":"x"}\n'],
  ['deep nesting', `${'['.repeat(30_000)}\n`],
  ['bytes that are not text', Buffer.from([0xff, 0xfe, 0x00, 0x0a])],
  ['a long line', `${'x'.repeat(100_000)}\n`],
  ['a line without end', 'x'.repeat(100_000)],
]

test('a malformed or endless line closes its own connection, and the keeper goes on', async () => {
  const folder = temporaryDataFolder()
  const log = pino({ level: 'silent' })
  const options = { folder: openDataFolder(folder), needs: ['postgres'] as const, engineMemoryBytesMax: 0, log }
  const lease = await leaseStores(options)
  onTestFinished(lease.release)
  const running = runningOn(folder)
  const { port } = JSON.parse(readFileSync(join(folder, 'run', 'keeper.json'), 'utf8')) as KeeperAddress

  const outcomes = await Promise.all(LINES.map(async ([name, line]) => [name, await sendLine(port, line)]))
  const another = await leaseStores(options)
  await another.release()

  expect(outcomes).toEqual(LINES.map(([name]) => [name, 'closed without a word']))
  expect(another.urls).toEqual(lease.urls)
  expect(runningOn(folder)).toEqual(running)
})

async function sendLine(port: number, line: string | Buffer): Promise<string> {
  const socket: Socket = connect({ host: '127.0.0.1', port })
  let received = ''
  socket.on('data', (bytes) => {
    received += String(bytes)
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(line)
  await new Promise((resolve) => socket.once('close', resolve))
  return received === '' ? 'closed without a word' : received
}
