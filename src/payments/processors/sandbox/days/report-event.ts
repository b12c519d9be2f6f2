import { getInvoice } from '../../../../invoicing/index.ts'
import { assert } from '../../../../kernel/assert.ts'
import { getOrganization } from '../../../../organizations/index.ts'
import { writeTogether } from '../../../../platform/postgres/write-together.ts'
import { findAttempt } from '../../../attempts/attempt-store.ts'
import { handleProcessorEvent } from '../../../events/handle-processor-event.ts'
import type { PaymentDeps } from '../../../payment-deps.ts'
import { recordWrites } from '../../../records/record-writes.ts'
import { SANDBOX } from '../sandbox-name.ts'
import { type Announced, bookLaterEvent } from './later-event.ts'
import { recordsOfMovedMoney } from './moved-money.ts'

/** Books the announced event, and reports it as another processor would. It may be repeated. */
export async function reportSandboxEvent(deps: PaymentDeps, announced: Announced): Promise<void> {
  const { database } = deps
  const booked = await bookLaterEvent(database, announced)
  if (booked === undefined) return
  const { event, amount } = booked
  const handling = await handleProcessorEvent(deps, { processor: SANDBOX, event })
  // The job is repeated, as another processor would deliver the event again.
  if (handling === 'early') throw new Error('The outcome of an earlier call is not recorded yet.')
  const { organizationId, key: attemptId, at, happened } = event
  const attempt = await findAttempt(database.db, { organizationId, attemptId })
  assert(attempt !== undefined, 'What the sandbox charged has its attempt.')
  const invoice = await getInvoice(database.db, attempt)
  const { timeZone } = await getOrganization(database.db, organizationId)
  const records = recordsOfMovedMoney(happened, { invoice, attempt, at, timeZone, amount })
  // A repetition writes the same records, which count once.
  await database.transaction((tx) => writeTogether(tx, recordWrites(organizationId, records)))
}
