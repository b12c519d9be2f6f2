import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { AttemptKind, AttemptStatus } from '../model/attempt.ts'
import type { MethodName } from '../port/port.ts'
import { type ExpectedRecord, recordsOfAttempt, recordsOfExternal } from '../records/expected-records.ts'

const PAGE_ROWS = 1_000

type AmountRow = { readonly organizationId: string; readonly currency: string; readonly minor: string }
type AttemptRow = AmountRow & {
  readonly attemptId: string
  readonly paymentId: string
  readonly kind: AttemptKind
  readonly status: AttemptStatus
  readonly method: MethodName
  readonly createdAt: Temporal.Instant
  readonly wasReviewed: boolean
}
type ExternalRow = AmountRow & {
  readonly paymentId: string
  readonly isReversed: boolean
  readonly receivedAt: Temporal.Instant
}

/** The records that all charges, refunds and payments must have, by organization and id; those of a page of rows at a time. */
export async function* expectedRecords(db: Db): AsyncGenerator<readonly ExpectedRecord[]> {
  for await (const rows of attemptPages(db)) {
    yield rows.flatMap((row) => recordsOfAttempt({ ...row, amount: amountOf(row) }))
  }
  for await (const rows of externalPages(db)) {
    yield rows.flatMap((row) => recordsOfExternal({ ...row, amount: amountOf(row) }))
  }
}

const amountOf = ({ minor, currency }: AmountRow) => ({ minor: BigInt(minor), currency })

/** Decided attempts. A charge that its processor declined has no payment; one whose authorization ended in a review has. */
async function* attemptPages(db: Db): AsyncGenerator<readonly AttemptRow[]> {
  let last = { organizationId: '', attemptId: '' }
  for (;;) {
    const { rows } = await sql<AttemptRow>`
      select organization_id as "organizationId", attempt_id as "attemptId", payment_id as "paymentId", kind, status,
        method, currency, amount_minor::text as minor, created_at as "createdAt",
        kind = 'charge' and case status
          when 'approved' then exists (select from payment_attempts capture
            where capture.organization_id = attempt.organization_id and capture.payment_id = attempt.attempt_id
              and capture.kind = 'capture' and capture.status = 'approved')
          when 'declined' then exists (select from payments
            where payments.organization_id = attempt.organization_id and payments.payment_id = attempt.attempt_id)
          else status in ('review', 'rejected')
        end as "wasReviewed"
      from payment_attempts attempt
      where status in ('review', 'approved', 'declined', 'rejected', 'excess')
        and (organization_id, attempt_id) > (${last.organizationId}, ${last.attemptId})
      order by organization_id, attempt_id limit ${PAGE_ROWS}`.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? last
    if (rows.length < PAGE_ROWS) return
  }
}

async function* externalPages(db: Db): AsyncGenerator<readonly ExternalRow[]> {
  let last = { organizationId: '', paymentId: '' }
  for (;;) {
    const { rows } = await sql<ExternalRow>`
      select organization_id as "organizationId", payment_id as "paymentId", status = 'REVERSED' as "isReversed",
        currency, amount_minor::text as minor, received_at as "receivedAt"
      from payments
      where origin = 'external' and (organization_id, payment_id) > (${last.organizationId}, ${last.paymentId})
      order by organization_id, payment_id limit ${PAGE_ROWS}`.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? last
    if (rows.length < PAGE_ROWS) return
  }
}
