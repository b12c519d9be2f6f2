import { getInvoice } from '../../../../invoicing/index.ts'
import { assert } from '../../../../kernel/assert.ts'
import { getOrganization } from '../../../../organizations/index.ts'
import { writeTogether } from '../../../../platform/postgres/write-together.ts'
import { RECORD_WRITING } from '../../../../records/index.ts'
import { findAttempt } from '../../../attempts/attempt-store.ts'
import { handleProcessorEvent } from '../../../events/handle-processor-event.ts'
import type { PaymentDeps } from '../../../payment-deps.ts'
import { recordWrites } from '../../../records/record-writes.ts'
import { SANDBOX } from '../sandbox-name.ts'
import { recordsOfDisputedMoney } from './dispute-settlement.ts'
import { openDispute } from './open-dispute.ts'

/** Reports that a cardholder disputes a payment or that a bank returns it. */
export const REPORT_SANDBOX_EVENT = `${RECORD_WRITING}of-sandbox-event`

type Announced = { readonly organizationId: string; readonly key: string; readonly at: Temporal.Instant }

/** Opens a dispute about what is left of the charge, and reports it as another processor would. It may be repeated. */
export async function reportSandboxEvent(deps: PaymentDeps, announced: Announced): Promise<void> {
  const { database } = deps
  const event = await openDispute(database, announced)
  if (event === undefined || event.happened.type === 'outcome') return
  await handleProcessorEvent(deps, { processor: SANDBOX, event })
  const { organizationId, key: attemptId, at } = event
  const attempt = await findAttempt(database.db, { organizationId, attemptId })
  assert(attempt !== undefined, 'What the sandbox charged has its attempt.')
  const invoice = await getInvoice(database.db, attempt)
  const { timeZone } = await getOrganization(database.db, organizationId)
  const { type, amount } = event.happened
  const records = recordsOfDisputedMoney({ invoice, attempt, at, timeZone, type, amount })
  // A repetition writes the same records, which count once.
  await database.transaction((tx) => writeTogether(tx, recordWrites(organizationId, records)))
}
