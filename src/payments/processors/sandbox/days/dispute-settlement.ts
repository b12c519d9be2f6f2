// pure
import type { KindName } from '../../../../catalogue/kinds.ts'
import { formatMoney, type Money, minus, zero } from '../../../../kernel/money.ts'
import { type PaymentRecord, type RecordFields, recordOf } from '../../../records/record-fields.ts'
import { type Batch, depositRecord, type Movement, ofFunding, ofMovement } from './batch-records.ts'

type DisputedMoney = Movement &
  Pick<Batch, 'at' | 'timeZone'> & {
    readonly type: 'chargeback' | 'bankReturn'
    readonly amount: Money
  }

/** Applications are how net funding tells money that left the merchant. */
const RETURN_APPLICATION = 'ics_ecp_credit'

/**
 * The sandbox's own records of money that it took back; the dispute or return itself is recorded when the
 * processor's event is handled. Net funding counts a chargeback by that record, and a return by its funding.
 */
export function recordsOfDisputedMoney(disputed: DisputedMoney): readonly PaymentRecord[] {
  const { attempt, at, amount, type } = disputed
  const { organizationId, attemptId } = attempt
  const depositId = `${type === 'chargeback' ? 'C' : 'R'}${attemptId}-${amount.currency}`
  const category = type === 'chargeback' ? 'Chargebacks' : 'Returns'
  const net = minus(zero(amount.currency), amount)
  const deposit = depositRecord({ organizationId, depositId, at, category, net })
  return type === 'chargeback' ? [deposit] : [...recordsOfReturn(disputed, depositId), deposit]
}

function recordsOfReturn(disputed: DisputedMoney, depositId: string): readonly PaymentRecord[] {
  const { attempt, at, amount } = disputed
  const { organizationId, attemptId } = attempt
  const make = (kind: KindName, fields: RecordFields) =>
    recordOf(kind, { organizationId, recordId: `${attemptId}-return`, at }, { ...ofMovement(disputed), ...fields })
  return [
    make('processor-event', {
      'Event.Amount': formatMoney(amount),
      'Event.CurrencyCode': amount.currency,
      'Event.Event': 'Return',
      'Event.EventDate': at.toString(),
      'Event.ProcessorMessage': 'Insufficient funds',
    }),
    make('funding', { 'Application.Name': RETURN_APPLICATION, ...ofFunding({ ...disputed, amount, depositId }) }),
  ]
}
