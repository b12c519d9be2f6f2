import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { withClient } from '../../src/platform/postgres/with-client.ts'
import { contentOf } from '../support/data/backups.ts'
import { quittance, quittanceProcess } from '../support/processes/command.ts'
import {
  type ForeignPostgres,
  type PostgresProxy,
  startForeignPostgres,
  startPostgresOn,
  startPostgresProxy,
} from '../support/processes/foreign-postgres.ts'
import { dataFolderOfFile, startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { fileResources } from '../support/run/file-resources.ts'
import { adminQuery, urlOfDatabase } from '../support/stores/database-url.ts'
import { makeTemporaryFolder, temporaryFolder } from '../support/stores/temporary-folder.ts'

const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)

/** An installation on a PostgreSQL server, with a backup that was made while rows were written. */
type Original = {
  readonly server: ForeignPostgres
  readonly proxy: PostgresProxy
  readonly environment: Readonly<Record<string, string>>
  readonly place: string
  readonly identityFile: string
  readonly backup: { readonly backupId: string; readonly moment: string; readonly postgres: object }
  readonly content: Readonly<Record<string, string>>
}

let original: Original
beforeAll(async () => {
  const root = makeTemporaryFolder()
  fileResources.defer(() => rmSync(root, { recursive: true, force: true }))
  const server = await startForeignPostgres()
  const proxy = await startPostgresProxy(server.url)
  const folder = dataFolderOfFile()
  const environment = { QUITTANCE_DATA_DIR: folder, DATABASE_URL: proxy.url, QUITTANCE_LOG_LEVEL: 'silent' }
  const service = await startService(folder, { DATABASE_URL: proxy.url, QUITTANCE_LOG_LEVEL: 'warn' })
  await run(['demo', '--profile', 'shop-year', '--transactions', '50'], environment)
  await service.terminate()
  const content = await contentOf(server.url)
  const identityFile = join(root, 'key.txt')
  writeFileSync(identityFile, identity)
  const place = join(root, 'place')
  const created = await whileNoting(server.url, () => quittanceProcess(createArgs(place), environment))
  expect(created.code, created.out).toBe(0)
  original = { server, proxy, environment, place, identityFile, backup: JSON.parse(created.out).backup, content }
})

const createArgs = (place: string) => ['backup', 'create', place, '--recipient', recipient, '--json']

async function run(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const result = await quittance(args, environment)
  if (result.code !== 0) throw new Error(`quittance ${args.join(' ')}: ${result.err}${result.out}`)
  return result
}

/** Writes numbered rows, one after the other, during the work. */
async function whileNoting<T>(url: string, work: () => Promise<T>): Promise<T> {
  return withClient({ connectionString: url }, async (client) => {
    await client.query('create table notes (n integer primary key, at timestamptz not null default clock_timestamp())')
    const working = work()
    const isDone = { value: false }
    void working.finally(() => {
      isDone.value = true
    })
    for (let n = 1; !isDone.value; n += 1) await client.query('insert into notes (n) values ($1)', [n])
    return working
  })
}

async function notesUntil(url: string, moment: string) {
  return withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query(
      'select count(*)::integer as count, max(n) as last, count(*) filter (where at <= $1)::integer as earlier from notes',
      [moment],
    )
    return rows[0] as { readonly count: number; readonly last: number; readonly earlier: number }
  })
}

async function indexFileOf(url: string): Promise<unknown> {
  return withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query(`select relfilenode from pg_class where relname = 'organizations_pkey'`)
    return rows[0].relfilenode
  })
}

async function restored(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const folder = temporaryDataFolder()
  const { place, identityFile } = original
  const result = await quittance(
    ['backup', 'restore', place, '--identity', identityFile, '--data-dir', folder, '--json', ...args],
    { QUITTANCE_LOG_LEVEL: 'silent', ...environment },
  )
  return { folder, ...result }
}

function expectContent(content: Readonly<Record<string, string>>): void {
  const tables = Object.keys(original.content)
  expect(tables.filter((table) => content[table] !== original.content[table])).toEqual([])
}

/** Starts the PostgreSQL of a folder until the test ends. */
async function postgresOf(folder: string): Promise<string> {
  const { url, stop } = await startPostgresOn(folder)
  onTestFinished(stop)
  return url
}

async function isSilentCopy(url: string): Promise<boolean> {
  return withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query('select restored_at, activated_at from installation')
    return rows[0].restored_at !== null && rows[0].activated_at === null
  })
}

test('a server is backed up whole, and restored into the embedded PostgreSQL as a silent copy', async () => {
  const { server, backup, place } = original

  const { folder, code, out, err } = await restored(['--backup', backup.backupId])

  expect({ code, err }, out).toEqual({ code: 0, err: '' })
  expect(backup).toMatchObject({ isComplete: true, postgres: { kind: 'server', timeline: 1 } })
  const copy = await postgresOf(folder)
  expectContent(await contentOf(copy))
  expect(await isSilentCopy(copy)).toBe(true)
  const there = await notesUntil(copy, backup.moment)
  const { earlier } = await notesUntil(server.url, backup.moment)
  expect([there.count, there.earlier > 0]).toEqual([there.last, true])
  // The last one may have had its time and not its commit by then.
  expect([earlier, earlier - 1]).toContain(there.earlier)
  // Another machine may order text otherwise, so indexes are built again.
  const [before, after] = await Promise.all([server.url, copy].map(indexFileOf))
  expect(after).not.toBe(before)
  // Its own role may change everything, and those of the server cannot sign in.
  await adminQuery(copy, 'alter table invoices add column proof integer')
  const asBilling = Object.assign(new URL(copy), { username: 'billing', password: 'billing' }).href
  await expect(contentOf(asBilling)).rejects.toMatchObject({ code: '28000' })
  // The database of this name was another one's on the server.
  expect(Object.keys(await contentOf(urlOfDatabase(copy, 'quittance_other')))).toContain('invoices')
  expect(existsSync(join(folder, 'restored-postgres-settings', 'postgresql.conf'))).toBe(true)
  const listed = await quittance(['backup', 'list', place], {})
  expect(listed.out).toMatch(/PostgreSQL \d+\.\d+ of a server/)
})

test('verify restores a backup of a server without that server', async () => {
  const { place, identityFile } = original

  const { code, out } = await quittanceProcess(
    ['backup', 'verify', place, '--identity', identityFile, '--restore', '--json'],
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', QUITTANCE_LOG_LEVEL: 'silent', TMPDIR: temporaryFolder() },
  )

  const { checks, isIntact, isRead } = JSON.parse(out)
  expect({ isIntact, isRead }).toEqual({ isIntact: true, isRead: true })
  expect(checks.length).toBeGreaterThan(0)
  expect(checks.filter(({ isPassed }: { isPassed: boolean }) => !isPassed)).toEqual([])
  expect(code).toBe(0)
})

test('another moment than its own is refused with the reason, before anything is written', async () => {
  const { backup } = original
  const later = Temporal.Instant.from(backup.moment).add({ hours: 1 }).toString()

  const refused = await restored(['--to', later])
  const own = await quittance(
    ['backup', 'restore', original.place, '--postgres-folder', refused.folder, '--to', later],
    {},
  )

  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('whose write-ahead log is not at the place') })
  expect(refused.out).toContain(backup.moment)
  expect(own).toMatchObject({ code: 2, err: expect.stringContaining('--to must not be given with --postgres-folder') })
  expect(readdirSync(refused.folder)).toEqual([])
})

test('the rest of a backup is restored onto a server that runs on its folder, and onto no other', async () => {
  const { server, place, identityFile, backup } = original
  const target = temporaryDataFolder()
  const args = ['backup', 'restore', place, '--backup', backup.backupId, '--identity', identityFile]
  const written = await quittance([...args, '--postgres-folder', join(target, 'postgres'), '--json'], {})
  expect(written).toMatchObject({ code: 0, err: '' })
  mkdirSync(join(target, 'run'), { recursive: true })
  const access = JSON.parse(readFileSync(join(server.folder, 'run', 'postgres.json'), 'utf8'))
  writeFileSync(join(target, 'run', 'postgres.json'), JSON.stringify({ ...access, port: 0 }), { mode: 0o600 })
  const { port } = new URL(await postgresOf(target))
  const DATABASE_URL = Object.assign(new URL(server.url), { port }).href

  const without = await restored(['--backup', backup.backupId, '--on-server'])
  const onOriginal = await restored(['--backup', backup.backupId, '--on-server'], { DATABASE_URL: server.url })
  const { code, out } = await restored(['--backup', backup.backupId, '--on-server'], { DATABASE_URL })

  expect(without).toMatchObject({ code: 2, out: expect.stringContaining('--on-server needs DATABASE_URL') })
  expect(onOriginal).toMatchObject({ code: 1, out: expect.stringContaining('does not run on the folder') })
  expect(code, out).toBe(0)
  expectContent(await contentOf(DATABASE_URL))
  expect([await isSilentCopy(DATABASE_URL), await isSilentCopy(server.url)]).toEqual([true, false])

  await adminQuery(DATABASE_URL, 'update installation set activated_at = now()')
  const again = await restored(['--backup', backup.backupId, '--on-server'], { DATABASE_URL })
  expect(again).toMatchObject({ code: 1, out: expect.stringContaining('is activated already') })
})

test('a connection that is cut in the middle ends the backup with the reason, and the next one works', async () => {
  const { environment, proxy, place } = original
  const isFinished = (id: string) => existsSync(join(place, 'backups', id, 'manifest.json'))
  const backups = () => readdirSync(join(place, 'backups')).filter(isFinished)
  const before = backups()
  proxy.interference = { kind: 'cut', afterBytes: 8_000_000 }

  const cut = await quittance(createArgs(place), environment)
  proxy.interference = undefined
  const next = await quittance(createArgs(place), environment)

  expect(cut).toMatchObject({
    code: 1,
    out: expect.stringContaining('The base backup of PostgreSQL at DATABASE_URL failed: '),
  })
  expect(cut.out).toContain('No backup was made')
  const { objects, postgres } = JSON.parse(next.out).backup
  expect([postgres.kind, objects.newCount < objects.count / 2]).toEqual(['server', true])
  expect(backups()).toHaveLength(before.length + 1)
})

test('where the server allows no base backup, the rest is backed up with the reason and the remedy', async () => {
  const { environment, proxy, server } = original
  const place = join(temporaryFolder(), 'place')
  const create = () => quittance(['backup', 'create', place], environment)
  const admin = (statement: string) => adminQuery(server.adminUrl, statement)

  proxy.interference = { kind: 'refuse-replication' }
  const behindPooler = await create()
  proxy.interference = undefined
  await admin('alter role billing noreplication')
  const withoutRight = await create()
  await admin('alter role billing replication')
  const inPlace = `${server.adminUrl}?options=${encodeURIComponent('-c allow_in_place_tablespaces=on')}`
  await adminQuery(inPlace, `create tablespace extra location ''`)
  const withTablespace = await create()
  await admin('drop tablespace extra')

  const incomplete = (reason: string) => ({
    code: 0,
    out: expect.stringContaining('not PostgreSQL'),
    err: expect.stringMatching(new RegExp(`INCOMPLETE: .*because ${reason}.*pg_basebackup or pg_dump of version \\d+`)),
  })
  expect(behindPooler).toMatchObject(
    incomplete('DATABASE_URL leads to a program that takes no replication connections'),
  )
  expect(withoutRight).toMatchObject(incomplete('its role lacks the right to replicate .*alter role'))
  expect(withTablespace).toMatchObject(incomplete('it has tablespaces of its own'))
  const refused = await quittance(['backup', 'restore', place, '--data-dir', temporaryDataFolder()], {})
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('cannot be restored by itself') })
})

test('without recipients the settings and keys of the server are left out', async () => {
  const { environment, server } = original
  const place = join(temporaryFolder(), 'place')
  writeFileSync(join(server.folder, 'postgres', 'server.key'), 'a key', { mode: 0o644 })

  const { out } = await run(['backup', 'create', place, '--json'], environment)

  const { fileList } = JSON.parse(
    readFileSync(join(place, 'backups', JSON.parse(out).backup.backupId, 'manifest.json'), 'utf8').split('\n')[0] ?? '',
  )
  const { files } = JSON.parse(zstdDecompressSync(readFileSync(join(place, fileList.key))).toString())
  const inRoot = files
    .map(({ path }: { path: string }) => path)
    .filter((path: string) => /^postgres\/[^/]+$/.test(path))
  expect(inRoot.sort()).toEqual(['postgres/PG_VERSION', 'postgres/backup_label'])
})
