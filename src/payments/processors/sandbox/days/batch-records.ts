// pure
import { PRICED_RATE } from '../../../../catalogue/codes/card-fees.ts'
import type { KindName } from '../../../../catalogue/kinds.ts'
import { assert } from '../../../../kernel/assert.ts'
import { formatDecimal } from '../../../../kernel/decimal.ts'
import { formatMoney, type Money, minus, plus, zero } from '../../../../kernel/money.ts'
import type { Attempt } from '../../../model/attempt.ts'
import { movingApplicationOf, walletTypeOf } from '../../../records/applications.ts'
import { type Fees, feesOf, rate } from '../../../records/fees.ts'
import { ofAccount, ofRequest } from '../../../records/payment-records.ts'
import {
  amountFields,
  type InvoiceFacts,
  merchantDefinedFields,
  type PaymentRecord,
  payerNames,
  type RecordFields,
  recordOf,
} from '../../../records/record-fields.ts'

/** A charge or refund that goes into a batch. */
export type Movement = { readonly attempt: Attempt; readonly invoice: InvoiceFacts }

/** Charges and refunds that are sent to the processor, settled and paid out together. */
export type Batch = {
  readonly batchId: string
  readonly organizationId: string
  /** When the merchant's day ended. Everything about the batch is of this time. */
  readonly at: Temporal.Instant
  readonly timeZone: string
  readonly movements: readonly Movement[]
}

/** A batch is named after its first request, which is in no other batch. */
export function batchIdOf(attempts: readonly Pick<Attempt, 'attemptId'>[]): string {
  const [first] = attempts.map(({ attemptId }) => attemptId).sort()
  assert(first !== undefined, 'A batch is not empty.')
  return `B${first}`
}

/** All records of a batch: of each payment and refund, and the transfers to or from the merchant's bank. */
export function recordsOfBatch(batch: Batch): readonly PaymentRecord[] {
  const items = batch.movements.map((movement) => ({ ...movement, fees: feesOf(movement.attempt) }))
  return [...items.flatMap((item) => recordsOfItem(batch, item)), ...depositsOf(batch, items)]
}

type Item = Movement & { readonly fees: Fees }

function recordsOfItem(batch: Batch, item: Item): readonly PaymentRecord[] {
  const { attempt } = item
  const { amount, attemptId, organizationId } = attempt
  const recordId = `${attemptId}-${movingApplicationOf(attempt)}`
  const common = ofMovement(item)
  const make = (kind: KindName, fields: RecordFields) =>
    recordOf(kind, { organizationId, recordId, at: batch.at }, { ...common, ...fields })
  return [
    make('batch-item', ofBatchItem(batch, item)),
    make('processor-event', ofEvent(batch, attempt)),
    make('settlement', { ...ofBatch(batch), ...amountFields(attempt.amount), ...ofEvent(batch, attempt) }),
    make('fee', ofFees(batch, item)),
    make('funding', ofFunding({ ...batch, amount, depositId: depositIdOf(batch, amount.currency) })),
  ]
}

/** Fields of every record about a charge or refund. */
export function ofMovement({ attempt, invoice }: Movement): RecordFields {
  return {
    ...ofRequest({ invoice, attempt }),
    ...ofAccount(attempt),
    'Application.Name': movingApplicationOf(attempt),
  }
}

function ofBatch({ at, batchId }: Batch): RecordFields {
  return { 'Batch.BatchDate': at.toString(), 'Batch.BatchID': batchId }
}

function ofBatchItem(batch: Batch, { attempt, invoice }: Movement): RecordFields {
  const { method, kind, facts, payer } = attempt
  const { first, last } = payerNames(invoice, payer)
  return {
    ...ofBatch(batch),
    ...merchantDefinedFields(payer),
    ...amountFields(attempt.amount),
    'Application.Rcode': '1',
    'Application.Rflag': 'SOK',
    'Batch.Status': 'Sent',
    'Batch.SuccessFlag': 'Y',
    'BillTo.FirstName': first,
    'BillTo.LastName': last,
    'PaymentMethod.WalletType': walletTypeOf(method),
    'PaymentData.AuthorizationCode': kind === 'refund' ? undefined : facts?.authorizationCode,
  }
}

function ofEvent({ at }: Batch, { kind, amount }: Attempt): RecordFields {
  return {
    'Event.Amount': formatMoney(amount),
    'Event.CurrencyCode': amount.currency,
    'Event.Event': kind === 'refund' ? 'Refund' : 'Settled',
    'Event.EventDate': at.toString(),
  }
}

/** The only record that has fees, so that net funding counts them once. */
function ofFees({ at, timeZone }: Batch, { attempt, fees }: Item): RecordFields {
  const { amount, kind } = attempt
  const costs: Readonly<Record<string, Money>> = {
    ...{ Assessment: fees.assessment, Discount: fees.discount, Interchange: fees.interchange },
    ...{ PerItemFee: fees.perItem, TotalFee: fees.total, Settlement: amount },
  }
  const amounts = Object.entries(costs).flatMap(([name, money]) => [
    [`Fee.${name}Amount`, formatMoney(money)],
    [`Fee.${name}Currency`, money.currency],
  ])
  return {
    ...(Object.fromEntries(amounts) as RecordFields),
    'Fee.BillingCycle': 'daily',
    'Fee.BillingType': 'interchangePlus',
    'Fee.ClearedInterchangeLevel': kind === 'refund' ? 'Refund' : 'Electronic commerce',
    'Fee.DiscountRate': formatDecimal(rate(fees.discountRate)),
    'Fee.InterchangeRate': formatDecimal(rate(fees.interchangeRate)),
    'Fee.PricedInterchangeLevel': formatDecimal(rate(PRICED_RATE)),
    'Fee.SettlementTime': at.toString(),
    'Fee.SettlementTimeZone': timeZone,
  }
}

const BANK_ACCOUNT_SUFFIX = '0001'

type Funding = Pick<Batch, 'at' | 'timeZone'> & { readonly amount: Money; readonly depositId: string }

export function ofFunding({ at, timeZone, amount, depositId }: Funding): RecordFields {
  return {
    'Funding.FundingAccountSuffix': BANK_ACCOUNT_SUFFIX,
    'Funding.FundingAmount': formatMoney(amount),
    'Funding.FundingCurrency': amount.currency,
    'Funding.FundingDate': at.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    'Funding.FundingIdentificationNumber': depositId,
    'Funding.Status': 'S',
  }
}

function depositIdOf({ batchId }: Batch, currency: string): string {
  return `${batchId}-${currency}`
}

/** The merchant's payout in each currency: payments less refunds and fees. */
function depositsOf(batch: Batch, items: readonly Item[]): readonly PaymentRecord[] {
  const byCurrency = Map.groupBy(items, ({ attempt }) => attempt.amount.currency)
  return [...byCurrency].flatMap(([currency, own]) => {
    const net = own.reduce((sum, item) => plus(sum, netOf(item)), zero(currency))
    if (net.minor === 0n) return []
    const { organizationId, at } = batch
    return [depositRecord({ organizationId, depositId: depositIdOf(batch, currency), at, category: 'Payments', net })]
  })
}

function netOf({ attempt: { kind, amount }, fees }: Item): Money {
  const moved = kind === 'refund' ? minus(zero(amount.currency), amount) : amount
  return minus(moved, fees.total)
}

type Deposit = {
  readonly organizationId: string
  readonly depositId: string
  readonly at: Temporal.Instant
  readonly category: string
  /** Negative where money is taken from the merchant. */
  readonly net: Money
}

/** A transfer to or from the merchant's bank account. */
export function depositRecord({ organizationId, depositId, at, category, net }: Deposit): PaymentRecord {
  const isDebit = net.minor < 0n
  return recordOf(
    'deposit',
    { organizationId, recordId: depositId, at },
    {
      'Request.TransactionDate': at.toString(),
      'Deposit.Amount': formatMoney(isDebit ? minus(zero(net.currency), net) : net),
      'Deposit.Category': category,
      'Deposit.Currency': net.currency,
      'Deposit.Identifier': depositId,
      'Deposit.MerchantBankAcctLast4': BANK_ACCOUNT_SUFFIX,
      'Deposit.MerchantBankName': 'Sandbox Bank',
      'Deposit.MerchantID': organizationId,
      'Deposit.Method': 'Bank transfer',
      'Deposit.Status': 'S',
      'Deposit.Time': at.toString(),
      'Deposit.Type': isDebit ? 'Debit' : 'Credit',
    },
  )
}
