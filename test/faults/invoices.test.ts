import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { signal } from '../../src/platform/processes/child-process.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { quittance } from '../support/processes/command.ts'
import { type ServiceProcess, startService } from '../support/processes/service-process.ts'
import { startedDataFolder } from '../support/processes/started-folder.ts'
import { type Random, seededRandom } from '../support/random/seeded-random.ts'
import { isLongRun, seed } from '../support/run/test-run.ts'
import { type RememberedInvoice, RememberingClient } from './remembering-client.ts'

const KILLS = isLongRun ? 40 : 2
const CLIENTS = 4
const READY_MS_MAX = 60_000

test(`no invoice is lost, torn or made twice in ${KILLS} kills at random moments (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const folder = await startedDataFolder()
  let service = await startService(folder)
  onTestFinished(() => service.kill())
  const place = { port: portOf(service), bearerKey: bearerKeyIn(folder) }
  const clients = Array.from({ length: CLIENTS }, () => new RememberingClient(place, random))
  const stop = new AbortController()
  const writing = Promise.all(clients.map((client) => client.writeUntil(stop.signal)))

  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Paced by completed writes instead of time, so that a busy machine runs as many.
    await acknowledgedMore(clients, random.integer(10, 60))
    await sleep(random.integer(0, 20))
    // The first kill is of the service, so that every run covers its recovery.
    service = await killedAndBack(folder, { service, random, isService: kill === 1 })
    place.port = portOf(service)
  }
  stop.abort()
  await writing
  const { rows, counts } = await usingPostgres(service, async (client) => ({
    rows: await storedInvoices(client),
    counts: await countsAndCounter(client),
  }))
  const verified = await quittance(['audit', 'verify'], { QUITTANCE_DATA_DIR: folder })
  await service.terminate()

  expect(clients.flatMap(({ complaints }) => complaints)).toEqual([])
  const remembered = clients.flatMap(({ invoices }) => invoices)
  expectEachToldOnce(remembered, rows)
  for (const row of rows) expectWhole(row)
  expectGapless(rows, counts)
  expect(verified).toMatchObject({ code: 0 })
})

/** Waits until the service has acknowledged `more` further writes. */
async function acknowledgedMore(clients: readonly RememberingClient[], more: number): Promise<void> {
  const count = () => clients.reduce((sum, client) => sum + client.acknowledged, 0)
  const wanted = count() + more
  const isThere = () => (count() >= wanted ? true : undefined)
  const isSeen = await waitUntil(isThere, { withinMs: READY_MS_MAX, everyMs: 1 })
  expect(isSeen).toBe(true)
}

/** Kills the service, PostgreSQL below it, or both, and waits until the service serves. */
async function killedAndBack(
  folder: string,
  given: { service: ServiceProcess; random: Random; isService: boolean },
): Promise<ServiceProcess> {
  const { service, random } = given
  const victims = given.isService ? 1 : random.integer(1, 3)
  const { postgres } = service.storePidsIfAny()
  if (victims >= 2 && postgres !== undefined) signal(postgres, 'SIGKILL')
  if (victims === 2) {
    // For a moment the service may still hold connections of the PostgreSQL that is gone.
    const isAnother = () => ![postgres, undefined].includes(service.storePidsIfAny().postgres)
    const isBack = async () => (isAnother() ? isReady(service) : undefined)
    expect(await waitUntil(isBack, { withinMs: READY_MS_MAX })).toBe(true)
    return service
  }
  await service.kill()
  return startService(folder)
}

async function isReady({ url }: ServiceProcess): Promise<true | undefined> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  return response?.status === 200 ? true : undefined
}

type StoredInvoice = {
  readonly invoice_number: string
  readonly position: number
  readonly status: string
  readonly version: number
  readonly marker: string
  readonly description: string
  /** Oldest first. */
  readonly history: readonly string[]
  readonly mails: number
  readonly sent_events: number
  readonly canceled_events: number
  readonly audit_entries: number
}

async function storedInvoices(client: pg.Client): Promise<readonly StoredInvoice[]> {
  const { rows } = await client.query<StoredInvoice>(`
    with mail as (select subject, count(*)::int as mails from mail_outbox
      where kind in ('invoice', 'resend') group by 1),
    sent as (select subject, count(*)::int as sent_events from events
      where event_type = 'invoicing.customer.invoice.send' group by 1),
    canceled as (select subject, count(*)::int as canceled_events from events
      where event_type = 'invoicing.customer.invoice.cancel' group by 1),
    audited as (select subject, count(*)::int as audit_entries from audit_entries group by 1),
    histories as (select position, array_agg(event order by version, ordinal) as history
      from invoice_history group by 1)
    select invoice_number, position::int, status, version, history, audit_entries,
      terms ->> 'transactionReferenceNumber' as marker, terms ->> 'description' as description,
      coalesce(mails, 0) as mails, coalesce(sent_events, 0) as sent_events,
      coalesce(canceled_events, 0) as canceled_events
    from (select *, 'invoice:' || invoice_number as subject from invoices) invoice
      left join histories using (position) left join mail using (subject) left join sent using (subject)
      left join canceled using (subject) left join audited using (subject)
    order by position`)
  return rows
}

type Counts = {
  readonly last_position: number
  readonly last_number: number
  readonly wrong: readonly string[] | null
}

/** The counter, and each status whose stored count differs from the real one. */
async function countsAndCounter(client: pg.Client): Promise<Counts> {
  const { rows } = await client.query<Counts>(`
    select last_position::int, last_number::int, (
      select array_agg(status) from
        (select status, count(*) as counted from invoices group by 1) real full join
        (select status, sum(invoices) as kept from invoice_status_counts group by 1) counts
          using (status)
      where coalesce(counted, 0) <> coalesce(kept, 0)) as wrong
    from invoice_counters`)
  return rows[0] ?? { last_position: 0, last_number: 0, wrong: null }
}

/** An acknowledged invoice exists once; one without a response exists once or not at all. */
function expectEachToldOnce(remembered: readonly RememberedInvoice[], rows: readonly StoredInvoice[]): void {
  const stored = Map.groupBy(rows, ({ marker }) => marker)
  for (const invoice of remembered) {
    const { marker, attempts, number, ownNumber } = invoice
    const [row, ...more] = stored.get(marker) ?? []
    expect(more).toEqual([])
    if (row === undefined) {
      expect([marker, number]).toEqual([marker, undefined])
      continue
    }
    expect(row.invoice_number).toBe(number ?? ownNumber ?? row.invoice_number)
    const sends = countOf(row, ['SEND', 'RESEND']) - (invoice.isSentImmediately ? 1 : 0)
    expectWithin(countOf(row, ['UPDATE']), invoice, 'update')
    expectWithin(sends, invoice, 'send')
    expectWithin(countOf(row, ['CANCEL']), invoice, 'cancel')
    expect(lastDescriptions(attempts)).toContain(row.description)
  }
  expect(rows.length).toBe(remembered.filter(({ marker }) => stored.has(marker)).length)
}

type Attempts = RememberedInvoice['attempts']

function expectWithin(done: number, { marker, attempts }: RememberedInvoice, wanted: Attempts[number]['kind']): void {
  const asked = attempts.filter(({ kind }) => kind === wanted)
  const sure = asked.filter(({ isAcknowledged }) => isAcknowledged).length
  expect([marker, wanted, done >= sure && done <= asked.length]).toEqual([marker, wanted, true])
}

/** That of the last acknowledged write, or of one that went unanswered after it. */
function lastDescriptions(attempts: Attempts): readonly (string | undefined)[] {
  const writes = attempts.filter(({ description }) => description !== undefined)
  const last = writes.findLastIndex(({ isAcknowledged }) => isAcknowledged)
  return writes.slice(Math.max(0, last)).map(({ description }) => description)
}

/** Each write has as many history entries, events and mails as it should. */
function expectWhole(row: StoredInvoice): void {
  const sends = countOf(row, ['SEND', 'RESEND'])
  const cancels = countOf(row, ['CANCEL'])
  const [first, second] = row.history
  const creation = first === 'CREATE' && second === 'SEND' ? 2 : 1
  const open = sends > 0 ? 'SENT' : 'DRAFT'
  expect(row).toMatchObject({
    status: cancels > 0 ? 'CANCELED' : open,
    version: row.history.length - creation + 1,
    mails: sends,
    sent_events: sends,
    canceled_events: cancels,
    audit_entries: row.version,
  })
}

function expectGapless(rows: readonly StoredInvoice[], counts: Counts): void {
  const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const generated = rows.filter(({ invoice_number }) => /^\d+$/.test(invoice_number))
  expect(rows.map(({ position }) => position)).toEqual(oneTo(rows.length))
  expect(generated.map(({ invoice_number }) => Number(invoice_number))).toEqual(oneTo(generated.length))
  expect(counts).toEqual({
    last_position: rows.length,
    last_number: generated.length,
    wrong: null,
  })
}

function countOf({ history }: StoredInvoice, events: readonly string[]): number {
  return history.filter((event) => events.includes(event)).length
}

function portOf({ url }: ServiceProcess): number {
  return Number(new URL(url).port)
}

function bearerKeyIn(folder: string): string {
  const text = readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8')
  return (JSON.parse(text) as { merchant: { bearer: { key: string } } }).merchant.bearer.key
}

async function usingPostgres<T>(service: ServiceProcess, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: service.postgresUrl() })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
