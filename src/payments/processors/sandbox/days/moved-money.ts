// pure
import type { KindName } from '../../../../catalogue/kinds.ts'
import { formatMoney, type Money, minus, zero } from '../../../../kernel/money.ts'
import type { ProcessorEvent } from '../../../port/port.ts'
import { movingApplicationOf } from '../../../records/applications.ts'
import { type PaymentRecord, type RecordFields, recordOf } from '../../../records/record-fields.ts'
import { type Batch, depositRecord, type Movement, ofFunding, ofMovement } from './batch-records.ts'

type MovedMoney = Movement & Pick<Batch, 'at' | 'timeZone'> & { readonly amount: Money }

/**
 * The sandbox's own records of money that it moved without a call of ours. The dispute, refund or failure itself is
 * recorded when the processor's event is handled. Net funding counts a chargeback and its end by that record, and a
 * return or a failed refund by its funding. A refund made elsewhere is settled as our own are.
 */
export function recordsOfMovedMoney(happened: ProcessorEvent['happened'], moved: MovedMoney): readonly PaymentRecord[] {
  switch (happened.type) {
    case 'chargeback':
      return [depositOf(moved, { letter: 'C', category: 'Chargebacks', isTaken: true })]
    case 'bankReturn':
      return recordsOfReturn(moved)
    case 'disputeEnded':
      if (happened.result === 'lost') return []
      return [depositOf(moved, { letter: 'W', category: 'Chargebacks', isTaken: false })]
    case 'refundFailed':
      return recordsOfFailedRefund(moved)
    case 'outcome':
    case 'refundedElsewhere':
    case 'authorizationEnded':
      return []
  }
}

/** Applications are how net funding tells money that left the merchant. */
const RETURN_APPLICATION = 'ics_ecp_credit'

function recordsOfReturn(moved: MovedMoney): readonly PaymentRecord[] {
  const deposit = { letter: 'R', category: 'Returns', isTaken: true } as const
  return [
    ...fundedEvent(moved, deposit, {
      ...{ of: 'return', event: 'Return', message: 'Insufficient funds', application: RETURN_APPLICATION },
    }),
    depositOf(moved, deposit),
  ]
}

/** The money of a refund that failed comes back to the merchant, so its funding is that of a payment. */
function recordsOfFailedRefund(moved: MovedMoney): readonly PaymentRecord[] {
  const { method } = moved.attempt
  const deposit = { letter: 'F', category: 'Refunds', isTaken: false } as const
  const application = movingApplicationOf({ kind: 'charge', method })
  return [
    ...fundedEvent(moved, deposit, { of: 'refund-failed', event: 'Failed', message: 'Account closed', application }),
    depositOf(moved, deposit),
  ]
}

type Deposit = {
  readonly letter: 'C' | 'R' | 'W' | 'F'
  readonly category: 'Chargebacks' | 'Returns' | 'Refunds'
  /** Whether money was taken from the merchant. */
  readonly isTaken: boolean
}

function depositIdOf({ attempt, amount }: MovedMoney, { letter }: Deposit): string {
  return `${letter}${attempt.attemptId}-${amount.currency}`
}

function depositOf(moved: MovedMoney, deposit: Deposit): PaymentRecord {
  const { attempt, at, amount } = moved
  const { organizationId } = attempt
  const net = deposit.isTaken ? minus(zero(amount.currency), amount) : amount
  const depositId = depositIdOf(moved, deposit)
  return depositRecord({ organizationId, depositId, at, category: deposit.category, net })
}

type FundedEvent = {
  readonly of: string
  readonly event: string
  readonly message: string
  readonly application: string
}

function fundedEvent(moved: MovedMoney, deposit: Deposit, funded: FundedEvent): readonly PaymentRecord[] {
  const { attempt, at, amount } = moved
  const { organizationId, attemptId } = attempt
  const recordId = `${attemptId}-${funded.of}`
  const make = (kind: KindName, fields: RecordFields) =>
    recordOf(kind, { organizationId, recordId, at }, { ...ofMovement(moved), ...fields })
  return [
    make('processor-event', {
      'Event.Amount': formatMoney(amount),
      'Event.CurrencyCode': amount.currency,
      'Event.Event': funded.event,
      'Event.EventDate': at.toString(),
      'Event.ProcessorMessage': funded.message,
    }),
    make('funding', {
      'Application.Name': funded.application,
      ...ofFunding({ ...moved, amount, depositId: depositIdOf(moved, deposit) }),
    }),
  ]
}
