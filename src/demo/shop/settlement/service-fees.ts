import { partOf, priced } from '../../world/currencies.ts'
import { money, rate, recordMaker } from '../record-maker.ts'
import type { Movement } from '../sale.ts'
import type { Shop } from '../shop.ts'
import { OF_A_CARD, OF_A_REQUEST } from '../transaction-records.ts'

type ServiceFeeCharge = Pick<Movement, 'sale' | 'requestId' | 'atMs'> & {
  readonly fixed: number
  readonly rate: number
  readonly amount: number
}

const currencyOf = ({ sale }: ServiceFeeCharge): string => sale.currency.code

const serviceFeeRecord = recordMaker<ServiceFeeCharge>('service-fee', {
  ...OF_A_REQUEST,
  ...OF_A_CARD,
  'Application.Name': () => 'ics_service_fee_bill',
  'Application.Rcode': () => '1',
  'Application.ReasonCode': () => '100',
  'Application.Rflag': () => 'SOK',
  'Fee.BillingType': () => 'serviceFee',
  'Fee.ServiceFeeAmount': money(({ amount }) => amount),
  'Fee.ServiceFeeAmountCcy': currencyOf,
  'Fee.ServiceFeeFixedAmount': money(({ fixed }) => fixed),
  'Fee.ServiceFeeFixedAmountCcy': currencyOf,
  // As a percentage.
  'Fee.ServiceFeeRate': rate((charge) => charge.rate * 100),
})

/** Some merchants charge customers a fee for card payments, separate from the sale. */
export function chargeServiceFee(shop: Shop, { sale, atMs, amount }: Movement): void {
  const { serviceFee } = shop.profile
  if (serviceFee === undefined || !serviceFee.channels.includes(sale.channel)) return
  const fixed = priced(serviceFee.fixedDollars, sale.currency)
  const requestId = shop.requestId(atMs)
  shop.record(
    serviceFeeRecord,
    { atMs, key: requestId },
    {
      sale,
      requestId,
      atMs,
      fixed,
      rate: serviceFee.rate,
      amount: fixed + partOf(amount, serviceFee.rate, sale.currency),
    },
  )
}
