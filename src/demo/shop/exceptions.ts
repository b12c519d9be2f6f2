import { money, recordMaker, time } from './record-maker.ts'
import type { Movement } from './sale.ts'
import type { Shop } from './shop.ts'
import { OF_A_MOVEMENT, OF_AN_AMOUNT } from './transaction-records.ts'

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

/** The processor does not settle a payment of the batch. */
export function recordException(shop: Shop, refused: Refused): void {
  shop.record(exceptionRecord, { atMs: refused.refusedAtMs, key: refused.requestId }, refused)
}
