import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Static } from 'typebox'
import { expect, test } from 'vitest'
import type { Backups } from '../../src/portal/backups/contract.ts'
import { quittance } from '../support/processes/command.ts'
import { startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { eventually } from '../support/run/eventually.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

type Shown = Static<typeof Backups>

/** The backups of a service, as the owner of its sandbox sees them in the portal. */
async function backupsOf(url: string, folder: string): Promise<Shown> {
  const { portal, merchant } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  const browser = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const signedIn = await fetch(`${url}/organizations/v1/sign-in`, {
    ...{ method: 'POST', headers: browser, body: JSON.stringify(portal) },
  })
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  const path = `/portal/v1/backups?organizationId=${merchant.organizationId}`
  const response = await fetch(`${url}${path}`, { headers: { ...browser, cookie: cookie.join('; ') } })
  expect([signedIn.status, response.status]).toEqual([200, 200])
  return (await response.json()) as Shown
}

const NONE: Shown = { isScheduled: false, newestAt: null, intervalSeconds: null, isOverdue: false }

test('a service makes a backup by itself; doctor, metrics and the portal say when, until none are scheduled', async () => {
  const folder = await startedDataFolder()
  const place = join(temporaryFolder(), 'place')
  const environment = { QUITTANCE_BACKUP_TO: place, QUITTANCE_LOG_LEVEL: 'warn' }
  const service = await startService(folder, environment)
  const hasBackup = async () => (await quittance(['backup', 'list', place], {})).out.includes('without secret.key')
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text()

  await eventually(hasBackup)

  await eventually(async () => /^backup_age_seconds \d/m.test(await metrics()))
  expect(await metrics()).toMatch(/^backup_interval_seconds 86400$/m)
  const shown = await backupsOf(service.url, folder)
  const doctor = await quittance(['doctor', '--json'], { QUITTANCE_DATA_DIR: folder, ...environment })
  const { checks } = JSON.parse(doctor.out)
  const { message, state } = checks.find(({ name }: { name: string }) => name === 'backups')
  expect(shown).toEqual({
    ...{ isScheduled: true, newestAt: expect.any(String), intervalSeconds: 86_400, isOverdue: false },
  })
  const said = Temporal.Instant.from(/, the newest of (\S+),/.exec(message)?.[1] ?? '')
  expect([state, message.startsWith(place), said.epochMilliseconds]).toEqual([
    'ok',
    true,
    Date.parse(shown.newestAt ?? ''),
  ])
  // The first one was made before PostgreSQL knew of it.
  const again = await quittance(['backup', 'create', place], { QUITTANCE_DATA_DIR: folder })
  await service.terminate()

  const without = await startService(folder, { QUITTANCE_LOG_LEVEL: 'warn' })
  const unscheduled = await backupsOf(without.url, folder)
  await without.terminate()
  const restored = temporaryDataFolder()
  const options = ['--data-dir', restored, '--secret-key', join(folder, 'secret.key')]
  const outcome = await quittance(['backup', 'restore', place, ...options], {})
  // A copy schedules nothing before it is activated, and the backups of the original are none of its own.
  const copy = await startService(restored, environment)
  const ofCopy = await backupsOf(copy.url, folder)
  await copy.terminate()
  expect([again.code, outcome.code, unscheduled, ofCopy]).toEqual([0, 0, NONE, NONE])
})
