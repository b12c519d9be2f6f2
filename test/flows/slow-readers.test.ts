import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openUnreadSockets } from '../../bench/unread-sockets.ts'
import { startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { isLongRun } from '../support/run/test-run.ts'

const SOCKETS = isLongRun ? 1_000 : 100
const MIB_MAX = isLongRun ? 190 : 60
const CLOSED_MS_MAX = 12 * 60_000
const IS_ESTABLISHED = '01'
/** 4.4 MB that need no key. */
const LARGE = '/docs/js/scalar.js'

const residentMib = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The server's ends of the connections to this port that are open: the clients do not read that one was closed. */
function openConnections(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'latin1')).join('\n')
  const entries = tables.split('\n').map((line) => line.trim().split(/\s+/))
  return entries.filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === IS_ESTABLISHED).length
}

test(`${SOCKETS} clients that request a large response over TLS and do not read it cost little`, async () => {
  const service = await startService(await startedDataFolder(), { QUITTANCE_TLS_CERT: 'self-signed' })
  const at = { url: service.url, path: LARGE }
  const sockets = [...(await openUnreadSockets(at, 1))]
  const before = residentMib(service.pid)

  while (sockets.length < SOCKETS) sockets.push(...(await openUnreadSockets(at, 33)))
  const grownMib = residentMib(service.pid) - before
  const port = Number(new URL(service.url).port)
  expect(openConnections(port)).toBeGreaterThan(0)
  // The sample waits for no close: minutes are long, and a test next to the code has a shorter limit. A response
  // that the kernel holds whole is over for the service, and its connection is closed as an idle one.
  if (isLongRun) await expect.poll(() => openConnections(port), { timeout: CLOSED_MS_MAX }).toBe(0)
  for (const socket of sockets) socket.destroy()

  expect(grownMib).toBeLessThan(MIB_MAX)
  expect(await service.terminate()).toBe(0)
})
