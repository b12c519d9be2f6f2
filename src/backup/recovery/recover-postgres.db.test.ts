import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog as log } from '../../../test/support/processes/queue-node.ts'
import { temporaryDataFolder } from '../../../test/support/processes/service-process.ts'
import { startedDataFolder } from '../../../test/support/processes/started-folder.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { type DataFolder, openDataFolder } from '../../platform/files/data-folder.ts'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded/embedded-postgres.ts'
import { withClient } from '../../platform/postgres/with-client.ts'
import { archiveRest } from '../archive/archive-rest.ts'
import { shipLog } from '../archive/ship-log.ts'
import { openPlace } from '../place/open-place.ts'
import { packingFor, unpackingWith } from '../place/packing.ts'
import { fetchLog } from './fetch-log.ts'
import { recoverPostgres } from './recover-postgres.ts'

const COPY = '6f1c7d0e-0000-4000-8000-000000000001'
const { signal } = new AbortController()

/** A cluster that archives, and a base backup of it. */
async function anArchivedCluster() {
  const folder = openDataFolder(await startedDataFolder())
  const postgres = await startEmbeddedPostgres(folder, log, { archiveSeconds: 3_600 })
  onTestFinished(postgres.stop)
  const place = await openPlace(temporaryFolder(), { s3Endpoint: undefined })
  const base = temporaryDataFolder()
  const begun = await withClient({ connectionString: postgres.url }, async (client) => {
    await client.query('create table notes (n integer primary key)')
    const { rows } = await client.query(`select pg_walfile_name(pg_backup_start('test', fast => true)) as first`)
    cpSync(folder.path, base, { recursive: true })
    const ended = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
    writeFileSync(join(base, 'postgres', 'backup_label'), ended.rows[0].labelfile)
    return rows[0].first as string
  })
  rmSync(join(base, 'postgres', 'postmaster.pid'), { force: true })
  rmSync(join(base, 'postgres', 'pg_replslot'), { recursive: true, force: true })
  mkdirSync(join(base, 'postgres', 'pg_replslot'))
  rmSync(join(base, 'wal'), { recursive: true, force: true })
  const shipping = {
    place,
    packing: packingFor([]),
    folder,
    copyId: COPY,
    spoolBytesMax: 2 ** 30,
    machineClock: systemClock,
    log,
  }
  const note = (n: number) => withClient({ connectionString: postgres.url }, (client) => noted(client, n))
  const archived = () => archiveRest(postgres.url)
  return { folder, place, base: openDataFolder(base), first: begun, shipping, note, archived }
}

/** Writes a number and returns a moment after its commit and before any other. */
async function noted(client: pg.Client, n: number): Promise<Temporal.Instant> {
  await client.query('insert into notes values ($1)', [n])
  const { rows } = await client.query(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  )
  return Temporal.Instant.from(rows[0].at)
}

test('a cluster is recovered to a moment, and to the end of its log, from shipped segments, with no command', async () => {
  const { place, base, first, shipping, note, archived } = await anArchivedCluster()
  const fetching = { place, unpacking: unpackingWith([]), copyId: COPY, first, onProgress: () => {} }
  await note(1)
  const between = await note(2)
  await note(3)
  await archived()
  await shipLog(shipping, signal)
  await note(4)
  const end = await note(5)
  await archived()
  await shipLog(shipping, signal)
  const other = temporaryDataFolder()
  cpSync(base.path, other, { recursive: true })

  const fetched = await fetchLog({ ...fetching, folder: join(base.postgres, 'pg_wal') })
  const recovered = await recoverPostgres(base, { to: between })
  const notes = await notesIn(base)

  expect(fetched.hasGap).toBe(false)
  expect([notes, recovered.isLogComplete]).toEqual([[1, 2], true])
  const whole = openDataFolder(other)
  await fetchLog({ ...fetching, folder: join(whole.postgres, 'pg_wal') })
  const later = await recoverPostgres(whole, { to: end.add({ hours: 1 }) })
  expect([await notesIn(whole), later.isLogComplete]).toEqual([[1, 2, 3, 4, 5], false])
  expect(later.lastChangeAt && Temporal.Instant.compare(later.lastChangeAt, end)).toBe(-1)
})

async function notesIn(folder: DataFolder): Promise<readonly number[]> {
  const { url, stop } = await startEmbeddedPostgres(folder, log)
  try {
    return await withClient({ connectionString: url }, async (client) => {
      const { rows } = await client.query('select n from notes order by n')
      return rows.map(({ n }) => n)
    })
  } finally {
    await stop()
  }
}
