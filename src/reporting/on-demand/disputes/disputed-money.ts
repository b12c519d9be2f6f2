import type { Dialect } from '../../../platform/engine/dialect.ts'
import type { RecordSource } from '../../../records/index.ts'
import { isRetrievalSql } from './dispute-kinds.ts'

/** The column of `withDirection`. */
const DIRECTION = 'money_direction'

/** The records with the direction of their money: several questions depend on it, and it takes longer than the others. */
export function withDirection(source: RecordSource): RecordSource {
  const { dialect, valueIn, from } = source
  const direction = directionSql(dialect, (name) => valueIn(`ChargebackAndRetrieval.${name}`))
  return { ...source, from: `(select *, ${direction} as ${DIRECTION} from ${from} as disputes)` }
}

/**
 * The money that a step of a dispute took from the merchant; negative if it gave some back, null if it moved none. The records
 * are those of `withDirection`.
 */
export function disputedMoney({ valueIn }: RecordSource): { readonly amount: string; readonly currency: string } {
  const own = (name: string): string => valueIn(`ChargebackAndRetrieval.${name}`)
  const [disputed, corrected] = [own('ChargebackAmount'), own('AdjustmentAmount')]
  // Less may be given back than was disputed. If only one of the two amounts is known, it is used.
  const isCorrected = `case when ${DIRECTION} < 0 then ${corrected} is not null else ${disputed} is null end`
  const moved = `case when ${isCorrected} then ${corrected} else ${disputed} end`
  return {
    amount: `case when ${DIRECTION} = 0 then null when ${DIRECTION} < 0 then -abs(${moved}) else abs(${moved}) end`,
    currency: `case when ${DIRECTION} = 0 then '' when ${isCorrected} then ${own('AdjustmentCurrency')}
      else ${own('ChargebackCurrency')} end`,
  }
}

/**
 * 1 if money was taken from the merchant, -1 if it was given back, otherwise 0. If the record does not say so itself,
 * the type of the case decides: a request for documents and the announcement of a dispute move nothing, a withdrawn
 * dispute and a won representment or arbitration give back, and every other step takes. An adjustment counts only if
 * the record says that money was moved, and takes unless the case was resolved for the merchant.
 */
function directionSql(dialect: Dialect, own: (name: string) => string): string {
  const said = (name: string): string => dialect.lowerAscii(own(name))
  const [type, impact, step] = [said('FinancialImpactType'), said('FinancialImpact'), said('CaseType')]
  const isMoved = `${impact} in ('y', 'yes')`
  const isWon = `${said('ResolvedToIndicato')} in ('merchant', 'm')`
  return `case
    when ${type} = 'debit' then 1 when ${type} = 'credit' then -1 when ${type} = 'none' then 0
    when ${impact} in ('n', 'no') then 0
    when ${isRetrievalSql(dialect, step)} then 0
    when ${step} = 'reversal' then -1
    when ${step} = 'representment' then case when ${isWon} then -1 else 0 end
    when ${step} = 'arbitration' then case when ${isWon} then -1 else 1 end
    when ${step} = 'adjustment' then
      case when not (${isMoved}) then 0 when ${isWon} then -1 else 1 end
    when ${dialect.matches(step, '^pre[- ]?dispute')} then case when ${isMoved} then 1 else 0 end
    else 1 end`
}
