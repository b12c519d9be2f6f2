import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port.ts'

async function occupy(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}

test('the requested port is used if it is free, otherwise another one', async () => {
  const wished = await freePort()

  expect(await freePort(wished)).toBe(wished)
  await occupy(wished)
  expect(await freePort(wished)).not.toBe(wished)
})

test('a chosen port is never one that an outgoing connection may take', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))

  expect(ports.filter((port) => port < 15_000 || port >= 32_000)).toEqual([])
})
