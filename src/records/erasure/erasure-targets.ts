import { KINDS, type KindName, type RecordKind } from '../../catalogue/kinds.ts'
import type { Identity } from '../storage/versions.ts'

/** A record that names the person. All its versions are the person's, and so are all records of the same payment. */
export type Evidence = Identity & {
  readonly kind: KindName
  /** Empty where the record does not belong to a payment. */
  readonly requestId: string
}

/** Bounds the length of a statement. */
const CHARACTERS_MAX = 384 * 1024
/** Quotation marks, commas and a time, as a URL encodes them. */
const CHARACTERS_EXTRA = 64

/** Splits evidence into parts that fit in one statement; records of one payment stay together. */
export function evidenceParts(evidence: readonly Evidence[]): readonly (readonly Evidence[])[] {
  const inOrder = evidence.toSorted((a, b) => (paymentOf(a) < paymentOf(b) ? -1 : 1))
  const parts: Evidence[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const record of inOrder) {
    const length = lengthOf(record)
    characters += length
    const part = characters > CHARACTERS_MAX ? undefined : parts.at(-1)
    if (part === undefined) {
      parts.push([record])
      characters = length
    } else part.push(record)
  }
  return parts
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
