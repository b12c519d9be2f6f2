// pure
import type { Field, FieldValue } from '../../catalogue/field.ts'

/** A record that can be stored. */
export type RecordContent = {
  readonly merchantId: string
  readonly recordId: string
  readonly occurredAtMs: number
  readonly version: number
  readonly isDeleted: boolean
  /** In the catalogue's order, so that equal records are written alike; without fields that the envelope has. */
  readonly values: readonly (readonly [Field, FieldValue])[]
}

/** A record as a client sends it, one per line. */
export type RecordInput = {
  readonly recordId: string
  readonly version?: number
  readonly merchantId: string
  readonly occurredAt: string
  readonly deleted?: boolean
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>
}

/** `field` is an envelope member or a wire name; undefined where the problem concerns the whole line. */
export type RecordProblem = { readonly field: string | undefined; readonly reason: string }

export type ReadRecord =
  | { readonly record: RecordContent; readonly warnings: readonly RecordProblem[] }
  | { readonly problems: readonly RecordProblem[] }
