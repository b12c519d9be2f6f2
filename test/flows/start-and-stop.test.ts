import { once } from 'node:events'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { withTimeout } from '../../src/platform/concurrency/with-timeout.ts'
import { openDataFolder } from '../../src/platform/files/data-folder.ts'
import { leaseStores } from '../../src/platform/keeper/lease-stores.ts'
import { withClient } from '../../src/platform/postgres/with-client.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { quittance } from '../support/processes/command.ts'
import {
  haveEnded,
  isServing,
  runningOn,
  type ServiceProcess,
  type StorePids,
  spawnService,
  startService,
  temporaryDataFolder,
} from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

async function isReady({ url }: ServiceProcess): Promise<boolean> {
  const response = await fetch(`${url}/readyz`)
  return response.status === 200
}

/** Listens there until the test ends, as another program would. */
async function occupy(port: number): Promise<number> {
  const stranger = createServer().listen(port, '127.0.0.1')
  await once(stranger, 'listening')
  onTestFinished(() => void stranger.close())
  return (stranger.address() as AddressInfo).port
}

/** A port is free only when its last owner is really gone, which takes a moment after a kill. */
async function occupyOnceFree(port: number): Promise<void> {
  await waitUntil(() => occupy(port).catch(() => undefined), { withinMs: 10_000 })
}

/** A service that has ended is not ready, and says why. */
async function expectToBecomeReady(service: ServiceProcess): Promise<void> {
  const ready = await waitUntil(async () => ((await isServing(service)) ? true : undefined), {
    withinMs: 30_000,
  })
  expect(ready, service.output()).toBe(true)
}

test('a first start on an empty folder serves, and SIGTERM ends all its processes after the running response', async () => {
  const folder = temporaryDataFolder()
  chmodSync(folder, 0o700)

  const service = await startService(folder)
  const { keeper, postgres, engine } = service.storePids()

  expect(await isReady(service)).toBe(true)
  expect(service.output()).toContain(`API        ${service.url}`)
  expect(service.output()).toContain(`${service.url}/docs`)
  expect(service.output().match(/"store":"\w+".*"store migrated"/g)).toHaveLength(2)
  for (const path of ['/healthz', '/metrics', '/openapi.json', '/docs']) {
    expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200])
  }
  // Secrets are for the owner alone.
  for (const file of ['postgres.json', 'records.json', 'keeper.json']) {
    expect([file, statSync(join(folder, 'run', file)).mode & 0o777]).toEqual([file, 0o600])
  }
  const response = await startLargeResponse(service)
  const exited = service.terminate()
  await waitUntil(() => service.output().includes('"stopping"') || undefined, { withinMs: 10_000 })
  expect(await response.restBytes()).toBe(response.expectedBytes)
  expect(response.expectedBytes).toBeGreaterThan(1_000_000)
  expect(await exited).toBe(0)
  expect(await haveEnded([service.pid, keeper, postgres, engine])).toBe(true)
  expect(service.output()).not.toMatch(/"level":"(warn|error|fatal)"/)
})

/** Reads the first part of a response that no buffer holds as a whole. */
async function startLargeResponse({ url }: ServiceProcess) {
  const response = await fetch(`${url}/docs/js/scalar.js`, { headers: { 'accept-encoding': 'identity' } })
  const reader = response.body?.getReader()
  let bytes = (await reader?.read())?.value?.length ?? 0
  const restBytes = async () => {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) bytes += part.value.length
    return bytes
  }
  return { expectedBytes: Number(response.headers.get('content-length')), restBytes }
}

test('a service that is stopped while it starts leaves no process behind', async () => {
  const folder = temporaryDataFolder()
  const service = await spawnService(folder, { QUITTANCE_PROT: '9' })
  const keeper = await waitUntil(() => service.storePidsIfAny().keeper, { withinMs: 20_000 })

  expect(await service.terminate()).toBe(0)
  expect(await haveEnded([service.pid, keeper])).toBe(true)
  expect(service.output()).toContain('QUITTANCE_PROT is not a setting and has no effect: did you mean QUITTANCE_PORT?')
})

test('after a kill of the service, immediate or later, or of everything, the next start is healthy', async () => {
  const folder = await startedDataFolder()
  const killed = await startService(folder)
  const { keeper, postgres, engine } = killed.storePids()
  const roles = await rolesOfConnections(killed)

  await killed.kill()
  expect(await haveEnded([keeper, postgres, engine])).toBe(true)
  await removeServiceRole(folder)
  const later = await startService(folder)
  expect(await isReady(later)).toBe(true)
  expect([roles, await rolesOfConnections(later)]).toEqual([['quittance_service'], ['quittance_service']])

  // Its stores are still there.
  await later.kill()
  const restarted = await startService(folder)
  expect(await isReady(restarted)).toBe(true)

  const pids = [restarted.pid, ...Object.values(restarted.storePids())]
  for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
  await haveEnded(pids)
  const last = await startService(folder)
  expect(await isReady(last)).toBe(true)
  expect(await last.terminate()).toBe(0)
})

/** The roles in which the service uses its embedded PostgreSQL: pool, queue, clock and presence. */
async function rolesOfConnections(service: ServiceProcess): Promise<readonly string[]> {
  const { rows } = await withClient({ connectionString: service.postgresUrl() }, (owner) =>
    owner.query(`select distinct usename from pg_stat_activity where application_name like 'quittance%'`),
  )
  return rows.map(({ usename }) => String(usename))
}

/** Leaves the folder as it was before the service had a role of its own. */
async function removeServiceRole(folder: string): Promise<void> {
  const log = pino({ level: 'silent' })
  const options = { folder: openDataFolder(folder), needs: ['postgres'], engineMemoryBytesMax: 0, log } as const
  const lease = await leaseStores(options)
  await withClient({ connectionString: lease.urls.postgres ?? '' }, (owner) =>
    owner.query('drop owned by quittance_service; drop role quittance_service'),
  )
  await lease.release()
}

test('the service recovers by itself when stores or keeper are killed, also if the stores get other ports', async () => {
  const service = await startService(await startedDataFolder())
  const kill = async (...names: readonly (keyof StorePids)[]): Promise<void> => {
    const pids = names.map((name) => service.storePids()[name])
    for (const pid of pids) process.kill(Number(pid), 'SIGKILL')
    expect(await haveEnded(pids)).toBe(true)
    const isReplaced = (name: keyof StorePids): boolean => !pids.includes(service.storePidsIfAny()[name] ?? pids[0])
    await waitUntil(() => names.every(isReplaced) || undefined, { withinMs: 30_000 })
    await expectToBecomeReady(service)
  }

  await moveStores(service)
  await kill('postgres')
  await kill('engine')
  await kill('keeper', 'postgres', 'engine')
  await kill('keeper')

  expect(await service.terminate()).toBe(0)
})

/** Kills the stores, takes their ports before the next keeper can, and waits until the service uses other ones. */
async function moveStores(service: ServiceProcess): Promise<void> {
  const { keeper, postgres, engine } = service.storePids()
  const portsOf = () => [service.postgresUrl(), service.recordsUrl()].map((url) => new URL(url).port)
  const before = portsOf()

  // The keeper is paused until other programs have taken both ports, and then killed too.
  process.kill(keeper, 'SIGSTOP')
  for (const pid of [postgres, engine]) process.kill(Number(pid), 'SIGKILL')
  for (const port of before) await occupyOnceFree(Number(port))
  process.kill(keeper, 'SIGKILL')

  const areOthers = () => portsOf().every((port) => !before.includes(port)) || undefined
  expect(await waitUntil(areOthers, { withinMs: 30_000 })).toBe(true)
  await expectToBecomeReady(service)
}

/** A service that is ready, started by its launcher, which runs on any Node. */
async function startLauncher(folder: string): Promise<ServiceProcess> {
  const program = fileURLToPath(new URL('../../bin/quittance.mjs', import.meta.url))
  return startService(folder, {}, { program })
}

test('a launcher that is stopped ends with its service, without an error', async () => {
  const folder = await startedDataFolder()
  const launcher = await startLauncher(folder)

  // Far less than the service gives itself before it gives up.
  expect(await withTimeout(30_000, launcher.terminate())).toBe(0)
  expect(runningOn(folder)).toEqual([])
})

test('a service whose launcher is killed shuts down gracefully', async () => {
  const folder = await startedDataFolder()
  const launcher = await startLauncher(folder)

  process.kill(launcher.pid, 'SIGKILL')

  const isGone = await waitUntil(() => (runningOn(folder).length === 0 ? true : undefined), {
    withinMs: 20_000,
  })
  expect(isGone).toBe(true)
  await expect(fetch(`${launcher.url}/healthz`)).rejects.toThrow()
})

test('a second start on the same port is refused in one sentence', async () => {
  const port = await occupy(0)

  const { code, err } = await quittance(['serve'], {
    QUITTANCE_DATA_DIR: temporaryFolder(),
    QUITTANCE_PORT: String(port),
  })

  expect(code).toBe(1)
  expect(err).toBe(
    `quittance: Port ${port} on 127.0.0.1 is already in use: stop what listens there, or set QUITTANCE_PORT to another port.\n`,
  )
})

test('a data folder of a newer version is refused in one sentence', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'quittance.json'), '{"version":99,"id":"x"}')

  const { code, err } = await quittance(['serve'], {
    QUITTANCE_DATA_DIR: folder,
    QUITTANCE_PORT: '0',
  })

  expect(code).toBe(1)
  expect(err).toMatch(/^quittance: The data folder was written by a newer Quittance [^\n]+\n$/)
})

test('a data folder that may not be written is refused in one sentence', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o500)
  // Root may write anywhere but into the kernel's own trees.
  const isRoot = process.getuid?.() === 0

  const { code, err } = await quittance(['serve'], {
    QUITTANCE_DATA_DIR: isRoot ? '/sys/quittance-data' : folder,
    QUITTANCE_PORT: '0',
  })

  expect(code).toBe(1)
  expect(err).toMatch(/^quittance: The data folder \S+ cannot be used: this user has no permission; [^\n]+\n$/)
})
