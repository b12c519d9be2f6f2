import { type RawBuilder, sql } from 'kysely'
import type { InvoiceColumns } from '../../invoicing/index.ts'
import type { ReceivedPayment } from '../../invoicing/pure.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Money } from '../../kernel/money.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import type { SharedPayment } from '../model/shared-payment.ts'
import type { MethodName } from '../port/port.ts'
import { isRequestId } from './request-id.ts'

export const PAYMENT_STATUSES = ['REVIEW', 'COMPLETED', 'REJECTED', 'REVERSED'] as const
type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Ways in which money reaches a merchant without a processor. */
export const EXTERNAL_METHODS = ['cash', 'check', 'bankTransfer', 'other'] as const
export type ExternalMethod = (typeof EXTERNAL_METHODS)[number]

/** Details that only some payments have. */
type PaymentDetails = {
  /** The day on which an external payment was received. */
  readonly date?: string
  readonly note?: string
  /** Why the payment was reversed. */
  readonly reversalReason?: string
  /** The decision of a review, or why it could not be carried out. */
  readonly review?: { readonly decision: 'accept' | 'reject'; readonly comment?: string; readonly failure?: string }
}

export type Payment = {
  readonly organizationId: string
  readonly paymentId: string
  readonly invoiceNumber: string
  readonly origin: 'processor' | 'external'
  readonly status: PaymentStatus
  readonly method: MethodName | ExternalMethod
  readonly amount: Money
  /** Refunds that are completed or under way. */
  readonly refunded: Money
  readonly receivedAt: Temporal.Instant
  /** When the authorization of a payment under review ends. */
  readonly decideBy: Temporal.Instant | undefined
  readonly details: PaymentDetails
}

type PaymentRow = {
  readonly organization_id: string
  readonly payment_id: string
  readonly invoice_number: string
  readonly origin: Payment['origin']
  readonly status: PaymentStatus
  readonly method: Payment['method']
  readonly currency: string
  readonly amount_minor: string
  readonly refunded_minor: string
  readonly received_at: Temporal.Instant
  readonly decide_by: Temporal.Instant | null
  readonly details: PaymentDetails
}

/** Named, so that the statements can be prepared. */
const COLUMNS = sql`organization_id, payment_id, invoice_number, origin, status, method, currency, amount_minor,
  refunded_minor, received_at, decide_by, details`

export type PaymentPlace = Pick<Payment, 'organizationId' | 'paymentId'>

export function paymentInsert(payment: Payment): Write {
  const { amount } = payment
  return sql`insert into payments (organization_id, payment_id, invoice_number, origin, status, method, currency,
      amount_minor, refunded_minor, received_at, decide_by, details)
    values (${payment.organizationId}, ${payment.paymentId}, ${payment.invoiceNumber}, ${payment.origin},
      ${payment.status}, ${payment.method}, ${amount.currency}, ${String(amount.minor)},
      ${String(payment.refunded.minor)}, ${payment.receivedAt.toString()}, ${payment.decideBy?.toString() ?? null},
      ${JSON.stringify(payment.details)}::jsonb)`
}

export function paymentUpdate(payment: Payment): Write {
  return sql`update payments set status = ${payment.status}, refunded_minor = ${String(payment.refunded.minor)},
      decide_by = ${payment.decideBy?.toString() ?? null}, details = ${JSON.stringify(payment.details)}::jsonb
    where organization_id = ${payment.organizationId} and payment_id = ${payment.paymentId}`
}

/** Loads a payment and locks it until the transaction ends; a refusal if it does not exist. */
export async function lockPayment(tx: Tx, { organizationId, paymentId }: PaymentPlace): Promise<Payment> {
  if (!isRequestId(paymentId)) throw paymentNotFound()
  const { rows } = await sql<PaymentRow>`select ${COLUMNS} from payments
    where organization_id = ${organizationId} and payment_id = ${paymentId} for update`.execute(tx)
  if (rows[0] === undefined) throw paymentNotFound()
  return paymentOf(rows[0])
}

export async function findPayment(db: Db, { organizationId, paymentId }: PaymentPlace): Promise<Payment | undefined> {
  if (!isRequestId(paymentId)) return undefined
  const [payment] = await findPayments(db, sql`organization_id = ${organizationId} and payment_id = ${paymentId}`)
  return payment
}

/** The payments of an invoice, oldest first. */
export async function findPaymentsOfInvoice(
  db: Db,
  { organizationId, invoiceNumber }: Pick<Payment, 'organizationId' | 'invoiceNumber'>,
): Promise<readonly Payment[]> {
  return findPayments(
    db,
    sql`organization_id = ${organizationId} and invoice_number = ${invoiceNumber} order by received_at, payment_id`,
  )
}

/** The sum of an invoice's completed payments before this one, and of this one. */
export async function findPaidSoFar(db: Db, payment: Payment): Promise<Money> {
  const { organizationId, invoiceNumber, paymentId, receivedAt, amount } = payment
  const { rows } = await sql<{
    readonly minor: string
  }>`select coalesce(sum(amount_minor), 0)::text as minor from payments
    where organization_id = ${organizationId} and invoice_number = ${invoiceNumber} and status = 'COMPLETED'
      and (received_at, payment_id) < (${receivedAt.toString()}, ${paymentId})`.execute(db)
  return { minor: BigInt(rows[0]?.minor ?? 0) + amount.minor, currency: amount.currency }
}

/** As JSON, in which a large integer stays a text. */
type StoredShared = {
  readonly id: string
  readonly at: string
  readonly on: string | null
  readonly status: SharedPayment['status']
  readonly origin: Payment['origin']
  readonly method: Payment['method']
  readonly minor: string
  readonly refunded: string
  readonly currency: string
}

/** A column with the payments of an invoice, oldest first, for a statement that reads the invoice. */
export function sharedPaymentsColumn(invoice: InvoiceColumns): RawBuilder<readonly StoredShared[]> {
  return sql`coalesce((select json_agg(json_build_object('id', payment.payment_id, 'at', payment.received_at,
      'on', payment.details ->> 'date', 'status', payment.status, 'origin', payment.origin, 'method', payment.method,
      'minor', payment.amount_minor::text, 'refunded', payment.refunded_minor::text, 'currency', payment.currency)
      order by payment.received_at, payment.payment_id)
    from payments payment where payment.organization_id = ${invoice.organizationId}
      and payment.invoice_number = ${invoice.invoiceNumber} and payment.status in ('COMPLETED', 'REVIEW')), '[]'::json)`
}

export function sharedPaymentsOf(stored: readonly StoredShared[]): readonly SharedPayment[] {
  return stored.map(({ id, at, on, status, minor, refunded, currency, ...payment }) => ({
    ...{ paymentId: id, status, method: receivedMethod(payment) },
    receivedAt: Temporal.Instant.from(at),
    receivedOn: on === null ? undefined : Temporal.PlainDate.from(on),
    amount: { minor: BigInt(minor), currency },
    refunded: { minor: BigInt(refunded), currency },
  }))
}

/** By its origin: a processor may call one of its methods as we call an external one. */
export function receivedMethod({ origin, method }: Pick<Payment, 'origin' | 'method'>): ReceivedPayment['method'] {
  return origin === 'external' ? 'externalPayment' : method
}

/** The payments that a condition selects, in its order. */
export async function findPayments(db: Db, condition: RawBuilder<unknown>): Promise<readonly Payment[]> {
  const { rows } = await sql<PaymentRow>`select ${COLUMNS} from payments where ${condition}`.execute(db)
  return rows.map(paymentOf)
}

export function paymentNotFound(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'The payment does not exist.')
}

function paymentOf(row: PaymentRow): Payment {
  const { currency } = row
  return {
    organizationId: row.organization_id,
    paymentId: row.payment_id,
    invoiceNumber: row.invoice_number,
    origin: row.origin,
    status: row.status,
    method: row.method,
    amount: { minor: BigInt(row.amount_minor), currency },
    refunded: { minor: BigInt(row.refunded_minor), currency },
    receivedAt: row.received_at,
    decideBy: row.decide_by ?? undefined,
    details: row.details,
  }
}
