import { KINDS, type KindName } from '../../catalogue/kinds.ts'
import { assert } from '../../kernel/assert.ts'
import type { Write } from '../../platform/postgres/write-together.ts'
import { readerOf } from '../reading/read-record.ts'
import type { RecordInput } from '../reading/record.ts'
import { writtenRecord } from '../reading/written-record.ts'
import { outboxWrite } from './outbox-store.ts'

/** A record that a component of Quittance writes, and the organization it belongs to. */
export type OwnRecord = RecordInput & { readonly organizationId: string }

const RECORD_LENGTH_MAX = 1024 * 1024

/**
 * Makes the write that puts a record into the outbox, in the transaction of the change it describes. The record is
 * read and masked here, so that the outbox never holds what may not be stored. Take `occurredAt` from the clock in
 * that transaction: reports of a period wait for transactions that were open at its end.
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
