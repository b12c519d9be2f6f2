import type { Decimal } from '../../../kernel/decimal.ts'
import type { Engine } from '../../../platform/engine/engine.ts'
import type { RecordWindow } from '../../../records/index.ts'
import { FUNDED_KINDS, loadMoneyMovements } from './money-movements.ts'
import { type MovementType, netFunding } from './net-funding.ts'

/** The money that reached the merchant in one currency, as the report on net funding has it. */
export type FundedSum = {
  readonly currency: string
  readonly totals: Readonly<Record<MovementType, Decimal>>
  readonly net: Decimal
}

const NOTHING: Decimal = { units: 0n, scale: 0 }

/** The totals of net funding, for pages that show no more of it. */
export async function sumFunded(engine: Engine, window: RecordWindow): Promise<readonly FundedSum[]> {
  if (window.merchantIds.length === 0) return []
  const { totals, net } = netFunding(
    await loadMoneyMovements(engine, window, { kinds: FUNDED_KINDS, hasSubtypes: false }),
  )
  const totalOf = (type: MovementType, currency: string): Decimal =>
    totals[type].find((one) => one.currency === currency)?.value ?? NOTHING
  return net.map(({ currency, value }) => ({
    currency,
    totals: {
      PURCHASES: totalOf('PURCHASES', currency),
      REFUNDS: totalOf('REFUNDS', currency),
      FEES: totalOf('FEES', currency),
      CHARGEBACKS: totalOf('CHARGEBACKS', currency),
    },
    net: value,
  }))
}
