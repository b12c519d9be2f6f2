import { KINDS, type KindName, type RecordKind } from '../../catalogue/kinds.ts'
import type { Person } from '../../kernel/person.ts'
import { partsByWeight } from '../storage/query-parts.ts'
import type { Identity } from '../storage/versions.ts'

/** A record that names the person. All its versions are the person's, and so are all records of the same payment. */
export type Evidence = Identity & {
  readonly kind: KindName
  /** Empty where the record does not belong to a payment. */
  readonly requestId: string
}

/** Asks for records of some merchants that name the person, up to a number of them. */
export type EvidenceQuery = {
  readonly merchantIds: readonly string[]
  readonly person: Person
  readonly rowsMax: number
}

/** Bounds the length of a statement. */
const CHARACTERS_MAX = 384 * 1024
/** Quotation marks, commas and a time, as a URL encodes them. */
const CHARACTERS_EXTRA = 64

/** Splits evidence into parts that fit in one statement; records of one payment stay together. */
export function evidenceParts(evidence: readonly Evidence[]): readonly (readonly Evidence[])[] {
  const inOrder = evidence.toSorted((a, b) => (paymentOf(a) < paymentOf(b) ? -1 : 1))
  return partsByWeight(inOrder, lengthOf, CHARACTERS_MAX)
}

/** The records of one kind to erase: all of these payments, and those with these identities. */
export type Targets = {
  readonly merchantIds: readonly string[]
  readonly payments: readonly Evidence[]
  readonly records: readonly Identity[]
}

export function targetsOf(evidence: readonly Evidence[], kind: RecordKind): Targets {
  const ofPayments = evidence.filter(({ requestId }) => requestId !== '')
  return {
    merchantIds: [...new Set(evidence.map(({ merchantId }) => merchantId))],
    payments: [...new Map(ofPayments.map((record) => [paymentOf(record), record])).values()],
    records: evidence.filter((record) => KINDS[record.kind] === kind),
  }
}

function paymentOf({ merchantId, requestId }: Evidence): string {
  return `${merchantId} ${requestId}`
}

function lengthOf({ merchantId, requestId, recordId }: Evidence): number {
  return 3 * merchantId.length + encodedLength(requestId) + encodedLength(recordId) + CHARACTERS_EXTRA
}

function encodedLength(text: string): number {
  return encodeURIComponent(text).length
}
