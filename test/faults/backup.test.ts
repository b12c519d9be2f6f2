import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { quittance, quittanceProcess } from '../support/processes/command.ts'
import {
  bundled,
  dataFolderOfFile,
  type ServiceProcess,
  spawnQuittance,
  startService,
  temporaryDataFolder,
} from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

const KILLS = isLongRun ? 50 : 3
const canMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

let folder: string
let service: ServiceProcess
beforeAll(async () => {
  folder = await startedDataFolder(dataFolderOfFile())
  service = await startService(folder, { QUITTANCE_LOG_LEVEL: 'warn' })
  fileResources.defer(() => service.terminate())
  const filled = await quittanceProcess(['demo', '--profile', 'shop-year', '--transactions', '20'], environment())
  if (filled.code !== 0) throw new Error(filled.err)
})

const environment = () => ({ QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'silent' })
const create = (place: string) => quittanceProcess(['backup', 'create', place, '--json'], environment())
const isServing = async () => (await fetch(`${service.url}/readyz`)).status === 200

/** Locks of killed backups are taken for held until nobody has renewed them for two minutes. */
function forgetLocks(place: string): void {
  rmSync(join(place, 'locks'), { recursive: true, force: true })
}

test('after kills at any moment the next backup is whole, and uses the pieces that are there', async () => {
  const place = join(temporaryFolder(), 'place')
  const random = seededRandom(seed)
  const took = await timeOf(() => create(join(temporaryFolder(), 'other')))

  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawnQuittance(['backup', 'create', place], environment())
    const ended = once(child, 'close')
    await sleep(random.integer(Math.floor(took / 10), Math.floor(took)))
    child.kill('SIGKILL')
    await ended
    forgetLocks(place)
  }
  const last = await create(place)

  expect(last).toMatchObject({ code: 0 })
  const verified = await quittance(['backup', 'verify', place, '--json'], {})
  expect(JSON.parse(verified.out)).toMatchObject({ isIntact: true })
  expect(await isServing()).toBe(true)
  const restored = temporaryDataFolder()
  const key = join(folder, 'secret.key')
  const result = await quittance(['backup', 'restore', place, '--data-dir', restored, '--secret-key', key], {})
  expect(result).toMatchObject({ code: 0 })
  const audit = await quittance(['audit', 'verify', '--json'], { QUITTANCE_DATA_DIR: restored })
  expect(JSON.parse(audit.out)).toMatchObject({ intact: true })
})

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

test('a restore that is killed leaves no installation, and its folder is refused until it is emptied', async () => {
  const place = join(temporaryFolder(), 'place')
  await create(place)
  const restored = temporaryDataFolder()
  const args = ['backup', 'restore', place, '--data-dir', restored, '--secret-key', join(folder, 'secret.key')]

  const child = spawnQuittance(args, environment())
  const ended = once(child, 'close')
  const hasBegun = () => existsSync(join(restored, '.restoring', 'postgres'))
  await expect.poll(hasBegun).toBe(true)
  child.kill('SIGKILL')
  await ended

  expect(existsSync(join(restored, 'quittance.json'))).toBe(false)
  expect(await quittanceProcess(args, environment())).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty'),
  })
})

test('of two backups to one place at the same time one is made, and the other is refused', async () => {
  const place = join(temporaryFolder(), 'place')

  const results = await Promise.all([create(place), create(place)])

  expect(results.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(results.find(({ code }) => code === 1)?.out).toContain('Another backup or prune is working in')
  expect(readdirSync(join(place, 'backups'))).toHaveLength(1)
})

/** Runs a backup to a file system of its own. */
async function createOn(mounted: string, place: string) {
  mkdirSync(place)
  const script = `mount -t tmpfs -o ${mounted} tmpfs "$1" && exec "$2" "$3" backup create "$1"`
  const args = ['-Urm', 'sh', '-c', script, 'sh', place, process.execPath, bundled('quittance.mjs')]
  const child = spawn('unshare', args, { env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', ...environment() } })
  const err = text(child.stderr)
  const [code] = await once(child, 'close')
  return { code, err: await err }
}

test.skipIf(!canMount)('a full and a read-only target are named with the object, and the service goes on', async () => {
  const [full, readOnly] = ['full', 'read-only'].map((name) => join(temporaryFolder(), name))

  const onFull = await createOn('size=2m', full ?? '')
  const onReadOnly = await createOn('ro', readOnly ?? '')

  expect(onFull).toEqual({ code: 1, err: expect.stringMatching(/objects\/\S+ in \S+full: the disk is full\.\n$/) })
  expect(onReadOnly).toEqual({
    code: 1,
    err: expect.stringMatching(/place\.json in \S+read-only: it is on a read-only disk\.\n$/),
  })
  expect(await isServing()).toBe(true)
})
