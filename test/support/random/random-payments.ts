import type { KindName } from '../../../src/catalogue/kinds.ts'
import type { SentRecord } from '../references/purchase-refund-reference.ts'
import type { Random } from './seeded-random.ts'

type Make = (random: Random) => string

const among =
  (...values: readonly string[]): Make =>
  (random) =>
    values[random.integer(0, values.length - 1)] ?? ''
const text = among('plain', '=1+1', '"a", \'b\'', 'ünï & <b>', 'two\nlines', '+ 7')
const currency = among('USD', 'JPY', 'BHD', 'XAU')
const amount: Make = (random) =>
  among(String(random.integer(0, 99_999)), `${random.integer(0, 999)}.${random.integer(1, 9999)}`)(random)
const time: Make = (random) => `2026-03-0${random.integer(1, 4)}T${among('00', '09', '23')(random)}:00:00Z`
/** Most are numbers, which the embedded engine finds by blocks; two differ only as texts. */
const requestId = among(
  ...['7', '007', '1763165109250000000003', '1763165109250000000004'],
  ...['12', '13', '14', 'q8'],
)

const OF_A_REQUEST = {
  'Request.RequestID': requestId,
  'Request.TransactionDate': time,
  'Request.TransactionReferenceNumber': text,
  'Request.MerchantReferenceNumber': text,
}
const OF_AN_AMOUNT = {
  'PaymentData.RequestedAmount': amount,
  'PaymentData.RequestedAmountCurrencyCode': currency,
  'PaymentData.ProcessorMID': text,
}
const OF_A_PAYER = {
  'BillTo.FirstName': text,
  'BillTo.LastName': text,
  'Merchant-DefinedDataFields.MerchantDefinedData2': text,
}
const OF_AN_EVENT = {
  'Request.RequestID': requestId,
  'Application.ReasonCode': among('100', '150'),
  'Event.Event': among('Settled', 'Refund', 'Failed', 'NSF', 'Payment'),
  'Event.EventDate': time,
  'Event.ProcessorMessage': text,
}

const FIELDS: Readonly<Partial<Record<KindName, Readonly<Record<string, Make>>>>> = {
  'batch-item': {
    ...OF_A_REQUEST,
    ...OF_AN_AMOUNT,
    ...OF_A_PAYER,
    'Application.Name': among(
      ...['ics_bill', 'ics_credit', 'ics_ecp_debit', 'ics_ecp_credit'],
      ...['ics_paypal_refund', 'ics_direct_debit'],
    ),
    'PaymentMethod.CardType': among('001', 'VI', 'visa', 'Mastercard', '003', 'DP', 'Tally'),
    'PaymentMethod.WalletType': text,
    'PaymentMethod.AccountSuffix': among('1111', '0005'),
    'PaymentData.NetworkCode': text,
    'Batch.BatchDate': time,
    'Batch.BatchID': text,
  },
  transaction: {
    ...OF_A_REQUEST,
    ...OF_AN_AMOUNT,
    ...OF_A_PAYER,
    'Application.Name': among('ics_auth', 'ics_bill', 'ics_ap_auth', 'ics_tax'),
    'Application.Rcode': among('1', '0'),
    'PaymentData.AuthorizationCode': text,
  },
  fee: {
    'Request.RequestID': requestId,
    'Fee.ClearedInterchangeLevel': text,
    'Fee.InterchangeRate': amount,
    'Fee.InterchangeAmount': amount,
    'Fee.InterchangeCurrency': currency,
    'Fee.DiscountRate': amount,
    'Fee.DiscountAmount': amount,
    'Fee.PerItemFeeAmount': amount,
    'Fee.TotalFeeAmount': amount,
    'Fee.TotalFeeCurrency': currency,
    'Fee.AssessmentAmount': amount,
    'Fee.AssessmentCurrency': currency,
  },
  funding: {
    'Request.RequestID': requestId,
    'Funding.FundingAmount': amount,
    'Funding.FundingCurrency': currency,
  },
  settlement: OF_AN_EVENT,
  'processor-event': OF_AN_EVENT,
}

export const PAYMENT_KINDS = Object.keys(FIELDS) as readonly KindName[]

/** Records of payments of some merchants, a few requests in several of them, some corrected or taken back. */
export function randomPayments(
  random: Random,
  { count, merchantIds }: { readonly count: number; readonly merchantIds: readonly string[] },
): readonly SentRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = among(...PAYMENT_KINDS, 'batch-item')(random) as KindName
    const known = {
      kind,
      recordId: `${kind}-${index}`,
      merchantId: among(...merchantIds)(random),
      occurredAt: time(random),
    }
    const isAgain = random.integer(1, 5) === 1
    const versions = isAgain ? [1, 2] : [among('1', '1', '1', '3')(random)]
    return versions.map((version) => ({
      ...known,
      version: Number(version),
      deleted: Number(version) > 1 && random.integer(1, 3) === 1,
      receivedAt: `2026-03-1${random.integer(0, 2)}T00:00:00Z`,
      fields: someOf(random, FIELDS[kind] ?? {}),
    }))
  }).flat()
}

function someOf(random: Random, makers: Readonly<Record<string, Make>>): SentRecord['fields'] {
  const given = Object.entries(makers).flatMap(([name, make]) =>
    random.integer(1, 4) === 1 ? [] : [[name, make(random)] as const],
  )
  return Object.fromEntries(given)
}
