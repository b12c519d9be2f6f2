import { partOf, priced } from '../world/currencies.ts'
import { money, rate, recordMaker } from './record-maker.ts'
import type { Movement } from './sale.ts'
import type { Shop } from './shop.ts'
import { OF_A_CARD, OF_A_REQUEST } from './transaction-records.ts'

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
  // A percentage, so a hundred times the part.
  'Fee.ServiceFeeRate': rate((charge) => charge.rate * 100),
})

/** Some merchants have the customer pay for paying by card; that is a charge beside the sale's own. */
export function chargeServiceFee(shop: Shop, { sale, atMs, amount }: Movement): void {
  const { serviceFee } = shop.profile
  if (serviceFee === undefined || !serviceFee.channels.includes(sale.channel)) return
  const fixed = priced(serviceFee.fixedDollars, sale.currency)
  const requestId = shop.requestId(atMs)
  shop.tell(
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
