import type { Column } from '../../kernel/stored-column.ts'
import type { OutputFile } from '../engine/engine.ts'
import type { UnavailableReason } from '../engine/engine-unavailable.ts'
import type { Slices } from '../engine/slices.ts'

// The protocol between the adapter and the child process, over HTTP on the loopback address. Orders are JSON in the
// body of a POST; rows to be stored are the body itself, and their order is in a header.

export const PASSWORD_HEADER = 'x-quittance-password'
export const ORDER_HEADER = 'x-quittance-order'
/**
 * Follows the rows of a response, as a trailer: their number, or why there are no more. A response without it was cut
 * off.
 */
export const OUTCOME_TRAILER = 'x-quittance-outcome'

export type QueryOrder = {
  readonly sql: string
  readonly queryId?: string | undefined
  readonly timeoutMs?: number | undefined
  /** The snapshot to read. */
  readonly snapshotId?: string | undefined
  /** The engine's messages about it may contain personal data. */
  readonly isPrivate?: boolean | undefined
  readonly slices?: Slices | undefined
}

export type FileOrder = QueryOrder & Omit<OutputFile, 'select'>

export type InsertOrder = { readonly table: string; readonly columns: readonly Column[] }

/** Without a reason it is a mistake in the order, and would fail again. */
export type Failure = { readonly reason?: UnavailableReason; readonly message: string }

export type Outcome = { readonly rows: number } | { readonly failure: Failure }

/** Encoded, because headers allow neither line feeds nor characters beyond Latin-1. */
export function headerText(content: unknown): string {
  return encodeURIComponent(JSON.stringify(content))
}

export function readHeaderText<T>(text: string): T {
  return JSON.parse(decodeURIComponent(text)) as T
}
