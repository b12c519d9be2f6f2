import { KINDS, type KindName, type RecordKind } from './domain/catalogue/kinds.ts'
import type { Identity } from './domain/versions.ts'

/** A record that names the person. All its versions are theirs, and all records of the same payment. */
export type Evidence = Identity & {
  readonly kind: KindName
  /** Empty where the record is about no payment. */
  readonly requestId: string
}

/** Parameters stand in the request's address, which servers bound at 1 MiB. */
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

/** What a statement asks for, of all records that the evidence is about; of one kind. */
export type TargetParameters = {
  readonly merchantIds: readonly string[]
  readonly paymentMerchantIds: readonly string[]
  readonly requestIds: readonly string[]
  readonly recordMerchantIds: readonly string[]
  readonly times: readonly number[]
  readonly recordIds: readonly string[]
}

export function targetParameters(
  evidence: readonly Evidence[],
  kind: RecordKind,
): TargetParameters {
  const payments = [
    ...new Map(
      evidence
        .filter(({ requestId }) => requestId !== '')
        .map((record) => [paymentOf(record), record]),
    ).values(),
  ]
  const records = evidence.filter((record) => KINDS[record.kind] === kind)
  return {
    merchantIds: [...new Set(evidence.map(({ merchantId }) => merchantId))],
    paymentMerchantIds: payments.map(({ merchantId }) => merchantId),
    requestIds: payments.map(({ requestId }) => requestId),
    recordMerchantIds: records.map(({ merchantId }) => merchantId),
    times: records.map(({ occurredAtMs }) => occurredAtMs),
    recordIds: records.map(({ recordId }) => recordId),
  }
}

function paymentOf({ merchantId, requestId }: Evidence): string {
  return `${merchantId} ${requestId}`
}

function lengthOf({ merchantId, requestId, recordId }: Evidence): number {
  return (
    3 * merchantId.length + encodedLength(requestId) + encodedLength(recordId) + CHARACTERS_BESIDES
  )
}

function encodedLength(text: string): number {
  return encodeURIComponent(text).length
}
