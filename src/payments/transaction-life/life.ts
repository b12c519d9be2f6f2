// pure
import type { KindName } from '../../catalogue/kinds.ts'
import { TAKING, UNDOING, UNDOING_ENDING } from '../transaction-list/transaction-list.ts'

/** Services that take money. */
const TAKEN: ReadonlySet<string> = new Set(TAKING)
/** Services that undo an authorization or a payment. */
const REVERSING = new RegExp(`${UNDOING_ENDING}|^(?:${UNDOING.join('|')})$`)

/** The events of a transaction, in their usual order. */
export const LIFE_EVENTS = [
  ...(['AUTHENTICATED', 'NOT_AUTHENTICATED', 'AUTHORIZED', 'DECLINED', 'HELD', 'ACCEPTED', 'REJECTED'] as const),
  ...(['CAPTURED', 'REVERSED', 'REFUNDED', 'REFUND_DECLINED', 'RECEIVED', 'RECEIPT_REVERSED'] as const),
  ...([
    'BATCHED',
    'SETTLED',
    'REPORTED',
    'FEE',
    'FUNDED',
    'DISPUTED',
    'DISPUTE_WON',
    'DISPUTE_LOST',
    'EXCEPTION',
  ] as const),
] as const
type LifeEvent = (typeof LIFE_EVENTS)[number]

/** A record of a transaction, its fields by wire name. */
export type LifeRecord = {
  readonly kind: KindName
  readonly recordId: string
  readonly transactionId: string
  readonly occurredAtMs: number
  readonly isRefund: number
  readonly fields: Readonly<Record<string, string | null>>
}

export type LifeEntry = {
  readonly event: LifeEvent
  readonly atMs: number
  readonly kind: KindName
  readonly recordId: string
  readonly transactionId: string
  readonly amount: string | undefined
  readonly currency: string | undefined
  /** A message of the processor or bank, or a reviewer's comment. */
  readonly note: string | undefined
}

type Told = { readonly event: LifeEvent; readonly amount?: string; readonly currency?: string; readonly note?: string }
type Teller = (record: LifeRecord) => Told

/** The fields that an entry is made of, by kind of record. */
export const LIFE_FIELDS = {
  transaction: [
    ...(['Application.Name', 'Application.Rflag', 'Application.Rmsg', 'PaymentData.RequestedAmount'] as const),
    'PaymentData.RequestedAmountCurrencyCode',
  ],
  'external-payment': ['Application.Name', 'PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'],
  'payer-authentication': ['Application.Name', 'Application.Rcode', 'PayerAuth.TransactionType'],
  conversion: ['Conversion.NewDecision', 'Conversion.Reviewer', 'Conversion.ReviewerComments'],
  'batch-item': ['PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode', 'Batch.BatchID'],
  settlement: ['PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'],
  'processor-event': ['Event.Event', 'Event.Amount', 'Event.CurrencyCode', 'Event.ProcessorMessage'],
  fee: ['Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency'],
  funding: ['Funding.FundingAmount', 'Funding.FundingCurrency'],
  'chargeback-or-retrieval': [
    ...(['ChargebackAndRetrieval.CaseType', 'ChargebackAndRetrieval.ChargebackAmount'] as const),
    ...(['ChargebackAndRetrieval.ChargebackCurrency', 'ChargebackAndRetrieval.ChargebackReasonCode'] as const),
    ...(['ChargebackAndRetrieval.FinancialImpactType', 'ChargebackAndRetrieval.ResolvedToIndicato'] as const),
  ],
  exception: [
    ...(['Exception.ExceptionAmount', 'Exception.ExceptionAmountCurrency', 'Exception.ExceptionType'] as const),
    'Exception.ExceptionDescription',
  ],
} as const satisfies Partial<Record<KindName, readonly string[]>>
export type LifeKind = keyof typeof LIFE_FIELDS
export const LIFE_KINDS = Object.keys(LIFE_FIELDS) as readonly LifeKind[]

/** The entries of a transaction and what belongs to it, oldest first. */
export function lifeOf(records: readonly LifeRecord[]): readonly LifeEntry[] {
  return records
    .flatMap((record): readonly LifeEntry[] => {
      const teller = TELLERS[record.kind as LifeKind]
      if (teller === undefined) return []
      const { event, amount, currency, note } = teller(record)
      const { occurredAtMs: atMs, kind, recordId, transactionId } = record
      return [{ event, atMs, kind, recordId, transactionId, amount, currency, note }]
    })
    .toSorted(inOrder)
}

/** A service that authorizes and captures in one step has both at one time. */
function inOrder(a: LifeEntry, b: LifeEntry): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs
  return LIFE_EVENTS.indexOf(a.event) - LIFE_EVENTS.indexOf(b.event)
}

const TELLERS: Readonly<Record<LifeKind, Teller>> = {
  transaction: ({ fields, isRefund }) => ({
    event: serviceEvent(fields, isRefund === 1),
    ...moneyIn(fields, 'PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'),
    ...(isDeclined(fields) && noteIn(fields, 'Application.Rmsg')),
  }),
  'external-payment': ({ fields }) => ({
    event: REVERSING.test(fields['Application.Name'] ?? '') ? 'RECEIPT_REVERSED' : 'RECEIVED',
    ...moneyIn(fields, 'PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'),
  }),
  'payer-authentication': ({ fields }) => ({
    event: fields['Application.Rcode'] === '0' ? 'NOT_AUTHENTICATED' : 'AUTHENTICATED',
    ...noteIn(fields, 'PayerAuth.TransactionType'),
  }),
  conversion: ({ fields }) => ({
    event: fields['Conversion.NewDecision'] === 'REJECT' ? 'REJECTED' : 'ACCEPTED',
    ...joined(fields, ['Conversion.Reviewer', 'Conversion.ReviewerComments']),
  }),
  'batch-item': ({ fields }) => ({
    event: 'BATCHED',
    ...moneyIn(fields, 'PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'),
    ...noteIn(fields, 'Batch.BatchID'),
  }),
  settlement: ({ fields }) => ({
    event: 'SETTLED',
    ...moneyIn(fields, 'PaymentData.RequestedAmount', 'PaymentData.RequestedAmountCurrencyCode'),
  }),
  'processor-event': ({ fields }) => ({
    event: 'REPORTED',
    ...moneyIn(fields, 'Event.Amount', 'Event.CurrencyCode'),
    ...joined(fields, ['Event.Event', 'Event.ProcessorMessage']),
  }),
  fee: ({ fields }) => ({ event: 'FEE', ...moneyIn(fields, 'Fee.TotalFeeAmount', 'Fee.TotalFeeCurrency') }),
  funding: ({ fields }) => ({
    event: 'FUNDED',
    ...moneyIn(fields, 'Funding.FundingAmount', 'Funding.FundingCurrency'),
  }),
  'chargeback-or-retrieval': ({ fields }) => ({
    event: disputeEvent(fields),
    ...moneyIn(fields, 'ChargebackAndRetrieval.ChargebackAmount', 'ChargebackAndRetrieval.ChargebackCurrency'),
    ...joined(fields, ['ChargebackAndRetrieval.CaseType', 'ChargebackAndRetrieval.ChargebackReasonCode']),
  }),
  exception: ({ fields }) => ({
    event: 'EXCEPTION',
    ...moneyIn(fields, 'Exception.ExceptionAmount', 'Exception.ExceptionAmountCurrency'),
    ...joined(fields, ['Exception.ExceptionType', 'Exception.ExceptionDescription']),
  }),
}

type Fields = LifeRecord['fields']

function serviceEvent(fields: Fields, isRefund: boolean): LifeEvent {
  const name = fields['Application.Name'] ?? ''
  if (isDeclined(fields)) return isRefund ? 'REFUND_DECLINED' : 'DECLINED'
  if (fields['Application.Rflag'] === 'SREVIEW') return 'HELD'
  if (REVERSING.test(name)) return 'REVERSED'
  if (isRefund) return 'REFUNDED'
  return TAKEN.has(name) ? 'CAPTURED' : 'AUTHORIZED'
}

function isDeclined(fields: Fields): boolean {
  return /^[DE]/.test(fields['Application.Rflag'] ?? '')
}

function disputeEvent(fields: Fields): LifeEvent {
  if (fields['ChargebackAndRetrieval.CaseType'] !== 'Representment') return 'DISPUTED'
  return fields['ChargebackAndRetrieval.FinancialImpactType'] === 'credit' ? 'DISPUTE_WON' : 'DISPUTE_LOST'
}

/** Without its sign: the event says which way the money went. */
function moneyIn(fields: Fields, amountName: string, currencyName: string): Partial<Told> {
  const [amount, currency] = [fields[amountName]?.replace(/^-/, ''), fields[currencyName]]
  return { ...(amount != null && { amount }), ...(currency != null && { currency }) }
}

function noteIn(fields: Fields, name: string): Partial<Told> {
  return joined(fields, [name])
}

function joined(fields: Fields, names: readonly string[]): Partial<Told> {
  const note = names.flatMap((name) => fields[name] ?? []).join(' · ')
  return note === '' ? {} : { note }
}
