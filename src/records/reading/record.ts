// pure
import type { Field, FieldValue } from '../../catalogue/field.ts'

/** A record that is fit to be stored. */
export type RecordContent = {
  readonly merchantId: string
  readonly recordId: string
  readonly occurredAtMs: number
  readonly version: number
  readonly isDeleted: boolean
  /** In the catalogue's order, so that equal records look alike; without those the envelope says. */
  readonly values: readonly (readonly [Field, FieldValue])[]
}

/** One record a line, as it is sent. */
export type RecordInput = {
  readonly recordId: string
  readonly version?: number
  readonly merchantId: string
  readonly occurredAt: string
  readonly deleted?: boolean
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>
}

/** `field` is a name of the envelope or a wire name; undefined where the line as a whole is meant. */
export type RecordProblem = { readonly field: string | undefined; readonly reason: string }

export type ReadRecord =
  | { readonly record: RecordContent; readonly warnings: readonly RecordProblem[] }
  | { readonly problems: readonly RecordProblem[] }
