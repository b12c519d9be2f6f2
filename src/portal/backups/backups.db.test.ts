import { beforeAll, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { noteBackups } from '../../../test/support/data/backups.ts'
import { anOrganization } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { sendAs } from '../../../test/support/http/send-request.ts'
import type { Role } from '../../organizations/users/role.ts'
import { systemClock } from '../../platform/clock/clock.ts'

const app = await startApp()
const path = '/portal/v1/backups'
let shop: Awaited<ReturnType<typeof anOrganization>>
beforeAll(async () => {
  shop = await anOrganization(app, 'shop')
})

async function askAs(role: Role) {
  const { headers } = await aSession(app, await aPerson(app, { roles: { shop: role } }), { baseUrl: BASE_URL })
  return sendAs(app.port, undefined, { method: 'GET', path: `${path}?organizationId=shop`, headers })
}

const note = (every: string, newestAt?: Temporal.Instant) =>
  noteBackups(app.stores, { every: Temporal.Duration.from(every), newestAt })

test('owners and admins see when the newest backup was made and how often; nobody else, and no key', async () => {
  const newestAt = Temporal.Instant.from('2026-11-18T09:00:00.5Z')
  await note('P1D', newestAt)

  for (const role of ['owner', 'admin'] as const) {
    const { status, body } = await askAs(role)
    expect([status, Object.keys(body)]).toEqual([200, ['isScheduled', 'newestAt', 'intervalSeconds', 'isOverdue']])
    expect(body).toMatchObject({ isScheduled: true, newestAt: '2026-11-18T09:00:00.500Z', intervalSeconds: 86_400 })
  }
  for (const role of ['clerk', 'reviewer', 'analyst', 'viewer'] as const) expect((await askAs(role)).status).toBe(403)
  expect((await sendAs(app.port, shop, { method: 'GET', path })).status).toBe(403)
  expect((await sendAs(app.port, undefined, { method: 'GET', path })).status).toBe(401)
})

test('a backup is overdue when it is older than twice the interval, or when there is none', async () => {
  const now = systemClock.now()
  const isOverdue = async (newestAt?: Temporal.Instant) => {
    await note('PT6H', newestAt)
    return (await askAs('owner')).body.isOverdue
  }

  expect(await isOverdue(now.subtract({ minutes: 12 * 60 - 1 }))).toBe(false)
  expect(await isOverdue(now.subtract({ minutes: 12 * 60 + 1 }))).toBe(true)
  expect(await isOverdue()).toBe(true)
})

test('without a schedule nothing is overdue, and nothing of an earlier schedule is shown', async () => {
  await note('PT6H', systemClock.now())
  await noteBackups(app.stores, undefined)

  const { body } = await askAs('owner')

  expect(body).toEqual({ isScheduled: false, newestAt: null, intervalSeconds: null, isOverdue: false })
})
