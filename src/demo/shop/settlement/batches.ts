import { atHour, type Day, HOUR_MS } from '../../world/calendar.ts'
import { padded } from '../../world/padded.ts'
import { planAftermath } from '../aftermath.ts'
import { type FieldReaders, money, recordMaker, time } from '../record-maker.ts'
import type { Movement } from '../sale.ts'
import type { Shop } from '../shop.ts'
import { OF_A_MOVEMENT, OF_AN_AMOUNT } from '../transaction-records.ts'
import { feeRecord, feesOf } from './fees.ts'

/** A payment or refund in the batch that was sent to the processor. */
type Sent = Movement & {
  readonly batchId: string
  readonly sentAtMs: number
  readonly isRetry: boolean
}
type Settled = Sent & { readonly settledAtMs: number }

/** Batches are sent half an hour after midnight with everything of the day before. */
const SENT_AFTER_MS = HOUR_MS / 2
const SETTLEMENT_HOUR = 6
/** Percentage of payments that the processor refuses at first. */
const EXCEPTION_PERCENT = 0.4
const RETRIED_PERCENT = 70
/** Schemes that pay out a day later than the others. */
const SLOW_SCHEMES: ReadonlySet<string> = new Set(['American Express', 'Diners Club'])

const OF_A_BATCH = {
  ...OF_A_MOVEMENT,
  ...OF_AN_AMOUNT,
  'Batch.BatchDate': time(({ sentAtMs }) => sentAtMs),
  'Batch.BatchID': ({ batchId }) => batchId,
} satisfies FieldReaders<Sent>

const batchItemRecord = recordMaker<Sent>('batch-item', {
  ...OF_A_BATCH,
  'Application.Rcode': () => '1',
  'Application.Rflag': () => 'SOK',
  'BillTo.FirstName': ({ sale }) => sale.customer.firstName,
  'BillTo.LastName': ({ sale }) => sale.customer.lastName,
  'Batch.Status': () => 'Sent',
  'Batch.SuccessFlag': () => 'Y',
})

const settlementRecord = recordMaker<Settled>('settlement', {
  ...OF_A_BATCH,
  'Event.Amount': money(({ amount }) => amount),
  'Event.CurrencyCode': ({ sale }) => sale.currency.code,
  'Event.Event': ({ application }) => (application === 'ics_credit' ? 'Refund' : 'Settled'),
  'Event.EventDate': time(({ settledAtMs }) => settledAtMs),
})

type ProcessorEvent = Movement & { readonly event: string; readonly eventAtMs: number }

const processorEventRecord = recordMaker<ProcessorEvent>('processor-event', {
  ...OF_A_MOVEMENT,
  'Event.Amount': money(({ amount }) => amount),
  'Event.CurrencyCode': ({ sale }) => sale.currency.code,
  'Event.Event': ({ event }) => event,
  'Event.EventDate': time(({ eventAtMs }) => eventAtMs),
  'Event.ProcessorMessage': ({ event }) => (event === 'Failed' ? 'Invalid data' : undefined),
})

type Refused = Movement & { readonly refusedAtMs: number; readonly willRetry: boolean }

const exceptionRecord = recordMaker<Refused>('exception', {
  ...OF_A_MOVEMENT,
  ...OF_AN_AMOUNT,
  'BillTo.Email': ({ sale }) => sale.customer.email,
  'BillTo.LastName': ({ sale }) => sale.customer.lastName,
  'Exception.Action': ({ willRetry }) => (willRetry ? 'Retry' : 'None'),
  'Exception.ExceptionAmount': money(({ amount }) => amount),
  'Exception.ExceptionAmountCurrency': ({ sale }) => sale.currency.code,
  'Exception.ExceptionCategory': ({ willRetry }) => (willRetry ? 'Retry' : 'Failed'),
  'Exception.ExceptionDate': time(({ refusedAtMs }) => refusedAtMs),
  'Exception.ExceptionDescription': ({ willRetry }) =>
    willRetry ? 'The payment will be sent again.' : 'The payment was refused for good.',
  'Exception.ExceptionMessage': ({ willRetry }) => (willRetry ? 'Timeout' : 'Invalid data'),
  'Exception.ExceptionStatus': ({ willRetry }) => (willRetry ? 'Open' : 'Closed'),
  'Exception.ExceptionType': () => 'Settlement',
  'Exception.FinancialStatus': () => 'Not settled',
  'Exception.LastActionDate': time(({ refusedAtMs }) => refusedAtMs),
  'Exception.OriginalTransactionSubmissionDate': time(({ atMs }) => atMs),
  'Exception.ReasonCode': ({ willRetry }) => (willRetry ? '250' : '233'),
  'Exception.SettlementProcessor': ({ sale }) => sale.merchant.profile.processor,
})

/** Early in the day, sends the batch of the day before. */
export function sendBatch(shop: Shop, day: Day): void {
  const movements = shop.unsent
  shop.unsent = []
  const sentAtMs = day.startMs + SENT_AFTER_MS
  if (movements.length === 0 || !shop.isInPeriod(sentAtMs)) return
  const batchId = `B${padded(shop.merchant.number, 3)}${day.epochDay}`
  const sent = movements.map((movement) => ({ ...movement, batchId, sentAtMs, isRetry: false }))
  for (const item of sent) {
    shop.record(batchItemRecord, { atMs: sentAtMs, key: item.requestId }, item)
  }
  shop.plan(shop.workdayFrom(day.index, 0), (later) => settle(shop, later, sent))
}

/** In the morning of a workday, the processor settles the batch or reports exceptions. */
function settle(shop: Shop, day: Day, sent: readonly Sent[]): void {
  const settledAtMs = atHour(day, SETTLEMENT_HOUR)
  if (!shop.isInPeriod(settledAtMs)) return
  const retried: Sent[] = []
  for (const item of sent) {
    if (item.isRetry || !shop.random.isWithin(EXCEPTION_PERCENT)) {
      recordSettlement(shop, { ...item, settledAtMs })
      planPayout(shop, day, item)
      planAftermath(shop, day, item)
    } else {
      const willRetry = shop.random.isWithin(RETRIED_PERCENT)
      recordException(shop, { ...item, refusedAtMs: settledAtMs, willRetry })
      if (willRetry) retried.push({ ...item, isRetry: true })
      else recordEvent(shop, { ...item, event: 'Failed', eventAtMs: settledAtMs })
    }
  }
  if (retried.length > 0) {
    shop.plan(shop.workdayFrom(day.index + 1, 0), (later) => settle(shop, later, retried))
  }
}

function recordSettlement(shop: Shop, settled: Settled): void {
  const { settledAtMs, application, requestId } = settled
  const key = { atMs: settledAtMs, key: requestId }
  const fees = feesOf(settled, shop.random)
  shop.record(settlementRecord, key, settled)
  const event = application === 'ics_credit' ? 'Refund' : 'Settled'
  recordEvent(shop, { ...settled, event, eventAtMs: settledAtMs })
  shop.record(feeRecord, key, { ...settled, fees })
  shop.bill.addFees(settled, fees)
}

/** The processor does not settle a payment of the batch. */
function recordException(shop: Shop, refused: Refused): void {
  shop.record(exceptionRecord, { atMs: refused.refusedAtMs, key: refused.requestId }, refused)
}

function recordEvent(shop: Shop, event: ProcessorEvent): void {
  shop.record(processorEventRecord, { atMs: event.eventAtMs, key: event.requestId }, event)
}

function planPayout(shop: Shop, day: Day, movement: Movement): void {
  const isSlow = SLOW_SCHEMES.has(movement.sale.customer.card.type)
  const dayIndex = shop.workdayFrom(day.index + 1, isSlow ? 1 : 0)
  if (dayIndex >= shop.days.length) return
  const payouts = shop.payouts[dayIndex]
  if (payouts === undefined) shop.payouts[dayIndex] = [movement]
  else payouts.push(movement)
}
