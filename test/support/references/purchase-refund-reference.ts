import type { KindName } from '../../../src/catalogue/kinds.ts'
import { formatDecimal, parseDecimal } from '../../../src/kernel/decimal.ts'

/** A record as it was sent, and when. */
export type SentRecord = {
  readonly kind: KindName
  readonly recordId: string
  readonly merchantId: string
  readonly occurredAt: string
  readonly version: number
  readonly deleted: boolean
  readonly receivedAt: string
  readonly fields: Readonly<Record<string, string>>
}

export type ReferenceQuery = {
  readonly merchantIds: readonly string[]
  readonly startTime: string
  readonly endTime: string
  readonly viewBy: string
  readonly paymentSubtype: string
  readonly offset: number
  readonly limit: number
  readonly asOf: string | undefined
}

type Row = Readonly<Record<string, string | undefined>>

const LISTS = [
  ...['requestDetails', 'settlements', 'authorizations', 'feeAndFundingDetails'],
  ...['others', 'settlementStatuses'],
] as const

const WRITINGS: Readonly<Record<string, readonly string[]>> = {
  VI: ['001', 'vi', 'visa'],
  MC: ['002', 'mc', 'mastercard'],
  AX: ['003', 'ax', 'american express'],
  DI: ['004', 'di', 'discover'],
  DP: ['038', 'dp', 'pinless debit'],
}
const REFUNDS = ['ics_credit', 'ics_ecp_credit', 'ics_paypal_refund']
const DECIMALS: Readonly<Record<string, number>> = { USD: 2, JPY: 0, BHD: 3 }
const MEANS: Readonly<Record<string, readonly [string | undefined, string]>> = {
  ics_bill: [undefined, 'credit card'],
  ics_credit: [undefined, 'credit card'],
  ics_ecp_debit: ['CHECK', 'check'],
  ics_ecp_credit: ['CHECK', 'check'],
  ics_paypal_refund: ['PAYPAL', 'paypal'],
  ics_direct_debit: ['DIRECT DEBIT', 'direct debit'],
}

/** The expected report on the records that were sent; undefined if it must be empty. */
export function referenceAnswer(sent: readonly SentRecord[], query: ReferenceQuery) {
  const newest = newestOf(sent).filter(({ merchantId }) => query.merchantIds.includes(merchantId))
  const times = new Map<string, number>()
  for (const item of newest) {
    if (item.kind !== 'batch-item' || !fits(item, query)) continue
    const key = keyOf(item)
    times.set(key, Math.min(times.get(key) ?? Number.POSITIVE_INFINITY, timeOf(item, query)))
  }
  const keys = [...times.keys()].sort((a, b) => {
    const earlier = (times.get(a) ?? 0) - (times.get(b) ?? 0)
    return earlier === 0 ? compared(a, b) : earlier
  })
  if (keys.length === 0) return undefined
  const page = keys.slice(query.offset, query.offset + query.limit)
  const about = { offset: query.offset, limit: query.limit, pageResults: page.length }
  const hasNext = keys.length > query.offset + query.limit
  if (page.length === 0) return { hasNext, body: about }
  const lists = LISTS.map((name) => [name, page.flatMap((key) => rowsOf(name, key, newest))])
  return { hasNext, body: { ...about, ...Object.fromEntries(lists) } }
}

function newestOf(sent: readonly SentRecord[]): readonly SentRecord[] {
  const newest = new Map<string, SentRecord>()
  for (const one of sent) {
    const key = [one.kind, one.merchantId, ms(one.occurredAt), one.recordId].join(' ')
    const known = newest.get(key)
    const [first, last] = known === undefined || known.version < one.version ? [known, one] : [one, known]
    // A correction does not change when a record came; versions are stored in order.
    newest.set(key, { ...last, receivedAt: (first ?? last).receivedAt })
  }
  return [...newest.values()]
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => ms(a.occurredAt) - ms(b.occurredAt) || compared(a.recordId, b.recordId))
}

function fits(item: SentRecord, query: ReferenceQuery): boolean {
  const time = timeOf(item, query)
  const isIn = time >= ms(query.startTime) && time < ms(query.endTime)
  const hadCome = query.asOf === undefined || ms(item.receivedAt) <= ms(query.asOf)
  const card = (item.fields['PaymentMethod.CardType'] ?? '').toLowerCase()
  const isPaidWith = query.paymentSubtype === 'ALL' || WRITINGS[query.paymentSubtype]?.includes(card) === true
  return isIn && hadCome && isPaidWith
}

function timeOf({ occurredAt, fields }: SentRecord, { viewBy }: ReferenceQuery): number {
  const requested = fields['Request.TransactionDate']
  return ms(viewBy === 'requestDate' && requested !== undefined ? requested : occurredAt)
}

/** Merchant and request; of a batch item without a request its own id. */
function keyOf({ kind, merchantId, recordId, fields }: SentRecord): string {
  const own = kind === 'batch-item' ? recordId : ''
  return `${merchantId} ${fields['Request.RequestID'] ?? own}`
}

function rowsOf(list: string, key: string, newest: readonly SentRecord[]): readonly Readonly<Record<string, string>>[] {
  const [merchantId = '', requestId = ''] = key.split(' ')
  const of = (kind: KindName) => newest.filter((one) => one.kind === kind && keyOf(one) === key)
  const [items, transactions] = [of('batch-item'), of('transaction')]
  const rows = ((): readonly Row[] => {
    if (list === 'requestDetails') {
      return [detail(merchantId, [...items, ...transactions])]
    }
    if (list === 'settlements') return items.map(settlement)
    if (list === 'authorizations') return authorizations(requestId, transactions)
    if (list === 'feeAndFundingDetails') return feesAndFundings(of('fee'), of('funding'))
    if (list === 'others') return others([...transactions, ...items])
    return statuses([...of('settlement'), ...of('processor-event')])
  })()
  return rows.map((row) => {
    const said = Object.entries(row).filter(([, value]) => value !== undefined)
    return { requestId, ...(Object.fromEntries(said) as Record<string, string>) }
  })
}

function detail(merchantId: string, records: readonly SentRecord[]): Row {
  const first = (name: string) => records.find(({ fields }) => fields[name] !== undefined)
  return {
    cybersourceMerchantId: merchantId,
    processorMerchantId: first('PaymentData.ProcessorMID')?.fields['PaymentData.ProcessorMID'],
    transactionReferenceNumber: first('Request.TransactionReferenceNumber')?.fields[
      'Request.TransactionReferenceNumber'
    ],
    merchantReferenceNumber: first('Request.MerchantReferenceNumber')?.fields['Request.MerchantReferenceNumber'],
  }
}

function settlement({ fields, occurredAt }: SentRecord): Row {
  const application = fields['Application.Name'] ?? ''
  const isRefund = REFUNDS.includes(application)
  const card = fields['PaymentMethod.CardType']
  const known = Object.values(WRITINGS).find((all) => all.includes(card?.toLowerCase() ?? ''))
  const byCard = [(known?.[2] ?? card)?.toUpperCase(), 'credit card'] as const
  const [paymentMethod, paymentType] = card === undefined ? (MEANS[application] ?? [undefined, undefined]) : byCard
  const amount = requested(fields)
  return {
    transactionType: isRefund ? 'Refunds' : 'Purchases',
    submissionTime: utc(occurredAt),
    ...(isRefund && amount !== undefined ? { amount: amount.replace(/^-/, '') } : { amount }),
    currencyCode: fields['PaymentData.RequestedAmountCurrencyCode'],
    paymentMethod,
    walletType: fields['PaymentMethod.WalletType'],
    paymentType,
    accountSuffix: fields['PaymentMethod.AccountSuffix'],
    cybersourceBatchTime: utc(fields['Batch.BatchDate']),
    cybersourceBatchId: fields['Batch.BatchID'],
    cardType: card,
    debitNetwork: fields['PaymentData.NetworkCode'],
  }
}

function authorizations(requestId: string, transactions: readonly SentRecord[]): readonly Row[] {
  const named = transactions.filter(({ fields }) =>
    ['ics_auth', 'ics_ap_auth'].includes(fields['Application.Name'] ?? ''),
  )
  const coded = transactions.filter(({ fields }) => 'PaymentData.AuthorizationCode' in fields)
  return (named.length > 0 ? named : coded).map(({ fields, occurredAt }) => ({
    transactionReferenceNumber: fields['Request.TransactionReferenceNumber'],
    time: utc(fields['Request.TransactionDate'] ?? occurredAt),
    authorizationRequestId: requestId,
    amount: requested(fields),
    currencyCode: fields['PaymentData.RequestedAmountCurrencyCode'],
    code: fields['PaymentData.AuthorizationCode'],
    rcode: fields['Application.Rcode'],
  }))
}

function feesAndFundings(fees: readonly SentRecord[], fundings: readonly SentRecord[]): readonly Row[] {
  const rows: Row[] = []
  for (let n = 0; n < fees.length || n < fundings.length; n += 1) {
    const fee = fees[n]?.fields ?? {}
    const funding = fundings[n]?.fields ?? {}
    rows.push({
      interchangeDescription: fee['Fee.ClearedInterchangeLevel'],
      interchangePercentage: written(fee['Fee.InterchangeRate'], 0),
      interchangePercentageAmount: money(fee, 'Fee.InterchangeAmount', 'Fee.InterchangeCurrency'),
      discountPercentage: written(fee['Fee.DiscountRate'], 0),
      discountAmount: money(fee, 'Fee.DiscountAmount', 'Fee.DiscountCurrency'),
      discountPerItemFee: money(fee, 'Fee.PerItemFeeAmount', 'Fee.PerItemFeeCurrency'),
      totalFee: money(fee, 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency'),
      feeCurrency: fee['Fee.TotalFeeCurrency'],
      duesAssessments: money(fee, 'Fee.AssessmentAmount', 'Fee.AssessmentCurrency'),
      fundingAmount: money(funding, 'Funding.FundingAmount', 'Funding.FundingCurrency'),
      fundingCurrency: funding['Funding.FundingCurrency'],
    })
  }
  return rows
}

function others(records: readonly SentRecord[]): readonly Row[] {
  const names: Readonly<Record<string, string>> = {
    merchantData1: 'Merchant-DefinedDataFields.MerchantDefinedData1',
    merchantData2: 'Merchant-DefinedDataFields.MerchantDefinedData2',
    merchantData3: 'Merchant-DefinedDataFields.MerchantDefinedData3',
    merchantData4: 'Merchant-DefinedDataFields.MerchantDefinedData4',
    firstName: 'BillTo.FirstName',
    lastName: 'BillTo.LastName',
  }
  const row: Record<string, string> = {}
  for (const [key, name] of Object.entries(names)) {
    const value = records.map(({ fields }) => fields[name]).find((said) => said !== undefined)
    if (value !== undefined) row[key] = value
  }
  return Object.keys(row).length === 0 ? [] : [row]
}

function statuses(records: readonly SentRecord[]): readonly Row[] {
  const ignored = ['Payment', 'Completed', 'Settled', 'Refund', '']
  return records
    .filter(({ kind, fields }) => {
      return kind === 'settlement' || !ignored.includes(fields['Event.Event'] ?? '')
    })
    .sort((a, b) => ms(a.occurredAt) - ms(b.occurredAt) || compared(a.recordId, b.recordId))
    .map(({ fields, occurredAt }) => ({
      status: fields['Event.Event'] ?? 'Settled',
      settlementTime: utc(fields['Event.EventDate'] ?? occurredAt),
      reasonCode: fields['Application.ReasonCode'],
      errorText: fields['Event.ProcessorMessage'],
    }))
}

function requested(fields: SentRecord['fields']): string | undefined {
  return money(fields, 'PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode')
}

function money(fields: SentRecord['fields'], name: string, currency: string): string | undefined {
  return written(fields[name], DECIMALS[fields[currency] ?? ''] ?? 2)
}

function written(text: string | undefined, decimalsMin: number): string | undefined {
  const value = text === undefined ? undefined : parseDecimal(text)
  return value === undefined ? undefined : formatDecimal(value, decimalsMin)
}

function utc(text: string | undefined): string | undefined {
  return text === undefined ? undefined : new Date(text).toISOString()
}

function ms(text: string): number {
  return Date.parse(text)
}

function compared(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
