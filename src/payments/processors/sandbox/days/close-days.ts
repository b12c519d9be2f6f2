import { getInvoice } from '../../../../invoicing/index.ts'
import { getOrganization } from '../../../../organizations/index.ts'
import type { Tx } from '../../../../platform/postgres/database.ts'
import { writeTogether } from '../../../../platform/postgres/write-together.ts'
import { awaitSchedulers, schedule, scheduleAtLatest } from '../../../../platform/queue/agenda.ts'
import type { Attempt } from '../../../model/attempt.ts'
import type { PaymentDeps } from '../../../payment-deps.ts'
import { recordWrites } from '../../../records/record-writes.ts'
import { findLaterEvents } from '../sandbox-store.ts'
import { DISPUTE_END_DAYS, LATER_DAYS } from '../test-cards.ts'
import { type Batch, batchIdOf, recordsOfBatch } from './batch-records.ts'
import { daysLater, endOfDay } from './calendar.ts'
import { batchUpdate, findFirstUnbatched, lockUnbatched } from './movement-store.ts'
import { endOfDispute, REPORT_SANDBOX_EVENT, sandboxDayOf } from './sandbox-day.ts'

type DayDeps = Pick<PaymentDeps, 'database' | 'clock'>

/** A day with more payments has several batches. */
const BATCH_ITEMS_MAX = 200
/** Records that are written with one statement. */
const WRITES_MAX = 100

/**
 * Settles the merchant's days that have ended: each charge and refund goes into one batch. Days without any cost
 * nothing. Afterwards it waits on the agenda for the end of the next day that has one.
 */
export async function closeSandboxDays(
  deps: DayDeps,
  { organizationId, signal }: { readonly organizationId: string; readonly signal?: AbortSignal },
): Promise<void> {
  const { database, clock } = deps
  await awaitSchedulers(database, sandboxDayOf(organizationId))
  const { timeZone } = await getOrganization(database.db, organizationId)
  while (signal?.aborted !== true) {
    const firstAt = await findFirstUnbatched(database.db, organizationId)
    if (firstAt === undefined) return
    const closesAt = endOfDay(firstAt, timeZone)
    if (Temporal.Instant.compare(closesAt, clock.now()) > 0) {
      await database.transaction((tx) => scheduleAtLatest(tx, { ...sandboxDayOf(organizationId), dueAt: closesAt }))
      return
    }
    await sendBatch(deps, { organizationId, timeZone, closesAt })
  }
  signal.throwIfAborted()
}

type ClosedDay = Pick<Batch, 'organizationId' | 'timeZone'> & { readonly closesAt: Temporal.Instant }

/** Puts charges and refunds into a batch and writes its records, in one transaction. */
async function sendBatch({ database }: DayDeps, { organizationId, timeZone, closesAt }: ClosedDay): Promise<void> {
  await database.transaction(async (tx) => {
    const attempts = await lockUnbatched(tx, { organizationId, before: closesAt, limit: BATCH_ITEMS_MAX })
    // Another node has sent them.
    if (attempts.length === 0) return
    const batchId = batchIdOf(attempts)
    const movements = await withInvoices(tx, attempts)
    const records = recordsOfBatch({ batchId, organizationId, timeZone, at: closesAt, movements })
    await writeTogether(tx, [batchUpdate(organizationId, batchId, attempts)])
    const writes = recordWrites(organizationId, records)
    for (let from = 0; from < writes.length; from += WRITES_MAX) {
      await writeTogether(tx, writes.slice(from, from + WRITES_MAX))
    }
    await planLaterEvents(tx, attempts, { organizationId, timeZone, closesAt })
  })
}

async function withInvoices(tx: Tx, attempts: readonly Attempt[]): Promise<Batch['movements']> {
  const numbers = new Set(attempts.map(({ invoiceNumber }) => invoiceNumber))
  const invoices = new Map<string, Awaited<ReturnType<typeof getInvoice>>>()
  for (const attempt of attempts) {
    const { invoiceNumber } = attempt
    if (numbers.delete(invoiceNumber)) invoices.set(invoiceNumber, await getInvoice(tx, attempt))
  }
  return attempts.flatMap((attempt) => {
    const invoice = invoices.get(attempt.invoiceNumber)
    return invoice === undefined ? [] : [{ attempt, invoice }]
  })
}

/** Plans the events of test cards and amounts, some days after the payment or after each of its refunds. */
async function planLaterEvents(
  tx: Tx,
  attempts: readonly Attempt[],
  { organizationId, timeZone, closesAt }: ClosedDay,
): Promise<void> {
  const keys = [...new Set(attempts.map(({ paymentId }) => paymentId))]
  const announced = new Map((await findLaterEvents(tx, { organizationId, keys })).map(({ key, later }) => [key, later]))
  for (const { kind, attemptId, paymentId } of attempts) {
    const later = announced.get(paymentId)
    if (later === undefined || later === 'authorizationEnded') continue
    if ((kind === 'refund') !== (later === 'refundsFail')) continue
    // The first day after the payment begins when its day is closed.
    const onDay = (day: number) => daysLater(closesAt, timeZone, day - 1)
    const row = { organizationId, kind: REPORT_SANDBOX_EVENT }
    await schedule(tx, { ...row, subject: attemptId, dueAt: onDay(LATER_DAYS[later]) })
    if (later === 'chargebackWon' || later === 'chargebackLost') {
      await schedule(tx, { ...row, subject: endOfDispute(attemptId), dueAt: onDay(DISPUTE_END_DAYS) })
    }
  }
}
