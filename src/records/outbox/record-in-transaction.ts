import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Write, writeTogether } from '../../platform/postgres/write-together.ts'
import { readerOf } from '../reading/reader-of.ts'
import type { RecordInput } from '../reading/record.ts'
import { writtenRecord } from '../reading/written-record.ts'
import { outboxWrite } from './outbox-store.ts'

/** A record that a component of our own writes, and the organization it belongs to. */
export type OwnRecord = RecordInput & { readonly organizationId: string }

const RECORD_LENGTH_MAX = 1024 * 1024

/**
 * What puts the record on its way to the record store, to be written in the transaction of what it tells.
 * Only what may be kept of it is written: masked numbers are masked from here on. Take `occurredAt` from
 * the clock in that transaction, since reports of a period wait for transactions that were open at its end.
 */
export function recordWrite(kind: KindName, { organizationId, ...input }: OwnRecord): Write {
  const read = readerOf(KINDS[kind]).read(input)
  const problems = 'problems' in read ? read.problems : []
  const sentence = problems.map(({ field = 'it', reason }) => `${field} ${reason}`).join('; ')
  assert('record' in read, `A record of kind ${kind} cannot be stored: ${sentence}.`)
  const record = writtenRecord(read.record)
  const { length } = JSON.stringify(record)
  assert(length <= RECORD_LENGTH_MAX, `A record of kind ${kind} is too long: ${length} characters.`)
  return outboxWrite({ organizationId, kind: KINDS[kind], record })
}

/** The same, written at once. */
export async function recordInTransaction(tx: Tx, kind: KindName, record: OwnRecord): Promise<void> {
  await writeTogether(tx, [recordWrite(kind, record)])
}
