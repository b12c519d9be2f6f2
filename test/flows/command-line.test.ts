import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { quittance, quittanceProcess } from '../support/processes/command.ts'
import {
  bundled,
  haveEnded,
  runningOn,
  startService,
  temporaryDataFolder,
} from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'

test('commands work while the service is stopped, and leave nothing running', async () => {
  const folder = temporaryDataFolder()
  const environment = { QUITTANCE_DATA_DIR: folder, QUITTANCE_LOG_LEVEL: 'silent' }

  const migrated = await quittanceProcess(['migrate', '--json'], environment)
  const again = await quittance(['migrate'], environment)
  const healthy = await quittanceProcess(['doctor', '--json'], environment)

  expect(migrated.code).toBe(0)
  expect(JSON.parse(migrated.out)).toEqual({
    postgres: { applied: filesIn('postgres', '.sql'), version: filesIn('postgres', '.sql').length },
    records: { applied: filesIn('records', '.json'), version: filesIn('records', '.json').length },
  })
  expect(again.out).toMatch(/PostgreSQL +version \d+ +was up to date\nRecords +version \d+ +was/)
  expect(healthy.code).toBe(0)
  expect(JSON.parse(healthy.out)).toMatchObject({
    healthy: true,
    checks: [
      ...['data folder', 'postgres', 'mode', 'restored copy', 'records', 'record outbox', 'payments', 'payment alerts'],
      ...['report store', 'mail', 'webhooks', 'backups', 'clock'],
    ].map((name) => ({ name, state: expect.stringMatching(/ok|warning/) })),
  })
  expect(await haveEnded(runningOn(folder))).toBe(true)
})

/** The names of the migrations of a store, without the ending. */
function filesIn(store: string, ending: string): readonly string[] {
  const files = readdirSync(new URL(`../../migrations/${store}/`, import.meta.url)).sort()
  return files.map((file) => basename(file, ending))
}

test('commands share the stores of a running service', async () => {
  const folder = await startedDataFolder()
  const service = await startService(folder)
  const before = service.storePids()

  const { code, out } = await quittanceProcess(['doctor'], { QUITTANCE_DATA_DIR: folder })

  expect(out).toMatch(/^ok +data folder .*\nok +postgres .*PostgreSQL 18/)
  expect(code).toBe(0)
  expect(service.storePids()).toEqual(before)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  await service.terminate()
})

test('the doctor describes each problem and fails', async () => {
  const folder = temporaryDataFolder()

  const { code, out } = await quittanceProcess(['doctor'], {
    QUITTANCE_DATA_DIR: folder,
    DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    QUITTANCE_REPORT_STORE: '/sys/reports',
    SMTP_URL: 'smtp://127.0.0.1:1',
    QUITTANCE_MAIL_FROM: 'shop@example.com',
    QUITTANCE_LOG_LEVEL: 'silent',
  })

  expect(code).toBe(1)
  expect(out).toMatch(/FAILED +postgres +.*nothing is listening there/)
  expect(out).toMatch(/FAILED +records +.*nothing is listening there/)
  expect(out).toMatch(/FAILED +report store/)
  expect(out).toMatch(/FAILED +mail/)
  expect(out).toContain('Something needs your attention')
  expect(out).not.toContain('hunter2')
})

test('a wrong setting is named, for people and for programs', async () => {
  const people = await quittanceProcess(['doctor'], { QUITTANCE_PORT: 'x' })
  const programs = await quittance(['doctor', '--json'], { QUITTANCE_PORT: 'x' })

  expect(people).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/QUITTANCE_PORT/) })
  expect(programs.code).toBe(1)
  expect(JSON.parse(programs.out)).toEqual({ error: expect.stringMatching(/QUITTANCE_PORT/) })
})

test('wrong usage exits with 2 and help with 0', async () => {
  const unknown = await quittanceProcess(['migrat'], {})
  const option = await quittance(['doctor', '--colour'], {})
  const help = await quittance(['--help'], {})
  const settings = await quittance(['serve', '--help'], {})

  expect(unknown.code).toBe(2)
  expect(unknown.err).toContain('Did you mean migrate?')
  expect(option.code).toBe(2)
  expect(help.code).toBe(0)
  for (const command of ['serve', 'migrate', 'doctor']) expect(help.out).toContain(command)
  for (const name of ['QUITTANCE_PORT', 'DATABASE_URL']) expect(settings.out).toContain(name)
})

test('a command whose output is closed early ends without an error', async () => {
  const child = spawn(process.execPath, [bundled('quittance.mjs'), '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()

  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])

  expect({ complaint, code }).toEqual({ complaint: '', code: 0 })
})

test('the launcher runs on the machine’s own Node and hands over to the pinned one', () => {
  const launcher = fileURLToPath(new URL('../../bin/quittance.mjs', import.meta.url))

  const version = execFileSync(launcher, ['--version'], { encoding: 'utf8' })

  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('docs/commands.md has every command', async () => {
  const docs = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8')
  const documented = [...docs.matchAll(/^\| `quittance (\S+?)[\s`]/gm)].map(([, name]) => name)

  const { out } = await quittance(['--help'], {})
  const known = [...out.matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name]) => name)

  expect(known).toContain('payments')
  expect(new Set(documented)).toEqual(new Set(known.filter((name) => name !== 'help')))
})
