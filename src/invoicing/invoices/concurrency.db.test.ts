import { beforeAll, expect, test } from 'vitest'
import { anInvoiceBody } from '../../../test/support/data/invoices.ts'
import { anOrganization, aTester } from '../../../test/support/data/organizations.ts'
import { aDatabase } from '../../../test/support/processes/queue-node.ts'
import { type Random, seededRandom } from '../../../test/support/random/seeded-random.ts'
import { isLongRun, seed } from '../../../test/support/run/test-run.ts'
import { AppError } from '../../kernel/errors.ts'
import { suspendUnlessSuspended } from '../../organizations/index.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import type { Database, Transactions, Tx } from '../../platform/postgres/database.ts'
import { createCustomField, deleteCustomField } from '../custom-fields/change-custom-fields.ts'
import { readCustomField } from '../custom-fields/read-custom-field.ts'
import { recordViolations } from '../personal-data/record-violations.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { cancelInvoice } from './change-invoice.ts'
import { createInvoice } from './create-invoice.ts'
import { deliverInvoice } from './deliver-invoice.ts'
import { recordPayment } from './payment-actions.ts'
import { updateInvoice } from './update-invoice.ts'

/** Many concurrent connections call every action in a few organizations. */

const CONNECTIONS = 16
const STEPS = isLongRun ? 2_000 : 40
const ORGANIZATIONS = ['shop-1', 'shop-2', 'shop-3'] as const
const CONFIG = { baseUrl: 'https://pay.example', validation: 'strict', smtpUrl: 'smtp://mail.example' } as const

let database: Database
beforeAll(async () => {
  ;({ database } = await aDatabase())
  for (const organizationId of ORGANIZATIONS) await anOrganization({ database }, organizationId)
})

/** A database that hides no failure: no transaction is retried. */
const unforgiving: Transactions = {
  transaction: (work) => database.transaction(work, { attemptsMax: 1 }),
}

const deps = { db: unforgiving, clock: systemClock, machineClock: systemClock, config: CONFIG }

type Step = (organizationId: string, random: Random) => Promise<unknown>

const actorOf = (organizationId: string) => ({ organizationId, by: aTester })

/** A number that an invoice may or may not have yet. */
const someNumber = (random: Random): string => String(random.integer(1, 40))

const STEPS_OF: readonly Step[] = [
  (id) => createInvoice(deps, actorOf(id), { body: anInvoiceBody() }),
  (id, random) => createInvoice(deps, actorOf(id), { body: bodyToBeSent(random) }),
  (id, random) => createInvoice(deps, actorOf(id), { body: numbered(random) }),
  (id, random) =>
    updateInvoice(deps, actorOf(id), {
      invoiceNumber: someNumber(random),
      body: anInvoiceBody({
        customerInformation: { email: `${random.integer(1, 3)}@example.com` },
      }),
    }),
  (id, random) => deliverInvoice(deps, actorOf(id), { invoiceNumber: someNumber(random) }),
  (id, random) => cancelInvoice(deps, actorOf(id), { invoiceNumber: someNumber(random) }),
  (id, random) => unforgiving.transaction((tx) => pay(tx, id, random)),
  (id, random) =>
    changeSettings({ ...deps, isSandbox: true }, actorOf(id), {
      body: { invoiceSettingsInformation: { merchantDisplayName: someNumber(random) } },
      organization: { contact: {} },
    }),
  (id, random) => {
    const asked = readCustomField({ fieldType: 'Text', label: `Field ${random.integer(1, 30)}` })
    return createCustomField(deps, actorOf(id), asked)
  },
  (id, random) => deleteCustomField(deps, actorOf(id), { definitionId: random.integer(1, 30) }),
  (id) => {
    const findings = [{ field: 'label', looksLike: 'card number' }]
    return recordViolations({ ...deps, isSuspendedOnViolation: true }, actorOf(id), findings)
  },
  (id) => unforgiving.transaction((tx) => suspendUnlessSuspended(tx, deps, actorOf(id), { reason: 'a test' })),
]

function bodyToBeSent(random: Random) {
  return anInvoiceBody({ invoiceInformation: { sendImmediately: random.isHeads() } })
}

/** Numbers from the range that is also generated concurrently. */
function numbered(random: Random) {
  return anInvoiceBody({ invoiceInformation: { invoiceNumber: String(random.integer(1, 200)) } })
}

async function pay(tx: Tx, organizationId: string, random: Random): Promise<unknown> {
  const amount = { minor: BigInt(random.integer(1, 2) * 5000), currency: 'USD' }
  return recordPayment(tx, deps, actorOf(organizationId), {
    invoiceNumber: someNumber(random),
    transactionId: 'a transaction',
    amount,
    origin: 'external' as const,
  })
}

test(`concurrent requests over ${CONNECTIONS} connections succeed or are refused, and all counts stay right (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const failures: unknown[] = []
  const work = async () => {
    for (let step = 1; step <= STEPS; step += 1) {
      const organizationId = ORGANIZATIONS[random.integer(0, 2)] ?? 'shop-1'
      const act = STEPS_OF[random.integer(0, STEPS_OF.length - 1)] as Step
      await act(organizationId, random).catch((error: unknown) => {
        if (!(error instanceof AppError)) failures.push(error)
      })
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, work))

  expect(failures).toEqual([])
  expect(await wrongCounts()).toEqual([])
  expect(await gapsIn()).toEqual([])
})

test('a number is generated even while clients keep taking the next ones', async () => {
  const actor = actorOf('shop-4')
  await anOrganization({ database }, 'shop-4')
  let next = 1
  const create = (invoiceNumber?: string) =>
    createInvoice(deps, actor, { body: anInvoiceBody({ invoiceInformation: { invoiceNumber } }) })
  const taking = async () => {
    for (let taken = 0; taken < 15; taken += 1) {
      next += 1
      await create(String(next - 1)).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
    }
  }
  const generating = async () => {
    for (let made = 0; made < 10; made += 1) {
      const { invoice } = await create()
      next = Math.max(next, Number(invoice.invoiceNumber) + 1)
    }
  }

  await Promise.all([...Array.from({ length: 12 }, taking), ...Array.from({ length: 4 }, generating)])

  expect(await wrongCounts()).toEqual([])
  expect(await gapsIn()).toEqual([])
})

/** Statuses and counters that differ from the counted invoices and their sums. */
async function wrongCounts(): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query(`
    select organization_id, status, real.row::text as counted, kept.row::text as kept from
      (select organization_id, status, currency, (count(*), sum(total_minor), sum(balance_minor)) as row
        from invoices group by 1, 2, 3) real
      full join (select organization_id, status, currency, (sum(invoices), sum(total_minor), sum(balance_minor)) as row
        from invoice_status_counts group by 1, 2, 3
        having (sum(invoices), sum(total_minor), sum(balance_minor)) <> (0, 0, 0)) kept
      using (organization_id, status, currency)
    where real.row::text is distinct from kept.row::text
    union all
    select organization_id, 'all', counted::text, last_position::text
    from (select organization_id, count(*) as counted from invoices group by 1) real
      full join invoice_counters using (organization_id)
    where coalesce(counted, 0) <> coalesce(last_position, 0)`)
  return rows
}

/** Places and generated numbers that no invoice has; a number that a client took is not a gap. */
async function gapsIn(): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query(`
    select organization_id, 'position ' || place as gap
    from invoice_counters, generate_series(1, last_position) place
    where not exists (select from invoices
      where invoices.organization_id = invoice_counters.organization_id and position = place)
    union all
    select organization_id, 'number ' || number
    from invoice_counters, generate_series(1, last_number) number
    where not exists (select from invoices
      where invoices.organization_id = invoice_counters.organization_id
        and invoice_number = number::text)`)
  return rows
}
