import { KINDS, type KindName, type RecordKind } from '../../catalogue/kinds.ts'
import type { Identity } from '../storage/versions.ts'

/** A record that names the person. All its versions are theirs, and all records of the same payment. */
export type Evidence = Identity & {
  readonly kind: KindName
  /** Empty where the record is about no payment. */
  readonly requestId: string
}

/** Bounds what one statement names. */
const CHARACTERS_MAX = 384 * 1024
/** Quotation marks, commas and a time, as an address has them. */
const CHARACTERS_BESIDES = 64

/** Parts that one statement can name; records of one payment stay together. */
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

/** The records that the evidence is about, of one kind: all of these payments, and those of these identities. */
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
  return 3 * merchantId.length + encodedLength(requestId) + encodedLength(recordId) + CHARACTERS_BESIDES
}

function encodedLength(text: string): number {
  return encodeURIComponent(text).length
}
