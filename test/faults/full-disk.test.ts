import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../src/platform/processes/child-process.ts'
import { isServing, startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { eventually } from '../support/run/eventually.ts'
import { isLongRun } from '../support/run/test-run.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'
import { find, isOver, order, type ReportPlace, sandboxPlace, sendRecords, upload } from './report-run.ts'
import { SmallDisk } from './small-disk.ts'

const STORY = fileURLToPath(new URL('full-disk-story.ts', import.meta.url))
const QUITTANCE_SECRET_KEY = Buffer.alloc(32, 1).toString('base64')
const RECORDS = 5_000
const ENDED_MS_MAX = 60_000

/** Gives the command that follows a private disk at a folder, which disappears with the command. */
function onDisk(folder: string, size: string): readonly string[] {
  const script = `mount -t tmpfs -o size=${size} tmpfs "$1" && shift && exec "$@"`
  return ['unshare', '-Urm', 'sh', '-c', script, 'sh', folder]
}

const canMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
if (!canMount) process.stderr.write('Tests of a full disk are skipped: no disk can be mounted.\n')

// In long runs alone: it takes 25 s of processor time.
test.skipIf(!canMount || !isLongRun)(
  'on a full disk the engine refuses writes, and recovers when there is room',
  async () => {
    const folder = temporaryFolder()
    const [command = '', ...args] = onDisk(folder, '260m')
    const { stdout } = await promisify(execFile)(command, [...args, process.execPath, STORY, folder], {
      timeout: 900_000,
      killSignal: 'SIGKILL',
    })

    const survived = { isHit: true, wrong: [] }
    const facts = JSON.parse(stdout)
    expect(facts.ingest.refusals.filter((reason: string) => reason !== 'gone')).toEqual(['disk'])
    expect(facts).toMatchObject({
      ingest: {
        afterwards: ['done'],
        wrong: [],
        hasFailedCommits: true,
        hasFailedBodies: true,
      },
      report: { refusals: ['disk'], left: [], isWhole: true },
      checkpoint: survived,
      sorting: survived,
      rewriting: { ...survived, isForgotten: true, left: [] },
      end: { disorder: [0, 0, 0], wrongs: [], remains: [] },
    })
  },
)

test.skipIf(!canMount)(
  'a service without room for records responds with 503, also after its engine died, and recovers',
  async () => {
    const folder = temporaryDataFolder()
    const records = join(folder, 'records')
    mkdirSync(records, { mode: 0o700 })
    const DATABASE_URL = await createTestDatabase('empty')
    const environment = { DATABASE_URL, QUITTANCE_SECRET_KEY, QUITTANCE_LOG_LEVEL: 'warn' }
    const before = onDisk(records, '100m')
    const service = await startService(folder, environment, { before })
    onTestFinished(() => service.kill())
    const disk = new SmallDisk(`/proc/${service.pid}/root${records}`)
    const place = sandboxPlace(service, folder)
    await upload(place, RECORDS)
    const send = () => sendRecords(place, { from: RECORDS, count: RECORDS })

    disk.fill()
    const refused = await send()
    const { engine } = service.storePids()
    if (engine !== undefined) signal(engine, 'SIGKILL')
    await eventually(async () => service.storePidsIfAny().engine !== engine)
    await eventually(() => isServing(service))
    const refusedAgain = await send()
    const readReport = await reported(place, 'while the disk is full')
    disk.free()
    const taken = await send()
    const report = await reported(place, 'when there is room')
    await service.terminate()

    expect([refused.status, refusedAgain.status, taken.status]).toEqual([503, 503, 200])
    expect(await refused.json()).toMatchObject({ reason: 'STORE_UNAVAILABLE' })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await taken.json()).toMatchObject({ accepted: RECORDS, duplicates: 0 })
    expect(readReport).toMatchObject({ reportStatus: 'COMPLETED', manifest: { rows: RECORDS } })
    expect(report).toMatchObject({ reportStatus: 'COMPLETED', manifest: { rows: 2 * RECORDS } })
  },
)

async function reported(place: ReportPlace, name: string): Promise<unknown> {
  const ordered = await order(place, name, { mimeType: 'text/csv', isWide: false })
  const isDone = async () => isOver((await find(place, ordered)) ?? ordered)
  await eventually(isDone, ENDED_MS_MAX)
  return find(place, ordered)
}
