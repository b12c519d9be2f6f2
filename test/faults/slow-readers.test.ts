import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openUnreadSockets } from '../../bench/unread-sockets.ts'
import { startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { isLongRun } from '../support/run/test-run.ts'

const SOCKETS = isLongRun ? 1_000 : 100
const MIB_MAX = isLongRun ? 190 : 60
const CUT = /"connections":(\d+),"msg":"closing connections of clients that do not read/g
/** 4.4 MB that need no key. */
const LARGE = '/docs/js/scalar.js'

const residentMib = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test(`${SOCKETS} clients that request a large response over TLS and do not read it cost little`, async () => {
  const service = await startService(await startedDataFolder(), { QUITTANCE_TLS_CERT: 'self-signed' })
  const at = { url: service.url, path: LARGE }
  const sockets = [...(await openUnreadSockets(at, 1))]
  const before = residentMib(service.pid)

  while (sockets.length < SOCKETS) sockets.push(...(await openUnreadSockets(at, 33)))
  const grownMib = residentMib(service.pid) - before
  const cut = () => [...service.output().matchAll(CUT)].reduce((sum, [, count]) => sum + Number(count), 0)
  // The sample waits for no cut: half a minute is long, and a test next to the code has a shorter limit.
  if (isLongRun) await expect.poll(cut, { timeout: 120_000 }).toBe(sockets.length)
  for (const socket of sockets) socket.destroy()

  expect(grownMib).toBeLessThan(MIB_MAX)
  expect(await service.terminate()).toBe(0)
})
