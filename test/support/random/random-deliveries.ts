import type { Field } from '../../../src/catalogue/field.ts'
import { ALL_KINDS, fieldsOfKind, type RecordKind } from '../../../src/catalogue/kinds.ts'
import { isInEnvelope } from '../../../src/catalogue/record-table.ts'
import type { RecordInput } from '../../../src/records/reading/record.ts'
import { aReportValue } from './random-report-values.ts'
import type { Random } from './seeded-random.ts'

/** Records of one kind that arrive together. */
export type RandomDelivery = {
  readonly kind: RecordKind
  readonly receivedAt: string
  readonly records: readonly SentInput[]
}
type Fields = Readonly<Record<string, string>>
type SentInput = RecordInput & { readonly version: number; readonly fields: Fields }

/** A person whom several records name. */
export const PERSON_EMAIL = 'jane.doe@example.org'

const REQUEST_IDS = ['q1', 'q2', 'q3', 'q4', 'q5', "q'6", '']
const EMAILS = [PERSON_EMAIL, ` Jane.DOE@Example.org\t`, 'someone@example.org', 'Ünal@example.org']

/** Texts that formats and engines treat specially. */
const TEXTS = [
  '\ufeffafter a byte order mark',
  'line\u2028and\u2029paragraph',
  `a,b;c\t"d"\n'e' & <f> \\`,
  'ΟΔΥΣΣΕΥΣ ẞ Ǆ',
  '_x0041__x000D_',
  '\u00a0',
  ' both ends ',
  '-5',
  'x'.repeat(20_000),
  '🎉'.repeat(1_000),
]

/** Reports branch on these texts. */
const DECIDING: Readonly<Record<string, readonly string[]>> = {
  'Application.Name': ['ics_bill', 'ics_auth', 'ics_credit', 'ics_ecp_debit', 'ics_tax'],
  'Event.Event': ['Payment', 'Refund', 'NOC', 'correction', 'Failed'],
  'Event.ProcessorMessage': ['C01 account', ' c02', 'none'],
  'PaymentMethod.CardType': ['001', 'VI', 'visa', 'Mastercard', '003', 'DP', 'Tally'],
  'ChargebackAndRetrieval.CaseType': [
    ...['Chargeback', 'Retrieval Request', 'RETRIEVAL', 'Reversal', 'Representment'],
    ...['Arbitration', 'Adjustment', 'Pre-Dispute'],
  ],
  'ChargebackAndRetrieval.FinancialImpact': ['Y', 'no'],
  'ChargebackAndRetrieval.FinancialImpactType': ['Debit', 'CREDIT', 'none'],
  'ChargebackAndRetrieval.ResolvedToIndicato': ['Merchant', 'Issuer'],
}

/** Changes of local time in several zones, and the ends of days and years; the records of a seed lie around some of them. */
const MOMENTS = [
  ...['2025-01-01T00:00:00Z', '2025-03-09T10:00:00Z', '2025-03-30T01:00:00Z'],
  ...['2025-04-05T15:00:00Z', '2025-10-04T15:30:00Z', '2025-10-26T01:00:00Z'],
  ...['2025-11-02T04:31:00Z', '2025-12-31T23:59:59.999Z', '2024-02-29T23:30:00Z'],
].map((text) => Date.parse(text))
const MOMENTS_MAX = 3
const MS_PER_HOUR = 3_600_000

/** From the first to the last of the records. */
export const RECORDS_SPAN = { startsAt: '2024-01-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }

/** Records of all kinds as they arrive, with corrections, withdrawals, repetitions and conflicts. One of each kind stays. */
export function randomDeliveries(
  random: Random,
  { merchantIds, recordsMax }: { readonly merchantIds: readonly string[]; readonly recordsMax: number },
): readonly RandomDelivery[] {
  const moments = Array.from({ length: MOMENTS_MAX }, () => among(random, MOMENTS))
  return ALL_KINDS.flatMap((kind, index) => {
    const steady = {
      ...aNewRecord(random, { kind, merchantIds, moments, recordId: 'steady' }),
      deleted: false,
    }
    const first = Array.from({ length: random.integer(1, recordsMax) }, (_, number) =>
      aNewRecord(random, { kind, merchantIds, moments, recordId: `r${number}` }),
    )
    const again = [...first, ...first]
      .filter(() => random.integer(1, 3) === 1)
      .map((record) => anotherVersion(random, kind, record))
    const receivedAt = (days: number): string =>
      `2026-02-${String(days).padStart(2, '0')}T0${index % 10}:00:00.${100 + index}Z`
    return [
      { kind, receivedAt: receivedAt(1), records: [steady, ...first] },
      { kind, receivedAt: receivedAt(2), records: again },
    ].filter(({ records }) => records.length > 0)
  })
}

type NewRecordInput = {
  readonly kind: RecordKind
  readonly merchantIds: readonly string[]
  readonly moments: readonly number[]
  readonly recordId: string
}

function aNewRecord(random: Random, { kind, merchantIds, moments, recordId }: NewRecordInput): SentInput {
  return {
    recordId,
    merchantId: among(random, merchantIds),
    version: random.integer(1, 3),
    occurredAt: anInstant(random, moments),
    ...(random.integer(1, 12) === 1 ? { deleted: true } : {}),
    fields: someFields(random, kind),
  }
}

/**
 * A later version, an earlier one, or the same once more. Every version names the same person and payment: an engine
 * that keeps only the newest one could not find the others.
 */
function anotherVersion(random: Random, kind: RecordKind, record: SentInput): SentInput {
  const isSame = random.integer(1, 5) === 1
  const kept = Object.entries(record.fields).filter(([name]) => isTie(kind, name))
  const others = Object.entries(someFields(random, kind)).filter(([name]) => !isTie(kind, name))
  const fields = isSame ? record.fields : Object.fromEntries([...kept, ...others])
  const version = Math.max(0, record.version + random.integer(-1, 2))
  const deleted = random.integer(1, 4) === 1
  return { ...record, version, fields, ...(deleted ? { deleted } : { deleted: false }) }
}

function isTie(kind: RecordKind, name: string): boolean {
  const field = fieldsOfKind(kind).find(({ wireName }) => wireName === name)
  return name === 'Request.RequestID' || field?.identifies !== undefined
}

function someFields(random: Random, kind: RecordKind): Fields {
  const oneIn = random.integer(1, 5)
  const fields = fieldsOfKind(kind).filter((field) => !isInEnvelope(field))
  const chosen = fields.filter(({ wireName }) => {
    const isUsual = wireName in DECIDING || wireName === 'Request.RequestID'
    return isUsual ? random.integer(1, 5) > 1 : random.integer(1, oneIn) === 1
  })
  return Object.fromEntries(chosen.map((field) => [field.wireName, aValue(random, field)]))
}

function aValue(random: Random, field: Field): string {
  const { wireName, type, identifies, masking } = field
  const deciding = DECIDING[wireName]
  if (deciding !== undefined) return among(random, deciding)
  if (wireName === 'Request.RequestID') return among(random, REQUEST_IDS)
  if (identifies === 'email') return among(random, EMAILS)
  const isText = type.kind === 'text' || type.kind === 'code'
  if (isText && masking === undefined && !/Currency|Ccy/.test(wireName) && random.isHeads()) {
    return among(random, TEXTS).slice(0, type.lengthMax).toWellFormed()
  }
  if (type.kind === 'instant' && random.isHeads()) return anInstant(random, MOMENTS)
  if (type.kind === 'amount' && random.integer(1, 6) === 1) return among(random, ['0', '-0.00', '0.0001'])
  return aReportValue(random, field)
}

/** Within some hours of a moment. */
function anInstant(random: Random, moments: readonly number[]): string {
  const ms = among(random, moments) + random.integer(-12 * MS_PER_HOUR, 12 * MS_PER_HOUR)
  return Temporal.Instant.fromEpochMilliseconds(ms).toString()
}

export function among<T>(random: Random, values: readonly T[]): T {
  return values[random.integer(0, values.length - 1)] as T
}
