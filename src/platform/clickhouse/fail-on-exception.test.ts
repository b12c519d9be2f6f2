import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ClickHouseEngine } from './clickhouse-engine.ts'

const TAG = 'abcdefghijklmnop'
const ROWS = '"1"\n"2"\n'
const EXCEPTION = `\r\n__exception__\r\n${TAG}\r\nCode: 241. DB::Exception: no memory\r\n34 ${TAG}\r\n__exception__\r\n`

/** A server that ends every response properly, whatever has happened. */
let pieces: readonly string[] = []
const server = createServer((request, response) => {
  request.resume()
  response.setHeader('X-ClickHouse-Exception-Tag', TAG)
  for (const piece of pieces) response.write(piece)
  response.end()
})
let clickhouse: ClickHouseEngine
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const log = pino({ level: 'silent' })
  clickhouse = new ClickHouseEngine(`http://127.0.0.1:${port}`, { log })
})
afterAll(async () => {
  await clickhouse.close()
  server.close()
})

const read = () => text(clickhouse.lines('select 1'))

test.each([
  ['in one piece', [`${ROWS}${EXCEPTION}`]],
  ['in pieces', [ROWS, ...EXCEPTION]],
])('rows that end with an exception, sent %s, are refused', async (_how, sent) => {
  pieces = sent

  await expect(read()).rejects.toThrow('ClickHouse failed in the middle of a query.')
})

test('rows that only mention exceptions are accepted', async () => {
  pieces = [ROWS, '"__exception__\r\n"\n']

  expect(await read()).toBe(`${ROWS}"__exception__\r\n"\n`)
})
