import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { type Keyed, sendAs } from '../support/http/send-request.ts'
import { type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { seededRandom } from '../support/random/seeded-random.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'

const INVOICES = isLongRun ? 2_345 : 400
const KILLS = isLongRun ? 5 : 2
/** Canceled before the job is ordered, so that it cannot cancel them. */
const CANCELED_BEFORE = 3
const CREATED_TOGETHER = 8
const END_MS_MAX = 300_000
const JOBS = '/portal/v1/invoice-jobs'

test(`all ${INVOICES} selected invoices are canceled once each in ${KILLS} kills of the service (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const folder = await startedDataFolder()
  const owner = keyIn(folder)
  let service = await startService(folder)
  onTestFinished(() => service.kill())
  const ask = (method: string, path: string, body?: object) => sendAs(portOf(service), owner, { method, path, body })
  const progress = async (jobId: string) => (await ask('GET', `${JOBS}/${jobId}`)).body
  const numbers = await createInvoices(service, owner)
  const before = numbers.slice(0, CANCELED_BEFORE)
  for (const number of before) await ask('POST', `/invoicing/v2/invoices/${number}/cancelation`, {})

  const order = { action: 'cancel', filters: {}, expectedCount: INVOICES }
  const { status, body: job } = await ask('POST', JOBS, order)
  expect([status, job.invoices?.total]).toEqual([201, INVOICES])
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const some = random.integer(1, Math.floor(INVOICES / (KILLS + 2)))
    const wanted = Math.min(INVOICES, (await progress(job.jobId)).invoices.done + some)
    await waitUntil(async () => ((await progress(job.jobId)).invoices.done >= wanted ? true : undefined), {
      ...{ withinMs: END_MS_MAX, everyMs: 5 },
    })
    await sleep(random.integer(0, 20))
    await service.kill()
    service = await startService(folder)
  }
  const ended = await waitUntil(
    async () => {
      const seen = await progress(job.jobId)
      return seen.status === 'RUNNING' ? undefined : seen
    },
    { withinMs: END_MS_MAX, everyMs: 100 },
  )
  const { failures } = (await ask('GET', `${JOBS}/${job.jobId}/failures`)).body
  const stored = await storedInvoices(service)
  await service.terminate()

  expect(ended).toMatchObject({
    status: 'COMPLETED',
    invoices: { total: INVOICES, done: INVOICES - CANCELED_BEFORE, failed: CANCELED_BEFORE, waiting: 0 },
  })
  expect(failures.map(({ invoiceNumber, reason }: Failure) => [invoiceNumber, reason])).toEqual(
    before.map((number) => [number, 'ACTION_NOT_ALLOWED']),
  )
  const wrong = stored.filter(
    ({ status: now, cancels, events, audited }) => now !== 'CANCELED' || cancels !== 1 || events !== 1 || audited !== 1,
  )
  expect(wrong).toEqual([])
  expect(stored).toHaveLength(INVOICES)
})

type Failure = { readonly invoiceNumber: string; readonly reason: string }

async function createInvoices(service: ServiceProcess, owner: Keyed): Promise<readonly string[]> {
  const numbers: string[] = []
  while (numbers.length < INVOICES) {
    const count = Math.min(CREATED_TOGETHER, INVOICES - numbers.length)
    const made = await Promise.all(
      Array.from({ length: count }, () =>
        sendAs(portOf(service), owner, { method: 'POST', path: '/invoicing/v2/invoices', body: anInvoiceBody() }),
      ),
    )
    numbers.push(...made.map(({ body }) => body.id))
  }
  // In the order in which the job takes them.
  return numbers.toSorted((one, other) => Number(one) - Number(other))
}

type Stored = {
  readonly invoice_number: string
  readonly status: string
  readonly cancels: number
  readonly events: number
  readonly audited: number
}

async function storedInvoices(service: ServiceProcess): Promise<readonly Stored[]> {
  const client = new pg.Client({ connectionString: service.postgresUrl() })
  await client.connect()
  try {
    const { rows } = await client.query<Stored>(`
      select invoice_number, status,
        (select count(*)::int from invoice_history history where history.organization_id = invoices.organization_id
          and history.position = invoices.position and event = 'CANCEL') as cancels,
        (select count(*)::int from events where events.organization_id = invoices.organization_id
          and subject = 'invoice:' || invoice_number and event_type like '%cancel') as events,
        (select count(*)::int from audit_entries where audit_entries.organization_id = invoices.organization_id
          and subject = 'invoice:' || invoice_number and action = 'invoice.canceled') as audited
      from invoices order by position`)
    return rows
  } finally {
    await client.end()
  }
}

function keyIn(folder: string): Keyed {
  const { merchant } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  return { bearer: { key: merchant.bearer.key } }
}

function portOf({ url }: ServiceProcess): number {
  return Number(new URL(url).port)
}
