import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, startApp } from '../../../test/support/apps/app.ts'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aPerson, aSession } from '../../../test/support/data/people.ts'
import { type Client, invoicingClients } from '../../../test/support/http/invoicing-clients.ts'
import { type Keyed, sendAs } from '../../../test/support/http/send-request.ts'
import { silentLog, startQueueNode } from '../../../test/support/processes/queue-node.ts'
import { eventually } from '../../../test/support/run/eventually.ts'
import { readPerson } from '../../kernel/person.ts'
import { listAudit } from '../../organizations/audit/audit-store.ts'
import type { Role } from '../../organizations/users/role.ts'
import { invoicesErasure } from '../index.ts'
import { pruneInvoiceJobs } from '../retention/jobs.ts'
import { JOB_RETENTION_DAYS, KEPT_JOBS_MAX, RUNNING_JOBS_MAX } from './invoice-job.ts'
import { invoiceJobTurns } from './jobs.ts'
import { runInvoiceJob } from './run-invoice-job.ts'

const PATH = '/portal/v1/invoice-jobs'
const app = await startApp({ with: [invoicingClients] })
const deps = { ...app, log: silentLog }
const { database, clock } = app
const forever = new AbortController().signal
let owner: Keyed
let shop: Client
let organizationId: string
let shopNumber = 0

beforeAll(async () => {
  await anOrganization(app, 'elsewhere')
})
beforeEach(async () => {
  clock.set('2026-03-09T10:00:00Z')
  shopNumber += 1
  organizationId = `shop${shopNumber}`
  owner = await anOrganization(app, organizationId)
  shop = app.clientOf(owner)
})

const post = (path: string, body: object, by = owner) => sendAs(app.port, by, { method: 'POST', path, body })
const get = async (path: string) => (await sendAs(app.port, owner, { method: 'GET', path })).body
const order = (body: object) => post(PATH, body)
const state = (jobId: string) => get(`${PATH}/${jobId}`)
const turn = (jobId: string, given: Partial<typeof deps> = {}) =>
  runInvoiceJob({ ...deps, ...given }, { organizationId, jobId }, forever)

async function ordered(body: object): Promise<string> {
  const { status, body: job } = await order(body)
  expect(status).toBe(201)
  return job.jobId
}

async function invoices(count: number, invoiceInformation: object = {}): Promise<readonly string[]> {
  const numbers: string[] = []
  for (let made = 0; made < count; made += 1) {
    numbers.push((await shop.create(anInvoiceBody({ invoiceInformation }))).body.id)
  }
  return numbers
}

async function statuses(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.pool.query(
    'select status, count(*)::int as count from invoices where organization_id = $1 group by 1',
    [organizationId],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** A person of the shop who has signed in. */
async function aUser(role: Role) {
  const person = await aPerson(app, { roles: { [organizationId]: role } })
  const { headers } = await aSession(app, person, { baseUrl: BASE_URL })
  const call = (method: string, path: string, body?: object) =>
    sendAs(app.port, undefined, { method, path: `${path}?organizationId=${organizationId}`, headers, body })
  return { ...person, call }
}
const changeMembership = (personId: string, change: string) =>
  database.pool.query(`update memberships set ${change} where person_id = $1`, [personId])
const auditOf = async (jobId: string) => {
  const trail = await listAudit(database.db, { organizationId }, { limit: 1_000 })
  return trail.filter(({ subject }) => subject === `invoice-job:${jobId}`)
}

describe('a job', () => {
  test('cancels all that match, and says by number which ones it could not, and why', async () => {
    const drafts = await invoices(3)
    const sent = await invoices(2, { sendImmediately: true })
    await shop.cancel(sent[0] as string)

    const created = await order({ action: 'cancel', filters: { search: 'engine' }, expectedCount: 5 })
    await turn(created.body.jobId)

    expect(created).toMatchObject({
      status: 201,
      body: { action: 'cancel', status: 'RUNNING', invoices: { total: 5, done: 0, failed: 0, waiting: 5 } },
    })
    expect(await state(created.body.jobId)).toMatchObject({
      status: 'COMPLETED',
      endedDate: '2026-03-09T10:00:00Z',
      invoices: { total: 5, done: 4, failed: 1, waiting: 0 },
    })
    const single = await shop.cancel(sent[0] as string)
    expect(await get(`${PATH}/${created.body.jobId}/failures`)).toEqual({
      failures: [
        {
          invoiceNumber: sent[0],
          reason: single.body.reason,
          message: single.body.message,
          customerName: 'Ada Lovelace',
        },
      ],
      totalFailures: 1,
    })
    expect(await statuses()).toEqual({ CANCELED: 5 })
    expect((await shop.get(drafts[0] as string)).body.invoiceHistory[0].event).toBe('CANCEL')
  })

  test('leaves alone invoices that are created or match after it was ordered', async () => {
    await invoices(2)
    const jobId = await ordered({ action: 'send', filters: { status: ['DRAFT'] } })
    await invoices(2)

    await turn(jobId)

    expect((await state(jobId)).invoices).toMatchObject({ total: 2, done: 2 })
    expect(await statuses()).toEqual({ SENT: 2, DRAFT: 2 })
  })

  test('names in the audit trail, for each invoice and for itself, who ordered it', async () => {
    const clerk = await aUser('clerk')
    const [number] = await invoices(1)
    const { body: job } = await clerk.call('POST', PATH, { action: 'cancel', invoiceNumbers: [number] })

    await turn(job.jobId)

    expect(job.orderedBy).toEqual({ kind: 'user', name: `${clerk.email} of ${organizationId}` })
    const trail = await listAudit(database.db, { organizationId, action: 'invoice.canceled' }, { limit: 10 })
    expect(trail).toMatchObject([{ actor: { kind: 'user', personId: clerk.personId }, subject: `invoice:${number}` }])
    expect((await auditOf(job.jobId)).map(({ action, actor }) => [action, actor.kind]).toSorted()).toEqual([
      ['invoice-job.completed', 'service'],
      ['invoice-job.created', 'user'],
    ])
  })

  test('respects the limits of the single action, such as those on reminders', async () => {
    const [number] = await invoices(1, { sendImmediately: true })
    const body = { action: 'remind', invoiceNumbers: [number, 'none'] }
    const [first, second] = [await ordered(body), await ordered(body)]

    await turn(first)
    await turn(second)

    expect((await state(first)).invoices).toMatchObject({ done: 1, failed: 1 })
    const { failures } = await get(`${PATH}/${second}/failures`)
    expect(failures.map(({ reason }: { reason: string }) => reason)).toEqual(['TOO_MANY_RESENDS', 'NOT_FOUND'])
    const mails = await database.pool.query(
      `select count(*)::int as count from mail_outbox where organization_id = $1 and kind = 'reminder'`,
      [organizationId],
    )
    expect(mails.rows).toEqual([{ count: 1 }])
  })

  test('shows how many of its mails wait, and when they go on', async () => {
    await invoices(3)
    const jobId = await ordered({ action: 'send', filters: {} })
    await turn(jobId)
    const { rows } = await database.pool.query(
      `insert into mail_rates (organization_id, started_at, used, full_until)
        values ($1, clock_timestamp(), 5, clock_timestamp() + interval '40 minutes') returning full_until`,
      [organizationId],
    )
    await database.pool.query(
      `update mail_outbox set state = 'sent', is_due = false, ended_at = now()
        where mail_id = (select mail_id from mail_outbox where organization_id = $1 limit 1)`,
      [organizationId],
    )

    expect((await state(jobId)).mails).toEqual({ waiting: 2, resumeDate: rows[0].full_until.toString() })
    await database.pool.query('delete from mail_rates where organization_id = $1', [organizationId])
    expect((await state(jobId)).mails).toEqual({ waiting: 2 })
    await database.pool.query('delete from mail_outbox where organization_id = $1', [organizationId])
    expect(await state(jobId)).not.toHaveProperty('mails')
  })

  test('has each effect once, however many runs of it there are at the same time', async () => {
    await invoices(20)
    const jobId = await ordered({ action: 'cancel', filters: {} })

    await Promise.all(Array.from({ length: 4 }, () => turn(jobId)))
    for (let runs = 0; (await state(jobId)).status === 'RUNNING' && runs < 20; runs += 1) await turn(jobId)

    expect((await state(jobId)).invoices).toEqual({ total: 20, done: 20, failed: 0, waiting: 0 })
    const { rows } = await database.pool.query(
      `select count(*)::int as count from invoice_history where organization_id = $1 and event = 'CANCEL'`,
      [organizationId],
    )
    expect(rows).toEqual([{ count: 20 }])
    expect((await auditOf(jobId)).filter(({ action }) => action === 'invoice-job.completed')).toHaveLength(1)
  })

  test('runs by itself, in turns, and those of several organizations at the same time', async () => {
    const another = await anOrganization(app, `${organizationId}-other`)
    await app.clientOf(another).create(anInvoiceBody())
    await invoices(105)
    const many = await ordered({ action: 'cancel', filters: {} })
    const few = (await post(PATH, { action: 'cancel', filters: {} }, another)).body.jobId
    const lanes = [{ handlers: invoiceJobTurns(deps), concurrency: 1, perOwnerMax: 1 }]

    const node = await startQueueNode({ url: app.stores.databaseUrl(), database }, {}, { lanes })
    await eventually(async () => (await state(many)).status === 'COMPLETED')
    await node.stop()

    expect((await state(many)).invoices).toMatchObject({ total: 105, done: 105 })
    const ended = await database.pool.query(
      'select job_id from invoice_jobs where job_id = any($1) and ended_at is not null',
      [[many, few]],
    )
    expect(ended.rows).toHaveLength(2)
  })
})

describe('a job is refused', () => {
  test('if nothing matches, or another number than the person saw', async () => {
    await invoices(2)

    const none = await order({ action: 'cancel', filters: { search: 'nothing' } })
    const other = await order({ action: 'cancel', filters: {}, expectedCount: 3 })

    expect([none.status, none.body.reason]).toEqual([409, 'NOTHING_SELECTED'])
    expect([other.status, other.body]).toMatchObject([409, { reason: 'SELECTION_CHANGED', count: 2 }])
    expect((await get(PATH)).jobs).toEqual([])
    expect(await statuses()).toEqual({ DRAFT: 2 })
  })

  test('while too many of the organization are running; and old ones make room for new ones', async () => {
    const body = { action: 'cancel', invoiceNumbers: ['none'] }
    const running = await Promise.all(Array.from({ length: RUNNING_JOBS_MAX }, () => ordered(body)))

    const oneMore = await order(body)
    for (const jobId of running) await turn(jobId)
    await database.pool.query(
      `insert into invoice_jobs (organization_id, job_id, action, ordered_by, status, total, created_at, ended_at)
        select $1, gen_random_uuid(), 'send', '{"kind":"service"}', 'COMPLETED', 1, '2026-03-10T00:00:00Z', now()
        from generate_series(1, $2)`,
      [organizationId, KEPT_JOBS_MAX - RUNNING_JOBS_MAX],
    )
    const again = await ordered(body)

    expect([oneMore.status, oneMore.body.reason]).toEqual([409, 'TOO_MANY_JOBS'])
    const { jobs } = await get(`${PATH}?limit=100`)
    expect(jobs).toHaveLength(KEPT_JOBS_MAX)
    const gone = running.filter((jobId) => !jobs.some((job: { jobId: string }) => job.jobId === jobId))
    expect(gone).toHaveLength(1)
    expect(jobs.map((job: { jobId: string }) => job.jobId)).toContain(again)
  })

  test('if the body is unclear, and for those who may only look', async () => {
    const viewer = await aUser('viewer')
    const wrong = await order({ action: 'burn', filters: { statuses: 'DRAFT' } })
    const looked = await viewer.call('POST', PATH, { action: 'cancel', filters: {} })

    expect(wrong.status).toBe(400)
    expect(wrong.body.details.map(({ field }: { field: string }) => field)).toEqual(['action', 'filters.statuses'])
    expect([looked.status, looked.body.reason]).toEqual([403, 'MISSING_PERMISSION'])
    expect((await viewer.call('GET', PATH)).status).toBe(200)
    expect((await sendAs(app.port, owner, { method: 'GET', path: `${PATH}/none` })).status).toBe(404)
  })
})

describe('a job ends early', () => {
  test('when somebody stops it, and what it has done remains', async () => {
    const clerk = await aUser('clerk')
    await invoices(3)
    const jobId = await ordered({ action: 'cancel', filters: {} })
    // The service is stopped while the first invoice is being canceled.
    const first = new AbortController()
    const stopping = {
      now: () => {
        first.abort()
        return clock.now()
      },
    }
    const running = runInvoiceJob({ ...deps, clock: stopping }, { organizationId, jobId }, first.signal)
    await expect(running).rejects.toThrow()

    const stopped = await clerk.call('POST', `${PATH}/${jobId}/stop`, {})
    await turn(jobId)
    const again = await post(`${PATH}/${jobId}/stop`, {})

    expect(stopped).toMatchObject({
      status: 200,
      body: {
        status: 'STOPPED',
        stop: { reason: 'REQUESTED', by: { kind: 'user', name: `${clerk.email} of ${organizationId}` } },
      },
    })
    expect(again).toMatchObject({ status: 200, body: stopped.body })
    expect((await state(jobId)).invoices).toEqual({ total: 3, done: 1, failed: 0, waiting: 2 })
    expect(await statuses()).toEqual({ CANCELED: 1, DRAFT: 2 })
    expect((await auditOf(jobId)).map(({ action }) => action).toSorted()).toEqual([
      ...['invoice-job.created', 'invoice-job.stopped'],
    ])
  })

  test.each([
    [`status = 'DISABLED'`, 'USER_DISABLED'],
    [`role = 'viewer'`, 'MISSING_PERMISSION'],
  ])('when the membership of its person changes to %s', async (change, reason) => {
    const clerk = await aUser('clerk')
    await invoices(2)
    const { body: job } = await clerk.call('POST', PATH, { action: 'cancel', filters: {} })
    await changeMembership(clerk.personId, change)

    await turn(job.jobId)

    expect(await state(job.jobId)).toMatchObject({ status: 'STOPPED', stop: { reason }, invoices: { waiting: 2 } })
    expect(await statuses()).toEqual({ DRAFT: 2 })
    const [stopped] = (await auditOf(job.jobId)).filter(({ action }) => action === 'invoice-job.stopped')
    expect(stopped).toMatchObject({ actor: { kind: 'service' }, details: { reason, done: 0 } })
  })

  test('when the person, the key or the organization may not act any more', async () => {
    const clerk = await aUser('clerk')
    await invoices(1)
    const { body: job } = await clerk.call('POST', PATH, { action: 'cancel', filters: {} })
    const byKey = await ordered({ action: 'cancel', filters: {} })
    const inSuspended = await ordered({ action: 'cancel', filters: {} })

    await database.pool.query(`update persons set status = 'DISABLED' where person_id = $1`, [clerk.personId])
    await turn(job.jobId)
    await database.pool.query(`update organizations set status = 'SUSPENDED' where organization_id = $1`, [
      organizationId,
    ])
    await turn(inSuspended)
    await database.pool.query(`update organizations set status = 'ACTIVE' where organization_id = $1`, [organizationId])
    await database.pool.query(`update credentials set revoked_at = now() where organization_id = $1`, [organizationId])
    await turn(byKey)

    const { rows } = await database.pool.query(
      `select job_id as id, stop_reason as reason from invoice_jobs where organization_id = $1`,
      [organizationId],
    )
    expect(Object.fromEntries(rows.map(({ id, reason }) => [id, reason]))).toEqual({
      [job.jobId]: 'USER_DISABLED',
      [inSuspended]: 'ORGANIZATION_SUSPENDED',
      [byKey]: 'KEY_REVOKED',
    })
    expect(await statuses()).toEqual({ DRAFT: 1 })
  })
})

test('jobs are deleted thirty days after their end, with their invoices', async () => {
  clock.set('2026-03-09T11:00:00Z')
  await invoices(1)
  const [ended, running] = [
    await ordered({ action: 'cancel', filters: {} }),
    await ordered({ action: 'cancel', filters: {} }),
  ]
  await turn(ended)
  clock.set(
    clock
      .now()
      .add({ hours: 24 * JOB_RETENTION_DAYS })
      .toString(),
  )
  // Those of the tests above.
  await pruneInvoiceJobs(deps)
  expect(await pruneInvoiceJobs(deps)).toBe(0)
  clock.set(clock.now().add({ seconds: 1 }).toString())

  expect(await pruneInvoiceJobs(deps)).toBe(1)

  expect((await get(PATH)).jobs).toMatchObject([{ jobId: running }])
  const { rows } = await database.pool.query(
    'select count(*)::int as count from invoice_job_entries where organization_id = $1',
    [organizationId],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('the messages of failures are erased with the customer of the invoice', async () => {
  const [number] = await invoices(1)
  await shop.cancel(number as string)
  const jobId = await ordered({ action: 'send', invoiceNumbers: [number, 'none'] })
  await turn(jobId)
  const person = readPerson({ emails: ['ada@example.com'], phones: [], customerIds: [] })
  const holder = invoicesErasure.holder({ ...app, db: database })

  await holder.erase({ organizationId, organizationIds: [organizationId], person }, aTester)

  const { failures } = await get(`${PATH}/${jobId}/failures`)
  expect(failures).toEqual([
    { invoiceNumber: number, reason: 'ACTION_NOT_ALLOWED' },
    { invoiceNumber: 'none', reason: 'NOT_FOUND', message: 'Invoice does not exist.' },
  ])
})
