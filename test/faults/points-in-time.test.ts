import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../src/platform/processes/child-process.ts'
import { firstBackup } from '../support/data/backups.ts'
import { quittance } from '../support/processes/command.ts'
import { engineOfService } from '../support/processes/engine-of-service.ts'
import {
  type ServiceProcess,
  spawnQuittance,
  startService,
  temporaryDataFolder,
} from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { eventually } from '../support/run/eventually.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'
import { PointWriter } from './point-writer.ts'

/** Each is killed in turn, one in a round. */
const STEPS = ['archive', 'restore', 'activate'] as const
const ROUNDS = isLongRun ? 50 : STEPS.length
const VICTIMS = ['service', 'keeper', 'postgres'] as const

test(`every write acknowledged before a point is there in ${ROUNDS} restores with kills (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const folder = await startedDataFolder()
  const place = temporaryFolder()
  const backups = { QUITTANCE_BACKUP_TO: place, QUITTANCE_BACKUP_ARCHIVE_SECONDS: '1' }
  let service = await startService(folder, backups)
  onTestFinished(() => service.kill())
  const writer = new PointWriter(folder, () => service)
  await firstBackup(place)

  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEPS[round % STEPS.length] ?? 'archive'
    writer.start()
    await moreWritten(writer, random.integer(3, 8))
    if (step === 'archive') {
      killSome(service, random)
      await service.kill()
      service = await startService(folder, backups)
    }
    await moreWritten(writer, random.integer(1, 4))
    const point = Temporal.Now.instant()
    await moreWritten(writer, 2)
    await writer.stop()
    await logIsAt(place, service)
    const copy = await restoredCopy({ place, folder, point, random, step })
    await expectWhole(copy, { writer, point })
    rmSync(copy, { recursive: true, force: true })
  }
})

async function moreWritten({ written }: PointWriter, count: number): Promise<void> {
  const wanted = written.length + count
  await eventually(async () => written.length >= wanted && written.some(({ paidAt }) => paidAt !== undefined))
}

function killSome(service: ServiceProcess, random: Random): void {
  const pids = { ...service.storePidsIfAny(), service: service.pid }
  const victim = VICTIMS[random.integer(0, VICTIMS.length - 1)] ?? 'service'
  const pid = pids[victim]
  if (pid !== undefined) signal(pid, 'SIGKILL')
}

/** Has the log up to now archived, and waits until it is at the place. */
async function logIsAt(place: string, service: ServiceProcess): Promise<void> {
  const client = new pg.Client({ connectionString: service.postgresUrl() })
  await client.connect()
  const { rows } = await client.query(
    `select pg_walfile_name(pg_switch_wal() - 1) as segment, (select id from installation) as id`,
  )
  await client.end()
  const { segment, id } = rows[0]
  await eventually(async () => existsSync(join(place, 'wal', id, `${segment}.zst`)))
}

type Restoring = {
  readonly place: string
  readonly folder: string
  readonly point: Temporal.Instant
  readonly random: Random
  readonly step: (typeof STEPS)[number]
}

/** Restores to the point and activates; what the step names is killed first, and then repeated. */
async function restoredCopy({ place, folder, point, random, step }: Restoring): Promise<string> {
  const key = join(folder, 'secret.key')
  const into = (target: string) =>
    ['backup', 'restore', place, '--data-dir', target, '--to', point.toString(), '--secret-key', key] as const
  if (step === 'restore') await killed(into(temporaryDataFolder()), {}, random.integer(200, 4_000))
  const copy = temporaryDataFolder()
  await run(into(copy), {})
  const own = { QUITTANCE_DATA_DIR: copy }
  if (step === 'activate') await killed(['activate', '--force'], own, random.integer(200, 3_000))
  await run(['activate', '--force', '--skip-numbers', '1000'], own)
  return copy
}

async function run(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
  const { code, err } = await quittance(args, { QUITTANCE_LOG_LEVEL: 'silent', ...environment })
  if (code !== 0) throw new Error(`quittance ${args.join(' ')}: ${err}`)
}

async function killed(args: readonly string[], environment: Readonly<Record<string, string>>, afterMs: number) {
  const child = spawnQuittance(args, environment)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await Promise.race([sleep(afterMs), ended])
  child.kill('SIGKILL')
  await ended
}

type Expected = { readonly writer: PointWriter; readonly point: Temporal.Instant }

/** Writes acknowledged before the point are there, those asked for after it are not, and the books agree. */
async function expectWhole(copy: string, { writer, point }: Expected): Promise<void> {
  const service = await startService(copy)
  const isBefore = (at: Temporal.Instant): boolean => Temporal.Instant.compare(at, point) <= 0
  const lost: string[] = []
  const invented: string[] = []
  for (const { id, askedAt, acknowledgedAt, paidAt } of writer.written) {
    const { status, isPaid } = await writer.read(service.url, id)
    if (isBefore(acknowledgedAt) && status !== 200) lost.push(id)
    if (paidAt !== undefined && isBefore(paidAt) && !isPaid) lost.push(`payment of ${id}`)
    if (!isBefore(askedAt) && status !== 404) invented.push(id)
  }
  expect({ lost, invented }).toEqual({ lost: [], invented: [] })
  await expectBooks(service)
  expect(await quittance(['audit', 'verify'], { QUITTANCE_DATA_DIR: copy })).toMatchObject({ code: 0 })
  await service.terminate()
}

/** Charged = recorded = reported, when jobs have found out about calls whose answer was lost. */
async function expectBooks(service: ServiceProcess): Promise<void> {
  const client = new pg.Client({ connectionString: service.postgresUrl() })
  await client.connect()
  const engine = engineOfService(service)
  const sums = async () => {
    const { rows } = await client.query(`select
      (select coalesce(sum(amount_minor), 0) from sandbox_processor_calls
        where kind in ('authorize', 'capture') and outcome->>'status' = 'approved')::text as charged,
      (select coalesce(sum(amount_minor), 0) from payments where status = 'COMPLETED')::text as recorded,
      (select count(*) from record_outbox)::int as waiting`)
    return rows[0]
  }
  await eventually(async () => {
    const { charged, recorded, waiting } = await sums()
    return charged === recorded && waiting === 0
  })
  const { charged } = await sums()
  const reported = await engine.rows<{ cents: string }>(
    `select cast(cast(coalesce(sum(cast(amount as decimal(18, 2))) * 100, 0) as bigint) as varchar) as cents
     from (select distinct on (record_id) application_name, payment_data_requested_amount as amount from transactions)
     where application_name = 'ics_bill'`,
  )
  await client.end()
  // An empty run does not pass.
  expect(Number(charged)).toBeGreaterThan(0)
  expect(reported[0]?.cents).toBe(charged)
}
