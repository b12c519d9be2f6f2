import type { RecordSource } from '../../records/index.ts'
import { isRetrievalSql } from './dispute-kinds.ts'

/** What a step of a dispute took from the merchant, below zero what it gave back; null where it moved nothing. */
export function disputedMoney({ valueIn }: RecordSource): {
  readonly amount: string
  readonly currency: string
} {
  const own = (name: string): string => valueIn(`ChargebackAndRetrieval.${name}`)
  const [disputed, corrected] = [own('ChargebackAmount'), own('AdjustmentAmount')]
  const direction = directionSql(own)
  // What was given back may be less than what was disputed. Where only one of the two is known, it is that one.
  const isCorrected = `if(${direction} < 0, isNotNull(${corrected}), isNull(${disputed}))`
  return {
    amount: `if(${direction} = 0, null, ${direction} * abs(if(${isCorrected}, ${corrected}, ${disputed})))`,
    currency: `multiIf(${direction} = 0, '', ${isCorrected}, ${own('AdjustmentCurrency')},
      ${own('ChargebackCurrency')})`,
  }
}

/**
 * 1 where money was taken from the merchant, -1 where it was given back, else 0. The record says so itself; where it
 * does not, the kind of the case tells: a request for documents and the announcement of a dispute move nothing, a
 * withdrawn dispute and an answer or arbitration that won give back, and every other step of a dispute takes. An
 * adjustment tells no direction: it counts only where the record says that money was moved, and takes unless the case
 * was resolved for the merchant.
 */
function directionSql(own: (name: string) => string): string {
  const said = (name: string): string => `lower(${own(name)})`
  const [type, impact, step] = [
    said('FinancialImpactType'),
    said('FinancialImpact'),
    said('CaseType'),
  ]
  const isMoved = `${impact} in ('y', 'yes')`
  const isWon = `${said('ResolvedToIndicato')} in ('merchant', 'm')`
  return `multiIf(
    ${type} = 'debit', 1, ${type} = 'credit', -1, ${type} = 'none', 0,
    ${impact} in ('n', 'no'), 0,
    ${isRetrievalSql(step)}, 0,
    ${step} = 'reversal', -1,
    ${step} = 'representment', if(${isWon}, -1, 0),
    ${step} = 'arbitration', if(${isWon}, -1, 1),
    ${step} = 'adjustment', multiIf(not ${isMoved}, 0, ${isWon}, -1, 1),
    match(${step}, '^pre[- ]?dispute'), if(${isMoved}, 1, 0),
    1)`
}
